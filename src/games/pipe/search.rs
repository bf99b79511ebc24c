//! Search: keys of positions whose hands and stock are known.

use super::Pipe;
use super::recycle::Recycle;
use super::setup::Setup;
use super::state::State;
use crate::games::{Search, SearchKey};

impl Search for Pipe {
    fn search_key(setup: &Setup, state: &State) -> SearchKey {
        let mut key = SearchKey::new();
        for placement in state.table.placements() {
            let (x, y) = (placement.square.x as u32, placement.square.y as u32);
            key.push(u64::from(placement.card) << 3 | placement.heading as u64);
            key.push(u64::from(x) << 32 | u64::from(y));
        }
        key.push(u64::MAX);
        for seat in 1..=setup.seats {
            let colour = state.colour(seat).map_or(0, |colour| 1 + colour.index() as u64);
            key.push(colour << 32 | u64::from(state.score(seat)));
        }
        key.push(u64::from(state.to_move));
        key.push(state.standing.len() as u64);
        key.extend(state.standing.iter().map(|&card| u64::from(card)));
        state.hands.push_key(&mut key);
        key
    }

    fn unknown(setup: &Setup, state: &State) -> Option<&'static str> {
        let claims = || (1..=setup.seats).any(|seat| state.colour(seat).is_none());
        if !state.hands.are_known() {
            return Some("the hands and the stock are not known: the record needs the tags `Hand1` … and `Stock`");
        }
        let is_shuffled = !state.hands.shuffled().is_empty() || setup.recycle == Recycle::Shuffled && claims();
        is_shuffled.then_some("the order of the shuffled discards in the stock is not known")
    }
}
