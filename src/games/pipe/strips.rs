//! Pipes and fields of a card alike, and where they reach its rim (V2.1 to V2.3).

use super::card::{Card, Pipe};
use super::layout::{Layout, LayoutField, RIM};
use super::position::Colour;

/// The most places where a strip can reach the rim: two at each of six arcs.
const CONTACTS: usize = 2 * RIM as usize;

/// A pipe or a field of a card, wherever the card lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Strip {
    pub(super) colour: Colour,
    /// Whether a set needs no other part than this one to count (V6.2).
    pub(super) counts: bool,
    /// Where it reaches the rim, by the numbers of entries; so many of them.
    contacts: [(u8, Contact); CONTACTS],
    len: usize,
    /// The entries that it has a contact at, a bit each.
    pub(super) entries: u8,
}

impl Strip {
    fn new(colour: Colour, counts: bool, reaches: impl Iterator<Item = (u8, Contact)>) -> Self {
        let mut strip = Self { colour, counts, contacts: [(0, Contact::Entry); CONTACTS], len: 0, entries: 0 };
        for (slot, (number, contact)) in strip.contacts.iter_mut().zip(reaches) {
            *slot = (number, contact);
            strip.len += 1;
            strip.entries |= bit_of(number);
        }
        strip
    }

    pub(super) fn contacts(&self) -> &[(u8, Contact)] {
        self.contacts.get(..self.len).unwrap_or_default()
    }
}

/// The bit of an entry.
pub(super) fn bit_of(number: u8) -> u8 {
    1_u8.wrapping_shl(u32::from(number))
}

/// The strips of a card: its pipes, then its fields.
pub(super) fn strips(card: &Card, fields: &[LayoutField]) -> Vec<Strip> {
    let pipe = |pipe: &Pipe| {
        let entries = pipe.entries.iter().map(|&number| (number, Contact::Entry));
        Strip::new(pipe.colour.into(), pipe.entries.len() > 1, entries)
    };
    let ends = |&arc: &u8| [(arc, Contact::Behind), (arc % RIM + 1, Contact::Before)];
    let field = |field: &LayoutField| Strip::new(field.colour.into(), true, field.arcs.iter().flat_map(ends));
    card.pipes.iter().map(pipe).chain(fields.iter().map(field)).collect()
}

/// Where a part reaches the rim of its card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Contact {
    /// An entry.
    Entry,
    /// The half side before an entry, clockwise.
    Before,
    /// The half side behind it.
    Behind,
}

impl Contact {
    /// What it meets on the other card: the half side before an entry the one behind the other's.
    pub(super) fn met(self) -> Self {
        match self {
            Self::Entry => Self::Entry,
            Self::Before => Self::Behind,
            Self::Behind => Self::Before,
        }
    }
}

impl Layout {
    /// What reaches the rim there, by its number.
    pub(super) fn reach_at(&self, number: u8, contact: Contact) -> Option<usize> {
        let reach = self.reach.get(usize::from(number).checked_sub(1)?)?;
        Some(usize::from(reach[contact as usize]))
    }

    pub(super) fn strip_at(&self, number: u8, contact: Contact) -> Option<&Strip> {
        self.strips.get(self.reach_at(number, contact)?)
    }
}
