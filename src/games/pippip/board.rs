//! The board (P1): squares and their sides.

use std::fmt;
use std::sync::LazyLock;

/// A side of a square and of the die on it. North is towards rank 4, east towards column d (P1.3).
pub use crate::games::Compass as Side;

/// Number of squares per side.
pub const SIDE: u8 = 4;
/// Number of squares.
pub const SQUARES: usize = 16;

/// The dark squares: column and rank are both even or both odd (P1.1).
pub(super) const DARK: u16 = {
    let mut dark = 0;
    let mut square = 0;
    while square < SIDE * SIDE {
        dark |= ((square % SIDE + square / SIDE).is_multiple_of(2) as u16) << square;
        square += 1;
    }
    dark
};

/// A square of the board (P1.1), numbered rank by rank from `a1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// The squares beside each square, in the order of [`Side::ALL`].
static BESIDE: [[Option<Square>; 4]; SQUARES] = {
    let mut table = [[None; 4]; SQUARES];
    let mut square = 0;
    while square < SIDE * SIDE {
        let column = square % SIDE;
        let rank = square / SIDE;
        table[square as usize] = [
            Square::new(column, rank + 1),
            Square::new(column + 1, rank),
            Square::new(column, rank.wrapping_sub(1)),
            Square::new(column.wrapping_sub(1), rank),
        ];
        square += 1;
    }
    table
};

/// Cached names of all squares.
static NAMES: LazyLock<Vec<String>> =
    LazyLock::new(|| Square::all().map(|square| square.to_string()).collect());

impl Square {
    /// Returns the name of the square.
    pub(super) fn name(self) -> &'static str {
        &NAMES[self.index()]
    }

    /// Returns the square of a column and a rank, both from 0.
    #[inline]
    pub(crate) const fn new(column: u8, rank: u8) -> Option<Self> {
        if column < SIDE && rank < SIDE {
            Some(Self(rank * SIDE + column))
        } else {
            None
        }
    }

    /// Returns all squares, rank by rank from `a1`.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..SIDE * SIDE).map(Self)
    }

    /// Returns the column; `a` is 0.
    #[inline]
    pub(crate) fn column(self) -> u8 {
        self.0 % SIDE
    }

    /// Returns the rank; the bottom rank is 0.
    #[inline]
    pub(crate) fn rank(self) -> u8 {
        self.0 / SIDE
    }

    /// Returns true if the square is dark, as `a1` is (P1.1).
    #[inline]
    pub fn is_dark(self) -> bool {
        DARK >> self.0 & 1 != 0
    }

    /// Returns the square beside this one, if there is one.
    #[inline]
    pub(crate) fn beside(self, side: Side) -> Option<Self> {
        BESIDE[self.index()][side.index()]
    }

    /// Returns the index, below [`SQUARES`].
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0) % SQUARES
    }
}

/// A set of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SquareSet(u16);

impl SquareSet {
    /// Returns true if the set contains the square.
    #[inline]
    pub(crate) fn contains(self, square: Square) -> bool {
        self.0 & 1 << square.0 != 0
    }

    /// Returns the number of squares.
    #[inline]
    pub(crate) fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Adds a square.
    #[inline]
    pub(crate) fn insert(&mut self, square: Square) {
        self.0 |= 1 << square.0;
    }

    /// Returns the difference.
    #[must_use]
    pub(crate) fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns the squares, rank by rank from `a1`.
    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = Square> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let lowest = left.trailing_zeros() as u8;
            // Clears the lowest bit.
            left &= left - 1;
            Some(Square(lowest))
        })
    }
}

impl FromIterator<Square> for SquareSet {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Self::default();
        for square in squares {
            set.insert(square);
        }
        set
    }
}

impl fmt::Display for Square {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            out,
            "{}{}",
            char::from(b'a' + self.column()),
            self.rank() + 1
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_have_names() {
        let names: Vec<_> = Square::all().map(|square| square.to_string()).collect();
        assert_eq!(names.len(), SQUARES);
        assert_eq!(names[..5], ["a1", "b1", "c1", "d1", "a2"]);
        assert_eq!(Square::new(3, 3).map(Square::index), Some(15));
        assert_eq!(Square::new(4, 0), None);
        assert_eq!(Square::new(0, 4), None);
    }

    #[test]
    fn squares_have_colours() {
        let dark: Vec<_> = Square::all()
            .filter(|square| square.is_dark())
            .map(|square| square.to_string())
            .collect();
        assert_eq!(dark, ["a1", "c1", "b2", "d2", "a3", "c3", "b4", "d4"]);
    }

    #[test]
    fn sides_lead_to_the_neighbouring_square_and_back() {
        let beside = |square: Square| {
            Side::ALL.map(|side| square.beside(side).map(|beside| beside.to_string()))
        };
        let named =
            |names: [&str; 4]| names.map(|name| (!name.is_empty()).then(|| name.to_owned()));
        assert_eq!(
            Square::new(0, 0).map(beside),
            Some(named(["a2", "b1", "", ""]))
        );
        assert_eq!(
            Square::new(1, 2).map(beside),
            Some(named(["b4", "c3", "b2", "a3"]))
        );
        assert_eq!(
            Square::new(3, 3).map(beside),
            Some(named(["", "", "d3", "c4"]))
        );
        for (square, side) in Square::all().flat_map(|square| Side::ALL.map(|side| (square, side)))
        {
            if let Some(next) = square.beside(side) {
                assert_eq!(next.beside(side.opposite()), Some(square));
            }
        }
    }
}
