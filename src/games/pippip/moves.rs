//! Generator of legal turns (P3, P4), with the position after each of them.
//!
//! A seat rolls a die, which it places or puts aside into its store, or pulls a die from the store
//! and places it. [`legal_turns`] visits the turns that put no die aside: each die that may be
//! rolled or pulled, on each empty square, with each north side. [`turns_after_putting_aside`] does
//! the same after given dice were put aside; [`super::suggestions`] uses it. [`place_die`] builds
//! one such turn and converts the neighbours with smaller numbers.
//!
//! The judgement of turns is written again here and not taken from [`super::rules`], so that tests
//! can compare one with the other.

use std::ops::ControlFlow;

use super::board::{SIDE, SQUARES, Side, Square};
use super::dice::{Die, norths};
use super::position::PositionText;
use super::setup::{Setup, StoreRule};
use super::store::Store;
use super::turn::{Placement, Turn};

type Visit<'a> = &'a mut dyn FnMut(&Turn, &PositionText) -> ControlFlow<()>;

/// Source of a die that is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// It was rolled.
    Roll,
    /// It was pulled from the store.
    Store,
}

/// Returns the empty squares, in the order of their names.
pub(super) fn empty_squares(position: &PositionText) -> Vec<Square> {
    let mut empty = Vec::with_capacity(SQUARES);
    for column in 0..SIDE {
        let squares = (0..SIDE).filter_map(|rank| Square::new(column, rank));
        empty.extend(squares.filter(|&square| position.at(square).is_none()));
    }
    empty
}

/// Returns the maximum number of stored dice with which the seat to move may still roll, given the
/// number of empty squares: its placements left after this turn. The seats take turns, so half of
/// the other empty squares are left to it.
pub(super) fn max_stored(empty: usize) -> u32 {
    u32::try_from(empty.saturating_sub(1) / 2).unwrap_or(0)
}

/// Visits every legal turn that puts no die aside, in canonical form, with the position after it.
/// Rolls come before pulls, each ordered by value.
pub(super) fn legal_turns(
    setup: &Setup,
    position: &PositionText,
    visit: Visit<'_>,
) -> ControlFlow<()> {
    turns_after_putting_aside(setup, position, &[], visit)
}

/// Returns true if a rolled die may be put into the store. `empty` is the number of empty squares.
pub(super) fn may_put_aside(setup: &Setup, store: &Store, empty: usize) -> bool {
    let spare = max_stored(empty);
    // Another act follows; under `store=roll` it must be a roll.
    let room = match setup.store {
        StoreRule::Turn => store.len() <= spare,
        StoreRule::Roll => store.len() < spare,
    };
    room && store.len() < u32::from(setup.cap)
}

/// Visits every legal turn that starts by putting the given dice aside. `position` already has them
/// in store.
pub(super) fn turns_after_putting_aside(
    setup: &Setup,
    position: &PositionText,
    put_aside: &[u8],
    visit: Visit<'_>,
) -> ControlFlow<()> {
    let empty = empty_squares(position);
    let store = position.stores[position.to_move.index()];
    let may_pull = put_aside.is_empty() || setup.store == StoreRule::Turn;
    let mut turn = Turn {
        put_aside: put_aside.into(),
        ..Turn::default()
    };
    for source in [Source::Roll, Source::Store] {
        for top in 1..=6 {
            let is_allowed = match source {
                Source::Roll => store.len() <= max_stored(empty.len()),
                Source::Store => may_pull && store.count(top) > 0,
            };
            if !is_allowed {
                continue;
            }
            for &square in &empty {
                for north in norths(top) {
                    let Some(die) = Die::new(position.to_move, top, north) else {
                        continue;
                    };
                    let after = write_placement(setup, position, source, die, square, &mut turn);
                    visit(&turn, &after)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns the turn that places a die, and the position after it.
pub(super) fn place_die(
    setup: &Setup,
    position: &PositionText,
    source: Source,
    die: Die,
    square: Square,
) -> (Turn, PositionText) {
    let mut turn = Turn::default();
    let after = write_placement(setup, position, source, die, square, &mut turn);
    (turn, after)
}

/// Writes the placement of a die into a turn, with the dice that it converts. Returns the position
/// after it.
fn write_placement(
    setup: &Setup,
    position: &PositionText,
    source: Source,
    die: Die,
    square: Square,
    turn: &mut Turn,
) -> PositionText {
    let me = position.to_move;
    let mut after = *position;
    if source == Source::Store {
        after.stores[me.index()].take(die.top());
    }
    after.dice[square.index()] = Some(die);
    after.to_move = me.other();

    turn.converted.clear();
    for (neighbour, theirs) in converted_dice(setup, position, die, square) {
        after.dice[neighbour.index()] = Some(theirs.converted());
        turn.converted.push(neighbour.into());
    }
    turn.converted.sort_unstable();
    turn.placement = Placement {
        from_store: source == Source::Store,
        top: die.top(),
        square: square.into(),
        north: die.north(),
    };
    after
}

/// Returns the dice that a die on `square` converts, with their squares: the neighbours of the
/// other colour whose facing numbers are smaller (P4.1).
fn converted_dice(
    setup: &Setup,
    position: &PositionText,
    die: Die,
    square: Square,
) -> impl Iterator<Item = (Square, Die)> {
    let [north, east, south, west] = die.sides(setup.handedness);
    // `None` represents a column or rank off the board.
    let at = |column: Option<u8>, rank: Option<u8>| Square::new(column?, rank?);
    let column = square.column();
    let rank = square.rank();
    // Each neighbour, the number of the die that faces it, and its own side that faces the die.
    let neighbours = [
        (at(Some(column), Some(rank + 1)), north, Side::South),
        (at(Some(column + 1), Some(rank)), east, Side::West),
        (at(Some(column), rank.checked_sub(1)), south, Side::North),
        (at(column.checked_sub(1), Some(rank)), west, Side::East),
    ];
    neighbours
        .into_iter()
        .filter_map(move |(neighbour, own_number, facing)| {
            let neighbour = neighbour?;
            let theirs = position.at(neighbour)?;
            let is_smaller = theirs.side(setup.handedness, facing) < own_number;
            let is_converted = theirs.colour() != die.colour() && is_smaller;
            is_converted.then_some((neighbour, theirs))
        })
}
