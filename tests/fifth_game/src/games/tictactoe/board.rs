//! The board: squares and marks (T1).

use std::fmt;

use crate::games::{WriteNotation, impl_display};

/// The number of squares on a side.
pub(super) const SIDE: u8 = 3;

/// A square: its column and its row, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Square {
    column: u8,
    row: u8,
}

impl Square {
    /// Returns the square in a column and a row; `None` if the board does not have it (T1.1).
    pub fn new(column: u8, row: u8) -> Option<Self> {
        (column < SIDE && row < SIDE).then_some(Self { column, row })
    }

    /// Returns all squares, row by row from the bottom.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| Self { column, row }))
    }

    /// Returns the square with a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|square| square.to_string() == name)
    }

    /// Returns the column, from 0.
    pub fn column(self) -> u8 {
        self.column
    }

    /// Returns the row, from 0 at the bottom.
    pub fn row(self) -> u8 {
        self.row
    }

    /// Returns the place in the order of [`Square::all`].
    pub fn index(self) -> usize {
        usize::from(self.row * SIDE + self.column)
    }
}

impl_display!(Square);

impl WriteNotation for Square {
    fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        (char::from(b'a' + self.column), self.row + 1).write_to(out)
    }
}

/// The mark of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// The mark of seat 1.
    Cross,
    /// The mark of seat 2.
    Nought,
}

impl Mark {
    /// Both marks, that of seat 1 first.
    pub const BOTH: [Self; 2] = [Self::Cross, Self::Nought];

    /// Returns the mark of a seat.
    pub fn of_seat(seat: u8) -> Self {
        if seat == 1 { Self::Cross } else { Self::Nought }
    }

    /// Returns the seat that has the mark.
    pub fn seat(self) -> u8 {
        match self {
            Self::Cross => 1,
            Self::Nought => 2,
        }
    }

    /// Returns the other mark.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Cross => Self::Nought,
            Self::Nought => Self::Cross,
        }
    }

    /// Returns the display name of its seat.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cross => "Cross",
            Self::Nought => "Nought",
        }
    }

    /// Returns the letter in positions.
    pub fn letter(self) -> char {
        match self {
            Self::Cross => 'x',
            Self::Nought => 'o',
        }
    }
}

/// The columns, the rows and the diagonals.
pub(super) fn lines() -> impl Iterator<Item = [Square; 3]> {
    let line = |squares: [(u8, u8); 3]| squares.map(|(column, row)| Square { column, row });
    let straight = (0..SIDE).flat_map(move |at| {
        [
            line([(at, 0), (at, 1), (at, 2)]),
            line([(0, at), (1, at), (2, at)]),
        ]
    });
    let diagonal = [
        line([(0, 0), (1, 1), (2, 2)]),
        line([(0, 2), (1, 1), (2, 0)]),
    ];
    straight.chain(diagonal)
}
