//! Turns as data, and their canonical text (V8). `turn_text.rs` parses them.

use std::fmt;

use super::board::{Heading, Square};
use crate::decks::Colour;
use crate::games::{WriteNotation, impl_display, write_list};

pub use crate::decks::Id;

/// A turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// The first turn of a seat (V4.2). Its actions are the discard and the claim.
    SetUp {
        /// The discarded cards.
        discard: Discard,
        /// The claimed colour.
        claim: Option<ColourWord>,
    },
    /// A later turn (V5).
    Play(Play),
}

/// The discarded cards (V4.2, V4.4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Discard {
    /// Unknown cards.
    Hidden,
    /// The cards in the order of the text, in any number.
    Cards(Vec<Id>),
}

/// A turn after the set-up. Its actions are the fields that are present, in order; each pick-up is
/// one action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    /// The played card.
    pub placement: Placement,
    /// The pick-ups, in the order of the text. Empty if the turn does not list them (V8.1).
    pub pick_ups: Vec<PickUp>,
    /// The change of colours (V5.4).
    pub colours: Option<ColourChange>,
    /// The drawn card (V8.2).
    pub draw: Option<Id>,
}

/// A placement: `17@+3-2/E`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    /// The card.
    pub card: Id,
    /// The square of half A.
    pub square: Square,
    /// The direction from half A to half B.
    pub heading: Heading,
}

/// A pick-up: `x3,4`, `x2:7,9`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PickUp {
    /// The seat that picks up, from 1, or `None` for the seat to play. The number is not checked
    /// here.
    pub seat: Option<u8>,
    /// The cards in the order of the text.
    pub cards: Vec<Id>,
}

/// The change of colours after the table was cleared (V5.4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ColourChange {
    /// Both seats exchange their colours.
    Swap,
    /// The colours stay.
    Keep,
    /// The colours are claimed again.
    Claim(Vec<ColourWord>),
}

/// A word in place of a colour, which may be invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ColourWord {
    /// A colour of the game.
    Colour(Colour),
    /// Another word of lower-case letters.
    Unknown(String),
}

impl ColourWord {
    pub(super) fn read(text: &str) -> Self {
        Colour::named(text).map_or_else(|| Self::Unknown(text.to_owned()), Self::Colour)
    }

    /// Returns the colour, if the word is one.
    pub(crate) fn colour(&self) -> Option<Colour> {
        match self {
            Self::Colour(colour) => Some(*colour),
            Self::Unknown(_) => None,
        }
    }
}

impl Default for Turn {
    fn default() -> Self {
        Self::SetUp {
            discard: Discard::Hidden,
            claim: None,
        }
    }
}

impl_display!(
    ColourWord,
    Discard,
    Placement,
    PickUp,
    ColourChange,
    Play,
    Turn
);

impl WriteNotation for ColourWord {
    fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        match self {
            Self::Colour(colour) => out.write_str(colour.name()),
            Self::Unknown(word) => out.write_str(word),
        }
    }
}

impl WriteNotation for Discard {
    fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_str("discard:")?;
        match self {
            Self::Hidden => out.write_str("hidden"),
            Self::Cards(cards) => write_list(out, cards),
        }
    }
}

impl WriteNotation for Placement {
    fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        (self.card, '@', self.square, '/', self.heading.letter()).write_to(out)
    }
}

impl WriteNotation for PickUp {
    fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        ('x', self.seat.map(|seat| (seat, ':'))).write_to(out)?;
        write_list(out, &self.cards)
    }
}

impl WriteNotation for ColourChange {
    fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        match self {
            Self::Swap => out.write_str("swap"),
            Self::Keep => out.write_str("keep"),
            Self::Claim(colours) => {
                out.write_str("claim:")?;
                write_list(out, colours)
            }
        }
    }
}

impl WriteNotation for Play {
    fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        self.placement.write_to(out)?;
        for pick_up in &self.pick_ups {
            (';', pick_up).write_to(out)?;
        }
        (
            self.colours.as_ref().map(|colours| (';', colours)),
            self.draw.map(|card| (";draw:", card)),
        )
            .write_to(out)
    }
}

impl WriteNotation for Turn {
    fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        match self {
            Self::SetUp { discard, claim } => {
                (discard, claim.as_ref().map(|colour| (";claim:", colour))).write_to(out)
            }
            Self::Play(play) => play.write_to(out),
        }
    }
}
