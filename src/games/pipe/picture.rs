//! What the picture of a fault shows: a table can be far too large for one.

use std::collections::BTreeSet;

use super::Pipe;
use super::board::{Heading, Square};
use super::fault::{Kind, sets_through};
use super::position::PositionText;
use super::setup::Setup;
use super::state::State;
use super::table::Table;
use super::turn::{Id, Placement};
use crate::games::Refusal;

/// The most cards that are shown whatever the fault speaks of.
const MOST_CARDS: usize = 12;
/// How many open places of a set are shown.
const MOST_LEAKS: usize = 3;
/// How far around the places at fault cards are shown.
const AROUND: usize = 2;

fn squares(table: &Table, card: Id) -> impl Iterator<Item = Square> {
    table.placement(card).and_then(|placement| placement.squares()).into_iter().flatten()
}

/// The squares that a fault speaks of.
pub(super) fn focus(setup: &Setup, refusal: &Refusal<Pipe>) -> Vec<Square> {
    let state = &refusal.at;
    match refusal.fault.kind {
        Kind::Occupied { square, .. } => vec![square],
        Kind::Clash { placement, entry, met } => {
            let own = placement.side(entry);
            let other = state.table.placement(met.card).and_then(|placement| placement.side(met.number));
            own.into_iter().chain(other).map(|(square, _)| square).collect()
        }
        Kind::ListedWrongly { card, seat, .. } => {
            let sets = state.colour(seat).map(|colour| sets_through(setup, state, card, colour));
            let leaks = sets.into_iter().flatten().flat_map(|set| set.leaks).map(|leak| leak.square);
            let leaks: BTreeSet<Square> = leaks.take(MOST_LEAKS).collect();
            squares(&state.table, card).chain(leaks).collect()
        }
        Kind::NotInHand { card }
        | Kind::ListedTwice { card, .. }
        | Kind::ListedForOther { card, .. }
        | Kind::LeftOut { card, .. } => squares(&state.table, card).collect(),
        _ => Vec::new(),
    }
}

/// The position that a finding shows: of a small table all of it, else what lies around the places
/// at fault; of two cards that clash those two.
pub(super) fn exhibit(setup: &Setup, refusal: &Refusal<Pipe>) -> PositionText {
    let state = &refusal.at;
    let table: Vec<Placement> = match &refusal.fault.kind {
        Kind::Clash { placement, met, .. } => {
            [Some(*placement), state.table.placement(met.card)].into_iter().flatten().collect()
        }
        _ if state.table.len() <= MOST_CARDS => state.table.placements(),
        _ => around(state, &focus(setup, refusal)),
    };
    // Copying the whole table for its text would cost more than judging it.
    let in_part = table.len() < state.table.len();
    let mut shown = State { table: Table::default(), in_part, ..state.clone() };
    table.into_iter().for_each(|placement| shown.table.put(placement));
    shown.text(setup)
}

/// The cards near some squares.
fn around(state: &State, places: &[Square]) -> Vec<Placement> {
    let mut near: BTreeSet<Square> = places.iter().copied().collect();
    for _ in 0..AROUND {
        let beside = |&square: &Square| Heading::ALL.into_iter().filter_map(move |side| square.beside(side));
        let wider: Vec<Square> = near.iter().flat_map(beside).collect();
        near.extend(wider);
    }
    let cards: BTreeSet<Id> = near.into_iter().filter_map(|square| state.table.card_at(square)).collect();
    cards.into_iter().filter_map(|card| state.table.placement(card)).collect()
}
