//! Random legal turns.

use super::Pippinzip;
use super::board::Point;
use super::flood::connects;
use super::moves::{STONES_OF_BID, Task, allowed};
use super::position::{Colour, Position};
use super::setup::Setup;
use super::turn::{Name, Turn};
use crate::games::{Chooser, RandomPlay};

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

impl RandomPlay for Pippinzip {
    // A seat rarely takes before anybody has bid.
    fn random_turn(setup: &Setup, position: &Position, choose: Chooser<'_>) -> Option<Turn> {
        if position.decided.is_some() {
            return None;
        }
        let mut points: Vec<Point> = position.text.stones.empty_points().collect();
        let (task, colour) = Task::new(setup, position);
        let mut chosen = Vec::new();
        match task {
            Task::Bid => {
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
                for _ in 0..count.min(points.len()) {
                    let index = pick_below(points.len(), choose)?;
                    chosen.push(points.swap_remove(index));
                }
                chosen.sort_unstable();
            }
            Task::Stone(banned) => {
                let allowed = allowed(&points, banned);
                if allowed.is_empty() {
                    return Some(Turn::Pass);
                }
                chosen.push(pick_point(&allowed, position, colour, choose)?);
            }
            Task::TwoStones { neighbours } => {
                let first = pick_point(&points, position, colour, choose)?;
                chosen.push(first);
                points.retain(|&point| point != first);
                let seconds = allowed(&points, Some(first).filter(|_| !neighbours));
                let mut board = *position;
                board.place(first, colour);
                let may_stop = seconds.is_empty() || connects(&board.text.stones, colour);
                if !(may_stop && choose(2) == 0) {
                    chosen.extend(pick_point(&seconds, &board, colour, choose));
                }
            }
        }
        Some(Turn::Stones(chosen.into_iter().map(Name::from).collect()))
    }
}
