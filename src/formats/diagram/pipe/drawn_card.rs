//! Card in a drawing: its arcs, and its pipes as far as the entries show them.

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
    fn wrong(&self, message: String) -> Box<Finding> {
        fault(self.span, message)
    }

    /// Returns true if two of its entries, from 0, belong to one pipe.
    fn joins(&self, entry: usize, other: usize) -> bool {
        entry == other
            || (self.signs[entry] == self.signs[other] && self.signs[entry].joint != Joint::Cap)
    }

    /// Reports contradictions in the drawing.
    pub(super) fn check(&self) -> Result<(), Box<Finding>> {
        let number = self.placement.card;
        let entries = 0..self.signs.len();
        let has_no_partner = |entry: usize| {
            self.signs[entry].joint != Joint::Cap
                && entries
                    .clone()
                    .all(|other| other == entry || !self.joins(entry, other))
        };
        match entries.clone().find(|&entry| has_no_partner(entry)) {
            Some(entry) => {
                let colour = self.signs[entry].colour;
                let cap = colour.letter().to_ascii_lowercase();
                let message = format!(
                    "The {} pipe at entry {} of card {number} has no other entry.",
                    colour.name(),
                    entry + 1
                );
                let help = format!("An end cap is drawn as `{cap}{cap}`.");
                Err(Box::new(self.wrong(message).with_help(help)))
            }
            None => Ok(()),
        }
    }

    /// Returns true if the drawing fits a card.
    pub(super) fn agrees_with(&self, layout: &Layout) -> bool {
        let card = layout.card();
        let pipe_of = |entry: usize| {
            u8::try_from(entry + 1)
                .ok()
                .map(|entry| layout.pipe_of(entry))
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

        let mut pipes: Vec<(usize, Pipe)> = Vec::new();
        for (index, entry) in (0..self.signs.len()).zip(1..) {
            match pipes
                .iter_mut()
                .find(|(first, _)| self.joins(*first, index))
            {
                Some((_, pipe)) => pipe.entries.push(entry),
                None => pipes.push((
                    index,
                    Pipe {
                        colour: self.signs[index].colour,
                        entries: vec![entry],
                    },
                )),
            }
        }

        card.pipes = pipes.into_iter().map(|(_, pipe)| pipe).collect();
        let faults = Layout::from_card(&card).err().unwrap_or_default();
        let is_of_fields = |kind: &CardFaultKind| matches!(kind, CardFaultKind::FieldsMissing(_));
        if let Some(wrong) = faults.iter().find(|fault| !is_of_fields(&fault.kind)) {
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
}

/// Returns each face that has arcs as a field (V2.4). A pipe with several entries cuts the rim into
/// sectors; arcs of one colour belong to one face if they are in the same sector of every pipe.
fn faces_with_arcs(card: &Card) -> Vec<Field> {
    let sectors = |arc: u8| -> Vec<usize> {
        let cutting = card.pipes.iter().filter(|pipe| pipe.entries.len() > 1);
        cutting
            .map(|pipe| {
                pipe.entries.iter().filter(|entry| **entry <= arc).count() % pipe.entries.len()
            })
            .collect()
    };
    let mut faces: Vec<(Vec<usize>, Field)> = Vec::new();
    for (arc, &colour) in (1..=RIM).zip(&card.arcs) {
        let sectors_of_arc = sectors(arc);
        match faces
            .iter_mut()
            .find(|(sectors, field)| *sectors == sectors_of_arc && field.colour == colour)
        {
            Some((_, field)) => field.arcs.push(arc),
            None => faces.push((
                sectors_of_arc,
                Field {
                    colour,
                    arcs: vec![arc],
                },
            )),
        }
    }
    faces.into_iter().map(|(_, field)| field).collect()
}
