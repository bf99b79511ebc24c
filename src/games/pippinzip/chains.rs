//! Chains: groups of connected stones, and the sides of the board that they touch (Z5.1, Z5.2).
//!
//! Chains are kept in a disjoint-set forest (union-find), with path halving and without removal.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::board::{LARGEST, Point, PointSet, Side};
use super::position::{Colour, Stones};

/// Number of places in a row.
const ROW: usize = LARGEST as usize;
const PLACES: usize = ROW * ROW;

/// Link of a stone in the forest, in sixteen bits: a place, and the sides of the board that its chain touches.
///
/// The place is that of another stone of the chain. The root of the chain links to itself, and only the root
/// has the sides: one bit each, in the order of [`Side::ALL`].
#[derive(Clone, Copy, Debug)]
struct Link(u16);

/// Wide enough for [`PLACES`].
const PLACE_BITS: u16 = (1 << 10) - 1;
const FIRST_SIDE: u16 = 10;

impl Link {
    /// Creates the link of a root at `place`.
    #[inline]
    fn root(place: usize, sides: u8) -> Self {
        Self(u16::from(sides) << FIRST_SIDE | place as u16)
    }

    /// Returns the place that the stone links to.
    #[inline]
    fn place(self) -> usize {
        usize::from(self.0 & PLACE_BITS)
    }

    /// Returns the link to a root, as other stones have it.
    #[inline]
    fn without_sides(self) -> Self {
        Self(self.0 & PLACE_BITS)
    }

    /// Returns the link of a root after it absorbs another chain.
    #[inline]
    fn with_sides_of(self, other: Self) -> Self {
        Self(self.0 | other.0 & !PLACE_BITS)
    }

    /// Returns true if the chain reaches the goal of `colour` (Z5.1, Z5.2).
    #[inline]
    fn reaches_goal(self, colour: Colour) -> bool {
        let sides = self.0 >> FIRST_SIDE;
        let (across, upward) = (sides & 0b0011 == 0b0011, sides & 0b1100 == 0b1100);
        (across & upward) | (across | upward) & (colour == Colour::Black)
    }
}

/// Index offsets of the eight neighbours, numbered as by [`PointSet::around`]. Entries 8 to 15 are 0.
const AROUND: [isize; 16] = {
    let row = ROW as isize;
    [-row - 1, -row, -row + 1, -1, 1, row - 1, row, row + 1, 0, 0, 0, 0, 0, 0, 0, 0]
};

/// For each colour and each pattern of neighbours of that colour: one neighbour per chain. Two neighbours count
/// as one chain if they are connected around the stone.
///
/// Each chain is then united only once, and no unpredictable branch per neighbour is needed.
static CHAINS_AROUND: [[u8; 256]; 2] = [chains_around(Colour::Black), chains_around(Colour::White)];

const fn chains_around(colour: Colour) -> [u8; 256] {
    let mut table = [0; 256];
    let mut stones = 0;
    while stones < table.len() {
        table[stones] = one_of_each_chain(colour, stones as u8);
        stones += 1;
    }
    table
}

const fn one_of_each_chain(colour: Colour, stones: u8) -> u8 {
    // Clockwise order: each orthogonal neighbour, with the diagonal one after it. Bits as in `AROUND`.
    const ROUND: [(u8, u8); 4] = [(1 << 1, 1 << 2), (1 << 4, 1 << 7), (1 << 6, 1 << 5), (1 << 3, 1 << 0)];
    let (mut each, mut at) = (0, 0);
    while at < ROUND.len() {
        let ((here, diagonal), (next, _)) = (ROUND[at], ROUND[(at + 1) % ROUND.len()]);
        let has = [stones & here != 0, stones & diagonal != 0, stones & next != 0];
        each |= match (colour, has) {
            (Colour::Black, [true, true, true]) | (Colour::White, [true, _, true]) => 0,
            (_, [true, _, _]) => here,
            (Colour::White, [false, true, false]) => diagonal,
            _ => 0,
        };
        at += 1;
    }
    // All neighbours are one chain around the stone.
    if each == 0 { stones & ROUND[0].0 } else { each }
}

/// The chains of both colours, as a disjoint-set forest. The root of each chain has the sides that the chain
/// touches.
///
/// Stones are never removed (Z1.3), so the forest only grows, at an almost constant cost per stone whatever the
/// shape of the chains.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chains {
    /// Entries of empty points are unspecified.
    links: [Link; PLACES],
}

#[inline]
fn place_of(point: Point) -> usize {
    usize::from(point.row()) * ROW + usize::from(point.column())
}

impl Chains {
    /// Creates the chains of a board.
    pub(super) fn of(stones: &Stones) -> Self {
        Self::with_winner(stones).0
    }

    /// Creates the chains of a board, and returns the first colour that reaches its goal.
    pub(super) fn with_winner(stones: &Stones) -> (Self, Option<Colour>) {
        let mut chains = Self { links: [Link(0); PLACES] };
        let mut winner = None;
        for colour in Colour::BOTH {
            let mut own = PointSet::default();
            for point in stones.of(colour).iter() {
                if chains.add(stones.size(), colour, &own, point) {
                    winner.get_or_insert(colour);
                }
                own.insert(point);
            }
        }
        (chains, winner)
    }

    /// Returns the root of a stone's chain.
    #[inline]
    fn root_of(&mut self, mut at: usize) -> Link {
        loop {
            let next = self.links[at].place();
            let after = self.links[next];
            if after.place() == next {
                return after;
            }
            // Path halving.
            self.links[at] = after;
            at = next;
        }
    }

    /// Adds a stone on `point`. `own` holds the stones of its colour added before. Returns true if its chain
    /// reaches the goal of its colour.
    #[inline]
    pub(super) fn add(&mut self, size: u8, colour: Colour, own: &PointSet, point: Point) -> bool {
        let here = place_of(point);
        let mut root = Link::root(here, point.sides(size));
        self.links[here] = root;
        let mut chains = CHAINS_AROUND[colour.index()][usize::from(own.around(point))];
        // Without neighbours, the stone is united with itself. This is harmless and saves a branch.
        loop {
            let step = AROUND[chains.trailing_zeros() as usize % AROUND.len()];
            root = self.join(here.wrapping_add_signed(step), root);
            chains &= chains.wrapping_sub(1);
            if chains == 0 {
                break;
            }
        }
        self.links[root.place()] = root;
        root.reaches_goal(colour)
    }

    /// Unites the chain of a neighbour with that of `root`. They may already be the same. Returns the new root,
    /// whose sides have yet to be stored.
    #[inline]
    fn join(&mut self, beside: usize, root: Link) -> Link {
        let other = self.root_of(beside);
        self.links[root.place()] = other.without_sides();
        other.with_sides_of(root)
    }

    /// Returns the root of a stone's chain without path halving.
    fn root_without_halving(&self, mut at: usize) -> Link {
        loop {
            let next = self.links[at];
            if next.place() == at {
                return next;
            }
            at = next.place();
        }
    }

    /// Returns true if [`Chains::add`] would, without adding the stone.
    pub(super) fn would_reach_goal(&self, size: u8, colour: Colour, own: &PointSet, point: Point) -> bool {
        let here = place_of(point);
        let mut chains = CHAINS_AROUND[colour.index()][usize::from(own.around(point))];
        let mut root = Link::root(here, point.sides(size));
        while chains != 0 {
            let step = AROUND[chains.trailing_zeros() as usize % AROUND.len()];
            root = root.with_sides_of(self.root_without_halving(here.wrapping_add_signed(step)));
            chains &= chains - 1;
        }
        root.reaches_goal(colour)
    }

    /// Returns the stones of a colour whose chains reach its goal (Z5.1, Z5.2).
    pub(super) fn decisive(&self, stones: &Stones, colour: Colour) -> PointSet {
        let mut decisive = PointSet::default();
        for point in stones.of(colour).iter() {
            if self.root_without_halving(place_of(point)).reaches_goal(colour) {
                decisive.insert(point);
            }
        }
        decisive
    }
}

/// Returns the steps of a short chain that reaches the goal of its colour, within the stones of `decisive`. It
/// joins the shortest paths from one stone to each side of the goal, for the stone with the smallest total
/// length.
pub(super) fn winning_steps(decisive: &PointSet, colour: Colour, size: u8) -> BTreeSet<(Point, Point)> {
    let ways = Side::ALL.map(|side| ways_to(side, decisive, colour, size));
    let [left, right, bottom, top] = &ways;
    let goals: Vec<Vec<&Ways>> = match colour {
        Colour::Black => vec![vec![left, right], vec![bottom, top]],
        Colour::White => vec![ways.iter().collect()],
    };
    let length = |goal: &[&Ways], point: &Point| -> Option<u32> {
        goal.iter().map(|ways| ways.get(point).map(|way| way.length)).sum()
    };
    let best = goals
        .iter()
        .flat_map(|goal| decisive.iter().filter_map(move |point| Some((length(goal, &point)?, point, goal))))
        .min_by_key(|(length, point, _)| (*length, *point));
    let mut steps = BTreeSet::new();
    if let Some((_, point, goal)) = best {
        for ways in goal {
            let mut at = point;
            while let Some(next) = ways.get(&at).and_then(|way| way.next) {
                steps.insert((at.min(next), at.max(next)));
                at = next;
            }
        }
        // The path to one side may already touch another.
        while let Some(step) = needless_step(&steps, goal) {
            steps.remove(&step);
        }
    }
    steps
}

/// Returns a step to an end of the chain that can be removed: the chain still touches all sides of its goal.
fn needless_step(steps: &BTreeSet<(Point, Point)>, goal: &[&Ways]) -> Option<(Point, Point)> {
    let ends = |end: Point| steps.iter().filter(move |(from, to)| *from == end || *to == end);
    let touches = |ways: &Ways, but: Point| {
        let others = steps.iter().flat_map(|(from, to)| [from, to]).filter(|point| **point != but);
        others.into_iter().any(|point| ways.get(point).is_some_and(|way| way.length == 0))
    };
    let is_needless = |end: Point| ends(end).count() == 1 && goal.iter().all(|ways| touches(ways, end));
    steps.iter().copied().find(|(from, to)| is_needless(*from) || is_needless(*to))
}

/// Shortest path from a stone to a side.
struct Way {
    /// The number of further stones.
    length: u32,
    /// The next stone.
    next: Option<Point>,
}

type Ways = BTreeMap<Point, Way>;

fn ways_to(side: Side, stones: &PointSet, colour: Colour, size: u8) -> Ways {
    let mut open: VecDeque<Point> = stones.iter().filter(|point| point.is_on(side, size)).collect();
    let mut ways: Ways = open.iter().map(|&point| (point, Way { length: 0, next: None })).collect();
    while let Some(at) = open.pop_front() {
        let length = ways.get(&at).map_or(0, |way| way.length) + 1;
        for_each_neighbour(colour, at, size, |point| {
            if stones.contains(point) && !ways.contains_key(&point) {
                ways.insert(point, Way { length, next: Some(at) });
                open.push_back(point);
            }
        });
    }
    ways
}

/// Pip's stones are connected orthogonally, Zip's also diagonally.
fn for_each_neighbour(colour: Colour, point: Point, size: u8, visit: impl FnMut(Point)) {
    match colour {
        Colour::Black => point.beside(size).for_each(visit),
        Colour::White => point.around(size).for_each(visit),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Language;
    use crate::games::pippinzip::Pippinzip;

    fn decisive(rows: &str, colour: Colour) -> String {
        let stones = Pippinzip::parse_position(&format!("{rows} 1 taker=1 -")).unwrap().stones;
        let points: Vec<_> =
            Chains::of(&stones).decisive(&stones, colour).iter().map(|point| point.to_string()).collect();
        points.join(" ")
    }

    #[test]
    fn pip_connects_either_pair_of_sides() {
        let cases = [
            ("3/bbb/3", "a2 b2 c2"),
            ("b2/b2/b2", "a1 a2 a3"),
            // A corner belongs to two sides, but Pip's chain needs two opposite ones.
            ("b2/3/3", ""),
            ("bb1/b2/3", ""),
            // Pip's chain is not connected by a diagonal step or by two separate chains.
            ("2b/1b1/b2", ""),
            ("b2/1bb/3", ""),
            ("b2/bb1/1bb", "a2 a3 b1 b2 c1"),
            ("4/bb1b/b1bb/4", ""),
        ];
        for (rows, expected) in cases {
            let mut points: Vec<_> = decisive(rows, Colour::Black).split(' ').map(str::to_owned).collect();
            points.sort();
            assert_eq!(points.join(" "), expected, "{rows}");
        }
    }

    #[test]
    fn zip_connects_all_four_sides() {
        let cases = [
            ("w2/1w1/2w", "a3 b2 c1"),
            ("1w1/w1w/1w1", "a2 b1 b3 c2"),
            ("1w1/w2/1w1", ""),
            ("www/3/3", ""),
            ("w2/w2/www", "a1 a2 a3 b1 c1"),
            ("4/w2w/1ww1/w2w", ""),
            ("2w1/w2w/1ww1/w2w", "a1 a3 b2 c2 c4 d1 d3"),
        ];
        for (rows, expected) in cases {
            assert_eq!(decisive(rows, Colour::White), expected, "{rows}");
        }
    }

    #[test]
    fn a_winning_chain_is_short_and_reaches_its_goal() {
        let cases = [
            ("3/bbb/3", Colour::Black, "a2-b2 b2-c2"),
            // Both pairs of sides are connected; one is enough.
            ("1b1/bbb/1b1", Colour::Black, "a2-b2 b2-c2"),
            // The bulge on the right is not needed.
            ("b3/bb2/bbb1/b3", Colour::Black, "a1-a2 a2-a3 a3-a4"),
            ("w2/1w1/2w", Colour::White, "a3-b2 b2-c1"),
            ("www/www/www", Colour::White, "a1-a2 a1-b1 a2-a3 b1-c1"),
            // The path to the upper side from c2 by c3 is not needed, as b3 is already part of the chain.
            ("1ww/w1w/1w1", Colour::White, "a2-b1 a2-b3 b1-c2"),
        ];
        for (rows, colour, expected) in cases {
            let stones = Pippinzip::parse_position(&format!("{rows} 1 taker=1 -")).unwrap().stones;
            let decisive = Chains::of(&stones).decisive(&stones, colour);
            let steps = winning_steps(&decisive, colour, stones.size());
            let steps: Vec<_> = steps.into_iter().map(|(from, to)| format!("{from}-{to}")).collect();
            assert_eq!(steps.join(" "), expected, "{rows}");
        }
    }
}
