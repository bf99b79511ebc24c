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

/// A direction, such as that from a card's half A to its half B (V1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

    /// Its name for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::North => "north",
            Self::East => "east",
            Self::South => "south",
            Self::West => "west",
        }
    }

    /// The other way.
    #[must_use]
    pub fn opposite(self) -> Self {
        self.turned(2)
    }

    /// So many quarter turns clockwise from it.
    #[must_use]
    pub fn turned(self, quarters: u8) -> Self {
        Self::ALL[(self as usize + usize::from(quarters)) % 4]
    }

    /// How many quarter turns clockwise it is from `other`.
    pub fn quarters_from(self, other: Self) -> u8 {
        (self as u8 + 4 - other as u8) % 4
    }
}

impl Square {
    /// The square beside it; `None` at the end of the numbers.
    pub fn beside(self, heading: Heading) -> Option<Self> {
        let Self { x, y } = self;
        match heading {
            Heading::North => Some(Self { x, y: y.checked_add(1)? }),
            Heading::East => Some(Self { x: x.checked_add(1)?, y }),
            Heading::South => Some(Self { x, y: y.checked_sub(1)? }),
            Heading::West => Some(Self { x: x.checked_sub(1)?, y }),
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

    #[test]
    fn headings_turn_clockwise() {
        assert_eq!(Heading::North.turned(1), Heading::East);
        assert_eq!(Heading::West.turned(1), Heading::North);
        for (from, to) in Heading::ALL.into_iter().flat_map(|from| Heading::ALL.map(|to| (from, to))) {
            assert_eq!(from.turned(to.quarters_from(from)), to);
        }
    }

    #[test]
    fn squares_beside_and_back() {
        let square = Square { x: -1, y: 0 };
        assert_eq!(square.beside(Heading::North), Some(Square { x: -1, y: 1 }));
        assert_eq!(square.beside(Heading::East), Some(Square { x: 0, y: 0 }));
        for heading in Heading::ALL {
            let back = square.beside(heading).and_then(|beside| beside.beside(heading.opposite()));
            assert_eq!(back, Some(square));
        }
        let corner = Square { x: i32::MAX, y: i32::MIN };
        assert_eq!([Heading::East, Heading::South].map(|heading| corner.beside(heading)), [None; 2]);
    }
}
