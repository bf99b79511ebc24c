//! Pip•Pip: the examples of the sheet, and its two derivations of the legal turns held against
//! each other.
#![allow(clippy::unwrap_used, reason = "helpers of tests may fail as the tests do")]

use std::collections::{BTreeMap, BTreeSet};

use pipscribe::draw::{Role, Shape, write_svg, write_text};
use pipscribe::findings::{Code, CodeInfo, code};
use pipscribe::games::pippip::board::Square;
use pipscribe::games::pippip::{
    Colour, Die, Handedness, Name, Pippip, PositionText, Setup, Store, StoreRule, Turn, codes,
};
use pipscribe::games::{Detail, Game, Language, Moment, Part, Played, PositionErrorKind, Refusal, SetupTags};
use pipscribe::notation::Record;
use pipscribe::replay::{AnyGame, Driver, RandomGame};
use proptest::prelude::*;

use crate::support::{checked, legal_turns, marked_text, pipscribe, stdout};

const DRIVER: Driver<Pippip> = Driver::<Pippip>::NEW;

fn turn(text: &str) -> Turn {
    Pippip::parse_turn(text).unwrap()
}

fn position(text: &str) -> PositionText {
    Pippip::parse_position(text).unwrap()
}

fn at(position: &PositionText, name: &str) -> Option<Die> {
    Square::all().find(|square| square.to_string() == name).and_then(|square| position.at(square))
}

fn setups() -> impl Iterator<Item = Setup> {
    let hands = [Handedness::Counterclockwise, Handedness::Clockwise];
    let stores = [StoreRule::Turn, StoreRule::Roll];
    let colours = [[Colour::Light, Colour::Dark], [Colour::Dark, Colour::Light]];
    let all = hands.into_iter().flat_map(move |handedness| {
        stores.into_iter().flat_map(move |store| {
            colours.into_iter().flat_map(move |colours| {
                [0, 1, 3, 8].into_iter().map(move |cap| Setup { handedness, cap, store, colours })
            })
        })
    });
    all.collect::<Vec<_>>().into_iter()
}

fn with_store(store: StoreRule) -> Setup {
    Setup { store, ..Setup::default() }
}

/// Plays turns from the start; the last may be refused.
fn play(setup: &Setup, turns: &[&str]) -> Result<Played<Pippip>, Box<Refusal<Pippip>>> {
    play_from(setup, Pippip::start(setup), turns)
}

fn play_from(setup: &Setup, mut state: PositionText, turns: &[&str]) -> Result<Played<Pippip>, Box<Refusal<Pippip>>> {
    let (last, before) = turns.split_last().unwrap();
    for text in before {
        state = Pippip::judge(setup, &state, &turn(text), &[]).unwrap().state;
    }
    Pippip::judge(setup, &state, &turn(last), &[])
}

/// The code of a refusal, its rule and the part at fault.
fn fault(refused: Result<Played<Pippip>, Box<Refusal<Pippip>>>) -> (&'static str, &'static str, Part) {
    let fault = refused.map(|played| played.turn.to_string()).unwrap_err().fault;
    (fault.code.id, fault.rule, fault.part)
}

fn part(action: usize, detail: Detail) -> Part {
    Part { action, detail }
}

fn legal(setup: &Setup, state: &PositionText) -> Vec<String> {
    legal_turns::<Pippip>(setup, state).into_iter().map(|(turn, _)| turn).collect()
}

fn findings(text: &str) -> Vec<&'static str> {
    DRIVER.check(&Record::parse_str(text)).findings.iter().map(|finding| finding.code.id).collect()
}

// ---- P6: the examples of the notation

#[test]
fn positions_of_the_sheet() {
    let light = Setup::default();
    assert_eq!(Pippip::start(&light).to_string(), "..../..../..../.... L - -");
    let dark = Setup { colours: [Colour::Dark, Colour::Light], ..light };
    assert_eq!(Pippip::start(&dark).to_string(), "..../..../..../.... D - -");
    let after = play(&light, &["5@b3/3"]).unwrap().state;
    assert_eq!(after.to_string(), "..../.L53../..../.... D - -");
    assert_eq!((Pippip::to_move(&light, &after), Pippip::to_move(&dark, &after)), (2, 1));
    assert_eq!((Pippip::seat_name(&dark, 1).as_str(), Pippip::seat_name(&dark, 2).as_str()), ("Dark", "Light"));
}

#[test]
fn turns_of_the_sheet() {
    let setup = Setup::default();
    let played = play(&setup, &["5s;2s;6@b3/2"]).unwrap();
    assert_eq!(played.state.to_string(), "..../.L62../..../.... D 25 -");
    let played = play(&setup, &["5s;2s;6@b3/2", "1@d4/2", "*5@c1/4"]).unwrap();
    assert_eq!(played.state.to_string(), "...D12/.L62../..../..L54. D 2 -");
    // The die just put aside, too.
    let played = play(&setup, &["5s;*5@c1/4"]).unwrap();
    assert_eq!(played.state.to_string(), "..../..../..../..L54. D - -");
}

// ---- P4

/// Light `theirs` on b3, then dark on `square`; the sides are those of western dice.
fn after_two(theirs: &str, mine: &str) -> (String, PositionText) {
    let played = play(&Setup::default(), &[theirs, mine]).unwrap();
    (played.turn.to_string(), played.state)
}

#[test]
fn the_greater_number_converts() {
    // b3 shows 5 to the south, b2 shows 6 to the north.
    let (text, state) = after_two("1@b3/2", "4@b2/6");
    assert_eq!(text, "4@b2/6;xb3");
    // Top and rotation stay.
    assert_eq!(at(&state, "b3"), Die::new(Colour::Dark, 1, 2));
    assert_eq!(at(&state, "b2"), Die::new(Colour::Dark, 4, 6));
    // Equal numbers and lesser ones do not, and it is the sides that count, not the tops.
    for mine in ["4@b2/5", "6@b2/5", "6@b2/3", "6@b2/4"] {
        let (text, state) = after_two("1@b3/2", mine);
        assert_eq!((text.as_str(), at(&state, "b3")), (mine, Die::new(Colour::Light, 1, 2)));
    }
}

#[test]
fn each_side_faces_its_own_neighbour() {
    // c2 lies between b2, d2, c1 and c3; a western 1 with 2 to the north has 4 east, 5 south, 3 west.
    // A western 3 with 1 to the north has 5 east, 6 south, 2 west: c3 shows 6, d2 2, c1 1, b2 5.
    let text = "..../..D31./.D31.D31/..D31. L - -";
    let played = play_from(&Setup::default(), position(text), &["1@c2/2"]).unwrap();
    assert_eq!(played.turn.to_string(), "1@c2/2;xc1,d2");
    // With clockwise dice east and west change places: 2 north, 3 east, 5 south, 4 west;
    // and d2 shows 5 to the west, b2 shows 2 to the east.
    let setup = Setup { handedness: Handedness::Clockwise, ..Setup::default() };
    assert_eq!(play_from(&setup, position(text), &["1@c2/2"]).unwrap().turn.to_string(), "1@c2/2;xb2,c1");
}

#[test]
fn own_dice_and_dice_elsewhere_stay() {
    let setup = Setup::default();
    // The 6 to the north of b2 faces 5 of its own colour; c3 is beside b2 only by a corner.
    let start = position("..../.L12D12./..../.... L - -");
    let played = play_from(&setup, start, &["4@b2/6"]).unwrap();
    assert_eq!(played.turn.to_string(), "4@b2/6");
    // No chain: b4 shows 5 to the south and b3 shows 6 to it, but b3 is only converted.
    let start = position(".D12../.D46../..../.... L - -");
    let played = play_from(&setup, start, &["4@b2/6"]).unwrap();
    assert_eq!(played.turn.to_string(), "4@b2/6;xb3");
    assert_eq!(at(&played.state, "b4"), Die::new(Colour::Dark, 1, 2));
    // The placed die is never converted, however low it is.
    let start = position("..../.D31../..../.... L - -");
    let played = play_from(&setup, start, &["4@b2/1"]).unwrap();
    assert_eq!((played.turn.to_string().as_str(), at(&played.state, "b2")), ("4@b2/1", Die::new(Colour::Light, 4, 1)));
}

#[test]
fn lists_are_checked_in_any_order() {
    let setup = Setup::default();
    let start = position("..../..D31./.D31.D31/..D31. L - -");
    let judge = |list: &str| play_from(&setup, start, &[&format!("1@c2/2;x{list}")]);
    assert_eq!(judge("d2,c1").unwrap().turn.to_string(), "1@c2/2;xc1,d2");
    let wrong = [
        ("c1", "P4.1", Detail::Whole),
        ("c1,d2,c3", "P4.1", Detail::Item(2)),
        ("b2,c1,d2", "P4.1", Detail::Item(0)),
        ("c1,c1,d2", "P6.2", Detail::Item(1)),
        ("c1,d2,c1", "P6.2", Detail::Item(2)),
        ("c1,e2,d2", "P6.2", Detail::Item(1)),
        ("c1,c2,d2", "P4.2", Detail::Item(1)),
        ("c1,d2,a1", "P4.1", Detail::Item(2)),
    ];
    for (list, rule, detail) in wrong {
        assert_eq!(fault(judge(list)), ("pippip/conversion-wrong", rule, part(1, detail)), "{list}");
    }
}

#[test]
fn a_wrong_list_shows_the_numbers_of_every_neighbour() {
    let setup = Setup::default();
    let start = position("..../..D31./.D31.L31/..D31. L - -");
    let refusal = play_from(&setup, start, &["1@c2/2;xb2"]).unwrap_err();
    let said = Pippip::explain(&setup, &refusal, "");
    assert_eq!(said.message, "3 is below 5, so b2 is not converted.");
    let help = said.help.unwrap();
    for words in [
        "north 2 against 6 on c3, not converted",
        "east 4 against 2 on d2, the same colour",
        "south 5 against 1 on c1, converted",
        "west 3 against 5 on b2, not converted",
        "The list is `xc1`.",
    ] {
        assert!(help.contains(words), "{help}");
    }
    assert_eq!(said.marks, ["c2", "b2"]);
    // The board that is shown has the placed die, and nothing converted yet.
    assert_eq!(refusal.at.to_string(), "..../..D31./.D31L12L31/..D31. L - -");
}

// ---- P3

#[test]
fn faults_of_the_acts() {
    let turns_and_faults = [
        ("0s;5@b3/3", "pippip/impossible-face", "P2.1", part(0, Detail::What)),
        ("5s;7s;5@b3/3", "pippip/impossible-face", "P2.1", part(1, Detail::What)),
        ("5@e3/3", "pippip/off-board", "P1.1", part(0, Detail::To)),
        ("5@b5/3", "pippip/off-board", "P1.1", part(0, Detail::To)),
        ("9@b0/9", "pippip/off-board", "P1.1", part(0, Detail::To)),
        ("7@b3/3", "pippip/impossible-face", "P2.1", part(0, Detail::What)),
        ("5@b3/5", "pippip/impossible-face", "P2.1", part(0, Detail::Facing)),
        ("5@b3/2", "pippip/impossible-face", "P2.1", part(0, Detail::Facing)),
        ("5@b3/0", "pippip/impossible-face", "P2.1", part(0, Detail::Facing)),
        ("*5@b3/3", "pippip/not-in-store", "P3.1", part(0, Detail::What)),
        ("*5@b3/2", "pippip/impossible-face", "P2.1", part(0, Detail::Facing)),
        ("5s;*6@b3/2", "pippip/not-in-store", "P3.1", part(1, Detail::What)),
        ("1s;2s;3s;4s;5@b3/3", "pippip/store-full", "P3.2", part(3, Detail::Whole)),
        ("1s;2s;3s;4s;5@e3/3", "pippip/store-full", "P3.2", part(3, Detail::Whole)),
        ("1s;2s;3s;5@e3/3;xb3", "pippip/off-board", "P1.1", part(3, Detail::To)),
        ("5@b3/3;xb2", "pippip/conversion-wrong", "P4.1", part(1, Detail::Item(0))),
    ];
    for (text, code, rule, part) in turns_and_faults {
        assert_eq!(fault(play(&Setup::default(), &[text])), (code, rule, part), "{text}");
    }
    assert_eq!(fault(play(&Setup::default(), &["5@b3/3", "7@b3/7"])), ("pippip/occupied", "P3.1", part(0, Detail::To)));
    let roll = with_store(StoreRule::Roll);
    assert_eq!(fault(play(&roll, &["5s;*5@b3/3"])), ("pippip/roll-required", "P3.3", part(1, Detail::From)));
    // The store is asked before the reading of the rule.
    assert_eq!(fault(play(&roll, &["5s;*6@b3/2"])), ("pippip/not-in-store", "P3.1", part(1, Detail::What)));
    assert!(play(&roll, &["5s;6@b3/2", "1@d1/2", "*5@c1/4"]).is_ok());
    let none = Setup { cap: 0, ..Setup::default() };
    assert_eq!(fault(play(&none, &["5s;*5@b3/3"])), ("pippip/store-full", "P3.2", part(0, Detail::Whole)));
}

#[test]
fn a_die_that_cannot_be_lists_those_that_can() {
    let setup = Setup::default();
    let said = |text: &str| {
        let refusal = play(&setup, &[text]).unwrap_err();
        let said = Pippip::explain(&setup, &refusal, "");
        (said.message, said.help.unwrap())
    };
    let can = "With 5 on top the north face can be 1, 3, 4 or 6.".to_owned();
    assert_eq!(said("5@b3/2"), ("2 is opposite 5: with 5 on top it is below.".into(), can.clone()));
    assert_eq!(said("5@b3/5"), ("5 is on top, so it cannot be to the north too.".into(), can.clone()));
    assert_eq!(said("5@b3/8"), ("No die has a face 8.".into(), can));
}

/// A board with `empty` squares, the first by name, and stores of `light` and `dark`.
fn nearly_full(empty: usize, light: &str, dark: &str) -> PositionText {
    let mut position = position(&format!("..../..../..../.... L {light} {dark}"));
    let mut squares: Vec<Square> = Square::all().collect();
    squares.sort_by_key(ToString::to_string);
    for square in squares.into_iter().skip(empty) {
        position.dice[square.index()] = Die::new(Colour::Light, 1, 2);
    }
    position
}

#[test]
fn stores_are_empty_at_the_end() {
    let (turn, roll) = (with_store(StoreRule::Turn), with_store(StoreRule::Roll));
    // Empty squares, light's store, turn, whether legal under `store=turn` and `store=roll`.
    let cases = [
        // r = 1: nothing can stay in store.
        (1, "-", "6@a1/2", true, true),
        (2, "-", "6@a1/2", true, true),
        (2, "-", "5s;*5@a1/3", true, false),
        (2, "-", "5s;6@a1/2", false, false),
        (2, "5", "*5@a1/3", true, true),
        (2, "5", "6@a1/2", false, false),
        (2, "5", "6s;*6@a1/2", false, false),
        // r = 2
        (3, "-", "5s;6@a1/2", true, true),
        (4, "-", "5s;6@a1/2", true, true),
        (4, "5", "6@a1/2", true, true),
        (4, "5", "6s;*5@a1/3", true, false),
        (4, "5", "6s;6@a1/2", false, false),
        (4, "-", "5s;6s;*5@a1/3", true, false),
        (4, "55", "*5@a1/3", true, true),
        (4, "55", "6@a1/2", false, false),
        (4, "55", "6s;*6@a1/2", false, false),
        // r = 3
        (5, "55", "6@a1/2", true, true),
        (6, "55", "6s;*6@a1/2", true, false),
        (6, "5", "6s;6@a1/2", true, true),
    ];
    for (empty, store, text, by_turn, by_roll) in cases {
        let start = nearly_full(empty, store, "-");
        for (setup, legal) in [(&turn, by_turn), (&roll, by_roll)] {
            assert_eq!(Pippip::position(setup, &start), Ok(start));
            let judged = play_from(setup, start, &[text]);
            assert_eq!(judged.is_ok(), legal, "{empty} {store} {text} {:?}", setup.store);
        }
    }
    // The other seat places one less where the number is odd.
    for (empty, stores, sound) in
        [(1, ("5", "-"), true), (1, ("-", "5"), false), (3, ("55", "5"), true), (3, ("-", "55"), false)]
    {
        let start = nearly_full(empty, stores.0, stores.1);
        assert_eq!(Pippip::position(&turn, &start).is_ok(), sound, "{start}");
    }
}

#[test]
fn a_roll_that_breaks_the_ending_says_what_is_left() {
    let setup = Setup::default();
    let said = |empty, store, text: &str| {
        let refusal = play_from(&setup, nearly_full(empty, store, "-"), &[text]).unwrap_err();
        assert_eq!(refusal.fault.code.id, "pippip/store-must-empty");
        let said = Pippip::explain(&setup, &refusal, "");
        (said.message, said.help.unwrap_or_default())
    };
    let (message, help) = said(4, "35", "6@a1/2");
    assert!(message.starts_with("Light has 2 placements left, this one included, and 2 dice in store"), "{message}");
    assert_eq!(help, "Pull `*3` or `*5`.");
    let (message, _) = said(2, "5", "6s;*6@a1/2");
    assert!(message.starts_with("Light has 1 placement left, this one, and 1 die in store"), "{message}");
    let roll = with_store(StoreRule::Roll);
    let refusal = play_from(&roll, nearly_full(2, "-", "-"), &["5s;6@a1/2"]).unwrap_err();
    let said = Pippip::explain(&roll, &refusal, "");
    assert!(said.message.contains("1 placement left, this one, and 0 dice in store"), "{}", said.message);
    assert_eq!(said.help.as_deref(), Some("The rolled die must be placed."));
}

#[test]
fn what_collides_is_found() {
    let setup = Setup::default();
    let turns = ["5s;1s;6@b3/2", "1@d1/2", "*5@c1/4", "2@a1/1"];
    let culprit = |setup: &Setup, last: &str| {
        let mut states = vec![Pippip::start(setup)];
        for text in turns {
            let played = Pippip::judge(setup, states.last().unwrap(), &turn(text), &[]).unwrap();
            states.push(played.state);
        }
        let refusal = Pippip::judge(setup, states.last().unwrap(), &turn(last), &[]).unwrap_err();
        let ask = Pippip::explain(setup, &refusal, "").culprit?;
        turns.iter().enumerate().rev().find_map(|(at, text)| {
            let moment = Moment { before: &states[at], turn: &turn(text), after: &states[at + 1] };
            Some((at + 1, ask(&moment)?))
        })
    };
    let found = |last: &str| culprit(&setup, last).map(|(number, _)| number);
    assert_eq!(found("6@d1/2"), Some(2));
    assert_eq!(found("6@b3/2"), Some(1));
    assert_eq!(found("*5@b4/3"), Some(3));
    assert_eq!(found("*6@b4/2"), None);
    assert_eq!(found("1@b1/2;xc1"), Some(3));
    assert_eq!(found("5@b1/1;xb1"), None);
    // One die in store, and three more: the store was not full before this turn.
    assert_eq!(found("1s;1s;1s;6@b4/2"), None);
    let small = Setup { cap: 2, ..setup };
    assert_eq!(culprit(&small, "1s;1s;6@b4/2"), None);
}

#[test]
fn a_store_filled_before_is_blamed_on_the_turn_that_filled_it() {
    let record = "[Game \"pippip\"]\n[Options \"cap=1\"]\n\n1. 5s;6@b3/2 2. 1@d1/2 3. 1s;6@b4/2 *\n";
    let report = DRIVER.check(&Record::parse_str(record));
    let finding = &report.findings[0];
    assert_eq!((finding.code.id, finding.turn, finding.related[0].turn), ("pippip/store-full", 3, 1));
    assert_eq!(finding.related[0].message, "with `5s;6@b3/2` Light's store came to hold 1 die");
}

// ---- what can stand

fn stands(setup: &Setup, start: PositionText, text: &str, codes: &[Code]) -> (Vec<&'static str>, Turn, PositionText) {
    let played = Pippip::judge(setup, &start, &turn(text), codes).unwrap();
    let passed = played.let_stand.iter().map(|refusal| refusal.fault.code.id).collect();
    (passed, played.turn, played.state)
}

#[test]
fn faults_that_stand() {
    let setup = Setup::default();
    let all: Vec<Code> = codes::ALL.to_vec();
    let (passed, _, state) = stands(&setup, Pippip::start(&setup), "1s;2s;3s;4s;5s;*5@b3/3", &all);
    assert_eq!(passed, ["pippip/store-full", "pippip/store-full"]);
    assert_eq!(state.to_string(), "..../.L53../..../.... D 1234 -");
    let roll = with_store(StoreRule::Roll);
    let (passed, _, state) = stands(&roll, nearly_full(2, "-", "-"), "5s;*5@a1/3", &all);
    assert_eq!(passed, ["pippip/store-must-empty", "pippip/roll-required"]);
    assert_eq!(state.stores, [Store::default(); 2]);
    // Nothing was wrong, so nothing is passed over.
    let (passed, ..) = stands(&setup, Pippip::start(&setup), "5@b3/3", &all);
    assert_eq!(passed, [""; 0]);
    let can_stand: Vec<_> =
        codes::ALL.iter().filter(|code| code.can_stand).map(|code| code.id.strip_prefix("pippip/").unwrap()).collect();
    assert_eq!(can_stand, ["store-full", "store-must-empty", "roll-required", "conversion-wrong"]);
    for text in ["5@e3/3", "5@b3/2", "*5@b3/3"] {
        assert!(Pippip::judge(&setup, &Pippip::start(&setup), &turn(text), &all).is_err(), "{text}");
    }
}

#[test]
fn a_wrong_list_that_stands_changes_the_dice_listed() {
    let setup = Setup::default();
    let start = position("..../..D31./.D31.L31/..D31. L - -");
    let wrong: &[Code] = &[&codes::CONVERSION_WRONG];
    let (passed, turn, state) = stands(&setup, start, "1@c2/2;xd2,b2", wrong);
    assert_eq!(passed, ["pippip/conversion-wrong"]);
    assert_eq!(turn.to_string(), "1@c2/2;xb2,d2");
    assert_eq!(state.to_string(), "..../..D31./.L31L12D31/..D31. D - -");
    // A list that is not there claims nothing.
    let (passed, turn, _) = stands(&setup, start, "1@c2/2", wrong);
    assert_eq!((passed, turn.to_string().as_str()), (vec![], "1@c2/2;xc1"));
}

// ---- P5

/// The result, the score and the rule of a board that `last` fills.
fn ended(setup: &Setup, text: &str, last: &str) -> (String, Vec<u32>, &'static str) {
    let state = play_from(setup, position(text), &[last]).unwrap().state;
    let verdict = Pippip::verdict(setup, &state).unwrap();
    assert_eq!(legal(setup, &state), [""; 0]);
    assert!(Pippip::random_turn(setup, &state, &mut |_| 0).is_none());
    (verdict.standing.to_string(), Pippip::score(setup, &state).unwrap(), verdict.rule)
}

#[test]
fn the_higher_total_wins_and_equal_totals_draw() {
    let setup = Setup::default();
    let swapped = Setup { colours: [Colour::Dark, Colour::Light], ..setup };
    // Each die lies on a square of its colour, but for what dark places on a1 too.
    let board = "L12D12L12D12/D12L12D12L12/L12D12L12D12/.L12D12L63 D - -";
    let light: u32 = 8 + 5;
    let at_start = position(board);
    assert_eq!(Pippip::verdict(&setup, &at_start), None);
    let dark = 8 - 1;
    let cases = [(1, "1-0", "0-1"), (5, "1-0", "0-1"), (6, "1/2-1/2", "1/2-1/2")];
    for (top, by_light_first, by_dark_first) in cases {
        let last = (1..=6).filter(|&north| Die::new(Colour::Dark, top, north).is_some()).find_map(|north| {
            let played = play_from(&setup, at_start, &[&format!("{top}@a1/{north}")]).unwrap();
            played.turn.converted.is_empty().then(|| played.turn.to_string())
        });
        let last = last.unwrap();
        let total = dark + u32::from(top);
        let (standing, score, rule) = ended(&setup, board, &last);
        assert_eq!((standing.as_str(), score, rule), (by_light_first, vec![light, total], "P5.1"));
        let (standing, score, _) = ended(&swapped, board, &last);
        assert_eq!((standing.as_str(), score), (by_dark_first, vec![total, light]));
    }
}

#[test]
fn who_resigns_loses() {
    let setup = Setup { colours: [Colour::Dark, Colour::Light], ..Setup::default() };
    let state = Pippip::start(&setup);
    assert_eq!(Pippip::resignation(&setup, &state).unwrap().to_string(), "0-1");
    let state = play(&setup, &["5@b3/3"]).unwrap().state;
    assert_eq!(Pippip::resignation(&setup, &state).unwrap().to_string(), "1-0");
}

#[test]
fn turns_after_the_end_and_scores() {
    let board = "[Game \"pippip\"]\n[Position \"L12D12L12D12/D12L12D12L12/L12D12L12D12/.L12D12L63 D - -\"]\n";
    let movetext = |end: &str| format!("{board}\n1. 6@a1/2 {end}\n");
    assert_eq!(findings(&movetext("*")), ["record/result"]);
    let text = movetext("2. 5@a1/3 *");
    assert_eq!(findings(&text), ["turn/after-end"]);
}

// ---- tags

fn setup_of(tags: &str) -> (Option<Setup>, Vec<&'static str>) {
    let record = Record::parse_str(&format!("[Game \"pippip\"]\n{tags}\n1. 5@b3/3 *\n"));
    let mut tags = SetupTags::of::<Pippip>(&record);
    let setup = Pippip::setup(&mut tags);
    (setup, tags.findings.iter().map(|finding| finding.code.id).collect())
}

#[test]
fn tags_set_the_game_up() {
    assert_eq!(setup_of(""), (Some(Setup::default()), vec![]));
    assert_eq!(setup_of("[Variant \"standard\"]\n"), (Some(Setup::default()), vec![]));
    let other = Setup {
        handedness: Handedness::Clockwise,
        cap: 8,
        store: StoreRule::Roll,
        colours: [Colour::Dark, Colour::Light],
    };
    assert_eq!(setup_of("[Options \"store=roll cap=8 dice=cw\"]\n[Colors \"dark,light\"]\n"), (Some(other), vec![]));
    let unknown = code::UNKNOWN_VALUE.id;
    for tags in [
        "[Variant \"basic\"]",
        "[Options \"dice=left\"]",
        "[Options \"cap=9\"]",
        "[Options \"store=\"]",
        "[Colors \"white,black\"]",
    ] {
        assert_eq!(setup_of(&format!("{tags}\n")), (None, vec![unknown]), "{tags}");
    }
    assert_eq!(setup_of("[Options \"cap=9 dice=x\"]\n[Colors \"\"]\n"), (None, vec![unknown; 3]));
}

#[test]
fn positions_must_be_possible() {
    let setup = Setup { cap: 2, ..Setup::default() };
    let full = nearly_full(0, "-", "-");
    for text in [full, nearly_full(9, "111", "-"), nearly_full(9, "-", "111"), nearly_full(2, "11", "-")] {
        let refused = Pippip::position(&setup, &text).map_err(|error| error.kind);
        assert_eq!(refused, Err(PositionErrorKind::Inconsistent), "{text}");
    }
    for text in ["..../..../..../.... D - -", "..../.L12../..../.... L 12 34"] {
        assert!(Pippip::position(&setup, &position(text)).is_ok(), "{text}");
    }
}

// ---- every code

#[test]
fn codes_have_their_examples() {
    let order: Vec<_> = codes::ALL.iter().map(|code| code.id.strip_prefix("pippip/").unwrap()).collect();
    let sheet = [
        "off-board",
        "occupied",
        "impossible-face",
        "not-in-store",
        "store-full",
        "store-must-empty",
        "roll-required",
        "conversion-wrong",
    ];
    assert_eq!(order, sheet);
    for &&CodeInfo { id, failing, near_miss, .. } in codes::ALL {
        assert_eq!(findings(failing), [id]);
        assert_eq!(findings(near_miss), [""; 0], "{id}");
    }
}

/// What `check` says of a record's first finding.
fn first_help(record: &str) -> String {
    let checked = checked(record.as_bytes());
    let finding = checked[0].report.findings.first().unwrap();
    format!("{} {}", finding.code.id, finding.help.clone().unwrap_or_default())
}

#[test]
fn a_record_of_the_other_reading_is_told_so() {
    let record =
        |options: &str, more: &str| format!("[Game \"pippip\"]\n[Options \"{options}\"]\n\n1. 5s;*5@b3/3 {more}*");
    let fits = "Under the option `store=turn` every turn of this record is legal.";
    let help = first_help(&record("store=roll", "2. 1@d1/2 "));
    assert!(help.starts_with("pippip/roll-required") && help.contains(fits), "{help}");
    // A later fault is one under both readings.
    let help = first_help(&record("store=roll", "2. 1@b3/2 "));
    assert!(help.starts_with("pippip/roll-required") && !help.contains("Under the option"), "{help}");
    // With 4 to the north a 2 has its 6 to the east in one kind of dice, its 1 in the other.
    let dice = "[Game \"pippip\"]\n[Position \"..../..../..L12./.... D - -\"]\n\n1. DICE *";
    let help = first_help(&dice.replace("DICE", "2@b2/4;xc2"));
    assert!(help.starts_with("pippip/conversion-wrong"), "{help}");
    assert!(help.contains("Under the option `dice=cw` every turn of this record is legal."), "{help}");
}

#[test]
fn near_a_refused_turn_are_those_that_put_the_same_dice_aside() {
    let help = first_help("[Game \"pippip\"]\n\n1. 5s;3@b3/3 *");
    assert!(help.contains("Nearest legal turns: `5s;3@b3/1`, `5s;3@b3/2`, `5s;3@b3/5`."), "{help}");
    let help = first_help("[Game \"pippip\"]\n[Options \"cap=1\"]\n\n1. 5s;6s;3@b3/1 *");
    assert!(help.contains("`5s;3@b3/1`"), "{help}");
}

#[test]
fn moves_of_a_roll_and_of_a_pull() {
    let record = b"[Game \"pippip\"]\n[Position \"..../..../..../.... L 335 -\"]\n\n*";
    let count = |arguments: &[&str]| {
        let all: Vec<&str> = ["moves", "-"].iter().chain(arguments).copied().collect();
        stdout(&pipscribe(&all, record))
    };
    // 16 squares, four north faces.
    assert_eq!(count(&["--roll", "5", "--count"]), "64\n");
    assert_eq!(count(&["--pull", "3", "--count"]), "64\n");
    assert_eq!(count(&["--pull", "4"]), "");
    assert_eq!(count(&["--count"]), format!("{}\n", 64 * 8));
    assert!(count(&["--roll", "5"]).lines().all(|turn| turn.starts_with("5@")));
    assert!(count(&["--pull", "5"]).lines().all(|turn| turn.starts_with("*5@")));
    let output = pipscribe(&["moves", "--game", "gipf", "--variant", "basic", "--roll", "5"], b"");
    assert_eq!(output.status.code(), Some(2));
}

// ---- figures

#[test]
fn a_figure_shows_every_number() {
    let setup = Setup::default();
    let state = position("..../..D31./.D41L12L31/..D31. L 35 -");
    let scene = Pippip::scene(&setup, &state);
    let text = write_text(&scene);
    let expected = [
        "         :::::::       :::::::",
        "4    .   :::::::   .   :::::::",
        "         :::::::       :::::::",
        "  :::::::       :D 1  :",
        "3 :::::::   .   :2 3 5:   .",
        "  :::::::       :  6  :",
        "         :D 1  : L 2   :L 1  :",
        "2    .   :5 4 2: 3 1 4 :2 3 5:",
        "         :  6  :   5   :  6  :",
        "  :::::::       :D 1  :",
        "1 :::::::   .   :2 3 5:   .",
        "  :::::::       :  6  :",
        "     a      b      c      d",
        "",
        "Light: 1 point, store 35",
        "Dark: 10 points, store empty",
        "Light to move",
    ];
    assert_eq!(text.lines().collect::<Vec<_>>(), expected, "\n{text}");
    let svg = write_svg(&scene);
    assert!(svg.contains("<title>Pip•Pip, Light to move</title>"));
    assert!(svg.contains("Light 1 on c2, north 2, east 4, south 5, west 3; "));
    for (name, role) in [("b2", Role::Piece(2)), ("c2", Role::Piece(1))] {
        let die = scene.elements.iter().filter(|element| element.name == name && element.role == role);
        assert_eq!(die.count(), 1, "{name}");
    }
    let labels = |role: Role, words: &str| {
        let is = |shape: &Shape| matches!(shape, Shape::Label { text, .. } if text == words);
        scene.elements.iter().filter(|element| element.role == role && is(&element.shape)).count()
    };
    let pips = |name: &str, seat: u8| {
        scene.elements.iter().filter(|element| element.role == Role::Pip(seat) && element.name == name).count()
    };
    assert_eq!((pips("c3", 2), pips("b2", 2), pips("c2", 1), pips("d2", 1)), (3, 4, 1, 3));
    // To the north of the dark ones and to the west of the light one.
    assert_eq!((labels(Role::SideNumber(2), "1"), labels(Role::SideNumber(1), "3")), (3, 1));
}

#[test]
fn marks_stand_on_their_square() {
    let setup = Setup::default();
    for (name, marked) in [("a1", "::[:]::"), ("c2", "3[1]4"), ("b1", "[.]")] {
        let scene = Pippip::scene(&setup, &position("..../..../..L12./.... L - -"));
        let text = marked_text(&scene, &[name]);
        assert!(text.contains(marked), "{text}");
    }
}

// ---- the two derivations, and random games

fn any_setup() -> impl Strategy<Value = Setup> {
    (any::<bool>(), 0u8..=8, any::<bool>(), any::<bool>()).prop_map(|(cw, cap, roll, dark)| Setup {
        handedness: if cw { Handedness::Clockwise } else { Handedness::Counterclockwise },
        cap,
        store: if roll { StoreRule::Roll } else { StoreRule::Turn },
        colours: if dark { [Colour::Dark, Colour::Light] } else { [Colour::Light, Colour::Dark] },
    })
}

fn any_die() -> impl Strategy<Value = Option<Die>> {
    (any::<bool>(), 1u8..=6, 1u8..=6).prop_map(|(dark, top, north)| {
        let colour = if dark { Colour::Dark } else { Colour::Light };
        Die::new(colour, top, north)
    })
}

fn any_store() -> impl Strategy<Value = Store> {
    prop::collection::vec(1u8..=6, 0..4).prop_map(|values| {
        let mut store = Store::default();
        values.into_iter().for_each(|value| store.put(value));
        store
    })
}

/// Boards of every fullness, with dice of both colours.
fn any_position() -> impl Strategy<Value = PositionText> {
    let dice = prop::collection::vec((0u8..16, any_die()), 16);
    (dice, 1u8..16, any_store(), any_store(), any::<bool>()).prop_map(|(dice, full, light, dark, moves)| {
        let mut position = position("..../..../..../.... L - -");
        for (square, (odds, die)) in Square::all().zip(dice) {
            position.dice[square.index()] = die.filter(|_| odds < full);
        }
        position.stores = [light, dark];
        position.to_move = if moves { Colour::Dark } else { Colour::Light };
        position
    })
}

/// Every turn that puts nothing aside, legal or not.
fn all_placements() -> Vec<Turn> {
    let mut turns = Vec::new();
    for square in Square::all() {
        for (top, north) in (1..=6).flat_map(|top| (1..=6).map(move |north| (top, north))) {
            for store in ["", "*"] {
                turns.push(turn(&format!("{store}{top}@{square}/{north}")));
            }
        }
    }
    turns
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn what_is_generated_is_legal_and_what_is_legal_is_generated(setup in any_setup(), text in any_position()) {
        let Ok(state) = Pippip::position(&setup, &text) else { return Ok(()) };
        let listed = legal_turns::<Pippip>(&setup, &state);
        let count = listed.len();
        let generated: BTreeMap<String, PositionText> = listed.into_iter().collect();
        prop_assert_eq!(generated.len(), count, "a turn is generated twice");
        prop_assert!(count > 0, "there is always a legal turn");
        let mut judged = BTreeMap::new();
        for turn in all_placements() {
            if let Ok(played) = Pippip::judge(&setup, &state, &turn, &[]) {
                prop_assert!(played.let_stand.is_empty());
                prop_assert_eq!(&Pippip::parse_turn(&played.turn.to_string()), &Ok(played.turn.clone()));
                let again = Pippip::judge(&setup, &state, &played.turn, &[]).map(|again| again.state);
                prop_assert_eq!(again.ok(), Some(played.state));
                judged.insert(played.turn.to_string(), played.state);
            }
        }
        prop_assert_eq!(judged, generated);
    }

    #[test]
    fn what_fits_store_roll_fits_store_turn(setup in any_setup(), text in any_position(), picks in any::<[u64; 12]>()) {
        let roll = Setup { store: StoreRule::Roll, ..setup };
        let turn = Setup { store: StoreRule::Turn, ..setup };
        let Ok(state) = Pippip::position(&roll, &text) else { return Ok(()) };
        prop_assert_eq!(Pippip::position(&turn, &text), Ok(state));
        let mut picks = picks.into_iter().cycle();
        let random = Pippip::random_turn(&roll, &state, &mut |below| picks.next().unwrap_or(0) % below).unwrap();
        let by_roll = Pippip::judge(&roll, &state, &random, &[]).map(|played| played.state).ok();
        let by_turn = Pippip::judge(&turn, &state, &random, &[]).map(|played| played.state).ok();
        prop_assert!(by_roll.is_some(), "{random}");
        prop_assert_eq!(by_roll, by_turn);
    }

    #[test]
    fn lists_other_than_the_right_one_are_wrong(
        setup in any_setup(), text in any_position(), list in prop::collection::vec(0usize..18, 1..5), at in any::<u64>(),
    ) {
        let Ok(state) = Pippip::position(&setup, &text) else { return Ok(()) };
        let names: Vec<String> = Square::all().map(|square| square.to_string()).chain(["e1".into(), "a5".into()]).collect();
        let list: Vec<&str> = list.into_iter().map(|at| names[at].as_str()).collect();
        let legal = legal(&setup, &state);
        let right = &legal[usize::try_from(at % legal.len() as u64).unwrap()];
        let (bare, due) = right.split_once(";x").unwrap_or((right, ""));
        let due: BTreeSet<&str> = due.split(',').filter(|name| !name.is_empty()).collect();
        let is_due = due == list.iter().copied().collect() && due.len() == list.len();
        let judged = Pippip::judge(&setup, &state, &turn(&format!("{bare};x{}", list.join(","))), &[]);
        match judged {
            Ok(played) => {
                prop_assert!(is_due);
                prop_assert_eq!(&played.turn.to_string(), right);
            }
            Err(refusal) => {
                prop_assert!(!is_due);
                prop_assert_eq!(refusal.fault.code.id, "pippip/conversion-wrong");
                let said = Pippip::explain(&setup, &refusal, "");
                prop_assert!(!said.message.is_empty() && said.help.is_some());
            }
        }
    }

    #[test]
    fn nothing_makes_judging_or_explaining_stumble(
        setup in any_setup(),
        text in any_position(),
        written in r"([0-9]s;){0,4}\*?[0-9]@[a-e][0-5]/[0-9](;x[a-e][0-5](,[a-e][0-5]){0,3})?",
        stands in any::<bool>(),
    ) {
        let codes: &[Code] = if stands { codes::ALL } else { &[] };
        let turn = turn(&written);
        match Pippip::judge(&setup, &text, &turn, codes) {
            Ok(played) => {
                prop_assert!(stands || played.let_stand.is_empty());
                for refusal in &played.let_stand {
                    prop_assert!(refusal.fault.code.can_stand);
                    prop_assert!(!Pippip::explain(&setup, refusal, "").message.is_empty());
                }
            }
            Err(refusal) => {
                // A list that names nothing, or a die twice, cannot stand though its code can.
                let is_list = refusal.fault.code.id == "pippip/conversion-wrong";
                prop_assert!(!stands || is_list || !refusal.fault.code.can_stand);
                let parts = Pippip::turn_parts(&written);
                prop_assert!(parts.iter().any(|(part, _)| *part == refusal.fault.part), "{:?}", refusal.fault.part);
                prop_assert!(Pippip::explain(&setup, &refusal, "").message.ends_with('.'));
            }
        }
        let _ = write_text(&Pippip::scene(&setup, &text));
    }

    #[test]
    fn positions_round_trip(setup in any_setup(), text in any_position()) {
        prop_assert_eq!(Pippip::parse_position(&text.to_string()), Ok(text));
        if let Ok(state) = Pippip::position(&setup, &text) {
            prop_assert_eq!(Pippip::position_text(&setup, &state), text);
            let drawn = Pippip::state_for_drawing(&setup, &Pippip::start(&setup), &text);
            prop_assert_eq!(drawn, text);
        }
    }
}

/// A generator that needs no more than be different from game to game.
fn generator(mut seed: u64) -> impl FnMut(u64) -> u64 {
    move |below| {
        seed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = seed;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % below
    }
}

#[test]
fn random_games_come_to_their_end() {
    let (mut asides, mut pulls, mut conversions) = (0, 0, 0);
    for (number, setup) in setups().enumerate() {
        for game in 0..12 {
            let mut choose = generator((number * 1000 + game) as u64);
            let mut state = Pippip::start(&setup);
            let mut turns = Vec::new();
            while let Some(turn) = Pippip::random_turn(&setup, &state, &mut choose) {
                let played = Pippip::judge(&setup, &state, &turn, &[]);
                let played = played.unwrap_or_else(|refusal| panic!("{turn} in {state}: {}", refusal.fault.code.id));
                assert_eq!(played.turn, turn, "random turns are canonical");
                assert!(turn.put_aside.is_empty() || setup.cap > 0);
                asides += turn.put_aside.len();
                pulls += usize::from(turn.placement.from_store);
                conversions += turn.converted.len();
                state = played.state;
                turns.push(turn);
                assert_eq!(Pippip::position(&setup, &state).is_ok(), turns.len() < 16, "{state}");
            }
            assert_eq!(turns.len(), 16);
            assert_eq!(state.stores, [Store::default(); 2]);
            let verdict = Pippip::verdict(&setup, &state).unwrap();
            let score = Pippip::score(&setup, &state).unwrap();
            let standing = match score[0].cmp(&score[1]) {
                std::cmp::Ordering::Less => "0-1",
                std::cmp::Ordering::Equal => "1/2-1/2",
                std::cmp::Ordering::Greater => "1-0",
            };
            assert_eq!(verdict.standing.to_string(), standing);
            let by_colour = |colour: Colour| -> u32 {
                let own = |square: &Square| square.is_dark() == (colour == Colour::Dark);
                let dice = Square::all().filter(own).filter_map(|square| state.at(square));
                dice.filter(|die| die.colour == colour).map(|die| u32::from(die.top())).sum()
            };
            assert_eq!(score, setup.colours.map(by_colour));
        }
    }
    assert!(asides > 300 && pulls > 300 && conversions > 1000, "{asides} {pulls} {conversions}");
}

/// Every value is rolled as often as the others, whatever is done with it.
#[test]
fn random_rolls_are_fair() {
    let setup = Setup::default();
    let mut choose = generator(7);
    let mut counts = [0_u32; 6];
    for _ in 0..600 {
        let mut state = Pippip::start(&setup);
        while let Some(turn) = Pippip::random_turn(&setup, &state, &mut choose) {
            let placed = (!turn.placement.from_store).then_some(turn.placement.top);
            for value in turn.put_aside.iter().copied().chain(placed) {
                counts[usize::from(value) - 1] += 1;
            }
            state = Pippip::judge(&setup, &state, &turn, &[]).unwrap().state;
        }
    }
    // 9,600 rolls: 1,600 of each, with a standard deviation of 37.
    assert_eq!(counts.iter().sum::<u32>(), 9600);
    assert!(counts.iter().all(|count| count.abs_diff(1600) < 150), "{counts:?}");
}

#[test]
fn random_records_are_sound_and_canonical() {
    let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    for (index, options) in ["store=turn", "store=roll", "dice=cw cap=8 store=roll", "cap=0"].into_iter().enumerate() {
        let tags = [tag("Game", "pippip"), tag("Options", options), tag("Colors", "dark,light")];
        let game = RandomGame { tags: &tags, seed: 1, index: index as u64, most_turns: 100, decks: None };
        let text = DRIVER.random(&game).unwrap();
        let record = Record::parse_str(&text);
        let report = DRIVER.check(&record);
        assert!(report.findings.is_empty(), "{text}");
        assert_eq!((report.turns, DRIVER.random(&game)), (16, Some(text.clone())));
        assert_eq!(DRIVER.format(&record), Some(text));
    }
}

#[test]
fn legal_turns_of_the_start() {
    let setup = Setup::default();
    let turns = legal(&setup, &Pippip::start(&setup));
    // Six values, 16 squares, four rotations.
    assert_eq!(turns.len(), 6 * 16 * 4);
    assert_eq!(turns[..5], ["1@a1/2", "1@a1/3", "1@a1/4", "1@a1/5", "1@a2/2"]);
    // With as many dice in store as placements are left only pulls are legal.
    let turns = legal(&setup, &nearly_full(2, "5", "-"));
    assert_eq!(turns.len(), 8);
    assert!(turns.iter().all(|turn| turn.starts_with("*5@a")), "{turns:?}");
    let turns = legal(&setup, &nearly_full(4, "3", "-"));
    assert_eq!(turns.len(), (6 + 1) * 4 * 4);
    let name: Name = Square::all().next().unwrap().into();
    assert_eq!(name.to_string(), "a1");
}

#[test]
fn a_full_store_in_a_turn_that_must_pull_says_so() {
    // Three dice in store and three placements left: nothing may be rolled (P3.4).
    let record =
        "[Game \"pippip\"]\n[Position \"L12D12L12D12/D12L12D12L12/..../..L12D12 L 246 -\"]\n\n1. 1s;1@a1/2 *\n";
    let checked = pipscribe::Checked::from_text(record);
    let finding = &checked.report.findings[0];
    assert_eq!(finding.code.id, "pippip/store-full");
    let help = finding.help.as_deref().unwrap();
    assert!(help.contains("pull `*2` or `*4` or `*6`"), "{help}");
    assert!(!help.contains("must be placed"), "{help}");
}
