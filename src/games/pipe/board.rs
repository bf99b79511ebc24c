//! The grid of V1: squares and headings.

use std::fmt;

/// A unit square of the grid (V1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// How far to the east.
    pub x: i32,
    /// How far to the north.
    pub y: i32,
}

/// A direction, from a card's half A to its half B (V1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Heading {
    /// Toward greater y.
    North,
    /// Toward greater x.
    East,
    /// Toward smaller y.
    South,
    /// Toward smaller x.
    West,
}

impl Heading {
    /// All four, clockwise from the north.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// `N`, `E`, `S`, `W`
    pub fn letter(self) -> char {
        match self {
            Self::North => 'N',
            Self::East => 'E',
            Self::South => 'S',
            Self::West => 'W',
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:+}{:+}", self.x, self.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_carry_their_sign() {
        assert_eq!(Square { x: 3, y: -2 }.to_string(), "+3-2");
        assert_eq!(Square { x: 0, y: 0 }.to_string(), "+0+0");
        assert_eq!(Square { x: -10, y: i32::MIN }.to_string(), "-10-2147483648");
    }
}
