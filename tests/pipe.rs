//! The Pipe Game: the edge cases of the sheet, and its two derivations of the legal turns held
//! against each other and against a third one.
#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests may fail as the tests do")]

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Arc;

use pipscribe::Checked;
use pipscribe::draw::{write_svg, write_text};
use pipscribe::games::pipe::board::{Heading, Square};
use pipscribe::games::pipe::{
    Card, Colour, Deal, Deck, Id, Layout, Pipe, Placement, PositionText, Setup, State, Turn, Variant, codes,
};
use pipscribe::games::{Game, Language, Played};
use pipscribe::notation::Record;
use pipscribe::replay::{AnyGame, Driver, RandomGame};
use pipscribe::text::MAX_DECK_CARDS;
use proptest::prelude::*;

use crate::support::{legal_turns, pipscribe, root, stderr, stdout};

const DRIVER: Driver<Pipe> = Driver::<Pipe>::NEW;

/// The cards of the examples. End caps are white where nothing else is said.
const CARDS: [(Id, &str); 21] = [
    // Straight along, straight along in two fields, end caps alone, one of them black.
    (1, "B36 W1 W2 W4 W5 LLLLLL"),
    (2, "B36 W1 W2 W4 W5 LLDDDL"),
    (3, "W1 W2 W3 W4 W5 W6 LLLLLL"),
    (4, "B6 W1 W2 W3 W4 W5 LLLLLL"),
    (5, "B3 W1 W2 W4 W5 W6 LLLLLL"),
    // Bows on the north and on the south, in black and in both colours.
    (6, "B12 W3 W4 W5 W6 LLLLLL"),
    (7, "B45 W1 W2 W3 W6 LLLDLL"),
    (8, "B12 W45 W3 W6 LLLLLL"),
    (9, "W12 B45 W3 W6 LLLLLL"),
    // The bow's own field is dark, on the north and on the south.
    (10, "W12 W3 W4 W5 W6 DLLLLL"),
    (11, "W45 W1 W2 W3 W6 LLLDLL"),
    // A field inside, a corner, four fields at a crossing.
    (12, "W1 W2 W3 W4 W5 W6 LLLLLL L123456 D"),
    (13, "W16 W2 W3 W4 W5 LLLLLD"),
    (14, "W36 W14 W2 W5 LLDLLD"),
    // As cards 1 and 3, once more.
    (15, "B36 W1 W2 W4 W5 LLLLLL"),
    (16, "B36 W1 W2 W4 W5 LLLLLL"),
    (17, "B36 W1 W2 W4 W5 LLLLLL"),
    (18, "W1 W2 W3 W4 W5 W6 LLLLLL"),
    (19, "W1 W2 W3 W4 W5 W6 LLLLLL"),
    (20, "W1 W2 W3 W4 W5 W6 LLLLLL"),
    (21, "W1 W2 W3 W4 W5 W6 LLLLLL"),
];

/// A record with the example cards; hands are not known.
fn record(variant: &str, more: &str, turns: &str) -> Record {
    let mut text = format!("[Game \"pipe\"]\n[Variant \"{variant}\"]\n[Deck \"example\"]\n{more}\n");
    for (id, card) in CARDS {
        text.push_str(&format!("[Card{id} \"{card}\"]\n"));
    }
    Record::parse_str(&format!("{text}\n{turns}\n"))
}

fn findings(record: &Record) -> Vec<&'static str> {
    DRIVER.check(record).findings.iter().map(|finding| finding.code.id).collect()
}

/// The canonical turns and the last position of a record without fault.
fn played(variant: &str, more: &str, turns: &str) -> (Vec<String>, String) {
    let record = record(variant, more, turns);
    assert_eq!(findings(&record), [""; 0], "{turns}");
    let replayed = DRIVER.replay(&record);
    let position = replayed.turns.last().map(|turn| turn.position.clone()).or(replayed.start);
    (replayed.turns.into_iter().map(|turn| turn.text).collect(), position.unwrap())
}

/// The last turn in canonical form, from a position.
fn last(variant: &str, position: &str, turns: &str) -> String {
    played(variant, &format!("[Position \"{position}\"]"), turns).0.pop().unwrap()
}

fn codes_of(variant: &str, more: &str, turns: &str) -> Vec<&'static str> {
    findings(&record(variant, more, turns))
}

// ---- V6.2: sets of pipes

/// Four cards around the pillar +0+0, their entries 6 toward it.
fn around(cards: [Id; 4]) -> [String; 4] {
    let [north, east, south, west] = cards;
    [format!("{north}@+0+1/N"), format!("{east}@+1+0/E"), format!("{south}@+0-1/S"), format!("{west}@-1+0/W")]
}

/// A position in which seat 1 has black (or light), to move.
fn table(mut cards: Vec<String>, colours: &str) -> String {
    cards.sort_by_key(|card| card.split('@').next().unwrap().parse::<Id>().unwrap());
    format!("{} 1 {colours} 0,0", cards.join(","))
}

#[test]
fn end_caps_alone_are_no_set() {
    assert_eq!(last("pipes", "5@+0+0/E 1 black,white 0,0", "4@+2+0/E"), "4@+2+0/E");
    // Nor do they count before a pillar, whosever they are.
    let [north, east, south, west] = around([4, 3, 18, 19]);
    let position = table(vec![east, south, west], "black,white");
    assert_eq!(last("pipes", &position, &north), north);
}

#[test]
fn a_section_between_two_pillars_is_a_set() {
    let [north, east, south, west] = around([1, 3, 18, 19]);
    let more = ["20@+0+4/N", "21@+1+3/E"].map(str::to_owned);
    let position = table([north, east, south, west].into_iter().chain(more).collect(), "black,white");
    // Whoever closes it.
    assert_eq!(last("pipes", &position, "5@-1+3/N"), "5@-1+3/N;x1");
    assert_eq!(last("pipes", &position.replace(" 1 ", " 2 "), "5@-1+3/N"), "5@-1+3/N;x1:1");
    assert_eq!(codes_of("pipes", &format!("[Position \"{position}\"]"), "5@-1+3/N;x1,5"), ["pipe/pickup-wrong"]);
}

#[test]
fn a_loop_needs_no_caps() {
    let (turns, position) = played("pipes", "[Position \"6@+0+0/E 1 black,white 3,4\"]", "7@+0+1/E;x7,6");
    assert_eq!((turns[0].as_str(), position.as_str()), ("7@+0+1/E;x6,7", "- 2 black,white 5,4"));
}

#[test]
fn a_pillar_opens_again() {
    // Card 1 lies against a pillar. Card 6, one of the four around it, is closed with card 7.
    let [north, east, south, _] = around([1, 3, 18, 19]);
    let position = table(vec![north, east, south, "6@-2+0/E".into()], "black,white");
    let (turns, after) = played("pipes", &format!("[Position \"{position}\"]"), "7@-2+1/E 2. 4@+0+3/N");
    assert_eq!(turns, ["7@-2+1/E;x6,7", "4@+0+3/N"]);
    assert_eq!(after, "1@+0+1/N,3@+1+0/E,4@+0+3/N,18@+0-1/S 1 black,white 2,0");
    // Had it stayed, the set of card 1 would be closed.
    assert_eq!(last("pipes", &position, "4@+0+3/N"), "4@+0+3/N;x1,4");
}

#[test]
fn a_set_across_six_cards() {
    let table = "1@+2+0/E,5@+0+0/E,15@+4+0/E,16@+6+0/W,17@+8+0/E 1 black,white 0,0";
    // Card 16 lies the other way round, on +5+0 and +6+0: then card 17 cannot meet it.
    let table = table.replace("16@+6+0/W", "16@+7+0/W");
    assert_eq!(last("pipes", &table, "4@+10+0/E"), "4@+10+0/E;x1,4,5,15,16,17");
}

#[test]
fn two_colours_share_a_card() {
    // Card 8 is closed in black to the north, in white to the south.
    let position = "7@+0+1/E,9@+0-1/E 1 black,white 0,0";
    assert_eq!(last("pipes", position, "8@+0+0/E"), "8@+0+0/E;x7,8;x2:9");
    assert_eq!(last("pipes", &position.replace(" 1 ", " 2 "), "8@+0+0/E"), "8@+0+0/E;x8,9;x1:7");
    // In any order when read; all of them or none.
    assert_eq!(last("pipes", position, "8@+0+0/E;x2:9;x8,7"), "8@+0+0/E;x7,8;x2:9");
    let position = format!("[Position \"{position}\"]");
    for wrong in ["x7,8", "x2:9", "x7;x2:8,9", "x7,8;x2:9,8", "x7,8;x2:9;x3:1", "x7,8,8;x2:9", "x7,8,10;x2:9"] {
        assert_eq!(codes_of("pipes", &position, &format!("8@+0+0/E;{wrong}")), ["pipe/pickup-wrong"], "{wrong}");
    }
}

// ---- V6.3: sets of fields

#[test]
fn a_field_inside_a_card_is_closed_at_once() {
    let (turns, position) = played("fields", "[Position \"- 1 dark,light 0,0\"]", "12@+0+0/E;swap");
    assert_eq!((turns[0].as_str(), position.as_str()), ("12@+0+0/E;x12;swap", "- 2 light,dark 1,0"));
    // If its colour has an owner.
    assert_eq!(last("pipes", "- 1 black,white 0,0", "12@+0+0/E"), "12@+0+0/E");
    assert_eq!(last("fields", "- 1 light,dark 0,0", "12@+0+0/E"), "12@+0+0/E;x2:12");
}

#[test]
fn fields_are_closed_by_other_cards_and_joined_by_their_colour() {
    // The dark bow of card 10, under light.
    assert_eq!(last("fields", "10@+0+0/E 1 light,dark 0,0", "3@+0+1/E"), "3@+0+1/E;x2:10");
    // Under the dark bow of card 11, which it joins.
    assert_eq!(last("fields", "10@+0+0/E 1 light,dark 0,0", "11@+0+1/E"), "11@+0+1/E;x2:10,11");
}

#[test]
fn a_field_is_closed_by_a_pillar() {
    // The dark corner of card 13 reaches the pillar and the side where card 20 lies.
    let [north, east, south, west] = around([13, 3, 18, 19]);
    let position = table(vec![north.clone(), south.clone(), west.clone(), "20@-1+1/W".into()], "light,dark");
    assert_eq!(last("fields", &position, &east), format!("{east};x2:13"));
    let position = table(vec![north, south, west], "light,dark");
    assert_eq!(last("fields", &position, &east), east);
}

#[test]
fn a_field_runs_on_behind_a_pipe() {
    // The dark bow of card 10 is shut off under card 3; the light of card 6 runs on behind its bow.
    assert_eq!(last("fields", "10@+0+0/E 1 light,dark 0,0", "3@+0+1/E"), "3@+0+1/E;x2:10");
    assert_eq!(last("fields", "6@+0+0/E 1 light,dark 0,0", "7@+0+1/E"), "7@+0+1/E;x2:7");
}

#[test]
fn fields_that_meet_at_a_crossing_are_not_connected() {
    // Card 14 has four fields: arcs 1 and 2, 3, 4 and 5, 6. Its dark corner 6 alone is closed here.
    let corner = "3@+0+1/N,14@+0+0/E,18@-1+0/W 1 light,dark 0,0";
    let without = "14@+0+0/E,18@-1+0/W 1 light,dark 0,0";
    assert_eq!(last("fields", without, "3@+0+1/N"), "3@+0+1/N;x2:14");
    // It was closed in the position already, so that the next play has it picked up.
    assert_eq!(last("fields", corner, "19@+40+40/E"), "19@+40+40/E;x2:14");
}

// ---- V5, V4

#[test]
fn a_card_need_not_touch_another() {
    let (_, position) = played("pipes", "[Position \"1@+0+0/E 1 black,white 0,0\"]", "2@-500+999999999/N");
    assert_eq!(position, "1@+0+0/E,2@-500+999999999/N 2 black,white 0,0");
}

#[test]
fn a_cleared_table_lets_colours_change() {
    let cleared = |variant: &str, more: &str, turns: &str| played(variant, more, turns).1;
    let pipes = "[Position \"6@+0+0/E 1 black,white 0,0\"]";
    assert_eq!(cleared("pipes", pipes, "7@+0+1/E"), "- 2 black,white 2,0");
    assert_eq!(cleared("pipes", pipes, "7@+0+1/E;keep"), "- 2 black,white 2,0");
    assert_eq!(cleared("pipes", pipes, "7@+0+1/E;swap"), "- 2 white,black 2,0");
    assert_eq!(codes_of("pipes", pipes, "7@+0-1/E;keep"), ["pipe/swap-not-allowed"]);
    assert_eq!(codes_of("pipes", pipes, "7@+0+1/E;claim:white,black"), ["pipe/claim-wrong"]);
    // `keep` says nothing.
    assert_eq!(played("pipes", pipes, "7@+0+1/E;keep").0, ["7@+0+1/E;x6,7"]);

    let both = "[Players \"3\"]\n[Position \"6@+0+0/E 2 light,black,dark 0,0,0\"]";
    assert_eq!(cleared("both", both, "7@+0+1/E;claim:dark,black,white"), "- 3 white,dark,black 0,2,0");
    assert_eq!(cleared("both", both, "7@+0+1/E;keep"), "- 3 light,black,dark 0,2,0");
    for wrong in ["black,dark,white", "dark,black", "dark,dark,white", "dark,mauve,white", "dark,black,white,light"] {
        let turn = format!("7@+0+1/E;claim:{wrong}");
        assert_eq!(codes_of("both", both, &turn), ["pipe/claim-wrong"], "{wrong}");
    }
    assert_eq!(codes_of("both", both, "7@+0+1/E;swap"), ["pipe/swap-not-allowed"]);
    assert_eq!(codes_of("both", both, "3@+0-1/E;claim:dark,black,white"), ["pipe/claim-wrong"]);
}

#[test]
fn the_last_card_changes_no_colours() {
    let tags = "[Hand1 \"7\"]\n[Hand2 \"\"]\n[Stock \"\"]\n[Position \"6@+0+0/E 1 black,white 3,0\"]";
    assert_eq!(codes_of("pipes", tags, "7@+0+1/E;swap"), ["pipe/swap-not-allowed"]);
    assert_eq!(codes_of("pipes", tags, "7@+0+1/E;keep"), ["pipe/swap-not-allowed"]);
    let report = DRIVER.check(&record("pipes", tags, "7@+0+1/E 1-0"));
    assert_eq!(report.score, Some(vec![5, 0]));
    assert_eq!(report.result.unwrap().to_string(), "1-0");
    assert_eq!(codes_of("pipes", tags, "7@+0+1/E 2. 3@+0+0/E 1-0"), ["turn/after-end"]);
}

const FOUR: &str = "[Players \"4\"]\n[Hand1 \"\"]\n[Hand2 \"7\"]\n[Hand3 \"\"]\n[Hand4 \"\"]\n[Stock \"\"]\n";

#[test]
fn three_and_four_seats_share_what_is_equal() {
    let result = |more: &str| DRIVER.check(&record("both", more, "7@+0+1/E")).result.unwrap().to_string();
    let three = "[Players \"3\"]\n[Hand1 \"\"]\n[Hand2 \"7\"]\n[Hand3 \"\"]\n[Stock \"\"]\n";
    let of_three = |scores: &str| result(&format!("{three}[Position \"6@+0+0/E 2 light,black,dark {scores}\"]"));
    assert_eq!(of_three("5,3,4"), "1/2-1/2-0");
    assert_eq!(of_three("5,3,5"), "1/2-1/2-1/2");
    assert_eq!(of_three("6,3,0"), "1-0-0");
    let of_four = |options: &str| {
        let position = "[Position \"6@+0+0/E 2 light,black,dark,white 4,1,2,4\"]";
        result(&format!("{FOUR}{options}{position}"))
    };
    assert_eq!(of_four(""), "1/2-0-0-1/2");
    // 4 and 2 against 3 and 4.
    assert_eq!(of_four("[Options \"teams=13-24\"]\n"), "0-1-0-1");
}

#[test]
fn only_two_sides_know_resignation() {
    let resigned = |more: &str| {
        let report = DRIVER.check(&record("both", more, "resign"));
        let codes: Vec<_> = report.findings.iter().map(|finding| finding.code.id).collect();
        (report.result.map(|result| result.to_string()), codes)
    };
    let no = (None, vec!["turn/not-for-this-game"]);
    let yes = |result: &str| (Some(result.to_owned()), vec!["record/result"]);
    assert_eq!(resigned("[Players \"3\"]"), no);
    assert_eq!(resigned("[Players \"4\"]"), no);
    assert_eq!(resigned(""), yes("0-1"));
    assert_eq!(resigned("[Players \"4\"]\n[Options \"teams=13-24\"]"), yes("0-1-0-1"));
}

#[test]
fn the_set_up_goes_seat_by_seat() {
    let (turns, position) = played("pipes", "", "discard:9,3,12,1;claim:white discard:hidden");
    assert_eq!(turns, ["discard:9,3,12,1;claim:white", "discard:hidden;claim:black"]);
    assert_eq!(position, "- 1 white,black 0,0");
    for (turn, code) in [
        ("discard:1,2,3,4", "pipe/claim-wrong"),
        ("discard:1,2,3,4;claim:light", "pipe/claim-wrong"),
        ("discard:1,2,3,4;claim:puce", "pipe/claim-wrong"),
        ("discard:1,2,3;claim:white", "pipe/discard-wrong"),
        ("discard:1,2,3,4,5;claim:white", "pipe/discard-wrong"),
        ("discard:1,2,3,3;claim:white", "pipe/discard-wrong"),
        ("discard:1,2,3,99;claim:white", "pipe/unknown-card"),
        // The first of the list is named first.
        ("discard:99,99;claim:light", "pipe/unknown-card"),
        ("discard:1,1;claim:light", "pipe/discard-wrong"),
        ("1@+0+0/E", "pipe/out-of-order"),
        ("99@+0+0/E", "pipe/out-of-order"),
    ] {
        assert_eq!(codes_of("pipes", "", turn), [code], "{turn}");
    }
    assert_eq!(codes_of("pipes", "", "discard:hidden;claim:white discard:hidden;claim:white"), ["pipe/claim-wrong"]);
    assert_eq!(codes_of("both", "", "discard:hidden;claim:white discard:hidden"), ["pipe/claim-wrong"]);
    let twice = "discard:1,2,3,4;claim:white discard:5,6,7,1";
    assert_eq!(codes_of("pipes", "", twice), ["pipe/card-not-in-hand"]);
    assert_eq!(
        codes_of("pipes", "", "discard:hidden;claim:white discard:hidden discard:hidden"),
        ["pipe/out-of-order"]
    );
}

#[test]
fn unknown_hands_hold_what_was_not_seen() {
    // Of 21 cards 18 are dealt, and three can be drawn.
    let set_up = "discard:1,2,3,4;claim:black discard:hidden";
    for (turns, codes) in [
        ("5@+0+0/E;draw:6 6@+5+5/E", vec!["pipe/card-not-in-hand"]),
        ("5@+0+0/E;draw:6 7@+5+5/E 6@+9+9/E", vec![]),
        ("5@+0+0/E;draw:5", vec!["pipe/draw-wrong"]),
        ("5@+0+0/E;draw:1", vec!["pipe/draw-wrong"]),
        ("1@+0+0/E", vec!["pipe/card-not-in-hand"]),
        ("5@+0+0/E 5@+5+5/E", vec!["pipe/card-not-in-hand"]),
        ("5@+0+0/E;draw:99", vec!["pipe/unknown-card"]),
        ("5@+0+0/E 6@+9+0/E 7@+18+0/E 8@+27+0/E;draw:9", vec!["pipe/draw-wrong"]),
    ] {
        assert_eq!(codes_of("pipes", "", &format!("{set_up} {turns}")), codes, "{turns}");
    }
    // Recycled cards can be seen once more.
    let recycle = "[Options \"recycle=yes\"]";
    assert_eq!(codes_of("pipes", recycle, &format!("{set_up} 5@+0+0/E;draw:1 6@+5+5/E 1@+9+9/E")), [""; 0]);
    let both = "discard:1,2,3,4;claim:black discard:5,6,7,1";
    assert_eq!(codes_of("pipes", recycle, both), ["pipe/card-not-in-hand"]);
    let twice = format!("{set_up} 1@+0+0/E 1@+5+5/E");
    assert_eq!(codes_of("pipes", recycle, &twice), ["pipe/card-not-in-hand"]);
}

#[test]
fn known_hands_are_drawn_from_the_stock() {
    let hands = "[Hand1 \"1,2,3,4,5,6,7,8,9\"]\n[Hand2 \"10,11,12,13,14,15,16,17,18\"]\n[Stock \"19,20,21\"]";
    let set_up = "discard:1,2,3,4;claim:black discard:10,11,12,13";
    let (turns, _) = played("pipes", hands, &format!("{set_up} 5@+0+0/E 14@+9+9/E 19@+20+20/E 15@+30+30/E"));
    let cards: Vec<_> = turns.iter().skip(2).map(|turn| turn.split(';').next_back().unwrap()).collect();
    assert_eq!(cards, ["draw:19", "draw:20", "draw:21", "15@+30+30/E"]);
    for (turn, code) in [
        ("5@+0+0/E;draw:20", "pipe/draw-wrong"),
        ("10@+0+0/E", "pipe/card-not-in-hand"),
        ("19@+0+0/E", "pipe/card-not-in-hand"),
        ("1@+0+0/E", "pipe/card-not-in-hand"),
    ] {
        assert_eq!(codes_of("pipes", hands, &format!("{set_up} {turn}")), [code], "{turn}");
    }
    assert_eq!(codes_of("pipes", hands, "discard:hidden;claim:black"), ["pipe/discard-wrong"]);
    assert_eq!(codes_of("pipes", hands, "discard:1,2,3,10;claim:black"), ["pipe/card-not-in-hand"]);
    // Recycled discards lie under the stock, seat 1's first.
    let recycled = format!("{hands}\n[Options \"recycle=yes\"]");
    let set_up = "discard:4,1,3,2;claim:black discard:13,10,11,12";
    let turns = "5@+0+0/E 14@+9+0/E 6@+20+0/E 15@+30+0/E 7@+40+0/E";
    let (turns, _) = played("pipes", &recycled, &format!("{set_up} {turns}"));
    let draws: Vec<_> = turns.iter().skip(2).map(|turn| turn.split(';').next_back().unwrap()).collect();
    assert_eq!(draws, ["draw:19", "draw:20", "draw:21", "draw:4", "draw:1"]);
}

#[test]
fn irregular_turns_stand_where_they_mean_something() {
    let codes = |more: &str, turns: &str| codes_of("pipes", more, turns);
    let black = "[Position \"1@+0+0/E 1 black,white 0,0\"]";
    let stands = |more: &str, turn: &str, code: &str| {
        assert_eq!(codes(more, turn), [code], "{turn}");
        assert_eq!(codes(more, &format!("{turn} {{[%irregular {code}]}} 3@+90+90/E")), [code], "{turn}");
    };
    stands(black, "2@+0+2/S", "pipe/colours-clash");
    stands(black, "2@+2+0/E;x1", "pipe/pickup-wrong");
    let hands = format!("[Hand1 \"2,5\"]\n[Hand2 \"3\"]\n[Stock \"4,6\"]\n{black}");
    stands(&hands, "2@+2+0/E;draw:6", "pipe/draw-wrong");
    stands(&hands, "18@+0+1/E", "pipe/card-not-in-hand");
    stands("", "discard:1,2,4;claim:black {a card too few} discard:hidden", "pipe/discard-wrong");
    // What lies on the table cannot be played, nor drawn, once more.
    let again = "1@+5+5/E {[%irregular pipe/card-not-in-hand]}";
    assert_eq!(codes(black, again), ["pipe/card-not-in-hand"]);
    assert!(DRIVER.check(&record("pipes", black, again)).findings[0].is_error());
    // A list that stands is what is picked up, by whomever it says.
    let stood = |turn: &str| {
        let more = "[Position \"6@+0+0/E 1 black,white 0,0\"]";
        let record = record("pipes", more, &format!("{turn} {{[%irregular pipe/pickup-wrong]}} 3@+9+9/E"));
        let replayed = DRIVER.replay(&record);
        assert_eq!(replayed.report.turns, 2, "{turn}");
        assert!(DRIVER.format(&record).unwrap().contains(&replayed.turns[0].text));
        let [first, last] = replayed.turns.as_slice() else { panic!("two turns") };
        format!("{} | {} | {}", first.text, last.text, last.position)
    };
    assert_eq!(stood("7@+0+1/E;x7"), "7@+0+1/E;x7 | 3@+9+9/E | 3@+9+9/E,6@+0+0/E 1 black,white 1,0");
    assert_eq!(stood("7@+0+1/E;x2:6;x7"), "7@+0+1/E;x7;x2:6 | 3@+9+9/E | 3@+9+9/E 1 black,white 1,1");
    assert_eq!(stood("7@+0+1/E;x7;x6"), "7@+0+1/E;x7;x6 | 3@+9+9/E | 3@+9+9/E 1 black,white 2,0");
    // One that names a card twice, or none of the table, does not stand.
    for list in ["x7,7", "x7,99", "x7;x2:7"] {
        let turn = format!("7@+0+1/E;{list} {{[%irregular pipe/pickup-wrong]}}");
        let report = DRIVER.check(&record("pipes", "[Position \"6@+0+0/E 1 black,white 0,0\"]", &turn));
        assert_eq!((report.findings[0].code.id, report.is_valid()), ("pipe/pickup-wrong", false), "{list}");
    }
    // Nobody takes what a seat that is not there is said to take; it goes with the next play.
    let later = "7@+0+1/E;x3:6,7 | 3@+9+9/E;x1:6,7 | 3@+9+9/E 1 black,white 2,0";
    assert_eq!(stood("7@+0+1/E;x3:7,6"), later);
}

#[test]
fn irregular_discards_and_draws_change_what_is_held() {
    let hands = "[Hand1 \"1,2,3,4,5,6,7,8,9\"]\n[Hand2 \"10,11,12,13,14,15,16,17,18\"]\n[Stock \"19,20,21\"]";
    let texts = |turns: &str| {
        let replayed = DRIVER.replay(&record("pipes", hands, turns));
        let faults: Vec<_> = replayed.report.findings.iter().filter(|finding| finding.is_error()).collect();
        assert!(faults.is_empty(), "{turns}: {faults:?}");
        replayed.turns.into_iter().skip(2).map(|turn| turn.text).collect::<Vec<_>>().join(" ")
    };
    // Five of the nine are held, whichever they are.
    let hidden = "discard:hidden;claim:black {[%irregular pipe/discard-wrong]} discard:10,11,12,13";
    let plays = "1@+0+0/E 14@+9+0/E 2@+18+0/E 15@+27+0/E 19@+36+0/E 16@+45+0/E 3@+54+0/E 17@+63+0/E 4@+72+0/E \
                 18@+81+0/E 5@+90+0/E 20@+99+0/E 21@+108+0/E 1/2-1/2";
    let played = texts(&format!("{hidden} {plays}"));
    assert_eq!(played.matches("draw").count(), 3);
    assert!(DRIVER.check(&record("pipes", hands, &format!("{hidden} {plays}"))).result.is_some());
    // A card drawn out of its turn leaves the others where they are.
    let drawn = "discard:1,2,3,4;claim:black discard:10,11,12,13 5@+0+0/E;draw:21 {[%irregular pipe/draw-wrong]}";
    assert_eq!(
        texts(&format!("{drawn} 14@+9+0/E 21@+18+0/E 15@+27+0/E")),
        "5@+0+0/E;draw:21 14@+9+0/E;draw:19 21@+18+0/E;draw:20 15@+27+0/E"
    );
}

// ---- V2.8, V3, V4.1, V8.3: tags

#[test]
fn tags_that_do_not_fit() {
    let hands = ["1,2,3,4,5,6,7,8,9", "10,11,12,13,14,15,16,17,18", "19,20,21"];
    let deal = |one: &str, two: &str, stock: &str| {
        let tags = format!("[Hand1 \"{one}\"]\n[Hand2 \"{two}\"]\n[Stock \"{stock}\"]");
        codes_of("both", &tags, "*")
    };
    let [one, two, stock] = hands;
    assert_eq!(deal(one, two, stock), [""; 0]);
    assert_eq!(deal("1,2,3,4,5,6,7,8", two, "9,19,20,21"), ["tag/inconsistent"]);
    assert_eq!(deal(one, one, stock).first(), Some(&"tag/inconsistent"));
    assert_eq!(deal(one, two, "19,20"), ["tag/inconsistent"]);
    assert_eq!(deal(one, two, "19,20,22"), ["tag/inconsistent"]);
    assert_eq!(deal(one, two, "19;20"), ["tag/unknown-value"]);
    for (variant, more, code) in [
        ("pipes", "[Players \"3\"]", "tag/inconsistent"),
        ("both", "[Players \"5\"]", "tag/unknown-value"),
        ("both", "[Options \"teams=13-24\"]", "tag/inconsistent"),
        ("both", "[Players \"4\"]\n[Options \"teams=12-34\"]", "tag/unknown-value"),
        ("both", "[Options \"recycle=maybe\"]", "tag/unknown-value"),
        ("both", "[Hand1 \"1,2,3,4,5,6,7,8,9\"]\n[Hand2 \"10,11,12,13,14,15,16,17,18\"]", "tag/missing"),
        ("both", "[Hand3 \"1,2,3,4,5,6,7,8,9\"]", "tag/inconsistent"),
    ] {
        assert_eq!(codes_of(variant, more, "*"), [code], "{more}");
    }
}

#[test]
fn positions_that_contradict_themselves() {
    for (position, code) in [
        ("- 1 black,white,- 0,0", "tag/inconsistent"),
        ("- 1 black,white 0,0,0", "tag/inconsistent"),
        ("- 3 black,white 0,0", "tag/inconsistent"),
        ("- 1 black,light 0,0", "tag/inconsistent"),
        ("- 1 black,black 0,0", "tag/inconsistent"),
        ("- 2 -,- 0,0", "tag/inconsistent"),
        ("- 1 -,white 0,0", "tag/inconsistent"),
        ("1@+0+0/E 1 -,- 0,0", "tag/inconsistent"),
        ("99@+0+0/E 1 black,white 0,0", "tag/inconsistent"),
        ("1@+0+0/E,1@+5+5/E 1 black,white 0,0", "tag/inconsistent"),
        ("1@+0+0/E,2@+1+0/N 1 black,white 0,0", "tag/inconsistent"),
        ("1@+0+0/E,2@+2+0/N 1 black,white 0,0", "tag/inconsistent"),
        ("- 1 black,white 10,3", "tag/inconsistent"),
        ("2@+0+0/E,1@+5+5/E 1 black,white 0,0", "tag/unknown-value"),
    ] {
        assert_eq!(codes_of("pipes", &format!("[Position \"{position}\"]"), "*"), [code], "{position}");
    }
    let hands = |one: &str, stock: &str, position: &str| {
        let tags = format!("[Hand1 \"{one}\"]\n[Hand2 \"\"]\n[Stock \"{stock}\"]\n[Position \"{position}\"]");
        codes_of("pipes", &tags, "*")
    };
    assert_eq!(hands("1", "2", "- 1 black,white 0,0"), [""; 0]);
    assert_eq!(hands("", "", "- 1 black,white 0,0"), ["tag/inconsistent"]);
    assert_eq!(hands("1", "2", "1@+0+0/E 1 black,white 0,0"), ["tag/inconsistent"]);
    assert_eq!(hands("1", "2", "- 2 black,white 0,0"), ["tag/inconsistent"]);
    assert_eq!(hands("1,2", "", "- 1 -,- 0,0"), ["tag/inconsistent"]);
}

#[test]
fn the_bare_form_keeps_what_bears_on_play() {
    let bare = |more: &str| DRIVER.format_bare(&record("both", more, "discard:1,2,3,4;claim:black *")).unwrap();
    let plain = bare("");
    assert!(plain.contains("[Card21 \"W1 W2 W3 W4 W5 W6 LLLLLL\"]"));
    assert_eq!(plain, bare("[Options \"recycle=no\"]\n[Players \"2\"]\n[Position \"- 1 -,- 0,0\"]"));
    let four = bare("[Players \"4\"]");
    assert_eq!(four, bare("[Players \"4\"]\n[Options \"recycle=yes\"]"));
    assert_ne!(four, bare("[Players \"4\"]\n[Options \"recycle=no\"]"));
    let hands = "[Hand1 \"1,2,3,4,5,6,7,8,9\"]\n[Hand2 \"10,11,12,13,14,15,16,17,18\"]\n[Stock \"19,20,21\"]";
    assert!(bare(hands).contains(hands));
}

// ---- findings

#[test]
fn findings_say_what_is_wrong() {
    let said = |more: &str, turns: &str| {
        let report = DRIVER.check(&record("pipes", more, turns));
        let finding = report.findings.first().unwrap().clone();
        (finding.message, finding.help.unwrap_or_default(), finding.related)
    };
    let start = "[Position \"1@+0+0/E 1 black,white 0,0\"]";
    let (message, help, related) = said(start, "2@+2+0/E 3@+4+0/E");
    assert_eq!(
        message,
        "Entry 6 of card 3 on +4+0 is white, entry 3 of card 2 on +3+0 is black: pipes that meet have one colour."
    );
    assert!(help.starts_with("Card 3 is `W1 W2 W3 W4 W5 W6 LLLLLL`, card 2 is `B36 W1 W2 W4 W5 LLDDDL`."), "{help}");
    assert_eq!(related[0].turn, 1);

    let (message, help, _) = said(start, "4@+2+0/E;x1,4");
    assert_eq!(
        message,
        "Seat 1 does not pick up card 1. The black set of card 1 is still open at entry 6 of card 1, before -1+0."
    );
    assert!(help.starts_with("Nothing is picked up: leave the list out."), "{help}");

    let (message, help, _) = said("[Position \"6@+0+0/E 1 white,black 0,0\"]", "7@+0+1/E;x6,7");
    assert_eq!(
        message,
        "Card 6 goes to seat 2, not to seat 1: a black set is closed (cards 6 and 7), and black is seat 2's."
    );
    assert!(help.starts_with("Picked up is `x2:6,7`."), "{help}");

    let (message, _, related) = said(start, "2@+5+5/E 2@+9+9/E");
    assert_eq!(message, "Seat 2 cannot have card 2: it lies on the table, `2@+5+5/E`.");
    assert_eq!(related[0].message, "`2@+5+5/E` played card 2");
    let (_, _, related) = said(start, "2@+5+5/E 3@+6+5/N");
    assert_eq!(related[0].message, "`2@+5+5/E` placed card 2");
}

#[test]
fn a_clash_shows_the_two_cards() {
    let table = "1@+0+0/E,3@+50+50/E 1 black,white 0,0";
    let report = DRIVER.check(&record("pipes", &format!("[Position \"{table}\"]"), "2@+2+0/N"));
    let exhibit = report.findings[0].exhibit.clone().unwrap();
    assert_eq!(exhibit.position, "1@+0+0/E,2@+2+0/N 1 black,white 0,0");
    assert_eq!(exhibit.marks, ["+2+0", "+1+0"]);
}

// ---- drawings

fn drawn(variant: &str, position: &str) -> (String, String) {
    let scene = DRIVER.scene(&record(variant, &format!("[Position \"{position}\"]"), "*"), None).unwrap();
    (write_text(&scene), write_svg(&scene))
}

#[test]
fn a_table_is_drawn_with_pillars_and_closed_sets() {
    let [north, east, south, west] = around([1, 13, 18, 12]);
    let (text, svg) = drawn("fields", &table(vec![north, east, south, west], "dark,light"));
    insta::assert_snapshot!(text);
    assert!(svg.contains("card 12 on -1+0 heading west") && svg.contains("dark field inside"));
}

#[test]
fn tables_far_apart_and_huge_ones_are_drawn_small() {
    let far = "1@-999999999+0/E,2@+0+999999999/N,3@+999999999-999999999/W 1 black,white 0,0";
    let (text, svg) = drawn("pipes", far);
    assert!(text.lines().count() < 60 && svg.len() < 100_000, "{text}");
    for part in ["+999999999", "-999999999", "  1 ", "  2 ", "  3 "] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let mut tags = String::from("[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"long\"]\n");
    let mut cards = Vec::new();
    for id in 1..=900 {
        tags.push_str(&format!("[Card{id} \"W1 W2 W3 W4 W5 W6 LLLLLL\"]\n"));
        if id <= 800 {
            cards.push(format!("{id}@+{}+{}/E", id * 2, id));
        }
    }
    let tags = format!("{tags}[Position \"{} 1 black,white 0,0\"]\n\n*\n", cards.join(","));
    let scene = DRIVER.scene(&Record::parse_str(&tags), None).unwrap();
    let text = write_text(&scene);
    assert!(text.lines().all(|line| line.chars().count() < 400) && text.lines().count() < 200);
    assert!(text.contains("Cards that lie outside this figure: 7"), "{}", text.lines().last().unwrap());
    assert!(scene.words.contains("700 more cards"));
}

#[test]
fn a_deck_is_as_large_as_a_record_can_bear() {
    for (size, findings) in [(MAX_DECK_CARDS, vec![]), (MAX_DECK_CARDS + 1, vec!["limit/record-size"])] {
        let mut text = String::from("[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"long\"]\n");
        for id in 1..=size {
            text.push_str(&format!("[Card{id} \"W1 W2 W3 W4 W5 W6 LLLLLL\"]\n"));
        }
        let report = Checked::from_text(&format!("{text}\n*\n")).report;
        let found: Vec<_> = report.findings.iter().map(|finding| finding.code.id).collect();
        assert_eq!(found, findings, "{size}");
    }
}

#[test]
fn moves_cannot_be_counted() {
    let expected = record("pipes", "", "{[%expect moves 252]} *");
    assert_eq!(findings(&expected), ["expect/unmet"]);
    let arguments =
        ["moves", "--game", "pipe", "--variant", "pipes", "--tag", "Deck=mine", "--tag", "Card1=B123456 LLLLLL"];
    let output = pipscribe(&[&arguments[..], &["--position", "- 1 black,white 0,0"]].concat(), b"");
    assert_eq!(stdout(&output), "1@+0+0/N\n1@+0+0/E\n1@+0+0/S\n1@+0+0/W\n");
    assert!(stderr(&output).contains("not all legal turns"), "{}", stderr(&output));
}

// ---- properties

/// Numbers from a seed.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit.max(1)
    }
}

/// A card whose pipes, arcs and fields are any that there can be.
fn random_card(numbers: &mut Numbers) -> Layout {
    let mut pipes: BTreeMap<usize, String> = BTreeMap::new();
    for entry in 1..=6 {
        pipes.entry(numbers.below(4)).or_default().push_str(&entry.to_string());
    }
    let mut fields: BTreeMap<(usize, usize), String> = BTreeMap::new();
    let mut arcs = String::new();
    for arc in 1..=6 {
        let colour = numbers.below(2);
        arcs.push(['L', 'D'][colour]);
        fields.entry((colour, numbers.below(2))).or_default().push_str(&arc.to_string());
    }
    let mut text: Vec<String> =
        pipes.into_values().map(|pipe| format!("{}{pipe}", ["B", "W"][numbers.below(2)])).collect();
    text.push(arcs);
    text.extend(fields.into_iter().map(|((colour, _), arcs)| format!("{}{arcs}", ["L", "D"][colour])));
    if numbers.below(12) == 0 {
        text.push(["L", "D"][numbers.below(2)].to_owned());
    }
    Layout::of(&Card::parse(&text.join(" ")).unwrap()).unwrap()
}

fn random_deck(numbers: &mut Numbers, cards: u32) -> Arc<Deck> {
    let mut deck = Deck::named("random");
    (1..=cards).for_each(|id| drop(deck.insert(id, random_card(numbers))));
    Arc::new(deck)
}

fn random_setup(numbers: &mut Numbers, known: bool) -> Setup {
    let variant = Variant::ALL[numbers.below(3)];
    let seats = if variant == Variant::Both { u8::try_from(2 + numbers.below(3)).unwrap() } else { 2 };
    let cards = u32::from(seats) * 9 + u32::try_from(numbers.below(10)).unwrap();
    let deck = random_deck(numbers, cards);
    let mut ids: Vec<Id> = deck.ids().collect();
    for at in (1..ids.len()).rev() {
        let other = numbers.below(at + 1);
        ids.swap(at, other);
    }
    let (hands, stock) = ids.split_at(usize::from(seats) * 9);
    let deal = Deal { hands: hands.chunks(9).map(<[Id]>::to_vec).collect(), stock: stock.to_vec() };
    let recycle = numbers.below(2) == 0;
    Setup { variant, seats, recycle, teams: None, deck, deal: known.then(|| Arc::new(deal)) }
}

/// Where the three places of each entry are, in quarters of a square: before it, it, behind it.
fn rim(placement: &Placement) -> [[(i64, i64); 3]; 6] {
    let east = [
        [(-1, 2), (0, 2), (1, 2)],
        [(3, 2), (4, 2), (5, 2)],
        [(6, 1), (6, 0), (6, -1)],
        [(5, -2), (4, -2), (3, -2)],
        [(1, -2), (0, -2), (-1, -2)],
        [(-2, -1), (-2, 0), (-2, 1)],
    ];
    let Square { x, y } = placement.square;
    east.map(|places| {
        places.map(|(east, north)| {
            let (east, north) = match placement.heading {
                Heading::East => (east, north),
                Heading::North => (-north, east),
                Heading::West => (-east, -north),
                Heading::South => (north, -east),
            };
            (i64::from(x) * 4 + east, i64::from(y) * 4 + north)
        })
    })
}

/// The cards of closed sets by colour, from the whole table: places on the rim that two cards
/// share are joined, one that no other card shares is open unless it borders a pillar.
fn closed_sets(deck: &Deck, table: &[Placement]) -> BTreeMap<Colour, BTreeSet<Id>> {
    type Part = (Id, bool, usize);
    let covered: BTreeSet<Square> = table.iter().flat_map(|placement| placement.squares().unwrap()).collect();
    let pillar = |square: Square| {
        let around = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        let around = around.map(|(x, y)| Square { x: square.x + x, y: square.y + y });
        !covered.contains(&square) && around.iter().all(|square| covered.contains(square))
    };
    let mut places: BTreeMap<(i64, i64), Vec<Part>> = BTreeMap::new();
    let mut colours: BTreeMap<Part, (Colour, bool)> = BTreeMap::new();
    for placement in table {
        let (id, layout) = (placement.card, deck.card(placement.card).unwrap());
        for (at, pipe) in layout.card().pipes.iter().enumerate() {
            colours.insert((id, true, at), (pipe.colour.into(), pipe.entries.len() > 1));
        }
        for (at, field) in layout.fields().iter().enumerate() {
            colours.insert((id, false, at), (field.colour.into(), true));
        }
        for (entry, spots) in (1..=6).zip(rim(placement)) {
            let before = layout.field_of(if entry == 1 { 6 } else { entry - 1 });
            let parts = [(id, false, before), (id, true, layout.pipe_of(entry)), (id, false, layout.field_of(entry))];
            for (spot, part) in spots.into_iter().zip(parts) {
                places.entry(spot).or_default().push(part);
            }
        }
    }
    // A part is open if one of its places is.
    let mut open: BTreeSet<Part> = BTreeSet::new();
    for placement in table {
        for (entry, spots) in (1..=6).zip(rim(placement)) {
            for spot in spots {
                let parts = &places[&spot];
                if parts.len() == 1 && !pillar(placement.before(entry).unwrap()) {
                    open.insert(parts[0]);
                }
            }
        }
    }
    let mut closed: BTreeMap<Colour, BTreeSet<Id>> = BTreeMap::new();
    let mut label: BTreeMap<Part, usize> = colours.keys().copied().zip(0..).collect();
    // Labels sink until nothing changes.
    loop {
        let mut changed = false;
        for parts in places.values().filter(|parts| parts.len() == 2) {
            let (one, two) = (parts[0], parts[1]);
            if colours[&one].0 == colours[&two].0 && label[&one] != label[&two] {
                let least = label[&one].min(label[&two]);
                label.insert(one, least);
                label.insert(two, least);
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    let sets: BTreeSet<usize> = label.values().copied().collect();
    for set in sets {
        let parts: Vec<Part> = label.iter().filter(|&(_, &other)| other == set).map(|(&part, _)| part).collect();
        if parts.iter().any(|part| colours[part].1) && !parts.iter().any(|part| open.contains(part)) {
            closed.entry(colours[&parts[0]].0).or_default().extend(parts.iter().map(|part| part.0));
        }
    }
    closed
}

fn judge(setup: &Setup, state: &State, turn: &Turn) -> Option<Played<Pipe>> {
    Pipe::judge(setup, state, turn, &[]).ok()
}

/// What a turn picks up, by seat.
fn picked_up(turn: &Turn, mover: u8) -> Vec<(u8, Vec<Id>)> {
    let Turn::Play(play) = turn else { return Vec::new() };
    play.pick_ups.iter().map(|list| (list.seat.unwrap_or(mover), list.cards.clone())).collect()
}

/// What the third derivation says is picked up.
fn due(setup: &Setup, state: &State, placement: Placement) -> Vec<(u8, Vec<Id>)> {
    let mut table = Pipe::position_text(setup, state).table;
    table.push(placement);
    let closed = closed_sets(&setup.deck, &table);
    let mut gone = BTreeSet::new();
    let mut due = Vec::new();
    for step in 0..setup.seats {
        let seat = (state.to_move - 1 + step) % setup.seats + 1;
        let own = state.colour(seat).and_then(|colour| closed.get(&colour)).into_iter().flatten();
        let cards: Vec<Id> = own.copied().filter(|&card| gone.insert(card)).collect();
        if !cards.is_empty() {
            due.push((seat, cards));
        }
    }
    due
}

/// A position in the middle of a random game.
fn random_state(numbers: &mut Numbers, setup: &Setup) -> State {
    let mut state = Pipe::start(setup);
    for _ in 0..numbers.below(30) {
        let Some(turn) = Pipe::random_turn(setup, &state, &mut |limit| {
            u64::try_from(numbers.below(usize::try_from(limit).unwrap())).unwrap()
        }) else {
            break;
        };
        state = judge(setup, &state, &turn).unwrap().state;
    }
    state
}

/// A text that is nearly a turn: cards that may be held, squares near the others, any lists.
fn random_text(numbers: &mut Numbers, setup: &Setup, state: &State) -> String {
    let most = setup.deck.len() + 2;
    let held = state.hands.known_cards(state.to_move);
    let card = |numbers: &mut Numbers| match numbers.below(3) {
        0 if !held.is_empty() => held[numbers.below(held.len())].to_string(),
        _ => numbers.below(most).to_string(),
    };
    let words = ["black", "white", "light", "dark", "puce"];
    let list = |numbers: &mut Numbers, most: usize| {
        let count = 1 + numbers.below(most);
        (0..count).map(|_| card(numbers)).collect::<Vec<_>>().join(",")
    };
    if numbers.below(5) == 0 {
        let cards = list(numbers, 5);
        let discard = ["hidden", cards.as_str()][numbers.below(2)];
        return format!("discard:{discard};claim:{}", words[numbers.below(5)]);
    }
    let covered: Vec<Square> = state.table.covered().collect();
    let near = covered.get(numbers.below(covered.len() + 1)).copied().unwrap_or(Square { x: 0, y: 0 });
    let shift = |numbers: &mut Numbers| i32::try_from(numbers.below(5)).unwrap() - 2;
    let square = Square { x: near.x + shift(numbers), y: near.y + shift(numbers) };
    let mut text = format!("{}@{square}/{}", list(numbers, 1), Heading::ALL[numbers.below(4)].letter());
    for _ in 0..numbers.below(3) {
        let seat = ["", "1:", "2:", "3:", "9:"][numbers.below(5)];
        text.push_str(&format!(";x{seat}{}", list(numbers, 3)));
    }
    match numbers.below(8) {
        0 => text.push_str(";swap"),
        1 => text.push_str(";keep"),
        2 => {
            let claim: Vec<_> = (0..1 + numbers.below(4)).map(|_| words[numbers.below(5)]).collect();
            text.push_str(&format!(";claim:{}", claim.join(",")));
        }
        _ => {}
    }
    if numbers.below(4) == 0 {
        text.push_str(&format!(";draw:{}", list(numbers, 1)));
    }
    text
}

/// How many turns of a position are compared.
const MOST: usize = 150;

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, ..ProptestConfig::default() })]

    #[test]
    fn what_is_generated_is_legal_and_what_is_legal_is_generated(seed in any::<u64>(), known in any::<bool>()) {
        let mut numbers = Numbers(seed);
        let setup = random_setup(&mut numbers, known);
        let state = random_state(&mut numbers, &setup);
        let every = 1 + numbers.below(9);
        let (mut seen, mut turns) = (0, Vec::new());
        let _ = Pipe::legal_turns(&setup, &state, &mut |turn, after| {
            seen += 1;
            if seen % every == 0 {
                turns.push((turn.clone(), after.clone()));
            }
            if turns.len() < MOST { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        for (turn, after) in &turns {
            let judged = Pipe::judge(&setup, &state, turn, &[]);
            let judged = judged.map_err(|refusal| TestCaseError::fail(format!("{turn}: {}", refusal.fault.code.id)))?;
            prop_assert_eq!(judged.turn.to_string(), turn.to_string());
            prop_assert_eq!(&judged.state, after, "{}", turn);
            let parsed = Pipe::parse_turn(&turn.to_string());
            prop_assert_eq!(parsed.as_ref(), Ok(turn));
        }
        // Any card anywhere near: what is judged legal is listed.
        if turns.len() == MOST || state.colour(state.to_move).is_none() {
            return Ok(());
        }
        let all: BTreeSet<String> = legal_turns::<Pipe>(&setup, &state).into_iter().map(|(turn, _)| turn).collect();
        let covered: Vec<Square> = state.table.covered().collect();
        for _ in 0..200 {
            let near = if covered.is_empty() { Square { x: 0, y: 0 } } else { covered[numbers.below(covered.len())] };
            let reach = if covered.is_empty() { 0 } else { 1 };
            let shift = |numbers: &mut Numbers| i32::try_from(numbers.below(3)).unwrap() - 1;
            let square = Square { x: near.x + reach * shift(&mut numbers), y: near.y + reach * shift(&mut numbers) };
            let card = u32::try_from(1 + numbers.below(setup.deck.len())).unwrap();
            let heading = Heading::ALL[numbers.below(4)];
            let turn = Pipe::parse_turn(&Placement { card, square, heading }.to_string()).unwrap();
            if let Some(played) = judge(&setup, &state, &turn) {
                prop_assert!(all.contains(&played.turn.to_string()), "{} is not listed", played.turn);
            }
        }
    }

    #[test]
    fn judging_from_the_new_card_gives_what_the_whole_table_gives(seed in any::<u64>()) {
        let mut numbers = Numbers(seed);
        let setup = random_setup(&mut numbers, true);
        let mut state = Pipe::start(&setup);
        while Pipe::verdict(&setup, &state).is_none() {
            let turn = Pipe::random_turn(&setup, &state, &mut |limit| {
                u64::try_from(numbers.below(usize::try_from(limit).unwrap())).unwrap()
            });
            let played = judge(&setup, &state, &turn.unwrap()).unwrap();
            if let Turn::Play(play) = &played.turn {
                let taken = picked_up(&played.turn, state.to_move);
                prop_assert_eq!(taken, due(&setup, &state, play.placement), "{}", played.turn);
            }
            state = played.state;
            let text = Pipe::position_text(&setup, &state);
            prop_assert_eq!(Pipe::parse_position(&text.to_string()), Ok(text));
        }
        let cards: u32 = Pipe::score(&setup, &state).unwrap().iter().sum();
        let out = if setup.recycle { 0 } else { 4 * u32::from(setup.seats) };
        let on_table = u32::try_from(state.table.len()).unwrap();
        prop_assert_eq!(cards + on_table + out, u32::try_from(setup.deck.len()).unwrap());
    }

    #[test]
    fn whatever_can_be_read_is_judged_and_said(seed in any::<u64>(), known in any::<bool>()) {
        let mut numbers = Numbers(seed);
        let setup = random_setup(&mut numbers, known);
        let mut state = random_state(&mut numbers, &setup);
        for _ in 0..40 {
            let Ok(turn) = Pipe::parse_turn(&random_text(&mut numbers, &setup, &state)) else { continue };
            let let_stand = if numbers.below(2) == 0 { codes::ALL } else { &[] };
            match Pipe::judge(&setup, &state, &turn, let_stand) {
                Ok(played) => {
                    // What is canonical is judged the same again.
                    let again = Pipe::judge(&setup, &state, &played.turn, let_stand).unwrap();
                    prop_assert_eq!(&again.turn, &played.turn);
                    prop_assert_eq!(&again.state, &played.state);
                    let before: BTreeSet<_> = played.let_stand.iter().map(|passed| passed.fault.code.id).collect();
                    let after: BTreeSet<_> = again.let_stand.iter().map(|passed| passed.fault.code.id).collect();
                    prop_assert_eq!(before, after, "{} and {}", turn, played.turn);
                    state = played.state;
                }
                Err(refusal) => {
                    let said = Pipe::explain(&setup, &refusal, "");
                    prop_assert!(said.message.ends_with(['.', '!']), "{}", said.message);
                    let shown = Pipe::exhibit(&setup, &refusal);
                    prop_assert_eq!(Pipe::parse_position(&shown.to_string()), Ok(shown.clone()));
                    let scene = Pipe::scene(&setup, &Pipe::state_for_drawing(&setup, &state, &shown));
                    prop_assert!(!write_text(&scene).is_empty());
                }
            }
            let cards = state.table.placements();
            let squares: BTreeSet<Square> = cards.iter().flat_map(|card| card.squares().unwrap()).collect();
            prop_assert_eq!(squares.len(), cards.len() * 2);
        }
    }

    #[test]
    fn positions_round_trip(seed in any::<u64>()) {
        let mut numbers = Numbers(seed);
        let setup = random_setup(&mut numbers, false);
        let state = random_state(&mut numbers, &setup);
        let text: PositionText = Pipe::position_text(&setup, &state);
        if Pipe::verdict(&setup, &state).is_none() {
            let read = Pipe::position(&setup, &text).map_err(|error| TestCaseError::fail(error.message))?;
            prop_assert_eq!(Pipe::position_text(&setup, &read), text);
            prop_assert_eq!(read.hands.in_stock(), state.hands.in_stock());
            for seat in 1..=setup.seats {
                prop_assert_eq!(read.hands.held(seat), state.hands.held(seat));
            }
        }
    }
}

// ---- random games through everything

/// The tags of a random deck.
fn deck_tags(numbers: &mut Numbers, cards: u32) -> Vec<(String, String)> {
    let deck = random_deck(numbers, cards);
    let mut tags = vec![("Deck".to_owned(), "random".to_owned())];
    tags.extend(deck.cards().map(|(id, layout)| (format!("Card{id}"), layout.card().to_string())));
    tags
}

#[test]
fn random_games_of_all_variants_and_seats() {
    let mut cleared = 0;
    let mut pipes_and_fields = [0; 2];
    for (variant, seats, options) in [
        ("pipes", 2, ""),
        ("fields", 2, "recycle=yes"),
        ("both", 2, ""),
        ("both", 3, "recycle=yes"),
        ("both", 4, ""),
        ("both", 4, "recycle=no teams=13-24"),
    ] {
        for index in 0..3 {
            let mut tags = vec![("Game", "pipe".to_owned()), ("Variant", variant.to_owned())];
            tags.push(("Options", options.to_owned()));
            tags.push(("Players", seats.to_string()));
            let mut tags: Vec<(String, String)> = tags
                .into_iter()
                .filter(|(_, value)| !value.is_empty())
                .map(|(name, value)| (name.to_owned(), value))
                .collect();
            tags.extend(deck_tags(&mut Numbers(index), 48));
            let game = RandomGame { tags: &tags, seed: 7, index, most_turns: 1000, decks: None };
            let text = DRIVER.random(&game).unwrap();
            assert_eq!(DRIVER.random(&game), Some(text.clone()), "the same seed gives the same record");
            let record = Record::parse_str(&text);
            let replayed = DRIVER.replay(&record);
            assert!(replayed.report.is_valid(), "{variant} {seats}: {:?}", replayed.report.findings);
            assert!(replayed.report.result.is_some() && replayed.report.score.is_some(), "{variant} {seats}");
            assert_eq!(DRIVER.format(&record).as_ref(), Some(&text));
            for turn in &replayed.turns {
                cleared += usize::from(turn.position.starts_with("- ") && turn.text.contains(";x"));
                pipes_and_fields[usize::from(variant == "fields")] += usize::from(turn.text.contains(";x"));
                assert!(text.contains(&turn.text));
            }
            // Without the lists and the draws it is the same game.
            let bare: Vec<String> = replayed
                .turns
                .iter()
                .map(|turn| {
                    let kept = |action: &&str| !action.starts_with('x') && !action.starts_with("draw:");
                    turn.text.split(';').filter(kept).collect::<Vec<_>>().join(";")
                })
                .collect();
            let (head, _) = text.split_once("\n\n").unwrap();
            let result = replayed.report.result.unwrap();
            let terse = Record::parse_str(&format!("{head}\n\n{} {result}\n", bare.join(" ")));
            assert_eq!(DRIVER.format(&terse).as_ref(), Some(&text));
            // Drawings of the end and of the middle.
            for at in [Some(10), None] {
                let scene = DRIVER.scene(&record, at).unwrap();
                assert!(write_svg(&scene).starts_with("<svg"));
                assert!(!write_text(&scene).is_empty());
            }
        }
    }
    assert!(cleared > 0, "no table was ever cleared");
    assert!(pipes_and_fields.iter().all(|&count| count > 10), "{pipes_and_fields:?}");
}

#[test]
fn codes_that_can_stand_are_those_of_the_sheet() {
    let standing: Vec<_> = codes::ALL.iter().filter(|code| code.can_stand).map(|code| code.id).collect();
    let expected = ["card-not-in-hand", "colours-clash", "discard-wrong", "pickup-wrong", "draw-wrong"];
    assert_eq!(standing, expected.map(|name| format!("pipe/{name}")));
}

/// A wrong list is pointed at where it is wrong: its card, its seat, or all of it.
#[test]
fn a_wrong_pick_up_list_names_its_part() {
    let wrong = ("codes/pickup-wrong-fails.pips", ";x1,2 *");
    // Seat 1 takes cards 1 and 2, seat 2 card 3.
    let two = ("rules/v6-1-judged-before-picking-up-kept.pips", ";x1,2;x2:3 *");
    // The lists, and where in them the part at fault begins.
    for ((file, written), lists, at, part) in [
        (wrong, "x1,2", 1, "1"),
        (wrong, "x2:1", 3, "1"),
        (wrong, "x9:1", 1, "9"),
        (wrong, "x2:1;x9:1", 6, "9"),
        (wrong, "x1;x1:2", 3, "x1:2"),
        (wrong, "x2:1;x1;x2:2", 8, "x2:2"),
        (two, "x1;x2:3", 0, "x1"),
        (two, "x2:3;x1", 5, "x1"),
        (two, "x1,2", 0, "x1,2"),
    ] {
        let record = std::fs::read_to_string(root().join("corpus/pipe").join(file)).unwrap();
        let checked = Checked::from_text(&record.replace(written, &format!(";{lists} *")));
        let finding = &checked.report.findings[0];
        let from = checked.record.text().find(&format!("{lists} *")).unwrap();
        let found = (usize::try_from(finding.span.start).unwrap() - from, checked.record.text_of(finding.span));
        assert_eq!((finding.code.id, found), ("pipe/pickup-wrong", (at, part)), "{lists}");
    }
}

/// A card that the deck does not have is pointed at, whatever stands before it in its turn (V9).
#[test]
fn an_unknown_card_that_is_drawn_is_pointed_at() {
    let folder = "corpus/pipe/rules/v5-whole-turn-kept.pips";
    let record = std::fs::read_to_string(root().join(folder)).unwrap();
    for turn in ["2@+0+1/E;x1,2;swap;draw:99", "2@+0+1/E;x1,2;draw:99", "2@+0+1/E;swap;draw:99", "2@+0+1/E;draw:99"] {
        let text = record.replace("2@+0+1/E;x1,2;swap;draw:4", turn);
        let checked = Checked::from_text(&text);
        let finding = checked.report.findings.first().unwrap();
        assert_eq!((finding.code.id, finding.turn), ("pipe/unknown-card", 1), "{turn}");
        assert_eq!(checked.record.text_of(finding.span), "99", "{turn}");
    }
}
