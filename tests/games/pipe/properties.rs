//! Compares the two derivations of the legal turns with each other and with a third one.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use pipscribe::draw::write_text;
use pipscribe::games::pipe::board::{Heading, Square};
use pipscribe::games::pipe::{Pipe, Placement, PositionText, Turn, codes};
use pipscribe::games::{Drawing, Language, RandomPlay, Rules, Suggest};
use proptest::prelude::*;

use super::random::{Numbers, judge, random_setup, random_state, random_text};
use super::whole_table::{due, picked_up};
use crate::support::{cases, legal_turns};

/// Maximum number of turns of a position that are compared.
const MAX: usize = 150;

proptest! {
    #![proptest_config(cases(120))]

    #[test]
    fn exactly_the_legal_turns_are_generated(seed in any::<u64>(), known in any::<bool>()) {
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
            if turns.len() < MAX { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        for (turn, after) in &turns {
            let judged = Pipe::judge(&setup, &state, turn, &[]);
            let judged = judged.map_err(|refusal| TestCaseError::fail(format!("{turn}: {}", refusal.fault.code.id)))?;
            prop_assert_eq!(judged.turn.to_string(), turn.to_string());
            prop_assert_eq!(&judged.state, after, "{}", turn);
            let parsed = Pipe::parse_turn(&turn.to_string());
            prop_assert_eq!(parsed.as_ref(), Ok(turn));
        }
        // Any card is tried anywhere near: every turn that is judged legal must be listed.
        if turns.len() == MAX || state.colour(state.to_move).is_none() {
            return Ok(());
        }
        let all: BTreeSet<String> = legal_turns::<Pipe>(&setup, &state).into_iter().map(|(turn, _)| turn).collect();
        // The suggestions for illegal turns are the same, in the same order.
        let mut meant = Vec::new();
        let discard = Pipe::parse_turn("discard:1,2,3,4").unwrap();
        let _ = Pipe::turns_like(&setup, &state, Some(&discard), &mut |turn: &Turn| {
            meant.push(turn.to_string());
            ControlFlow::Continue(())
        });
        prop_assert!(meant.iter().eq(legal_turns::<Pipe>(&setup, &state).iter().map(|(turn, _)| turn)));
        let mut scratch = state.clone();
        let covered: Vec<Square> = state.table.covered().collect();
        for _ in 0..200 {
            let near = if covered.is_empty() { Square { x: 0, y: 0 } } else { covered[numbers.below(covered.len())] };
            let reach = if covered.is_empty() { 0 } else { 1 };
            let shift = |numbers: &mut Numbers| i32::try_from(numbers.below(3)).unwrap() - 1;
            let square = Square { x: near.x + reach * shift(&mut numbers), y: near.y + reach * shift(&mut numbers) };
            let card = u32::try_from(1 + numbers.below(setup.deck.len())).unwrap();
            let heading = Heading::ALL[numbers.below(4)];
            let turn = Pipe::parse_turn(&Placement { card, square, heading }.to_string()).unwrap();
            let is_legal = Pipe::judge(&setup, &state, &turn, &[]).is_ok();
            prop_assert_eq!(Pipe::is_legal(&setup, &state, &mut scratch, &turn), is_legal, "{}", turn);
            prop_assert_eq!(&scratch, &state);
            if let Some(played) = judge(&setup, &state, &turn) {
                prop_assert!(all.contains(&played.turn.to_string()), "{} is not listed", played.turn);
            }
        }
    }

    #[test]
    fn judging_from_the_new_card_agrees_with_the_whole_table(seed in any::<u64>()) {
        let mut numbers = Numbers(seed);
        let setup = random_setup(&mut numbers, true);
        let mut state = Pipe::start(&setup);
        while Pipe::verdict(&setup, &state).is_none() {
            let turn = Pipe::random_turn(&setup, &state, &mut |limit| {
                u64::try_from(numbers.below(usize::try_from(limit).unwrap())).unwrap()
            });
            // On a small table, it can happen that no further card fits.
            let Some(turn) = turn else {
                prop_assert!(setup.table_size.is_some());
                return Ok(());
            };
            let played = judge(&setup, &state, &turn).unwrap();
            if let Turn::Play(play) = &played.turn {
                let taken = picked_up(&played.turn, state.to_move);
                prop_assert_eq!(taken, due(&setup, &state, play.placement), "{}", played.turn);
            }
            state = played.state;
            let text = Pipe::position_text(&setup, &state);
            prop_assert_eq!(Pipe::parse_position(&text.to_string()), Ok(text));
        }
        let cards: u32 = Pipe::score(&setup, &state).unwrap().iter().sum();
        let out = if setup.recycle.is_on() { 0 } else { 4 * u32::from(setup.seats) };
        let on_table = u32::try_from(state.table.len()).unwrap();
        prop_assert_eq!(cards + on_table + out, u32::try_from(setup.deck.len()).unwrap());
    }

    #[test]
    fn every_parsed_turn_is_judged_and_explained(seed in any::<u64>(), known in any::<bool>()) {
        let mut numbers = Numbers(seed);
        let setup = random_setup(&mut numbers, known);
        let mut state = random_state(&mut numbers, &setup);
        for _ in 0..40 {
            let Ok(turn) = Pipe::parse_turn(&random_text(&mut numbers, &setup, &state)) else { continue };
            let waived = if numbers.below(2) == 0 { codes::ALL } else { &[] };
            match Pipe::judge(&setup, &state, &turn, waived) {
                Ok(played) => {
                    // The canonical turn is judged the same again.
                    let again = Pipe::judge(&setup, &state, &played.turn, waived).unwrap();
                    prop_assert_eq!(&again.turn, &played.turn);
                    prop_assert_eq!(&again.state, &played.state);
                    let before: BTreeSet<_> = played.waived.iter().map(|passed| passed.fault.code.id).collect();
                    let after: BTreeSet<_> = again.waived.iter().map(|passed| passed.fault.code.id).collect();
                    prop_assert_eq!(before, after, "{} and {}", turn, played.turn);
                    state = played.state;
                }
                Err(refusal) => {
                    let said = Pipe::explain(&setup, &refusal, "");
                    prop_assert!(said.message.ends_with(['.', '!']), "{}", said.message);
                    let shown = Pipe::exhibit(&setup, &refusal);
                    let read = Pipe::parse_position(&shown.to_string()).unwrap();
                    prop_assert_eq!(PositionText { in_part: shown.in_part, ..read }, shown.clone());
                    let scene = Pipe::scene(&setup, &Pipe::state_for_drawing(&setup, &shown));
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
