//! Neighbours of a card: what is in front of each of its entries. The rules use them for a card
//! that is played, and the search for sets for the cards on the table.

use super::board::{Heading, Square};
use super::placed_part::PlacedPart;
use super::table::{Entry, Table};
use super::turn::Placement;
use crate::decks::layout::{Layout, RIM};
use crate::decks::{Contact, Deck, EntrySet, Part};

/// Neighbour in front of an entry: as [`Before`](super::table::Before), with the layout of the
/// card.
#[derive(Clone, Copy)]
pub(super) enum Beyond<'a> {
    /// The entry of another card.
    Card(MetEntry<'a>),
    /// A card that the deck does not have. This occurs only in positions that are drawn.
    UnknownCard,
    /// A pillar, created by this card or an earlier one.
    Pillar(Square),
    /// Nothing that closes the entry.
    Open,
}

impl<'a> Beyond<'a> {
    /// Returns the entry with the given number of another card.
    #[inline]
    fn entry(deck: &'a Deck, placement: Placement, number: u8) -> Self {
        match deck.card(placement.card) {
            Some(layout) => Self::Card(MetEntry {
                layout,
                placement,
                number,
            }),
            None => Self::UnknownCard,
        }
    }
}

/// An entry of another card that meets an entry.
#[derive(Clone, Copy)]
pub(super) struct MetEntry<'a> {
    layout: &'a Layout,
    pub(super) placement: Placement,
    /// The number of the entry on its card.
    number: u8,
}

impl<'a> MetEntry<'a> {
    /// Returns the part that a contact of the other card's entry meets.
    #[inline]
    pub(super) fn part(self, contact: Contact) -> PlacedPart<'a> {
        let parts = self.layout.parts();
        let part_index = parts.part_index_at(self.number, contact.opposite());
        PlacedPart {
            content: &parts.all()[part_index],
            placement: self.placement,
            part_index,
        }
    }
}

/// The surroundings of a card that is played or tried.
#[derive(Clone, Copy)]
pub(super) struct Neighbours<'a> {
    pub(super) layout: &'a Layout,
    beyond: [Beyond<'a>; RIM as usize],
    /// The entries that are open.
    open: EntrySet,
}

impl<'a> Neighbours<'a> {
    /// Returns the surroundings of a card that is on the table or is tried there. The card must be
    /// within the range of coordinates.
    pub(super) fn new(
        deck: &'a Deck,
        table: &Table,
        layout: &'a Layout,
        placement: &Placement,
    ) -> Self {
        let mut neighbours = Self {
            layout,
            beyond: [Beyond::Open; RIM as usize],
            open: EntrySet::default(),
        };
        let slots = (1..).zip(&mut neighbours.beyond);
        for ((number, slot), (square, side)) in slots.zip(placement.facing_squares()) {
            if let Some((met, entry)) = table.entry_on(square, side.opposite()) {
                *slot = Beyond::entry(deck, met, entry);
            } else if is_pillar_before(table, square, side) {
                *slot = Beyond::Pillar(square);
            } else {
                neighbours.open.insert(number);
            }
        }
        neighbours
    }

    /// Returns each entry that meets another card, with what it meets.
    pub(super) fn met(&self) -> impl Iterator<Item = (u8, MetEntry<'a>)> {
        (1..)
            .zip(&self.beyond)
            .filter_map(|(number, beyond)| match beyond {
                Beyond::Card(met) => Some((number, *met)),
                Beyond::UnknownCard | Beyond::Pillar(_) | Beyond::Open => None,
            })
    }

    /// Returns what is in front of each entry, in order.
    #[inline]
    pub(super) fn all_beyond(&self) -> &[Beyond<'a>] {
        &self.beyond
    }

    /// Returns what is in front of an entry.
    #[inline]
    pub(super) fn beyond(&self, number: u8) -> Option<Beyond<'a>> {
        self.beyond
            .get(usize::from(number).wrapping_sub(1))
            .copied()
    }

    /// Returns true if an end of a part of the card is open.
    #[inline]
    pub(super) fn is_open(&self, part: &Part) -> bool {
        self.open.meets(part.entries)
    }

    /// Returns the first entry that meets one of another colour, and that other entry (V5.2).
    pub(super) fn clash(&self) -> Option<(u8, Entry)> {
        let colour = |layout: &Layout, number| layout.parts().at(number, Contact::Entry).colour;
        let (number, met) = self
            .met()
            .find(|(number, met)| colour(self.layout, *number) != colour(met.layout, met.number))?;
        let other = Entry {
            card: met.placement.card,
            number: met.number,
        };
        Some((number, other))
    }
}

/// Returns what is in front of an entry of a card that is on the table or is tried there. Returns
/// `None` beyond the range of coordinates.
#[inline]
pub(super) fn beyond<'a>(
    deck: &'a Deck,
    table: &Table,
    placement: &Placement,
    number: u8,
) -> Option<Beyond<'a>> {
    let (square, side) = placement.facing_square(number)?;
    if let Some((met, entry)) = table.entry_on(square, side.opposite()) {
        return Some(Beyond::entry(deck, met, entry));
    }
    Some(if is_pillar_before(table, square, side) {
        Beyond::Pillar(square)
    } else {
        Beyond::Open
    })
}

/// Returns true if an empty square before an entry is a pillar. `side` is the side of the card that
/// the square is on.
#[inline]
fn is_pillar_before(table: &Table, square: Square, side: Heading) -> bool {
    // The card itself covers the fourth neighbour, and no card covers two neighbours of a square.
    table.is_walled_except(square, side.opposite())
}

/// Returns true if an entry of a card is open, as [`beyond`] does, without looking up the card that
/// it may meet.
#[inline]
pub(super) fn is_open(table: &Table, placement: &Placement, number: u8) -> bool {
    placement
        .facing_square(number)
        .is_some_and(|(square, side)| {
            !table.covers(square) && !is_pillar_before(table, square, side)
        })
}
