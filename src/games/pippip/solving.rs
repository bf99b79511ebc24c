//! Solving puzzles: keys of positions, and turns in steps, because a die is rolled in the middle of
//! a turn.

use std::mem::size_of_val;
use std::ops::ControlFlow;

use super::Pippip;
use super::dice::{Die, norths};
use super::moves::{Source, empty_squares, max_stored, may_put_aside, place_die};
use super::position::PositionText;
use super::setup::{Setup, StoreRule};
use super::turn::Turn;
use crate::games::{SearchKey, SearchStep, Solving, Stage, VisitSteps};

impl Solving for Pippip {
    /// Symmetric images have different keys: the set-up allows only the half turn, and merging that
    /// saved no step.
    fn search_key(_setup: &Setup, state: &PositionText) -> SearchKey {
        let mut key = SearchKey::new();
        // A byte for each square, in two words.
        for dice in state.dice.chunks(8) {
            key.push(dice.iter().fold(0, |bits, &die| bits << 8 | die_bits(die)));
        }
        // Ten bits for the number of stored dice of each value.
        for store in &state.stores {
            let counts = (1..=6).map(|value| u64::from(store.count(value) & 0x3ff));
            key.push(counts.fold(0, |bits, count| bits << 10 | count));
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
        let other = before.to_move.other();
        let dice_of_other = |position: &PositionText| {
            let dice = position.dice.iter().flatten();
            dice.filter(|die| die.colour() == other).count()
        };
        let converted = dice_of_other(before).saturating_sub(dice_of_other(after));
        u32::try_from(converted).unwrap_or(0)
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
                    visit_placements(setup, state, Source::Store, value, visit)?;
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
                visit_placements(setup, state, Source::Roll, value, visit)?;
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

/// Returns a byte that differs for every die; 0 without a die.
fn die_bits(die: Option<Die>) -> u64 {
    let Some(die) = die else { return 0 };
    let colour = die.colour().index() as u64 + 1;
    // Three bits each for top and north.
    colour << 6 | u64::from(die.top()) << 3 | u64::from(die.north())
}

/// Visits the placements of a die that was rolled or pulled.
fn visit_placements(
    setup: &Setup,
    state: &PositionText,
    source: Source,
    top: u8,
    visit: VisitSteps<'_, Pippip>,
) -> ControlFlow<()> {
    for square in empty_squares(state) {
        for north in norths(top) {
            let Some(die) = Die::new(state.to_move, top, north) else {
                continue;
            };
            let (turn, after) = place_die(setup, state, source, die, square);
            visit(SearchStep::Turn(&turn, &after))?;
        }
    }
    ControlFlow::Continue(())
}
