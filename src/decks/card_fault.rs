//! Faults of a card: the part, the rule, and the message.
//!
//! The *entries* 1 to 6 are the places on the rim of a card that pipes reach, and the *arcs* 1 to 6
//! the parts of the rim between them. A pipe with two entries is a *section*, one with more a
//! *splitter*, whose branches meet in its *hub*. A *face* is an area that no pipe divides. A
//! *field* is an area of one colour, which consists of faces.

use super::card::{Card, CardPart, FieldColour};
use super::codes;
use crate::findings::Code;
use crate::text::and;

/// Maximum number of faults reported for one card.
pub(crate) const MAX_FAULTS: usize = 12;

/// A fault of a card (V2.2 to V2.6).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardFault {
    /// The invalid part of the card.
    pub part: CardPart,
    /// The kind of fault.
    pub kind: CardFaultKind,
    /// The part that it conflicts with.
    pub other: Option<CardPart>,
}

/// Kind of fault of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CardFaultKind {
    /// An entry that is not 1 to 6 (V2.1).
    NoSuchEntry(u8),
    /// An entry in two pipes (V2.2).
    EntryTwice(u8),
    /// Entries without a pipe (V2.2).
    EntriesMissing(Vec<u8>),
    /// A number of arcs other than six (V2.3).
    ArcsNotSix(usize),
    /// Two arcs of one face with different colours (V2.4).
    FaceOfTwoColours {
        /// The two arcs, from 1.
        arcs: [u8; 2],
    },
    /// The fields do not follow from pipes and arcs, and are not listed (V2.6).
    FieldsMissing(FieldsNeeded),
    /// An arc that is not 1 to 6 (V2.3).
    NoSuchArc(u8),
    /// An arc in two fields (V2.6).
    ArcTwice(u8),
    /// An arc whose colour differs from the colour of its field (V2.6).
    FieldOfOtherColour {
        /// The number of the arc, from 1.
        arc: u8,
        /// The colour of the field.
        field: FieldColour,
    },
    /// Arcs without a field (V2.6).
    ArcsInNoField(Vec<u8>),
}

/// Reason why a card must list its fields (V2.6). Pipes are given by their index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldsNeeded {
    /// Three pipes cross one another.
    ThreeCross([usize; 3]),
    /// Two splitters cross.
    SplittersCross([usize; 2]),
    /// A section has two entries of a splitter on either side.
    SectionBehindHub([usize; 2]),
}

impl CardFault {
    pub(crate) fn new(part: CardPart, kind: CardFaultKind) -> Self {
        Self {
            part,
            kind,
            other: None,
        }
    }

    pub(crate) fn with_other(mut self, other: CardPart) -> Self {
        self.other = Some(other);
        self
    }

    /// Returns the code of the fault.
    pub fn code(&self) -> Code {
        match self.kind {
            CardFaultKind::NoSuchEntry(_)
            | CardFaultKind::EntryTwice(_)
            | CardFaultKind::EntriesMissing(_) => &codes::ENTRY,
            CardFaultKind::ArcsNotSix(_) => &codes::ARCS,
            CardFaultKind::FaceOfTwoColours { .. } => &codes::FACE_COLOURS,
            CardFaultKind::FieldsMissing(_)
            | CardFaultKind::NoSuchArc(_)
            | CardFaultKind::ArcTwice(_)
            | CardFaultKind::FieldOfOtherColour { .. }
            | CardFaultKind::ArcsInNoField(_) => &codes::FIELDS,
        }
    }

    /// Returns the message, in one sentence.
    pub(crate) fn message(&self, card: &Card) -> String {
        match &self.kind {
            CardFaultKind::NoSuchEntry(entry) => {
                format!("There is no entry {entry}; a card has entries 1 to 6.")
            }
            CardFaultKind::EntryTwice(entry) => {
                format!("Entry {entry} is listed twice; it belongs to one pipe.")
            }
            CardFaultKind::EntriesMissing(entries) => {
                let (noun, verb) = if entries.len() == 1 {
                    ("Entry", "belongs")
                } else {
                    ("Entries", "belong")
                };
                format!("{noun} {} {verb} to no pipe.", and(entries))
            }
            CardFaultKind::ArcsNotSix(1) => "A card has six arcs, not one.".to_owned(),
            CardFaultKind::ArcsNotSix(count) => format!("There are six arcs, not {count}."),
            CardFaultKind::FaceOfTwoColours {
                arcs: [first, second],
            } => {
                let colour = |arc: u8| {
                    card.arcs
                        .get(usize::from(arc.saturating_sub(1)))
                        .map_or("", |colour| colour.name())
                };
                format!(
                    "No pipe runs between arc {first} and arc {second}, but one is {} and the other {}.",
                    colour(*first),
                    colour(*second)
                )
            }
            CardFaultKind::FieldsMissing(reason) => {
                format!(
                    "The fields of this card must be listed: {}.",
                    reason.in_words(card)
                )
            }
            CardFaultKind::NoSuchArc(arc) => {
                format!("There is no arc {arc}; a card has arcs 1 to 6.")
            }
            CardFaultKind::ArcTwice(arc) => {
                format!("Arc {arc} is listed twice; it is part of one field.")
            }
            CardFaultKind::FieldOfOtherColour { arc, field } => {
                format!(
                    "Arc {arc} is listed in a {} field, but is {}.",
                    field.name(),
                    field.other().name()
                )
            }
            CardFaultKind::ArcsInNoField(arcs) => {
                let (noun, verb) = if arcs.len() == 1 {
                    ("Arc", "is")
                } else {
                    ("Arcs", "are")
                };
                format!("{noun} {} {verb} in no field.", and(arcs))
            }
        }
    }

    /// Returns the help text on how to fix the fault.
    pub(crate) fn help(&self) -> Option<&'static str> {
        match self.kind {
            CardFaultKind::EntriesMissing(_) => {
                Some("An entry at which a pipe ends at once is an end cap: `B4`.")
            }
            CardFaultKind::ArcsNotSix(_) => {
                Some("Arc 1 runs from entry 1 to entry 2, and arc 6 from entry 6 to entry 1.")
            }
            CardFaultKind::FaceOfTwoColours { .. } => {
                Some("Give both the same colour, or list the card's fields if its art differs.")
            }
            CardFaultKind::FieldsMissing(_) => Some(
                "List every field with its arcs, such as `L16 D235 L4`; a field without arcs is wholly inside: `D`.",
            ),
            CardFaultKind::ArcsInNoField(_) => Some("If fields are listed, all must be listed."),
            CardFaultKind::NoSuchEntry(_)
            | CardFaultKind::EntryTwice(_)
            | CardFaultKind::NoSuchArc(_)
            | CardFaultKind::ArcTwice(_)
            | CardFaultKind::FieldOfOtherColour { .. } => None,
        }
    }
}

impl FieldsNeeded {
    fn in_words(self, card: &Card) -> String {
        let name = |index: usize| {
            card.pipes
                .get(index)
                .map(|pipe| format!("`{pipe}`"))
                .unwrap_or_default()
        };
        match self {
            Self::ThreeCross([first, second, third]) => {
                format!(
                    "{}, {} and {} cross one another",
                    name(first),
                    name(second),
                    name(third)
                )
            }
            Self::SplittersCross([first, second]) => {
                format!("the splitters {} and {} cross", name(first), name(second))
            }
            Self::SectionBehindHub([first, second]) => {
                format!(
                    "{} and {} cross with two entries of the splitter on either side",
                    name(first),
                    name(second)
                )
            }
        }
    }
}
