//! The cards of a hand.

use std::sync::Arc;

use super::setup::DEALT;
use super::turn::Id;

/// So many cards of a hand are kept without more memory; no hand has more that was dealt.
const USUAL: usize = DEALT as usize + 1;

/// Cards in rising order, few of them.
#[derive(Clone, Debug)]
pub(super) enum Held {
    Few {
        cards: [Id; USUAL],
        len: usize,
    },
    /// Copies are one until either changes.
    Many(Arc<Vec<Id>>),
}

impl Default for Held {
    fn default() -> Self {
        Self::Few { cards: [0; USUAL], len: 0 }
    }
}

impl PartialEq for Held {
    fn eq(&self, other: &Self) -> bool {
        self.cards() == other.cards()
    }
}

impl Held {
    pub(super) fn cards(&self) -> &[Id] {
        match self {
            Self::Few { cards, len } => cards.get(..*len).unwrap_or_default(),
            Self::Many(cards) => cards,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.cards().len()
    }

    pub(super) fn contains(&self, card: Id) -> bool {
        match self {
            Self::Few { .. } => self.cards().contains(&card),
            Self::Many(cards) => cards.binary_search(&card).is_ok(),
        }
    }

    pub(super) fn insert(&mut self, card: Id) {
        let Err(at) = self.cards().binary_search(&card) else { return };
        match self {
            Self::Few { cards, len } if *len < USUAL => {
                cards.copy_within(at..*len, at + 1);
                cards[at] = card;
                *len += 1;
            }
            Self::Few { .. } => {
                let mut cards = self.cards().to_vec();
                cards.insert(at, card);
                *self = Self::Many(Arc::new(cards));
            }
            Self::Many(cards) => Arc::make_mut(cards).insert(at, card),
        }
    }

    /// Takes a card out; whether it was there.
    pub(super) fn remove(&mut self, card: Id) -> bool {
        let Ok(at) = self.cards().binary_search(&card) else { return false };
        match self {
            Self::Few { cards, len } => {
                cards.copy_within(at + 1..*len, at);
                *len -= 1;
            }
            Self::Many(cards) => drop(Arc::make_mut(cards).remove(at)),
        }
        true
    }
}

impl FromIterator<Id> for Held {
    fn from_iter<I: IntoIterator<Item = Id>>(cards: I) -> Self {
        let (mut few, mut len) = ([0; USUAL], 0);
        let mut cards = cards.into_iter();
        for (slot, card) in few.iter_mut().zip(&mut cards) {
            *slot = card;
            len += 1;
        }
        let Some(next) = cards.next() else {
            let mut held = Self::default();
            few.iter().take(len).for_each(|&card| held.insert(card));
            return held;
        };
        let mut many: Vec<Id> = few.into_iter().chain([next]).chain(cards).collect();
        many.sort_unstable();
        many.dedup();
        Self::Many(Arc::new(many))
    }
}
