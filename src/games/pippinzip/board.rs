//! The board of Z1: points, and sets of points as bits.

use std::fmt;

/// The smallest board's side (Z1.1).
pub const SMALLEST: u8 = 3;
/// The largest board's side (Z1.1).
pub const LARGEST: u8 = 26;

/// A point of a board (Z1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    // In this order, so that points are ordered as the auction's stones are written (Z3.1).
    column: u8,
    row: u8,
}

impl Point {
    /// The point of a column and a row, both from 0, if a board of that side has it.
    pub fn new(column: u8, row: u8, size: u8) -> Option<Self> {
        let size = size.min(LARGEST);
        (column < size && row < size).then_some(Self { column, row })
    }

    /// The column, 0 for `a`.
    pub fn column(self) -> u8 {
        self.column
    }

    /// The row, 0 at the bottom.
    pub fn row(self) -> u8 {
        self.row
    }
}

impl fmt::Display for Point {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}{}", char::from(b'a' + self.column), self.row + 1)
    }
}

/// A set of points, a word a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PointSet {
    rows: [u32; LARGEST as usize],
}

impl PointSet {
    /// Whether the point is in it.
    pub fn contains(&self, point: Point) -> bool {
        self.rows[usize::from(point.row)] & (1 << point.column) != 0
    }

    /// Puts a point in.
    pub fn insert(&mut self, point: Point) {
        self.rows[usize::from(point.row)] |= 1 << point.column;
    }

    /// Takes a point out.
    pub fn remove(&mut self, point: Point) {
        self.rows[usize::from(point.row)] &= !(1 << point.column);
    }

    /// Its rows from the bottom, column `a` the lowest bit.
    pub fn rows(&self) -> &[u32; LARGEST as usize] {
        &self.rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_on_their_board() {
        assert_eq!(Point::new(0, 0, 3).unwrap().to_string(), "a1");
        assert_eq!(Point::new(25, 25, 26).unwrap().to_string(), "z26");
        assert_eq!(Point::new(3, 0, 3), None);
        assert_eq!(Point::new(0, 3, 3), None);
        assert_eq!(Point::new(26, 0, 200), None);
    }

    #[test]
    fn sets_hold_points() {
        let point = Point::new(25, 25, 26).unwrap();
        let mut set = PointSet::default();
        set.insert(point);
        assert!(set.contains(point));
        set.remove(point);
        assert_eq!(set, PointSet::default());
    }
}
