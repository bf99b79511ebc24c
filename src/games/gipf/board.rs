//! The board of G1: points and spots. Lines and pushes are in `lines.rs`, sets of spots in `spots.rs`.

use std::fmt;
use std::sync::LazyLock;

pub use super::lines::{BoardLine, PushLine};
use super::spots::BOARD;
pub use super::spots::SpotSet;
use super::turn::{NAMES, NUMBERS};

/// How many points there are, dots and spots.
pub const POINTS: usize = 61;
/// How many spots there are.
pub const SPOTS: usize = 37;

/// The first point of each column, and after them the end.
const COLUMN_START: [u8; 10] = [0, 5, 11, 18, 26, 35, 43, 50, 56, 61];
pub(super) const NOWHERE: u8 = u8::MAX;

/// A point of the board (G1.1), numbered column by column, from the lowest up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(pub(super) u8);

/// A spot (G1.2), numbered column by column, from the lowest up, with gaps: columns are eight apart and
/// after e slanted, so that a step along an axis adds the same number everywhere and leads from the edge
/// to a number that no spot has. So sets of spots move, and rows are found, by shifting bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot(pub(super) u8);

/// The three directions of lines, toward the end with the greater name (G1.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Axis {
    /// Up in a column.
    Up,
    /// One column to the right and up.
    Rise,
    /// One column to the right and down.
    Fall,
}

pub(super) const AXES: [Axis; 3] = [Axis::Up, Axis::Rise, Axis::Fall];

/// A step along each axis, in numbers of spots.
pub(super) const STRIDES: [u32; 3] = [1, 9, 8];

const fn column_length(column: u8) -> u8 {
    COLUMN_START[column as usize + 1] - COLUMN_START[column as usize]
}

const fn point_at(column: i8, row: i8) -> u8 {
    if column < 0 || column > 8 || row < 1 || row > column_length(column as u8) as i8 {
        return NOWHERE;
    }
    COLUMN_START[column as usize] + row as u8 - 1
}

const fn column_of(point: u8) -> u8 {
    let mut column = 0;
    while COLUMN_START[column + 1] <= point {
        column += 1;
    }
    column as u8
}

const fn row_of(point: u8) -> u8 {
    point - COLUMN_START[column_of(point) as usize] + 1
}

/// The neighbour of a point (G1.3), forward or backward along an axis.
pub(super) const fn step(point: u8, axis: Axis, forward: bool) -> u8 {
    let column = column_of(point) as i8;
    let row = row_of(point) as i8;
    match (axis, forward) {
        (Axis::Up, true) => point_at(column, row + 1),
        (Axis::Up, false) => point_at(column, row - 1),
        // Toward e the next column's rows are r and r + 1, away from it r - 1 and r.
        (Axis::Rise, true) => point_at(column + 1, if column < 4 { row + 1 } else { row }),
        (Axis::Rise, false) => point_at(column - 1, if column <= 4 { row - 1 } else { row }),
        (Axis::Fall, true) => point_at(column + 1, if column < 4 { row } else { row - 1 }),
        (Axis::Fall, false) => point_at(column - 1, if column <= 4 { row } else { row + 1 }),
    }
}

pub(super) const fn is_dot(point: u8) -> bool {
    let column = column_of(point);
    let row = row_of(point);
    column == 0 || column == 8 || row == 1 || row == column_length(column)
}

pub(super) const SPOT_OF_POINT: [u8; POINTS] = {
    let mut spots = [NOWHERE; POINTS];
    let mut point = 0;
    while point < POINTS {
        if !is_dot(point as u8) {
            let (column, row) = (column_of(point as u8), row_of(point as u8));
            let slant = column.saturating_sub(4);
            spots[point] = (column - 1) * 8 + row - 2 + slant;
        }
        point += 1;
    }
    spots
};

const POINT_OF_SPOT: [u8; 64] = {
    let mut points = [0; 64];
    let mut point = 0;
    while point < POINTS {
        if SPOT_OF_POINT[point] != NOWHERE {
            points[SPOT_OF_POINT[point] as usize] = point as u8;
        }
        point += 1;
    }
    points
};

/// The column of each point, `a` as 0, and its row, from 1.
static PLACES: [(u8, u8); POINTS] = {
    let mut table = [(0, 0); POINTS];
    let mut point = 0;
    while point < POINTS as u8 {
        table[point as usize] = (column_of(point), row_of(point));
        point += 1;
    }
    table
};

/// The point of each column, `a` as 0, and row, from 1.
pub(super) static POINT_AT: [[u8; 10]; 9] = {
    let mut table = [[NOWHERE; 10]; 9];
    let mut point = 0;
    while point < POINTS as u8 {
        table[column_of(point) as usize][row_of(point) as usize] = point;
        point += 1;
    }
    table
};

/// The point of each name.
pub(super) static POINT_NAMED: [u8; NAMES] = {
    let mut table = [NOWHERE; NAMES];
    let mut point = 0;
    while point < POINTS as u8 {
        table[column_of(point) as usize * NUMBERS as usize + row_of(point) as usize] = point;
        point += 1;
    }
    table
};

/// The spot of each name.
pub(super) static SPOT_NAMED: [u8; NAMES] = {
    let mut table = [NOWHERE; NAMES];
    let mut at = 0;
    while at < table.len() {
        if POINT_NAMED[at] != NOWHERE {
            table[at] = SPOT_OF_POINT[POINT_NAMED[at] as usize];
        }
        at += 1;
    }
    table
};

/// The names of all points: they are asked for again and again.
static POINT_NAMES: LazyLock<Vec<String>> = LazyLock::new(|| Point::all().map(|point| point.to_string()).collect());

impl Point {
    /// Its name.
    pub(super) fn name(self) -> &'static str {
        &POINT_NAMES[usize::from(self.0)]
    }

    /// The point of that name.
    pub fn named(name: &str) -> Option<Self> {
        match name.as_bytes() {
            [column @ b'a'..=b'i', row @ b'1'..=b'9'] => Self::at(column - b'a', row - b'0'),
            _ => None,
        }
    }

    /// The point of a column, `a` as 0, and a row, from 1.
    #[inline]
    pub(super) fn at(column: u8, row: u8) -> Option<Self> {
        let point = *POINT_AT.get(usize::from(column))?.get(usize::from(row))?;
        (point != NOWHERE).then_some(Self(point))
    }

    /// All 61.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..POINTS as u8).map(Self)
    }

    /// Whether it is a dot (G1.2).
    #[inline]
    pub fn is_dot(self) -> bool {
        SPOT_OF_POINT[usize::from(self.0)] == NOWHERE
    }

    /// The spot that it is, unless it is a dot.
    #[inline]
    pub fn spot(self) -> Option<Spot> {
        let spot = SPOT_OF_POINT[usize::from(self.0)];
        (spot != NOWHERE).then_some(Spot(spot))
    }

    /// Its column, `a` as 0.
    #[inline]
    pub fn column(self) -> u8 {
        PLACES[usize::from(self.0)].0
    }

    /// Its row, from 1.
    #[inline]
    pub fn row(self) -> u8 {
        PLACES[usize::from(self.0)].1
    }
}

impl Spot {
    /// All 37, column by column, from the lowest up.
    pub fn all() -> impl Iterator<Item = Self> {
        BOARD.iter()
    }

    /// The point that it is.
    pub fn point(self) -> Point {
        Point(POINT_OF_SPOT[usize::from(self.0)])
    }

    pub(super) fn bit(self) -> u64 {
        1 << self.0
    }
}

impl fmt::Display for Point {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}{}", char::from(b'a' + self.column()), self.row())
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.point().fmt(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_no_points() {
        for name in ["a6", "b7", "e10", "j1", "a0", "a", "A1", "a01", "a+1", "", "é1"] {
            assert_eq!(Point::named(name), None, "{name}");
        }
        assert!(Point::all().all(|point| Point::named(&point.to_string()) == Some(point)));
    }

    #[test]
    fn a_step_along_an_axis_is_one_stride() {
        for (point, (axis, stride)) in
            Point::all().flat_map(|point| (0..3).map(move |at| (point, (AXES[at], STRIDES[at]))))
        {
            let Some(spot) = point.spot() else { continue };
            let next = step(point.0, axis, true);
            let next = (next != NOWHERE).then_some(Point(next)).and_then(Point::spot);
            let shifted = SpotSet(spot.bit() << stride).and(BOARD);
            assert_eq!(shifted.iter().next(), next, "{spot} {axis:?}");
        }
        assert_eq!(BOARD.len(), SPOTS as u32);
    }
}
