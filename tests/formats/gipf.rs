//! GIPF notations of other programs.

use pipscribe::findings::Finding;
use pipscribe::formats::Assumptions;
use pipscribe::notation::Record;
use proptest::prelude::*;

use super::{assumptions_of, bare, corpus, game_of, games_of, written};
use crate::support::{Run, cases, foreign_format, judged, random_game_of, report};

#[test]
fn a_real_game_goes_through_every_style() {
    for name in ["game-a", "game-b-corrected"] {
        let record = corpus(&format!("gipf/real/{name}.pips"));
        let record = &record[record.find("[Game").unwrap()..];
        for format in ["gipf.com", "gipf.com-short", "gipf.first-spot"] {
            let text = written(format, record);
            let back = game_of(format, &text, &assumptions_of(&Record::parse_str(record)));
            assert_eq!(bare(&back.text), bare(record), "{name} {format}\n{text}");
        }
    }
    let record = corpus("gipf/real/game-a.pips");
    insta::assert_snapshot!(written(
        "gipf.com-short",
        &record[record.find("[Game").unwrap()..]
    ));
}

#[test]
fn the_game_decides_which_spot_is_named() {
    let record = corpus("gipf/real/game-a.pips");
    let text = written("gipf.first-spot", &record[record.find("[Game").unwrap()..]);
    Run::new(&["convert", "-", "--options", "out=empty"])
        .stdin(&text)
        .done()
        .expect_stderr("read as gipf.first-spot")
        .expect_stdout("a5-g3;xb3*,c4*,d5,g6");
    let file = "corpus/formats/gipf.com/game-b-with-errors.txt";
    assert!(
        !Run::new(&["convert", file])
            .done()
            .stderr()
            .contains("first-spot")
    );
}

proptest! {
    #![proptest_config(cases(12))]

    #[test]
    fn random_games_round_trip_in_every_style(seed in any::<u64>()) {
        let record = random_game_of(seed as usize % 3, seed, 90);
        for format in ["gipf.com-short", "gipf.first-spot"] {
            let text = written(format, &record);
            let back = game_of(format, &text, &assumptions_of(&Record::parse_str(&record)));
            prop_assert!(back.findings.is_empty(), "{} {:?}", text, back.findings);
            prop_assert_eq!(bare(&back.text), bare(&record), "{}", text);
        }
        prop_assert!(report(&Record::parse_str(&record)).findings.is_empty());
    }
}

#[test]
fn a_turn_after_an_error_is_written_whatever_its_expectation() {
    let record = |command: &str| {
        format!(
            "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. a2-c5 3. c2 {{[%expect {command}]}} *\n"
        )
    };
    for (command, written) in [
        ("legal", true),
        ("moves 30", true),
        ("gipf/off-board", false),
    ] {
        let record = Record::parse_str(&record(command));
        for name in ["gipf.com", "gipf.com-short", "gipf.first-spot"] {
            let text = foreign_format(name).write(&judged(&record)).unwrap().text;
            assert_eq!(
                text.lines().any(|line| line == "c2"),
                written,
                "{name} {command}\n{text}"
            );
        }
    }
}

/// A page as copied by a user, with text before the game and between its turns.
const PAGE: &str = "Game 7-03\n\nAnn Lee (NL) versus Bo (B)\nClub Open, Round 4\nLondon, August 26, 2000\n\n\
                    A sentence about the event.\nBo is in trouble early.\n\n1. Gg2 (16)\nGh4 (16\n\
                    2. Gg1-g3 (14)\nGh2 (14)\nThis is a comment on the game.\n3. Gh1-h3 (12) a good reply\n\
                    Gi2-g4 (12)\nBlack resigns\n";

fn converted(text: &str) -> (Option<i32>, String, String) {
    let output = Run::new(&["convert", "-"]).stdin(&text).done();
    (output.status(), output.stdout(), output.stderr())
}

#[test]
fn a_page_with_text_is_one_game() {
    let (_, record, reported) = converted(PAGE);
    let expected = "[Game \"gipf\"]\n[Variant \"tournament\"]\n[Event \"Club Open\"]\n[Site \"London\"]\n[Round \
        \"4\"]\n\
                    [Date \"2000-08-26\"]\n[Player1 \"Ann Lee\"]\n[Player2 \"Bo\"]\n\
                    [Termination \"resignation\"]\n[Country1 \"NL\"]\n[Country2 \"B\"]\n\n\
                    {Game 7-03} {A sentence about the event.\nBo is in trouble early.} 1. Gg2 2. Gh4 3. Gg1-g3 4. Gh2\n\
                    {This is a comment on the game.} 5. Gh1-h3 {a good reply} 6. Gi2-g4 1-0\n";
    assert_eq!(record, expected, "{reported}");
    // The unclosed parenthesis is the only error.
    assert_eq!(reported.matches("import/token").count(), 1, "{reported}");
    assert_eq!(
        converted(&PAGE.replace("(16\n", "(16)\n")).0,
        Some(0),
        "{reported}"
    );
    // Two pages are two games, read as a stream or at once.
    let two = format!("{PAGE}\n{PAGE}");
    assert_eq!(converted(&two).1, format!("{expected}\n{expected}"));
    let games = games_of("gipf.com", &two, &Assumptions::default());
    assert_eq!(
        games
            .iter()
            .map(|game| game.text.as_str())
            .collect::<Vec<_>>(),
        [expected; 2]
    );
}

#[test]
fn text_makes_no_turns() {
    for (text, turns) in [
        (
            "White            Black\n1. Gg2 (16)      Gh4 (16)\n2. Gg1-g3 (14)   Gh2 (14)\n1-0\n",
            "1. Gg2 2. Gh4 3. Gg1-g3 4. Gh2 1-0",
        ),
        (
            "Gg2 (16)     1   Gh4 (16)\nGg1-g3 (14)  2   Gh2 (14)\n",
            "1. Gg2 2. Gh4 3. Gg1-g3 4. Gh2 *",
        ),
        (
            "| White | Black |\n|:-----|---:|\n| Gg2 | Gh4 |\n",
            "1. Gg2 2. Gh4 *",
        ),
        ("-----\n1. Gg2 Gh4\n=====\n", "1. Gg2 2. Gh4 *"),
        ("# White Black\n1 Gg2 Gh4\n", "1. Gg2 2. Gh4 *"),
        (
            "Ann and Bo\n1. Gg2 (16)\nA sentence on g3 and more.\nGh4 (16)\n",
            "{Ann and Bo} 1. Gg2 {A sentence on g3 and more.} 2. Gh4 *",
        ),
        (
            "Text.\n\n1. Gg2 Gh4\n\nMore text.\n\n2. Gd2 Gf2\n",
            "{Text.} 1. Gg2 2. Gh4 {More text.} 3. Gd2 4. Gf2 *",
        ),
        (
            "Text.\n\n1. Gg2 Gh4\n\nThe end.\n",
            "{Text.} 1. Gg2 2. Gh4 {The end.} *",
        ),
    ] {
        let (_, record, reported) = converted(text);
        assert_eq!(
            record.split_once("\n\n").map(|(_, moves)| moves.trim_end()),
            Some(turns),
            "{text}: {reported}"
        );
    }
    // Text without a game cannot be read.
    assert_eq!(
        converted("A sentence.\n\nAnother one, about b3.\n").0,
        Some(2)
    );
}

#[test]
fn results_in_words_are_read() {
    for (text, moves, termination) in [
        (
            "1. Gg2 (16)\nGh4 (16)\nBlack resigns\n",
            "1. Gg2 2. Gh4 1-0",
            Some("resignation"),
        ),
        (
            "1. Gg2 (16)\nGh4 (16)\nWhite resigns\n",
            "1. Gg2 2. Gh4 3. resign 0-1",
            None,
        ),
        (
            "Gg2 / Gh4 / Black resigns\n",
            "1. Gg2 2. Gh4 1-0",
            Some("resignation"),
        ),
        (
            "1. Gg2 (16)\nGh4 (16)\nWhite wins on time.\n",
            "1. Gg2 2. Gh4 1-0",
            Some("time"),
        ),
        (
            "1. Gg2 (16)\nGh4 (16)\nBlack resigns\n1-0\n",
            "1. Gg2 2. Gh4 1-0",
            Some("resignation"),
        ),
        (
            "1. Gg2 (16)\nGh4 (16)\nDraw agreed.\n",
            "1. Gg2 2. Gh4 1/2-1/2",
            Some("agreement"),
        ),
        (
            "1. Gg2 Gh4 1-0\nBlack resigns\n",
            "1. Gg2 2. Gh4 1-0",
            Some("resignation"),
        ),
    ] {
        let (status, record, reported) = converted(text);
        assert_eq!(record.lines().last(), Some(moves), "{text}: {reported}");
        let tag = termination.map_or("[Result".to_owned(), |reason| {
            format!("[Termination \"{reason}\"]")
        });
        assert!(record.contains(&tag), "{text}: {record}");
        assert_eq!(
            (status, record.contains("Termination")),
            (Some(0), termination.is_some()),
            "{text}: {reported}"
        );
    }
    // The reason of White's win is missing.
    let (status, record, reported) = converted("1. Gg2 Gh4\nWhite wins\n");
    assert!(
        record.ends_with("2. Gh4 1-0\n") && !record.contains("Termination"),
        "{record}"
    );
    assert!(
        status == Some(1) && reported.contains("record/undecided"),
        "{reported}"
    );
}

/// Some programs do not name colours and kinds in removals, because the board shows them.
#[test]
fn removals_without_marks_are_completed() {
    let mut count = 0;
    for seed in 0..40 {
        let record = random_game_of(seed % 3, seed as u64, 90);
        let text = written("gipf.com", &record);
        let plain: Vec<String> = text
            .lines()
            .map(|line| match line.split_once(';') {
                Some((first, rest)) if rest.contains('x') => {
                    format!("{first};{}", rest.replace(['*', 'G'], ""))
                }
                _ => line.to_owned(),
            })
            .collect();
        let plain = plain.join("\n") + "\n";
        // A removal before the push is unchanged, because it may have no mark.
        let has_marks = plain
            .split([';', '\n'])
            .any(|action| action.starts_with('x') && action.contains(['*', 'G']));
        if plain == text || has_marks {
            continue;
        }
        let back = game_of(
            "gipf.com",
            &plain,
            &assumptions_of(&Record::parse_str(&record)),
        );
        let codes: Vec<_> = back
            .findings
            .iter()
            .map(|finding| finding.code.id)
            .collect();
        assert_eq!(codes, ["import/assumed"], "{plain}");
        assert_eq!(bare(&back.text), bare(&record), "{plain}");
        count += 1;
    }
    assert!(count > 3, "{count}");
    // A removal that lacks its marks has a mistake if other removals have marks.
    let mistaken = "xb5,c5,d5;b3\n";
    assert!(
        game_of("gipf.com", mistaken, &Assumptions::default())
            .findings
            .iter()
            .any(Finding::is_error)
    );
}

#[test]
fn after_an_error_no_other_dialect_is_tried() {
    let record = corpus("gipf/real/game-a.pips");
    let record = &record[record.find("[Game").unwrap()..];
    let text = written("gipf.first-spot", record);
    let lines: Vec<&str> = text.lines().collect();
    let at = lines.len() / 2;
    let faulty = format!(
        "{}\na1-a2\n{}\n",
        lines[..at].join("\n"),
        lines[at..].join("\n")
    );
    let back = game_of(
        "gipf.first-spot",
        &faulty,
        &assumptions_of(&Record::parse_str(record)),
    );
    let codes: Vec<_> = back
        .findings
        .iter()
        .map(|finding| finding.code.id)
        .collect();
    assert_eq!(codes, ["gipf/off-board", "import/left-out"]);
    let read = Record::parse_str(&back.text);
    assert_eq!(read.moves.turns.len(), at + 1, "{}", back.text);
    let kept = read.moves.turns[at].comments().next().unwrap().text(&read);
    assert!(lines[at..].iter().all(|line| kept.contains(line)), "{kept}");
    // The notation itself continues after an error.
    let text = text.lines().take(2).collect::<Vec<_>>().join("\n");
    assert_eq!(read_turns(&format!("{text}\nz9\nb3\n")), 4);
}

/// Game 010821 of gipf.com, in the form of webgipf.
const OF_ACTIONS: &str = "GWi3-h3 GKb6-c6 GWi2-h3 GKc7-c6 GWi2-h3 GKc7-c6 Wi4-h4 Ka5-b5 Wi3-h4 Ki4-h4 Wi3-h4 Kg7-g6 \
    Wb6-c6 Kb6-c6 Wi3-h4 Kf8-f7 Wg1-f2 Ka5-b5 xf6,g6 Wa4-b5 Ka4-b5 Wd8-d7 Ke9-e8 xc5,d6,e7,f7 xe6,g4 Wb6-c6 Ka5-b5 \
    Wh6-h5 Ki4-h5 Wi4-h5 Kg7-g6 Wi3-h4 Kh6-h5 Wa5-b5 Ki3-h3 Wi4-h4 xb5,c5,d5,e5,f4,g3 Ki5-h5 Wi2-h3 \
    xc6,d6,e6,f5,g4,h3 Ka4-b4 xb4,f3\n";

#[test]
fn the_one_line_form_of_webgipf_is_read() {
    let pushes = OF_ACTIONS
        .split_whitespace()
        .filter(|word| !word.starts_with('x'))
        .count();
    for format in ["gipf.com", "gipf.first-spot"] {
        let game = game_of(format, OF_ACTIONS, &Assumptions::default());
        let errors: Vec<_> = game
            .findings
            .iter()
            .filter(|finding| finding.is_error())
            .collect();
        assert!(errors.is_empty(), "{errors:?}\n{}", game.text);
        assert!(
            game.text.contains("[Variant \"tournament\"]"),
            "{}",
            game.text
        );
        assert_eq!(
            Record::parse_str(&game.text).moves.turns.len(),
            pushes,
            "{}",
            game.text
        );
    }
    let output = Run::new(&["convert", "-"])
        .stdin(OF_ACTIONS)
        .done()
        .expect_status(0);
    insta::assert_snapshot!(output.stdout());
}

#[test]
fn an_error_in_the_one_line_form_of_webgipf_keeps_the_rest() {
    // A wrong colour, a wrong removal, a missing removal, an invalid turn.
    for (from, to) in [
        ("Ka5-b5 Wi3", "Wa5-b5 Wi3"),
        ("xf6,g6", "xf6,g5"),
        ("xf6,g6 ", ""),
        ("Wd8-d7", "Wd8-z7"),
    ] {
        let text = OF_ACTIONS.replace(from, to);
        assert_ne!(text, OF_ACTIONS);
        let game = game_of("gipf.com", &text, &Assumptions::default());
        assert!(
            game.findings.iter().any(Finding::is_error),
            "{to}: {}",
            game.text
        );
        let record = Record::parse_str(&game.text);
        let kept: String = record
            .turns()
            .flat_map(|(_, node)| node.comments())
            .map(|comment| comment.text(&record))
            .collect();
        assert!(kept.contains(" Ka4-b4 xb4,f3"), "{to}: {}", game.text);
        assert!(
            record
                .turns()
                .all(|(_, node)| !record.text_of(node.text).contains(['K', 'W'])),
            "{to}: {}",
            game.text
        );
        let before = record.moves.turns.len() - 1;
        assert!(
            report(&record).turns as usize >= before,
            "{to}: {}",
            game.text
        );
    }
}

fn read_turns(text: &str) -> usize {
    let game = game_of("gipf.com", text, &Assumptions::default());
    Record::parse_str(&game.text).moves.turns.len()
}

/// What the format does not have is never read as turns of the main line.
#[test]
fn variations_and_numbers_of_pgn_are_no_turns() {
    let tags = "[Event \"x\"]\n[White \"A\"]\n[Black \"B\"]\n\n";
    for (movetext, expected, left_out) in [
        (
            "1. Gb3 Gg2 (1... Gf2) 2. Ga2-c4 h2 *",
            "1. Gb3 2. Gg2 {(1... Gf2)} 3. Ga2-c4 4. h2 *",
            1,
        ),
        (
            "1. Gb3 Gg2 (1... Gf2\n2. Ga2-c4 (2. Gb4 {so)} h2)) 2. Ga2-c4 h2 *",
            "3. Ga2-c4 4. h2 *",
            1,
        ),
        (
            "1. Gb3 {x} 1... Gg2 $2 2. Ga2-c4 2...h2 *",
            "1. Gb3 {x} 2. Gg2? 3. Ga2-c4 4. h2 *",
            0,
        ),
        (
            "1. Gb3 $14 Gg2 $6 2. Ga2-c4! $1 h2 *",
            "1. Gb3 {$14} 2. Gg2?! 3. Ga2-c4! {!} 4. h2 *",
            1,
        ),
    ] {
        let game = game_of(
            "gipf.com",
            &format!("{tags}{movetext}\n"),
            &Assumptions::default(),
        );
        assert!(game.text.contains(expected), "{movetext}: {}", game.text);
        let codes = game.findings.iter().map(|finding| finding.code.id);
        let codes: Vec<_> = codes.collect();
        assert_eq!(codes, vec!["import/left-out"; left_out], "{movetext}");
    }
    // A reserve is in parentheses too.
    let game = game_of("gipf.com", "Gb3 (16) Gg2 (16)\n", &Assumptions::default());
    assert!(game.text.contains("1. Gb3 2. Gg2"), "{}", game.text);
}

#[test]
fn a_game_of_chess_does_not_hide_one_of_gipf() {
    let gipf = "[Event \"y\"]\n[White \"C\"]\n\n1. Gb3 Gg2 2. Ga2-c4 h2 *\n";
    let chess = "[Event \"x\"]\n[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n";
    for text in [format!("{chess}\n{gipf}"), format!("{gipf}\n{chess}")] {
        for text in [text.replace('\n', "\r\n"), text] {
            let ran = Run::new(&["convert", "-"]).stdin(&text).done();
            assert!(!ran.stdout().contains("Nf3"), "{}", ran.stdout());
            ran.expect_status(1)
                .expect_stdout("1. Gb3 2. Gg2 3. Ga2-c4 4. h2 *")
                .expect_stderr("This is chess, as the move `Nf3` shows");
        }
    }
    let only = Run::new(&["convert", "-"]).stdin(&format!("{chess}\n{chess}"));
    only.done().expect_stderr("nothing is written");
}
