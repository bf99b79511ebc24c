//! Random legal turns, also those that put dice aside.
//!
//! The square is chosen first. Then dice are rolled or pulled, and put aside or placed, until one
//! is placed.

use super::Pippip;
use super::dice::{Die, norths};
use super::moves::{Source, empty_squares, max_stored, may_put_aside, place_die};
use super::position::PositionText;
use super::setup::{Setup, StoreRule};
use super::turn::{Turn, Values};
use crate::games::{Chooser, RandomPlay, pick};

impl RandomPlay for Pippip {
    // The choice between a pull and a roll is made before the roll, so that no roll is discarded.
    fn random_turn(setup: &Setup, position: &PositionText, choose: Chooser<'_>) -> Option<Turn> {
        let empty = empty_squares(position);
        let square = pick(&empty, choose)?;
        let mut position = *position;
        let me = position.to_move.index();
        let spare = max_stored(empty.len());
        let mut put_aside = Values::new();
        loop {
            let store = position.stores[me];
            let may_roll = store.len() <= spare;
            let may_pull =
                !store.is_empty() && (put_aside.is_empty() || setup.store == StoreRule::Turn);
            let pulls = !may_roll || (may_pull && choose(3) == 0);
            let (source, top) = if pulls {
                let stored: Vec<u8> = store.values().collect();
                (Source::Store, pick(&stored, choose)?)
            } else {
                let rolled = u8::try_from(choose(6)).unwrap_or(0) + 1;
                (Source::Roll, rolled)
            };
            let may_keep = source == Source::Roll && may_put_aside(setup, &store, empty.len());
            if may_keep && choose(4) == 0 {
                position.stores[me].put(top);
                put_aside.push(top);
                continue;
            }
            let norths: Vec<u8> = norths(top).collect();
            let die = Die::new(position.to_move, top, pick(&norths, choose)?)?;
            let (turn, _) = place_die(setup, &position, source, die, square);
            return Some(Turn { put_aside, ..turn });
        }
    }
}
