//! Cards that are not on the table: hands and stock or, if these are not known, the cards that were
//! seen (V4.1, V4.3, V4.4). [`Hands`] hides which of the two a record has; `known_hands.rs` and
//! `unknown_hands.rs` have the cards.

use super::known_hands::KnownHands;
use super::position::PositionText;
use super::recycle_rule::RecycleRule;
use super::setup::{MAX_SEATS, Setup};
use super::turn::Id;
use super::unknown_hands::UnknownHands;
use crate::games::SearchKey;

/// Hands and stock, as far as they are known.
#[derive(Clone, Debug, PartialEq)]
pub struct Hands(HandKnowledge);

#[derive(Clone, Debug, PartialEq)]
enum HandKnowledge {
    Known(KnownHands),
    Unknown(UnknownHands),
}

/// The next card of the stock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StockTop {
    /// A known card.
    Card(Id),
    /// An unknown card.
    Hidden,
    /// One of the shuffled discards (V4.3).
    Discard,
    /// The stock is empty.
    Nothing,
}

/// The number of seats for which hands have room.
pub(super) const SEATS: usize = MAX_SEATS as usize;

/// Returns the array index of a seat.
#[inline]
pub(super) fn seat_index(seat: u8) -> usize {
    usize::from(seat.wrapping_sub(1)) % SEATS
}

/// Converts a number of cards.
#[inline]
pub(super) fn count(items: usize) -> u32 {
    u32::try_from(items).unwrap_or(u32::MAX)
}

impl Hands {
    /// Returns the hands in the starting position of a record: those of its tags (V4.1), or as many
    /// cards as a game played so far would have left (V4.4).
    pub(super) fn from_position(setup: &Setup, position: &PositionText) -> Self {
        match &setup.deal {
            Some(deal) => Self(HandKnowledge::Known(KnownHands::new(deal, setup.recycle))),
            None => Self::from_counts(setup, position),
        }
    }

    /// Returns hands with as many cards as a game played so far would have left, whatever the tags
    /// say.
    pub(super) fn from_counts(setup: &Setup, position: &PositionText) -> Self {
        let unknown = UnknownHands::from_position(setup, position);
        Self(HandKnowledge::Unknown(unknown))
    }

    /// Returns true if the tags name all cards.
    pub(crate) fn are_known(&self) -> bool {
        matches!(self.0, HandKnowledge::Known(_))
    }

    /// Appends known hands and the stock to the key of a position. The dealt stock is the same
    /// throughout a search.
    pub(super) fn push_key(&self, key: &mut SearchKey) {
        let HandKnowledge::Known(known) = &self.0 else {
            return;
        };
        for (hand, gone) in known.hands.iter().zip(known.gone) {
            key.push((hand.len() as u64) << 32 | u64::from(gone));
            key.extend(hand.iter().map(|&card| u64::from(card)));
        }
        key.push(known.stock.next as u64);
        key.extend(known.stock.under.iter().map(|&card| u64::from(card)));
    }

    /// Returns the cards of the known stock in drawing order; empty if it is not known.
    pub(super) fn stock_cards(&self) -> Vec<Id> {
        match &self.0 {
            HandKnowledge::Known(known) => known.stock.cards(),
            HandKnowledge::Unknown(_) => Vec::new(),
        }
    }

    /// Returns the number of cards that a seat holds.
    pub fn held(&self, seat: u8) -> u32 {
        match &self.0 {
            HandKnowledge::Known(known) => count(known.hands[seat_index(seat)].len())
                .saturating_sub(known.gone[seat_index(seat)]),
            HandKnowledge::Unknown(unknown) => unknown.counts[seat_index(seat)],
        }
    }

    /// Returns true if a seat holds a card.
    #[inline]
    pub(super) fn has_cards(&self, seat: u8) -> bool {
        match &self.0 {
            HandKnowledge::Known(known) => {
                known.hands[seat_index(seat)].len() > known.gone[seat_index(seat)] as usize
            }
            HandKnowledge::Unknown(unknown) => unknown.counts[seat_index(seat)] > 0,
        }
    }

    /// Returns the cards that a seat is known to hold, in ascending order: all of them, or those
    /// named when drawn.
    pub fn known_cards(&self, seat: u8) -> Vec<Id> {
        match &self.0 {
            HandKnowledge::Known(known) => known.hands[seat_index(seat)].clone(),
            HandKnowledge::Unknown(unknown) => {
                unknown.drawn[seat_index(seat)].iter().copied().collect()
            }
        }
    }

    /// Returns the seat that is known to hold a card.
    pub(crate) fn holder(&self, card: Id) -> Option<u8> {
        match &self.0 {
            HandKnowledge::Known(known) => known.holder(card),
            HandKnowledge::Unknown(unknown) => {
                (1..=MAX_SEATS).find(|&seat| unknown.drawn[seat_index(seat)].contains(&card))
            }
        }
    }

    /// Returns the number of cards in the stock.
    pub fn in_stock(&self) -> u32 {
        match &self.0 {
            HandKnowledge::Known(known) => count(known.stock.len()),
            HandKnowledge::Unknown(unknown) => unknown.stock,
        }
    }

    /// Returns the card that is drawn next.
    #[inline]
    pub(crate) fn top(&self) -> StockTop {
        match &self.0 {
            HandKnowledge::Known(known) => known.stock.top(),
            HandKnowledge::Unknown(unknown) if unknown.stock > 0 => StockTop::Hidden,
            HandKnowledge::Unknown(_) => StockTop::Nothing,
        }
    }

    /// Returns the shuffled discards, in the order in which they were discarded, if one of them is
    /// drawn next (V4.3). Otherwise returns an empty slice.
    pub(crate) fn shuffled(&self) -> &[Id] {
        match &self.0 {
            HandKnowledge::Known(known) if known.stock.top() == StockTop::Discard => {
                &known.stock.under
            }
            _ => &[],
        }
    }

    /// Returns true if no cards are left to play (V7.1).
    #[inline]
    pub(crate) fn are_over(&self) -> bool {
        self.top() == StockTop::Nothing && !(1..=MAX_SEATS).any(|seat| self.has_cards(seat))
    }

    /// Returns true if a seat holds a card or, if hands are not known, if the card was not seen
    /// elsewhere (V4.4).
    #[inline]
    pub(crate) fn can_hold(&self, seat: u8, card: Id) -> bool {
        match &self.0 {
            HandKnowledge::Known(known) => known.holds(seat, card),
            HandKnowledge::Unknown(unknown) => unknown.can_hold(seat, card),
        }
    }

    /// Returns true if a seat can discard a card. Until somebody has drawn, recycled cards are
    /// still under the stock.
    pub(crate) fn can_discard(&self, seat: u8, card: Id) -> bool {
        let is_recycled =
            matches!(&self.0, HandKnowledge::Unknown(unknown) if unknown.recycled.contains(&card));
        self.can_hold(seat, card) && !is_recycled
    }

    /// Returns true if a card can be the next card of the stock (V8.2, V4.4).
    #[inline]
    pub(crate) fn can_draw(&self, card: Id) -> bool {
        match (&self.0, self.top()) {
            (_, StockTop::Card(top)) => top == card,
            (_, StockTop::Discard) => self.shuffled().contains(&card),
            (HandKnowledge::Unknown(unknown), StockTop::Hidden) => !unknown.seen.contains(&card),
            _ => false,
        }
    }

    /// Plays a card of a seat: from its hand or, if the fault is waived, from wherever it was.
    #[inline]
    pub(super) fn play(&mut self, seat: u8, card: Id) {
        match &mut self.0 {
            HandKnowledge::Known(known) => known.play(seat, card),
            HandKnowledge::Unknown(unknown) => unknown.play(seat, card),
        }
    }

    /// Discards cards of a seat, each named once, and a number of hidden ones. Recycled cards are
    /// put under the stock (V4.2, V4.3).
    pub(super) fn discard(&mut self, seat: u8, cards: &[Id], hidden: u32, recycle: RecycleRule) {
        match &mut self.0 {
            HandKnowledge::Known(known) => known.discard(seat, cards, hidden, recycle),
            HandKnowledge::Unknown(unknown) => unknown.discard(seat, cards, hidden, recycle),
        }
    }

    /// Draws the next card of the stock for a seat, if there is one. `named` is the card that the
    /// turn names. If it cannot be drawn and the fault is waived, it is taken from wherever it was.
    #[inline]
    pub(super) fn draw(&mut self, seat: u8, named: Option<Id>) {
        match &mut self.0 {
            HandKnowledge::Known(known) => known.draw(seat, named),
            HandKnowledge::Unknown(unknown) => unknown.draw(seat, named),
        }
    }
}
