//! Hands and stock whose cards the tags of the record name (V4.1, V4.3).

use std::sync::Arc;

use super::hands::{SEATS, StockTop, seat_index};
use super::recycle_rule::RecycleRule;
use super::setup::{Deal, MAX_SEATS};
use super::turn::Id;

/// Hands and stock whose cards are all known.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct KnownHands {
    /// The cards of each seat, in ascending order.
    pub(super) hands: [Vec<Id>; SEATS],
    /// The number of unidentified cards missing from each hand, after a waived hidden discard.
    pub(super) gone: [u32; SEATS],
    pub(super) stock: Stock,
}

/// The stock in drawing order: the dealt cards, then those put under it. Cards before `next` have
/// been drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Stock {
    deal: Arc<Deal>,
    pub(super) under: Vec<Id>,
    pub(super) next: usize,
    /// True if the order of `under` is not known. Drawn cards are then removed from it.
    is_shuffled: bool,
}

impl Stock {
    pub(super) fn len(&self) -> usize {
        (self.deal.stock.len() + self.under.len()).saturating_sub(self.next)
    }

    /// Returns the cards in drawing order.
    pub(super) fn cards(&self) -> Vec<Id> {
        let all = self.deal.stock.iter().chain(&self.under);
        all.skip(self.next).copied().collect()
    }

    #[inline]
    pub(super) fn top(&self) -> StockTop {
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

impl KnownHands {
    pub(super) fn new(deal: &Arc<Deal>, recycle: RecycleRule) -> Self {
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

    /// Returns true if a seat holds a card. Hands are short: a linear search is faster than a
    /// binary search.
    #[inline]
    pub(super) fn holds(&self, seat: u8, card: Id) -> bool {
        self.hands[seat_index(seat)].contains(&card)
    }

    #[inline]
    fn add(&mut self, seat: u8, card: Id) {
        let hand = &mut self.hands[seat_index(seat)];
        if let Err(place) = hand.binary_search(&card) {
            hand.insert(place, card);
        }
    }

    /// Removes a card from a seat's hand. Returns true if it was there.
    #[inline]
    fn remove(&mut self, seat: u8, card: Id) -> bool {
        let hand = &mut self.hands[seat_index(seat)];
        let place = hand.iter().position(|&held| held == card);
        place.map(|place| hand.remove(place)).is_some()
    }

    /// Returns the seat that holds a card.
    pub(super) fn holder(&self, card: Id) -> Option<u8> {
        (1..=MAX_SEATS).find(|&seat| self.holds(seat, card))
    }

    /// Removes a card from a seat's hand or, if it is not there, from wherever it is.
    #[inline]
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

    /// Plays a card of a seat.
    #[inline]
    pub(super) fn play(&mut self, seat: u8, card: Id) {
        self.take_from(seat, card);
    }

    /// Discards cards of a seat, and a number of hidden ones.
    pub(super) fn discard(&mut self, seat: u8, cards: &[Id], hidden: u32, recycle: RecycleRule) {
        self.gone[seat_index(seat)] += hidden;
        for &card in cards {
            self.take_from(seat, card);
        }
        if recycle.is_on() {
            self.stock.under.extend(cards);
        }
    }

    /// Draws the next card of the stock for a seat, or the named card.
    #[inline]
    pub(super) fn draw(&mut self, seat: u8, named: Option<Id>) {
        let top = match self.stock.top() {
            StockTop::Card(card) => Some(card),
            StockTop::Hidden | StockTop::Discard | StockTop::Nothing => None,
        };
        match named {
            Some(card) if top != Some(card) => self.take(card),
            _ => self.stock.next += usize::from(top.is_some()),
        }
        if let Some(card) = named.or(top) {
            self.add(seat, card);
        }
    }
}
