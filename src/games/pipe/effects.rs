//! Effects of a play on the table. Cards are named by their first squares.

use super::state::State;
use super::turn::{Id, Placement, Play, Turn};
use crate::draw::Ghost;
use crate::games::Effects;

/// Returns the cards that a play removed from the table, including the played card if it was among
/// them.
pub(super) fn picked_up(before: &State, play: &Play, after: &State) -> Vec<Placement> {
    let mut cards: Vec<Id> = play
        .pick_ups
        .iter()
        .flat_map(|pick_up| &pick_up.cards)
        .copied()
        .collect();
    cards.sort_unstable();
    cards.dedup();
    // A waived list may name cards that stay on the table.
    cards.retain(|&card| after.table.placement(card).is_none());
    let placed = Some(play.placement);
    let laid = |card: Id| {
        before
            .table
            .placement(card)
            .or(placed.filter(|placed| placed.card == card))
    };
    cards.into_iter().filter_map(laid).collect()
}

/// Returns the effects of a turn.
pub(super) fn effects(before: &State, turn: &Turn, after: &State) -> Effects {
    let Turn::Play(play) = turn else {
        return Effects::default();
    };
    let gone = picked_up(before, play, after);
    Effects {
        placed: vec![play.placement.square.to_string()],
        card: Some(play.placement.card),
        gone: gone
            .into_iter()
            .map(|placement| Ghost::plain(placement.square.to_string(), 1))
            .collect(),
        ..Effects::default()
    }
}
