//! Search: keys of positions up to symmetry, and bounds on how soon a colour can reach its goal.

use std::collections::VecDeque;

use super::Pippinzip;
use super::board::{LARGEST, Point, Side};
use super::position::{Colour, FirstOfPair, Phase, Position, Stones};
use super::setup::{Setup, Variant};
use crate::games::{Search, SearchKey};

/// The side of the largest board that fits into one word.
const SIDE_OF_WORD: u8 = 8;

impl Search for Pippinzip {
    fn search_key(_setup: &Setup, state: &Position) -> SearchKey {
        let taker = match state.phase {
            Phase::Auction => 0,
            Phase::Taken(seat) => u64::from(seat),
        };
        let first = state.pair.stone().and_then(|name| name.point(state.stones.size()));
        let pair = u64::from(state.pair != FirstOfPair::Absent);
        let rest = taker << 16 | u64::from(state.to_move) << 8 | pair;
        if state.stones.size() > SIDE_OF_WORD {
            return plain_key(&state.stones, first, rest);
        }
        let images = (0..8).map(|image| image_key(&state.stones, first, rest, image));
        images.min().unwrap_or_default()
    }

    fn may_win(setup: &Setup, state: &Position, seat: u8, turns: u32) -> bool {
        let Phase::Taken(taker) = state.phase else { return true };
        let colour = setup.colour_of(seat, taker);
        let own = if state.to_move == seat { turns.div_ceil(2) } else { turns / 2 };
        let stones = match (setup.seats, colour, setup.variant) {
            (2, Colour::White, _) | (2, Colour::Black, Variant::Pipeline) => own,
            (2, Colour::Black, _) => own.saturating_mul(2),
            _ => turns,
        };
        stones >= u32::from(setup.size) || missing(&state.stones, colour).is_some_and(|missing| missing <= stones)
    }

    fn may_end(setup: &Setup, state: &Position, turns: u32) -> bool {
        (1..=setup.seats).any(|seat| Self::may_win(setup, state, seat, turns))
    }
}

/// Returns the key of a position on a large board, as it is.
fn plain_key(stones: &Stones, first: Option<Point>, rest: u64) -> SearchKey {
    let mut key: SearchKey = smallvec::smallvec![rest, first.map_or(0, |point| 1 + place(point))];
    for (black, white) in stones.of(Colour::Black).rows().iter().zip(stones.of(Colour::White).rows()) {
        key.push(u64::from(*black) << 32 | u64::from(*white));
    }
    key
}

fn place(point: Point) -> u64 {
    u64::from(point.row()) * u64::from(LARGEST) + u64::from(point.column())
}

/// Returns the key of one of the eight images of a position on a small board.
fn image_key(stones: &Stones, first: Option<Point>, rest: u64, image: u8) -> SearchKey {
    let last = stones.size() - 1;
    let turned = |point: Point| {
        let (column, row) = (point.column(), point.row());
        let (column, row) = if image & 1 == 0 { (column, row) } else { (row, column) };
        let column = if image & 2 == 0 { column } else { last - column };
        let row = if image & 4 == 0 { row } else { last - row };
        u32::from(row * SIDE_OF_WORD + column)
    };
    let bits = |colour| stones.of(colour).iter().fold(0, |bits, point| bits | 1_u64 << turned(point));
    let first = first.map_or(0, |point| 1 + u64::from(turned(point)));
    smallvec::smallvec![bits(Colour::Black), bits(Colour::White), rest, first]
}

/// Returns a lower bound for the number of stones that a colour needs to reach its goal; `None` if it cannot any more.
fn missing(stones: &Stones, colour: Colour) -> Option<u32> {
    let across = distance(stones, colour, Side::Left, Side::Right);
    let upward = distance(stones, colour, Side::Bottom, Side::Top);
    match colour {
        Colour::Black => across.into_iter().chain(upward).min(),
        Colour::White => Some(across?.max(upward?)),
    }
}

/// Returns the smallest number of empty points on a path of a colour from one side to another.
fn distance(stones: &Stones, colour: Colour, from: Side, to: Side) -> Option<u32> {
    let size = stones.size();
    let index = |point: Point| usize::from(point.row()) * usize::from(size) + usize::from(point.column());
    let mut least = vec![u32::MAX; usize::from(size) * usize::from(size)];
    let mut waiting = VecDeque::new();
    let mut reach = |point: Point, before: u32, waiting: &mut VecDeque<(Point, u32)>| {
        let stone = stones.at(point);
        if stone.is_some_and(|stone| stone != colour) {
            return;
        }
        let cost = before + u32::from(stone.is_none());
        let Some(slot) = least.get_mut(index(point)).filter(|slot| cost < **slot) else { return };
        *slot = cost;
        if stone.is_none() {
            waiting.push_back((point, cost));
        } else {
            waiting.push_front((point, cost));
        }
    };
    for point in Point::all(size).filter(|point| point.is_on(from, size)) {
        reach(point, 0, &mut waiting);
    }
    let mut best: Option<u32> = None;
    while let Some((point, cost)) = waiting.pop_front() {
        if point.is_on(to, size) {
            best = Some(best.map_or(cost, |best| best.min(cost)));
        }
        match colour {
            Colour::Black => point.beside(size).for_each(|next| reach(next, cost, &mut waiting)),
            Colour::White => point.around(size).for_each(|next| reach(next, cost, &mut waiting)),
        }
    }
    best
}
