//! Compares the two derivations of the legal turns.

use std::collections::{BTreeMap, BTreeSet};

use pipscribe::draw::write_text;
use pipscribe::findings::Code;
use pipscribe::games::pippip::board::Square;
use pipscribe::games::pippip::{
    Colour, Die, Handedness, Pippip, PositionText, Setup, Store, StoreRule, Turn, codes,
};
use pipscribe::games::{Drawing, Language, RandomPlay, Rules};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use super::{legal, position, turn};
use crate::support::{cases, legal_turns};

fn any_setup() -> impl Strategy<Value = Setup> {
    (any::<bool>(), 0u8..=8, any::<bool>(), any::<bool>()).prop_map(|(cw, cap, roll, dark)| Setup {
        handedness: if cw {
            Handedness::Clockwise
        } else {
            Handedness::Counterclockwise
        },
        cap,
        store: if roll {
            StoreRule::Roll
        } else {
            StoreRule::Turn
        },
        colours: if dark {
            [Colour::Dark, Colour::Light]
        } else {
            [Colour::Light, Colour::Dark]
        },
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
    (dice, 1u8..16, any_store(), any_store(), any::<bool>()).prop_map(
        |(dice, full, light, dark, moves)| {
            let mut position = position("..../..../..../.... L - -");
            for (square, (odds, die)) in Square::all().zip(dice) {
                position.dice[square.index()] = die.filter(|_| odds < full);
            }
            position.stores = [light, dark];
            position.to_move = if moves { Colour::Dark } else { Colour::Light };
            position
        },
    )
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

/// Valid positions must be frequent enough, or the tests below prove little.
#[test]
fn valid_positions_are_covered() {
    let mut runner = TestRunner::deterministic();
    let mut draw = || {
        let (setup, text) = (any_setup(), any_position())
            .new_tree(&mut runner)
            .unwrap()
            .current();
        Pippip::position(&setup, &text).is_ok()
    };
    let valid = (0..200).filter(|_| draw()).count();
    assert!(valid > 100, "{valid}");
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn exactly_the_legal_turns_are_generated(setup in any_setup(), text in any_position()) {
        let Ok(state) = Pippip::position(&setup, &text) else { return Ok(()) };
        let listed = legal_turns::<Pippip>(&setup, &state);
        let count = listed.len();
        let generated: BTreeMap<String, PositionText> = listed.into_iter().collect();
        prop_assert_eq!(generated.len(), count, "a turn is generated twice");
        prop_assert!(count > 0, "there is always a legal turn");
        let mut judged = BTreeMap::new();
        for turn in all_placements() {
            if let Ok(played) = Pippip::judge(&setup, &state, &turn, &[]) {
                prop_assert!(played.waived.is_empty());
                prop_assert_eq!(&Pippip::parse_turn(&played.turn.to_string()), &Ok(played.turn.clone()));
                let again = Pippip::judge(&setup, &state, &played.turn, &[]).map(|again| again.state);
                prop_assert_eq!(again.ok(), Some(played.state));
                judged.insert(played.turn.to_string(), played.state);
            }
        }
        prop_assert_eq!(judged, generated);
    }

    #[test]
    fn turns_legal_under_store_roll_are_legal_under_store_turn(
        setup in any_setup(), text in any_position(), picks in any::<[u64; 12]>()
    ) {
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
        setup in any_setup(), text in any_position(),
        list in prop::collection::vec(0usize..18, 1..5), at in any::<u64>(),
    ) {
        let Ok(state) = Pippip::position(&setup, &text) else { return Ok(()) };
        let squares = Square::all().map(|square| square.to_string());
        let names: Vec<String> = squares.chain(["e1".into(), "a5".into()]).collect();
        let list: Vec<&str> = list.into_iter().map(|at| names[at].as_str()).collect();
        let legal = legal(&setup, &state);
        let right = &legal[usize::try_from(at % legal.len() as u64).unwrap()];
        let (bare, due) = right.split_once(";x").unwrap_or((right, ""));
        let due: BTreeSet<&str> = due.split(',').filter(|name| !name.is_empty()).collect();
        let fits_phase = due == list.iter().copied().collect() && due.len() == list.len();
        let judged = Pippip::judge(&setup, &state, &turn(&format!("{bare};x{}", list.join(","))), &[]);
        match judged {
            Ok(played) => {
                prop_assert!(fits_phase);
                prop_assert_eq!(&played.turn.to_string(), right);
            }
            Err(refusal) => {
                prop_assert!(!fits_phase);
                prop_assert_eq!(refusal.fault.code.id, "pippip/conversion-wrong");
                let said = Pippip::explain(&setup, &refusal, "");
                prop_assert!(!said.message.is_empty() && said.help.is_some());
            }
        }
    }

    #[test]
    fn judging_and_explaining_never_panic(
        setup in any_setup(),
        text in any_position(),
        written in r"([0-9]s;){0,4}\*?[0-9]@[a-e][0-5]/[0-9](;x[a-e][0-5](,[a-e][0-5]){0,3})?",
        stands in any::<bool>(),
    ) {
        let codes: &[Code] = if stands { codes::ALL } else { &[] };
        let turn = turn(&written);
        match Pippip::judge(&setup, &text, &turn, codes) {
            Ok(played) => {
                prop_assert!(stands || played.waived.is_empty());
                for refusal in &played.waived {
                    prop_assert!(refusal.fault.code.can_stand);
                    prop_assert!(!Pippip::explain(&setup, refusal, "").message.is_empty());
                }
            }
            Err(refusal) => {
                // A list that names no die, or a die twice, cannot be waived although its code can.
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
            let drawn = Pippip::state_for_drawing(&setup, &text);
            prop_assert_eq!(drawn, text);
        }
    }
}
