//! The Pipe Game: the edge cases of the rule sheet, and a comparison of its two derivations of the
//! legal turns with each other and with a third one.

mod findings;
mod games;
mod in_place;
mod irregular;
mod properties;
mod random;
mod sets;
mod tables;
mod tags;
mod turns;
mod whole_table;

use crate::support::{replayed, report};
use pipscribe::games::pipe::Id;
use pipscribe::notation::Record;

/// The cards of the examples. End caps are white unless stated otherwise.
const CARDS: [(Id, &str); 21] = [
    // A straight pipe, a straight pipe between two fields, only end caps, only end caps with one of
    // them black.
    (1, "B36 W1 W2 W4 W5 LLLLLL"),
    (2, "B36 W1 W2 W4 W5 LLDDDL"),
    (3, "W1 W2 W3 W4 W5 W6 LLLLLL"),
    (4, "B6 W1 W2 W3 W4 W5 LLLLLL"),
    (5, "B3 W1 W2 W4 W5 W6 LLLLLL"),
    // Bends on the north and on the south, in black and in both colours.
    (6, "B12 W3 W4 W5 W6 LLLLLL"),
    (7, "B45 W1 W2 W3 W6 LLLDLL"),
    (8, "B12 W45 W3 W6 LLLLLL"),
    (9, "W12 B45 W3 W6 LLLLLL"),
    // The bend's own field is dark, on the north and on the south.
    (10, "W12 W3 W4 W5 W6 DLLLLL"),
    (11, "W45 W1 W2 W3 W6 LLLDLL"),
    // A field inside, a corner, four fields at a crossing.
    (12, "W1 W2 W3 W4 W5 W6 LLLLLL L123456 D"),
    (13, "W16 W2 W3 W4 W5 LLLLLD"),
    (14, "W36 W14 W2 W5 LLDLLD"),
    // Copies of cards 1 and 3.
    (15, "B36 W1 W2 W4 W5 LLLLLL"),
    (16, "B36 W1 W2 W4 W5 LLLLLL"),
    (17, "B36 W1 W2 W4 W5 LLLLLL"),
    (18, "W1 W2 W3 W4 W5 W6 LLLLLL"),
    (19, "W1 W2 W3 W4 W5 W6 LLLLLL"),
    (20, "W1 W2 W3 W4 W5 W6 LLLLLL"),
    (21, "W1 W2 W3 W4 W5 W6 LLLLLL"),
];

/// A record with the example cards; hands are unknown.
fn record(variant: &str, more: &str, turns: &str) -> Record {
    let mut text =
        format!("[Game \"pipe\"]\n[Variant \"{variant}\"]\n[Deck \"example\"]\n{more}\n");
    for (id, card) in CARDS {
        text.push_str(&format!("[Card{id} \"{card}\"]\n"));
    }
    Record::parse_str(&format!("{text}\n{turns}\n"))
}

fn findings(record: &Record) -> Vec<&'static str> {
    report(record)
        .findings
        .iter()
        .map(|finding| finding.code.id)
        .collect()
}

/// The canonical turns and the last position of a valid record.
fn played(variant: &str, more: &str, turns: &str) -> (Vec<String>, String) {
    let record = record(variant, more, turns);
    assert_eq!(findings(&record), [""; 0], "{turns}");
    let replayed = replayed(&record);
    let position = replayed
        .turns
        .last()
        .map(|turn| turn.position.clone())
        .or(replayed.start);
    (
        replayed.turns.into_iter().map(|turn| turn.text).collect(),
        position.unwrap(),
    )
}

/// The last turn in canonical form, from a position.
fn last(variant: &str, position: &str, turns: &str) -> String {
    played(variant, &format!("[Position \"{position}\"]"), turns)
        .0
        .pop()
        .unwrap()
}

fn codes_of(variant: &str, more: &str, turns: &str) -> Vec<&'static str> {
    findings(&record(variant, more, turns))
}
