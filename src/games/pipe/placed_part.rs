//! Parts of cards on the table: the pipes and fields of which sets consist.

use super::turn::{Id, Placement};
use crate::decks::layout::Layout;
use crate::decks::{Colour, Part};

/// A pipe or a field of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct SetPart {
    pub(super) card: Id,
    /// The index among the card's parts.
    pub(super) part_index: usize,
}

/// A part of a card on the table.
#[derive(Clone, Copy)]
pub(super) struct PlacedPart<'a> {
    pub(super) content: &'a Part,
    pub(super) placement: Placement,
    /// The index among the card's parts.
    pub(super) part_index: usize,
}

impl<'a> PlacedPart<'a> {
    /// Returns the card and the index of the part.
    #[inline]
    pub(super) fn part(&self) -> SetPart {
        SetPart {
            card: self.placement.card,
            part_index: self.part_index,
        }
    }

    #[inline]
    pub(super) fn colour(&self) -> Colour {
        self.content.colour
    }

    /// Returns all parts of a card.
    #[inline]
    pub(super) fn all(layout: &'a Layout, placement: Placement) -> impl Iterator<Item = Self> {
        let parts = layout.parts().all().iter().enumerate();
        parts.map(move |(part_index, content)| Self {
            content,
            placement,
            part_index,
        })
    }
}
