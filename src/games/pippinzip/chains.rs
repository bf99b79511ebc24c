//! Chains: which stones hang together with which side of the board (Z5.1, Z5.2).

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::board::{LARGEST, Point, PointSet, Side};
use super::position::{Colour, Stones};

/// How many places a row has: those of the largest board, and one on either side that stays empty.
const ROW: usize = LARGEST as usize + 2;
const PLACES: usize = ROW * ROW;

/// In the sides of a chain: its stones are white.
const WHITE: u8 = 1 << 7;

/// The chains of both colours. Each stone leads to another of its chain, and in the end to one that knows
/// the sides that the chain touches.
///
/// A stone is put in once and never taken out, as stones stay (Z1.3): keeping this up through a game costs
/// as much as the game has stones, however its chains wind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chains {
    /// The place of another stone of the chain; the own one for the last; 0 where no stone stands.
    next: [u16; PLACES],
    /// What the last stone of a chain knows of it: a bit for each side in the order of [`Side::ALL`], and [`WHITE`].
    sides: [u8; PLACES],
}

fn place_of(point: Point) -> usize {
    (usize::from(point.row()) + 1) * ROW + usize::from(point.column()) + 1
}

/// Whether a chain that touches these sides has reached the goal of its colour (Z5.1, Z5.2).
fn reaches_goal(sides: u8, colour: Colour) -> bool {
    let (across, upward) = (sides & 0b0011 == 0b0011, sides & 0b1100 == 0b1100);
    match colour {
        Colour::Black => across || upward,
        Colour::White => across && upward,
    }
}

impl Chains {
    /// Those of a board.
    pub(super) fn of(stones: &Stones) -> Self {
        let mut chains = Self { next: [0; PLACES], sides: [0; PLACES] };
        for colour in Colour::BOTH {
            for point in stones.of(colour).iter() {
                chains.add(stones.size(), colour, point);
            }
        }
        chains
    }

    /// The last stone of the chain of a stone.
    #[inline]
    fn last(&mut self, mut at: usize) -> usize {
        loop {
            let next = usize::from(self.next[at]);
            if next == at {
                return at;
            }
            // Whoever comes here again has half the way.
            self.next[at] = self.next[next];
            at = usize::from(self.next[at]);
        }
    }

    /// Takes up a stone that was put on `point`; whether its chain reaches the goal of its colour.
    #[inline]
    pub(super) fn add(&mut self, size: u8, colour: Colour, point: Point) -> bool {
        let here = place_of(point);
        let mut sides = point.sides(size) | if colour == Colour::White { WHITE } else { 0 };
        let mut last = here;
        self.next[here] = here as u16;
        self.sides[here] = sides;
        self.join(here - 1, &mut last, &mut sides);
        self.join(here + 1, &mut last, &mut sides);
        self.join(here - ROW, &mut last, &mut sides);
        self.join(here + ROW, &mut last, &mut sides);
        if colour == Colour::White {
            self.join(here - ROW - 1, &mut last, &mut sides);
            self.join(here - ROW + 1, &mut last, &mut sides);
            self.join(here + ROW - 1, &mut last, &mut sides);
            self.join(here + ROW + 1, &mut last, &mut sides);
        }
        self.sides[last] = sides;
        reaches_goal(sides, colour)
    }

    /// Joins the chain of a neighbour, if it is of the same colour, to that which ends with `last` and has
    /// those sides.
    #[inline(always)]
    fn join(&mut self, beside: usize, last: &mut usize, sides: &mut u8) {
        if self.next[beside] == 0 || (self.sides[beside] ^ *sides) & WHITE != 0 {
            return;
        }
        let other = self.last(beside);
        if other != *last {
            *sides |= self.sides[other];
            self.next[*last] = other as u16;
            *last = other;
        }
    }

    /// The stones of a colour whose chains reach its goal (Z5.1, Z5.2).
    pub(super) fn decisive(&self, stones: &Stones, colour: Colour) -> PointSet {
        let mut chains = *self;
        let mut decisive = PointSet::default();
        for point in stones.of(colour).iter() {
            let last = chains.last(place_of(point));
            if reaches_goal(chains.sides[last], colour) {
                decisive.insert(point);
            }
        }
        decisive
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
            let decisive = Chains::of(&stones).decisive(&stones, colour);
            let steps = winning_steps(&decisive, colour, stones.size());
            let steps: Vec<_> = steps.into_iter().map(|(from, to)| format!("{from}-{to}")).collect();
            assert_eq!(steps.join(" "), expected, "{rows}");
        }
    }

    #[test]
    fn the_order_of_stones_does_not_matter() {
        let stones = Pippinzip::parse_position("5/bbbbb/b3b/b1b1b/2bbb 1 taker=1 -").unwrap().stones;
        let whole = Chains::of(&stones).decisive(&stones, Colour::Black);
        let points: Vec<Point> = stones.of(Colour::Black).iter().collect();
        for turn in 0..points.len() {
            let mut chains = Chains::of(&Stones::empty(stones.size()));
            let mut wins = false;
            for &point in points[turn..].iter().chain(&points[..turn]).rev() {
                wins |= chains.add(stones.size(), Colour::Black, point);
            }
            assert_eq!((chains.decisive(&stones, Colour::Black), wins), (whole, !whole.is_empty()));
        }
    }
}
