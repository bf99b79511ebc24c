//! The cards of a hand.

use std::sync::Arc;

use super::setup::DEALT;
use super::turn::Id;
use crate::text::Order;

/// So many cards of a hand are kept without more memory; no hand has more that was dealt. A multiple of four, so that a card
/// is held against several at a time.
const USUAL: usize = (DEALT as usize + 1).next_multiple_of(4);
/// Stands where no card is; hardly a deck has a card of that number.
const NONE: Id = Id::MAX;

/// Cards, few of them.
#[derive(Clone, Debug)]
pub(super) enum Held {
    /// In the order in which they come, and [`NONE`] behind them.
    Few { cards: [Id; USUAL], len: usize },
    /// In rising order. Copies are one until either changes.
    Many(Arc<Vec<Id>>),
}

impl Default for Held {
    fn default() -> Self {
        Self::Few { cards: [NONE; USUAL], len: 0 }
    }
}

impl PartialEq for Held {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.rising() == other.rising()
    }
}

impl Held {
    fn cards(&self) -> &[Id] {
        match self {
            Self::Few { cards, len } => cards.get(..*len).unwrap_or_default(),
            Self::Many(cards) => cards,
        }
    }

    /// Its cards in rising order.
    pub(super) fn rising(&self) -> Vec<Id> {
        let mut cards = self.cards().to_vec();
        cards.order();
        cards
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Few { len, .. } => *len,
            Self::Many(cards) => cards.len(),
        }
    }

    #[inline]
    pub(super) fn contains(&self, card: Id) -> bool {
        match self {
            // All places alike, as that is less than to go on only where none is the card.
            Self::Few { cards, .. } if card != NONE => cards.iter().fold(false, |found, &held| found | (held == card)),
            Self::Few { cards, len } => cards.iter().take(*len).any(|&held| held == card),
            Self::Many(cards) => cards.binary_search(&card).is_ok(),
        }
    }

    pub(super) fn insert(&mut self, card: Id) {
        match self {
            Self::Few { .. } if self.contains(card) => {}
            Self::Few { cards, len } if *len < USUAL => {
                cards[*len] = card;
                *len += 1;
            }
            Self::Few { .. } => {
                let mut cards = self.rising();
                let (Ok(at) | Err(at)) = cards.binary_search(&card);
                cards.insert(at, card);
                *self = Self::Many(Arc::new(cards));
            }
            Self::Many(cards) => {
                if let Err(at) = cards.binary_search(&card) {
                    Arc::make_mut(cards).insert(at, card);
                }
            }
        }
    }

    /// Takes a card out; whether it was there.
    pub(super) fn remove(&mut self, card: Id) -> bool {
        match self {
            Self::Few { cards, len } => {
                let Some(at) = cards.iter().take(*len).position(|&held| held == card) else { return false };
                *len -= 1;
                cards[at] = cards[*len];
                cards[*len] = NONE;
            }
            Self::Many(cards) => {
                let Ok(at) = cards.binary_search(&card) else { return false };
                Arc::make_mut(cards).remove(at);
            }
        }
        true
    }
}

impl FromIterator<Id> for Held {
    fn from_iter<I: IntoIterator<Item = Id>>(cards: I) -> Self {
        let mut cards = cards.into_iter();
        let mut held = Self::default();
        cards.by_ref().take(USUAL).for_each(|card| held.insert(card));
        let Some(next) = cards.next() else { return held };
        let mut many: Vec<Id> = held.cards().iter().copied().chain([next]).chain(cards).collect();
        many.order();
        many.dedup();
        Self::Many(Arc::new(many))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    /// One of few cards, or the one whose number stands where no card is.
    fn any_card() -> impl Strategy<Value = Id> {
        prop_oneof![4 => 0..20_u32, 1 => Just(NONE)]
    }

    proptest! {
        #[test]
        fn a_hand_holds_what_was_put_in_and_not_taken_out(
            dealt in proptest::collection::btree_set(any_card(), 0..14),
            changes in proptest::collection::vec((any::<bool>(), any_card()), 0..40),
        ) {
            let (mut held, mut cards): (Held, BTreeSet<Id>) = (dealt.iter().copied().collect(), dealt);
            for (comes, card) in changes {
                if comes {
                    held.insert(card);
                    cards.insert(card);
                } else {
                    prop_assert_eq!(held.remove(card), cards.remove(&card));
                }
                prop_assert_eq!(held.len(), cards.len());
                prop_assert!((0..20).all(|card| held.contains(card) == cards.contains(&card)));
                prop_assert!(held.rising().iter().eq(&cards));
            }
        }
    }
}
