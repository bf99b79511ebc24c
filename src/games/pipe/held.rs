//! The cards of a hand.

use std::sync::Arc;

use super::turn::Id;

/// So many numbers have a bit each; most decks have no higher ones.
const LOW: Id = u64::BITS;

/// Cards, few of them.
#[derive(Clone, Debug)]
pub(super) enum Held {
    /// A bit each.
    Low(u64),
    /// In rising order, where one of them has had a high number. Copies are one until either changes.
    Any(Arc<Vec<Id>>),
}

impl Default for Held {
    fn default() -> Self {
        Self::Low(0)
    }
}

impl PartialEq for Held {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.rising() == other.rising()
    }
}

/// The bit of a card; 0 where its number is a high one.
#[inline]
fn bit_of(card: Id) -> u64 {
    1_u64.checked_shl(card).unwrap_or(0)
}

fn in_bits(bits: u64) -> impl Iterator<Item = Id> {
    (0..LOW).filter(move |&card| bits & bit_of(card) > 0)
}

impl Held {
    /// Its cards in rising order.
    pub(super) fn rising(&self) -> Vec<Id> {
        match self {
            Self::Low(bits) => in_bits(*bits).collect(),
            Self::Any(cards) => cards.to_vec(),
        }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Low(bits) => bits.count_ones() as usize,
            Self::Any(cards) => cards.len(),
        }
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        match self {
            Self::Low(bits) => *bits == 0,
            Self::Any(cards) => cards.is_empty(),
        }
    }

    #[inline]
    pub(super) fn contains(&self, card: Id) -> bool {
        match self {
            Self::Low(bits) => bits & bit_of(card) > 0,
            Self::Any(cards) => is_among(cards, card),
        }
    }

    #[inline]
    pub(super) fn insert(&mut self, card: Id) {
        match self {
            Self::Low(bits) if card < LOW => *bits |= bit_of(card),
            _ => self.insert_in_list(card),
        }
    }

    #[cold]
    fn insert_in_list(&mut self, card: Id) {
        if let Self::Low(bits) = *self {
            *self = Self::Any(Arc::new(in_bits(bits).collect()));
        }
        if let Self::Any(cards) = self
            && let Err(at) = cards.binary_search(&card)
        {
            Arc::make_mut(cards).insert(at, card);
        }
    }

    /// Takes a card out; whether it was there.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn remove(&mut self, card: Id) -> bool {
        match self {
            Self::Low(bits) => {
                let bit = *bits & bit_of(card);
                *bits ^= bit;
                bit > 0
            }
            Self::Any(cards) => remove_from(cards, card),
        }
    }
}

#[inline(never)]
fn is_among(cards: &[Id], card: Id) -> bool {
    cards.binary_search(&card).is_ok()
}

#[cold]
#[inline(never)]
fn remove_from(cards: &mut Arc<Vec<Id>>, card: Id) -> bool {
    let Ok(at) = cards.binary_search(&card) else { return false };
    Arc::make_mut(cards).remove(at);
    true
}

impl FromIterator<Id> for Held {
    fn from_iter<I: IntoIterator<Item = Id>>(cards: I) -> Self {
        let mut cards = cards.into_iter();
        let mut bits = 0;
        let Some(first_high) = cards.find(|&card| {
            bits |= bit_of(card);
            card >= LOW
        }) else {
            return Self::Low(bits);
        };
        let mut all: Vec<Id> = in_bits(bits).chain([first_high]).chain(cards).collect();
        all.sort_unstable();
        all.dedup();
        Self::Any(Arc::new(all))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    /// One of few cards, now and then one with a high number.
    fn any_card() -> impl Strategy<Value = Id> {
        prop_oneof![40 => 0..20_u32, 1 => LOW - 2..LOW + 2, 1 => Just(Id::MAX)]
    }

    proptest! {
        #[test]
        fn a_hand_holds_what_was_put_in_and_not_taken_out(
            dealt in proptest::collection::vec(any_card(), 0..14),
            changes in proptest::collection::vec((any::<bool>(), any_card()), 0..40),
        ) {
            let (mut held, mut cards): (Held, BTreeSet<Id>) = (dealt.iter().copied().collect(), dealt.into_iter().collect());
            for (comes, card) in changes {
                if comes {
                    held.insert(card);
                    cards.insert(card);
                } else {
                    prop_assert_eq!(held.remove(card), cards.remove(&card));
                }
                prop_assert_eq!(held.len(), cards.len());
                prop_assert_eq!(held.is_empty(), cards.is_empty());
                for card in (0..2 * LOW).chain([Id::MAX]) {
                    prop_assert_eq!(held.contains(card), cards.contains(&card));
                }
                prop_assert!(held.rising().iter().eq(&cards));
            }
        }
    }
}
