//! A record as a timeline: its frames, and ways to find them.

use pipscribe::Checked;
use pipscribe::games::Context;
use pipscribe::notation::Record;
use pipscribe::replay::NoFrame;

use crate::support::{checked_file, corpus_files, timeline_of};

const TEXT: &str = r#"[Game "gipf"]
[Variant "basic"]

1. b3 {first} 2. a2-d4 {[%expect gipf/not-in-line]} 2. a2-c2 (2. d2 3. f2 (3. g2)) 3. f7 *
"#;

#[test]
fn frames_are_in_text_order() {
    let timeline = timeline_of(TEXT);
    let frames: Vec<_> = timeline
        .frames()
        .iter()
        .map(|frame| (frame.number, frame.path.clone()))
        .collect();
    let (main, one, two) = (vec![], vec![2, 1], vec![2, 1, 3, 1]);
    let expected = [
        (0, &main),
        (1, &main),
        (2, &main),
        (2, &one),
        (3, &one),
        (3, &two),
        (3, &main),
    ];
    assert_eq!(
        frames,
        expected.map(|(number, path)| (number, path.clone()))
    );
    let turns: Vec<_> = timeline
        .frames()
        .iter()
        .map(|frame| frame.position.turn())
        .collect();
    assert_eq!(
        turns[..3],
        [None, Some("b3".to_owned()), Some("a2-c2".to_owned())]
    );
}

/// A turn that is expected to be illegal is not played even if it is legal: observers of the replay
/// do not see it.
#[test]
fn turns_expected_to_be_illegal_are_not_played() {
    for turn in ["b3", "resign", "b3 {[%irregular gipf/no-row]}"] {
        let text = TEXT.split("1. b3").next().unwrap();
        let timeline = timeline_of(&format!(
            "{text}1. {turn} {{[%expect gipf/off-board]}} 1. c2 *\n"
        ));
        let frames: Vec<_> = timeline
            .main_line()
            .map(|frame| (frame.number, frame.position.turn()))
            .collect();
        assert_eq!(frames, [(1, Some("c2".to_owned()))], "{turn}");
        assert_eq!(
            timeline
                .report
                .findings
                .iter()
                .filter(|finding| finding.code.id == "expect/unmet")
                .count(),
            1
        );
    }
}

#[test]
fn turns_are_found_by_id_not_by_number() {
    let timeline = timeline_of(TEXT);
    let record = timeline.record();
    // The illegal turn and the one that is played instead have the same number.
    let [_, refused, played, _] = record.moves.turns.as_slice() else {
        panic!("four turns")
    };
    assert_eq!((refused.number, played.number), (2, 2));
    assert!(timeline.frame(refused.id).is_none());
    assert_eq!(timeline.frame(played.id).unwrap().turn, Some(played.id));
    let ids: Vec<_> = record
        .turns()
        .map(|(_, node)| (node.id.line, node.id.index))
        .collect();
    assert_eq!(
        ids,
        [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (2, 0), (0, 3)]
    );
    assert_eq!(timeline.after(Some(2)).unwrap().turn, Some(played.id));
    assert_eq!(
        timeline.after(Some(7)).unwrap_err(),
        NoFrame::NoSuchTurn { asked: 7, last: 3 }
    );
}

/// The main line stopped if and only if a turn that should be played was not.
#[test]
fn a_replay_that_stopped_has_a_reason() {
    let mut stopped = 0;
    for path in corpus_files("") {
        for checked in checked_file(&path) {
            let Ok(timeline) = checked.timeline() else {
                continue;
            };
            let (record, reason) = (timeline.record(), timeline.stopped());
            let turns = record
                .moves
                .turns
                .iter()
                .filter(|node| !node.expects_refusal())
                .count();
            let is_whole = timeline.start().is_some() && timeline.main_line().count() == turns;
            assert_eq!(
                reason.is_none(),
                is_whole,
                "{} line {}",
                path.display(),
                record.source().first_line()
            );
            stopped += usize::from(reason.is_some());
        }
    }
    assert!(stopped > 100, "{stopped}");
}

mod slow {
    use super::*;

    /// A full timeline and the verdict without one agree, for every record of the corpus.
    #[test]
    fn the_verdict_agrees_with_the_timeline() {
        let mut boards = 0;
        for path in corpus_files("") {
            for alone in checked_file(&path) {
                let full = Checked::in_full(Record::clone(alone.record()), &Context::default());
                let reported = |checked: &Checked| {
                    let findings = checked.report.findings.iter();
                    let findings: Vec<_> = findings
                        .map(|found| {
                            (
                                found.code.id,
                                found.turn,
                                found.span,
                                found.message.clone(),
                                found.help.clone(),
                            )
                        })
                        .collect();
                    (
                        findings,
                        checked.report.turns,
                        checked.report.result.clone(),
                        checked.report.score.clone(),
                    )
                };
                assert_eq!(reported(&alone), reported(&full), "{}", path.display());
                for exhibit in alone
                    .report
                    .findings
                    .iter()
                    .filter_map(|finding| finding.exhibit.as_ref())
                {
                    boards += 1;
                    assert_eq!(
                        alone.report.board(exhibit).unwrap().text(),
                        exhibit.position,
                        "{}",
                        path.display()
                    );
                }
            }
        }
        assert!(boards > 200, "{boards}");
    }
}
