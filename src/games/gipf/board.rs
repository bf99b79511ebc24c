//! The board (G1): points, and the spots among them. A point on the edge is a dot, where pushes
//! begin; a point inside is a spot, where pieces stay. Lines and pushes are in `lines.rs`, sets of
//! spots in `spot_set.rs`.

use std::fmt;
use std::sync::LazyLock;

pub use super::lines::{BoardLine, PushLine};
use super::spot_set::BOARD;
pub use super::spot_set::SpotSet;

/// Number of points: dots and spots.
pub const POINTS: usize = 61;
/// Number of spots.
pub const SPOTS: usize = 37;

/// The first point of each column, followed by the number of points.
const COLUMN_START: [u8; 10] = [0, 5, 11, 18, 26, 35, 43, 50, 56, 61];
/// The number of a point or a spot that does not exist.
pub(super) const NOWHERE: u8 = u8::MAX;

/// A point of the board (G1.1). Points are numbered column by column, each from the bottom up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(pub(super) u8);

/// A spot (G1.2). The numbers are bit positions.
///
/// Spots are numbered column by column, each from the bottom up, with gaps: columns are eight
/// apart, and those after e are slanted: b2 is 0, b3 is 1, c2 is 8, e2 is 24, f2 is 33. A step
/// along an axis therefore adds the same number everywhere, and leads from the edge to a number
/// without a spot. Sets of spots can be moved, and rows found, by shifting bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot(pub(super) u8);

/// The three directions of lines, towards the end with the greater name (G1.3).
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

/// The difference in spot numbers of one step along each axis.
pub(super) const STRIDES: [u32; 3] = [1, 9, 8];

/// Returns the number of points in a column; `a` is 0.
const fn column_length(column: u8) -> u8 {
    COLUMN_START[column as usize + 1] - COLUMN_START[column as usize]
}

/// Returns the number of the point in a column (`a` is 0) and a row (from 1), or `NOWHERE`.
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

/// Returns the next point along an axis (G1.3), or `NOWHERE` after the last point.
pub(super) const fn next_point(point: u8, axis: Axis) -> u8 {
    let column = column_of(point) as i8;
    let row = row_of(point) as i8;
    // In the next column towards e, the neighbours are in rows r and r + 1; away from e, they are
    // in rows r - 1 and r.
    let lower_row = if column < 4 { row } else { row - 1 };
    match axis {
        Axis::Up => point_at(column, row + 1),
        Axis::Rise => point_at(column + 1, lower_row + 1),
        Axis::Fall => point_at(column + 1, lower_row),
    }
}

pub(super) const fn is_dot(point: u8) -> bool {
    let column = column_of(point);
    let row = row_of(point);
    column == 0 || column == 8 || row == 1 || row == column_length(column)
}

/// The spot of each point; `NOWHERE` for dots. [`Spot`] explains the numbers.
pub(super) const SPOT_OF_POINT: [u8; POINTS] = {
    let mut spots = [NOWHERE; POINTS];
    let mut point = 0;
    while point < POINTS {
        if !is_dot(point as u8) {
            let column = column_of(point as u8);
            let row = row_of(point as u8);
            let slant = column.saturating_sub(4);
            spots[point] = (column - 1) * 8 + row - 2 + slant;
        }
        point += 1;
    }
    spots
};

/// The point of each spot.
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

/// The column (`a` is 0) and the row (from 1) of each point.
static PLACES: [(u8, u8); POINTS] = {
    let mut table = [(0, 0); POINTS];
    let mut point = 0;
    while point < POINTS as u8 {
        table[point as usize] = (column_of(point), row_of(point));
        point += 1;
    }
    table
};

/// The point of each column (`a` is 0) and row (from 1).
pub(super) static POINT_AT: [[u8; 10]; 9] = {
    let mut table = [[NOWHERE; 10]; 9];
    let mut point = 0;
    while point < POINTS as u8 {
        table[column_of(point) as usize][row_of(point) as usize] = point;
        point += 1;
    }
    table
};

/// The spot of each column (`a` is 0) and row (from 1).
static SPOT_AT: [[u8; 10]; 9] = {
    let mut table = [[NOWHERE; 10]; 9];
    let mut point = 0;
    while point < POINTS as u8 {
        table[column_of(point) as usize][row_of(point) as usize] = SPOT_OF_POINT[point as usize];
        point += 1;
    }
    table
};

/// Cached names of all points.
static POINT_NAMES: LazyLock<Vec<String>> =
    LazyLock::new(|| Point::all().map(|point| point.to_string()).collect());

impl Point {
    /// Returns the name of the point.
    pub(super) fn name(self) -> &'static str {
        &POINT_NAMES[usize::from(self.0)]
    }

    /// Returns the point with this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        match name.as_bytes() {
            [column @ b'a'..=b'i', row @ b'1'..=b'9'] => {
                Self::from_column_and_row(column - b'a', row - b'0')
            }
            _ => None,
        }
    }

    /// Returns the point of a column (`a` is 0) and a row (from 1).
    #[inline]
    pub(super) fn from_column_and_row(column: u8, row: u8) -> Option<Self> {
        let point = *POINT_AT.get(usize::from(column))?.get(usize::from(row))?;
        (point != NOWHERE).then_some(Self(point))
    }

    /// Returns all 61 points.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        (0..POINTS as u8).map(Self)
    }

    /// Returns true if the point is a dot (G1.2).
    #[inline]
    pub(crate) fn is_dot(self) -> bool {
        SPOT_OF_POINT[usize::from(self.0)] == NOWHERE
    }

    /// Returns the spot, or `None` if the point is a dot.
    #[inline]
    pub(crate) fn spot(self) -> Option<Spot> {
        let spot = SPOT_OF_POINT[usize::from(self.0)];
        (spot != NOWHERE).then_some(Spot(spot))
    }

    /// Returns the column; `a` is 0.
    #[inline]
    pub(crate) fn column(self) -> u8 {
        PLACES[usize::from(self.0)].0
    }

    /// Returns the row, from 1.
    #[inline]
    pub(crate) fn row(self) -> u8 {
        PLACES[usize::from(self.0)].1
    }
}

impl Spot {
    /// Returns all 37 spots, column by column, each from the bottom up.
    pub fn all() -> impl Iterator<Item = Self> {
        BOARD.iter()
    }

    /// Returns the spot of a column (`a` is 0) and a row (from 1).
    #[inline]
    pub(super) fn from_column_and_row(column: u8, row: u8) -> Option<Self> {
        let spot = *SPOT_AT.get(usize::from(column))?.get(usize::from(row))?;
        (spot != NOWHERE).then_some(Self(spot))
    }

    /// Returns the spot as a point.
    pub(crate) fn point(self) -> Point {
        Point(POINT_OF_SPOT[usize::from(self.0)])
    }

    #[inline]
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
    use crate::games::gipf::Name;

    #[test]
    fn names_that_are_not_points() {
        for name in [
            "a6", "b7", "e10", "j1", "a0", "a", "A1", "a01", "a+1", "", "é1",
        ] {
            assert_eq!(Point::named(name), None, "{name}");
        }
        assert!(Point::all().all(|point| Point::named(&point.to_string()) == Some(point)));
    }

    #[test]
    fn a_name_of_a_spot_is_the_name_of_its_point() {
        for name in Name::all() {
            assert_eq!(name.spot(), name.point().and_then(Point::spot), "{name}");
        }
    }

    #[test]
    fn a_step_along_an_axis_is_one_stride() {
        for (point, (axis, stride)) in Point::all()
            .flat_map(|point| (0..3).map(move |index| (point, (AXES[index], STRIDES[index]))))
        {
            let Some(spot) = point.spot() else { continue };
            let next = next_point(point.0, axis);
            let next = (next != NOWHERE)
                .then_some(Point(next))
                .and_then(Point::spot);
            let shifted = SpotSet(spot.bit() << stride).and(BOARD);
            assert_eq!(shifted.iter().next(), next, "{spot} {axis:?}");
        }
        assert_eq!(BOARD.len(), SPOTS as u32);
    }
}
