//! Chains: which stones hang together with which side of the board (Z5.1, Z5.2).

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
