//! Sets of pipes and of fields (V6.1 to V6.3), by flood fill from the cards around which a play can
//! have closed them. The rules use this; the generator of turns uses `joined_sets.rs` instead.
//!
//! A *part* is a pipe or a field of a card (`placed_part.rs`). A *contact* is a place where a part
//! meets the neighbour at an entry: the pipe has one there, the fields before and after the entry
//! one each. [`TableView`] returns the sets; `set_search.rs` floods them, and `neighbours.rs` knows
//! what is in front of each entry.

use std::collections::BTreeSet;

use smallvec::SmallVec;

use super::board::Square;
use super::neighbours::{self, Beyond, Neighbours};
use super::placed_part::{PlacedPart, SetPart};
use super::set_search::SetSearch;
use super::table::{Entry, Table};
use super::turn::{Id, Placement};
use crate::decks::{Colour, Contact, Deck};

/// An open end of a set: the square before it is empty and not a pillar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OpenEnd {
    pub(super) entry: Entry,
    pub(super) contact: Contact,
    pub(super) square: Square,
}

/// All connected parts of one colour, open or closed.
#[derive(Clone, Debug, Default)]
pub(super) struct ConnectedSet {
    pub(super) cards: BTreeSet<Id>,
    pub(super) is_open: bool,
    /// The open ends found by the search.
    pub(super) open_ends: Vec<OpenEnd>,
    /// False if it consists of end caps only, which are not a set (V6.2).
    pub(super) is_set: bool,
}

/// A card with a part of a closed set of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClosedCard {
    pub(super) colour: Colour,
    pub(super) card: Id,
}

/// Cards with parts of closed sets. Most plays close few sets, so they need no allocation.
pub(super) type ClosedCards = SmallVec<[ClosedCard; 16]>;

/// A closed set, for drawings and descriptions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ClosedSet {
    pub(super) colour: Colour,
    pub(super) parts: BTreeSet<SetPart>,
    /// The pillars that close ends of it.
    pub(super) pillars: BTreeSet<Square>,
}

impl ClosedSet {
    /// Returns the cards of the set in ascending order.
    pub(super) fn cards(&self) -> BTreeSet<Id> {
        self.parts.iter().map(|part| part.card).collect()
    }
}

/// The seat that owns each colour, indexed by [`Colour::index`].
pub(super) type Owners = [Option<u8>; Colour::ALL.len()];

/// A table together with the deck of its cards.
#[derive(Clone, Copy)]
pub(super) struct TableView<'a> {
    pub(super) deck: &'a Deck,
    pub(super) table: &'a Table,
}

impl<'a> TableView<'a> {
    /// Returns what is in front of an entry of a card on the table. Returns `None` beyond the range
    /// of coordinates.
    #[inline]
    pub(super) fn beyond(self, placement: &Placement, number: u8) -> Option<Beyond<'a>> {
        neighbours::beyond(self.deck, self.table, placement, number)
    }

    /// Returns the parts of a card on the table.
    fn parts_of(self, card: Id) -> impl Iterator<Item = PlacedPart<'a>> {
        let placed = self.deck.card(card).zip(self.table.placement(card));
        placed
            .into_iter()
            .flat_map(|(layout, placement)| PlacedPart::all(layout, placement))
    }

    /// Returns each set of a colour that contains a part of a card. A very large set is incomplete.
    pub(super) fn sets_through(self, card: Id, colour: Colour) -> Vec<ConnectedSet> {
        let parts = self.parts_of(card).filter(|part| part.colour() == colour);
        parts
            .map(|part| SetSearch::new(self, Owners::default()).set_of(part))
            .collect()
    }

    /// Returns the closed sets of owned colours that contain a part of one of the cards, card by
    /// card, possibly with repeats.
    pub(super) fn closed(self, cards: impl IntoIterator<Item = Id>, owners: Owners) -> ClosedCards {
        let mut search = SetSearch::new(self, owners);
        for part in cards.into_iter().flat_map(|card| self.parts_of(card)) {
            search.add_if_closed(part);
        }
        search.into_closed()
    }

    /// Returns the closed sets of owned colours among all cards of the table, with their parts.
    pub(super) fn closed_sets(self, owners: Owners) -> Vec<ClosedSet> {
        let mut search = SetSearch::new(self, owners);
        let mut sets = Vec::new();
        let cards = self
            .table
            .placements()
            .into_iter()
            .map(|placement| placement.card);
        for part in cards.flat_map(|card| self.parts_of(card)) {
            if !search.flood_closed(part) {
                continue;
            }
            let parts = search.flooded_parts();
            sets.push(ClosedSet {
                colour: part.colour(),
                parts: parts.iter().map(PlacedPart::part).collect(),
                pillars: self.pillars_at(parts),
            });
        }
        sets
    }

    /// Returns the pillars before ends of parts.
    fn pillars_at(self, parts: &[PlacedPart<'a>]) -> BTreeSet<Square> {
        let mut pillars = BTreeSet::new();
        for part in parts {
            for number in part.content.entries.iter() {
                if let Some(Beyond::Pillar(square)) = self.beyond(&part.placement, number) {
                    pillars.insert(square);
                }
            }
        }
        pillars
    }

    /// Returns the closed sets of owned colours that a newly placed card may have closed: its own
    /// sets, those that end at it, and those that face a pillar that it created. Also returns those
    /// of cards that were already in closed sets (`left_closed`).
    pub(super) fn closed_by(
        self,
        placement: Placement,
        neighbours: &'a Neighbours<'a>,
        left_closed: &[Id],
        owners: Owners,
    ) -> ClosedCards {
        let mut search = SetSearch::new(self, owners);
        search.add_closed_by_play(placement, neighbours);
        for part in left_closed.iter().flat_map(|&card| self.parts_of(card)) {
            search.add_if_closed(part);
        }
        search.into_closed()
    }
}
