//! A short chain that reaches the goal of its colour (Z5.1, Z5.2), for drawings.
//!
//! The chain joins the shortest paths from one stone to each side of the goal. A breadth-first
//! search from each side finds these paths.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::board::{Point, PointSet, Side};
use super::stones::Colour;

/// Returns the steps of a short chain that reaches the goal of its colour, within the stones of
/// `decisive`. It joins the shortest paths from one stone to each side of the goal, for the stone
/// with the smallest total length.
pub(super) fn winning_steps(
    decisive: &PointSet,
    colour: Colour,
    size: u8,
) -> BTreeSet<(Point, Point)> {
    let paths = Side::ALL.map(|side| paths_to(side, decisive, colour, size));
    let [left, right, bottom, top] = &paths;
    // The sides of each goal, as the paths to them.
    let goals: Vec<Vec<&Paths>> = match colour {
        Colour::Black => vec![vec![left, right], vec![bottom, top]],
        Colour::White => vec![paths.iter().collect()],
    };

    let centres = goals.iter().flat_map(|goal| {
        let stones = decisive.iter();
        stones.filter_map(move |stone| Some((total_length(goal, stone)?, stone, goal)))
    });
    let Some((_, centre, goal)) = centres.min_by_key(|&(length, stone, _)| (length, stone)) else {
        return BTreeSet::new();
    };
    let mut steps = steps_from(centre, goal);
    // The path to one side may already touch another.
    while let Some(step) = needless_step(&steps, goal) {
        steps.remove(&step);
    }
    steps
}

/// Returns the total length of the paths from a stone to all sides of a goal; `None` if a side
/// cannot be reached.
fn total_length(goal: &[&Paths], stone: Point) -> Option<u32> {
    let lengths = goal
        .iter()
        .map(|paths| paths.get(&stone).map(|path| path.length));
    lengths.sum()
}

/// Returns the steps of the paths from a stone to all sides of a goal. The smaller point of each
/// step comes first.
fn steps_from(stone: Point, goal: &[&Paths]) -> BTreeSet<(Point, Point)> {
    let mut steps = BTreeSet::new();
    for paths in goal {
        let mut here = stone;
        while let Some(next) = paths.get(&here).and_then(|path| path.next) {
            steps.insert((here.min(next), here.max(next)));
            here = next;
        }
    }
    steps
}

/// Returns a step to an end of the chain that can be removed: the chain still touches all sides of
/// its goal.
fn needless_step(steps: &BTreeSet<(Point, Point)>, goal: &[&Paths]) -> Option<(Point, Point)> {
    let is_end = |point: Point| {
        let at_point = steps
            .iter()
            .filter(|(from, to)| *from == point || *to == point);
        at_point.count() == 1
    };
    let touches_without = |removed: Point, paths: &Paths| {
        let mut others = steps
            .iter()
            .flat_map(|(from, to)| [from, to])
            .filter(|point| **point != removed);
        others.any(|point| paths.get(point).is_some_and(|path| path.length == 0))
    };
    let is_needless =
        |point: Point| is_end(point) && goal.iter().all(|paths| touches_without(point, paths));
    steps
        .iter()
        .copied()
        .find(|(from, to)| is_needless(*from) || is_needless(*to))
}

/// Shortest path from a stone to a side of the board.
struct SidePath {
    /// The number of further stones.
    length: u32,
    /// The next stone.
    next: Option<Point>,
}

/// The paths from all stones to one side.
type Paths = BTreeMap<Point, SidePath>;

/// Returns the paths from the stones that are connected with a side.
fn paths_to(side: Side, stones: &PointSet, colour: Colour, size: u8) -> Paths {
    let mut open: VecDeque<Point> = stones
        .iter()
        .filter(|point| point.is_on(side, size))
        .collect();
    let mut paths: Paths = open
        .iter()
        .map(|&point| {
            (
                point,
                SidePath {
                    length: 0,
                    next: None,
                },
            )
        })
        .collect();
    while let Some(point) = open.pop_front() {
        let length = paths.get(&point).map_or(0, |path| path.length) + 1;
        for_each_neighbour(colour, point, size, |next_point| {
            if stones.contains(next_point) && !paths.contains_key(&next_point) {
                paths.insert(
                    next_point,
                    SidePath {
                        length,
                        next: Some(point),
                    },
                );
                open.push_back(next_point);
            }
        });
    }
    paths
}

/// Visits the points to which a stone connects: orthogonally for Pip (Black), also diagonally for
/// Zip (White).
fn for_each_neighbour(colour: Colour, point: Point, size: u8, visit: impl FnMut(Point)) {
    match colour {
        Colour::Black => point.beside(size).for_each(visit),
        Colour::White => point.around(size).for_each(visit),
    }
}

#[cfg(test)]
mod tests {
    use super::super::chains::Chains;
    use super::*;
    use crate::games::Language;
    use crate::games::pippinzip::Pippinzip;

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
