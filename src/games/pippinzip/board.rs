//! The board (Z1): points, and sets of points as bitboards. A bitboard has a word for each row,
//! with a bit for each column.

use std::fmt;
use std::sync::LazyLock;

use crate::games::WriteNotation;

/// Steps to the orthogonal neighbours.
const ORTHOGONAL: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
/// Steps to the diagonal neighbours.
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// The side of the smallest board (Z1.1).
pub const MIN_SIZE: u8 = 3;
/// The side of the largest board (Z1.1).
pub const MAX_SIZE: u8 = 26;

/// A side of the board. A corner belongs to two sides (Z1.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Column `a`.
    Left,
    /// The last column.
    Right,
    /// Row 1.
    Bottom,
    /// The last row.
    Top,
}

impl Side {
    /// All four sides.
    pub(crate) const ALL: [Self; 4] = [Self::Left, Self::Right, Self::Bottom, Self::Top];
}

/// The neighbours of a point that count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Neighbours {
    /// Those in the same row or column.
    Orthogonal,
    /// The diagonal ones too.
    All,
}

/// A point of a board (Z1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    // The field order matters: points are ordered as the stones of the auction are written (Z3.1).
    column: u8,
    row: u8,
}

/// Cached names of the points of the largest board.
static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
    Point::all(MAX_SIZE)
        .map(|point| point.to_string())
        .collect()
});

impl Point {
    /// Returns the name of the point.
    pub(super) fn name(self) -> &'static str {
        &NAMES[usize::from(self.column) * usize::from(MAX_SIZE) + usize::from(self.row)]
    }

    /// Returns the point of a column and a row, both from 0, or `None` if a board of this size does
    /// not have it.
    #[inline]
    pub(crate) fn new(column: u8, row: u8, size: u8) -> Option<Self> {
        let size = size.min(MAX_SIZE);
        (column < size && row < size).then_some(Self { column, row })
    }

    /// Returns the sides that the point lies on, one bit each, in the order of [`Side::ALL`].
    #[inline]
    pub(super) fn sides(self, size: u8) -> u8 {
        u8::from(self.is_on(Side::Left, size))
            | u8::from(self.is_on(Side::Right, size)) << 1
            | u8::from(self.is_on(Side::Bottom, size)) << 2
            | u8::from(self.is_on(Side::Top, size)) << 3
    }

    /// Returns the points of a board of this size, column by column, each from the bottom up.
    pub fn all(size: u8) -> impl Iterator<Item = Self> {
        (0..size)
            .flat_map(move |column| (0..size).filter_map(move |row| Self::new(column, row, size)))
    }

    /// Returns the orthogonal neighbours on a board of this size.
    pub(crate) fn beside(self, size: u8) -> impl Iterator<Item = Self> {
        self.stepped(&ORTHOGONAL, size)
    }

    /// Returns the orthogonal and diagonal neighbours on a board of this size.
    pub(crate) fn around(self, size: u8) -> impl Iterator<Item = Self> {
        self.stepped(&ORTHOGONAL, size)
            .chain(self.stepped(&DIAGONAL, size))
    }

    fn stepped(self, steps: &'static [(i8, i8)], size: u8) -> impl Iterator<Item = Self> {
        steps.iter().filter_map(move |&(right, up)| {
            Self::new(
                self.column.checked_add_signed(right)?,
                self.row.checked_add_signed(up)?,
                size,
            )
        })
    }

    /// Returns true if `other` is an orthogonal neighbour.
    #[inline]
    pub(crate) fn is_beside(self, other: Self) -> bool {
        self.column.abs_diff(other.column) + self.row.abs_diff(other.row) == 1
    }

    /// Returns true if the point lies on a side of a board of this size.
    #[inline]
    pub(crate) fn is_on(self, side: Side, size: u8) -> bool {
        match side {
            Side::Left => self.column == 0,
            Side::Right => self.column + 1 == size,
            Side::Bottom => self.row == 0,
            Side::Top => self.row + 1 == size,
        }
    }

    /// Returns the column; `a` is 0.
    #[inline]
    pub(crate) fn column(self) -> u8 {
        self.column
    }

    /// Returns the row; the bottom row is 0.
    #[inline]
    pub(crate) fn row(self) -> u8 {
        self.row
    }
}

impl fmt::Display for Point {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        (char::from(b'a' + self.column), self.row + 1).write_to(out)
    }
}

/// A set of points, with one word per row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PointSet {
    rows: [u32; MAX_SIZE as usize],
}

impl PointSet {
    /// Returns true if the set contains the point.
    #[inline]
    pub(crate) fn contains(&self, point: Point) -> bool {
        self.rows[usize::from(point.row)] & (1 << point.column) != 0
    }

    /// Adds a point.
    #[inline]
    pub(crate) fn insert(&mut self, point: Point) {
        self.rows[usize::from(point.row)] |= 1 << point.column;
    }

    /// Removes a point.
    pub(crate) fn remove(&mut self, point: Point) {
        self.rows[usize::from(point.row)] &= !(1 << point.column);
    }

    /// Returns true if the set is empty.
    pub(crate) fn is_empty(&self) -> bool {
        self.rows.iter().all(|&row| row == 0)
    }

    /// Returns the number of points.
    pub(crate) fn len(&self) -> u32 {
        self.rows.iter().map(|row| row.count_ones()).sum()
    }

    /// Returns the union.
    #[must_use]
    pub(crate) fn or(&self, other: &Self) -> Self {
        Self {
            rows: std::array::from_fn(|row| self.rows[row] | other.rows[row]),
        }
    }

    /// Returns the points, column by column.
    pub fn iter(&self) -> impl Iterator<Item = Point> {
        // Skip empty columns and the rows above the last point, as most boards are smaller than the
        // largest.
        let used_columns: u32 = self.rows.iter().fold(0, |all, row| all | row);
        let last_row = (0..MAX_SIZE).rfind(|&row| self.row(row) != 0);
        let height = last_row.map_or(0, |row| row + 1);
        let width = (u32::BITS - used_columns.leading_zeros()) as u8;
        let columns = (0..width).filter(move |column| used_columns & 1 << column != 0);
        columns.flat_map(move |column| {
            (0..height)
                .filter(move |&row| self.row(row) & 1 << column != 0)
                .map(move |row| Point { column, row })
        })
    }

    /// Returns the columns of the points in a row, one bit for each.
    pub(super) fn row(&self, row: u8) -> u32 {
        self.rows[usize::from(row)]
    }

    /// Visits the points of the set that are neighbours of a point, row by row.
    #[inline]
    pub(super) fn each_neighbour(
        &self,
        point: Point,
        neighbours: Neighbours,
        mut visit: impl FnMut(Point),
    ) {
        let own_column = 1 << point.column;
        let beside = own_column << 1 | own_column >> 1;
        let above_and_below = match neighbours {
            Neighbours::Orthogonal => own_column,
            Neighbours::All => own_column | beside,
        };
        let mut visit_row = |row: u8, columns: u32| {
            let points = self.rows.get(usize::from(row)).copied().unwrap_or(0);
            let mut remaining = points & columns;
            while remaining != 0 {
                visit(Point {
                    column: remaining.trailing_zeros() as u8,
                    row,
                });
                // Clears the lowest bit.
                remaining &= remaining - 1;
            }
        };
        // The row below row 0 wraps around, to a row that no board has.
        visit_row(point.row.wrapping_sub(1), above_and_below);
        visit_row(point.row, beside);
        visit_row(point.row + 1, above_and_below);
    }

    /// Returns the rows from the bottom up. Column `a` is the lowest bit.
    pub(crate) fn rows(&self) -> &[u32; MAX_SIZE as usize] {
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
    fn sets_contain_points() {
        let point = Point::new(25, 25, 26).unwrap();
        let mut set = PointSet::default();
        set.insert(point);
        assert!(set.contains(point));
        assert_eq!((set.len(), set.is_empty()), (1, false));
        assert_eq!(set.iter().collect::<Vec<_>>(), [point]);
        let other = PointSet::default();
        assert_eq!(set.or(&other), set);
        set.remove(point);
        assert_eq!(set, PointSet::default());
        assert!(set.is_empty());
    }

    #[test]
    fn sets_find_the_neighbours_of_a_point() {
        let every_third = Point::all(26)
            .step_by(3)
            .fold(PointSet::default(), |mut set, point| {
                set.insert(point);
                set
            });
        let in_set = |points: &mut dyn Iterator<Item = Point>| -> Vec<Point> {
            let mut points: Vec<Point> = points
                .filter(|point| every_third.contains(*point))
                .collect();
            points.sort();
            points
        };
        let sorted = |neighbours: Neighbours, point: Point| {
            let mut points: Vec<Point> = Vec::new();
            every_third.each_neighbour(point, neighbours, |neighbour| points.push(neighbour));
            points.sort();
            points
        };
        for point in Point::all(26) {
            assert_eq!(
                sorted(Neighbours::Orthogonal, point),
                in_set(&mut point.beside(26)),
                "{point}"
            );
            assert_eq!(
                sorted(Neighbours::All, point),
                in_set(&mut point.around(26)),
                "{point}"
            );
        }
    }

    #[test]
    fn points_have_neighbours_and_sides() {
        let names = |points: Vec<Point>| {
            let mut names: Vec<_> = points.iter().map(ToString::to_string).collect();
            names.sort();
            names.join(" ")
        };
        let at = |column, row| Point::new(column, row, 5).unwrap();
        assert_eq!(names(at(0, 0).beside(5).collect()), "a2 b1");
        assert_eq!(names(at(0, 0).around(5).collect()), "a2 b1 b2");
        assert_eq!(names(at(4, 2).beside(5).collect()), "d3 e2 e4");
        assert_eq!(
            names(at(2, 2).around(5).collect()),
            "b2 b3 b4 c2 c4 d2 d3 d4"
        );
        for (one, other) in
            Point::all(5).flat_map(|one| Point::all(5).map(move |other| (one, other)))
        {
            assert_eq!(
                one.is_beside(other),
                one.beside(5).any(|point| point == other),
                "{one} {other}"
            );
        }
        let on = |point: Point| Side::ALL.map(|side| point.is_on(side, 5));
        for point in Point::all(5) {
            let bits = [0, 1, 2, 3].map(|bit| point.sides(5) & 1 << bit != 0);
            assert_eq!(bits, on(point), "{point}");
        }
        assert_eq!(on(at(0, 0)), [true, false, true, false]);
        assert_eq!(on(at(4, 4)), [false, true, false, true]);
        assert_eq!(on(at(2, 3)), [false; 4]);
        assert_eq!(names(Point::all(3).collect()), "a1 a2 a3 b1 b2 b3 c1 c2 c3");
    }
}
