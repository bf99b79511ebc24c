//! Compares the fast check of valid records with a replay, and the fast parsing of turns with the
//! grammars: over the corpus, over random games of every game and option, plain and annotated, and
//! over all of these mutated.
//!
//! `PIPSCRIBE_INPUTS=1000000 cargo test --release fast_check` compares a million mutated records.

use std::fmt::Write as _;
use std::ops::Range;

use pipscribe::Checked;
use pipscribe::collection::{Fullness, GAME_COLUMNS, Game};
use pipscribe::formats::pips::FormattedPiece;
use pipscribe::games::gipf::Gipf;
use pipscribe::games::pipe::Pipe;
use pipscribe::games::pippinzip::Pippinzip;
use pipscribe::games::pippip::Pippip;
use pipscribe::games::{Context, Language, TurnText};
use pipscribe::notation::split_text;
use pipscribe::notation::{Record, Tag};
use pipscribe::text::RawRecord;

use proptest::prelude::*;

use crate::hostile::mutation::Mutator;
use crate::support::{RecordText, cases, corpus_files, random_game_numbered, scaled};

/// The default number of mutated records.
const INPUTS: u32 = 2_000;

fn inputs() -> u64 {
    std::env::var("PIPSCRIBE_INPUTS").map_or(scaled(INPUTS).into(), |count| count.parse().unwrap())
}

/// The tags of a random game of every game, with every option that changes it.
const SETUPS: &[&[(&str, &str)]] = &[
    &[("Game", "gipf"), ("Variant", "basic")],
    &[
        ("Game", "gipf"),
        ("Variant", "basic"),
        ("Options", "reserve=15,12 out=empty"),
    ],
    &[("Game", "gipf"), ("Variant", "standard")],
    &[("Game", "gipf"), ("Variant", "tournament")],
    &[
        ("Game", "gipf"),
        ("Variant", "tournament"),
        ("Options", "out=empty"),
    ],
    &[
        ("Game", "pippinzip"),
        ("Variant", "pipeline"),
        ("Size", "7"),
    ],
    &[("Game", "pippinzip"), ("Variant", "zipline"), ("Size", "5")],
    &[
        ("Game", "pippinzip"),
        ("Variant", "freestyle"),
        ("Size", "9"),
    ],
    &[
        ("Game", "pippinzip"),
        ("Variant", "zipline"),
        ("Size", "6"),
        ("Players", "3"),
    ],
    &[
        ("Game", "pippinzip"),
        ("Variant", "freestyle"),
        ("Size", "4"),
        ("Players", "3"),
    ],
    &[
        ("Game", "pippinzip"),
        ("Variant", "zipline"),
        ("Size", "26"),
    ],
    &[("Game", "pippip")],
    &[
        ("Game", "pippip"),
        ("Options", "dice=cw cap=8 store=roll"),
        ("Colors", "dark,light"),
    ],
    &[("Game", "pippip"), ("Options", "cap=0")],
    &[
        ("Game", "pipe"),
        ("Variant", "pipes"),
        ("Deck", "twin-works"),
    ],
    &[
        ("Game", "pipe"),
        ("Variant", "fields"),
        ("Deck", "twin-works"),
        ("Options", "recycle=no"),
    ],
    &[
        ("Game", "pipe"),
        ("Variant", "both"),
        ("Deck", "twin-works"),
        ("Players", "4"),
        ("Options", "teams=13-24"),
    ],
    &[
        ("Game", "pipe"),
        ("Variant", "both"),
        ("Deck", "twin-works"),
        ("Players", "3"),
    ],
];

fn random_records() -> Vec<String> {
    let games = SETUPS
        .iter()
        .flat_map(|tags| (0..4).map(move |index| (tags, index)));
    // Some games end before the rules end them.
    games
        .map(|(tags, index)| {
            random_game_numbered(tags, 16, index, if index == 3 { 9 } else { 1_000 })
        })
        .collect()
}

/// Text after turns that does not change how they are judged.
const NOTES: &[&str] = &[
    " {why not}",
    "! {ok}",
    "?? $14",
    " $1 $2{[%mood calm] and [brackets], (parentheses)} {zwei, naïve}",
    " # a line\n",
    " {over\ntwo lines [%clock 0:10:00]} $255",
    "!?{}",
];

/// Returns the same record with notes, and with variations that repeat the turn.
fn annotated(text: &str) -> String {
    let record = Record::parse_str(text);
    let mut annotated = String::new();
    let mut done = 0;
    for (index, node) in record.moves.turns.iter().enumerate() {
        let Range { start, end } = node.text.range();
        annotated.push_str(&text[done..end]);
        done = end;
        let turn = &text[start..end];
        match index % 5 {
            0 => annotated.push_str(NOTES[index / 5 % NOTES.len()]),
            3 => write!(
                annotated,
                " ({}. {turn} {{or}}) ({turn}! ({}. {turn}))",
                node.number, node.number
            )
            .unwrap(),
            _ => {}
        }
    }
    annotated.push_str(&text[done..]);
    annotated.push_str("# the end\n{closing}\n");
    annotated
}

fn seeds() -> Vec<Vec<u8>> {
    let corpus = corpus_files("")
        .into_iter()
        .map(|path| std::fs::read(path).unwrap());
    let corpus: Vec<Vec<u8>> = corpus
        .flat_map(|bytes| split_text(&bytes))
        .map(|raw| raw.bytes)
        .filter(|bytes| bytes.len() < 2_000)
        .collect();
    let random = random_records();
    let annotated: Vec<String> = random.iter().map(|text| annotated(text)).collect();
    corpus
        .into_iter()
        .chain(random.into_iter().chain(annotated).map(String::into_bytes))
        .collect()
}

fn read(record: &Record) -> String {
    let Record {
        tags,
        malformed_tags,
        moves,
        result,
        result_unclear,
        closing,
        findings,
        findings_dropped,
        ..
    } = record;
    format!(
        "{tags:?} {malformed_tags:?} {moves:?} {result:?} {result_unclear} {closing:?} {findings:?} {findings_dropped}"
    )
}

/// Compares the table of games of the fast check with that of a timeline.
fn compare_rows(raw: &RawRecord, full: &Checked, is_fast: bool, shown: &impl Fn() -> String) {
    let with_keys = Checked::with_keys(raw.clone(), &Context::default());
    assert_eq!(with_keys.bare(), full.bare(), "{}", shown());
    for column in &GAME_COLUMNS {
        assert_eq!(
            column.cell(&Game::new(&with_keys)),
            column.cell(&Game::new(full)),
            "{}: {}",
            column.name,
            shown()
        );
    }
    assert_eq!(with_keys.is_parsed(), !is_fast, "{}", shown());
}

/// Number of records that were judged while being parsed.
#[derive(Debug, Default)]
struct Tally {
    records: u64,
    judged_fast: u64,
}

impl Tally {
    /// Compares the fast check of a record with its replay, and the output of both.
    fn compare(&mut self, raw: &RawRecord, how: &dyn Fn() -> String) {
        let shown = || format!("{}: {}", how(), String::from_utf8_lossy(&raw.bytes));
        let context = Context::default();
        let checked = Checked::new(raw.clone(), &context);
        let is_fast = !checked.is_parsed();
        self.records += 1;
        self.judged_fast += u64::from(is_fast);
        let record = Record::parse(raw.clone());
        let replayed = Checked::from_record(record.clone(), &context);
        assert_eq!(
            format!("{:?}", checked.report),
            format!("{:?}", replayed.report),
            "{}",
            shown()
        );
        assert_eq!(checked.game, record.game(), "{}", shown());
        let variant = |tag: Option<&Tag>| tag.map(|tag| (tag.value.clone(), tag.value_span));
        assert_eq!(
            variant(checked.tag("Variant")),
            variant(record.tag("Variant")),
            "{}",
            shown()
        );
        assert_eq!(checked.source().text(), record.text(), "{}", shown());
        assert_eq!(read(checked.record()), read(&record), "{}", shown());
        let full = Checked::in_full(record, &context);
        let in_one_pass = Checked::with_bare_form(raw.clone(), &context);
        assert_eq!(in_one_pass.is_parsed(), !is_fast, "{}", shown());
        assert_eq!(in_one_pass.bare(), full.bare(), "{}", shown());
        let fullness = |checked| Fullness::from_game(&Game::new(checked));
        assert_eq!(fullness(&in_one_pass), fullness(&full), "{}", shown());
        compare_rows(raw, &full, is_fast, &shown);
        if !is_fast {
            return;
        }
        let written = match full.timeline().unwrap().canonical() {
            Ok(text) => FormattedPiece::Canonical(text),
            Err(reason) => FormattedPiece::Untouched {
                original: raw.bytes.clone(),
                reason,
            },
        };
        assert_eq!(
            FormattedPiece::new(raw.clone(), false, &context),
            written,
            "{}",
            shown()
        );
        let bare = FormattedPiece::new(raw.clone(), true, &context);
        assert_eq!(
            bare.reason().is_none(),
            full.bare().is_some(),
            "{}",
            shown()
        );
        if let Some(expected) = full.bare() {
            assert_eq!(bare, FormattedPiece::Canonical(expected), "{}", shown());
        }
    }
}

#[test]
fn valid_records_are_judged_while_being_parsed() {
    let mut tally = Tally::default();
    for text in random_records() {
        for text in [annotated(&text), text] {
            let raw = split_text(text.as_bytes()).remove(0);
            tally.compare(&raw, &|| "random".into());
        }
    }
    assert_eq!(tally.judged_fast, tally.records);
}

#[test]
fn errors_are_found_at_every_turn() {
    let cases: [(&str, &[(&str, u32)]); 9] = [
        ("1. b3 2. c2 3. b3 4. c2 *", &[("gipf/wrong-landing", 3)]),
        (
            "1. b3 (1. c2) {[%expect to-move 1]} 2. c2 *",
            &[("expect/unmet", 1)],
        ),
        (
            "1. b3 2. c2 (2. d2 3. zz) 3. b5 4. a9 *",
            &[("syntax/token", 3), ("gipf/wrong-landing", 3)],
        ),
        (
            "1. b3 2. c2 (2. d2 3. b3) {hm} (2. b3) 3. resign 4. b5 *",
            &[
                ("gipf/wrong-landing", 3),
                ("gipf/wrong-landing", 2),
                ("turn/after-end", 4),
            ],
        ),
        (
            "1. b3 2. c2 (2. d2 (2. b3)) 3. c2 *",
            &[("gipf/wrong-landing", 2), ("gipf/wrong-landing", 3)],
        ),
        // The push is made before the list is found to be wrong.
        ("1. b3 2. c2;xb2 3. b5 *", &[("gipf/no-row", 2)]),
        ("{[%expect moves 3]} 1. b3 *", &[("expect/unmet", 0)]),
        ("1. b3 2. c2 1-0", &[("record/undecided", 0)]),
        (
            "1. b3 2. c2 3. b3 {[%expect gipf/wrong-landing]} 3. d2 4. d2 *",
            &[("gipf/wrong-landing", 4)],
        ),
    ];
    let mut tally = Tally::default();
    for (moves, expected) in cases {
        let raw = split_text(RecordText::gipf().with_moves(moves).as_bytes()).remove(0);
        tally.compare(&raw, &|| moves.into());
        let report = Checked::new(raw, &Context::default()).report;
        let found: Vec<_> = report
            .findings
            .iter()
            .map(|finding| (finding.code.id, finding.turn))
            .collect();
        assert_eq!(found, expected, "{moves}");
    }
}

/// Compares the fast parser of turns with the grammar. Returns true if the fast parser was used.
fn same_turn<L: Language>(text: &str, turn: &mut L::Turn) -> bool {
    let by_grammar = L::Turn::parse_by_grammar(text);
    let is_fast = L::Turn::fast_parse(text.as_bytes(), turn).is_some();
    if is_fast {
        assert_eq!(by_grammar.as_ref(), Ok(&*turn), "{text}");
    }
    assert_eq!(L::parse_turn(text), by_grammar, "{text}");
    is_fast
}

#[test]
fn a_resignation_is_not_a_turn_of_any_game() {
    assert!(Gipf::parse_turn("resign").is_err());
    assert!(Pippinzip::parse_turn("resign").is_err());
    assert!(Pippip::parse_turn("resign").is_err());
    assert!(Pipe::parse_turn("resign").is_err());
}

/// Characters and parts of turns of all games.
const PIECES: &[&str] = &[
    "a",
    "b3",
    "c12",
    "z9",
    "G",
    "x",
    "*",
    "-",
    "-",
    ";",
    ";",
    ",",
    ",",
    "take",
    "pass",
    "0",
    "1",
    "5",
    "17",
    "s",
    "@",
    "/",
    "6@b3/2",
    "+3",
    "-2",
    "+0",
    "-0",
    "N",
    "E",
    "S",
    "W",
    ":",
    "discard:",
    "hidden",
    "claim:",
    "black",
    "swap",
    "keep",
    "draw:",
    "00",
    "999999999",
    "1000000000",
    "a2-c4",
    "xb3,Gc4*",
    "17@+3-2/E",
    "x2:7,9",
    "é",
    " ",
];

#[test]
fn turns_of_any_pieces_agree_with_the_grammar() {
    let mut turns = (
        Default::default(),
        Default::default(),
        Default::default(),
        Default::default(),
    );
    let mut read = [0; 4];
    for number in 0..inputs() * 10 {
        let mut random = Mutator::new(&[], 17, number);
        let count = 1 + random.below(7);
        let text: String = (0..count).map(|_| random.any(PIECES)).collect();
        read[0] += u32::from(same_turn::<Gipf>(&text, &mut turns.0));
        read[1] += u32::from(same_turn::<Pippinzip>(&text, &mut turns.1));
        read[2] += u32::from(same_turn::<Pippip>(&text, &mut turns.2));
        read[3] += u32::from(same_turn::<Pipe>(&text, &mut turns.3));
    }
    assert!(read.iter().all(|&count| count > scaled(20)), "{read:?}");
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn likely_turns_agree_with_the_grammar(
        gipf in "((x(G?[a-i][0-9]{1,2}\\*?,?){0,3}|G?[a-i][1-9](-[a-i][1-9])?);?){1,3}",
        pippinzip in "(([a-z][0-9]{1,3},?){1,3}|take|pass).?",
        pippip in "([0-9]s;){0,2}\\*?[0-9]@[a-e][0-5]/[0-9](;x([a-d][0-9],?){0,3})?.?",
        play in "[0-9]{1,3}@[+-][0-9]{1,2}[+-][0-9]{1,10}/[NESWX](;x([0-9]:)?[0-9]{1,3}(,[0-9]{1,2}){0,2}){0,2}(;(swap|keep|claim:[a-z,]{1,9}))?(;draw:[0-9]{1,2})?",
        set_up in "discard:(hidden|[0-9]{1,2}(,[0-9]{0,11}){0,4})(;claim:[a-z]{0,6})?.?",
    ) {
        same_turn::<Gipf>(&gipf, &mut Default::default());
        same_turn::<Pippinzip>(&pippinzip, &mut Default::default());
        same_turn::<Pippip>(&pippip, &mut Default::default());
        same_turn::<Pipe>(&play, &mut Default::default());
        same_turn::<Pipe>(&set_up, &mut Default::default());
    }
}

mod slow {
    use super::*;

    #[test]
    fn mutated_records_agree_with_the_full_replay() {
        let seeds = seeds();
        let mut tally = Tally::default();
        for bytes in &seeds {
            split_text(bytes)
                .iter()
                .for_each(|raw| tally.compare(raw, &|| "unchanged".into()));
        }
        assert!(tally.judged_fast > tally.records / 6, "{tally:?}");
        println!("unchanged: {tally:?}");
        let mut tally = Tally::default();
        for number in 0..inputs() {
            let bytes = Mutator::new(&seeds, 16, number).mutated();
            split_text(&bytes)
                .iter()
                .for_each(|raw| tally.compare(raw, &|| format!("input {number}")));
        }
        println!("mutated: {tally:?}");
        assert!(tally.judged_fast > tally.records / 200, "{tally:?}");
    }
}
