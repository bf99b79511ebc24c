//! Card in a drawing: its arcs, and its pipes as far as the entries show them.
//!
//! A card has six entries on its rim, numbered clockwise from 1. Pipes of two colours join them.
//! Arc 1 is the stretch of the rim from entry 1 to entry 2, and so on; each is light or dark. The
//! rules V2.1 to V2.6 define these parts.

use super::signs::{Joint, Sign};
use crate::decks::card::{Field, FieldColour, Pipe};
use crate::decks::{Card, CardFaultKind, Layout, RIM};
use crate::findings::Finding;
use crate::games::pipe::Placement;
use crate::text::Span;

use super::super::fault;

/// Card of the table.
#[derive(Clone, Debug)]
pub(super) struct DrawnCard {
    pub(super) placement: Placement,
    /// Signs of the entries, from entry 1.
    pub(super) signs: [Sign; RIM as usize],
    /// Arcs from arc 1, as far as they are drawn.
    pub(super) arcs: [Option<FieldColour>; RIM as usize],
    /// Span of the line with its number.
    pub(super) span: Span,
}

/// Card derived from a drawing, for a separate deck.
pub(super) struct DerivedCard {
    pub(super) card: Card,
    /// True if its fields do not follow from the drawing.
    pub(super) has_unknown_fields: bool,
}

impl DrawnCard {
    /// Reports contradictions in the drawing.
    pub(super) fn check(&self) -> Result<(), Box<Finding>> {
        let number = self.placement.card;
        for (entry, sign) in self.signs.iter().enumerate() {
            let has_other_entry =
                (0..self.signs.len()).any(|other| other != entry && self.joins(entry, other));
            if has_other_entry || sign.joint == Joint::Cap {
                continue;
            }

            let cap = sign.colour.letter().to_ascii_lowercase();
            let message = format!(
                "The {} pipe at entry {} of card {number} has no other entry.",
                sign.colour.name(),
                entry + 1
            );
            let help = format!("An end cap is drawn as `{cap}{cap}`.");
            return Err(Box::new(self.wrong(message).with_help(help)));
        }
        Ok(())
    }

    /// Returns true if the drawing fits a card.
    pub(super) fn agrees_with(&self, layout: &Layout) -> bool {
        let card = layout.card();
        // The layout counts entries from 1.
        let pipe_of = |entry: usize| {
            let number = u8::try_from(entry + 1).ok()?;
            Some(layout.pipe_of(number))
        };
        let entries = || 0..self.signs.len();
        let colours_agree = entries().all(|entry| {
            let pipe = pipe_of(entry).and_then(|pipe| card.pipes.get(pipe));
            pipe.is_some_and(|pipe| pipe.colour == self.signs[entry].colour)
        });
        if !colours_agree {
            return false;
        }

        let is_joined_alike = |entry: usize, other: usize| {
            self.joins(entry, other) == (pipe_of(entry) == pipe_of(other))
        };
        let pipes_agree =
            entries().all(|entry| entries().all(|other| is_joined_alike(entry, other)));
        let mut arcs = self.arcs.iter().zip(&card.arcs);
        pipes_agree && arcs.all(|(drawn, arc)| drawn.is_none_or(|drawn| drawn == *arc))
    }

    /// Derives the card, for a separate deck.
    pub(super) fn derived_card(&self) -> Result<DerivedCard, Box<Finding>> {
        let mut card = Card::default();
        for (arc, colour) in (1..).zip(self.arcs) {
            let Some(colour) = colour else {
                return Err(self.wrong(format!(
                    "Arc {arc} of card {} is not drawn.",
                    self.placement.card
                )));
            };
            card.arcs.push(colour);
        }

        for (index, entry) in (0..self.signs.len()).zip(1..) {
            let joined = card.pipes.iter_mut().find(|pipe| {
                // Entries of pipes are counted from 1.
                pipe.entries
                    .first()
                    .is_some_and(|&first| self.joins(usize::from(first) - 1, index))
            });
            match joined {
                Some(pipe) => pipe.entries.push(entry),
                None => card.pipes.push(Pipe {
                    colour: self.signs[index].colour,
                    entries: vec![entry],
                }),
            }
        }

        let faults = Layout::from_card(&card).err().unwrap_or_default();
        let is_about_fields =
            |kind: &CardFaultKind| matches!(kind, CardFaultKind::FieldsMissing(_));
        if let Some(wrong) = faults.iter().find(|fault| !is_about_fields(&fault.kind)) {
            let message = format!(
                "Card {} cannot exist as drawn. {}",
                self.placement.card,
                wrong.message(&card)
            );
            return Err(self.wrong(message));
        }

        if !faults.is_empty() {
            card.fields = faces_with_arcs(&card);
        }
        Ok(DerivedCard {
            card,
            has_unknown_fields: !faults.is_empty(),
        })
    }

    /// Returns true if two of its entries, from 0, belong to one pipe.
    fn joins(&self, entry: usize, other: usize) -> bool {
        entry == other
            || (self.signs[entry] == self.signs[other] && self.signs[entry].joint != Joint::Cap)
    }

    fn wrong(&self, message: String) -> Box<Finding> {
        fault(self.span, message)
    }
}

/// Returns each face that has arcs as a field (V2.4). A pipe with several entries cuts the rim into
/// sectors; arcs of one colour belong to one face if they are in the same sector of every pipe.
fn faces_with_arcs(card: &Card) -> Vec<Field> {
    let mut faces: Vec<Field> = Vec::new();
    for (arc, &colour) in (1..=RIM).zip(&card.arcs) {
        let sectors = sectors_of_arc(card, arc);
        let face = faces.iter_mut().find(|face| {
            let is_same_face = face
                .arcs
                .first()
                .is_some_and(|&first| sectors_of_arc(card, first) == sectors);
            is_same_face && face.colour == colour
        });
        match face {
            Some(face) => face.arcs.push(arc),
            None => faces.push(Field {
                colour,
                arcs: vec![arc],
            }),
        }
    }
    faces
}

/// Returns the sector of an arc, for each pipe with several entries. The sector is the number of
/// entries of the pipe before the arc; after the last entry, the first sector continues.
fn sectors_of_arc(card: &Card, arc: u8) -> Vec<usize> {
    let mut sectors = Vec::new();
    for pipe in &card.pipes {
        let entry_count = pipe.entries.len();
        if entry_count > 1 {
            let entries_before = pipe.entries.iter().filter(|entry| **entry <= arc).count();
            sectors.push(entries_before % entry_count);
        }
    }
    sectors
}
