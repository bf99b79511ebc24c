//! Connections (Z5) by flood fill from each side, whole rows at a time, for the generator in
//! [`super::moves`].
//!
//! A black chain has to join two opposite sides; its stones are connected orthogonally. A white
//! chain has to touch all four sides; its stones are connected diagonally too. This file is
//! independent of [`super::chains`], which the rules use, so that tests can compare one with the
//! other.

use super::board::MAX_SIZE;
use super::stones::{Colour, Stones};

/// Rows of points, one bit per column.
type Rows = [u32; MAX_SIZE as usize];

/// Returns true if the stones of a colour reach its goal (Z5.1, Z5.2).
pub(super) fn connects(stones: &Stones, colour: Colour) -> bool {
    let rows = stones.of_colour(colour).rows();
    let last = stones.size() - 1;
    let left = only_column(rows, 0);
    let right = only_column(rows, last);
    let bottom = only_row(rows, 0);
    let top = only_row(rows, last);
    match colour {
        Colour::Black => {
            meet(&flood(rows, left, colour), &right) || meet(&flood(rows, bottom, colour), &top)
        }
        Colour::White => {
            // Start with the stones connected to the left side, keep the chains that also touch the
            // right side, and so on.
            let mut linked = flood(rows, left, colour);
            for side in [right, bottom, top] {
                let from = std::array::from_fn(|row| linked[row] & side[row]);
                linked = flood(rows, from, colour);
            }
            linked.iter().any(|&row| row != 0)
        }
    }
}

/// Returns the points in one column.
fn only_column(rows: &Rows, column: u8) -> Rows {
    rows.map(|row| row & (1 << column))
}

/// Returns the points in one row.
fn only_row(rows: &Rows, number: u8) -> Rows {
    let number = usize::from(number);
    let mut only: Rows = [0; MAX_SIZE as usize];
    only[number] = rows[number];
    only
}

/// Returns true if two sets of points have a common point.
fn meet(one: &Rows, other: &Rows) -> bool {
    one.iter().zip(other).any(|(one, other)| one & other != 0)
}

/// Returns all stones connected to those of `from`: black stones orthogonally, white ones also
/// diagonally.
fn flood(stones: &Rows, from: Rows, colour: Colour) -> Rows {
    let mut reached = from;
    if reached.iter().all(|&row| row == 0) {
        return reached;
    }
    loop {
        let before = reached;
        // Up and down again, so that most chains are flooded in one pass.
        for index in (0..reached.len()).chain((0..reached.len()).rev()) {
            let above = reached.get(index + 1).copied().unwrap_or(0);
            let below = index.checked_sub(1).map_or(0, |below| reached[below]);
            let near = match colour {
                Colour::Black => above | below,
                Colour::White => widened(above | below),
            };
            let start = (reached[index] | near) & stones[index];
            reached[index] = flood_row(stones[index], start);
        }
        if reached == before {
            return reached;
        }
    }
}

/// Returns the stones of a row that are connected to those of `from` within the row.
fn flood_row(stones: u32, from: u32) -> u32 {
    let mut reached = from;
    loop {
        let wider = widened(reached) & stones;
        if wider == reached {
            return reached;
        }
        reached = wider;
    }
}

/// Returns the columns with the columns next to them.
fn widened(row: u32) -> u32 {
    row | row << 1 | row >> 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Language;
    use crate::games::pippinzip::Pippinzip;
    use crate::games::pippinzip::board::{Point, PointSet};
    use crate::games::pippinzip::chains::Chains;
    use proptest::prelude::*;

    fn stones(rows: &str) -> Stones {
        Pippinzip::parse_position(&format!("{rows} 1 taker=1 -"))
            .unwrap()
            .stones
    }

    #[test]
    fn a_goal_is_reached_by_one_chain() {
        let cases = [
            ("wbb/www/bwb", [false, true]),
            ("bbw/wbb/bwb", [true, false]),
            ("3/bbb/3", [true, false]),
            ("1w1/w1w/1w1", [false, true]),
            ("5/bbbb1/b3b/b1b1b/2bbb", [false, false]),
            ("1b3/bbbbb/5/5/5", [true, false]),
            // Winding chains.
            ("bbbbb/4b/bbbbb/b4/bbbbb", [true, false]),
            ("2www/1w3/1www1/4w/wwww1", [false, true]),
        ];
        for (rows, expected) in cases {
            assert_eq!(
                Colour::BOTH.map(|colour| connects(&stones(rows), colour)),
                expected,
                "{rows}"
            );
        }
    }

    /// Boards of any size, with stones in any order.
    fn boards(empty: u8) -> impl Strategy<Value = (Stones, Vec<(Point, Colour)>)> {
        let size = prop_oneof![4 => 3u8..8, 1 => 8u8..=26];
        let order = size.prop_flat_map(|size| {
            (
                Just(size),
                Just(Point::all(size).collect::<Vec<_>>()).prop_shuffle(),
            )
        });
        let chances = (
            0u8..100,
            prop::collection::vec((0u8..100, 0u8..100), 26 * 26),
        );
        (order, chances).prop_map(move |((size, order), (white, odds))| {
            let mut stones = Stones::empty(size);
            let kept = order
                .into_iter()
                .zip(odds)
                .filter(|(_, (odds, _))| *odds >= empty);
            let kept: Vec<_> = kept
                .map(|(point, (_, odds))| {
                    (
                        point,
                        if odds < white {
                            Colour::White
                        } else {
                            Colour::Black
                        },
                    )
                })
                .collect();
            kept.iter()
                .for_each(|&(point, colour)| stones.set(point, Some(colour)));
            (stones, kept)
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

        /// Z5.3
        #[test]
        fn any_filling_has_exactly_one_winner((stones, _) in boards(0)) {
            let [black, white] = Colour::BOTH.map(|colour| connects(&stones, colour));
            prop_assert!(black != white, "{stones}");
        }

        #[test]
        fn chains_and_floods_agree((stones, order) in boards(25)) {
            for colour in Colour::BOTH {
                let mut chains = Chains::from_stones(&Stones::empty(stones.size()));
                let (mut own, mut wins) = ([PointSet::default(); 2], false);
                for &(point, stone) in &order {
                    let own = &mut own[stone.index()];
                    let would = chains.would_reach_goal(stones.size(), stone, own, point);
                    let reaches = chains.add(stones.size(), stone, own, point);
                    prop_assert_eq!(would, reaches, "{} of {}", point, stones);
                    wins |= reaches && stone == colour;
                    own.insert(point);
                }
                let decisive = chains.decisive(&stones, colour);
                prop_assert_eq!(decisive, Chains::from_stones(&stones).decisive(&stones, colour));
                prop_assert_eq!(wins, !decisive.is_empty());
                prop_assert_eq!(decisive != PointSet::default(), connects(&stones, colour), "{}", stones);
                prop_assert!(decisive.iter().all(|point| stones.of_colour(colour).contains(point)));
            }
        }
    }

    /// All fillings of the smallest board.
    #[test]
    fn every_filling_of_nine_points_has_exactly_one_winner() {
        for bits in 0..1_u32 << 9 {
            let mut stones = Stones::empty(3);
            for (index, point) in Point::all(3).enumerate() {
                stones.set(
                    point,
                    Some(if bits >> index & 1 == 1 {
                        Colour::White
                    } else {
                        Colour::Black
                    }),
                );
            }
            let [black, white] = Colour::BOTH.map(|colour| connects(&stones, colour));
            assert!(black != white, "{stones}");
        }
    }
}
