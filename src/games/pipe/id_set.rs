//! Sets of cards, by their numbers; copies share what they have in common.

use super::tree::Tree;
use super::turn::Id;

/// So many numbers are kept together, a bit each.
const BITS: u32 = u64::BITS * WORDS as u32;
/// So many words have these bits.
const WORDS: usize = 16;

#[derive(Clone, Debug, Default)]
pub(super) struct IdSet(Tree<Bits>);

#[derive(Clone, Copy, Debug, PartialEq)]
struct Bits {
    /// The first number that they stand for.
    first: Id,
    words: [u64; WORDS],
}

/// The word of a card among those of its leaf, and its bit there.
fn bit_of(card: Id) -> (usize, u64) {
    ((card / u64::BITS) as usize % WORDS, 1 << (card % u64::BITS))
}

impl IdSet {
    pub(super) fn contains(&self, card: Id) -> bool {
        let (word, bit) = bit_of(card);
        self.0.get(card / BITS).is_some_and(|found| found.words[word] & bit > 0)
    }

    pub(super) fn insert(&mut self, card: Id) {
        let none = || Bits { first: card / BITS * BITS, words: [0; WORDS] };
        if let Some(found) = self.0.get_mut(card / BITS, none) {
            let (word, bit) = bit_of(card);
            found.words[word] |= bit;
        }
    }
}

impl PartialEq for IdSet {
    fn eq(&self, other: &Self) -> bool {
        let all = |set: &Self| {
            let mut all: Vec<Bits> = Vec::new();
            set.0.each(|found| all.push(*found));
            all
        };
        all(self) == all(other)
    }
}

impl FromIterator<Id> for IdSet {
    fn from_iter<I: IntoIterator<Item = Id>>(cards: I) -> Self {
        let mut set = Self::default();
        cards.into_iter().for_each(|card| set.insert(card));
        set
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_set_holds_what_was_put_in(cards in proptest::collection::vec(prop_oneof![0..3_000_u32, any::<u32>()], 0..40)) {
            let (set, known): (IdSet, BTreeSet<Id>) = (cards.iter().copied().collect(), cards.iter().copied().collect());
            for card in (0..400).chain(cards.iter().flat_map(|&card| [card, card ^ 64, card ^ 1024, card.wrapping_add(1)])) {
                prop_assert_eq!(set.contains(card), known.contains(&card));
            }
            prop_assert_eq!(&set, &cards.iter().rev().copied().collect());
            let mut more = set.clone();
            more.insert(500);
            prop_assert_eq!(more == set, known.contains(&500));
        }
    }
}
