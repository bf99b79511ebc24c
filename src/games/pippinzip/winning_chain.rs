//! A short chain that reaches the goal of its colour (Z5.1, Z5.2), for drawings.
//!
//! The chain joins the shortest paths from one stone to each side of the goal. A breadth-first
//! search from each side finds these paths.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::board::{Point, PointSet, Side};
use super::position::Colour;

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
    let goals: Vec<Vec<&Paths>> = match colour {
        Colour::Black => vec![vec![left, right], vec![bottom, top]],
        Colour::White => vec![paths.iter().collect()],
    };
    let length = |goal: &[&Paths], point: &Point| -> Option<u32> {
        goal.iter()
            .map(|paths| paths.get(point).map(|path| path.length))
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
        for paths in goal {
            let mut here = point;
            while let Some(next) = paths.get(&here).and_then(|path| path.next) {
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
fn needless_step(steps: &BTreeSet<(Point, Point)>, goal: &[&Paths]) -> Option<(Point, Point)> {
    let ends = |end: Point| {
        steps
            .iter()
            .filter(move |(from, to)| *from == end || *to == end)
    };
    let touches = |paths: &Paths, but: Point| {
        let others = steps
            .iter()
            .flat_map(|(from, to)| [from, to])
            .filter(|point| **point != but);
        others
            .into_iter()
            .any(|point| paths.get(point).is_some_and(|path| path.length == 0))
    };
    let is_needless =
        |end: Point| ends(end).count() == 1 && goal.iter().all(|paths| touches(paths, end));
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
