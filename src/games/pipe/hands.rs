//! The cards that are not on the table: hands and stock, and where they are not known, what has
//! been seen of them (V4.1, V4.3, V4.4).

use std::sync::Arc;

use super::held::Held;
use super::id_set::IdSet;
use super::position::PositionText;
use super::recycle::Recycle;
use super::setup::{DEALT, DISCARDED, Deal, MOST_SEATS, Setup};
use super::turn::Id;

/// Hands and stock.
#[derive(Clone, Debug, PartialEq)]
pub struct Hands(Kind);

#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "hands that are known, as most are, take no memory of their own")]
enum Kind {
    Known(Known),
    Unknown(Box<Unknown>),
}

/// Every card is known.
#[derive(Clone, Debug, PartialEq)]
struct Known {
    hands: [Held; SEATS],
    /// How many cards of each hand are gone without anybody knowing which: a hidden discard that
    /// was let stand.
    gone: [u32; SEATS],
    stock: Stock,
}

/// The stock in the order of drawing: the one that was dealt, then what went under it, from `next` on.
#[derive(Clone, Debug, Default, PartialEq)]
struct Stock {
    deal: Arc<Deal>,
    under: Vec<Id>,
    next: usize,
    /// In which order the cards of `under` lie is not known; those that are drawn are taken out of it.
    is_shuffled: bool,
}

impl Stock {
    #[inline]
    fn len(&self) -> usize {
        (self.deal.stock.len() + self.under.len()).saturating_sub(self.next)
    }

    #[inline]
    fn top(&self) -> Top {
        let dealt = &self.deal.stock;
        let under = || self.under.get(self.next.checked_sub(dealt.len())?);
        match dealt.get(self.next).or_else(under) {
            None => Top::Nothing,
            Some(_) if self.is_shuffled && self.next >= dealt.len() => Top::Discard,
            Some(&card) => Top::Card(card),
        }
    }

    /// Takes a card from wherever it lies.
    fn take(&mut self, card: Id) {
        let left_of = |cards: &[Id], gone: usize| -> Vec<Id> {
            cards.iter().skip(gone).copied().filter(|&other| other != card).collect()
        };
        let dealt = left_of(&self.deal.stock, self.next);
        let under = left_of(&self.under, self.next.saturating_sub(self.deal.stock.len()));
        if dealt.len() + under.len() < self.len() {
            let deal = Arc::new(Deal { hands: Vec::new(), stock: dealt });
            *self = Self { deal, under, next: 0, is_shuffled: self.is_shuffled };
        }
    }
}

/// A card is known once it is seen.
#[derive(Clone, Debug, PartialEq)]
struct Unknown {
    /// How many cards each seat holds.
    counts: [u32; SEATS],
    /// Those among them that were named when they were drawn.
    drawn: [Held; SEATS],
    stock: u32,
    /// Cards that cannot come to light again, but for those in `drawn`.
    seen: IdSet,
    /// Discards that went under the stock: they can be drawn, but not discarded by another seat.
    recycled: IdSet,
}

/// The next card of the stock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Top {
    /// A card that is known.
    Card(Id),
    /// A card that is not.
    Hidden,
    /// One of the discards, which were shuffled (V4.3).
    Discard,
    /// The stock is empty.
    Nothing,
}

const SEATS: usize = MOST_SEATS as usize;

/// Where what belongs to a seat is kept.
#[inline]
fn index(seat: u8) -> usize {
    usize::from(seat.wrapping_sub(1)) % SEATS
}

fn count(items: usize) -> u32 {
    u32::try_from(items).unwrap_or(u32::MAX)
}

impl Known {
    fn of(deal: &Arc<Deal>, recycle: Recycle) -> Self {
        let is_shuffled = recycle == Recycle::Shuffled;
        let stock = Stock { deal: Arc::clone(deal), under: Vec::new(), next: 0, is_shuffled };
        let mut known = Self { stock, hands: <[Held; SEATS]>::default(), gone: [0; SEATS] };
        for (hand, cards) in known.hands.iter_mut().zip(&deal.hands) {
            *hand = cards.iter().copied().collect();
        }
        known
    }

    /// The hand that holds a card, from 0.
    fn holder(&self, card: Id) -> Option<usize> {
        self.hands.iter().position(|hand| hand.contains(card))
    }

    /// Takes a card from a hand, or from wherever it is.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn take_from(&mut self, seat: u8, card: Id) {
        if !self.hands[index(seat)].remove(card) {
            self.take(card);
        }
    }

    /// Takes a card from wherever it is.
    #[cold]
    #[inline(never)]
    fn take(&mut self, card: Id) {
        if let Some(holder) = self.holder(card) {
            self.hands[holder].remove(card);
        } else {
            self.stock.take(card);
        }
    }
}

impl Unknown {
    fn at(setup: &Setup, position: &PositionText) -> Self {
        let mut unknown = Self {
            counts: [0; SEATS],
            drawn: <[Held; SEATS]>::default(),
            stock: 0,
            seen: position.table.iter().map(|placement| placement.card).collect(),
            recycled: IdSet::default(),
        };
        let claimed = |seat| position.colours.get(index(seat)).copied().flatten().is_some();
        let held = |seat| if claimed(seat) { DEALT - DISCARDED } else { DEALT };
        let seats = u32::from(setup.seats);
        let done = count((1..=setup.seats).filter(|&seat| claimed(seat)).count());
        let out = if setup.recycle.is_on() { 0 } else { u64::from(DISCARDED * done) };
        let scored: u64 = position.scores.iter().map(|&score| u64::from(score)).sum();
        let gone = out.saturating_add(scored).saturating_add(position.table.len() as u64);
        let deck = setup.deck.len();
        // A record of a drawing has those cards alone that lie on the table.
        let is_part = position.table.len() == deck && gone > deck as u64;
        if is_part || count(deck) < seats * DEALT {
            // Nothing can be reckoned from a deck that is not even dealt out.
            (1..=setup.seats).for_each(|seat| unknown.counts[index(seat)] = held(seat));
            return unknown;
        }
        let left = (deck as u64).saturating_sub(gone);
        let mut left = u32::try_from(left).unwrap_or(u32::MAX);
        // Card by card from the seat to move on: so the last ones lie when the stock is gone.
        for card in 0..DEALT {
            for seat in (0..setup.seats).map(|step| setup.round_from(position.to_move, step)) {
                if card < held(seat) && left > 0 {
                    unknown.counts[index(seat)] += 1;
                    left -= 1;
                }
            }
        }
        unknown.stock = left;
        unknown
    }

    fn forget(&mut self, card: Id) {
        // Mostly none was named.
        for drawn in self.drawn.iter_mut().filter(|drawn| !drawn.is_empty()) {
            drawn.remove(card);
        }
    }

    /// Whether a seat can hold a card, as far as anybody knows.
    #[cfg_attr(not(target_family = "wasm"), inline(never))]
    fn can_hold(&self, seat: u8, card: Id) -> bool {
        let drawn = &self.drawn[index(seat)];
        !self.seen.contains(card) || drawn.contains(card)
    }
}

impl Hands {
    /// What is held and left in a position that a record starts from: what its tags say (V4.1), or
    /// as much as a played game would have left (V4.4).
    pub(super) fn at(setup: &Setup, position: &PositionText) -> Self {
        match &setup.deal {
            Some(deal) => Self(Kind::Known(Known::of(deal, setup.recycle))),
            None => Self::reckoned(setup, position),
        }
    }

    /// As much as a played game would have left in a position, whatever the tags say.
    pub(super) fn reckoned(setup: &Setup, position: &PositionText) -> Self {
        Self(Kind::Unknown(Box::new(Unknown::at(setup, position))))
    }

    /// Whether the tags tell all cards.
    #[inline]
    pub fn are_known(&self) -> bool {
        matches!(self.0, Kind::Known(_))
    }

    /// How many cards a seat holds.
    #[inline]
    pub fn held(&self, seat: u8) -> u32 {
        match &self.0 {
            Kind::Known(known) => count(known.hands[index(seat)].len()).saturating_sub(known.gone[index(seat)]),
            Kind::Unknown(unknown) => unknown.counts[index(seat)],
        }
    }

    /// Whether a seat holds any.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn has_cards(&self, seat: u8) -> bool {
        match &self.0 {
            Kind::Known(known) => match known.gone[index(seat)] {
                0 => !known.hands[index(seat)].is_empty(),
                gone => known.hands[index(seat)].len() > gone as usize,
            },
            Kind::Unknown(unknown) => unknown.counts[index(seat)] > 0,
        }
    }

    /// The cards that a seat is known to hold, rising: all of them, or those named as drawn.
    pub fn known_cards(&self, seat: u8) -> Vec<Id> {
        let held = match &self.0 {
            Kind::Known(known) => &known.hands[index(seat)],
            Kind::Unknown(unknown) => &unknown.drawn[index(seat)],
        };
        held.rising()
    }

    /// The seat that is known to hold a card.
    pub fn holder(&self, card: Id) -> Option<u8> {
        let hands = match &self.0 {
            Kind::Known(known) => &known.hands,
            Kind::Unknown(unknown) => &unknown.drawn,
        };
        (1..=MOST_SEATS).find(|&seat| hands[index(seat)].contains(card))
    }

    /// How many cards the stock holds.
    #[inline]
    pub fn in_stock(&self) -> u32 {
        match &self.0 {
            Kind::Known(known) => count(known.stock.len()),
            Kind::Unknown(unknown) => unknown.stock,
        }
    }

    /// The card that is drawn next.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn top(&self) -> Top {
        match &self.0 {
            Kind::Known(known) => known.stock.top(),
            Kind::Unknown(unknown) if unknown.stock > 0 => Top::Hidden,
            Kind::Unknown(_) => Top::Nothing,
        }
    }

    /// The discards one of which is drawn next, in the order in which they were discarded; empty where the next card is another
    /// (V4.3).
    pub fn shuffled(&self) -> &[Id] {
        match &self.0 {
            Kind::Known(known) if known.stock.top() == Top::Discard => &known.stock.under,
            _ => &[],
        }
    }

    /// Whether no cards are left to play (V7.1).
    #[inline]
    pub fn are_over(&self) -> bool {
        self.top() == Top::Nothing && !(1..=MOST_SEATS).any(|seat| self.has_cards(seat))
    }

    /// Whether a seat can hold a card: it does, or where that is not known, the card has not been
    /// seen elsewhere (V4.4).
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn can_hold(&self, seat: u8, card: Id) -> bool {
        match &self.0 {
            Kind::Known(known) => known.hands[index(seat)].contains(card),
            Kind::Unknown(unknown) => unknown.can_hold(seat, card),
        }
    }

    /// Whether a seat can discard a card: before anybody has drawn, a recycled one still lies under
    /// the stock.
    pub fn can_discard(&self, seat: u8, card: Id) -> bool {
        let is_recycled = matches!(&self.0, Kind::Unknown(unknown) if unknown.recycled.contains(card));
        self.can_hold(seat, card) && !is_recycled
    }

    /// Whether the next card of the stock can be that one (V8.2, V4.4).
    #[inline]
    pub fn can_draw(&self, card: Id) -> bool {
        self.can_be_drawn(card, self.top())
    }

    /// The same, where the next card of the stock is known as far as it can be.
    #[inline]
    pub(super) fn can_be_drawn(&self, card: Id, top: Top) -> bool {
        match (&self.0, top) {
            (_, Top::Card(top)) => top == card,
            (_, Top::Discard) => self.shuffled().contains(&card),
            (Kind::Unknown(unknown), Top::Hidden) => !unknown.seen.contains(card),
            _ => false,
        }
    }

    /// A seat plays a card: from its hand, or where that is let stand, from wherever it was.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn play(&mut self, seat: u8, card: Id) {
        match &mut self.0 {
            Kind::Known(known) => known.take_from(seat, card),
            Kind::Unknown(unknown) => {
                unknown.forget(card);
                unknown.seen.insert(card);
                let count = &mut unknown.counts[index(seat)];
                *count = count.saturating_sub(1);
            }
        }
    }

    /// A seat discards cards, each named once, and so many that nobody knows; recycled ones go
    /// under the stock (V4.2, V4.3).
    pub(super) fn discard(&mut self, seat: u8, cards: &[Id], hidden: u32, recycle: Recycle) {
        match &mut self.0 {
            Kind::Known(known) => {
                known.gone[index(seat)] += hidden;
                for &card in cards {
                    known.take_from(seat, card);
                }
                if recycle.is_on() {
                    known.stock.under.extend(cards);
                }
            }
            Kind::Unknown(unknown) => {
                let number = count(cards.len()).saturating_add(hidden);
                let held = &mut unknown.counts[index(seat)];
                *held = held.saturating_sub(number);
                if recycle.is_on() {
                    unknown.stock = unknown.stock.saturating_add(number);
                }
                // Recycled ones can be seen once more.
                let gone = if recycle.is_on() { &mut unknown.recycled } else { &mut unknown.seen };
                cards.iter().for_each(|&card| gone.insert(card));
            }
        }
    }

    /// A seat draws the next card of the stock, `top`, if there is one; `named` is what the turn says it
    /// is. Where that cannot be and is let stand, it is drawn from wherever it was.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn draw(&mut self, seat: u8, top: Top, named: Option<Id>) {
        match &mut self.0 {
            Kind::Known(known) => {
                let top = if let Top::Card(card) = top { Some(card) } else { None };
                match named {
                    Some(card) if top != Some(card) => known.take(card),
                    _ => known.stock.next += usize::from(top.is_some()),
                }
                if let Some(card) = named.or(top) {
                    known.hands[index(seat)].insert(card);
                }
            }
            Kind::Unknown(unknown) => {
                if unknown.stock > 0 || named.is_some() {
                    let count = &mut unknown.counts[index(seat)];
                    *count = count.saturating_add(1);
                }
                unknown.stock = unknown.stock.saturating_sub(1);
                if let Some(card) = named {
                    unknown.forget(card);
                    unknown.seen.insert(card);
                    unknown.drawn[index(seat)].insert(card);
                }
            }
        }
    }
}
