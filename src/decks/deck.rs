//! Decks: cards by number (V2.7).
//!
//! A [`Layout`] is a valid card: its pipes, and its fields of light and dark colour. A [`Card`] is
//! its text, such as `B13 W26 B4 W5 LLDDDD L12 D3456`, of which several may spell one layout.
//!
//! Choices where the rule sheet is silent: the hash does not depend on the spelling of a card, so
//! that a record and a file with the same cards agree. A card that lists its fields is not tested
//! against the rules by which fields follow from its pipes (V2.4, V2.5).

use std::fmt;
use std::sync::OnceLock;

use super::card::Card;
use super::layout::Layout;
use crate::text::sha256;

/// The number of a card, from 1 (V2.7).
pub type Id = u32;

/// The highest possible number of a card.
pub(crate) const LAST_ID: Id = 999_999_999;

/// Returns true if `text` is a valid name of a deck: letters, digits and `-` (V2.8).
pub fn is_deck_name(text: &str) -> bool {
    !text.is_empty()
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// A deck of valid cards (V2.7).
///
/// ```
/// use pipscribe::decks::{Decks, ShippedDecks};
///
/// let deck = ShippedDecks.deck("twin-works").expect("a bundled deck");
/// assert!(deck.card(33).is_some());
/// assert_eq!(deck.cards().count(), deck.len());
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Deck {
    /// The name, as in the tag `Deck`.
    pub name: String,
    /// The edition, as in the deck file.
    pub edition: String,
    /// The source, as in the deck file.
    pub source: String,
    /// Cards in ascending order of their numbers.
    cards: Vec<(Id, Box<Layout>)>,
    hash: CachedHash,
}

/// The hash of a deck, computed on first use. It follows from the cards, so comparisons of decks
/// can ignore it.
#[derive(Clone, Default)]
struct CachedHash(OnceLock<String>);

impl PartialEq for CachedHash {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

impl Eq for CachedHash {}

/// Shows only the name and the number of cards, because the layouts would fill pages.
impl fmt::Debug for Deck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Deck({}, {} cards)", self.name, self.len())
    }
}

impl Deck {
    /// Creates a deck without cards.
    pub fn named(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ..Self::default()
        }
    }

    /// Adds a card. Returns the previous card with this number.
    pub fn insert(&mut self, id: Id, layout: Layout) -> Option<Layout> {
        self.hash = CachedHash::default();
        match self.place(id) {
            Ok(place) => Some(std::mem::replace(&mut *self.cards[place].1, layout)),
            Err(place) => {
                self.cards.insert(place, (id, Box::new(layout)));
                None
            }
        }
    }

    /// Returns the index of a card, or the index at which it would be inserted. Most decks are
    /// numbered from 1 without gaps, so the first guess is usually right.
    fn place(&self, id: Id) -> Result<usize, usize> {
        let guess = (id as usize).wrapping_sub(1);
        match self.cards.get(guess) {
            Some((known, _)) if *known == id => Ok(guess),
            _ => self.cards.binary_search_by_key(&id, |(known, _)| *known),
        }
    }

    /// Returns the card with this number.
    #[inline]
    pub fn card(&self, id: Id) -> Option<&Layout> {
        self.place(id).ok().map(|place| &*self.cards[place].1)
    }

    /// Returns the index of a card in the order of [`Deck::ids`].
    pub(crate) fn index_of(&self, id: Id) -> Option<usize> {
        self.place(id).ok()
    }

    /// Returns the numbers of the cards, in ascending order.
    pub(crate) fn ids(&self) -> impl Iterator<Item = Id> {
        self.cards.iter().map(|(id, _)| *id)
    }

    /// Returns the cards by number, in ascending order.
    pub fn cards(&self) -> impl Iterator<Item = (Id, &Layout)> {
        self.cards.iter().map(|(id, layout)| (*id, &**layout))
    }

    /// Returns the number of cards.
    pub fn len(&self) -> usize {
        self.cards.len()
    }

    /// Returns true if the deck is empty.
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    /// Returns the hash of the content, as in the tag `DeckHash` (V2.8): SHA-256 as 64 lower-case
    /// hexadecimal digits.
    ///
    /// The hashed text has one line per card, in ascending order of their numbers: the number, the
    /// pipes by their first entry, the arcs, and all fields, listed or not, in the order of
    /// [`Layout::fields`]. These are separated by one space, and each line ends with a line feed.
    /// The digits within a pipe and within a field ascend. Name, edition and source are not hashed.
    ///
    /// ```text
    /// 17 B13 W26 B4 W5 LLDDDD L12 D3456
    /// ```
    pub fn hash(&self) -> String {
        self.hash.0.get_or_init(|| self.computed_hash()).clone()
    }

    fn computed_hash(&self) -> String {
        let lines: String = self
            .cards()
            .map(|(id, layout)| format!("{id} {}\n", normal_form(layout)))
            .collect();
        sha256(&lines)
    }
}

/// Returns a card in a form that does not depend on its spelling, with all fields listed.
fn normal_form(layout: &Layout) -> Card {
    let mut card = layout.card().clone();
    for pipe in &mut card.pipes {
        pipe.entries.sort_unstable();
    }
    card.pipes.sort_by_key(|pipe| pipe.entries.first().copied());
    card.fields = layout
        .fields()
        .iter()
        .map(|field| super::card::Field {
            colour: field.colour,
            arcs: field.arcs.clone(),
        })
        .collect();
    card
}

#[cfg(test)]
mod tests {
    use pest::Parser;

    use super::super::card_grammar::{Grammar, Rule};
    use super::*;

    #[test]
    fn a_hash_changes_with_the_cards() {
        let layout = |text| Layout::from_card(&Card::parse(text).unwrap()).unwrap();
        let mut deck = Deck::named("one");
        let empty = deck.hash();
        deck.insert(1, layout("B123456 LLLLLL"));
        let one = deck.hash();
        assert_ne!(one, empty);
        deck.insert(1, layout("B123456 LLDDLL"));
        assert_ne!(deck.hash(), one);
        deck.insert(1, layout("B123456 LLLLLL"));
        assert_eq!(deck, deck.clone());
        assert_eq!(deck.hash(), one);
    }

    #[test]
    fn names_are_those_of_the_grammar() {
        for (name, is_one) in [
            ("my-deck-2", true),
            ("-", true),
            ("7", true),
            ("", false),
            ("a b", false),
        ] {
            assert_eq!(
                (
                    is_deck_name(name),
                    Grammar::parse(Rule::deck_only, name).is_ok()
                ),
                (is_one, is_one),
                "{name}"
            );
        }
        assert!(
            ["../deck", "a_b", "deck.yaml", "dé"]
                .into_iter()
                .all(|name| !is_deck_name(name))
        );
    }
}
