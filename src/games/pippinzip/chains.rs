//! Chains: groups of connected stones, and the sides of the board that they touch (Z5.1, Z5.2).
//!
//! Chains are kept in a disjoint-set forest (union-find), with path halving and without removal.
//! They decide the game in `rules.rs`; `winning_chain.rs` finds a short chain to draw.

use super::board::{MAX_SIZE, Point, PointSet};
use super::stones::{Colour, Stones};

/// Number of places in a row of the largest board. Chains have a place for each of its points,
/// whatever the size of the board.
const ROW: usize = MAX_SIZE as usize;
/// Number of places.
const PLACES: usize = ROW * ROW;

/// Returns true if a chain of `colour` that touches these sides reaches its goal (Z5.1, Z5.2).
#[inline]
fn reaches_goal(sides: u8, colour: Colour) -> bool {
    // The lower bits are the left and the right side, the higher ones the bottom and the top.
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
/// whatever the shape of the chains. There are two arrays and not one of pairs, because a pair
/// would have a third more bytes to clear and to copy.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chains {
    /// For each stone, the place of another stone of its chain, or its own place for the root of
    /// the chain. Unspecified for empty points.
    parents: [u16; PLACES],
    /// For each root, the sides of the board that its chain touches, as [`Point::sides`] gives
    /// them. Unspecified for other points.
    sides: [u8; PLACES],
}

/// Returns the place of a point.
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
            parents: [0; PLACES],
            sides: [0; PLACES],
        };
        let mut winner = None;
        for colour in Colour::BOTH {
            let mut own_stones = PointSet::default();
            for point in stones.of_colour(colour).iter() {
                if chains.add(stones.size(), colour, &own_stones, point) {
                    winner.get_or_insert(colour);
                }
                own_stones.insert(point);
            }
        }
        (chains, winner)
    }

    #[inline]
    fn parent(&self, place: usize) -> usize {
        usize::from(self.parents[place])
    }

    /// Returns the place of the root of a chain.
    fn root(&self, mut place: usize) -> usize {
        while self.parent(place) != place {
            place = self.parent(place);
        }
        place
    }

    /// Returns the place of the root of a chain, and shortens the path to it.
    #[inline]
    fn root_halving_path(&mut self, mut place: usize) -> usize {
        while self.parent(place) != place {
            // Path halving: each place on the path skips its parent from now on.
            let grandparent = self.parents[self.parent(place)];
            self.parents[place] = grandparent;
            place = usize::from(grandparent);
        }
        place
    }

    /// Adds a stone on `point`. `own_stones` holds the stones of its colour added before. Returns
    /// true if its chain reaches the goal of its colour.
    #[inline]
    pub(super) fn add(
        &mut self,
        size: u8,
        colour: Colour,
        own_stones: &PointSet,
        point: Point,
    ) -> bool {
        let mut root = place_of(point);
        self.parents[root] = root as u16;
        self.sides[root] = point.sides(size);
        own_stones.each_neighbour(point, colour.connected_neighbours(), |neighbour| {
            root = self.unite(place_of(neighbour), root);
        });
        reaches_goal(self.sides[root], colour)
    }

    /// Unites the chain of the stone at `place` with the chain of `root`. They may already be the
    /// same. Returns the new root.
    #[inline]
    fn unite(&mut self, place: usize, root: usize) -> usize {
        let new_root = self.root_halving_path(place);
        self.parents[root] = new_root as u16;
        self.sides[new_root] |= self.sides[root];
        new_root
    }

    /// Returns true if a stone on `point` would reach the goal of its colour, as [`Chains::add`]
    /// does, but without adding it.
    pub(super) fn would_reach_goal(
        &self,
        size: u8,
        colour: Colour,
        own_stones: &PointSet,
        point: Point,
    ) -> bool {
        let mut sides = point.sides(size);
        own_stones.each_neighbour(point, colour.connected_neighbours(), |neighbour| {
            sides |= self.sides[self.root(place_of(neighbour))];
        });
        reaches_goal(sides, colour)
    }

    /// Returns the stones of a colour whose chains reach its goal (Z5.1, Z5.2).
    pub(super) fn decisive(&self, stones: &Stones, colour: Colour) -> PointSet {
        let mut decisive = PointSet::default();
        for point in stones.of_colour(colour).iter() {
            if reaches_goal(self.sides[self.root(place_of(point))], colour) {
                decisive.insert(point);
            }
        }
        decisive
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
}
