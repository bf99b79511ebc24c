//! Compass directions on boards of squares.

/// A direction on a board of squares, and the side of a square or piece that faces it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Compass {
    /// Up in a diagram.
    North,
    /// To the right.
    East,
    /// Down.
    South,
    /// To the left.
    West,
}

impl Compass {
    /// All four directions, clockwise from north.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// Returns the index in [`Compass::ALL`].
    #[inline]
    pub(crate) fn index(self) -> usize {
        self as usize
    }

    /// Returns the letter: `N`, `E`, `S` or `W`.
    pub fn letter(self) -> char {
        match self {
            Self::North => 'N',
            Self::East => 'E',
            Self::South => 'S',
            Self::West => 'W',
        }
    }

    /// Returns the display name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::North => "north",
            Self::East => "east",
            Self::South => "south",
            Self::West => "west",
        }
    }

    /// Returns the opposite direction.
    #[must_use]
    #[inline]
    pub(crate) fn opposite(self) -> Self {
        self.turned(2)
    }

    /// Returns the direction `quarters` clockwise quarter turns from this one.
    #[must_use]
    #[inline]
    pub(crate) fn turned(self, quarters: u8) -> Self {
        Self::ALL[(self.index() + usize::from(quarters)) % 4]
    }

    /// Returns the number of clockwise quarter turns from `other` to this direction.
    #[inline]
    pub(crate) fn quarters_from(self, other: Self) -> u8 {
        (self as u8 + 4 - other as u8) % 4
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_rotate_clockwise() {
        assert_eq!(Compass::North.turned(1), Compass::East);
        assert_eq!(Compass::West.turned(1), Compass::North);
        for (from, to) in Compass::ALL
            .into_iter()
            .flat_map(|from| Compass::ALL.map(|to| (from, to)))
        {
            assert_eq!(from.turned(to.quarters_from(from)), to);
        }
    }
}
