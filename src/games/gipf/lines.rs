//! Lines and pushes (G1.3), in tables that are computed at compile time.
//!
//! A [`BoardLine`] is a line of 4 to 7 spots between two dots. A [`PushLine`] is a line in one of
//! its two directions, so that the 21 lines give 42 pushes.
//!
//! The functions on sets of spots are branch-free where they are called for every turn: the numbers
//! of the spots on a line differ by the stride of its axis ([`Spot`]), so a shift of a set by the
//! stride moves all of its spots one step along the line.

use super::board::{
    AXES, NOWHERE, POINTS, Point, SPOT_OF_POINT, STRIDES, Spot, is_dot, next_point,
};
use super::name::Name;
use super::spot_set::{PushedRun, SpotSet};

/// Number of lines.
pub(super) const LINES: usize = 21;

/// Number of pushes: a line in either direction.
const PUSHES: usize = 2 * LINES;

/// A line (G1.3): its spots in order, from the end with the smaller name, and the dots at its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardLine {
    /// The spots. Only the first `length` are used.
    spots: [Spot; 7],
    length: u8,
    /// The index of the axis in [`AXES`] and [`STRIDES`].
    axis: u8,
    pub(super) set: SpotSet,
    middle: SpotSet,
    first_dot: Point,
    last_dot: Point,
}

/// All lines, axis by axis, so that the seven columns come first.
pub(super) static LINE_TABLE: [BoardLine; LINES] = {
    let mut lines = [BoardLine::EMPTY; LINES];
    let mut count = 0;
    let mut axis = 0;
    while axis < AXES.len() {
        let mut point = 0;
        while point < POINTS as u8 {
            if let Some(line) = BoardLine::from_start(point, axis) {
                lines[count] = line;
                count += 1;
            }
            point += 1;
        }
        axis += 1;
    }
    lines
};

/// The number of a line that does not exist.
const NO_LINE: u8 = u8::MAX;

/// The pushes from each dot: one or two.
static FROM_DOT: [[Option<PushLine>; 2]; POINTS] = {
    let mut table = [[None; 2]; POINTS];
    let mut number = 0;
    while number < PUSHES {
        let push = PushLine::numbered(number);
        let of_dot = &mut table[push.dot.0 as usize];
        let place = if of_dot[0].is_none() { 0 } else { 1 };
        of_dot[place] = Some(push);
        number += 1;
    }
    table
};

/// The number of a push that does not exist.
const NO_PUSH: u8 = u8::MAX;

/// The number of the push from each dot over each spot; `NO_PUSH` without one. Two lines from
/// one dot have no common spot.
static PUSH_OVER_SPOT: [[u8; 64]; POINTS] = {
    let mut table = [[NO_PUSH; 64]; POINTS];
    let mut number = 0;
    while number < PUSHES {
        let push = PushLine::numbered(number);
        let line = push.line();
        let mut index = 0;
        while index < line.length as usize {
            table[push.dot.0 as usize][line.spots[index].0 as usize] = push.number;
            index += 1;
        }
        number += 1;
    }
    table
};

/// The number of the first push whose path begins at each spot; `NO_PUSH` without one.
static PUSH_ONTO_EDGE: [u8; 64] = {
    let mut table = [NO_PUSH; 64];
    let mut number = PUSHES;
    // Backwards, so that the first push is written last.
    while number > 0 {
        number -= 1;
        let push = PushLine::numbered(number);
        table[push.compute_geometry().edge.0 as usize] = push.number;
    }
    table
};

/// Geometry of a push, for look-up.
#[derive(Clone, Copy)]
struct PushGeometry {
    /// All spots of the line.
    set: SpotSet,
    /// The spot beside the dot.
    edge: Spot,
    /// The rotation of the bits of a set that moves it by one step.
    rotation: u32,
}

/// The geometry of each push.
static GEOMETRY: [PushGeometry; PUSHES] = {
    let mut geometry = [PushGeometry {
        set: SpotSet::EMPTY,
        edge: Spot(0),
        rotation: 0,
    }; PUSHES];
    let mut number = 0;
    while number < PUSHES {
        geometry[number] = PushLine::numbered(number).compute_geometry();
        number += 1;
    }
    geometry
};

/// The spots that each push passes, starting beside its dot. Only as many are used as its line has.
static PATHS: [[Spot; 7]; PUSHES] = {
    let mut paths = [[Spot(0); 7]; PUSHES];
    let mut number = 0;
    while number < PUSHES {
        let push = PushLine::numbered(number);
        let line = push.line();
        let length = line.length as usize;
        let mut passed = 0;
        while passed < length {
            let index = if push.is_backward() {
                length - 1 - passed
            } else {
                passed
            };
            paths[number][passed] = line.spots[index];
            passed += 1;
        }
        number += 1;
    }
    paths
};

/// The line along each axis through each spot; `NO_LINE` for bits that are not spots.
static LINE_THROUGH: [[u8; 64]; 3] = {
    let mut table = [[NO_LINE; 64]; 3];
    let mut number = 0;
    while number < LINES {
        let line = &LINE_TABLE[number];
        let mut index = 0;
        while index < line.length as usize {
            let spot = line.spots[index];
            table[line.axis as usize][spot.0 as usize] = number as u8;
            index += 1;
        }
        number += 1;
    }
    table
};

impl BoardLine {
    const EMPTY: Self = Self {
        spots: [Spot(0); 7],
        length: 0,
        axis: 0,
        set: SpotSet::EMPTY,
        middle: SpotSet::EMPTY,
        first_dot: Point(0),
        last_dot: Point(0),
    };

    /// Returns the line that begins at a point and runs along an axis; `None` if the point is not a
    /// dot, or if no spot follows it.
    const fn from_start(start: u8, axis: usize) -> Option<Self> {
        let mut point = next_point(start, AXES[axis]);
        if !is_dot(start) || point == NOWHERE || is_dot(point) {
            return None;
        }

        let mut line = Self::EMPTY;
        line.axis = axis as u8;
        line.first_dot = Point(start);
        while !is_dot(point) {
            let spot = SPOT_OF_POINT[point as usize];
            line.spots[line.length as usize] = Spot(spot);
            line.set.0 |= 1 << spot;
            line.length += 1;
            point = next_point(point, AXES[axis]);
        }
        line.last_dot = Point(point);

        let middle = line.spots[line.length as usize / 2];
        line.middle.0 = 1 << middle.0;
        Some(line)
    }

    /// Returns all 21 lines.
    pub(crate) fn all() -> &'static [Self; LINES] {
        &LINE_TABLE
    }

    /// Returns the lines on which the given fours ([`SpotSet::fours`]) begin, each once.
    #[inline]
    pub(super) fn with_fours(fours: [SpotSet; 3]) -> impl Iterator<Item = &'static Self> {
        // A bit for each line, by its number.
        let mut found = 0_u32;
        for (starts, line_through) in fours.into_iter().zip(&LINE_THROUGH) {
            for start in starts.iter() {
                // The mask and the wrapping shift save the tests for a spot outside the board,
                // which does not occur: every spot is on one line of each axis.
                let number = line_through[usize::from(start.0 & 63)];
                found |= 1_u32.wrapping_shl(u32::from(number));
            }
        }
        std::iter::from_fn(move || {
            // Without a bit, the number of trailing zeros is 32, which is no line.
            let lowest = found.trailing_zeros();
            let line = LINE_TABLE.get(lowest as usize)?;
            found &= !(1 << lowest);
            Some(line)
        })
    }

    /// Returns the spots of the line, from the end with the smaller name.
    pub(crate) fn spots(&self) -> &[Spot] {
        &self.spots[..usize::from(self.length)]
    }

    /// Returns the spots of the line as a set.
    pub(crate) fn set(&self) -> SpotSet {
        self.set
    }

    /// Returns the middle spot, or the one after the middle. Every four on the line covers it,
    /// because a line has at most seven spots.
    pub(super) fn middle(&self) -> SpotSet {
        self.middle
    }

    /// Returns the spots of the line that the fours ([`SpotSet::fours`]) of a set cover. They form
    /// one run, because a line has at most seven spots.
    #[inline]
    pub(super) fn run(&self, fours: &[SpotSet; 3]) -> Option<SpotSet> {
        let starts = fours[usize::from(self.axis)].and(self.set).0;
        let stride = STRIDES[usize::from(self.axis)];
        // Each start covers four spots: two doublings take one shift less than three single steps.
        let pairs = starts | starts << stride;
        let covered = pairs | pairs << (2 * stride);
        (starts != 0).then_some(SpotSet(covered))
    }

    /// Returns a run on the line, extended by the spots of `all` that continue it.
    #[inline]
    pub(super) fn stretched(&self, run: SpotSet, all: SpotSet) -> SpotSet {
        let stride = STRIDES[usize::from(self.axis)];
        let allowed = all.0 & self.set.0;
        let mut wide = run.0;
        // At most three spots of the line remain beside a run of four.
        for _ in 0..3 {
            let neighbours = wide << stride | wide >> stride;
            wide |= neighbours & allowed;
        }
        SpotSet(wide)
    }

    /// Returns the dots at both ends, in the order of the spots.
    pub(crate) fn dots(&self) -> [Point; 2] {
        [self.first_dot, self.last_dot]
    }
}

/// A push: a dot and a line that begins there (G1.3). There are 42.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PushLine {
    /// The dot.
    pub dot: Point,
    /// Twice the number of the line, plus one if the push runs backwards.
    number: u8,
}

impl PushLine {
    #[inline]
    const fn numbered(number: usize) -> Self {
        let line = &LINE_TABLE[number / 2];
        let is_backward = number % 2 == 1;
        Self {
            dot: if is_backward {
                line.last_dot
            } else {
                line.first_dot
            },
            number: number as u8,
        }
    }

    /// Computes an entry of [`GEOMETRY`].
    const fn compute_geometry(self) -> PushGeometry {
        let line = self.line();
        let stride = STRIDES[line.axis as usize];
        let last = line.length as usize - 1;
        if self.is_backward() {
            PushGeometry {
                set: line.set,
                edge: line.spots[last],
                // A rotation to the right by one stride.
                rotation: u64::BITS - stride,
            }
        } else {
            PushGeometry {
                set: line.set,
                edge: line.spots[0],
                rotation: stride,
            }
        }
    }

    /// Returns all 42 pushes.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..PUSHES).map(Self::numbered)
    }

    /// Returns the pushes from a dot: one from a corner, two from any other dot.
    pub(crate) fn from_dot(dot: Point) -> impl Iterator<Item = Self> {
        FROM_DOT[usize::from(dot.0)].iter().flatten().copied()
    }

    /// Returns the pushes whose path begins at a spot.
    pub(super) fn onto_edge(spot: Spot) -> impl Iterator<Item = Self> {
        Self::all().filter(move |push| push.edge() == spot)
    }

    /// Returns the push from a dot that passes a spot. If no dot is named, returns the first push
    /// whose path begins at the spot.
    #[inline]
    pub(super) fn named(dot: Option<&Name>, spot: Spot) -> Option<Self> {
        let numbers = match dot {
            Some(name) => &PUSH_OVER_SPOT[usize::from(name.point()?.0)],
            None => &PUSH_ONTO_EDGE,
        };
        let number = usize::from(numbers[usize::from(spot.0)]);
        // Also tests for `NO_PUSH`, and saves the tests of the number in each later look-up.
        (number < PUSHES).then(|| Self::numbered(number))
    }

    /// Returns the first spot of the path, which is beside the dot.
    #[inline]
    pub(super) fn edge(self) -> Spot {
        self.geometry().edge
    }

    #[inline]
    fn geometry(self) -> &'static PushGeometry {
        &GEOMETRY[usize::from(self.number)]
    }

    #[inline]
    const fn is_backward(self) -> bool {
        self.number % 2 == 1
    }

    const fn line(self) -> &'static BoardLine {
        &LINE_TABLE[self.number as usize / 2]
    }

    /// Returns the first spot of the path that is not in `taken`.
    #[inline]
    pub(super) fn first_gap(self, taken: SpotSet) -> Option<Spot> {
        let gaps = self.geometry().set.without(taken).0;
        // Spot numbers ascend along each axis, so the first gap is the lowest or the highest bit.
        // Without a gap, the number is meaningless and not used.
        let first = if self.is_backward() {
            63_u32.wrapping_sub(gaps.leading_zeros())
        } else {
            gaps.trailing_zeros()
        };
        (gaps != 0).then_some(Spot(first as u8))
    }

    /// Returns true if the push ends at `landing`, a spot of its line: all spots before it are in
    /// `taken`, and it is not.
    #[inline]
    pub(super) fn ends_at(self, landing: Spot, taken: SpotSet) -> bool {
        self.moved(landing).run.is_within(taken) && !taken.contains(landing)
    }

    /// Returns the pieces that move if the push ends at `landing`: those between the dot and it.
    #[inline]
    pub(super) fn moved(self, landing: Spot) -> PushedRun {
        let &PushGeometry { set, rotation, .. } = self.geometry();
        let below_landing = landing.bit() - 1;
        let run = if self.is_backward() {
            let above_landing = !(below_landing | landing.bit());
            set.0 & above_landing
        } else {
            set.0 & below_landing
        };
        PushedRun {
            run: SpotSet(run),
            rotation,
        }
    }

    /// Returns the spots that the push passes, starting beside the dot.
    pub fn path(self) -> impl Iterator<Item = Spot> {
        let path = PATHS
            .get(usize::from(self.number))
            .map_or(&[][..], |path| path);
        path.iter().copied().take(usize::from(self.line().length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_lookups_agree_with_the_lines() {
        for (name, spot) in Name::all().flat_map(|name| Spot::all().map(move |spot| (name, spot))) {
            let mut from_dot = name.point().into_iter().flat_map(PushLine::from_dot);
            let found = from_dot.find(|line| line.path().any(|passed| passed == spot));
            assert_eq!(PushLine::named(Some(&name), spot), found, "{name}-{spot}");
        }
        for spot in Spot::all() {
            let found = PushLine::all().find(|line| line.path().next() == Some(spot));
            assert_eq!(PushLine::named(None, spot), found, "{spot}");
        }
        let row = |line: &BoardLine| line.spots()[..4].iter().copied().collect::<SpotSet>();
        for (one, other) in BoardLine::all()
            .iter()
            .flat_map(|one| BoardLine::all().iter().map(move |other| (one, other)))
        {
            let fours = row(one).or(row(other)).fours();
            let found: Vec<_> = BoardLine::with_fours(fours).collect();
            let expected: Vec<_> = BoardLine::all()
                .iter()
                .filter(|line| line.run(&fours).is_some())
                .collect();
            assert_eq!(found, expected);
        }
    }

    fn names(spots: impl Iterator<Item = Spot>) -> String {
        spots
            .map(|spot| spot.to_string())
            .collect::<Vec<_>>()
            .join(" ")
    }

    fn point(name: &str) -> Point {
        Point::named(name).unwrap()
    }

    #[test]
    fn counts_agree_with_the_rule_sheet() {
        assert_eq!(Point::all().filter(|point| point.is_dot()).count(), 24);
        assert_eq!(Spot::all().count(), 37);
        assert_eq!(PushLine::all().count(), 42);
        let mut lengths = BoardLine::all().map(|line| line.spots().len());
        lengths.sort_unstable();
        assert_eq!(
            lengths,
            [
                4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 7, 7, 7
            ]
        );
        for corner in ["a1", "a5", "e1", "e9", "i1", "i5"] {
            assert_eq!(PushLine::from_dot(point(corner)).count(), 1, "{corner}");
        }
        let dots = Point::all().filter(|point| point.is_dot());
        assert_eq!(
            dots.filter(|&dot| PushLine::from_dot(dot).count() == 2)
                .count(),
            18
        );
    }

    #[test]
    fn lines_agree_with_the_rule_sheet() {
        let paths = |dot| {
            PushLine::from_dot(point(dot))
                .map(|push| names(push.path()))
                .collect::<Vec<_>>()
        };
        assert_eq!(paths("a1"), ["b2 c3 d4 e5 f5 g5 h5"]);
        assert_eq!(paths("a2"), ["b3 c4 d5 e6 f6 g6", "b2 c2 d2 e2"]);
        assert_eq!(paths("e9"), ["e8 e7 e6 e5 e4 e3 e2"]);
        assert_eq!(
            paths("i3"),
            ["h3 g3 f3 e3 d2", "h4 g5 f6 e7 d7"]
                .map(str::to_owned)
                .to_vec()
        );
        assert_eq!(paths("d1"), ["d2 d3 d4 d5 d6 d7", "e2 f2 g2 h2"]);
    }

    #[test]
    fn rows_agree_with_a_search_along_the_lines() {
        // All sets of spots on two lines, as the pieces of one seat and as all pieces.
        let pairs = BoardLine::all()
            .iter()
            .flat_map(|one| BoardLine::all().iter().map(move |other| (one, other)));
        for (line, other) in pairs {
            for all in line.set().subsets() {
                for own in all.subsets() {
                    let run = line.run(&own.or(other.set()).fours());
                    let spots = line.spots();
                    let is_covered = |spot: &Spot| own.or(other.set()).contains(*spot);
                    let start = (0..spots.len().saturating_sub(3))
                        .find(|&index| spots[index..index + 4].iter().all(is_covered));
                    let Some(start) = start else {
                        assert_eq!(run, None, "{own:?}");
                        continue;
                    };
                    let end = start
                        + spots[start..]
                            .iter()
                            .take_while(|spot| is_covered(spot))
                            .count();
                    let seen: SpotSet = spots[start..end].iter().copied().collect();
                    assert_eq!(run, Some(seen), "{own:?}");
                    let inside = |spot: &&Spot| all.or(other.set()).contains(**spot);
                    let before = spots[..start].iter().rev().take_while(inside).count();
                    let behind = spots[end..].iter().take_while(inside).count();
                    let wide: SpotSet = spots[start - before..end + behind]
                        .iter()
                        .copied()
                        .collect();
                    assert_eq!(
                        line.stretched(seen, all.or(other.set())),
                        wide,
                        "{own:?} {all:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn pushes_move_the_pieces_before_the_gap() {
        for push in PushLine::all() {
            let path: Vec<Spot> = push.path().collect();
            assert_eq!(push.edge(), path[0]);
            for taken in push.line().set().subsets() {
                let gap = path.iter().position(|&spot| !taken.contains(spot));
                assert_eq!(push.first_gap(taken), gap.map(|gap| path[gap]));
                for (index, &spot) in path.iter().enumerate() {
                    assert_eq!(push.ends_at(spot, taken), gap == Some(index));
                }
                let Some(gap) = gap else { continue };
                let walked: SpotSet = path
                    .iter()
                    .enumerate()
                    .filter(|&(index, &spot)| {
                        if index <= gap {
                            index > 0
                        } else {
                            taken.contains(spot)
                        }
                    })
                    .map(|(_, &spot)| spot)
                    .collect();
                assert_eq!(taken.pushed(push.moved(path[gap])), walked);
            }
        }
    }
}
