//! Cards that are not on the table: hands and stock or, if these are not known, the cards that were
//! seen (V4.1, V4.3, V4.4).

use std::collections::BTreeSet;
use std::sync::Arc;

use super::position::PositionText;
use super::recycle_rule::RecycleRule;
use super::setup::{DEALT, DISCARDED, Deal, MAX_SEATS, Setup};
use super::turn::Id;
use crate::games::SearchKey;

/// Hands and stock, as far as they are known.
#[derive(Clone, Debug, PartialEq)]
pub struct Hands(HandKnowledge);

#[derive(Clone, Debug, PartialEq)]
enum HandKnowledge {
    Known(Known),
    Unknown(Unknown),
}

/// Hands and stock whose cards are all known.
#[derive(Clone, Debug, PartialEq)]
struct Known {
    /// The cards of each seat, in ascending order.
    hands: [Vec<Id>; SEATS],
    /// The number of unidentified cards missing from each hand, after a waived hidden discard.
    gone: [u32; SEATS],
    stock: Stock,
}

/// The stock in drawing order: the dealt cards, then those put under it. Cards before `next` have
/// been drawn.
#[derive(Clone, Debug, Default, PartialEq)]
struct Stock {
    deal: Arc<Deal>,
    under: Vec<Id>,
    next: usize,
    /// True if the order of `under` is not known. Drawn cards are then removed from it.
    is_shuffled: bool,
}

impl Stock {
    fn len(&self) -> usize {
        (self.deal.stock.len() + self.under.len()).saturating_sub(self.next)
    }

    fn top(&self) -> StockTop {
        let dealt = &self.deal.stock;
        let under = || self.under.get(self.next.checked_sub(dealt.len())?);
        match dealt.get(self.next).or_else(under) {
            None => StockTop::Nothing,
            Some(_) if self.is_shuffled && self.next >= dealt.len() => StockTop::Discard,
            Some(&card) => StockTop::Card(card),
        }
    }

    /// Removes a card, wherever it is.
    fn take(&mut self, card: Id) {
        let remaining_of = |cards: &[Id], drawn: usize| -> Vec<Id> {
            cards
                .iter()
                .skip(drawn)
                .copied()
                .filter(|&other| other != card)
                .collect()
        };
        let dealt = remaining_of(&self.deal.stock, self.next);
        let under = remaining_of(&self.under, self.next.saturating_sub(self.deal.stock.len()));
        if dealt.len() + under.len() < self.len() {
            let deal = Arc::new(Deal {
                hands: Vec::new(),
                stock: dealt,
            });
            *self = Self {
                deal,
                under,
                next: 0,
                is_shuffled: self.is_shuffled,
            };
        }
    }
}

/// Hands and stock of which only the cards seen are known.
#[derive(Clone, Debug, PartialEq)]
struct Unknown {
    /// The number of cards of each seat.
    counts: [u32; SEATS],
    /// The cards among them that were named when drawn.
    drawn: [BTreeSet<Id>; SEATS],
    stock: u32,
    /// Cards that cannot be revealed again, except for those in `drawn`.
    seen: BTreeSet<Id>,
    /// Discards put under the stock. They can be drawn, but another seat cannot discard them.
    recycled: BTreeSet<Id>,
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

const SEATS: usize = MAX_SEATS as usize;

/// Returns the array index of a seat.
fn seat_index(seat: u8) -> usize {
    usize::from(seat.wrapping_sub(1)) % SEATS
}

/// Converts a number of cards.
fn count(items: usize) -> u32 {
    u32::try_from(items).unwrap_or(u32::MAX)
}

impl Known {
    fn new(deal: &Arc<Deal>, recycle: RecycleRule) -> Self {
        let is_shuffled = recycle == RecycleRule::Shuffled;
        let stock = Stock {
            deal: Arc::clone(deal),
            under: Vec::new(),
            next: 0,
            is_shuffled,
        };
        let mut known = Self {
            stock,
            hands: <[Vec<Id>; SEATS]>::default(),
            gone: [0; SEATS],
        };
        for (hand, cards) in known.hands.iter_mut().zip(&deal.hands) {
            hand.clone_from(cards);
            hand.sort_unstable();
            hand.dedup();
        }
        known
    }

    fn holds(&self, seat: u8, card: Id) -> bool {
        self.hands[seat_index(seat)].binary_search(&card).is_ok()
    }

    fn add(&mut self, seat: u8, card: Id) {
        let hand = &mut self.hands[seat_index(seat)];
        if let Err(place) = hand.binary_search(&card) {
            hand.insert(place, card);
        }
    }

    /// Removes a card from a seat's hand. Returns true if it was there.
    fn remove(&mut self, seat: u8, card: Id) -> bool {
        let hand = &mut self.hands[seat_index(seat)];
        let place = hand.binary_search(&card);
        place.map(|place| hand.remove(place)).is_ok()
    }

    /// Returns the seat that holds a card.
    fn holder(&self, card: Id) -> Option<u8> {
        (1..=MAX_SEATS).find(|&seat| self.holds(seat, card))
    }

    /// Removes a card from a seat's hand or, if it is not there, from wherever it is.
    fn take_from(&mut self, seat: u8, card: Id) {
        if !self.remove(seat, card) {
            self.take(card);
        }
    }

    /// Removes a card from the hand or the stock that has it.
    fn take(&mut self, card: Id) {
        match self.holder(card) {
            Some(holder) => drop(self.remove(holder, card)),
            None => self.stock.take(card),
        }
    }
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
    let seats_with_colour = count(
        (1..=setup.seats)
            .filter(|&seat| has_colour(position, seat))
            .count(),
    );
    let discarded = if setup.recycle.is_on() {
        0
    } else {
        u64::from(DISCARDED * seats_with_colour)
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

impl Unknown {
    fn from_position(setup: &Setup, position: &PositionText) -> Self {
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
    fn can_hold(&self, seat: u8, card: Id) -> bool {
        let drawn = &self.drawn[seat_index(seat)];
        !self.seen.contains(&card) || drawn.contains(&card)
    }
}

impl Hands {
    /// Returns the hands in the starting position of a record: those of its tags (V4.1), or as many
    /// cards as a game played so far would have left (V4.4).
    pub(super) fn from_position(setup: &Setup, position: &PositionText) -> Self {
        match &setup.deal {
            Some(deal) => Self(HandKnowledge::Known(Known::new(deal, setup.recycle))),
            None => Self::from_counts(setup, position),
        }
    }

    /// Returns hands with as many cards as a game played so far would have left, whatever the tags
    /// say.
    pub(super) fn from_counts(setup: &Setup, position: &PositionText) -> Self {
        Self(HandKnowledge::Unknown(Unknown::from_position(
            setup, position,
        )))
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
            HandKnowledge::Known(known) => {
                let stock = &known.stock;
                stock
                    .deal
                    .stock
                    .iter()
                    .chain(&stock.under)
                    .skip(stock.next)
                    .copied()
                    .collect()
            }
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
    pub(crate) fn are_over(&self) -> bool {
        self.top() == StockTop::Nothing && !(1..=MAX_SEATS).any(|seat| self.has_cards(seat))
    }

    /// Returns true if a seat holds a card or, if hands are not known, if the card was not seen
    /// elsewhere (V4.4).
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
    pub(crate) fn can_draw(&self, card: Id) -> bool {
        match (&self.0, self.top()) {
            (_, StockTop::Card(top)) => top == card,
            (_, StockTop::Discard) => self.shuffled().contains(&card),
            (HandKnowledge::Unknown(unknown), StockTop::Hidden) => !unknown.seen.contains(&card),
            _ => false,
        }
    }

    /// Plays a card of a seat: from its hand or, if the fault is waived, from wherever it was.
    pub(super) fn play(&mut self, seat: u8, card: Id) {
        match &mut self.0 {
            HandKnowledge::Known(known) => known.take_from(seat, card),
            HandKnowledge::Unknown(unknown) => {
                unknown.forget(card);
                unknown.seen.insert(card);
                let count = &mut unknown.counts[seat_index(seat)];
                *count = count.saturating_sub(1);
            }
        }
    }

    /// Discards cards of a seat, each named once, and a number of hidden ones. Recycled cards are
    /// put under the stock (V4.2, V4.3).
    pub(super) fn discard(&mut self, seat: u8, cards: &[Id], hidden: u32, recycle: RecycleRule) {
        match &mut self.0 {
            HandKnowledge::Known(known) => {
                known.gone[seat_index(seat)] += hidden;
                for &card in cards {
                    known.take_from(seat, card);
                }
                if recycle.is_on() {
                    known.stock.under.extend(cards);
                }
            }
            HandKnowledge::Unknown(unknown) => {
                let number = count(cards.len()).saturating_add(hidden);
                let held = &mut unknown.counts[seat_index(seat)];
                *held = held.saturating_sub(number);
                if recycle.is_on() {
                    unknown.stock = unknown.stock.saturating_add(number);
                }
                // Recycled cards can be seen once more.
                let gone = if recycle.is_on() {
                    &mut unknown.recycled
                } else {
                    &mut unknown.seen
                };
                gone.extend(cards);
            }
        }
    }

    /// Draws the next card of the stock for a seat, if there is one. `named` is the card that the
    /// turn names. If it cannot be drawn and the fault is waived, it is taken from wherever it was.
    pub(super) fn draw(&mut self, seat: u8, named: Option<Id>) {
        match &mut self.0 {
            HandKnowledge::Known(known) => {
                let top = if let StockTop::Card(card) = known.stock.top() {
                    Some(card)
                } else {
                    None
                };
                match named {
                    Some(card) if top != Some(card) => known.take(card),
                    _ => known.stock.next += usize::from(top.is_some()),
                }
                if let Some(card) = named.or(top) {
                    known.add(seat, card);
                }
            }
            HandKnowledge::Unknown(unknown) => {
                if unknown.stock > 0 || named.is_some() {
                    let count = &mut unknown.counts[seat_index(seat)];
                    *count = count.saturating_add(1);
                }
                unknown.stock = unknown.stock.saturating_sub(1);
                if let Some(card) = named {
                    unknown.forget(card);
                    unknown.seen.insert(card);
                    unknown.drawn[seat_index(seat)].insert(card);
                }
            }
        }
    }
}
