//! The stones on a board, and their two colours.

use std::fmt;

use super::board::{MAX_SIZE, MIN_SIZE, Neighbours, Point, PointSet};
use crate::games::{WriteNotation, impl_display, write_places};

/// The colour of a stone. Pip's stones are black, Zip's are white (Z4.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Pip's colour.
    Black,
    /// Zip's colour.
    White,
}

impl Colour {
    /// Both colours, black first.
    pub(crate) const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// Returns the other colour.
    #[must_use]
    #[inline]
    pub(crate) fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// Returns 0 for black and 1 for white.
    #[inline]
    pub(crate) fn index(self) -> usize {
        self as usize
    }

    /// Returns the display name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
        }
    }

    /// Returns the role that places this colour (Z4.1).
    pub(crate) fn role(self) -> &'static str {
        match self {
            Self::Black => "Pip",
            Self::White => "Zip",
        }
    }

    /// Returns the neighbours to which a stone of this colour is connected (Z5.1, Z5.2).
    #[inline]
    pub(super) fn connected_neighbours(self) -> Neighbours {
        match self {
            Self::Black => Neighbours::Orthogonal,
            Self::White => Neighbours::All,
        }
    }

    /// Returns the letter in positions: `b` or `w`.
    pub(crate) fn letter(self) -> char {
        match self {
            Self::Black => 'b',
            Self::White => 'w',
        }
    }
}

/// The stones on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stones {
    /// The side of the board.
    size: u8,
    /// The points of the black and of the white stones.
    colours: [PointSet; 2],
}

impl Stones {
    /// Creates an empty board. The size is clamped to the range of Z1.1.
    pub fn empty(size: u8) -> Self {
        Self {
            size: size.clamp(MIN_SIZE, MAX_SIZE),
            colours: [PointSet::default(); 2],
        }
    }

    /// Returns the side of the board.
    #[inline]
    pub(crate) fn size(&self) -> u8 {
        self.size
    }

    /// Returns the stone on a point.
    #[inline]
    pub(crate) fn at(&self, point: Point) -> Option<Colour> {
        let [black, white] = &self.colours;
        match (black.contains(point), white.contains(point)) {
            (true, _) => Some(Colour::Black),
            (false, true) => Some(Colour::White),
            (false, false) => None,
        }
    }

    /// Puts a stone on a point, or empties it.
    pub fn set(&mut self, point: Point, stone: Option<Colour>) {
        for colour in &mut self.colours {
            colour.remove(point);
        }
        if let Some(colour) = stone {
            self.colours[colour.index()].insert(point);
        }
    }

    /// Puts a stone on an empty point.
    #[inline]
    pub(super) fn put(&mut self, point: Point, colour: Colour) {
        self.colours[colour.index()].insert(point);
    }

    /// Returns the empty points, column by column, each from the bottom up.
    pub(crate) fn empty_points(&self) -> impl Iterator<Item = Point> {
        let stones = self.all();
        Point::all(self.size).filter(move |&point| !stones.contains(point))
    }

    /// Returns true if every empty point is an orthogonal neighbour of `point`.
    pub(crate) fn only_beside(&self, point: Point) -> bool {
        let stones = self.all();
        let all_empty = u32::from(self.size) * u32::from(self.size) - stones.len();
        let empty_beside = point
            .beside(self.size)
            .filter(|&point| !stones.contains(point))
            .count();
        usize::try_from(all_empty) == Ok(empty_beside)
    }

    /// Returns the points of all stones.
    pub(super) fn all(&self) -> PointSet {
        let [black, white] = &self.colours;
        black.or(white)
    }

    /// Returns the points of a colour's stones.
    #[inline]
    pub fn of_colour(&self, colour: Colour) -> &PointSet {
        &self.colours[colour.index()]
    }
}

impl_display!(Stones);

/// Writes the rows from the top: `5/5/2w2/1b3/5`.
impl WriteNotation for Stones {
    fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        for row in (0..self.size).rev() {
            let black = self.of_colour(Colour::Black).row(row);
            let white = self.of_colour(Colour::White).row(row);
            let letter = |column: u8| {
                let bit = 1_u32 << column;
                if black & bit != 0 {
                    Some(Colour::Black.letter())
                } else if white & bit != 0 {
                    Some(Colour::White.letter())
                } else {
                    None
                }
            };
            write_places(out, (0..self.size).map(letter))?;
            if row > 0 {
                out.write_char('/')?;
            }
        }
        Ok(())
    }
}
