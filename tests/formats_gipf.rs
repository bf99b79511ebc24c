//! Other programs' notations of GIPF.

use pipscribe::formats::{Assumptions, Imported, format_named, pips};
use pipscribe::games::GameId;
use pipscribe::notation::Record;
use pipscribe::text::SourceText;
use proptest::prelude::*;

use crate::notation::random_game_of;
use crate::support::{pipscribe, root, stderr, stdout};

fn written(format: &str, record: &str) -> String {
    format_named(format).unwrap().write(&Record::parse_str(record)).unwrap().text
}

fn read(format: &str, text: &str, assumptions: &Assumptions) -> Imported {
    let mut games = format_named(format).unwrap().read(&SourceText::new(text.to_owned(), 0, 1), assumptions);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

fn bare(text: &str) -> String {
    String::from_utf8(pips::format(text.as_bytes(), true).bytes).unwrap()
}

/// What the reader is told of a record that the format does not say.
fn assumptions_of(record: &str) -> Assumptions {
    let record = Record::parse_str(record);
    let value = |name: &str| record.tag(name).map(|tag| tag.value.clone());
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
    let output = pipscribe(&["convert", "-", "--options", "out=empty"], text.as_bytes());
    assert!(stderr(&output).contains("read as gipf.first-spot"), "{}", stderr(&output));
    assert!(stdout(&output).contains("a5-g3;xb3*,c4*,d5,g6"), "{}", stdout(&output));
    let file = "corpus/formats/gipf.com/game-b-with-errors.txt";
    assert!(!stderr(&pipscribe(&["convert", file], b"")).contains("first-spot"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn random_games_come_back_in_every_style(seed in any::<u64>()) {
        let record = random_game_of(seed as usize % 3, seed, 90);
        for format in ["gipf.com-short", "gipf.first-spot"] {
            let text = written(format, &record);
            let back = read(format, &text, &assumptions_of(&record));
            prop_assert!(back.findings.is_empty(), "{} {:?}", text, back.findings);
            prop_assert_eq!(bare(&back.text), bare(&record), "{}", text);
        }
        prop_assert!(GameId::Gipf.rules().check(&Record::parse_str(&record)).findings.is_empty());
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
    let last = GameId::Gipf.rules().replay(&Record::parse_str(record)).turns.pop().unwrap();
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
fn gf1_reads_what_is_not_well_formed() {
    let text = "<gipfgame type=\"basic\" formatversion=\"2\"><whiteplayer>A &amp; B</whiteplayer><gamelog><move start='a1' \
                end='b2' piece='o'><move start=\"a5\"/></oops><";
    let game = read("gf1", text, &Assumptions::default());
    let found: Vec<_> = game.findings.iter().map(|finding| finding.code.id).collect();
    assert!(found.contains(&"import/value") && found.contains(&"import/token"), "{found:?}");
    assert!(game.text.contains("[Player1 \"A & B\"]"), "{}", game.text);
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
        let written = format_named("gf1-log").unwrap().write(&record).unwrap();
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
    let there = pipscribe(&["convert", "-", "--to", "gf1-log"], records.as_bytes());
    let back = pipscribe(&["convert", "-"], &there.stdout);
    assert_eq!(stderr(&back), "");
    assert_eq!(stdout(&back).matches("[Game \"gipf\"]").count(), 3);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn random_games_come_back_from_logs_of_gf1(seed in any::<u64>()) {
        let record = random_game_of(seed as usize % 3, seed, 120);
        let text = written("gf1-log", &record);
        let back = read("gf1-log", &text, &assumptions_of(&record));
        prop_assert!(back.findings.is_empty(), "{} {:?}", text, back.findings);
        prop_assert_eq!(bare(&back.text), bare(&record), "{}", text);
    }
}
