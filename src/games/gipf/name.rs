//! Names in turns (G1.1, G7): `e5` is the name of a point, `z9` a name without a point.

use std::fmt;

use super::board::{Point, Spot};
use crate::games::{WriteNotation, impl_display};

/// A letter and a number, which may be off the board: a finding has to explain `z9`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name {
    /// The column; `a` is 0.
    pub(super) letter: u8,
    /// The row, from 1. 0 and numbers beyond the column are possible.
    pub(super) number: u8,
}

impl Name {
    /// Returns all names.
    #[cfg(test)]
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..26).flat_map(|letter| (0..100).map(move |number| Self { letter, number }))
    }

    /// Reads a name that the grammar has accepted.
    pub(super) fn read(text: &str) -> Self {
        let (letter, number) = text.split_at_checked(1).unwrap_or(("a", ""));
        let letter = letter.bytes().next().unwrap_or(b'a').wrapping_sub(b'a');
        Self {
            letter,
            number: number.parse().unwrap_or(0),
        }
    }

    /// Returns the point with this name, if there is one (G1.1).
    #[inline]
    pub fn point(self) -> Option<Point> {
        Point::from_column_and_row(self.letter, self.number)
    }

    /// Returns the dot with this name, if there is one (G1.2).
    pub(super) fn dot(self) -> Option<Point> {
        self.point().filter(|point| point.is_dot())
    }

    /// Returns the spot with this name, if there is one (G1.2).
    #[inline]
    pub fn spot(self) -> Option<Spot> {
        Spot::from_column_and_row(self.letter, self.number)
    }
}

impl From<Point> for Name {
    fn from(point: Point) -> Self {
        Self {
            letter: point.column(),
            number: point.row(),
        }
    }
}

impl From<Spot> for Name {
    fn from(spot: Spot) -> Self {
        spot.point().into()
    }
}

impl_display!(Name);

impl WriteNotation for Name {
    fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        (char::from(b'a'.wrapping_add(self.letter)), self.number).write_to(out)
    }
}
