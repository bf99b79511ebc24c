//! Chains: which stones hang together with which side of the board (Z5.1, Z5.2).

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::board::{Point, PointSet, Side};
use super::position::{Colour, Stones};

/// The stones of one colour whose chain touches a side, for each side.
///
/// A stone is linked to a side once and never unlinked, as stones stay (Z1.3): keeping this up
/// through a game costs as much as the game has stones, however its chains wind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Links {
    by_side: [PointSet; 4],
}

impl Links {
    /// Those of a whole board.
    pub(super) fn of(stones: &Stones, colour: Colour) -> Self {
        let mut links = Self::default();
        for point in stones.of(colour).iter() {
            links.add(stones, colour, point);
        }
        links
    }

    /// Takes up a stone of `colour` that stands on `point`.
    pub(super) fn add(&mut self, stones: &Stones, colour: Colour, point: Point) {
        let size = stones.size();
        for (side, linked) in Side::ALL.into_iter().zip(&mut self.by_side) {
            let touches = point.is_on(side, size) || has_neighbour_in(linked, colour, point, size);
            if linked.contains(point) || !touches {
                continue;
            }
            linked.insert(point);
            let mut open = vec![point];
            while let Some(at) = open.pop() {
                for_each_neighbour(colour, at, size, |next| {
                    if stones.of(colour).contains(next) && !linked.contains(next) {
                        linked.insert(next);
                        open.push(next);
                    }
                });
            }
        }
    }

    /// The stones of the chains that reach the goal of their colour (Z5.1, Z5.2).
    pub(super) fn decisive(&self, colour: Colour) -> PointSet {
        let [left, right, bottom, top] = &self.by_side;
        let (across, upward) = (left.and(right), bottom.and(top));
        match colour {
            Colour::Black => across.or(&upward),
            Colour::White => across.and(&upward),
        }
    }
}

/// The steps of a short chain that reaches the goal of its colour: the ways from one of its stones to
/// the sides are as short as they can be together. `decisive` has the stones that it may use.
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
        // A way to one side may have come by another side before.
        while let Some(step) = needless_step(&steps, goal) {
            steps.remove(&step);
        }
    }
    steps
}

/// A step to a stone at an end of the chain, without which it still touches all sides of its goal.
fn needless_step(steps: &BTreeSet<(Point, Point)>, goal: &[&Ways]) -> Option<(Point, Point)> {
    let ends = |end: Point| steps.iter().filter(move |(from, to)| *from == end || *to == end);
    let touches = |ways: &Ways, but: Point| {
        let others = steps.iter().flat_map(|(from, to)| [from, to]).filter(|point| **point != but);
        others.into_iter().any(|point| ways.get(point).is_some_and(|way| way.length == 0))
    };
    let is_needless = |end: Point| ends(end).count() == 1 && goal.iter().all(|ways| touches(ways, end));
    steps.iter().copied().find(|(from, to)| is_needless(*from) || is_needless(*to))
}

/// How a stone is joined to a side.
struct Way {
    /// By how many stones besides.
    length: u32,
    /// The next of them.
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

/// Pip's stones hang together orthogonally, Zip's diagonally too.
fn for_each_neighbour(colour: Colour, point: Point, size: u8, visit: impl FnMut(Point)) {
    match colour {
        Colour::Black => point.beside(size).for_each(visit),
        Colour::White => point.around(size).for_each(visit),
    }
}

fn has_neighbour_in(set: &PointSet, colour: Colour, point: Point, size: u8) -> bool {
    let mut found = false;
    for_each_neighbour(colour, point, size, |next| found |= set.contains(next));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Language;
    use crate::games::pippinzip::Pippinzip;

    fn decisive(rows: &str, colour: Colour) -> String {
        let stones = Pippinzip::parse_position(&format!("{rows} 1 taker=1 -")).unwrap().stones;
        let points: Vec<_> =
            Links::of(&stones, colour).decisive(colour).iter().map(|point| point.to_string()).collect();
        points.join(" ")
    }

    #[test]
    fn pip_connects_either_pair_of_sides() {
        let cases = [
            ("3/bbb/3", "a2 b2 c2"),
            ("b2/b2/b2", "a1 a2 a3"),
            // A corner belongs to both of its sides, but a chain needs two opposite ones.
            ("b2/3/3", ""),
            ("bb1/b2/3", ""),
            // Not by a diagonal step, nor by two chains.
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
            // Both pairs of sides are joined; one of them is enough.
            ("1b1/bbb/1b1", Colour::Black, "a2-b2 b2-c2"),
            // The bulge on the right is not needed.
            ("b3/bb2/bbb1/b3", Colour::Black, "a1-a2 a2-a3 a3-a4"),
            ("w2/1w1/2w", Colour::White, "a3-b2 b2-c1"),
            ("www/www/www", Colour::White, "a1-a2 a1-b1 a2-a3 b1-c1"),
            // The way to the upper side from c2 by c3 is not needed where b3 is taken already.
            ("1ww/w1w/1w1", Colour::White, "a2-b1 a2-b3 b1-c2"),
        ];
        for (rows, colour, expected) in cases {
            let stones = Pippinzip::parse_position(&format!("{rows} 1 taker=1 -")).unwrap().stones;
            let decisive = Links::of(&stones, colour).decisive(colour);
            let steps = winning_steps(&decisive, colour, stones.size());
            let steps: Vec<_> = steps.into_iter().map(|(from, to)| format!("{from}-{to}")).collect();
            assert_eq!(steps.join(" "), expected, "{rows}");
        }
    }

    #[test]
    fn the_order_of_stones_does_not_matter() {
        let stones = Pippinzip::parse_position("5/bbbbb/b3b/b1b1b/2bbb 1 taker=1 -").unwrap().stones;
        let whole = Links::of(&stones, Colour::Black);
        let points: Vec<Point> = stones.of(Colour::Black).iter().collect();
        for turn in 0..points.len() {
            let mut some = Stones::empty(stones.size());
            let mut links = Links::default();
            for &point in points[turn..].iter().chain(&points[..turn]).rev() {
                some.set(point, Some(Colour::Black));
                links.add(&some, Colour::Black, point);
            }
            assert_eq!(links, whole);
        }
    }
}
