//! Random legal turns.

use super::Pippinzip;
use super::board::Point;
use super::flood::connects;
use super::moves::{STONES_OF_BID, Task, points_not_beside};
use super::position::Position;
use super::setup::Setup;
use super::stones::Colour;
use super::turn::{Name, Turn};
use crate::games::{Chooser, RandomPlay};

impl RandomPlay for Pippinzip {
    fn random_turn(setup: &Setup, position: &Position, choose: Chooser<'_>) -> Option<Turn> {
        if position.decided.is_some() {
            return None;
        }
        let points: Vec<Point> = position.text.stones.empty_points().collect();
        let (task, colour) = Task::new(setup, position);
        match task {
            Task::Bid => random_bid(points, position, colour, choose),
            Task::Stone(banned) => {
                let points = points_not_beside(banned, &points);
                if points.is_empty() {
                    return Some(Turn::Pass);
                }
                let point = pick_point(&points, position, colour, choose)?;
                Some(turn_with([point]))
            }
            Task::TwoStones { neighbours } => {
                random_pair(points, position, colour, neighbours, choose)
            }
        }
    }
}

fn turn_with(stones: impl IntoIterator<Item = Point>) -> Turn {
    Turn::Stones(stones.into_iter().map(Name::from).collect())
}

/// Returns a turn of the auction: `take`, or one to three stones anywhere. A seat rarely takes
/// before anybody has bid.
fn random_bid(
    mut points: Vec<Point>,
    position: &Position,
    colour: Colour,
    choose: Chooser<'_>,
) -> Option<Turn> {
    // One in `odds` turns takes.
    let odds = if position.text.stones.of_colour(colour).is_empty() {
        12
    } else {
        3
    };
    if choose(odds) == 0 {
        return Some(Turn::Take);
    }

    let count = pick_below(STONES_OF_BID, choose)? + 1;
    let mut chosen = Vec::new();
    for _ in 0..count.min(points.len()) {
        let index = pick_below(points.len(), choose)?;
        chosen.push(points.swap_remove(index));
    }
    chosen.sort_unstable();
    Some(turn_with(chosen))
}

/// Returns a turn of two stones. Half of the turns that may stop after the first stone do.
fn random_pair(
    mut points: Vec<Point>,
    position: &Position,
    colour: Colour,
    neighbours: bool,
    choose: Chooser<'_>,
) -> Option<Turn> {
    let first = pick_point(&points, position, colour, choose)?;
    points.retain(|&point| point != first);
    let banned = if neighbours { None } else { Some(first) };
    let seconds = points_not_beside(banned, &points);

    let mut after_first = *position;
    after_first.place(first, colour);
    let may_stop = seconds.is_empty() || connects(&after_first.text.stones, colour);
    let stops = may_stop && choose(2) == 0;
    let second = if stops {
        None
    } else {
        pick_point(&seconds, &after_first, colour, choose)
    };
    Some(turn_with([Some(first), second].into_iter().flatten()))
}

/// Picks a number below `count`, or returns `None` if `count` is 0.
fn pick_below(count: usize, choose: Chooser<'_>) -> Option<usize> {
    let count = u64::try_from(count).ok().filter(|&count| count > 0)?;
    usize::try_from(choose(count)).ok()
}

/// Picks a point. Of three candidates, it takes the first that extends the seat's own stones, so
/// that games end before the board is full.
fn pick_point(
    points: &[Point],
    position: &Position,
    colour: Colour,
    choose: Chooser<'_>,
) -> Option<Point> {
    let own = position.text.stones.of_colour(colour);
    let mut point = None;
    for _ in 0..3 {
        let tried = *points.get(pick_below(points.len(), choose)?)?;
        point = Some(tried);
        if tried
            .around(position.text.stones.size())
            .any(|near| own.contains(near))
        {
            break;
        }
    }
    point
}
