//! Pippinzip: the rules of the sheet, and its two derivations of the legal turns held against each
//! other.
#![allow(clippy::unwrap_used, reason = "helpers of tests may fail as the tests do")]

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use pipscribe::draw::{Role, Scene, write_svg, write_text};
use pipscribe::findings::{Code, Finding, code};
use pipscribe::games::pippinzip::board::Point;
use pipscribe::games::pippinzip::{
    Colour, FirstOfPair, Name, Phase, Pippinzip, Position, PositionText, Setup, Stones, Surface, Turn, Variant, codes,
};
use pipscribe::games::{Game, Language, Part, Played, PositionErrorKind, Refusal};
use pipscribe::notation::Record;
use pipscribe::replay::{AnyGame, Driver, RandomGame, Report};
use proptest::prelude::*;

use crate::support::{legal_turns, marked_text, pipscribe, stdout};

const DRIVER: Driver<Pippinzip> = Driver::<Pippinzip>::NEW;
/// Every variant with the numbers of seats that it knows (Z2).
const TABLES: [(Variant, u8); 5] = [
    (Variant::Pipeline, 2),
    (Variant::Zipline, 2),
    (Variant::Zipline, 3),
    (Variant::Freestyle, 2),
    (Variant::Freestyle, 3),
];

fn setup(variant: Variant, seats: u8, size: u8) -> Setup {
    Setup { variant, size, seats, surface: Surface::Points }
}

fn turn(text: &str) -> Turn {
    Pippinzip::parse_turn(text).unwrap()
}

fn text(position: &str) -> PositionText {
    Pippinzip::parse_position(position).unwrap()
}

type Judged = Result<Played<Pippinzip>, Box<Refusal<Pippinzip>>>;

/// Plays turns from a position, or from the start where it is empty; the last may be refused.
fn play(setup: &Setup, from: &str, turns: &str) -> Judged {
    let mut state = match from {
        "" => Pippinzip::start(setup),
        _ => Pippinzip::position(setup, &text(from)).unwrap(),
    };
    let mut turns = turns.split(' ').peekable();
    loop {
        let played = Pippinzip::judge(setup, &state, &turn(turns.next().unwrap()), &[]);
        if turns.peek().is_none() {
            return played;
        }
        state = played.map_err(|refusal| refusal.fault).unwrap().state;
    }
}

fn after(setup: &Setup, from: &str, turns: &str) -> String {
    play(setup, from, turns).map(|played| played.state.to_string()).map_err(|refusal| refusal.fault).unwrap()
}

/// The code of a refusal, its rule and the stone at fault.
fn fault(judged: Judged) -> (&'static str, &'static str, usize) {
    let fault = judged.map(|played| played.turn.to_string()).unwrap_err().fault;
    assert_eq!(fault.part, Part::whole(fault.part.action));
    (fault.code.id.strip_prefix("pippinzip/").unwrap(), fault.rule, fault.part.action)
}

/// What the rules give in the end, and by which rule.
fn verdict(setup: &Setup, judged: Judged) -> Option<(String, &'static str)> {
    let state = judged.map_err(|refusal| refusal.fault).unwrap().state;
    Pippinzip::verdict(setup, &state).map(|verdict| (verdict.standing.to_string(), verdict.rule))
}

fn legal(setup: &Setup, state: &Position) -> Vec<String> {
    legal_turns::<Pippinzip>(setup, state).into_iter().map(|(turn, _)| turn).collect()
}

fn record(variant: &str, tags: &str, moves: &str) -> Report {
    DRIVER.check(&Record::parse_str(&format!("[Game \"pippinzip\"]\n[Variant \"{variant}\"]\n{tags}\n{moves}\n")))
}

fn findings(variant: &str, tags: &str, moves: &str) -> Vec<Finding> {
    record(variant, tags, moves).findings
}

fn ids(findings: &[Finding]) -> Vec<&'static str> {
    findings.iter().map(|finding| finding.code.id).collect()
}

// ---- Z2, Z3: the auction

#[test]
fn the_auction_goes_round_until_a_seat_takes() {
    let zipline = setup(Variant::Zipline, 2, 5);
    assert_eq!(Pippinzip::start(&zipline).to_string(), "5/5/5/5/5 1 auction -");
    assert_eq!(after(&zipline, "", "c3,a1,b5"), "1w3/5/2w2/5/w4 2 auction -");
    assert_eq!(after(&zipline, "", "c3 d4 take"), "5/3w1/2w2/5/5 2 taker=1 -");
    assert_eq!(after(&zipline, "", "take"), "5/5/5/5/5 2 taker=1 -");
    let pipeline = setup(Variant::Pipeline, 2, 5);
    assert_eq!(after(&pipeline, "", "c3,a1 take"), "5/5/2b2/5/b4 1 taker=2 -");
    let three = setup(Variant::Freestyle, 3, 5);
    assert_eq!(after(&three, "", "a1 b1 c1 d1 take"), "5/5/5/5/wwww1 3 taker=2 -");
}

#[test]
fn stones_of_an_auction_turn_are_sorted() {
    let setup = setup(Variant::Freestyle, 2, 12);
    let written = |turns: &str| play(&setup, "", turns).unwrap().turn.to_string();
    assert_eq!(written("c10,a3,c9"), "a3,c9,c10");
    assert_eq!(written("b1,a12"), "a12,b1");
    // Behind the auction their order is the order of play.
    assert_eq!(written("take c10,a3"), "c10,a3");
}

#[test]
fn the_taker_gets_the_role_of_the_table() {
    // Seat 2 takes; the colours that seats 1 and 2 place then.
    for (variant, one, two) in
        [(Variant::Pipeline, "w4", "b4"), (Variant::Zipline, "b3b", "w4"), (Variant::Freestyle, "b3b", "w4")]
    {
        let setup = setup(variant, 2, 5);
        let first = if variant == Variant::Pipeline { "a1" } else { "a1,e1" };
        let position = after(&setup, "", &format!("c3 take {first}"));
        assert!(position.ends_with(&format!("/{one} 2 taker=2 -")), "{position}");
        let position = after(&setup, "", &format!("c3 take {first} a2"));
        assert!(position.contains(&format!("/{two}/{one} ")), "{position}");
    }
}

#[test]
fn an_auction_can_be_won() {
    let goals = [(Variant::Pipeline, "a1,b1 c1"), (Variant::Zipline, "a1,b2 c3"), (Variant::Freestyle, "a1,b2 c3")];
    for (variant, turns) in goals {
        let setup = setup(variant, 2, 3);
        assert_eq!(verdict(&setup, play(&setup, "", turns)), Some(("0-1".into(), "Z3.3")));
    }
    // It is the turn as a whole that is judged, and the seat wins alone.
    let three = setup(Variant::Zipline, 3, 3);
    assert_eq!(verdict(&three, play(&three, "", "a1,c3,b2")), Some(("1-0-0".into(), "Z3.3")));
    assert_eq!(verdict(&three, play(&three, "", "a1 b2 c3")), Some(("0-0-1".into(), "Z3.3")));
    assert_eq!(after(&three, "", "a1 b2 c3"), "2w/1w1/w2 1 auction -");
    // A row of white stones is no goal, nor a black diagonal.
    assert_eq!(verdict(&three, play(&three, "", "a1,b1,c1")), None);
    let pipeline = setup(Variant::Pipeline, 2, 3);
    assert_eq!(verdict(&pipeline, play(&pipeline, "", "a1,b2,c3")), None);
}

// ---- Z4: play

#[test]
fn how_many_stones_a_turn_has() {
    let few = |turns| fault(play(&setup(Variant::Freestyle, 2, 5), "", turns));
    assert_eq!(fault(play(&setup(Variant::Zipline, 2, 5), "", "a1,b1,c1,d1")), ("too-many-stones", "Z3.1", 3));
    assert_eq!(few("c3 take a1"), ("too-few-stones", "Z4.3", 1));
    assert_eq!(few("c3 take a1,b1,c1"), ("too-many-stones", "Z4.3", 2));
    assert_eq!(few("c3 take a1,b1 c1,d1"), ("too-many-stones", "Z4.2", 1));
    let pipeline = setup(Variant::Pipeline, 2, 5);
    assert_eq!(fault(play(&pipeline, "", "take a1,b1")), ("too-many-stones", "Z4.2", 1));
    assert_eq!(fault(play(&pipeline, "", "take a1 b1,c1")), ("too-many-stones", "Z4.2", 1));
    let three = setup(Variant::Freestyle, 3, 5);
    assert_eq!(fault(play(&three, "", "take a1,b1")), ("too-many-stones", "Z4.6", 1));
    assert_eq!(fault(play(&three, "", "take a1 b1,c1")), ("too-many-stones", "Z4.6", 1));
    assert_eq!(fault(play(&three, "", "take a1 b1 c1,d1")), ("too-many-stones", "Z4.2", 1));
}

#[test]
fn pips_two_stones_are_no_neighbours_in_zipline() {
    let zipline = setup(Variant::Zipline, 2, 5);
    for near in ["b3", "d3", "c2", "c4"] {
        let judged = play(&zipline, "", &format!("take c3,{near}"));
        assert_eq!(fault(judged), ("adjacent-pair", "Z4.3", 1), "{near}");
    }
    for far in ["b2", "b4", "d2", "d4", "c5", "a3"] {
        assert!(play(&zipline, "", &format!("take c3,{far}")).is_ok(), "{far}");
    }
    assert!(play(&setup(Variant::Freestyle, 2, 5), "", "take c3,c4").is_ok());
    // Stones of other turns do not matter.
    assert!(play(&zipline, "", "take c3,e5 a1 c4,a5").is_ok());
}

#[test]
fn the_second_stone_can_be_forfeited() {
    let zipline = setup(Variant::Zipline, 2, 3);
    let from = "w1b/3/b1w 1 taker=2 -";
    let judge = |turns: &str| play(&zipline, from, turns);
    // b2 is beside all that is left, b1 is not.
    assert_eq!(after(&zipline, from, "b2"), "w1b/1b1/b1w 2 taker=2 -");
    assert_eq!(fault(judge("b2,a2")), ("adjacent-pair", "Z4.3", 1));
    assert_eq!(fault(judge("b1")), ("too-few-stones", "Z4.3", 1));
    assert!(judge("b1,b3").is_ok());
    let freestyle = setup(Variant::Freestyle, 2, 3);
    assert_eq!(fault(play(&freestyle, from, "b2")), ("too-few-stones", "Z4.3", 1));
}

#[test]
fn a_stone_that_wins_may_stand_alone() {
    for variant in [Variant::Zipline, Variant::Freestyle] {
        let setup = setup(variant, 2, 4);
        let from = "3w/w3/bbb1/w2w 1 taker=2 -";
        let judge = |turns: &str| play(&setup, from, turns);
        assert_eq!(verdict(&setup, judge("d2")), Some(("1-0".into(), "Z5.1")));
        assert_eq!(verdict(&setup, judge("d2,a4")), Some(("1-0".into(), "Z5.1")));
        assert_eq!(verdict(&setup, judge("a4,d2")), Some(("1-0".into(), "Z5.1")));
        assert_eq!(judge("d2,a4").unwrap().turn.to_string(), "d2,a4");
        assert_eq!(fault(judge("a4")), ("too-few-stones", "Z4.3", 1));
        // What is written has to be legal all the same.
        assert_eq!(fault(judge("d2,a3")), ("occupied", "Z1.3", 1));
        assert_eq!(fault(judge("d2,d5")), ("off-board", "Z1.1", 1));
        assert_eq!(fault(judge("d2,a4,b4")), ("too-many-stones", "Z4.3", 2));
    }
    let judged = play(&setup(Variant::Zipline, 2, 4), "3w/w3/bbb1/w2w 1 taker=2 -", "d2,d3");
    assert_eq!(fault(judged), ("adjacent-pair", "Z4.3", 1));
}

#[test]
fn three_seats_are_zip_and_a_team() {
    let zipline = setup(Variant::Zipline, 3, 5);
    assert_eq!(after(&zipline, "", "take a1"), "5/5/5/5/b4 3 taker=1 pair=a1");
    assert_eq!(after(&zipline, "", "take a1 c1"), "5/5/5/5/b1b2 1 taker=1 -");
    assert_eq!(after(&zipline, "", "take a1 c1 e1"), "5/5/5/5/b1b1w 2 taker=1 -");
    // The seats after the taker are the team, wherever it sits.
    assert_eq!(after(&zipline, "", "e5 take a1"), "4w/5/5/5/b4 1 taker=2 pair=a1");
    assert_eq!(after(&zipline, "", "e5 e4 take a1 c1 d1 a2"), "4w/4w/5/b4/b1bw1 2 taker=3 pair=a2");
    assert_eq!(fault(play(&zipline, "", "take a1 a2")), ("adjacent-pair", "Z4.6", 0));
    assert!(play(&zipline, "", "take a1 b2").is_ok());
    // The stones of two rounds, and of one in `freestyle`, may be neighbours.
    assert!(play(&zipline, "", "take a1 c1 e1 a2").is_ok());
    let freestyle = setup(Variant::Freestyle, 3, 5);
    assert_eq!(after(&freestyle, "", "take a1"), "5/5/5/5/b4 3 taker=1 pair=a1");
    assert!(play(&freestyle, "", "take a1 a2").is_ok());
}

#[test]
fn a_team_wins_and_loses_as_one() {
    let zipline = setup(Variant::Zipline, 3, 3);
    let from = "1bb/w1b/3 3 taker=2 -";
    assert_eq!(verdict(&zipline, play(&zipline, from, "c1")), Some(("1-0-1".into(), "Z5.1")));
    assert_eq!(after(&zipline, from, "c1"), "1bb/w1b/2b 1 taker=2 pair=c1");
    let from = "1bb/w1b/3 1 taker=2 pair=c2";
    assert_eq!(verdict(&zipline, play(&zipline, from, "a3")), Some(("1-0-1".into(), "Z5.1")));
    let from = "1w1/w2/1w1 2 taker=2 -";
    assert_eq!(verdict(&zipline, play(&zipline, from, "c2")), Some(("0-1-0".into(), "Z5.2")));
}

#[test]
fn a_forfeited_stone_of_a_team_is_passed() {
    let zipline = setup(Variant::Zipline, 3, 3);
    let from = "w1b/1b1/b1w 3 taker=1 pair=b2";
    assert_eq!(after(&zipline, from, "pass"), "w1b/1b1/b1w 1 taker=1 -");
    assert_eq!(fault(play(&zipline, from, "a2")), ("adjacent-pair", "Z4.6", 0));
    assert_eq!(legal(&zipline, &Pippinzip::position(&zipline, &text(from)).unwrap()), ["pass"]);
    let free = "w1b/1b1/b2 3 taker=1 pair=b2";
    assert_eq!(fault(play(&zipline, free, "pass")), ("pass-not-allowed", "Z4.6", 0));
    let freestyle = setup(Variant::Freestyle, 3, 3);
    assert_eq!(fault(play(&freestyle, from, "pass")), ("pass-not-allowed", "Z4.1", 0));
    let two = setup(Variant::Zipline, 2, 3);
    for (turns, rule) in [("pass", "Z3.1"), ("a1 pass", "Z3.1"), ("take pass", "Z4.1"), ("take a1,b2 pass", "Z4.1")] {
        assert_eq!(fault(play(&two, "", turns)), ("pass-not-allowed", rule, 0), "{turns}");
    }
    assert_eq!(fault(play(&zipline, "", "take pass")), ("pass-not-allowed", "Z4.1", 0));
}

#[test]
fn the_first_fault_of_the_list_is_named() {
    let zipline = setup(Variant::Zipline, 2, 5);
    let judge = |last: &str| fault(play(&zipline, "", &format!("c3 take {last}")));
    assert_eq!(judge("c3,f9,a1"), ("off-board", "Z1.1", 1));
    assert_eq!(judge("a1,c3,b1"), ("occupied", "Z1.3", 1));
    assert_eq!(judge("a1,a2,a1"), ("occupied", "Z1.3", 2));
    assert_eq!(judge("a1,a2,b3"), ("too-many-stones", "Z4.3", 2));
    assert_eq!(judge("c3"), ("occupied", "Z1.3", 0));
    assert_eq!(judge("a1,a6"), ("off-board", "Z1.1", 1));
    assert_eq!(fault(play(&zipline, "", "a1,b1,a1")), ("occupied", "Z1.3", 2));
    assert_eq!(fault(play(&zipline, "", "take take")), ("take-outside-auction", "Z3.1", 0));
}

#[test]
fn irregular_turns_stand() {
    let play = |variant: &str, tags: &str, moves: &str| {
        let text = format!("[Game \"pippinzip\"]\n[Variant \"{variant}\"]\n{tags}\n{moves}\n");
        let replayed = DRIVER.replay(&Record::parse_str(&text));
        let report = replayed.report;
        let found: Vec<_> = report.findings.iter().map(|found| (found.code.id, found.is_error())).collect();
        (found, replayed.turns.last().map(|turn| format!("{} {}", turn.text, turn.position)).unwrap_or_default())
    };
    let size = "[Size \"5\"]\n";
    let warned = |id: &'static str| vec![(id, false)];
    let many = play("zipline", size, "1. d1,c1,b1,a1 {[%irregular pippinzip/too-many-stones]}");
    assert_eq!(many, (warned("pippinzip/too-many-stones"), "a1,b1,c1,d1 5/5/5/5/wwww1 2 auction -".into()));
    let few = play("zipline", size, "1. take 2. a1 {[%irregular pippinzip/too-few-stones]}");
    assert_eq!(few, (warned("pippinzip/too-few-stones"), "a1 5/5/5/5/b4 1 taker=1 -".into()));
    let near = play("zipline", size, "1. take 2. a1,a2 {[%irregular pippinzip/adjacent-pair]}");
    assert_eq!(near, (warned("pippinzip/adjacent-pair"), "a1,a2 5/5/5/b4/b4 1 taker=1 -".into()));
    let pass = play("pipeline", size, "1. pass {[%irregular pippinzip/pass-not-allowed]}");
    assert_eq!(pass, (warned("pippinzip/pass-not-allowed"), "pass 5/5/5/5/5 2 auction -".into()));
    // Two faults need two.
    let both = "1. take 2. a1,a2,c3 {[%irregular pippinzip/too-many-stones]}";
    let found = play("zipline", size, both).0;
    assert_eq!(found, [("pippinzip/adjacent-pair", true)]);
    let both = "1. take 2. a1,a2,c3 {[%irregular pippinzip/too-many-stones] [%irregular pippinzip/adjacent-pair]}";
    let (found, last) = play("zipline", size, both);
    assert_eq!(found, [("pippinzip/adjacent-pair", false), ("pippinzip/too-many-stones", false)]);
    assert_eq!(last, "a1,a2,c3 5/5/2b2/b4/b4 1 taker=1 -");
    // A team's first seat that passes binds nobody.
    let three = "[Size \"5\"]\n[Players \"3\"]\n";
    let pass = "1. take 2. pass {[%irregular pippinzip/pass-not-allowed]}";
    assert_eq!(play("zipline", three, pass).1, "pass 5/5/5/5/5 3 taker=1 pair=-");
    assert_eq!(play("zipline", three, &format!("{pass} 3. a1")).1, "a1 5/5/5/5/b4 1 taker=1 -");
    let many = "1. take 2. c3,a1 {[%irregular pippinzip/too-many-stones]} 3. a2";
    assert_eq!(play("zipline", three, many).1, "a2 5/5/2b2/b4/b4 1 taker=1 -");
    let near = "1. take 2. c3 3. a1,c2 {[%irregular pippinzip/too-many-stones]}";
    assert_eq!(play("zipline", three, near).0, [("pippinzip/adjacent-pair", true)]);
    // What a turn has is not unneeded, even where another fault refuses it.
    let second_of_two = "1. take 2. a1,a2,c3 {[%irregular pippinzip/adjacent-pair]}";
    assert_eq!(play("zipline", size, second_of_two).0, [("pippinzip/too-many-stones", true)]);
    // A stone can stand nowhere but on an empty point.
    for (code, moves) in
        [("occupied", "1. a1 2. a1"), ("off-board", "1. a1 2. f1"), ("take-outside-auction", "1. take 2. take")]
    {
        let found = play("zipline", size, &format!("{moves} {{[%irregular pippinzip/{code}]}}")).0;
        assert_eq!(found.first(), Some(&(format!("pippinzip/{code}").as_str(), true)));
    }
}

// ---- Z5

/// The end of a game of 13 × 13 Zipline, from a photograph.
const PHOTOGRAPH: &str = "1bw10/wbb1wb7/1bbw9/1bwwb4bb2/wbb1wb7/bwbbbwb6/1wb3b2b3/2b2w1b5/1wbw2w1bb3/2bb2bw2bbb/bbbbw1b1w1ww1/bwwwb6b1/b12 2 taker=2 -";

#[test]
fn the_photograph_is_a_win_for_pip() {
    let black = "b13 b12 c12 f12 b11 c11 b10 e10 j10 k10 b9 c9 f9 a8 c8 d8 e8 g8 c7 g7 j7 c6 h6 c5 i5 j5 c4 d4 g4 k4 l4 m4 \
                 a3 b3 c3 d3 g3 a2 e2 l2 a1";
    let white = "c13 a12 e12 d11 c10 d10 a9 e9 b8 f8 b7 f6 b5 d5 g5 h4 e3 i3 k3 l3 b2 c2 d2";
    let setup = setup(Variant::Zipline, 2, 13);
    let mut stones = Stones::empty(13);
    for (names, colour) in [(black, Colour::Black), (white, Colour::White)] {
        for name in names.split_ascii_whitespace() {
            let Turn::Stones(names) = turn(name) else { panic!("{name}") };
            stones.set(names[0].point(13).unwrap(), Some(colour));
        }
    }
    let last = PositionText { stones, to_move: 2, phase: Phase::Taken(2), pair: FirstOfPair::Absent };
    let refused = Pippinzip::position(&setup, &last).unwrap_err();
    assert_eq!(refused.kind, PositionErrorKind::Inconsistent);
    assert_eq!(last.to_string(), PHOTOGRAPH);

    // Any stone without which the chain is broken can have been the last one, on its own: 41
    // black stones are an odd number.
    let mut ends = 0;
    for name in black.split_ascii_whitespace() {
        let Turn::Stones(names) = turn(name) else { panic!("{name}") };
        let mut before = PositionText { to_move: 1, ..last };
        before.stones.set(names[0].point(13).unwrap(), None);
        let Ok(state) = Pippinzip::position(&setup, &before) else { continue };
        let played = Pippinzip::judge(&setup, &state, &turn(name), &[]).map_err(|refusal| refusal.fault).unwrap();
        assert_eq!(Pippinzip::position_text(&setup, &played.state), last);
        let verdict = Pippinzip::verdict(&setup, &played.state).unwrap();
        assert_eq!((verdict.standing.to_string().as_str(), verdict.rule), ("1-0", "Z5.1"));
        for end in ["a1", "b13"] {
            assert!(verdict.marks.iter().any(|mark| mark == end), "{:?}", verdict.marks);
        }
        assert!(!verdict.marks.iter().any(|mark| mark == "m4"));
        ends += 1;
    }
    assert!(ends > 5, "{ends}");
}

#[test]
fn resignations() {
    let cases = [
        (Variant::Pipeline, 2, "", "0-1"),
        (Variant::Zipline, 2, "a1", "1-0"),
        (Variant::Zipline, 3, "", "0-1-1"),
        (Variant::Zipline, 3, "a1 b1", "1-1-0"),
        (Variant::Zipline, 3, "take", "1-0-0"),
        (Variant::Freestyle, 3, "take a1", "1-0-0"),
        (Variant::Freestyle, 3, "take a1 b1", "0-1-1"),
        (Variant::Pipeline, 2, "take", "1-0"),
    ];
    for (variant, seats, turns, expected) in cases {
        let setup = setup(variant, seats, 5);
        let state = if turns.is_empty() { Pippinzip::start(&setup) } else { play(&setup, "", turns).unwrap().state };
        assert_eq!(Pippinzip::resignation(&setup, &state).unwrap().to_string(), expected, "{turns}");
    }
}

// ---- tags and positions

#[test]
fn tags_set_the_game_up() {
    let ok = |variant: &str, tags: &str| assert_eq!(ids(&findings(variant, tags, "*")), [""; 0], "{variant} {tags}");
    ok("zipline", "[Size \"3\"]\n");
    ok("pipline", "[Size \"26\"]\n[Players \"2\"]\n");
    ok("freestyle", "[Size \"13\"]\n[Players \"3\"]\n[Surface \"cells\"]\n");
    let wrong =
        |variant: &str, tags: &str, code: Code| assert_eq!(ids(&findings(variant, tags, "*")), [code.id], "{tags}");
    wrong("zipline", "", &code::MISSING);
    wrong("zipline", "[Size \"2\"]\n", &code::UNKNOWN_VALUE);
    wrong("zipline", "[Size \"27\"]\n", &code::UNKNOWN_VALUE);
    wrong("zip", "[Size \"5\"]\n", &code::UNKNOWN_VALUE);
    wrong("zipline", "[Size \"5\"]\n[Surface \"hexes\"]\n", &code::UNKNOWN_VALUE);
    // How it is drawn has no bearing on play.
    assert_eq!(record("zipline", "[Size \"5\"]\n[Surface \"hexes\"]\n", "1. a1 2. take *").turns, 2);
    assert_eq!(record("zipline", "[Size \"5x5\"]\n", "1. a1 2. take *").turns, 0);
    wrong("zipline", "[Size \"5\"]\n[Players \"4\"]\n", &code::UNKNOWN_VALUE);
    wrong("pipeline", "[Size \"5\"]\n[Players \"3\"]\n", &code::INCONSISTENT);
    wrong("pipline", "[Size \"5\"]\n[Players \"3\"]\n", &code::INCONSISTENT);
    wrong("zipline", "[Size \"5\"]\n[Player3 \"Cy\"]\n", &code::INCONSISTENT);
}

#[test]
fn pipline_is_written_pipeline() {
    let text = "[Game \"pippinzip\"]\n[Variant \"pipline\"]\n[Size \"5\"]\n\n1. b3,a1 *\n";
    let record = Record::parse_str(text);
    assert_eq!(DRIVER.check(&record).findings.len(), 0);
    let canonical = DRIVER.format(&record).unwrap();
    assert!(canonical.contains("[Variant \"pipeline\"]") && canonical.contains("1. a1,b3 *"), "{canonical}");
    let json = stdout(&pipscribe(&["check", "--format", "json", "-"], text.as_bytes()));
    assert!(json.contains("\"variant\":\"pipeline\""), "{json}");
}

#[test]
fn positions_that_contradict_tags_or_rules() {
    let zipline = setup(Variant::Zipline, 3, 3);
    let two = setup(Variant::Zipline, 2, 3);
    let pipeline = setup(Variant::Pipeline, 2, 3);
    let cases = [
        (&two, "4/4/4/4 1 auction -", false),
        (&two, "3/3/3 3 auction -", false),
        (&zipline, "3/3/3 3 auction -", true),
        (&two, "3/3/3 1 taker=3 -", false),
        // In the auction stones have one colour.
        (&two, "3/1w1/3 1 auction -", true),
        (&two, "3/1b1/3 1 auction -", false),
        (&pipeline, "3/1b1/3 1 auction -", true),
        (&pipeline, "3/1w1/3 1 auction -", false),
        // A pair belongs to the second of a team.
        (&two, "3/1b1/3 1 taker=2 pair=b2", false),
        (&zipline, "3/1b1/3 3 taker=1 pair=b2", true),
        (&zipline, "3/1b1/3 3 taker=1 -", false),
        (&zipline, "3/1b1/3 2 taker=1 pair=b2", false),
        (&zipline, "3/1b1/3 2 taker=1 -", true),
        (&zipline, "3/1b1/3 1 taker=1 pair=b2", false),
        (&zipline, "3/1b1/3 3 taker=1 pair=a1", false),
        (&zipline, "3/1w1/3 3 taker=1 pair=b2", false),
        (&zipline, "3/1b1/3 3 taker=1 pair=d4", false),
        (&zipline, "3/1w1/3 1 auction pair=b2", false),
        // Decided already.
        (&two, "bbb/3/3 1 taker=1 -", false),
        (&two, "w2/1w1/2w 1 taker=1 -", false),
        (&two, "w2/1w1/2w 1 auction -", false),
        (&two, "bb1/1bw/w1w 1 taker=1 -", true),
    ];
    for (setup, written, sound) in cases {
        let read = Pippinzip::position(setup, &text(written));
        assert_eq!(read.is_ok(), sound, "{written}");
        if let Err(error) = read {
            assert_eq!(error.kind, PositionErrorKind::Inconsistent);
            assert!(error.message.ends_with('.'), "{}", error.message);
        }
    }
}

// ---- findings

fn related(findings: &[Finding]) -> Vec<(u32, String)> {
    findings.iter().flat_map(|finding| &finding.related).map(|other| (other.turn, other.message.to_string())).collect()
}

fn shown(findings: &[Finding]) -> (String, Vec<String>) {
    let exhibit = findings.first().and_then(|finding| finding.exhibit.clone()).unwrap();
    (exhibit.position, exhibit.marks)
}

#[test]
fn faults_name_the_turn_that_they_collide_with() {
    let found = findings("zipline", "[Size \"5\"]\n", "1. c3,d4 2. take 3. a1,e5 4. b1 5. a5,d4 *");
    assert_eq!(ids(&found), ["pippinzip/occupied"]);
    assert_eq!(found[0].message, "A white stone stands on d4 already.");
    assert_eq!(related(&found), [(1, "`c3,d4` put it there".to_owned())]);
    assert_eq!(shown(&found).1, ["d4"]);

    let found = findings("zipline", "[Size \"5\"]\n", "1. c3 2. take 3. take *");
    assert_eq!(found[0].message, "The auction is over: seat 2 has taken.");
    assert_eq!(related(&found), [(2, "it was taken here".to_owned())]);

    let found = findings("zipline", "[Size \"5\"]\n", "1. c3 2. take 3. a1,b1 *");
    assert_eq!(shown(&found), ("5/5/2w2/5/bb3 1 taker=2 -".to_owned(), vec!["a1".to_owned(), "b1".to_owned()]));
    assert!(found[0].help.as_ref().unwrap().contains("`a1,b2`"), "{:?}", found[0].help);

    let found = findings("zipline", "[Size \"5\"]\n[Players \"3\"]\n", "1. take 2. a1 3. b1 *");
    assert_eq!(related(&found), [(2, "`a1` placed the first of the two".to_owned())]);
    assert_eq!(shown(&found).1, ["a1", "b1"]);
}

#[test]
fn wrong_claims_show_the_winning_chain() {
    let tags = "[Size \"3\"]\n";
    let moves = "1. c1,c3 2. take 3. a1,b2 4. a3 5. a2,b3";
    for claim in ["*", "0-1"] {
        let found = findings("zipline", tags, &format!("{moves} {claim}"));
        assert_eq!(ids(&found), [code::RESULT.id]);
        assert_eq!(found[0].rule, "Z5.1");
        let (position, marks) = shown(&found);
        assert_eq!(position, "wbw/bb1/b1w 2 taker=2 -");
        assert_eq!(marks, ["a1", "a2", "b2", "b3"]);
    }
    assert_eq!(ids(&findings("zipline", tags, &format!("{moves} 1-0"))), [""; 0]);
    let found = findings("zipline", tags, &format!("{moves} 6. b1 1-0"));
    assert_eq!(ids(&found), [code::AFTER_END.id]);
    assert_eq!(shown(&found).1, ["a1", "a2", "b2", "b3"]);
}

fn nearest(tags: &str, moves: &str) -> String {
    let found = findings("zipline", tags, moves);
    assert_eq!(found.len(), 1, "{found:?}");
    found[0].help.clone().unwrap_or_default().into()
}

#[test]
fn turns_that_may_be_meant_are_named_on_the_largest_board() {
    let tags = "[Size \"26\"]\n";
    let named = nearest(tags, "1. z25,m13 2. m13,n26,a1 *");
    assert!(named.contains("`a1,m12,n26`"), "{named}");
    let named = nearest(tags, "1. z25 2. z25 *");
    assert!(named.contains("`z24`, `z26`"), "{named}");
    let named = nearest(tags, "1. y25,z27 *");
    assert!(named.contains("`y25,z26`"), "{named}");
    let named = nearest(tags, "1. b2,y25,z26,z25 *");
    assert!(named.contains("`b2,y25,z25`") && named.contains("`b2,y25,z26`"), "{named}");
    assert_eq!(nearest(tags, "1. take 2. take *"), "");
}

// ---- counts

#[test]
fn counts() {
    let count = |variant, seats, size, from: &str| {
        let setup = setup(variant, seats, size);
        let state =
            if from.is_empty() { Pippinzip::start(&setup) } else { Pippinzip::position(&setup, &text(from)).unwrap() };
        Pippinzip::count_turns(&setup, &state, &mut 100_000)
    };
    assert_eq!(count(Variant::Zipline, 2, 19, ""), Some(7_841_282));
    assert_eq!(count(Variant::Pipeline, 2, 26, ""), Some(1 + 676 + 676 * 675 / 2 + 676 * 675 * 674 / 6));
    let empty = |side: &str, rest: &str| format!("{} {rest}", [side; 5].join("/"));
    assert_eq!(count(Variant::Freestyle, 2, 5, &empty("5", "2 taker=1 -")), Some(25 * 24));
    // Of the ordered pairs, twice the 40 that are neighbours are not allowed.
    assert_eq!(count(Variant::Zipline, 2, 5, &empty("5", "2 taker=1 -")), Some(25 * 24 - 80));
    assert_eq!(count(Variant::Zipline, 2, 5, &empty("5", "1 taker=1 -")), Some(25));
    assert_eq!(count(Variant::Pipeline, 2, 5, &empty("5", "1 taker=2 -")), Some(25));

    let command = ["moves", "--count", "--game", "pippinzip", "--variant", "zipline", "--tag", "Size=19"];
    assert_eq!(stdout(&pipscribe(&command, b"")), "7841282\n");
    let text = "{[%expect moves 7841282]} 1. take {[%expect moves 128592]} *";
    assert_eq!(ids(&findings("zipline", "[Size \"19\"]\n", text)), [""; 0]);
    let text = "{[%expect moves 7841281]} 1. take *";
    assert_eq!(ids(&findings("zipline", "[Size \"19\"]\n", text)), [code::UNMET.id]);
}

#[test]
fn turns_are_listed_in_order() {
    let zipline = setup(Variant::Zipline, 2, 3);
    let turns = legal(&zipline, &Pippinzip::start(&zipline));
    assert_eq!(turns.len(), 1 + 9 + 36 + 84);
    assert_eq!(turns[..3], ["take", "a1", "a2"]);
    assert_eq!(turns[10..12], ["a1,a2", "a1,a3"]);
    assert_eq!(turns[129], "c1,c2,c3");
    let state = Pippinzip::position(&zipline, &text("w1b/3/bbw 1 taker=2 -")).unwrap();
    // c2 and b2 have winning neighbours; a stone that wins stands alone or with a second.
    assert_eq!(legal(&zipline, &state), ["a2,b3", "a2,c2", "b2", "b3,a2", "b3,c2", "c2,a2", "c2,b3"]);
    let over = play(&zipline, "w1b/3/bbw 1 taker=2 -", "a2,c2").unwrap().state;
    assert_eq!(Pippinzip::verdict(&zipline, &over), None);
    let won = play(&zipline, "", "a1,b2,c3").unwrap().state;
    assert!(Pippinzip::verdict(&zipline, &won).is_some());
    assert_eq!((legal(&zipline, &won).len(), Pippinzip::count_turns(&zipline, &won, &mut 100_000)), (0, Some(0)));
}

#[test]
fn perft_counts_each_sequence() {
    let perft = |variant: &str| {
        let text = format!("[Game \"pippinzip\"]\n[Variant \"{variant}\"]\n[Size \"3\"]\n");
        DRIVER.perft(&Record::parse_str(&text), None, 2, u64::MAX).unwrap()
    };
    for (variant, kind) in [("pipeline", Variant::Pipeline), ("zipline", Variant::Zipline)] {
        let setup = setup(kind, 2, 3);
        let mut second = 0;
        let _ = Pippinzip::legal_turns(&setup, &Pippinzip::start(&setup), &mut |_, after| {
            second += legal(&setup, after).len() as u64;
            ControlFlow::Continue(())
        });
        assert_eq!(perft(variant), [130, second], "{variant}");
    }
}

// ---- drawing

fn scene(setup: &Setup, written: &str) -> Scene {
    Pippinzip::scene(setup, &Pippinzip::state_for_drawing(setup, &Pippinzip::start(setup), &text(written)))
}

#[test]
fn figures_show_the_position() {
    let mut zipline = setup(Variant::Zipline, 2, 3);
    let written = "1bw/bb1/3 2 taker=2 -";
    let picture = scene(&zipline, written);
    let expected =
        ["3 .  b  w", "2 b  b  .", "1 .  .  .", "  a  b  c", "", "Seat 1: Pip, black", "Seat 2: Zip, white, to move"];
    assert_eq!(write_text(&picture).lines().collect::<Vec<_>>(), expected, "\n{}", write_text(&picture));
    assert_eq!(
        picture.words,
        "Black stones on a2, b2, b3; White stone on c3; Seat 1: Pip, black; Seat 2: Zip, white, to move."
    );
    let count = |scene: &Scene, role: Role| scene.elements.iter().filter(|element| element.role == role).count();
    let counts = |scene: &Scene| {
        let names = scene.columns.len() + scene.rows.len();
        let lines = count(scene, Role::BoardLine) + count(scene, Role::BoardEdge);
        [count(scene, Role::Piece(1)), count(scene, Role::Piece(2)), names, lines, count(scene, Role::BoardEdge)]
    };
    assert_eq!(counts(&picture), [1, 3, 6, 6, 4]);
    // The same in cells: a line more each way, half a step off, and the stones where they were.
    zipline.surface = Surface::Cells;
    let cells = scene(&zipline, written);
    assert_eq!(counts(&cells), [1, 3, 6, 8, 4]);
    assert_eq!((cells.place_of("b2"), write_text(&cells)), (picture.place_of("b2"), write_text(&picture)));
    assert!(write_svg(&cells).contains("<title>Pippinzip, seat 2 to move</title>"));
    let won = scene(&zipline, "w2/1w1/2w 1 auction -");
    assert_eq!(won.title, "Pippinzip, won by seat 2 in the auction");
    assert!(write_text(&won).contains("Auction of white stones\nSeat 2 has won: a3 b2 c1\n"), "{}", write_text(&won));
}

#[test]
fn the_largest_board_is_drawn_as_text() {
    let setup = setup(Variant::Pipeline, 2, 26);
    let scene = Pippinzip::scene(&setup, &play(&setup, "", "a1,z26,m13").unwrap().state);
    let text = marked_text(&scene, &["z26", "y26", "a1"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], format!("26  {}. [.][b]", ".  ".repeat(23)));
    assert_eq!(lines[25], format!(" 1 [b] {}.", ".  ".repeat(24)));
    assert!(lines[13].starts_with("13  .  ") && lines[13].matches('b').count() == 1);
    assert!(lines[26].ends_with("x  y  z"));
    assert!(text.contains("Auction of black stones\nSeat 2 to move"));
    assert!(scene.words.starts_with("Black stones on a1, m13, z26; Auction of black stones"), "{}", scene.words);
}

// ---- the two derivations, and random games

/// Small boards of every fullness, in every phase.
fn positions() -> impl Strategy<Value = (Setup, PositionText)> {
    let stone = (0u8..12, any::<bool>());
    (0usize..5, 3u8..=4, prop::collection::vec(stone, 16), 0u8..13, 1u8..=3, 0u8..=3, any::<prop::sample::Index>())
        .prop_map(|(table, size, odds, full, to_move, taker, pair)| {
            let (variant, seats) = TABLES[table];
            let setup = setup(variant, seats, size);
            let phase = if taker == 0 { Phase::Auction } else { Phase::Taken((taker - 1) % seats + 1) };
            let to_move = (to_move - 1) % seats + 1;
            let mut stones = Stones::empty(size);
            for (point, (odds, white)) in Point::all(size).zip(odds) {
                let colour = match phase {
                    Phase::Auction if variant == Variant::Pipeline => Colour::Black,
                    Phase::Auction => Colour::White,
                    Phase::Taken(_) if white => Colour::White,
                    Phase::Taken(_) => Colour::Black,
                };
                stones.set(point, (odds < full).then_some(colour));
            }
            let black: Vec<Point> = stones.of(Colour::Black).iter().collect();
            let second = matches!(phase, Phase::Taken(taker) if seats == 3 && to_move % 3 + 1 == taker);
            let pair = match (second, black.as_slice()) {
                (false, _) => FirstOfPair::Absent,
                (true, []) => FirstOfPair::Nothing,
                (true, black) => FirstOfPair::Stone(Name::from(*pair.get(black))),
            };
            (setup, PositionText { stones, to_move, phase, pair })
        })
}

/// Every turn that could be legal on a board of that size, whether it is or not.
fn all_turns(size: u8) -> Vec<Turn> {
    let names: Vec<Name> = Point::all(size).map(Name::from).collect();
    let mut turns = vec![Turn::Take, Turn::Pass];
    for (at, &first) in names.iter().enumerate() {
        turns.push(Turn::Stones(vec![first]));
        for (next, &second) in names.iter().enumerate() {
            turns.push(Turn::Stones(vec![first, second]));
            let thirds = if at < next { next + 1..names.len() } else { 0..1 };
            turns.extend(thirds.map(|third| Turn::Stones(vec![first, second, names[third]])));
        }
    }
    turns
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn what_is_generated_is_legal_and_what_is_legal_is_generated((setup, text) in positions()) {
        let Ok(state) = Pippinzip::position(&setup, &text) else { return Ok(()) };
        let listed = legal_turns::<Pippinzip>(&setup, &state);
        let count = listed.len();
        let generated: BTreeMap<String, Position> = listed.into_iter().collect();
        prop_assert_eq!(generated.len(), count, "a turn is generated twice");
        prop_assert!(count > 0, "there is always a legal turn");
        prop_assert_eq!(Pippinzip::count_turns(&setup, &state, &mut 100_000), Some(count as u64));
        let mut judged = BTreeMap::new();
        for turn in all_turns(setup.size) {
            if let Ok(played) = Pippinzip::judge(&setup, &state, &turn, &[]) {
                prop_assert!(played.let_stand.is_empty());
                judged.insert(played.turn.to_string(), played.state);
            }
        }
        prop_assert_eq!(judged, generated);
    }

    #[test]
    fn turns_that_may_be_meant_are_legal((setup, text) in positions(), written in "[a-d][1-5](,[a-d][1-5]){0,3}") {
        let Ok(state) = Pippinzip::position(&setup, &text) else { return Ok(()) };
        let mut all = legal(&setup, &state);
        let mut meant = Vec::new();
        let _ = Pippinzip::turns_like(&setup, &state, Some(&turn(&written)), &mut |turn, after| {
            let played = Pippinzip::judge(&setup, &state, turn, &[]);
            assert_eq!(played.map(|played| played.state).ok(), Some(*after));
            meant.push(turn.to_string());
            ControlFlow::Continue(())
        });
        all.sort();
        meant.sort();
        prop_assert_eq!(meant, all);
    }

    #[test]
    fn what_is_played_is_legal_again_and_can_be_started_from((setup, text) in positions(), pick in any::<prop::sample::Index>()) {
        let Ok(state) = Pippinzip::position(&setup, &text) else { return Ok(()) };
        let played = Pippinzip::judge(&setup, &state, &turn(pick.get(&legal(&setup, &state)).as_str()), &[]);
        let Ok(played) = played else { return Err(TestCaseError::fail("a legal turn is refused")) };
        let again = Pippinzip::judge(&setup, &state, &played.turn, &[]).map(|again| (again.turn, again.state));
        prop_assert_eq!(again.ok(), Some((played.turn, played.state)));
        let written = Pippinzip::position_text(&setup, &played.state);
        prop_assert_eq!(Pippinzip::parse_position(&written.to_string()), Ok(written));
        let decided = Pippinzip::verdict(&setup, &played.state).is_some();
        match Pippinzip::position(&setup, &written) {
            Ok(start) => prop_assert!(!decided && start == played.state),
            Err(error) => prop_assert!(decided, "{}: {}", written, error.message),
        }
        prop_assert_eq!(Pippinzip::state_for_drawing(&setup, &state, &written), played.state);
    }

    #[test]
    fn nothing_makes_judging_or_explaining_stumble(
        (setup, text) in positions(),
        other_setup in 0usize..5,
        written in "(take|pass|[a-e][1-6](,[a-e][1-6]){0,4})",
        stands in any::<bool>(),
    ) {
        let (variant, seats) = TABLES[other_setup];
        let setup = Setup { variant, seats, ..setup };
        // Whatever the position, sound or not.
        let state = Pippinzip::state_for_drawing(&setup, &Pippinzip::start(&setup), &text);
        let let_stand: &[Code] = if stands { codes::ALL } else { &[] };
        match Pippinzip::judge(&setup, &state, &turn(&written), let_stand) {
            Ok(played) => {
                prop_assert!(stands || played.let_stand.is_empty());
                for refusal in &played.let_stand {
                    prop_assert!(refusal.fault.code.can_stand);
                    prop_assert!(Pippinzip::explain(&setup, refusal, "").message.ends_with('.'));
                }
            }
            Err(refusal) => {
                prop_assert!(!stands || !refusal.fault.code.can_stand);
                let said = Pippinzip::explain(&setup, &refusal, "");
                prop_assert!(said.message.ends_with('.'));
                let parts = Pippinzip::turn_parts(&written).len();
                prop_assert!(refusal.fault.part.action <= parts);
            }
        }
        let scene = Pippinzip::scene(&setup, &state);
        let _ = (marked_text(&scene, &["a1", "z9"]), write_svg(&scene));
    }

    #[test]
    fn positions_round_trip((setup, text) in positions()) {
        prop_assert_eq!(Pippinzip::parse_position(&text.to_string()), Ok(text));
        if let Ok(state) = Pippinzip::position(&setup, &text) {
            prop_assert_eq!(Pippinzip::position_text(&setup, &state), text);
        }
    }
}

/// A turn that draws nothing is forfeited now and then, or the tests above say little about it.
#[test]
fn forfeits_and_lone_winners_are_among_the_tested() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let (mut passes, mut forfeits, mut winners) = (0, 0, 0);
    for _ in 0..4000 {
        let (setup, text) = positions().new_tree(&mut runner).unwrap().current();
        let Ok(state) = Pippinzip::position(&setup, &text) else { continue };
        if text.phase == Phase::Auction {
            continue;
        }
        let _ = Pippinzip::legal_turns(&setup, &state, &mut |turn, after| {
            let over = Pippinzip::verdict(&setup, after).is_some();
            match turn {
                Turn::Pass => passes += 1,
                Turn::Stones(names) if names.len() == 1 && setup.seats == 2 && setup.variant != Variant::Pipeline => {
                    let black = setup.colour_of(text.to_move, if text.phase == Phase::Taken(1) { 1 } else { 2 });
                    winners += usize::from(black == Colour::Black && over);
                    forfeits += usize::from(black == Colour::Black && !over);
                }
                _ => {}
            }
            ControlFlow::Continue(())
        });
    }
    assert!(passes > 2 && forfeits > 2 && winners > 20, "{passes} {forfeits} {winners}");
}

#[test]
fn random_games_are_sound_canonical_and_come_to_their_end() {
    let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let (mut auctions, mut lone, mut turns_of_19) = (0, 0, 0);
    for (variant, seats) in TABLES {
        for (size, games) in [(3, 20), (4, 20), (7, 10), (19, 2), (26, 1)] {
            let tags = [
                tag("Game", "pippinzip"),
                tag("Variant", variant.name()),
                tag("Size", &size.to_string()),
                tag("Players", &seats.to_string()),
            ];
            for index in 0..games {
                let game = RandomGame { tags: &tags, seed: 5, index, most_turns: 1000, decks: None };
                let text = DRIVER.random(&game).unwrap();
                let record = Record::parse_str(&text);
                let replayed = DRIVER.replay(&record);
                assert!(replayed.report.findings.is_empty(), "{text}");
                assert!(replayed.report.result.is_some(), "{text}");
                assert_eq!((DRIVER.random(&game), DRIVER.format(&record)), (Some(text.clone()), Some(text.clone())));
                let setup = setup(variant, seats, size);
                let (last, before) = replayed.turns.split_last().unwrap();
                for turn in before {
                    let read = Pippinzip::parse_position(&turn.position).unwrap();
                    let state = Pippinzip::position(&setup, &read).unwrap();
                    assert_eq!(Pippinzip::position_text(&setup, &state).to_string(), turn.position);
                    let alone = !turn.text.contains(',') && turn.position.contains("taker");
                    lone += u32::from(alone && variant == Variant::Zipline && seats == 2);
                }
                assert!(Pippinzip::position(&setup, &Pippinzip::parse_position(&last.position).unwrap()).is_err());
                auctions += u32::from(last.position.contains("auction"));
                turns_of_19 += if size == 19 { replayed.turns.len() } else { 0 };
            }
        }
    }
    // Some auctions are won, most are not; nobody fills a large board to the last point.
    assert!((5..80).contains(&auctions), "{auctions}");
    assert!(lone > 0 && turns_of_19 / 10 < 330, "{lone} {turns_of_19}");
}
