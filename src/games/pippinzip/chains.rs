//! Chains: groups of connected stones, and the sides of the board that they touch (Z5.1, Z5.2).
//!
//! Chains are kept in a disjoint-set forest (union-find), with path halving and without removal.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::board::{MAX_SIZE, Point, PointSet, Side};
use super::position::{Colour, Stones};

/// Number of places in a row.
const ROW: usize = MAX_SIZE as usize;
const PLACES: usize = ROW * ROW;

/// Node of a stone in the forest.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    /// The place of another stone of the chain, or its own place for the root of the chain.
    parent: u16,
    /// For a root, the sides of the board that the chain touches, one bit each, in the order of
    /// [`Side::ALL`].
    sides: u8,
}

/// Returns true if a chain of `colour` that touches these sides reaches its goal (Z5.1, Z5.2).
#[inline]
fn reaches_goal(sides: u8, colour: Colour) -> bool {
    let across = sides & 0b0011 == 0b0011;
    let upward = sides & 0b1100 == 0b1100;
    match colour {
        Colour::Black => across || upward,
        Colour::White => across && upward,
    }
}

/// The chains of both colours, as a disjoint-set forest. The root of each chain has the sides that
/// the chain touches.
///
/// Stones are never removed (Z1.3), so the forest only grows, at an almost constant cost per stone
/// whatever the shape of the chains.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chains {
    /// Nodes by place; those of empty points are unspecified.
    nodes: [Node; PLACES],
}

#[inline]
fn place_of(point: Point) -> usize {
    usize::from(point.row()) * ROW + usize::from(point.column())
}

impl Chains {
    /// Creates the chains of a board.
    pub(super) fn from_stones(stones: &Stones) -> Self {
        Self::with_winner(stones).0
    }

    /// Creates the chains of a board, and returns the first colour that reaches its goal.
    pub(super) fn with_winner(stones: &Stones) -> (Self, Option<Colour>) {
        let mut chains = Self {
            nodes: [Node::default(); PLACES],
        };
        let mut winner = None;
        for colour in Colour::BOTH {
            let mut own = PointSet::default();
            for point in stones.of_colour(colour).iter() {
                if chains.add(stones.size(), colour, &own, point) {
                    winner.get_or_insert(colour);
                }
                own.insert(point);
            }
        }
        (chains, winner)
    }

    fn parent(&self, place: usize) -> usize {
        usize::from(self.nodes[place].parent)
    }

    /// Returns the place of the root of a chain.
    fn root(&self, mut place: usize) -> usize {
        while self.parent(place) != place {
            place = self.parent(place);
        }
        place
    }

    /// Returns the place of the root of a chain, and shortens the path to it.
    fn root_halving_path(&mut self, mut place: usize) -> usize {
        while self.parent(place) != place {
            self.nodes[place].parent = self.nodes[self.parent(place)].parent;
            place = self.parent(place);
        }
        place
    }

    /// Adds a stone on `point`. `own` holds the stones of its colour added before. Returns true if
    /// its chain reaches the goal of its colour.
    pub(super) fn add(&mut self, size: u8, colour: Colour, own: &PointSet, point: Point) -> bool {
        let mut root = place_of(point);
        self.nodes[root] = Node {
            parent: root as u16,
            sides: point.sides(size),
        };
        own.each_neighbour(point, colour == Colour::White, |neighbour| {
            root = self.unite(place_of(neighbour), root);
        });
        reaches_goal(self.nodes[root].sides, colour)
    }

    /// Unites the chain of the stone at `place` with the chain of `root`. They may already be the
    /// same. Returns the new root.
    fn unite(&mut self, place: usize, root: usize) -> usize {
        let new_root = self.root_halving_path(place);
        self.nodes[root].parent = new_root as u16;
        self.nodes[new_root].sides |= self.nodes[root].sides;
        new_root
    }

    /// Returns true if [`Chains::add`] would, without adding the stone.
    pub(super) fn would_reach_goal(
        &self,
        size: u8,
        colour: Colour,
        own: &PointSet,
        point: Point,
    ) -> bool {
        let mut sides = point.sides(size);
        own.each_neighbour(point, colour == Colour::White, |neighbour| {
            sides |= self.nodes[self.root(place_of(neighbour))].sides;
        });
        reaches_goal(sides, colour)
    }

    /// Returns the stones of a colour whose chains reach its goal (Z5.1, Z5.2).
    pub(super) fn decisive(&self, stones: &Stones, colour: Colour) -> PointSet {
        let mut decisive = PointSet::default();
        for point in stones.of_colour(colour).iter() {
            if reaches_goal(self.nodes[self.root(place_of(point))].sides, colour) {
                decisive.insert(point);
            }
        }
        decisive
    }
}

/// Returns the steps of a short chain that reaches the goal of its colour, within the stones of
/// `decisive`. It joins the shortest paths from one stone to each side of the goal, for the stone
/// with the smallest total length.
pub(super) fn winning_steps(
    decisive: &PointSet,
    colour: Colour,
    size: u8,
) -> BTreeSet<(Point, Point)> {
    let ways = Side::ALL.map(|side| ways_to(side, decisive, colour, size));
    let [left, right, bottom, top] = &ways;
    let goals: Vec<Vec<&Ways>> = match colour {
        Colour::Black => vec![vec![left, right], vec![bottom, top]],
        Colour::White => vec![ways.iter().collect()],
    };
    let length = |goal: &[&Ways], point: &Point| -> Option<u32> {
        goal.iter()
            .map(|ways| ways.get(point).map(|way| way.length))
            .sum()
    };
    let best = goals
        .iter()
        .flat_map(|goal| {
            decisive
                .iter()
                .filter_map(move |point| Some((length(goal, &point)?, point, goal)))
        })
        .min_by_key(|(length, point, _)| (*length, *point));
    let mut steps = BTreeSet::new();
    if let Some((_, point, goal)) = best {
        for ways in goal {
            let mut here = point;
            while let Some(next) = ways.get(&here).and_then(|way| way.next) {
                steps.insert((here.min(next), here.max(next)));
                here = next;
            }
        }
        // The path to one side may already touch another.
        while let Some(step) = needless_step(&steps, goal) {
            steps.remove(&step);
        }
    }
    steps
}

/// Returns a step to an end of the chain that can be removed: the chain still touches all sides of
/// its goal.
fn needless_step(steps: &BTreeSet<(Point, Point)>, goal: &[&Ways]) -> Option<(Point, Point)> {
    let ends = |end: Point| {
        steps
            .iter()
            .filter(move |(from, to)| *from == end || *to == end)
    };
    let touches = |ways: &Ways, but: Point| {
        let others = steps
            .iter()
            .flat_map(|(from, to)| [from, to])
            .filter(|point| **point != but);
        others
            .into_iter()
            .any(|point| ways.get(point).is_some_and(|way| way.length == 0))
    };
    let is_needless =
        |end: Point| ends(end).count() == 1 && goal.iter().all(|ways| touches(ways, end));
    steps
        .iter()
        .copied()
        .find(|(from, to)| is_needless(*from) || is_needless(*to))
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
    let mut open: VecDeque<Point> = stones
        .iter()
        .filter(|point| point.is_on(side, size))
        .collect();
    let mut ways: Ways = open
        .iter()
        .map(|&point| {
            (
                point,
                Way {
                    length: 0,
                    next: None,
                },
            )
        })
        .collect();
    while let Some(point) = open.pop_front() {
        let length = ways.get(&point).map_or(0, |way| way.length) + 1;
        for_each_neighbour(colour, point, size, |next_point| {
            if stones.contains(next_point) && !ways.contains_key(&next_point) {
                ways.insert(
                    next_point,
                    Way {
                        length,
                        next: Some(point),
                    },
                );
                open.push_back(next_point);
            }
        });
    }
    ways
}

/// The stones of Pip (Black) are connected orthogonally, those of Zip (White) also diagonally.
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
        let stones = Pippinzip::parse_position(&format!("{rows} 1 taker=1 -"))
            .unwrap()
            .stones;
        let points: Vec<_> = Chains::from_stones(&stones)
            .decisive(&stones, colour)
            .iter()
            .map(|point| point.to_string())
            .collect();
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
            let mut points: Vec<_> = decisive(rows, Colour::Black)
                .split(' ')
                .map(str::to_owned)
                .collect();
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
            // The path to the upper side from c2 by c3 is not needed, as b3 is already part of the
            // chain.
            ("1ww/w1w/1w1", Colour::White, "a2-b1 a2-b3 b1-c2"),
        ];
        for (rows, colour, expected) in cases {
            let stones = Pippinzip::parse_position(&format!("{rows} 1 taker=1 -"))
                .unwrap()
                .stones;
            let decisive = Chains::from_stones(&stones).decisive(&stones, colour);
            let steps = winning_steps(&decisive, colour, stones.size());
            let steps: Vec<_> = steps
                .into_iter()
                .map(|(from, to)| format!("{from}-{to}"))
                .collect();
            assert_eq!(steps.join(" "), expected, "{rows}");
        }
    }
}
