//! Solving puzzles: keys of positions up to symmetry, and bounds on how soon a colour can reach its
//! goal. Black has to connect two opposite sides of the board, and White all four. The bounds come
//! from the distance between sides: the number of stones still missing on the best path.

use std::mem::size_of_val;

use smallvec::smallvec;

use super::Pippinzip;
use super::board::{MAX_SIZE, Point, Side};
use super::position::{FirstOfPair, Phase, Position};
use super::setup::{Setup, Variant};
use super::stones::{Colour, Stones};
use super::turn::Turn;
use crate::games::{SearchKey, Solving};

/// The side of the largest board that fits into one 64-bit word.
const SIDE_OF_WORD: u8 = 8;

impl Solving for Pippinzip {
    fn search_key(_setup: &Setup, state: &Position) -> SearchKey {
        let taker = match state.text.phase {
            Phase::Auction => 0,
            Phase::Taken(seat) => u64::from(seat),
        };
        let first = state
            .text
            .pair
            .stone()
            .and_then(|name| name.point(state.text.stones.size()));
        let has_pair = u64::from(state.text.pair != FirstOfPair::Absent);
        // What is the same in all images of the position.
        let rest = taker << 16 | u64::from(state.text.to_move) << 8 | has_pair;
        if state.text.stones.size() > SIDE_OF_WORD {
            return plain_key(&state.text.stones, first, rest);
        }
        // All images of a position share the smallest of their keys.
        let images = (0..8).map(|image| image_key(&state.text.stones, first, rest, image));
        images.min().unwrap_or_default()
    }

    fn may_win(setup: &Setup, state: &Position, seat: u8, turns: u32) -> bool {
        let Phase::Taken(taker) = state.text.phase else {
            return true;
        };
        let colour = setup.colour_of(seat, taker);
        // Of two seats, each has every other turn.
        let own_turns = if state.text.to_move == seat {
            turns.div_ceil(2)
        } else {
            turns / 2
        };
        let stones = match (setup.seats, colour, setup.variant) {
            // One stone per turn (Z4.2).
            (2, Colour::White, _) | (2, Colour::Black, Variant::Pipeline) => own_turns,
            // Two stones per turn (Z4.3).
            (2, Colour::Black, _) => own_turns.saturating_mul(2),
            // With three seats, one stone per turn (Z4.6), by a seat of any colour. This is only an
            // upper bound.
            _ => turns,
        };
        // No path needs more stones than the board has rows, so the distance need not be computed.
        stones >= u32::from(setup.size)
            || stones_missing(&state.text.stones, colour).is_some_and(|missing| missing <= stones)
    }

    /// The distances between sides take longer on large boards.
    fn step_cost(setup: &Setup, _state: &Position) -> u64 {
        u64::from(setup.size / 3).max(1)
    }

    fn heap_bytes(turn: &Turn) -> usize {
        match turn {
            Turn::Stones(names) => size_of_val(names.as_slice()),
            Turn::Take | Turn::Pass => 0,
        }
    }

    fn may_end(setup: &Setup, state: &Position, turns: u32) -> bool {
        (1..=setup.seats).any(|seat| Self::may_win(setup, state, seat, turns))
    }
}

/// Returns the key of a position on a large board, without symmetries.
fn plain_key(stones: &Stones, first: Option<Point>, rest: u64) -> SearchKey {
    let first = first.map_or(0, |point| 1 + point_number(point));
    let mut key: SearchKey = smallvec![rest, first];
    let black_rows = stones.of_colour(Colour::Black).rows();
    let white_rows = stones.of_colour(Colour::White).rows();
    for (black, white) in black_rows.iter().zip(white_rows) {
        key.push(u64::from(*black) << 32 | u64::from(*white));
    }
    key
}

/// Returns a number for a point of any board.
fn point_number(point: Point) -> u64 {
    u64::from(point.row()) * u64::from(MAX_SIZE) + u64::from(point.column())
}

/// Returns the key of one of the eight images of a position on a small board.
fn image_key(stones: &Stones, first: Option<Point>, rest: u64, image: u8) -> SearchKey {
    let bit_of = |point: Point| image_bit(point, stones.size(), image);
    let bits = |colour| {
        let points = stones.of_colour(colour).iter();
        points.fold(0, |bits, point| bits | 1_u64 << bit_of(point))
    };
    let first = first.map_or(0, |point| 1 + u64::from(bit_of(point)));
    smallvec![bits(Colour::Black), bits(Colour::White), rest, first]
}

/// Returns the bit of a point's image in a word. Bit 0 of `image` swaps columns and rows, bit 1
/// mirrors the columns, and bit 2 the rows.
fn image_bit(point: Point, size: u8, image: u8) -> u32 {
    let last = size - 1;
    let (mut column, mut row) = (point.column(), point.row());
    if image & 1 != 0 {
        (column, row) = (row, column);
    }
    if image & 2 != 0 {
        column = last - column;
    }
    if image & 4 != 0 {
        row = last - row;
    }
    u32::from(row * SIDE_OF_WORD + column)
}

/// Returns a lower bound for the number of stones that a colour needs to reach its goal; `None` if
/// it cannot any more.
fn stones_missing(stones: &Stones, colour: Colour) -> Option<u32> {
    let across = distance(stones, colour, Side::Left, Side::Right);
    let upward = distance(stones, colour, Side::Bottom, Side::Top);
    match colour {
        // Either pair of sides is enough.
        Colour::Black => across.into_iter().chain(upward).min(),
        // Both pairs are needed, but one stone may serve both.
        Colour::White => Some(across?.max(upward?)),
    }
}

/// Points of a board, a word for each row.
type Rows = [u32; MAX_SIZE as usize];

/// Returns the smallest number of empty points on a path of a colour from one side to another.
///
/// The points within reach grow by an empty point at a time, whole rows at once: this runs for
/// every generated turn.
fn distance(stones: &Stones, colour: Colour, from: Side, to: Side) -> Option<u32> {
    let own = stones.of_colour(colour).rows();
    let empty = empty_points(stones);
    let start = on_side(from, stones.size());
    let end = on_side(to, stones.size());

    let mut reached: Rows = [0; MAX_SIZE as usize];
    add_allowed(&mut reached, &start, own);
    spread_through_stones(&mut reached, own, colour);
    let mut cost = 0;
    while !meet(&reached, &end) {
        // A path goes on next to the points within reach, or begins at the side.
        let mut next = with_neighbours(&reached, colour);
        for (row, start) in next.iter_mut().zip(&start) {
            *row |= start;
        }
        if !add_allowed(&mut reached, &next, &empty) {
            return None;
        }
        spread_through_stones(&mut reached, own, colour);
        cost += 1;
    }
    Some(cost)
}

/// Returns the empty points of a board.
fn empty_points(stones: &Stones) -> Rows {
    let size = stones.size();
    let all_columns = u32::MAX >> (u32::BITS - u32::from(size));
    let black = stones.of_colour(Colour::Black).rows();
    let white = stones.of_colour(Colour::White).rows();
    std::array::from_fn(|row| {
        if row < usize::from(size) {
            all_columns & !(black[row] | white[row])
        } else {
            0
        }
    })
}

/// Returns true if two sets of points have a common point.
fn meet(one: &Rows, other: &Rows) -> bool {
    one.iter().zip(other).any(|(one, other)| one & other != 0)
}

/// Adds the points in `more` that are also in `allowed`. Returns true if there are new ones.
fn add_allowed(points: &mut Rows, more: &Rows, allowed: &Rows) -> bool {
    let mut is_new = false;
    for ((row, more), allowed) in points.iter_mut().zip(more).zip(allowed) {
        let added = more & allowed & !*row;
        *row |= added;
        is_new |= added != 0;
    }
    is_new
}

/// Adds the stones that are connected with the points.
fn spread_through_stones(points: &mut Rows, own: &Rows, colour: Colour) {
    loop {
        let next = with_neighbours(points, colour);
        if !add_allowed(points, &next, own) {
            return;
        }
    }
}

/// Returns the points with the neighbours to which a stone of the colour connects: black
/// orthogonally, white diagonally too. They may lie beyond the board.
fn with_neighbours(points: &Rows, colour: Colour) -> Rows {
    let mut wide = *points;
    for row in &mut wide {
        *row |= *row << 1 | *row >> 1;
    }
    let reaching_other_rows = match colour {
        Colour::Black => *points,
        Colour::White => wide,
    };
    let mut spread = wide;
    for row in 1..spread.len() {
        spread[row] |= reaching_other_rows[row - 1];
        spread[row - 1] |= reaching_other_rows[row];
    }
    spread
}

/// Returns the points on a side of the board.
fn on_side(side: Side, size: u8) -> Rows {
    let mut points: Rows = [0; MAX_SIZE as usize];
    for point in Point::all(size).filter(|point| point.is_on(side, size)) {
        points[usize::from(point.row())] |= 1 << point.column();
    }
    points
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;

    /// The same point by point.
    fn slow_distance(stones: &Stones, colour: Colour, from: Side, to: Side) -> Option<u32> {
        let size = stones.size();
        let mut least = std::collections::BTreeMap::new();
        let start = Point::all(size).filter(|point| point.is_on(from, size));
        let mut waiting: VecDeque<(Point, u32)> = start.map(|point| (point, 0)).collect();
        while let Some((point, before)) = waiting.pop_front() {
            if stones.at(point) == Some(colour.other()) {
                continue;
            }
            let cost = before + u32::from(stones.at(point).is_none());
            let key = (point.row(), point.column());
            if least.get(&key).is_some_and(|&known| known <= cost) {
                continue;
            }
            least.insert(key, cost);
            match colour {
                Colour::Black => waiting.extend(point.beside(size).map(|next| (next, cost))),
                Colour::White => waiting.extend(point.around(size).map(|next| (next, cost))),
            }
        }
        let end = Point::all(size).filter(|point| point.is_on(to, size));
        end.filter_map(|point| least.get(&(point.row(), point.column())).copied())
            .min()
    }

    #[test]
    fn distances_are_those_of_a_search_point_by_point() {
        let mut seed = 7_u64;
        let mut random = |below: u64| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % below
        };
        for size in [3, 4, 5, 8, 13, 25, MAX_SIZE] {
            for density in 2..8 {
                let mut stones = Stones::empty(size);
                for point in Point::all(size) {
                    let stone = [Some(Colour::Black), Some(Colour::White), None];
                    stones.set(point, stone[(random(density) as usize).min(2)]);
                }
                for colour in Colour::BOTH {
                    for (from, to) in [(Side::Left, Side::Right), (Side::Bottom, Side::Top)] {
                        let slow = slow_distance(&stones, colour, from, to);
                        assert_eq!(
                            distance(&stones, colour, from, to),
                            slow,
                            "{size} {colour:?} {stones:?}"
                        );
                    }
                }
            }
        }
    }
}
