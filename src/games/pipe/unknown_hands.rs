//! Hands and stock that the tags of the record do not name. Only the cards that were seen are known
//! (V4.4).

use std::collections::BTreeSet;

use super::hands::{SEATS, count, seat_index};
use super::position::PositionText;
use super::recycle_rule::RecycleRule;
use super::setup::{DEALT, DISCARDED, Setup};
use super::turn::Id;

/// Hands and stock of which only the cards seen are known.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct UnknownHands {
    /// The number of cards of each seat.
    pub(super) counts: [u32; SEATS],
    /// The cards among them that were named when drawn.
    pub(super) drawn: [BTreeSet<Id>; SEATS],
    pub(super) stock: u32,
    /// Cards that cannot be revealed again, except for those in `drawn`.
    pub(super) seen: BTreeSet<Id>,
    /// Discards put under the stock. They can be drawn, but another seat cannot discard them.
    pub(super) recycled: BTreeSet<Id>,
}

fn has_colour(position: &PositionText, seat: u8) -> bool {
    position
        .colours
        .get(seat_index(seat))
        .copied()
        .flatten()
        .is_some()
}

/// Returns the number of cards that are neither discarded, picked up nor on the table. Returns
/// `None` if it cannot be computed: for a deck that is too small to deal, and for the record of a
/// drawing, which has only the cards on the table.
fn left_in_hands_and_stock(setup: &Setup, position: &PositionText) -> Option<u32> {
    let discarded = if setup.recycle.is_on() {
        0
    } else {
        let seats_with_colour = (1..=setup.seats).filter(|&seat| has_colour(position, seat));
        u64::from(DISCARDED * count(seats_with_colour.count()))
    };
    let picked_up: u64 = position.scores.iter().map(|&score| u64::from(score)).sum();
    let gone = discarded
        .saturating_add(picked_up)
        .saturating_add(position.table.len() as u64);
    let deck = setup.deck.len();
    let is_drawing = position.table.len() == deck && gone > deck as u64;
    if is_drawing || count(deck) < u32::from(setup.seats) * DEALT {
        return None;
    }
    Some(u32::try_from((deck as u64).saturating_sub(gone)).unwrap_or(u32::MAX))
}

impl UnknownHands {
    pub(super) fn from_position(setup: &Setup, position: &PositionText) -> Self {
        let mut unknown = Self {
            counts: [0; SEATS],
            drawn: <[BTreeSet<Id>; SEATS]>::default(),
            stock: 0,
            seen: position
                .table
                .iter()
                .map(|placement| placement.card)
                .collect(),
            recycled: BTreeSet::new(),
        };
        let full_hand = |seat| {
            if has_colour(position, seat) {
                DEALT - DISCARDED
            } else {
                DEALT
            }
        };
        let Some(mut undistributed) = left_in_hands_and_stock(setup, position) else {
            for seat in 1..=setup.seats {
                unknown.counts[seat_index(seat)] = full_hand(seat);
            }
            return unknown;
        };
        // One card per seat in turn, starting with the seat to move: this is how the last cards are
        // distributed when the stock is empty.
        for card in 0..DEALT {
            for seat in (0..setup.seats).map(|step| setup.round_from(position.to_move, step)) {
                if card < full_hand(seat) && undistributed > 0 {
                    unknown.counts[seat_index(seat)] += 1;
                    undistributed -= 1;
                }
            }
        }
        unknown.stock = undistributed;
        unknown
    }

    /// Removes a card from the drawn cards of all seats.
    fn forget(&mut self, card: Id) {
        for drawn in &mut self.drawn {
            drawn.remove(&card);
        }
    }

    /// Returns true if a seat may hold a card, as far as is known.
    pub(super) fn can_hold(&self, seat: u8, card: Id) -> bool {
        let drawn = &self.drawn[seat_index(seat)];
        !self.seen.contains(&card) || drawn.contains(&card)
    }

    /// Plays a card of a seat.
    pub(super) fn play(&mut self, seat: u8, card: Id) {
        self.forget(card);
        self.seen.insert(card);
        let held = &mut self.counts[seat_index(seat)];
        *held = held.saturating_sub(1);
    }

    /// Discards cards of a seat, and a number of hidden ones.
    pub(super) fn discard(&mut self, seat: u8, cards: &[Id], hidden: u32, recycle: RecycleRule) {
        let number = count(cards.len()).saturating_add(hidden);
        let held = &mut self.counts[seat_index(seat)];
        *held = held.saturating_sub(number);
        if recycle.is_on() {
            self.stock = self.stock.saturating_add(number);
            // Recycled cards can be seen once more.
            self.recycled.extend(cards);
        } else {
            self.seen.extend(cards);
        }
    }

    /// Draws a card of the stock for a seat. The turn may name it.
    pub(super) fn draw(&mut self, seat: u8, named: Option<Id>) {
        if self.stock > 0 || named.is_some() {
            let held = &mut self.counts[seat_index(seat)];
            *held = held.saturating_add(1);
        }
        self.stock = self.stock.saturating_sub(1);
        if let Some(card) = named {
            self.forget(card);
            self.seen.insert(card);
            self.drawn[seat_index(seat)].insert(card);
        }
    }
}
