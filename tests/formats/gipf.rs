//! Other programs' notations of GIPF.

use pipscribe::findings::Finding;
use pipscribe::formats::{Assumptions, Imported, format_named, pips};
use pipscribe::notation::Record;
use pipscribe::text::SourceText;
use proptest::prelude::*;

use crate::support::{Run, cases, judged, random_game_of, replayed, report, root};

fn written(format: &str, record: &str) -> String {
    format_named(format).unwrap().write(&judged(&Record::parse_str(record))).unwrap().text
}

fn read(format: &str, text: &str, assumptions: &Assumptions) -> Imported {
    let mut games = format_named(format).unwrap().read(&SourceText::new(text.to_owned(), 0, 1), assumptions);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

fn bare(text: &str) -> String {
    String::from_utf8(pips::format(text.as_bytes(), true).bytes).unwrap()
}

/// The messages about settings that the format does not contain.
fn assumptions_of(record: &str) -> Assumptions {
    let record = Record::parse_str(record);
    let value = |name: &str| record.tag(name).map(|tag| tag.value.to_string());
    Assumptions { variant: value("Variant"), options: value("Options"), ..Assumptions::default() }
}

fn corpus(name: &str) -> String {
    std::fs::read_to_string(root().join("corpus").join(name)).unwrap()
}

#[test]
fn a_real_game_goes_through_every_style() {
    for name in ["game-a", "game-b-corrected"] {
        let record = corpus(&format!("gipf/real/{name}.pips"));
        let record = &record[record.find("[Game").unwrap()..];
        for format in ["gipf.com", "gipf.com-short", "gipf.first-spot"] {
            let text = written(format, record);
            let back = read(format, &text, &assumptions_of(record));
            assert_eq!(bare(&back.text), bare(record), "{name} {format}\n{text}");
        }
    }
    let record = corpus("gipf/real/game-a.pips");
    insta::assert_snapshot!(written("gipf.com-short", &record[record.find("[Game").unwrap()..]));
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
    assert!(!Run::new(&["convert", file]).done().stderr().contains("first-spot"));
}

proptest! {
    #![proptest_config(cases(12))]

    #[test]
    fn random_games_round_trip_in_every_style(seed in any::<u64>()) {
        let record = random_game_of(seed as usize % 3, seed, 90);
        for format in ["gipf.com-short", "gipf.first-spot"] {
            let text = written(format, &record);
            let back = read(format, &text, &assumptions_of(&record));
            prop_assert!(back.findings.is_empty(), "{} {:?}", text, back.findings);
            prop_assert_eq!(bare(&back.text), bare(&record), "{}", text);
        }
        prop_assert!(report(&Record::parse_str(&record)).findings.is_empty());
    }
}

#[test]
fn files_of_gf1_are_read() {
    let record = corpus("gipf/real/game-a.pips");
    let record = &record[record.find("[Game").unwrap()..];
    let known = assumptions_of(record);
    let log = corpus("formats/gf1/game-a.gf1-log.txt");
    let from_log = read("gf1-log", &log, &known);
    assert!(from_log.findings.is_empty(), "{:?}", from_log.findings);
    assert_eq!(bare(&from_log.text), bare(record));
    let from_game = read("gf1", &corpus("formats/gf1/game-a.gf1-gamelog.xml"), &known);
    assert!(from_game.findings.is_empty(), "{:?}", from_game.findings);
    assert_eq!(bare(&from_game.text), bare(record));
    let board = read("gf1", &corpus("formats/gf1/game-a.gf1-board.xml"), &Assumptions::default());
    assert!(board.findings.is_empty(), "{:?}", board.findings);
    let last = replayed(&Record::parse_str(record)).turns.pop().unwrap();
    let fields = |position: &str| position.split(' ').take(4).map(str::to_owned).collect::<Vec<_>>();
    let start = Record::parse_str(&board.text).tag("Position").unwrap().value.clone();
    assert_eq!(fields(&start), fields(&last.position));
    let game_b = corpus("gipf/real/game-b-corrected.pips");
    let from_log = read("gf1-log", &corpus("formats/gf1/game-b-corrected.gf1-log.txt"), &Assumptions::default());
    assert!(from_log.findings.is_empty(), "{:?}", from_log.findings);
    let moves = |text: &str| bare(text).split_once("\n\n").unwrap().1.to_owned();
    assert_eq!(moves(&from_log.text), moves(&game_b[game_b.find("[Game").unwrap()..]));
}

#[test]
fn malformed_gf1_files_are_read() {
    let text = "<gipfgame type=\"basic\" formatversion=\"2\"><whiteplayer>A &amp; B</whiteplayer><gamelog><move \
        start='a1' \
                end='b2' piece='o'><move start=\"a5\"/></oops><";
    let game = read("gf1", text, &Assumptions::default());
    let found: Vec<_> = game.findings.iter().map(|finding| finding.code.id).collect();
    assert!(found.contains(&"import/value") && found.contains(&"import/token"), "{found:?}");
    assert!(game.text.contains("[Player1 \"A & B\"]"), "{}", game.text);
    // An unclosed element reaches to the end, which is reported.
    for open in ["<!--", "<?", "<!"] {
        let text = format!("<gipfgame type=\"basic\"><whiteplayer>A</whiteplayer></gipfgame>{open} {open} </a>");
        let game = read("gf1", &text, &Assumptions::default());
        let on: Vec<_> = game.findings.iter().map(|finding| (finding.code.id, finding.span.of(&text))).collect();
        // A declaration ends where the element after it does.
        let expected = if open == "<!" { vec![] } else { vec![("import/token", &open[..2])] };
        assert_eq!(on, expected, "{text}");
    }
    // Names keep the blanks inside them.
    let old = "# saved game for gf1\n# gametype: 1\ngame: basic\nwhite player: Ann  \t B \nend of gamelog\n";
    assert!(read("gf1", old, &Assumptions::default()).text.contains("[Player1 \"Ann  \t B\"]"));
}

#[test]
fn logs_of_gf1_keep_names_and_invent_none() {
    let long = "A name that is longer than the column that it has there";
    for (names, lost) in [
        (vec![], vec![]),
        (vec![("Player1", "White"), ("Player2", "Ann Lee")], vec![]),
        (vec![("Player2", "Bo")], vec![]),
        (vec![("Player1", long), ("Player2", "Bo")], vec![]),
        (vec![("Player1", "a  b"), ("Player2", "Bo")], vec!["1 tag Player1"]),
        (vec![("Player1", "Ann"), ("Player2", "12. b")], vec!["1 tag Player2"]),
        (vec![("Player1", "?"), ("Player2", "")], vec!["1 tag Player1", "1 tag Player2"]),
    ] {
        let tags: String = names.iter().map(|(name, value)| format!("[{name} \"{value}\"]\n")).collect();
        let record = Record::parse_str(&format!("[Game \"gipf\"]\n[Variant \"basic\"]\n{tags}\n1. b3 2. c2 *\n"));
        let written = format_named("gf1-log").unwrap().write(&judged(&record)).unwrap();
        assert_eq!(written.losses.in_words().collect::<Vec<_>>(), lost, "{}", written.text);
        let back = read("gf1-log", &written.text, &Assumptions::default());
        assert!(back.findings.is_empty(), "{} {:?}", written.text, back.findings);
        let back = Record::parse_str(&back.text);
        for name in ["Player1", "Player2"] {
            let value = |record: &Record| record.tag(name).map(|tag| tag.value.clone());
            if lost.iter().all(|lost| !lost.ends_with(name)) {
                assert_eq!(value(&back), value(&record), "{}", written.text);
            }
        }
    }
}

#[test]
fn a_file_holds_many_logs_of_gf1() {
    let records: String = (0..3).map(|seed| random_game_of(seed, seed as u64, 40) + "\n").collect();
    let there = Run::new(&["convert", "-", "--to", "gf1-log"]).stdin(&records).done();
    let back = Run::new(&["convert", "-"]).stdin(&there.stdout).done();
    assert_eq!(back.stderr(), "");
    assert_eq!(back.stdout().matches("[Game \"gipf\"]").count(), 3);
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn random_games_round_trip_through_gf1_logs(seed in any::<u64>()) {
        let record = random_game_of(seed as usize % 3, seed, 120);
        let text = written("gf1-log", &record);
        let back = read("gf1-log", &text, &assumptions_of(&record));
        prop_assert!(back.findings.is_empty(), "{} {:?}", text, back.findings);
        prop_assert_eq!(bare(&back.text), bare(&record), "{}", text);
    }
}

fn found(format: &str, text: &str) -> Vec<(&'static str, String)> {
    let source = SourceText::new(text.to_owned(), 0, 1);
    let games = format_named(format).unwrap().read(&source, &Assumptions::default());
    let findings = games.iter().flat_map(|game| &game.findings);
    findings.map(|finding| (finding.code.id, source.text_of(finding.span).to_owned())).collect()
}

#[test]
fn files_that_are_not_gf1_yield_no_record() {
    for text in ["", "\n \n", "hello world\n", "<html>x</html>", "<"] {
        for format in ["gf1", "gf1-log"] {
            let games =
                format_named(format).unwrap().read(&SourceText::new(text.into(), 0, 1), &Assumptions::default());
            assert!(games.iter().all(|game| game.text.is_empty()), "{format} {text}");
        }
    }
    assert_eq!(found("gf1", "hello world\n"), [("import/token", "hello world".to_owned())]);
    assert_eq!(Run::new(&["convert", "--from", "gf1", "-"]).stdin(b"hello world\n").done().stdout(), "");
}

#[test]
fn a_gf1_log_reports_the_text_after_an_error() {
    let record = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. b2-b3 3. c2 *\n";
    let written = format_named("gf1-log").unwrap().write(&judged(&Record::parse_str(record))).unwrap();
    assert!(written.losses.in_words().any(|loss| loss == "2 turns after an error"), "{:?}", written.losses);
}

#[test]
fn a_gf1_file_may_have_many_saves_and_truncation_is_reported() {
    let log = |first: &str| format!("<gamelog><move start=\"{first}\" end=\"b3\" piece=\"o\"/></gamelog>");
    let save = format!("<gipfgame type=\"basic\">{}</gipfgame>", log("a2"));
    let source = |text: String| SourceText::new(text, 0, 1);
    let count = |text: String| format_named("gf1").unwrap().read(&source(text), &Assumptions::default()).len();
    assert_eq!(count(format!("{save}\n{save}")), 2);
    assert_eq!(count([log("a2"), log("a2")].concat()), 2);
    let tokens = |text: &str| -> Vec<String> {
        found("gf1", text).into_iter().filter(|(code, _)| *code == "import/token").map(|(_, text)| text).collect()
    };
    assert_eq!(tokens(&save), [""; 0]);
    assert_eq!(tokens(&format!("before {save} behind")), ["before", "behind"]);
    assert_eq!(tokens(save.trim_end_matches("</gamelog></gipfgame>")), ["<gipfgame type=\"basic\">", "<gamelog>"]);
    let old = "# saved game for gf1\nwhitepieces:18\n# end of board\n-\ngame: basic\no: a2-b3\nend of gamelog\n";
    assert_eq!(tokens(old), [""; 0]);
    assert_eq!(count(format!("{old}{old}")), 2);
    assert_eq!(tokens(&old.replace("end of gamelog\n", "")), ["o: a2-b3"]);
    assert_eq!(tokens(&old.replace("# end of board\n-\n", "")), ["whitepieces:18"]);
}

#[test]
fn rows_of_a_log_of_gf1_keep_their_seats() {
    let gap = " ".repeat(38);
    let log = |rows: &str| format!(" basic\n\n    Ann{gap}Bo\n\n{rows}\n");
    assert_eq!(found("gf1-log", &log("01. a2-b3   b1-c2\n02. b1-d3")), []);
    let numbers = found("gf1-log", &log("01. a2-b3   b1-c2\n03. b1-d3"));
    assert_eq!(numbers, [("import/disagrees", "03.".to_owned())]);
    let blacks = found("gf1-log", &log(&format!("01. {gap}a2-b3")));
    assert_eq!(blacks, [("import/value", "a2-b3".to_owned())]);
    let unread = log("01. a2-b3   zz-c2\n02. b1-d3");
    assert_eq!(found("gf1-log", &unread)[0], ("import/token", "zz-c2".to_owned()));
    let turns = read("gf1-log", &unread, &Assumptions::default()).text;
    assert!(turns.contains("2. zz-c2 3. b1-d3"), "{turns}");
    // Words beside turns are errors, and stay as comments.
    let words = log("a game\n01. a2-b3 (good)   b1-c2 bad\n02. b1-d3   a1-c3  nice one\nthe end (?)");
    let on = ["a", "game", "(good)", "bad", "nice", "one", "the", "end", "(?)"];
    assert_eq!(found("gf1-log", &words), on.map(|word| ("import/token", word.to_owned())));
    let turns = read("gf1-log", &words, &Assumptions::default()).text.replace('\n', " ");
    let kept = "{a game} 1. b3 {(good)} 2. c2 {bad} 3. b1-d3 4. a1-c3 {nice one the end (?)} *";
    assert!(turns.contains(kept), "{turns}");
}

#[test]
fn a_gf1_save_names_the_seat_to_move() {
    let log = |pieces: [&str; 2]| -> String {
        let [first, second] = pieces;
        format!(
            "<gamelog gametype=\"basic\"><move start=\"a2\" end=\"b3\" piece=\"{first}\"/><move start=\"b1\" \
             end=\"c2\" piece=\"{second}\"/></gamelog>"
        )
    };
    let codes = |pieces| found("gf1", &log(pieces)).into_iter().map(|(code, _)| code).collect::<Vec<_>>();
    assert_eq!(codes(["o", "x"]), [""; 0]);
    assert_eq!(codes(["o", "o"]), ["import/value"]);
    assert_eq!(codes(["x", "o"]), ["import/value"]);
    assert_eq!(codes(["o", "q"]), ["import/value"]);
}

#[test]
fn a_turn_after_an_error_is_written_whatever_its_expectation() {
    let record = |command: &str| {
        format!("[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. a2-c5 3. c2 {{[%expect {command}]}} *\n")
    };
    for (command, written) in [("legal", true), ("moves 30", true), ("gipf/off-board", false)] {
        let record = Record::parse_str(&record(command));
        for name in ["gipf.com", "gipf.com-short", "gipf.first-spot"] {
            let text = format_named(name).unwrap().write(&judged(&record)).unwrap().text;
            assert_eq!(text.lines().any(|line| line == "c2"), written, "{name} {command}\n{text}");
        }
    }
}

/// A page as people copy it, with text before the game and between its turns.
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
    assert_eq!(converted(&PAGE.replace("(16\n", "(16)\n")).0, Some(0), "{reported}");
    // Two pages are two games, read as a stream or at once.
    let two = format!("{PAGE}\n{PAGE}");
    assert_eq!(converted(&two).1, format!("{expected}\n{expected}"));
    let games = format_named("gipf.com").unwrap().read(&SourceText::new(two, 0, 1), &Assumptions::default());
    assert_eq!(games.iter().map(|game| game.text.as_str()).collect::<Vec<_>>(), [expected; 2]);
}

#[test]
fn text_makes_no_turns() {
    for (text, turns) in [
        (
            "White            Black\n1. Gg2 (16)      Gh4 (16)\n2. Gg1-g3 (14)   Gh2 (14)\n1-0\n",
            "1. Gg2 2. Gh4 3. Gg1-g3 4. Gh2 1-0",
        ),
        ("Gg2 (16)     1   Gh4 (16)\nGg1-g3 (14)  2   Gh2 (14)\n", "1. Gg2 2. Gh4 3. Gg1-g3 4. Gh2 *"),
        ("| White | Black |\n|:-----|---:|\n| Gg2 | Gh4 |\n", "1. Gg2 2. Gh4 *"),
        ("-----\n1. Gg2 Gh4\n=====\n", "1. Gg2 2. Gh4 *"),
        ("# White Black\n1 Gg2 Gh4\n", "1. Gg2 2. Gh4 *"),
        (
            "Ann and Bo\n1. Gg2 (16)\nA sentence on g3 and more.\nGh4 (16)\n",
            "{Ann and Bo} 1. Gg2 {A sentence on g3 and more.} 2. Gh4 *",
        ),
        ("Text.\n\n1. Gg2 Gh4\n\nMore text.\n\n2. Gd2 Gf2\n", "{Text.} 1. Gg2 2. Gh4 {More text.} 3. Gd2 4. Gf2 *"),
        ("Text.\n\n1. Gg2 Gh4\n\nThe end.\n", "{Text.} 1. Gg2 2. Gh4 {The end.} *"),
    ] {
        let (_, record, reported) = converted(text);
        assert_eq!(record.split_once("\n\n").map(|(_, moves)| moves.trim_end()), Some(turns), "{text}: {reported}");
    }
    // Text without a game cannot be read.
    assert_eq!(converted("A sentence.\n\nAnother one, about b3.\n").0, Some(2));
}

#[test]
fn results_in_words_are_read() {
    for (text, moves, termination) in [
        ("1. Gg2 (16)\nGh4 (16)\nBlack resigns\n", "1. Gg2 2. Gh4 1-0", Some("resignation")),
        ("1. Gg2 (16)\nGh4 (16)\nWhite resigns\n", "1. Gg2 2. Gh4 3. resign 0-1", None),
        ("Gg2 / Gh4 / Black resigns\n", "1. Gg2 2. Gh4 1-0", Some("resignation")),
        ("1. Gg2 (16)\nGh4 (16)\nWhite wins on time.\n", "1. Gg2 2. Gh4 1-0", Some("time")),
        ("1. Gg2 (16)\nGh4 (16)\nBlack resigns\n1-0\n", "1. Gg2 2. Gh4 1-0", Some("resignation")),
        ("1. Gg2 (16)\nGh4 (16)\nDraw agreed.\n", "1. Gg2 2. Gh4 1/2-1/2", Some("agreement")),
        ("1. Gg2 Gh4 1-0\nBlack resigns\n", "1. Gg2 2. Gh4 1-0", Some("resignation")),
    ] {
        let (status, record, reported) = converted(text);
        assert_eq!(record.lines().last(), Some(moves), "{text}: {reported}");
        let tag = termination.map_or("[Result".to_owned(), |reason| format!("[Termination \"{reason}\"]"));
        assert!(record.contains(&tag), "{text}: {record}");
        assert_eq!((status, record.contains("Termination")), (Some(0), termination.is_some()), "{text}: {reported}");
    }
    // The reason of White's win is missing.
    let (status, record, reported) = converted("1. Gg2 Gh4\nWhite wins\n");
    assert!(record.ends_with("2. Gh4 1-0\n") && !record.contains("Termination"), "{record}");
    assert!(status == Some(1) && reported.contains("record/undecided"), "{reported}");
}

/// Some programs name no colours and no kinds in removals: the board has them.
#[test]
fn removals_without_marks_are_completed() {
    let mut count = 0;
    for seed in 0..40 {
        let record = random_game_of(seed % 3, seed as u64, 90);
        let text = written("gipf.com", &record);
        let plain: Vec<String> = text
            .lines()
            .map(|line| match line.split_once(';') {
                Some((first, rest)) if rest.contains('x') => format!("{first};{}", rest.replace(['*', 'G'], "")),
                _ => line.to_owned(),
            })
            .collect();
        let plain = plain.join("\n") + "\n";
        // A removal before the push is unchanged: it may have no mark.
        let has_marks = plain.split([';', '\n']).any(|action| action.starts_with('x') && action.contains(['*', 'G']));
        if plain == text || has_marks {
            continue;
        }
        let back = read("gipf.com", &plain, &assumptions_of(&record));
        let codes: Vec<_> = back.findings.iter().map(|finding| finding.code.id).collect();
        assert_eq!(codes, ["import/assumed"], "{plain}");
        assert_eq!(bare(&back.text), bare(&record), "{plain}");
        count += 1;
    }
    assert!(count > 3, "{count}");
    // A removal with marks elsewhere has a mistake.
    let mistaken = "xb5,c5,d5;b3\n";
    assert!(read("gipf.com", mistaken, &Assumptions::default()).findings.iter().any(Finding::is_error));
}

#[test]
fn after_an_error_no_other_dialect_is_tried() {
    let record = corpus("gipf/real/game-a.pips");
    let record = &record[record.find("[Game").unwrap()..];
    let text = written("gipf.first-spot", record);
    let lines: Vec<&str> = text.lines().collect();
    let at = lines.len() / 2;
    let faulty = format!("{}\na1-a2\n{}\n", lines[..at].join("\n"), lines[at..].join("\n"));
    let back = read("gipf.first-spot", &faulty, &assumptions_of(record));
    let codes: Vec<_> = back.findings.iter().map(|finding| finding.code.id).collect();
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
    let pushes = OF_ACTIONS.split_whitespace().filter(|word| !word.starts_with('x')).count();
    for format in ["gipf.com", "gipf.first-spot"] {
        let game = read(format, OF_ACTIONS, &Assumptions::default());
        let errors: Vec<_> = game.findings.iter().filter(|finding| finding.is_error()).collect();
        assert!(errors.is_empty(), "{errors:?}\n{}", game.text);
        assert!(game.text.contains("[Variant \"tournament\"]"), "{}", game.text);
        assert_eq!(Record::parse_str(&game.text).moves.turns.len(), pushes, "{}", game.text);
    }
    let output = Run::new(&["convert", "-"]).stdin(OF_ACTIONS).done().expect_status(0);
    insta::assert_snapshot!(output.stdout());
}

#[test]
fn an_error_in_the_one_line_form_of_webgipf_keeps_the_rest() {
    // A wrong colour, a wrong removal, a missing removal, an invalid turn.
    for (from, to) in [("Ka5-b5 Wi3", "Wa5-b5 Wi3"), ("xf6,g6", "xf6,g5"), ("xf6,g6 ", ""), ("Wd8-d7", "Wd8-z7")] {
        let text = OF_ACTIONS.replace(from, to);
        assert_ne!(text, OF_ACTIONS);
        let game = read("gipf.com", &text, &Assumptions::default());
        assert!(game.findings.iter().any(Finding::is_error), "{to}: {}", game.text);
        let record = Record::parse_str(&game.text);
        let kept: String =
            record.turns().flat_map(|(_, node)| node.comments()).map(|comment| comment.text(&record)).collect();
        assert!(kept.contains(" Ka4-b4 xb4,f3"), "{to}: {}", game.text);
        assert!(record.turns().all(|(_, node)| !record.text_of(node.text).contains(['K', 'W'])), "{to}: {}", game.text);
        let before = record.moves.turns.len() - 1;
        assert!(report(&record).turns as usize >= before, "{to}: {}", game.text);
    }
}

fn read_turns(text: &str) -> usize {
    let game = read("gipf.com", text, &Assumptions::default());
    Record::parse_str(&game.text).moves.turns.len()
}
