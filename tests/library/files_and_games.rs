//! The library as its users see it: files, played games, figures.

use std::ops::ControlFlow;

use pipscribe::games::Context;
use pipscribe::notation::likely_tag;
use pipscribe::prelude::*;
use pipscribe::replay::RandomGame;

use crate::support::{corpus_files, replayed};

#[test]
fn a_file_a_stream_and_bytes_give_the_same() {
    for path in corpus_files("notation") {
        let bytes = std::fs::read(&path).unwrap();
        let reported = |checked: &Checked| {
            let findings = checked.report.findings.iter();
            findings
                .map(|finding| (finding.code.id, checked.place(finding)))
                .collect::<Vec<_>>()
        };
        let records: Vec<_> = check_bytes(&bytes).iter().map(reported).collect();
        let streamed: Vec<_> = check_reader(bytes.as_slice())
            .map(|checked| reported(&checked.unwrap()))
            .collect();
        assert_eq!(records, streamed, "{}", path.display());
        for (code, place) in records.iter().flatten() {
            let line = 1 + bytes[..place.bytes.start as usize]
                .iter()
                .filter(|&&byte| byte == b'\n')
                .count() as u64;
            assert_eq!(place.line, line, "{code} {}", path.display());
        }
    }
    assert!(check_str("# Nothing but a comment.\n\n").is_empty());
    assert_eq!(check_str("text\n[Game \"gipf\"]\n").len(), 2);
}

/// The tags with which each game is played here.
const TAGS: [&str; 6] = [
    "[Game \"gipf\"]\n[Variant \"tournament\"]\n",
    "[Game \"gipf\"]\n[Variant \"basic\"]\n[Options \"reserve=13,12 out=empty\"]\n",
    "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"5\"]\n[Players \"3\"]\n",
    "[Game \"pippip\"]\n[Options \"store=roll\"]\n",
    "[Game \"pipe\"]\n[Variant \"both\"]\n[Deck \"twin-works\"]\n",
    "[Game \"pipe\"]\n[Variant \"fields\"]\n[Deck \"twin-works\"]\n",
];

#[test]
fn a_game_that_is_played_is_the_record_that_it_writes() {
    for tags in TAGS {
        let record = Record::parse_str(tags);
        let game: GameId = record.tag("Game").unwrap().value.parse().unwrap();
        let tags: Vec<(String, String)> = record
            .tags
            .iter()
            .map(|tag| (tag.name.to_string(), tag.value.to_string()))
            .collect();
        let context = Context::default();
        let random = RandomGame {
            tags: &tags,
            seed: 7,
            index: 0,
            most_turns: 60,
            context: &context,
        };
        let text = game.random(&random).unwrap();
        let mut reordered = tags.clone();
        reordered[1..].reverse();
        let tags = &reordered;
        assert_eq!(game.random(&RandomGame { tags, ..random }).unwrap(), text);
        let played = Record::parse_str(&text);
        let timeline = Timeline::new(played.clone(), &Context::default()).unwrap();
        assert_eq!(timeline.canonical().unwrap(), text);
        let replayed = replayed(&played);
        let mut live = LiveGame::start(&text).unwrap();
        assert_eq!(Some(live.position().text()), replayed.start);
        for turn in &replayed.turns {
            assert_eq!(live.position().to_move(), turn.seat, "{text}");
            assert_eq!(
                live.position().parse(&turn.text).unwrap(),
                turn.text.as_str()
            );
            assert_eq!(live.play(&turn.text).unwrap(), turn.text.as_str());
            assert_eq!(live.position().text(), turn.position);
        }
        assert_eq!(live.position().result().cloned(), replayed.report.result);
        assert_eq!(live.record(), text);
        assert_eq!(live.turn_count(), replayed.turns.len());
        assert!(write_svg(&live.position().scene()).starts_with("<svg"));
    }
}

/// An expectation about the tags (notation 3) does not stop a game from being continued.
#[test]
fn every_valid_record_of_the_corpus_can_be_begun() {
    let mut begun = 0;
    for path in corpus_files("") {
        for checked in check_bytes(&std::fs::read(&path).unwrap()) {
            let start = checked
                .timeline()
                .ok()
                .and_then(|timeline| timeline.after(Some(0)).ok());
            let (true, Some(start)) = (checked.report.is_valid(), start) else {
                continue;
            };
            let live = LiveGame::start_of(checked.record().clone(), &Context::default());
            let live =
                live.unwrap_or_else(|finding| panic!("{}: {}", path.display(), finding.message));
            assert_eq!(
                live.position().text(),
                start.position.text(),
                "{}",
                path.display()
            );
            let again = &check_str(&live.record())[0];
            let fault = again
                .report
                .findings
                .iter()
                .find(|finding| finding.is_error())
                .map(|finding| finding.code.id);
            assert!(
                fault.is_none_or(|id| checked.record().text().contains(&format!("[%expect {id}]"))),
                "{fault:?}"
            );
            begun += 1;
        }
    }
    assert!(begun > 500, "{begun}");
}

/// A player cannot play a waived turn; a game that follows such a record keeps its waivers.
#[test]
fn a_game_can_include_waived_turns() {
    let text = "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Result \"*\"]\n[Size \"5\"]\n\n\
                1. c3 2. take 3. a1,a2 {[%irregular pippinzip/adjacent-pair]} 4. b2 *\n";
    let checked = &check_str(text)[0];
    let mut live = LiveGame::start_of(checked.record().clone(), &Context::default()).unwrap();
    for frame in checked.timeline().unwrap().main_line().take(3) {
        let irregular = if frame.number == 3 {
            vec!["pippinzip/adjacent-pair"]
        } else {
            Vec::new()
        };
        live.follow(frame.position.clone(), &irregular);
    }
    assert_eq!(live.play("b2").unwrap(), "b2");
    assert_eq!((live.record(), live.turn_count()), (text.to_owned(), 4));
}

#[test]
fn games_of_a_record_have_its_waivers() {
    let text = "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Result \"*\"]\n[Size \"5\"]\n\n\
                1. c3 2. take 3. a1,a2 {[%irregular pippinzip/adjacent-pair]} (3. a1,b2 4. c1) 4. b2 *\n";
    let checked = &check_str(text)[0];
    let games = LiveGame::at_frames(checked.timeline().unwrap());
    let waived: Vec<_> = games.iter().map(|game| game.irregular().len()).collect();
    assert_eq!(waived, [0, 0, 0, 1, 0, 0, 0]);
    let mut last = games[6].clone();
    assert!(
        last.record()
            .contains("3. a1,a2 {[%irregular pippinzip/adjacent-pair]} 4. b2")
    );
    assert!(games[5].record().ends_with("3. a1,b2 4. c1 *\n"));
    assert!(last.undo().is_some_and(|turn| turn == "b2"));
    assert_eq!(last.record_as_played(), games[3].record_as_played());
}

/// `with_fix` is for callers that have the record; the same fix is available without it.
#[test]
fn suggested_fixes_are_available_with_the_record() {
    let path = crate::support::root().join("corpus/slips/characters/gipf-swapped-dot.pips");
    let text = std::fs::read_to_string(path).unwrap();
    let checked = Checked::from_text(&text);
    let first = checked.first_error_with_fix().unwrap();
    assert!(first.fix.is_some() && checked.report.findings[0].fix.is_none());
    let reported = &checked.with_fix().report.findings[0];
    assert_eq!((&reported.help, &reported.fix), (&first.help, &first.fix));
    let sound = Checked::from_text("[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 *\n");
    assert!(sound.first_error_with_fix().is_none());
    // Without an error, nothing is searched, so the record does not have to be parsed in full.
    assert!(!sound.is_parsed());
}

/// A record that begins late in its file is not searched, neither for fixes nor for settings.
#[test]
fn records_far_from_the_beginning_are_not_searched() {
    let wrong_variant = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. Gb3 2. Gh3 *\n";
    let near = check_str(wrong_variant).remove(0);
    assert!(near.first_error_with_fix().is_some());
    let filler = "# A line of a comment.\n".repeat(300 * 1024 / 23);
    let far = check_str(&(filler + "\n" + wrong_variant)).remove(0);
    assert!(far.report.first_error().is_some());
    assert!(far.first_error_with_fix().is_none());
}

#[test]
fn an_illegal_turn_changes_nothing() {
    let mut live = LiveGame::start(TAGS[1]).unwrap();
    let before = live.position().text();
    for (turn, code, span) in [
        ("a2-d4", "gipf/not-in-line", 3..5),
        ("swap", "turn/not-for-this-game", 0..4),
        ("b3;xe5", "gipf/no-row", 3..6),
        ("", "syntax/token", 0..0),
    ] {
        let finding = live.play(turn).unwrap_err();
        assert_eq!((finding.code.id, finding.span.range()), (code, span));
        assert_eq!(finding.turn, 1);
    }
    assert!(
        live.play("a2-d4")
            .unwrap_err()
            .help
            .unwrap()
            .contains("Nearest legal turn")
    );
    assert_eq!(live.position().text(), before);
    assert_eq!(live.play("resign").unwrap(), "resign");
    assert_eq!(live.play("b3").unwrap_err().code.id, "turn/after-end");
    assert_eq!(
        (
            live.position().legal_turns().len(),
            live.position().count_legal_turns(0),
            live.position().text()
        ),
        (0, Some(0), before)
    );
    assert!(
        live.record().ends_with("1. resign 0-1\n"),
        "{}",
        live.record()
    );
}

#[test]
fn incomplete_tags_yield_no_game() {
    let refused = |tags: &str| LiveGame::start(tags).err().map(|finding| finding.code.id);
    assert_eq!(refused(""), Some("tag/missing"));
    assert_eq!(refused("[Game \"chess\"]\n"), Some("tag/missing"));
    assert_eq!(refused("[Game \"gipf\"]\n"), Some("tag/missing"));
    assert_eq!(
        refused("[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"2\"]\n"),
        Some("tag/unknown-value")
    );
    assert_eq!(
        refused("[Game \"pipe\"]\n[Variant \"both\"]\n[Deck \"none\"]\n"),
        Some("deck/unknown")
    );
}

#[test]
fn legal_turns_can_be_counted_and_cut_short() {
    let live =
        LiveGame::start("[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"19\"]\n").unwrap();
    assert_eq!(live.position().count_legal_turns(20_000), Some(7_841_282));
    assert_eq!(live.position().count_legal_turns(5), None);
    let mut seen = 0;
    let _ = live.position().visit_legal_turns(&mut |_, _| {
        seen += 1;
        if seen < 3 {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    assert_eq!(seen, 3);
}

#[test]
fn a_mark_off_the_board_is_reported() {
    let scene = LiveGame::start(TAGS[0]).unwrap().position().scene();
    let mut view = View::default();
    view.caption = Some("Four marks".into());
    let off_board = Annotations {
        marks: vec![(Mark::Cross, "z9".into())],
        ..Annotations::default()
    };
    let figure = Figure::new(scene.clone(), &off_board, &view).unwrap();
    assert_eq!(figure.unknown, ["z9"]);
    let on_board = Annotations {
        marks: vec![(Mark::Square, "e5".into())],
        labels: vec![("c3".into(), "A".into())],
        lines: vec![("b2".into(), "b5".into())],
        ..Annotations::default()
    };
    let figure = Figure::new(scene, &on_board, &view).unwrap();
    assert!(
        figure.words.contains("e5") && figure.unknown.is_empty(),
        "{}",
        figure.words
    );
}

#[test]
fn positions_are_equal_if_play_continues_from_them_alike() {
    let starts: Vec<Position> = TAGS
        .iter()
        .map(|tags| LiveGame::start(tags).unwrap().position().clone())
        .collect();
    for (index, start) in starts.iter().enumerate() {
        assert!(
            starts
                .iter()
                .enumerate()
                .all(|(other, position)| (position == start) == (other == index))
        );
        let turn = &start.legal_turns()[0];
        let after = start.play(turn).unwrap();
        assert!(
            after == start.play(turn).unwrap()
                && after != *start
                && after != start.play("resign").unwrap()
        );
    }
    let gipf = &starts[0];
    assert_eq!(gipf.play("Gb3").unwrap(), gipf.play("Ga2-b3").unwrap());
}

#[test]
fn counts_of_sequences_share_a_budget() {
    let start = LiveGame::start("[Game \"gipf\"]\n[Variant \"basic\"]\n")
        .unwrap()
        .position()
        .clone();
    let mut steps = 1_000;
    assert_eq!(start.perft(2, &mut steps), Some(vec![30, 924]));
    assert!(steps < 1_000);
    assert_eq!(start.perft(2, &mut steps), None);
}

#[test]
fn a_game_knows_its_tags() {
    for (game, known, unknown, similar) in [
        (GameId::Gipf, "Event", "Size", None),
        (GameId::Pippinzip, "Size", "Sizes", Some("Size")),
        (GameId::Pipe, "Hand2", "Hand9", None),
        (GameId::Pippip, "Position", "Optoins", Some("Options")),
    ] {
        assert!(
            game.knows_tag(known) && !game.knows_tag(unknown),
            "{known} {unknown}"
        );
        if similar.is_some() {
            assert_eq!(likely_tag(unknown, game.tags()).as_deref(), similar);
        }
    }
}

mod slow {
    use super::*;

    /// The game at a frame has the turns of the frame's line, and a record of it leads there again.
    #[test]
    fn a_game_is_at_every_frame() {
        let mut seen = 0;
        for path in corpus_files("") {
            for checked in check_bytes(&std::fs::read(&path).unwrap()) {
                let Ok(timeline) = checked.timeline() else {
                    continue;
                };
                let games = LiveGame::at_frames(timeline);
                assert_eq!(games.len(), timeline.frames().len(), "{}", path.display());
                for (frame, game) in timeline.frames().iter().zip(&games) {
                    assert_eq!(game.position(), &frame.position, "{}", path.display());
                    assert_eq!(game.history().last(), frame.position.last_turn());
                    assert_eq!(game.history().count(), game.turn_count());
                    assert_eq!(game.turn_count(), frame.number as usize);
                }
                let Some(last) = games.last() else { continue };
                let again = Record::parse_str(&last.record_as_played());
                let again = Timeline::new(again, &Context::default()).unwrap();
                let reached = &again.after(None).unwrap().position;
                assert_eq!(reached, last.position(), "{}", path.display());
                seen += games.len();
            }
        }
        assert!(seen > 5_000, "{seen}");
    }
}
