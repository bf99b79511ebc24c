//! The board of G1: points, spots, lines, pushes, and sets of spots as bits.

use std::fmt;

/// How many points there are, dots and spots.
pub const POINTS: usize = 61;
/// How many spots there are.
pub const SPOTS: usize = 37;
/// How many lines there are.
pub const LINES: usize = 21;

/// The first point of each column, and behind them the end.
const COLUMN_START: [u8; 10] = [0, 5, 11, 18, 26, 35, 43, 50, 56, 61];
const NOWHERE: u8 = u8::MAX;

/// A point of the board (G1.1), numbered column by column, from the lowest up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u8);

/// A spot (G1.2), numbered column by column, from the lowest up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot(u8);

/// The three directions of lines, toward the end with the greater name (G1.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Axis {
    /// Up in a column.
    Up,
    /// One column to the right and up.
    Rise,
    /// One column to the right and down.
    Fall,
}

const AXES: [Axis; 3] = [Axis::Up, Axis::Rise, Axis::Fall];

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
const fn step(point: u8, axis: Axis, forward: bool) -> u8 {
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

const fn is_dot(point: u8) -> bool {
    let column = column_of(point);
    let row = row_of(point);
    column == 0 || column == 8 || row == 1 || row == column_length(column)
}

const SPOT_OF_POINT: [u8; POINTS] = {
    let mut spots = [NOWHERE; POINTS];
    let mut point = 0;
    let mut next = 0;
    while point < POINTS {
        if !is_dot(point as u8) {
            spots[point] = next;
            next += 1;
        }
        point += 1;
    }
    spots
};

const POINT_OF_SPOT: [u8; SPOTS] = {
    let mut points = [0; SPOTS];
    let mut point = 0;
    while point < POINTS {
        if SPOT_OF_POINT[point] != NOWHERE {
            points[SPOT_OF_POINT[point] as usize] = point as u8;
        }
        point += 1;
    }
    points
};

/// A line (G1.3): its spots in order, from the end with the smaller name, and the dots at its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardLine {
    spots: [Spot; 7],
    length: u8,
    first_dot: Point,
    last_dot: Point,
}

const LINE_TABLE: [BoardLine; LINES] = {
    let empty = BoardLine { spots: [Spot(0); 7], length: 0, first_dot: Point(0), last_dot: Point(0) };
    let mut lines = [empty; LINES];
    let mut next = 0;
    let mut axis = 0;
    while axis < 3 {
        let mut dot = 0;
        while dot < POINTS as u8 {
            let first = step(dot, AXES[axis], true);
            if is_dot(dot) && first != NOWHERE && !is_dot(first) {
                let mut line = empty;
                line.first_dot = Point(dot);
                let mut at = first;
                while !is_dot(at) {
                    line.spots[line.length as usize] = Spot(SPOT_OF_POINT[at as usize]);
                    line.length += 1;
                    at = step(at, AXES[axis], true);
                }
                line.last_dot = Point(at);
                lines[next] = line;
                next += 1;
            }
            dot += 1;
        }
        axis += 1;
    }
    lines
};

impl Point {
    /// The point of that name.
    pub fn named(name: &str) -> Option<Self> {
        let mut characters = name.chars();
        let column = characters.next().filter(char::is_ascii_lowercase)?;
        let digits = characters.as_str();
        let row: i8 = digits.parse().ok().filter(|_| !digits.starts_with(['0', '+']))?;
        let column = i8::try_from(u32::from(column) - u32::from('a')).ok()?;
        let point = point_at(column, row);
        (point != NOWHERE).then_some(Self(point))
    }

    /// All 61.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..POINTS as u8).map(Self)
    }

    /// Whether it is a dot (G1.2).
    pub fn is_dot(self) -> bool {
        is_dot(self.0)
    }

    /// The spot that it is, unless it is a dot.
    pub fn spot(self) -> Option<Spot> {
        let spot = SPOT_OF_POINT[usize::from(self.0)];
        (spot != NOWHERE).then_some(Spot(spot))
    }

    /// Its column, `a` as 0.
    pub fn column(self) -> u8 {
        column_of(self.0)
    }

    /// Its row, from 1.
    pub fn row(self) -> u8 {
        row_of(self.0)
    }
}

impl Spot {
    /// All 37, column by column, from the lowest up.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..SPOTS as u8).map(Self)
    }

    /// The point that it is.
    pub fn point(self) -> Point {
        Point(POINT_OF_SPOT[usize::from(self.0)])
    }

    fn bit(self) -> u64 {
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

impl BoardLine {
    /// All 21.
    pub fn all() -> &'static [Self; LINES] {
        &LINE_TABLE
    }

    /// Its spots, from the end with the smaller name.
    pub fn spots(&self) -> &[Spot] {
        &self.spots[..usize::from(self.length)]
    }

    /// Its spots as a set.
    pub fn set(&self) -> SpotSet {
        self.spots().iter().copied().collect()
    }

    /// The dots at its ends, in the order of its spots.
    pub fn dots(&self) -> [Point; 2] {
        [self.first_dot, self.last_dot]
    }
}

/// A push: a dot and a line that begins there (G1.3). There are 42.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PushLine {
    /// The dot.
    pub dot: Point,
    line: u8,
    backward: bool,
}

impl PushLine {
    /// All 42.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..LINES as u8).flat_map(|line| {
            let [first, last] = LINE_TABLE[usize::from(line)].dots();
            [Self { dot: first, line, backward: false }, Self { dot: last, line, backward: true }]
        })
    }

    /// Those from one dot: one from a corner, else two.
    pub fn from_dot(dot: Point) -> impl Iterator<Item = Self> {
        Self::all().filter(move |push| push.dot == dot)
    }

    /// The spots that it passes, the one beside the dot first.
    pub fn path(self) -> impl Iterator<Item = Spot> {
        let spots = LINE_TABLE[usize::from(self.line)].spots();
        let last = spots.len() - 1;
        (0..spots.len()).map(move |at| if self.backward { spots[last - at] } else { spots[at] })
    }
}

/// A set of spots.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SpotSet(u64);

impl SpotSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// Whether it holds the spot.
    pub fn contains(self, spot: Spot) -> bool {
        self.0 & spot.bit() != 0
    }

    /// Adds a spot.
    pub fn insert(&mut self, spot: Spot) {
        self.0 |= spot.bit();
    }

    /// Takes a spot out.
    pub fn remove(&mut self, spot: Spot) {
        self.0 &= !spot.bit();
    }

    /// How many spots it holds.
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether it holds none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// What both hold.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// What either holds.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// What this one holds and the other does not.
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether the other holds all of it.
    pub fn is_within(self, other: Self) -> bool {
        self.without(other).is_empty()
    }

    /// Its spots, column by column.
    pub fn iter(self) -> impl Iterator<Item = Spot> {
        Spot::all().filter(move |&spot| self.contains(spot))
    }

    /// All its subsets, the empty one last.
    pub fn subsets(self) -> impl Iterator<Item = Self> {
        let mut next = Some(self.0);
        std::iter::from_fn(move || {
            let subset = next?;
            next = subset.checked_sub(1).map(|below| below & self.0);
            Some(Self(subset))
        })
    }

    /// Its spots in the order of a line that holds them all (G7.2); column by column where none
    /// does.
    pub fn in_line_order(self) -> Vec<Spot> {
        match LINE_TABLE.iter().find(|line| self.is_within(line.set())) {
            Some(line) => line.spots().iter().copied().filter(|&spot| self.contains(spot)).collect(),
            None => self.iter().collect(),
        }
    }
}

impl FromIterator<Spot> for SpotSet {
    fn from_iter<I: IntoIterator<Item = Spot>>(spots: I) -> Self {
        let mut set = Self::EMPTY;
        for spot in spots {
            set.insert(spot);
        }
        set
    }
}

impl fmt::Debug for SpotSet {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_set().entries(self.iter().map(|spot| spot.to_string())).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(spots: impl Iterator<Item = Spot>) -> String {
        spots.map(|spot| spot.to_string()).collect::<Vec<_>>().join(" ")
    }

    fn point(name: &str) -> Point {
        Point::named(name).unwrap()
    }

    #[test]
    fn counts_of_the_sheet() {
        assert_eq!(Point::all().filter(|point| point.is_dot()).count(), 24);
        assert_eq!(Spot::all().count(), 37);
        assert_eq!(PushLine::all().count(), 42);
        let mut lengths = BoardLine::all().map(|line| line.spots().len());
        lengths.sort_unstable();
        assert_eq!(lengths, [4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 7, 7, 7]);
        for corner in ["a1", "a5", "e1", "e9", "i1", "i5"] {
            assert_eq!(PushLine::from_dot(point(corner)).count(), 1, "{corner}");
        }
        let dots = Point::all().filter(|point| point.is_dot());
        assert_eq!(dots.filter(|&dot| PushLine::from_dot(dot).count() == 2).count(), 18);
    }

    #[test]
    fn lines_run_as_the_sheet_says() {
        let paths = |dot| PushLine::from_dot(point(dot)).map(|push| names(push.path())).collect::<Vec<_>>();
        assert_eq!(paths("a1"), ["b2 c3 d4 e5 f5 g5 h5"]);
        assert_eq!(paths("a2"), ["b3 c4 d5 e6 f6 g6", "b2 c2 d2 e2"]);
        assert_eq!(paths("e9"), ["e8 e7 e6 e5 e4 e3 e2"]);
        assert_eq!(paths("i3"), ["h3 g3 f3 e3 d2", "h4 g5 f6 e7 d7"].map(str::to_owned).to_vec());
        assert_eq!(paths("d1"), ["d2 d3 d4 d5 d6 d7", "e2 f2 g2 h2"]);
    }

    #[test]
    fn names_that_are_no_points() {
        for name in ["a6", "b7", "e10", "j1", "a0", "a", "A1", "a01", "a+1", "", "é1"] {
            assert_eq!(Point::named(name), None, "{name}");
        }
        assert!(Point::all().all(|point| Point::named(&point.to_string()) == Some(point)));
    }

    #[test]
    fn subsets_are_all_there() {
        let set: SpotSet = Spot::all().take(3).collect();
        assert_eq!(set.subsets().count(), 8);
        assert_eq!(SpotSet::EMPTY.subsets().count(), 1);
    }
}
