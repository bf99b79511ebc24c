//! Solving puzzles: keys of positions, and turns in steps, because a die is rolled in the middle of
//! a turn.

use std::mem::size_of_val;
use std::ops::ControlFlow;

use super::Pippip;
use super::dice::norths;
use super::moves::{empty_squares, max_stored, may_put_aside, place_die};
use super::position::{Colour, Die, PositionText};
use super::setup::{Setup, StoreRule};
use super::turn::Turn;
use crate::games::{SearchKey, SearchStep, Solving, Stage, VisitSteps};

/// Returns a byte that differs for every die; 0 without a die.
fn die_bits(die: Option<Die>) -> u64 {
    die.map_or(0, |die| {
        (die.colour().index() as u64 + 1) << 6 | u64::from(die.top() << 3 | die.north())
    })
}

impl Solving for Pippip {
    /// Symmetric images have different keys: the set-up allows only the half turn, and merging that
    /// saved no step.
    fn search_key(_setup: &Setup, state: &PositionText) -> SearchKey {
        let mut key = SearchKey::new();
        for dice in state.dice.chunks(8) {
            key.push(dice.iter().fold(0, |bits, &die| bits << 8 | die_bits(die)));
        }
        for store in &state.stores {
            key.push((1..=6).fold(0, |bits, value| {
                bits << 10 | u64::from(store.count(value) & 0x3ff)
            }));
        }
        key.push(state.to_move.index() as u64);
        key
    }

    fn may_win(setup: &Setup, state: &PositionText, _seat: u8, turns: u32) -> bool {
        Self::may_end(setup, state, turns)
    }

    fn may_end(_setup: &Setup, state: &PositionText, turns: u32) -> bool {
        state.empty_squares() <= turns
    }

    fn urgency(before: &PositionText, after: &PositionText) -> u32 {
        let count = |position: &PositionText, colour: Colour| {
            position
                .dice
                .iter()
                .filter(|die| die.is_some_and(|die| die.colour() == colour))
                .count()
        };
        let theirs = before.to_move.other();
        u32::try_from(count(before, theirs).saturating_sub(count(after, theirs))).unwrap_or(0)
    }

    fn heap_bytes(turn: &Turn) -> usize {
        turn.put_aside.len() + size_of_val(turn.converted.as_slice())
    }

    fn steps(
        setup: &Setup,
        state: &PositionText,
        stage: Stage,
        _tries: &mut u64,
        visit: VisitSteps<'_, Self>,
    ) -> ControlFlow<()> {
        let empty = empty_squares(state).len();
        let store = state.stores[state.to_move.index()];
        match stage {
            Stage::Choice => {
                for value in (1..=6).filter(|&value| store.count(value) > 0) {
                    visit_placements(setup, state, true, value, visit)?;
                }
                if empty > 0 && store.len() <= max_stored(empty) {
                    visit(SearchStep::Within(Stage::Roll, state))?;
                }
                ControlFlow::Continue(())
            }
            Stage::Roll => {
                (1..=6).try_for_each(|value| visit(SearchStep::Within(Stage::Rolled(value), state)))
            }
            Stage::Rolled(value) => {
                visit_placements(setup, state, false, value, visit)?;
                if may_put_aside(setup, &store, empty) {
                    let mut after = *state;
                    after.stores[state.to_move.index()].put(value);
                    let next = if setup.store == StoreRule::Turn {
                        Stage::Choice
                    } else {
                        Stage::Roll
                    };
                    visit(SearchStep::Within(next, &after))?;
                }
                ControlFlow::Continue(())
            }
        }
    }
}

/// Visits the placements of a die that was rolled or pulled.
fn visit_placements(
    setup: &Setup,
    state: &PositionText,
    from_store: bool,
    top: u8,
    visit: VisitSteps<'_, Pippip>,
) -> ControlFlow<()> {
    for square in empty_squares(state) {
        for north in norths(top) {
            let Some(die) = Die::new(state.to_move, top, north) else {
                continue;
            };
            let (turn, after) = place_die(setup, state, from_store, die, square);
            visit(SearchStep::Turn(&turn, &after))?;
        }
    }
    ControlFlow::Continue(())
}
