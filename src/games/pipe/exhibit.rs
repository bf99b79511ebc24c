//! The exhibit of a finding: the part of the table that it shows, as a whole table can be far too
//! large.

use std::collections::BTreeSet;

use super::Pipe;
use super::board::{Heading, Square};
use super::fault::Kind;
use super::position::PositionText;
use super::setup::Setup;
use super::state::State;
use super::table::Table;
use super::turn::{Id, Placement};
use crate::games::Refusal;

/// Maximum number of cards on a table that is shown whole.
const MAX_CARDS: usize = 12;
/// Maximum number of open ends of a set that are shown.
const MAX_OPEN_ENDS: usize = 3;
/// Cards within this number of squares of the fault are shown.
const AROUND: usize = 2;

/// Returns the position that a finding shows: a small table whole, or else the cards around the
/// squares of the fault. For a clash, only the two cards are shown.
pub(super) fn exhibit(setup: &Setup, refusal: &Refusal<Pipe>) -> PositionText {
    let state = &refusal.at;
    let table: Vec<Placement> = match &refusal.fault.kind {
        Kind::Clash { placement, met, .. } => [Some(*placement), state.table.placement(met.card)]
            .into_iter()
            .flatten()
            .collect(),
        _ if state.table.len() <= MAX_CARDS => state.table.placements(),
        _ => around(state, &focus(setup, refusal)),
    };
    // Copying the whole table for its text would cost more than judging the turn.
    let in_part = table.len() < state.table.len();
    let mut shown = State {
        table: Table::default(),
        in_part,
        ..state.clone()
    };
    for placement in table {
        shown.table.put(placement);
    }
    shown.text(setup)
}

/// Returns the cards near some squares.
fn around(state: &State, places: &[Square]) -> Vec<Placement> {
    let mut near: BTreeSet<Square> = places.iter().copied().collect();
    for _ in 0..AROUND {
        let beside = |&square: &Square| {
            Heading::ALL
                .into_iter()
                .filter_map(move |side| square.beside(side))
        };
        let wider: Vec<Square> = near.iter().flat_map(beside).collect();
        near.extend(wider);
    }
    let cards: BTreeSet<Id> = near
        .into_iter()
        .filter_map(|square| state.table.card_at(square))
        .collect();
    cards
        .into_iter()
        .filter_map(|card| state.table.placement(card))
        .collect()
}

/// Returns the squares that a fault is about.
pub(super) fn focus(setup: &Setup, refusal: &Refusal<Pipe>) -> Vec<Square> {
    let state = &refusal.at;
    match refusal.fault.kind {
        Kind::Occupied { square, .. } => vec![square],
        Kind::Clash {
            placement,
            entry,
            met,
        } => {
            let own = placement.side(entry);
            let other = state
                .table
                .placement(met.card)
                .and_then(|placement| placement.side(met.number));
            own.into_iter()
                .chain(other)
                .map(|(square, _)| square)
                .collect()
        }
        Kind::ListedWrongly { card, seat, .. } => {
            let sets = state
                .colour(seat)
                .map(|colour| state.view(setup).sets_through(card, colour));
            let open_ends = sets
                .into_iter()
                .flatten()
                .flat_map(|set| set.open_ends)
                .map(|open_end| open_end.square);
            let open_ends: BTreeSet<Square> = open_ends.take(MAX_OPEN_ENDS).collect();
            squares(&state.table, card).chain(open_ends).collect()
        }
        Kind::NotInHand { card }
        | Kind::ListedTwice { card, .. }
        | Kind::ListedForOther { card, .. }
        | Kind::LeftOut { card, .. } => squares(&state.table, card).collect(),
        _ => Vec::new(),
    }
}

/// Returns the squares of a card on the table.
fn squares(table: &Table, card: Id) -> impl Iterator<Item = Square> {
    table
        .placement(card)
        .and_then(|placement| placement.squares())
        .into_iter()
        .flatten()
}
