//! Positions, diagrams and boards of other programs: import and export.

use pipscribe::draw::{Charset, Figure, write_text_figure};
use pipscribe::formats::{Assumptions, Imported, Pieces};
use pipscribe::games::Language;
use pipscribe::games::gipf::board::PushLine;
use pipscribe::games::gipf::{Action, Gipf};
use pipscribe::notation::Record;
use pipscribe::text::SourceText;
use proptest::prelude::*;

use super::{assumptions_of, games_of, value, written};
use crate::support::{
    RecordText, Run, SETUPS, cases, checked_file, corpus_files, foreign_format, judged,
    random_game_of, replayed, scene,
};

/// The position at the end.
fn last(record: &Record) -> String {
    let replayed = replayed(record);
    replayed
        .turns
        .last()
        .map_or(replayed.start.unwrap(), |turn| turn.position.clone())
}

fn reported(game: &Imported) -> Vec<(&'static str, String)> {
    game.findings
        .iter()
        .map(|finding| (finding.code.id, finding.message.to_string()))
        .collect()
}

/// The output for a record is read as its last position.
fn assert_comes_back(format: &str, written: &str, record: &Record, last: &str) {
    let back = games_of(format, written, &assumptions_of(record));
    assert_eq!(back.len(), 1, "{written}");
    let position = value(&Record::parse_str(&back[0].text), "Position");
    assert_eq!(
        position.as_deref(),
        Some(last),
        "{written}{:?}",
        reported(&back[0])
    );
    assert!(
        back[0].findings.iter().all(|finding| !finding.is_error()),
        "{written}{:?}",
        reported(&back[0])
    );
}

proptest! {
    #![proptest_config(cases(120))]

    #[test]
    fn positions_of_random_games_round_trip(seed in any::<u64>(), turns in 0..60_u32) {
        let record = Record::parse_str(&random_game_of(seed as usize % SETUPS.len(), seed, turns));
        let replayed = replayed(&record);
        prop_assume!(replayed.report.result.is_none());
        let (checked, last) = (judged(&record), replayed.last().unwrap());
        let written = foreign_format("position").write(&checked).unwrap().text;
        assert_comes_back("position", &written, &record, last);
        // The first stone of a pair is not drawn.
        prop_assume!(!written.contains("pair="));
        let written = foreign_format("diagram").write(&checked).unwrap().text;
        // If a table is too large for a figure, only its middle is drawn.
        prop_assume!(!written.contains("outside this figure"));
        assert_comes_back("diagram", &written, &record, last);
        let scene = scene(&record, None);
        let unicode = write_text_figure(&Figure::plain(scene), Charset::Unicode);
        assert_comes_back("diagram", &unicode, &record, last);
        if value(&record, "Variant").as_deref() == Some("basic") {
            match foreign_format("gdansk").write(&checked) {
                Ok(written) => assert_comes_back("gdansk", &written.text, &record, last),
                Err(error) => prop_assert!(error.to_string().contains("of four"), "{error}"),
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(40))]

    /// Consecutive diagrams are read in the same way as a whole and in pieces, as in streams. Each
    /// piece has one diagram, so that memory does not grow with their number.
    #[test]
    fn diagrams_are_split_at_their_start(seeds in prop::collection::vec(any::<u64>(), 2..7), caption in any::<bool>()) {
        let drawn = seeds.iter().map(|&seed| {
            let record = Record::parse_str(&random_game_of(seed as usize, seed, (seed % 50) as u32));
            let caption = if caption && seed % 3 == 0 { "\nA caption\n" } else { "" };
            foreign_format("diagram").write(&judged(&record)).unwrap().text + caption
        });
        let all = drawn.collect::<Vec<_>>().join("\n");
        let whole: Vec<_> = games_of("diagram", &all, &Assumptions::default());
        let pieces = Pieces::new(all.as_bytes(), foreign_format("diagram").info().cut);
        let pieces: Vec<_> = pieces.map(Result::unwrap).collect();
        prop_assert_eq!(pieces.len(), seeds.len(), "{}", all);
        let parts = pieces.iter().flat_map(|piece| {
            let text = SourceText::new(String::from_utf8(piece.bytes.clone()).unwrap(), piece.offset, piece.line);
            foreign_format("diagram").read(&text, &Assumptions::default())
        });
        let shown = |game: &Imported| format!("{}\n{:?}", game.text, reported(game));
        let parts: Vec<_> = parts.map(|game| shown(&game)).collect();
        prop_assert_eq!(parts, whole.iter().map(shown).collect::<Vec<_>>());
    }
}

#[test]
fn boards_typed_by_hand_are_read() {
    let gipf = "w\n. .\n. . .\nb . . W\n. . .\n. . . .\n. (.) .\n. b . .\n. . .\n+ + + +\n_ _ _\n. .\nB\nBlack: 3 in \
        reserve, to move\n\nA caption\nof two lines\n";
    let zip = ". b w\n\t. . .\n3 w . b\n\nSeat 1: Zip, white\nSeat 2: Pip, black, to move\n";
    let games = [
        games_of("diagram", gipf, &Assumptions::default()),
        games_of("diagram", zip, &Assumptions::default()),
        games_of("diagram", &zip.replace("3 w", "w"), &Assumptions::default()),
        games_of(
            "diagram",
            &zip.replace("3 w . b", "w . b x"),
            &Assumptions::default(),
        ),
        games_of(
            "diagram",
            &gipf.replace("b . . W", "b . W"),
            &Assumptions::default(),
        ),
    ];
    let shown = games.iter().flatten().map(|game| {
        let reported: Vec<_> = reported(game)
            .into_iter()
            .map(|(code, message)| format!("{code}: {message}\n"))
            .collect();
        format!("{}{}", game.text, reported.concat())
    });
    insta::assert_snapshot!(shown.collect::<Vec<_>>().join("----\n"));
}

#[test]
fn a_finished_game_is_reported() {
    for winner in [
        "1. take 2. a1 3. b1 4. a2 5. b2 6. c1 7. b3",
        "1. b1 2. b2 3. a1 4. b3",
    ] {
        let tags = RecordText::new("pippinzip").tag("Variant", "pipeline");
        let record = tags.tag("Size", 3).with_moves(format!("{winner} *"));
        let there = Run::new(&["convert", "-", "--to", "diagram"])
            .stdin(&record)
            .done()
            .expect_stdout("has won");
        let back = Run::new(&["convert", "-", "--variant", "pipeline"])
            .stdin(&there.stdout)
            .done()
            .expect_stderr("This game is over");
        assert_eq!(back.status(), Some(1));
    }
}

#[test]
fn several_diagrams_are_several_records() {
    let record = "[Game \"gipf\"]\n[Variant \"basic\"]\n\nb3 *\n";
    let diagrams = Run::new(&["convert", "-", "--to", "diagram"])
        .stdin(&format!("{record}\n{record}"))
        .done();
    let back = Run::new(&["convert", "-", "--variant", "basic"])
        .stdin(&diagrams.stdout)
        .done();
    assert_eq!(
        back.stdout()
            .matches("[Position \"bw1w/5/6/w5b/6/5/b2w b 11,12 0,0 - -\"]")
            .count(),
        2,
        "{}",
        back.stderr()
    );
    assert_eq!(back.stderr(), "");
}

/// The start of the basic game in the protocol.
const START: &str = "4 4 15 15
12 12 W
   W _ _ B
  _ _ _ _ _
 _ _ _ _ _ _
B _ _ _ _ _ W
 _ _ _ _ _ _
  _ _ _ _ _
   W _ _ B
";

#[test]
fn the_start_is_that_of_the_protocol() {
    assert_eq!(
        written("gdansk", "[Game \"gipf\"]\n[Variant \"basic\"]\n\n*\n"),
        START
    );
}

#[test]
fn invalid_protocol_boards_are_reported() {
    let board = &format!("LOAD_GAME_BOARD\n{START}");
    let good = games_of("gdansk", board, &Assumptions::default());
    assert_eq!(reported(&good[0]), []);
    for (from, to, at) in [
        ("4 4 15", "3 3 15", "3 3 15 15"),
        ("12 12 W", "12 W", "12 W"),
        ("12 12 W", "13 12 W", "4 4 15 15"),
        (" _ _ _ _ _ _\nB", " _ _ _ _ _\nB", "_ _ _ _ _"),
        ("   W _ _ B\n", "", "4 4 15 15"),
    ] {
        let text = board.replacen(from, to, 1);
        let found = games_of("gdansk", &text, &Assumptions::default());
        let finding = &found[0].findings[0];
        assert_eq!(
            (finding.code.id, finding.span.slice(&text)),
            ("import/board", at),
            "{text}"
        );
    }
}

/// A game as a session of the protocol: the start, and a move for each turn.
fn session(record: &Record, names_rows: bool) -> String {
    let mut text = format!("LOAD_GAME_BOARD\n{START}");
    for (turn, colour) in replayed(record)
        .turns
        .iter()
        .zip(["w:", "b:"].iter().cycle())
    {
        for action in &Gipf::parse_turn(&turn.text).unwrap().actions {
            match action {
                Action::Push(push) => {
                    let goes = |line: &PushLine| match push.from {
                        Some(from) => {
                            from.point() == Some(line.dot)
                                && line.path().any(|spot| Some(spot) == push.to.spot())
                        }
                        None => line.path().next() == push.to.spot(),
                    };
                    let line = PushLine::all().find(goes).unwrap();
                    text.push_str(&format!(
                        "\nDO_MOVE {}-{}",
                        line.dot,
                        line.path().next().unwrap()
                    ));
                }
                // Removals before a push are written after the previous move.
                Action::Remove(items) if names_rows => {
                    let [first, last] =
                        [items.first(), items.last()].map(|item| item.unwrap().spot);
                    text.push_str(&format!(" {colour} {first} {last}"));
                }
                Action::Remove(_) => {}
            }
        }
    }
    text + "\nPRINT_GAME_BOARD\n"
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn moves_of_the_protocol_are_turns(seed in any::<u64>(), turns in 1..120_u32) {
        let record = Record::parse_str(&random_game_of(0, seed, turns));
        prop_assert_eq!(value(&record, "Variant"), Some("basic".to_owned()));
        let games = games_of("gdansk", &session(&record, true), &Assumptions::default());
        prop_assert_eq!(games.len(), 1);
        prop_assert_eq!(reported(&games[0]), []);
        let texts = |record: &Record| -> Vec<String> {
            let turns = record.moves.turns.iter().map(|turn| record.text_of(turn.text).to_owned());
            turns.filter(|text| text != "resign").collect()
        };
        prop_assert_eq!(texts(&Record::parse_str(&games[0].text)), texts(&record));
        // Without names, the turn is the same unless rows cross, which makes the removed row
        // ambiguous. The order of rows that do not cross is free.
        let games = games_of("gdansk", &session(&record, false), &Assumptions::default());
        let codes: Vec<_> = reported(&games[0]).into_iter().map(|(code, _)| code).collect();
        prop_assert!(codes.is_empty() || codes[0] == "gipf/removal-ambiguous", "{:?}", codes);
    }
}

#[test]
fn invalid_protocol_moves_are_reported() {
    let start = session(
        &Record::parse_str("[Game \"gipf\"]\n[Variant \"basic\"]\n\n*\n"),
        true,
    );
    let cases = [
        (
            "DO_MOVE a2-b3\nMOVE_COMMITTED\nDO_MOVE a2 - b3\nPRINT_GAME_STATE\n",
            vec![],
            "1. b3 2. a2-c4 *",
        ),
        ("DO_MOVE a1-b2\n", vec![], "1. a1-c3 *"),
        (
            "DO_MOVE a2-c4\n",
            vec![("gipf/wrong-landing", "c4")],
            "1. a2-c4 *",
        ),
        (
            "DO_MOVE a2-b3 w: b2 e5\n",
            vec![("import/value", "a2-b3 w: b2 e5")],
            "1. b3 *",
        ),
        ("DO_MOVE a2\n", vec![("gipf/off-board", "a2")], "1. a2 *"),
        ("DO_MOVE\n", vec![("syntax/token", "DO_MOVE")], "1. _ *"),
        (
            "DO_MOVE b3\nDO_MOVE a2-b3\n",
            vec![("import/token", "b3")],
            "1. b3 2. a2-c4 *",
        ),
        (
            "DO_MOVE a2-b3\nDO_MOVE a1-a2\nDO_MOVE a2-b3\n",
            vec![("gipf/off-board", "a2"), ("import/left-out", "a2-b3")],
            "1. b3 2. a1-a2 {the source continues, in its own notation: a2-b3} *",
        ),
        (
            "BAD_MOVE_x\nDO_MOVE a2-b3\n",
            vec![("import/token", "BAD_MOVE_x")],
            "1. b3 *",
        ),
    ];
    for (moves, faults, line) in cases {
        let text = start.replace("PRINT_GAME_BOARD\n", moves);
        let games = games_of("gdansk", &text, &Assumptions::default());
        let found: Vec<_> = games[0]
            .findings
            .iter()
            .map(|finding| (finding.code.id, finding.span.slice(&text)))
            .collect();
        assert_eq!(
            (found, games[0].text.lines().last()),
            (faults, Some(line)),
            "{moves}"
        );
    }
    // An unreadable board has no moves, which is reported.
    let text = start
        .replace("4 4 15", "3 3 15")
        .replace("PRINT_GAME_BOARD", "DO_MOVE a2-b3");
    let game = games_of("gdansk", &text, &Assumptions::default()).remove(0);
    assert_eq!(
        reported(&game)
            .into_iter()
            .map(|(code, _)| code)
            .collect::<Vec<_>>(),
        ["import/board", "import/left-out"]
    );
    // Moves belong to the board before them.
    let two = games_of(
        "gdansk",
        &format!(
            "DO_MOVE a2-b3\n{0}DO_MOVE a2-b3\n{0}DO_MOVE b1-b2\n",
            start.replace("PRINT_GAME_BOARD\n", "")
        ),
        &Assumptions::default(),
    );
    let last: Vec<_> = two
        .iter()
        .map(|game| game.text.lines().last().unwrap_or_default().to_owned())
        .collect();
    assert_eq!(last[0], "");
    assert_eq!(reported(&two[0])[0].0, "import/token");
    assert_eq!(last.len(), 3);
}

#[test]
fn a_row_on_a_protocol_board_is_reported() {
    let board = "4 4 15 15\n9 11 W\n   W _ _ B\n  _ _ _ _ _\n _ _ _ _ _ _\nB W W W W _ _\n _ _ _ _ _ _\n  _ _ _ _ \
        _\n   B _ _ B\n";
    let game = games_of(
        "gdansk",
        &format!("{board}DO_MOVE a2-b3\n"),
        &Assumptions::default(),
    )
    .remove(0);
    assert_eq!(
        reported(&game),
        [(
            "import/assumed",
            "There is a row of four on this board: White has c3-f5.".to_owned()
        )]
    );
    assert!(
        game.text.ends_with("1. xb2*,c3,d4,e5,f5;b3 *\n"),
        "{}",
        game.text
    );
}

/// A push completes two rows that do not cross, and no move names them.
#[test]
fn two_rows_that_do_not_cross_may_be_removed_in_any_order() {
    let board = "4 4 15 15\n5 6 B\n   W _ B _\n  B B B W _\n B W W W _ _\nB W B _ _ _ W\n W B W _ _ _\n  _ W _ _ \
        _\n   B _ _ _\n";
    let game = games_of(
        "gdansk",
        &format!("{board}DO_MOVE a5-b5\n"),
        &Assumptions::default(),
    )
    .remove(0);
    assert_eq!(reported(&game), []);
    let turn = game.text.lines().last().unwrap();
    assert!(
        turn.matches(";x").count() == 2 && turn.ends_with(" *"),
        "{turn}"
    );
    let other = games_of(
        "gdansk",
        &format!("{board}DO_MOVE a5-b5 b: e5 b5\n"),
        &Assumptions::default(),
    )
    .remove(0);
    assert!(
        reported(&other)
            .iter()
            .all(|(code, _)| *code != "gipf/removal-ambiguous"),
        "{:?}",
        reported(&other)
    );
}

/// The protocol has no board on which a row is still there.
#[test]
fn a_board_with_a_row_is_not_written() {
    let text = "[Game \"gipf\"]\n[Variant \"basic\"]\n[Position \"4/5/6/1wwww2/6/5/b3 w 8,12 0,0 - -\"]\n\n*\n";
    let error = foreign_format("gdansk")
        .write(&judged(&Record::parse_str(text)))
        .unwrap_err()
        .to_string();
    assert!(error.contains("White has e3-e6"), "{error}");
    let played = text.replace("\n\n*", "\n\n1. xe3,e4,e5,e6;b3 *");
    assert!(
        foreign_format("gdansk")
            .write(&judged(&Record::parse_str(&played)))
            .is_ok()
    );
}

#[test]
fn assumed_settings_are_reported_and_can_be_given() {
    let position = "B2W/5/6/W5B/6/5/B2W w 12,12 0,0 - -\n";
    Run::new(&["convert", "-"])
        .stdin(&position)
        .done()
        .expect_status(0)
        .expect_stderr("import/assumed");
    let output = Run::new(&["convert", "-", "--variant", "tournament", "--game", "gipf"])
        .stdin(&position)
        .done();
    assert_eq!(output.stderr(), "");
    assert!(output.stdout().contains("[Variant \"tournament\"]"));
    Run::new(&["convert", "-", "--from", "position", "--game", "pippip"])
        .stdin(&position)
        .done()
        .expect_status(1)
        .expect_stderr("tag/unknown-value");
}

/// Every position of the corpus, round trip.
mod slow {
    use super::*;

    #[test]
    fn positions_of_the_corpus_round_trip() {
        let mut count = 0;
        for path in corpus_files("") {
            for checked in checked_file(&path) {
                let is_sound = checked.report.is_valid() && checked.report.result.is_none();
                let Some(_) = checked.game.filter(|_| is_sound) else {
                    continue;
                };
                let Ok(written) = foreign_format("position").write(&checked) else {
                    continue;
                };
                let back = games_of("position", &written.text, &assumptions_of(checked.record()));
                let back = Record::parse_str(&back[0].text);
                assert_eq!(
                    value(&back, "Position"),
                    Some(last(checked.record())),
                    "{}",
                    path.display()
                );
                count += 1;
            }
        }
        assert!(count > 300, "{count}");
    }
}
