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

/// A spot (G1.2), numbered column by column, from the lowest up, with gaps: columns are eight apart and
/// behind e slanted, so that a step along an axis adds the same number everywhere and leads from the edge
/// to a number that no spot has. So sets of spots move, and rows are found, by shifting bits.
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

/// A step along each axis, in numbers of spots.
const STRIDES: [u32; 3] = [1, 9, 8];

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
    while point < POINTS {
        if !is_dot(point as u8) {
            let (column, row) = (column_of(point as u8), row_of(point as u8));
            let slant = if column > 4 { column - 4 } else { 0 };
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

/// A line (G1.3): its spots in order, from the end with the smaller name, and the dots at its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardLine {
    spots: [Spot; 7],
    length: u8,
    axis: u8,
    set: SpotSet,
    first_dot: Point,
    last_dot: Point,
}

static LINE_TABLE: [BoardLine; LINES] = {
    let empty = BoardLine {
        spots: [Spot(0); 7],
        length: 0,
        axis: 0,
        set: SpotSet::EMPTY,
        first_dot: Point(0),
        last_dot: Point(0),
    };
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
                line.axis = axis as u8;
                let mut at = first;
                while !is_dot(at) {
                    line.spots[line.length as usize] = Spot(SPOT_OF_POINT[at as usize]);
                    line.set.0 |= 1 << SPOT_OF_POINT[at as usize];
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

/// The pushes from each dot.
static FROM_DOT: [[Option<PushLine>; 2]; POINTS] = {
    let mut table = [[None; 2]; POINTS];
    let mut at = 0;
    while at < 2 * LINES {
        let push = PushLine::numbered(at);
        let dot = push.dot.0 as usize;
        table[dot][if table[dot][0].is_none() { 0 } else { 1 }] = Some(push);
        at += 1;
    }
    table
};

/// The first push whose path begins at each spot.
static INTO_EDGE: [Option<PushLine>; 64] = {
    let mut table = [None; 64];
    let mut at = 0;
    while at < 2 * LINES {
        let push = PushLine::numbered(at);
        let edge = push.edge().0 as usize;
        if table[edge].is_none() {
            table[edge] = Some(push);
        }
        at += 1;
    }
    table
};

/// The point of each column, `a` as 0, and row, from 1.
static POINT_AT: [[u8; 10]; 9] = {
    let mut table = [[NOWHERE; 10]; 9];
    let mut point = 0;
    while point < POINTS as u8 {
        table[column_of(point) as usize][row_of(point) as usize] = point;
        point += 1;
    }
    table
};

/// Every spot.
const BOARD: SpotSet = {
    let mut all = 0;
    let mut line = 0;
    while line < LINES {
        all |= LINE_TABLE[line].set.0;
        line += 1;
    }
    SpotSet(all)
};

impl Point {
    /// The point of that name.
    pub fn named(name: &str) -> Option<Self> {
        match name.as_bytes() {
            [column @ b'a'..=b'i', row @ b'1'..=b'9'] => Self::at(column - b'a', row - b'0'),
            _ => None,
        }
    }

    /// The point of a column, `a` as 0, and a row, from 1.
    pub(super) fn at(column: u8, row: u8) -> Option<Self> {
        let point = *POINT_AT.get(usize::from(column))?.get(usize::from(row))?;
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
        BOARD.iter()
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
        self.set
    }

    /// The spots on it that fours ([`SpotSet::fours`]) of a set cover: one run, as it has seven spots at most.
    pub(super) fn run(&self, fours: &[SpotSet; 3]) -> Option<SpotSet> {
        let starts = fours[usize::from(self.axis)].and(self.set).0;
        let stride = STRIDES[usize::from(self.axis)];
        let pairs = starts | starts << stride;
        (starts != 0).then_some(SpotSet(pairs | pairs << (2 * stride)))
    }

    /// A run on it with all that continues it in `all`.
    pub(super) fn stretched(&self, run: SpotSet, all: SpotSet) -> SpotSet {
        let stride = STRIDES[usize::from(self.axis)];
        let mut wide = run.0;
        // Beside four spots it has three at most.
        for _ in 0..3 {
            wide |= (wide << stride | wide >> stride) & all.0 & self.set.0;
        }
        SpotSet(wide)
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
    const fn numbered(at: usize) -> Self {
        let line = &LINE_TABLE[at / 2];
        let backward = at % 2 == 1;
        Self { dot: if backward { line.last_dot } else { line.first_dot }, line: (at / 2) as u8, backward }
    }

    /// All 42.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..2 * LINES).map(Self::numbered)
    }

    /// Those from one dot: one from a corner, else two.
    pub fn from_dot(dot: Point) -> impl Iterator<Item = Self> {
        FROM_DOT[usize::from(dot.0)].into_iter().flatten()
    }

    /// The first of those whose path begins at a spot.
    pub(super) fn into_edge(spot: Spot) -> Option<Self> {
        INTO_EDGE[usize::from(spot.0)]
    }

    /// The spot beside its dot, where its path begins.
    pub(super) const fn edge(self) -> Spot {
        let line = &LINE_TABLE[self.line as usize];
        line.spots[if self.backward { line.length as usize - 1 } else { 0 }]
    }

    /// Whether its path passes a spot.
    pub(super) fn passes(self, spot: Spot) -> bool {
        LINE_TABLE[usize::from(self.line)].set.contains(spot)
    }

    /// The first spot of its path that is not among `taken`.
    pub(super) fn first_gap(self, taken: SpotSet) -> Option<Spot> {
        let gaps = LINE_TABLE[usize::from(self.line)].set.without(taken).0;
        // Along each axis the numbers of spots rise.
        let first = if self.backward { 63_u32.wrapping_sub(gaps.leading_zeros()) } else { gaps.trailing_zeros() };
        (gaps != 0).then_some(Spot(first as u8))
    }

    /// The pieces that a push which ends at `landing` moves by a step: a mask of their spots.
    pub(super) fn moved(self, landing: Spot) -> Moved {
        let line = &LINE_TABLE[usize::from(self.line)];
        let before = landing.bit() - 1;
        let run = if self.backward { line.set.0 & !(before | landing.bit()) } else { line.set.0 & before };
        Moved { run: SpotSet(run), stride: STRIDES[usize::from(line.axis)], backward: self.backward }
    }

    /// The spots that it passes, the one beside the dot first.
    pub fn path(self) -> impl Iterator<Item = Spot> {
        let spots = LINE_TABLE[usize::from(self.line)].spots();
        let last = spots.len() - 1;
        (0..spots.len()).map(move |at| if self.backward { spots[last - at] } else { spots[at] })
    }
}

/// The spots whose pieces a push moves, each by the same step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moved {
    run: SpotSet,
    stride: u32,
    backward: bool,
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
        let mut left = self.0;
        std::iter::from_fn(move || {
            let spot = (left != 0).then_some(Spot(left.trailing_zeros() as u8))?;
            left &= left - 1;
            Some(spot)
        })
    }

    /// The same after a push.
    #[must_use]
    pub(super) fn pushed(self, moved: Moved) -> Self {
        let Moved { run, stride, backward } = moved;
        let pushed = self.0 & run.0;
        Self(self.0 & !run.0 | if backward { pushed >> stride } else { pushed << stride })
    }

    /// Where four of its spots in a row begin, for each axis.
    pub(super) fn fours(self) -> [Self; 3] {
        STRIDES.map(|stride| {
            let pairs = self.0 & self.0 >> stride;
            Self(pairs & pairs >> (2 * stride))
        })
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

    #[test]
    fn rows_are_those_that_are_seen_on_the_lines() {
        // Every set of spots on two lines, for the pieces of one seat and for all.
        let pairs = BoardLine::all().iter().flat_map(|one| BoardLine::all().iter().map(move |other| (one, other)));
        for (line, other) in pairs {
            for all in line.set().subsets() {
                for own in all.subsets() {
                    let run = line.run(&own.or(other.set()).fours());
                    let spots = line.spots();
                    let of = |spot: &Spot| own.or(other.set()).contains(*spot);
                    let start = (0..spots.len().saturating_sub(3)).find(|&at| spots[at..at + 4].iter().all(of));
                    let Some(start) = start else {
                        assert_eq!(run, None, "{own:?}");
                        continue;
                    };
                    let end = start + spots[start..].iter().take_while(|spot| of(spot)).count();
                    let seen: SpotSet = spots[start..end].iter().copied().collect();
                    assert_eq!(run, Some(seen), "{own:?}");
                    let inside = |spot: &&Spot| all.or(other.set()).contains(**spot);
                    let before = spots[..start].iter().rev().take_while(inside).count();
                    let behind = spots[end..].iter().take_while(inside).count();
                    let wide: SpotSet = spots[start - before..end + behind].iter().copied().collect();
                    assert_eq!(line.stretched(seen, all.or(other.set())), wide, "{own:?} {all:?}");
                }
            }
        }
    }

    #[test]
    fn pushes_move_what_stands_before_the_gap() {
        for push in PushLine::all() {
            let path: Vec<Spot> = push.path().collect();
            assert_eq!((push.edge(), PushLine::into_edge(path[0]).map(PushLine::edge)), (path[0], Some(path[0])));
            for taken in BoardLine::all()[usize::from(push.line)].set().subsets() {
                let gap = path.iter().position(|&spot| !taken.contains(spot));
                assert_eq!(push.first_gap(taken), gap.map(|gap| path[gap]));
                let Some(gap) = gap else { continue };
                let walked: SpotSet = path
                    .iter()
                    .enumerate()
                    .filter(|&(at, &spot)| if at <= gap { at > 0 } else { taken.contains(spot) })
                    .map(|(_, &spot)| spot)
                    .collect();
                assert_eq!(taken.pushed(push.moved(path[gap])), walked);
            }
        }
    }

    #[test]
    fn subsets_are_all_there() {
        let set: SpotSet = Spot::all().take(3).collect();
        assert_eq!(set.subsets().count(), 8);
        assert_eq!(SpotSet::EMPTY.subsets().count(), 1);
    }
}
