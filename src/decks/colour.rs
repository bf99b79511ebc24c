//! Colours of pipes and fields. A pipe is black or white, a field is light or dark; a [`Colour`] is
//! any of these four.

/// A colour of pipes or fields. Seats claim them (V3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// Black pipes.
    Black,
    /// White pipes.
    White,
    /// Light fields.
    Light,
    /// Dark fields.
    Dark,
}

impl Colour {
    /// All four colours, in the order of the rule sheet.
    pub(crate) const ALL: [Self; 4] = [Self::Black, Self::White, Self::Light, Self::Dark];

    /// Returns the colour with this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|colour| colour.name() == name)
    }

    /// Returns the name in records.
    pub fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// Returns the index, 0 to 3, in the order of the rule sheet.
    #[inline]
    pub(crate) fn index(self) -> usize {
        self as usize
    }
}

/// The colour of a pipe (V2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PipeColour {
    /// `B`
    Black,
    /// `W`
    White,
}

/// The colour of an arc or of a field (V2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FieldColour {
    /// `L`
    Light,
    /// `D`
    Dark,
}

impl PipeColour {
    /// Returns the display name: `black` or `white`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
        }
    }

    /// Returns the other colour.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// Returns the letter: `B` or `W`.
    pub(crate) fn letter(self) -> char {
        match self {
            Self::Black => 'B',
            Self::White => 'W',
        }
    }
}

impl FieldColour {
    /// Returns the display name: `light` or `dark`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// Returns the other colour.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Light => Self::Dark,
            Self::Dark => Self::Light,
        }
    }

    /// Returns the letter: `L` or `D`.
    pub fn letter(self) -> char {
        match self {
            Self::Light => 'L',
            Self::Dark => 'D',
        }
    }

    /// Returns the colour of a letter: dark for `D`.
    pub(super) fn from_letter(letter: &str) -> Self {
        if letter == "D" {
            Self::Dark
        } else {
            Self::Light
        }
    }
}

impl From<PipeColour> for Colour {
    fn from(colour: PipeColour) -> Self {
        match colour {
            PipeColour::Black => Self::Black,
            PipeColour::White => Self::White,
        }
    }
}

impl From<FieldColour> for Colour {
    fn from(colour: FieldColour) -> Self {
        match colour {
            FieldColour::Light => Self::Light,
            FieldColour::Dark => Self::Dark,
        }
    }
}
