//! Colours of pipes and fields.

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
    pub(crate) fn index(self) -> usize {
        self as usize
    }
}
