//! Saved games of GF1, old and new, its boards and its logs.

use pipscribe::formats::{Assumptions, FORMATS, Imported};
use pipscribe::notation::Record;
use proptest::prelude::*;

use super::{assumptions_of, bare, corpus, found_in, game_of, games_of, messages_of, written};
use crate::support::{RecordText, Run, cases, foreign_format, judged, random_game_of, replayed};

fn read(text: &str) -> Imported {
    let by_itself = FORMATS
        .iter()
        .find(|format| format.info().reads && format.recognises(text))
        .unwrap();
    assert_eq!(by_itself.name(), "gf1", "{text}");
    game_of("gf1", text, &Assumptions::default())
}

fn found(text: &str) -> Vec<(&'static str, &str)> {
    found_in(&read(text), text)
}

fn messages(text: &str) -> Vec<String> {
    messages_of(&read(text))
}

fn text(text: &str) -> String {
    read(text).text
}

const HEAD: &str =
    "# saved game for gf1\n# gametype: 0\n# player0 name: Ann\n# player1 name: Bo\n-----\n";
/// After five turns, as counted by hand: the row e2 to e5 went back to White.
const BOARD: &str = "whitepieces:13\nwhitelost:0\nblackpieces:10\nblacklost:0\nnextplayer:x\no:b5\no:h5\nx:b2\nx:c3\n\
                     x:e7\nx:e8\nx:h2\n# end of board\n=====\n";
const TURNS: &str = "game: basic\nwhite player: Ann\nblack player: Bo\n\nplayed by post\n.....\no: e1-e3\nx: e9-e7\no: \
    e1-e4\n\
                     x: a1-c3\no: e1-e5\n o removerow (e2-e5): e2o e3o e4o e5o\nend of gamelog\n";
const RECORD: &str = r#"[Game "gipf"]
[Variant "basic"]
[Player1 "Ann"]
[Player2 "Bo"]
[Result "*"]

{played by post} 1. e1-e3 2. e9-e7 3. e1-e4 4. a1-c3 5. e1-e5;xe2,e3,e4,e5 *
"#;

#[test]
fn an_old_save_is_a_record() {
    let save = [HEAD, BOARD, TURNS].concat();
    assert_eq!(found(&save), []);
    assert_eq!(text(&save), RECORD);
    assert_eq!(text(&save.replace('\n', "\r\n")), RECORD);
    assert_eq!(found(&save.replace('\n', "\r\n")), []);
    assert_eq!(text(&save.replace('\n', "\n\n \n")), RECORD);
    // Parts may be missing.
    assert_eq!(text(&["# saved game for gf1\n", TURNS].concat()), RECORD);
    assert_eq!(found(&["# saved game for gf1\n", TURNS].concat()), []);
}

#[test]
fn words_in_the_free_lines_of_an_old_save_are_comments() {
    let save = [HEAD, BOARD, TURNS].concat();
    let free = save
        .replace("-----", "Utrecht, 1999")
        .replace("=====", "a & b")
        .replace(".....", "round 2");
    assert!(
        text(&free).contains("\n\n{Utrecht, 1999} {a & b} {played by post} {round 2} 1. e1-e3"),
        "{}",
        text(&free)
    );
    assert_eq!(found(&free), []);
}

#[test]
fn names_have_the_characters_of_their_references() {
    let save = "<gipfgame type=\"basic\"><whiteplayer>Ren&#xe9; &amp; &#233;</whiteplayer>\
                <gamelog blackplayer='O&apos;Bo &copy; &#65;'></gamelog></gipfgame>";
    assert!(
        text(save).contains("[Player1 \"René & é\"]\n[Player2 \"O'Bo &copy; A\"]"),
        "{}",
        text(save)
    );
    // Other forms have no references.
    let old = text(&[HEAD, BOARD, TURNS].concat().replace("Ann", "A &amp; B"));
    assert!(old.contains("[Player1 \"A &amp; B\"]"), "{old}");
}

#[test]
fn words_in_a_row_are_reported() {
    let save = "<gamelog><move start=\"a2\" end=\"b3\" piece=\"o\"/><removerow owner=\"o\">words\
                <position>b3o</position></removerow></gamelog>";
    assert!(
        found(save).contains(&("import/token", "words")),
        "{:?}",
        found(save)
    );
}

#[test]
fn an_old_save_reports_its_other_content() {
    let save = [HEAD, BOARD, TURNS].concat();
    let more = save.replace(
        "# player1 name: Bo",
        "# player0 fulltime: 300\n# player1 fulltime: 300\n# player1 name: Bo",
    );
    assert_eq!(
        found(&more),
        [("import/left-out", "# player0 fulltime: 300")]
    );
    assert_eq!(
        messages(&more),
        ["`fulltime` is left out, 2 times: a record has no place for it."]
    );
    let stray = save.replace("x: a1-c3\n", "x: a1-c3\nBlack thinks\n");
    assert_eq!(found(&stray), [("import/token", "Black thinks")]);
    assert_eq!(text(&stray), RECORD);
    let other = save.replace("white player: Ann", "white player: Anna");
    assert_eq!(found(&other), [("import/disagrees", "Ann")]);
    assert!(text(&other).contains("[Player1 \"Anna\"]"));
    let wrong = save
        .replace("whitelost:0", "whitelost:none")
        .replace("e5o\nend", "e5\nend");
    let codes: Vec<_> = found(&wrong);
    assert_eq!(
        codes[..2],
        [("import/value", "none"), ("gipf/removal-wrong", codes[1].1)]
    );
    assert!(codes.contains(&("import/value", "e5")), "{codes:?}");
}

#[test]
fn an_old_board_without_moves_is_a_position() {
    let save = [HEAD, BOARD, "game: standard\nend of gamelog\n"].concat();
    // There is no GIPF piece: that game is over, and the checker reports it.
    assert!(
        text(&save).contains("[Position \"b2w/1b3/6/5bb/6/5/b2w b 13,10 0,0 - -\"]"),
        "{}",
        text(&save)
    );
    let basic = [HEAD, BOARD, "game: basic\nend of gamelog\n"].concat();
    assert_eq!(found(&basic), []);
    let nameless = [HEAD, BOARD].concat();
    assert_eq!(found(&nameless)[0], ("import/assumed", "0"));
    let empty = "# saved game for gf1\nwhitepieces:16\nblackpieces:18\nnextplayer:x\nO:b5\n# end of board\ngame: \
        tournament\nend of \
                 gamelog\n";
    assert_eq!(found(empty), [("import/assumed", "whitepieces:16")]);
    assert!(
        text(empty).contains("[Position \"3W/5/6/7/6/5/4 b 16,18 0,0 wb b\"]"),
        "{}",
        text(empty)
    );
}

#[test]
fn a_turn_may_begin_with_a_row() {
    // There are no rows here; what matters is the turn of a removal, and whether it comes before or
    // after the push.
    let save = "# saved game for gf1\ngame: tournament\n\n\nO: a1-b2\nX: a5-b5\n x removegipf: b2O\n x removerow \
                (b2-b5): b3x\nx: a5-b5\nend of gamelog\n";
    let game = read(save);
    let turns = game.text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        turns.ends_with("1. Gb2 2. Ga5-b5;xGb2*,b3 3. a5-b5 *"),
        "{turns}"
    );
    let before = save.replace("X: a5-b5\n", "");
    assert!(
        text(&before).contains("2. xGb2*,b3;a5-b5"),
        "{}",
        text(&before)
    );
}

#[test]
fn the_old_save_of_the_corpus_has_clocks() {
    let save = corpus("formats/gf1/made.gf1-old.txt");
    let kinds = ["fulltime", "timer", "type"];
    let expected =
        kinds.map(|kind| format!("`{kind}` is left out, 2 times: a record has no place for it."));
    let mut reported = messages(&save);
    reported.sort();
    assert_eq!(reported, expected);
    assert_eq!(text(&save), RECORD.replace("{played by post} ", ""));
}

/// A saved game of the corpus: its board, and its log.
fn save() -> String {
    let (board, log) = (
        corpus("formats/gf1/game-a.gf1-board.xml"),
        corpus("formats/gf1/game-a.gf1-gamelog.xml"),
    );
    format!("<gipfgame type=\"tournament\" formatversion=\"1\">\n{board}{log}</gipfgame>\n")
}

#[test]
fn the_board_of_a_save_agrees_with_its_log() {
    assert_eq!(found(&save()), []);
    assert!(text(&save()).contains(" 42. g6"), "{}", text(&save()));
    assert!(!text(&save()).contains("[Position"));
    let changed = save().replacen("b4", "d3", 1);
    assert_eq!(found(&changed), [("import/disagrees", "d3")]);
    assert_eq!(
        messages(&changed),
        [
            "The saved board and the log differ on b4 (nothing on the board, a black piece after the log), d3 \
          (a black piece on the board, nothing after the log)."
        ]
    );
    let colour = save().replacen(
        "<position color=\"white\" type=\"gipf\">",
        "<position color='black' type='piece'>",
        1,
    );
    assert_eq!(
        messages(&colour),
        [
            "The saved board and the log differ on d5 (a black piece on the board, a white GIPF piece after \
                the \
          log)."
        ]
    );
    let counts = save()
        .replace("<whitepieces>\n5", "<whitepieces>\n6")
        .replace("<blacklost>\n6", "<blacklost>7");
    assert_eq!(
        found(&counts),
        [("import/disagrees", "6"), ("import/disagrees", "7")]
    );
    assert_eq!(
        messages(&counts)[0],
        "White has 6 in reserve on the saved board, but 5 according to the log."
    );
    assert_eq!(
        messages(&counts)[1],
        "Black has 7 lost on the saved board, but 6 according to the log."
    );
}

#[test]
fn whose_turn_it_is_is_compared_while_the_game_goes_on() {
    let save = [HEAD, &BOARD.replace("nextplayer:x", "nextplayer:o"), TURNS].concat();
    assert_eq!(found(&save), [("import/disagrees", "o")]);
    assert_eq!(
        messages(&save),
        ["White is to move on the saved board, but Black according to the log."]
    );
    let nobody = [
        HEAD,
        &BOARD.replace("nextplayer:x", "nextplayer:nobody"),
        TURNS,
    ]
    .concat();
    assert_eq!(found(&nobody), [("import/value", "nobody")]);
}

#[test]
fn a_game_may_be_saved_within_a_turn() {
    let positions = |spots: &[&str], colour: &str| -> String {
        spots
            .iter()
            .map(|spot| format!("<position color=\"{colour}\" type=\"piece\">{spot}</position>"))
            .collect()
    };
    let save = |white: &[&str]| {
        let (white, black) = (
            positions(white, "white"),
            positions(&["b2", "c3", "e7", "e8", "h2"], "black"),
        );
        let moves = [
            ("e1", "e3", "o"),
            ("e9", "e7", "x"),
            ("e1", "e4", "o"),
            ("a1", "c3", "x"),
            ("e1", "e5", "o"),
        ];
        let log: String = moves
            .iter()
            .map(|(start, end, piece)| {
                format!("<move end=\"{end}\" piece=\"{piece}\" start=\"{start}\"/>")
            })
            .collect();
        format!(
            "<gipfgame type=\"basic\"><board><whitepieces>9</whitepieces><nextplayer>white</nextplayer>\
             <rowextrawhite><position>e2</position></rowextrawhite>{white}{black}</board>\
         <gamelog>{log}</gamelog></gipfgame>"
        )
    };
    let record = "1. e1-e3 2. e9-e7 3. e1-e4 4. a1-c3 *\n";
    let last = "<move end=\"e5\" piece=\"o\" start=\"e1\"/>";
    for white in [
        &["b5", "h5", "e2", "e3", "e4", "e5"][..],
        &["b5", "h5", "e4"][..],
    ] {
        assert_eq!(found(&save(white)), [("import/left-out", last)]);
        assert!(
            text(&save(white)).ends_with(record),
            "{}",
            text(&save(white))
        );
    }
    let contrary = save(&["b5", "h5", "e6"]);
    assert_eq!(
        found(&contrary),
        [("import/disagrees", "e6"), ("import/left-out", last)]
    );
    let board = "<board><rowextrawhite/><whitepieces>9</whitepieces><blackpieces>9</blackpieces>\
                 <whitegipf>-1</whitegipf>\
                 </board>";
    assert_eq!(found(board), [("import/left-out", "<rowextrawhite/>")]);
}

#[test]
fn clocks_and_names_of_a_save() {
    let save = "<gipfgame type=\"basic\" formatversion=\"1\"><whiteplayer timeleft=\"1.5\" fulltime=\"60\" \
        type=\"human\">\
                Ann</whiteplayer><blackplayer timeleft=\"2\" fulltime=\"60\" type=\"computer\">Bo</blackplayer>\
                <gamelog whiteplayer=\"Ann\" blackplayer=\"Robo\" gametype=\"standard\"></gamelog></gipfgame>";
    let messages = messages(save);
    assert_eq!(messages.len(), 5, "{messages:?}");
    for kind in ["timeleft", "fulltime", "type"] {
        assert!(messages.contains(&format!(
            "`{kind}` is left out, 2 times: a record has no place for it."
        )));
    }
    assert!(messages.contains(&"Black is `Robo` here and `Bo` before, which is used.".to_owned()));
    assert!(messages.contains(
        &"The game is `standard` here and `basic` before; `standard` is used.".to_owned()
    ));
    assert!(
        text(save).contains("[Player2 \"Bo\"]") && text(save).contains("[Variant \"standard\"]")
    );
}

#[test]
fn deeply_nested_elements_are_safe() {
    let deep = format!(
        "<gipfgame>{}{}",
        "<a>x".repeat(60_000),
        "</b>".repeat(60_000)
    );
    let game = read(&deep);
    // The maximum number for a record, and one finding that reports the rest.
    assert_eq!(game.findings.len(), 10_001);
}

#[test]
fn files_of_gf1_are_read() {
    let record = corpus("gipf/real/game-a.pips");
    let record = &record[record.find("[Game").unwrap()..];
    let known = assumptions_of(&Record::parse_str(record));
    let log = corpus("formats/gf1/game-a.gf1-log.txt");
    let from_log = game_of("gf1-log", &log, &known);
    assert!(from_log.findings.is_empty(), "{:?}", from_log.findings);
    assert_eq!(bare(&from_log.text), bare(record));
    let from_game = game_of("gf1", &corpus("formats/gf1/game-a.gf1-gamelog.xml"), &known);
    assert!(from_game.findings.is_empty(), "{:?}", from_game.findings);
    assert_eq!(bare(&from_game.text), bare(record));
    let board = game_of(
        "gf1",
        &corpus("formats/gf1/game-a.gf1-board.xml"),
        &Assumptions::default(),
    );
    assert!(board.findings.is_empty(), "{:?}", board.findings);
    let last = replayed(&Record::parse_str(record)).turns.pop().unwrap();
    let fields = |position: &str| {
        position
            .split(' ')
            .take(4)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let start = Record::parse_str(&board.text)
        .tag("Position")
        .unwrap()
        .value
        .clone();
    assert_eq!(fields(&start), fields(&last.position));
    let game_b = corpus("gipf/real/game-b-corrected.pips");
    let from_log = game_of(
        "gf1-log",
        &corpus("formats/gf1/game-b-corrected.gf1-log.txt"),
        &Assumptions::default(),
    );
    assert!(from_log.findings.is_empty(), "{:?}", from_log.findings);
    let moves = |text: &str| bare(text).split_once("\n\n").unwrap().1.to_owned();
    assert_eq!(
        moves(&from_log.text),
        moves(&game_b[game_b.find("[Game").unwrap()..])
    );
}

#[test]
fn malformed_gf1_files_are_read() {
    let text = "<gipfgame type=\"basic\" formatversion=\"2\"><whiteplayer>A &amp; B</whiteplayer><gamelog><move \
        start='a1' \
                end='b2' piece='o'><move start=\"a5\"/></oops><";
    let game = game_of("gf1", text, &Assumptions::default());
    let found: Vec<_> = game
        .findings
        .iter()
        .map(|finding| finding.code.id)
        .collect();
    assert!(
        found.contains(&"import/value") && found.contains(&"import/token"),
        "{found:?}"
    );
    assert!(game.text.contains("[Player1 \"A & B\"]"), "{}", game.text);
    // An unclosed element extends to the end, which is reported.
    for open in ["<!--", "<?", "<!"] {
        let text = format!(
            "<gipfgame type=\"basic\"><whiteplayer>A</whiteplayer></gipfgame>{open} {open} </a>"
        );
        let game = game_of("gf1", &text, &Assumptions::default());
        let on: Vec<_> = game
            .findings
            .iter()
            .map(|finding| (finding.code.id, finding.span.slice(&text)))
            .collect();
        // A declaration ends where the element after it does.
        let expected = if open == "<!" {
            vec![]
        } else {
            vec![("import/token", &open[..2])]
        };
        assert_eq!(on, expected, "{text}");
    }
    // Names keep the spaces inside them.
    let old = "# saved game for gf1\n# gametype: 1\ngame: basic\nwhite player: Ann  \t B \nend of gamelog\n";
    assert!(
        game_of("gf1", old, &Assumptions::default())
            .text
            .contains("[Player1 \"Ann  \t B\"]")
    );
}

#[test]
fn logs_of_gf1_keep_names_and_invent_none() {
    let long = "A name that is longer than the column that it has there";
    for (names, lost) in [
        (vec![], vec![]),
        (vec![("Player1", "White"), ("Player2", "Ann Lee")], vec![]),
        (vec![("Player2", "Bo")], vec![]),
        (vec![("Player1", long), ("Player2", "Bo")], vec![]),
        (
            vec![("Player1", "a  b"), ("Player2", "Bo")],
            vec!["1 tag Player1"],
        ),
        (
            vec![("Player1", "Ann"), ("Player2", "12. b")],
            vec!["1 tag Player2"],
        ),
        (
            vec![("Player1", "?"), ("Player2", "")],
            vec!["1 tag Player1", "1 tag Player2"],
        ),
    ] {
        let tags = names
            .iter()
            .fold(RecordText::gipf(), |tags, (name, value)| {
                tags.tag(name, value)
            });
        let record = Record::parse_str(&tags.with_moves("1. b3 2. c2 *"));
        let written = foreign_format("gf1-log").write(&judged(&record)).unwrap();
        assert_eq!(
            written.losses.in_words().collect::<Vec<_>>(),
            lost,
            "{}",
            written.text
        );
        let back = game_of("gf1-log", &written.text, &Assumptions::default());
        assert!(
            back.findings.is_empty(),
            "{} {:?}",
            written.text,
            back.findings
        );
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
    let records: String = (0..3)
        .map(|seed| random_game_of(seed, seed as u64, 40) + "\n")
        .collect();
    let there = Run::new(&["convert", "-", "--to", "gf1-log"])
        .stdin(&records)
        .done();
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
        let back = game_of("gf1-log", &text, &assumptions_of(&Record::parse_str(&record)));
        prop_assert!(back.findings.is_empty(), "{} {:?}", text, back.findings);
        prop_assert_eq!(bare(&back.text), bare(&record), "{}", text);
    }
}

/// The findings of every game in a text of this format.
fn found_as<'t>(format: &str, text: &'t str) -> Vec<(&'static str, &'t str)> {
    games_of(format, text, &Assumptions::default())
        .iter()
        .flat_map(|game| found_in(game, text))
        .collect()
}

#[test]
fn files_that_are_not_gf1_yield_no_record() {
    for text in ["", "\n \n", "hello world\n", "<html>x</html>", "<"] {
        for format in ["gf1", "gf1-log"] {
            let games = games_of(format, text, &Assumptions::default());
            assert!(
                games.iter().all(|game| game.text.is_empty()),
                "{format} {text}"
            );
        }
    }
    assert_eq!(
        found_as("gf1", "hello world\n"),
        [("import/token", "hello world")]
    );
    assert_eq!(
        Run::new(&["convert", "--from", "gf1", "-"])
            .stdin(b"hello world\n")
            .done()
            .stdout(),
        ""
    );
}

#[test]
fn a_gf1_log_reports_the_text_after_an_error() {
    let record = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. b2-b3 3. c2 *\n";
    let written = foreign_format("gf1-log")
        .write(&judged(&Record::parse_str(record)))
        .unwrap();
    assert!(
        written
            .losses
            .in_words()
            .any(|loss| loss == "2 turns after an error"),
        "{:?}",
        written.losses
    );
}

#[test]
fn a_gf1_file_may_have_many_saves_and_truncation_is_reported() {
    let log = |first: &str| {
        format!("<gamelog><move start=\"{first}\" end=\"b3\" piece=\"o\"/></gamelog>")
    };
    let save = format!("<gipfgame type=\"basic\">{}</gipfgame>", log("a2"));
    let count = |text: String| games_of("gf1", &text, &Assumptions::default()).len();
    assert_eq!(count(format!("{save}\n{save}")), 2);
    assert_eq!(count([log("a2"), log("a2")].concat()), 2);
    let tokens = |text: &str| -> Vec<String> {
        found_as("gf1", text)
            .into_iter()
            .filter(|(code, _)| *code == "import/token")
            .map(|(_, text)| text.to_owned())
            .collect()
    };
    assert_eq!(tokens(&save), [""; 0]);
    assert_eq!(
        tokens(&format!("before {save} behind")),
        ["before", "behind"]
    );
    assert_eq!(
        tokens(save.trim_end_matches("</gamelog></gipfgame>")),
        ["<gipfgame type=\"basic\">", "<gamelog>"]
    );
    let old = "# saved game for gf1\nwhitepieces:18\n# end of board\n-\ngame: basic\no: a2-b3\nend of gamelog\n";
    assert_eq!(tokens(old), [""; 0]);
    assert_eq!(count(format!("{old}{old}")), 2);
    assert_eq!(tokens(&old.replace("end of gamelog\n", "")), ["o: a2-b3"]);
    assert_eq!(
        tokens(&old.replace("# end of board\n-\n", "")),
        ["whitepieces:18"]
    );
}

#[test]
fn rows_of_a_log_of_gf1_keep_their_seats() {
    let gap = " ".repeat(38);
    let log = |rows: &str| format!(" basic\n\n    Ann{gap}Bo\n\n{rows}\n");
    assert_eq!(
        found_as("gf1-log", &log("01. a2-b3   b1-c2\n02. b1-d3")),
        []
    );
    let numbers = log("01. a2-b3   b1-c2\n03. b1-d3");
    assert_eq!(found_as("gf1-log", &numbers), [("import/disagrees", "03.")]);
    let of_black = log(&format!("01. {gap}a2-b3"));
    assert_eq!(found_as("gf1-log", &of_black), [("import/value", "a2-b3")]);
    let unread = log("01. a2-b3   zz-c2\n02. b1-d3");
    assert_eq!(found_as("gf1-log", &unread)[0], ("import/token", "zz-c2"));
    let turns = game_of("gf1-log", &unread, &Assumptions::default()).text;
    assert!(turns.contains("2. zz-c2 3. b1-d3"), "{turns}");
    // Words beside turns are errors, and stay as comments.
    let words =
        log("a game\n01. a2-b3 (good)   b1-c2 bad\n02. b1-d3   a1-c3  nice one\nthe end (?)");
    let on = [
        "a", "game", "(good)", "bad", "nice", "one", "the", "end", "(?)",
    ];
    assert_eq!(
        found_as("gf1-log", &words),
        on.map(|word| ("import/token", word))
    );
    let turns = game_of("gf1-log", &words, &Assumptions::default())
        .text
        .replace('\n', " ");
    let kept = "{a game} 1. b3 {(good)} 2. c2 {bad} 3. b1-d3 4. a1-c3 {nice one the end (?)} *";
    assert!(turns.contains(kept), "{turns}");
    let twice = game_of(
        "gf1-log",
        &log("01. zz zz   b1-c2"),
        &Assumptions::default(),
    )
    .text;
    assert!(twice.contains("1. zz {zz} 2. b1-c2"), "{twice}");
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
    let codes = |pieces| {
        found_as("gf1", &log(pieces))
            .into_iter()
            .map(|(code, _)| code)
            .collect::<Vec<_>>()
    };
    assert_eq!(codes(["o", "x"]), [""; 0]);
    assert_eq!(codes(["o", "o"]), ["import/value"]);
    assert_eq!(codes(["x", "o"]), ["import/value"]);
    assert_eq!(codes(["o", "q"]), ["import/value"]);
}
