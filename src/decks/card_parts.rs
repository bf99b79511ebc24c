//! Parts of a card, its pipes and fields, and their contacts with the rim (V2.1 to V2.3).
//!
//! The *entries* 1 to 6 are the places on the rim that pipes reach, one in the middle of each side
//! of a square of the card. An *arc* is the part of the rim from one entry to the next, so it
//! consists of two *half sides*: one after its first entry, one before the next. A *contact* is an
//! entry, which belongs to a pipe, or a half side, which belongs to a field. On the table, a *set*
//! consists of parts of one colour that meet at their contacts, over all cards.

use std::fmt;

use super::card::{Card, FieldColour, Pipe, RIM};
use super::colour::Colour;

/// A field of a card (V2.5, V2.6).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutField {
    /// The colour of the field, which all its arcs share.
    pub colour: FieldColour,
    /// The arcs in ascending order. Empty if the field is entirely inside the card.
    pub arcs: Vec<u8>,
}

impl fmt::Display for LayoutField {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.colour.letter())?;
        self.arcs.iter().try_for_each(|arc| write!(out, "{arc}"))
    }
}

/// Place where a part reaches the rim of its card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Contact {
    /// An entry.
    Entry,
    /// The half side before an entry, clockwise.
    Before,
    /// The half side after an entry.
    After,
}

impl Contact {
    pub(crate) const ALL: [Self; 3] = [Self::Entry, Self::Before, Self::After];

    /// Returns the contact that this contact meets on the other card: the half side before an entry
    /// meets the half side after the other entry.
    pub(crate) fn opposite(self) -> Self {
        match self {
            Self::Entry => Self::Entry,
            Self::Before => Self::After,
            Self::After => Self::Before,
        }
    }
}

/// A pipe or a field of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) colour: Colour,
    /// True if every set with this part counts, whatever its other parts are (V6.2). False only for
    /// end caps, which are pipes with one entry.
    pub(crate) counts: bool,
    /// The contacts with the rim, each with the number of its entry.
    pub(crate) contacts: Vec<(u8, Contact)>,
    /// The entries of the contacts.
    pub(crate) entries: EntrySet,
}

impl Part {
    fn from_pipe(pipe: &Pipe) -> Self {
        let entries = pipe.entries.iter();
        let contacts = entries.map(|&number| (number, Contact::Entry)).collect();
        let counts = pipe.entries.len() > 1;
        Self::new(pipe.colour.into(), counts, contacts)
    }

    fn from_field(field: &LayoutField) -> Self {
        let half_sides = |&arc: &u8| {
            let next_entry = arc % RIM + 1;
            [(arc, Contact::After), (next_entry, Contact::Before)]
        };
        let contacts = field.arcs.iter().flat_map(half_sides).collect();
        Self::new(field.colour.into(), true, contacts)
    }

    fn new(colour: Colour, counts: bool, contacts: Vec<(u8, Contact)>) -> Self {
        let numbers = contacts.iter().map(|&(number, _)| number);
        let entries = numbers.collect();
        Self {
            colour,
            counts,
            contacts,
            entries,
        }
    }
}

/// A set of entries of a card. Bit N is set if it has entry N.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct EntrySet(u8);

impl EntrySet {
    /// Returns true if the sets have an entry in common.
    #[inline]
    pub(crate) fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    #[inline]
    pub(crate) fn insert(&mut self, number: u8) {
        // No valid card has a larger number, whose bit may not fit into the byte.
        self.0 |= 1 << number.min(RIM);
    }

    /// Returns the entries in ascending order.
    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = u8> {
        (1..=RIM).filter(move |number| self.0 & 1 << number != 0)
    }
}

impl FromIterator<u8> for EntrySet {
    fn from_iter<I: IntoIterator<Item = u8>>(numbers: I) -> Self {
        let mut entries = Self::default();
        for number in numbers {
            entries.insert(number);
        }
        entries
    }
}

/// The parts of a card, and the part at each contact of each entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CardParts {
    /// The pipes, then the fields.
    parts: Vec<Part>,
    /// For each entry, the index of the part at each of its contacts, in the order of `Contact`.
    by_contact: [[u8; Contact::ALL.len()]; RIM as usize],
}

impl CardParts {
    /// Creates the parts of a valid card, with the fields that it lists or that follow from it.
    pub(crate) fn new(card: &Card, fields: &[LayoutField]) -> Self {
        let pipes = card.pipes.iter().map(Part::from_pipe);
        let fields = fields.iter().map(Part::from_field);
        let parts: Vec<Part> = pipes.chain(fields).collect();

        let mut by_contact = [[0; Contact::ALL.len()]; RIM as usize];
        for (part_index, part) in (0..).zip(&parts) {
            for &(number, contact) in &part.contacts {
                by_contact[usize::from(number) - 1][contact as usize] = part_index;
            }
        }
        Self { parts, by_contact }
    }

    #[inline]
    pub(crate) fn all(&self) -> &[Part] {
        &self.parts
    }

    /// Returns the index of the part at a contact of an entry.
    #[inline]
    pub(crate) fn part_index_at(&self, entry: u8, contact: Contact) -> usize {
        let entry_index = usize::from(entry.clamp(1, RIM)) - 1;
        self.by_contact[entry_index][contact as usize].into()
    }

    /// Returns the part at a contact of an entry.
    #[inline]
    pub(crate) fn at(&self, entry: u8, contact: Contact) -> &Part {
        &self.parts[self.part_index_at(entry, contact)]
    }
}

#[cfg(test)]
mod tests {
    use super::super::layout::Layout;
    use super::*;

    #[test]
    fn every_contact_belongs_to_an_existing_part() {
        for text in [
            "B13 W26 B4 W5 LLDDDD",
            "B14 W25 B36 LDLDLD L1 D2 L3 D4 L5 D6 D",
            "B123456 LLLLLL",
        ] {
            let layout = Layout::from_card(&Card::parse(text).unwrap()).unwrap();
            let parts = layout.parts();
            let pipes = layout.card().pipes.len();
            for (number, before) in (1..=RIM).zip([6, 1, 2, 3, 4, 5]) {
                let expected = [
                    layout.pipe_of(number),
                    pipes + layout.field_of(before),
                    pipes + layout.field_of(number),
                ];
                assert_eq!(
                    Contact::ALL.map(|contact| parts.part_index_at(number, contact)),
                    expected,
                    "{text} {number}"
                );
            }
            let contacts: usize = parts.all().iter().map(|part| part.contacts.len()).sum();
            assert_eq!(contacts, usize::from(RIM) * Contact::ALL.len(), "{text}");
        }
    }
}
