//! Tests that played turns become small edits of their records.

use pipscribe::notation::TurnId;
use pipscribe::prelude::*;
use pipscribe::publish::documents::PageKind;
use pipscribe::replay::choices::{NotWritten, written};
use pipscribe::text::edited;

use crate::support::{SETUPS, checked, corpus_files, random_game_of, timeline_of};

const TAGS: &str = r#"[Game "gipf"]
[Variant "basic"]

"#;

/// The text with a turn played after one that ends as `after` does, or at the start if `after` is
/// empty. The turn is then between angle brackets.
fn played(text: &str, after: &str, turn: &str) -> String {
    let timeline = timeline_of(text);
    let record = timeline.record();
    let behind = (!after.is_empty()).then(|| {
        let offset = text.find(after).unwrap() + after.len();
        record
            .turns()
            .find(|(_, node)| node.text.end as usize == offset)
            .unwrap()
            .1
            .id
    });
    let done = written(&timeline, behind, turn).unwrap();
    let mut new = edited(text, &done.edits).unwrap();
    let stands = Record::parse_str(&new)
        .turns()
        .find(|(_, node)| node.id == done.turn)
        .unwrap()
        .1
        .text;
    assert_eq!(stands, done.span);
    new.insert(done.span.end as usize, '>');
    new.insert(done.span.start as usize, '<');
    new
}

#[test]
fn a_turn_extends_its_line_or_becomes_a_variation() {
    for (moves, after, turn, expected) in [
        ("*\n", "", "b3", "1. <b3> *\n"),
        ("1. b3 *\n", "b3", "c2", "1. b3 2. <c2> *\n"),
        ("1. b3 *", "b3", "a2-c4", "1. b3 2. <a2-c4> *"),
        ("1. b3!$7 {x} *\n", "b3", "c2", "1. b3!$7 {x} 2. <c2> *\n"),
        ("b3 *\n", "b3", "c2", "b3 <c2> *\n"),
        ("b3 *\n", "", "c2", "b3 (1. <c2>) *\n"),
        ("b3 $1 c2 *\n", "", "c2", "b3 $1 (1. <c2>) c2 *\n"),
        (
            "1. b3 # note\n*\n",
            "b3",
            "c2",
            "1. b3 # note\n2. <c2>\n*\n",
        ),
        (
            "1. b3 # note\n2. c2 *\n",
            "",
            "c2",
            "1. b3 (1. <c2>) # note\n2. c2 *\n",
        ),
        (
            "1. b3{a}2. c2{b} *\n",
            "",
            "c2",
            "1. b3{a} (1. <c2>) 2. c2{b} *\n",
        ),
        // A turn that exists already is selected.
        ("1. b3 2. c2 *\n", "b3", "c2", "1. b3 2. <c2> *\n"),
        (
            "1. b3 (1. c2 2. d2) 2. c2 *\n",
            "",
            "c2",
            "1. b3 (1. <c2> 2. d2) 2. c2 *\n",
        ),
        ("1. a2-b3 2. c2 *\n", "", "b3", "1. <a2-b3> 2. c2 *\n"),
        (
            "1. b3 (1. c2 2. d2) 2. c2 *\n",
            "(1. c2",
            "b3",
            "1. b3 (1. c2 2. d2 (2. <b3>)) 2. c2 *\n",
        ),
        (
            "1. b3 (1. c2 2. d2) 2. c2 *\n",
            "2. d2",
            "b3",
            "1. b3 (1. c2 2. d2 3. <b3>) 2. c2 *\n",
        ),
        (
            "1. b3 (1. c2) {c} 2. c2 *\n",
            "",
            "d2",
            "1. b3 (1. c2) {c} (1. <d2>) 2. c2 *\n",
        ),
        // A turn that is expected to be illegal takes no number.
        (
            "1. b3 2. a2-d4 {[%expect gipf/not-in-line]} *\n",
            "b3",
            "c2",
            "1. b3 2. a2-d4 {[%expect gipf/not-in-line]} 2. <c2> *\n",
        ),
        (
            "1. b3 2. a2-d4 {[%expect gipf/not-in-line]} 2. c2 *\n",
            "b3",
            "d2",
            "1. b3 2. a2-d4 {[%expect gipf/not-in-line]} 2. c2 (2. <d2>) *\n",
        ),
        // Nor does an illegal turn, and another one can be played beside it.
        (
            "1. b3 2. a2-d4 *\n",
            "b3",
            "c2",
            "1. b3 2. a2-d4 (2. <c2>) *\n",
        ),
        ("", "", "b3", "1. <b3>\n"),
        ("{before} *\n", "", "b3", "{before} 1. <b3> *\n"),
    ] {
        assert_eq!(
            played(&format!("{TAGS}{moves}"), after, turn),
            format!("{TAGS}{expected}"),
            "{moves}"
        );
    }
}

#[test]
fn without_movetext_a_blank_line_comes_first() {
    let tags = "[Game \"gipf\"]\n[Variant \"basic\"]\n";
    assert_eq!(played(tags, "", "b3"), format!("{tags}\n1. <b3>\n"));
    assert_eq!(
        played(&tags.replace('\n', "\r\n"), "", "b3")
            .matches("\r\n")
            .count(),
        4
    );
}

#[test]
fn a_turn_that_ends_the_game_closes_an_open_result() {
    let start = |more: &str, moves: &str| format!("[Game \"pippip\"]\n{more}\n{moves}");
    for (tags, moves, new_tags, new_moves) in [
        (
            "[Result \"*\"]\n",
            "*\n",
            "[Result \"0-1\"]\n[Score \"0-0\"]\n",
            "1. <resign> 0-1\n",
        ),
        ("", "*\n", "", "1. <resign> 0-1\n"),
        ("", "", "", "1. <resign> 0-1\n"),
        (
            "[Result \"*\"]\n[Termination \"unfinished\"]\n",
            "*\n",
            "[Result \"0-1\"]\n[Score \"0-0\"]\n[Termination \"resignation\"]\n",
            "1. <resign> 0-1\n",
        ),
        (
            "[Result \"1-0\"]\n[Termination \"time\"]\n",
            "1-0\n",
            "[Result \"1-0\"]\n[Termination \"time\"]\n",
            "1. <resign> 1-0\n",
        ),
    ] {
        let text = start(tags, moves);
        let expected = start(new_tags, new_moves);
        let done = played(&text, "", "resign");
        assert_eq!(done, expected);
        let done = played(&text.replace('\n', "\r\n"), "", "resign");
        assert_eq!(done, expected.replace('\n', "\r\n"));
    }
}

#[test]
fn turns_that_cannot_be_written_are_reported() {
    let refused = |text: &str, after: Option<TurnId>, turn: &str| {
        written(&timeline_of(text), after, turn)
            .map(|done| done.edits)
            .unwrap_err()
            .to_string()
    };
    let first = Some(TurnId::default());
    let basic = format!("{TAGS}1. b3 *\n");
    assert!(refused(&basic, first, "a2-d4").contains("d4"));
    assert!(!refused(&basic, first, "nonsense").is_empty());
    assert!(
        refused(&basic, Some(TurnId { line: 3, index: 0 }), "c2")
            .contains("nothing can be played there")
    );
    assert!(refused("[Game \"gipf\"]\n\n*\n", None, "c2").contains("nothing can be played there"));
    assert!(
        refused(&format!("{TAGS}1. b3 {{never closed"), first, "c2")
            .contains("the turn cannot be added")
    );
    // The turn would become part of an unclosed variation.
    assert!(
        refused(&format!("{TAGS}1. b3 (1. c2 *\n"), first, "d2")
            .contains("the turn cannot be added")
    );
    let resigned = format!("{TAGS}1. b3 2. resign 1-0\n");
    let over = written(
        &timeline_of(&resigned),
        Some(TurnId { line: 0, index: 1 }),
        "c2",
    )
    .unwrap_err();
    assert!(matches!(over, NotWritten::Refused(finding) if finding.code.id == "turn/after-end"));
    let refusal = written(&timeline_of(&basic), first, "a2-d4").unwrap_err();
    assert!(
        matches!(refusal, NotWritten::Refused(finding) if finding.code.id == "gipf/not-in-line")
    );
}

/// A game that is written turn by turn is the record in canonical form.
#[test]
fn a_game_that_is_played_becomes_its_canonical_record() {
    for (setup, seed) in (0..SETUPS.len()).flat_map(|setup| (0..2).map(move |seed| (setup, seed))) {
        let game = random_game_of(setup, seed, 500);
        let whole = timeline_of(&game);
        let tags: String =
            game.lines()
                .take_while(|line| !line.is_empty())
                .fold(String::new(), |tags, line| match line {
                    line if line.starts_with("[Result") => tags + "[Result \"*\"]\n",
                    line if line.starts_with("[Score") => tags,
                    line => tags + line + "\n",
                });
        let mut text = format!("{tags}\n*\n");
        let mut last = None;
        for frame in &whole.frames()[1..] {
            let done = written(&timeline_of(&text), last, &frame.position.turn().unwrap()).unwrap();
            text = edited(&text, &done.edits).unwrap();
            last = Some(done.turn);
        }
        assert_eq!(text, game);
    }
}

fn codes(checked: &Checked) -> Vec<&'static str> {
    let mut codes: Vec<_> = checked
        .report
        .findings
        .iter()
        .map(|finding| finding.code.id)
        .collect();
    codes.sort_unstable();
    codes
}

/// In a block of a document, lines keep their margin.
#[test]
fn records_in_quoted_blocks_are_edited_in_place() {
    let page =
        "Text.\n\n> ```pips\n> [Game \"gipf\"]\n> [Variant \"basic\"]\n>\n> 1. b3 # note\n> ```\n";
    let raw = PageKind::Markdown.records(page.as_bytes()).remove(0);
    let timeline = Timeline::new(Record::parse(raw), &Context::default()).unwrap();
    let source = timeline.record().source();
    let done = written(&timeline, timeline.frames()[1].turn, "c2").unwrap();
    let [(span, new)] = done.edits.as_slice() else {
        panic!("{:?}", done.edits)
    };
    let place = source.in_file(*span);
    let mut after = page.to_owned();
    after.replace_range(
        place.start as usize..place.end as usize,
        &source.lines_in_file(new),
    );
    assert_eq!(after, page.replace("# note", "# note\n> 2. c2"));
    for index in 0..=u32::try_from(source.text().len()).unwrap() {
        let there = source
            .in_file(pipscribe::text::Span {
                start: index,
                end: index,
            })
            .start;
        assert_eq!(source.of_file(there), index);
    }
    assert_eq!(
        (source.of_file(0), source.of_file(9_999)),
        (0, source.text().len() as u32)
    );
}

mod slow {
    use super::*;

    /// In any record, a turn is written at its place, the findings stay, and nothing else changes.
    #[test]
    fn turns_can_be_added_to_corpus_records() {
        let files = ["gipf", "pippinzip", "pippip", "pipe", "notation"]
            .iter()
            .flat_map(|folder| corpus_files(folder));
        let mut tried = 0;
        for (number, path) in files.enumerate() {
            // A third of the records is enough to cover every form.
            for before in checked(&std::fs::read(&path).unwrap())
                .into_iter()
                .filter(|_| number % 3 == 0)
            {
                // Records that are not valid text are not rewritten here.
                if codes(&before).contains(&"syntax/encoding") {
                    continue;
                }
                let Ok(timeline) = Timeline::new(before.record().clone(), &Context::default())
                else {
                    continue;
                };
                let text = before.record().text();
                // A few positions of each record are enough, different ones in each record.
                for frame in timeline.frames().iter().skip(number % 5).step_by(17) {
                    let mut turns = Vec::new();
                    let _ = frame.position.visit_legal_turns(&mut |turn, _| {
                        turns.push(turn.to_string());
                        if turns.len() > 20 {
                            std::ops::ControlFlow::Break(())
                        } else {
                            std::ops::ControlFlow::Continue(())
                        }
                    });
                    let Some(turn) = turns.get(number % turns.len().max(1)) else {
                        continue;
                    };
                    let done = match written(&timeline, frame.turn, turn) {
                        Ok(done) => done,
                        Err(NotWritten::NoRoom) if before.record().has_syntax_errors() => continue,
                        Err(error) => panic!("{}: {turn}: {error}", path.display()),
                    };
                    let new = edited(text, &done.edits).unwrap();
                    for (span, _) in &done.edits {
                        let gone = span.slice(text);
                        assert!(
                            gone.trim_matches([' ', '\t', '\r', '\n', ')', '*'])
                                .is_empty()
                                || gone == "unfinished",
                            "{gone:?}"
                        );
                    }
                    let after = checked(new.as_bytes()).remove(0);
                    // A turn that ends the game may change the result that the record gives.
                    if done.position.result().is_none() {
                        assert_eq!(
                            codes(&after),
                            codes(&before),
                            "{}: {turn}\n{new}",
                            path.display()
                        );
                    }
                    let after = Timeline::new(after.record().clone(), &Context::default()).unwrap();
                    let stands = after.frame(done.turn).unwrap();
                    assert_eq!(stands.position.text(), done.position.text());
                    assert_eq!(
                        after.record().text_of(done.span),
                        after.record().text_of(after.node(stands).unwrap().text)
                    );
                    let again = written(&after, frame.turn, turn).unwrap();
                    assert!(
                        again.edits.is_empty() && again.position.text() == done.position.text()
                    );
                    tried += 1;
                }
            }
        }
        assert!(tried > 150, "{tried}");
    }
}
