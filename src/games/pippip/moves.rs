//! Generator of legal turns (P3, P4): all that put no die aside, and random ones.
//!
//! It shares only the board and the dice with [`super::rules`], so that tests can compare one with
//! the other.

use std::ops::ControlFlow;

use super::Pippip;
use super::board::{SIDE, Side, Square};
use super::dice::norths;
use super::fault::Kind;
use super::position::{Die, PositionText, Store};
use super::put_aside_dice::beginnings;
use super::setup::{Setup, StoreRule, other_readings};
use super::turn::{Placement, Turn};
use crate::games::{Chooser, RandomPlay, Rules, Suggest, TurnFilter, VisitLike, pick};

type Visit<'a> = &'a mut dyn FnMut(&Turn, &PositionText) -> ControlFlow<()>;

/// Returns the empty squares, in the order of their names.
pub(super) fn empty_squares(position: &PositionText) -> Vec<Square> {
    let by_name =
        (0..SIDE).flat_map(|column| (0..SIDE).filter_map(move |rank| Square::new(column, rank)));
    by_name
        .filter(|&square| position.at(square).is_none())
        .collect()
}

/// Returns the maximum number of stored dice with which the seat to move may still roll: its
/// placements left after this turn.
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

impl Suggest for Pippip {
    // Only turns that put the same dice aside, as far as the rules allow.
    fn turns_like(
        setup: &Setup,
        position: &PositionText,
        like: Option<&Turn>,
        filter: &mut dyn TurnFilter<Self>,
    ) -> ControlFlow<()> {
        let empty = empty_squares(position).len();
        let me = position.to_move.index();
        let mut position = *position;
        let mut put_aside = Vec::new();
        let written = like.iter().flat_map(|turn| &turn.put_aside);
        for &value in written.filter(|value| (1..=6).contains(*value)) {
            if !may_put_aside(setup, &position.stores[me], empty) {
                break;
            }
            position.stores[me].put(value);
            put_aside.push(value);
        }
        turns_after_putting_aside(setup, &position, &put_aside, &mut |turn, _| {
            filter.show(turn)
        })
    }

    fn beginnings(text: &str) -> Vec<Turn> {
        beginnings(text)
    }

    fn completions(
        setup: &Setup,
        state: &PositionText,
        like: &Turn,
        visit: VisitLike<'_, Self>,
    ) -> ControlFlow<()> {
        let bare = Turn {
            converted: Vec::new(),
            ..like.clone()
        };
        match Self::judge(setup, state, &bare, &[]) {
            Ok(played) => visit(&played.turn),
            Err(_) => ControlFlow::Continue(()),
        }
    }

    fn other_readings(setup: &Setup, fault: &Kind) -> Vec<(String, Setup)> {
        if fault.depends_on_reading() {
            other_readings(setup)
        } else {
            Vec::new()
        }
    }
}

/// Returns true if a rolled die may be put into the store.
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
fn turns_after_putting_aside(
    setup: &Setup,
    position: &PositionText,
    put_aside: &[u8],
    visit: Visit<'_>,
) -> ControlFlow<()> {
    let empty = empty_squares(position);
    let store = position.stores[position.to_move.index()];
    let may_pull = put_aside.is_empty() || setup.store == StoreRule::Turn;
    let mut turn = Turn {
        put_aside: put_aside.to_vec(),
        ..Turn::default()
    };
    for from_store in [false, true] {
        for top in 1..=6 {
            let allowed = if from_store {
                may_pull && store.count(top) > 0
            } else {
                store.len() <= max_stored(empty.len())
            };
            if !allowed {
                continue;
            }
            for &square in &empty {
                for north in norths(top) {
                    let Some(die) = Die::new(position.to_move, top, north) else {
                        continue;
                    };
                    let after =
                        write_placement(setup, position, from_store, die, square, &mut turn);
                    visit(&turn, &after)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns the turn that places a die, and the position after it.
pub(super) fn placed(
    setup: &Setup,
    position: &PositionText,
    from_store: bool,
    die: Die,
    square: Square,
) -> (Turn, PositionText) {
    let mut turn = Turn::default();
    let after = write_placement(setup, position, from_store, die, square, &mut turn);
    (turn, after)
}

/// Writes the placement of a die into a turn, with the dice that it converts. Returns the position
/// after it.
fn write_placement(
    setup: &Setup,
    position: &PositionText,
    from_store: bool,
    die: Die,
    square: Square,
    turn: &mut Turn,
) -> PositionText {
    let me = position.to_move;
    let mut after = *position;
    if from_store {
        after.stores[me.index()].take(die.top());
    }
    after.dice[square.index()] = Some(die);
    after.to_move = me.other();

    let [north, east, south, west] = die.sides(setup.handedness);
    turn.converted.clear();
    // `None` represents a column or rank off the board.
    let at = |column: Option<u8>, rank: Option<u8>| Square::new(column?, rank?);
    let column = square.column();
    let rank = square.rank();
    for (other, mine, facing) in [
        (at(Some(column), Some(rank + 1)), north, Side::South),
        (at(Some(column + 1), Some(rank)), east, Side::West),
        (at(Some(column), rank.checked_sub(1)), south, Side::North),
        (at(column.checked_sub(1), Some(rank)), west, Side::East),
    ] {
        let Some(other) = other else { continue };
        let Some(theirs) = position.at(other).filter(|theirs| theirs.colour() != me) else {
            continue;
        };
        if theirs.side(setup.handedness, facing) < mine {
            after.dice[other.index()] = Some(theirs.converted());
            turn.converted.push(other.into());
        }
    }
    turn.converted.sort_unstable();
    turn.placement = Placement {
        from_store,
        top: die.top(),
        square: square.into(),
        north: die.north(),
    };
    after
}

impl RandomPlay for Pippip {
    // The choice between a pull and a roll is made before the roll, so that no roll is discarded.
    fn random_turn(setup: &Setup, position: &PositionText, choose: Chooser<'_>) -> Option<Turn> {
        let empty = empty_squares(position);
        let square = pick(&empty, choose)?;
        let mut position = *position;
        let me = position.to_move.index();
        let spare = max_stored(empty.len());
        let mut put_aside = Vec::new();
        loop {
            let store = position.stores[me];
            let may_roll = store.len() <= spare;
            let may_pull =
                !store.is_empty() && (put_aside.is_empty() || setup.store == StoreRule::Turn);
            let pulls = !may_roll || (may_pull && choose(3) == 0);
            let top = if pulls {
                let stored: Vec<u8> = store.values().collect();
                pick(&stored, choose)?
            } else {
                u8::try_from(choose(6)).unwrap_or(0) + 1
            };
            let may_keep = !pulls && may_put_aside(setup, &store, empty.len());
            if may_keep && choose(4) == 0 {
                position.stores[me].put(top);
                put_aside.push(top);
                continue;
            }
            let norths: Vec<u8> = norths(top).collect();
            let die = Die::new(position.to_move, top, pick(&norths, choose)?)?;
            let (turn, _) = placed(setup, &position, pulls, die, square);
            return Some(Turn { put_aside, ..turn });
        }
    }
}
