//! Generator of legal turns (Z3, Z4), with the position after each of them, and their number.
//!
//! [`Task`] says which stones the seat to move has to place. [`legal_turns`] visits all turns,
//! [`Suggest::turns_like`] those near an illegal turn, and [`count`] computes their number without
//! generating them.
//!
//! The generator shares only the board with [`super::rules`], so that tests can compare one with
//! the other.

use std::ops::ControlFlow;

use super::Pippinzip;
use super::board::Point;
use super::flood::connects;
use super::position::{Colour, Decision, FirstOfPair, Phase, Position};
use super::setup::{Setup, Variant};
use super::turn::{Name, Turn};
use crate::games::{Suggest, TurnFilter, TurnSink, WriteNotation as _};

type VisitTurns<'a> = &'a mut dyn FnMut(&Turn, &Position) -> ControlFlow<()>;

/// Maximum number of stones of an auction turn.
pub(super) const STONES_OF_BID: usize = 3;
/// The number of stones of an illegal turn that a suggestion takes into account.
const MAX_COMPARED: usize = 10;

/// The turns that the seat to move has, for the generator. `Duty` in `duty.rs` is the same for
/// judging. The two are separate, so that tests can compare the generator with the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// One to three stones, or `take`.
    Bid,
    /// One stone on any empty point, except beside the given point.
    Stone(Option<Point>),
    /// Two stones in order.
    TwoStones {
        /// True if they may be neighbours.
        neighbours: bool,
    },
}

impl Task {
    /// Returns the task of the seat to move, and its colour.
    pub(super) fn new(setup: &Setup, position: &Position) -> (Self, Colour) {
        let takes_black = setup.variant == Variant::Pipeline;
        let black = match position.text.phase {
            Phase::Auction => takes_black,
            Phase::Taken(taker) => (taker == position.text.to_move) == takes_black,
        };
        let neighbours = setup.variant != Variant::Zipline;
        let task = match position.text.phase {
            Phase::Auction => Self::Bid,
            Phase::Taken(_) if !black || takes_black => Self::Stone(None),
            // The second seat of a team is bound by the stone of the first.
            Phase::Taken(_) if setup.seats == 3 => {
                let first = position.text.pair.stone().filter(|_| !neighbours);
                Self::Stone(first.and_then(|name| name.point(position.text.stones.size())))
            }
            Phase::Taken(_) => Self::TwoStones { neighbours },
        };
        (task, if black { Colour::Black } else { Colour::White })
    }
}

/// Visits every legal turn in canonical form, with the position after it. Turns with few stones
/// come first; points are in the order of their names.
pub(super) fn legal_turns(
    setup: &Setup,
    position: &Position,
    visit: VisitTurns<'_>,
) -> ControlFlow<()> {
    let points = position.text.stones.empty_points().collect();
    Walk::new(setup, position, points, TurnSink::All(visit)).turns([1, 2, STONES_OF_BID])
}

impl Suggest for Pippinzip {
    fn sorts_parts(state: &Position) -> bool {
        state.text.phase == Phase::Auction
    }

    fn with_sorted_parts(turn: Turn) -> Turn {
        turn.in_order(Phase::Auction)
    }

    // Turns with the same number of stones, on the same points or near them, come first.
    fn turns_like(
        setup: &Setup,
        position: &Position,
        like: Option<&Turn>,
        filter: &mut dyn TurnFilter<Self>,
    ) -> ControlFlow<()> {
        let mut points: Vec<Point> = position.text.stones.empty_points().collect();
        let written = match like {
            None => {
                return Walk::new(setup, position, points, TurnSink::Filter(filter)).turns([
                    1,
                    2,
                    STONES_OF_BID,
                ]);
            }
            Some(Turn::Stones(written)) => written,
            Some(Turn::Take | Turn::Pass) => return ControlFlow::Continue(()),
        };
        let compared = || written.iter().take(MAX_COMPARED);
        points.sort_by_cached_key(|&point| compared().map(|name| name.steps_to(point)).min());
        let counts = match written.len() {
            0 | 1 => [1, 2, STONES_OF_BID],
            2 => [2, 1, STONES_OF_BID],
            _ => [STONES_OF_BID, 2, 1],
        };
        Walk::new(setup, position, points, TurnSink::Filter(filter)).turns(counts)
    }
}

/// Length and weight of a part of a turn's text.
#[derive(Clone, Copy)]
struct TextWeight {
    length: usize,
    weight: u32,
}

/// Walk through the legal turns of a position.
struct Walk<'a> {
    setup: &'a Setup,
    position: &'a Position,
    colour: Colour,
    task: Task,
    /// The empty points, in the order in which they are tried.
    points: Vec<Point>,
    sink: TurnSink<'a, Pippinzip>,
    /// The visited turn. Its memory is reused.
    turn: Turn,
}

impl<'a> Walk<'a> {
    fn new(
        setup: &'a Setup,
        position: &'a Position,
        points: Vec<Point>,
        sink: TurnSink<'a, Pippinzip>,
    ) -> Self {
        let (task, colour) = Task::new(setup, position);
        Self {
            setup,
            position,
            colour,
            task,
            points,
            sink,
            turn: Turn::default(),
        }
    }

    /// Visits every turn. In the auction, the numbers of stones are tried in the order of `counts`.
    fn turns(&mut self, counts: [usize; STONES_OF_BID]) -> ControlFlow<()> {
        if self.position.decided.is_some() {
            return ControlFlow::Continue(());
        }
        match self.task {
            Task::Bid => {
                self.show(Turn::Take, FirstOfPair::Absent, |after| {
                    after.text.phase = Phase::Taken(after.text.to_move);
                })?;
                counts
                    .into_iter()
                    .try_for_each(|count| self.bids(count, 0, &mut Vec::new()))
            }
            Task::Stone(beside) => self.stone(beside),
            Task::TwoStones { neighbours } => self.two_stones(neighbours),
        }
    }

    /// Visits every set that adds `count` stones, using the points from index `from` on.
    fn bids(&mut self, count: usize, from: usize, chosen: &mut Vec<Point>) -> ControlFlow<()> {
        if count == 0 {
            return self.show_stones(chosen);
        }
        for index in from..self.points.len() {
            chosen.push(self.points[index]);
            self.bids(count - 1, index + 1, chosen)?;
            chosen.pop();
        }
        ControlFlow::Continue(())
    }

    /// Visits the turns with one stone, or the pass if there is no point for it.
    fn stone(&mut self, banned: Option<Point>) -> ControlFlow<()> {
        let allowed = allowed(&self.points, banned);
        if allowed.is_empty() {
            return self.show(Turn::Pass, FirstOfPair::Absent, |_| {});
        }
        allowed
            .into_iter()
            .try_for_each(|point| self.show_stones(&[point]))
    }

    /// Visits the turns with two stones, and with only the first if it wins or leaves no point for
    /// the second.
    fn two_stones(&mut self, neighbours: bool) -> ControlFlow<()> {
        let points = std::mem::take(&mut self.points);
        let mut text = String::new();
        let seconds: Vec<_> = points
            .iter()
            .map(|&second| (second, self.weight_of(Some(','), second, "", &mut text)))
            .collect();
        for &first in &points {
            let may_follow =
                |second: Point| second != first && (neighbours || !first.is_beside(second));
            if !points.iter().any(|&second| may_follow(second)) || self.wins(first) {
                self.show_stones(&[first])?;
            }
            let before = self.weight_of(None, first, ",", &mut text);
            for &(second, after) in seconds.iter().filter(|(second, _)| may_follow(*second)) {
                if self
                    .sink
                    .accepts_length(before.length + after.length, before.weight + after.weight)?
                {
                    self.show_stones(&[first, second])?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns the length and weight of a point's text and the separator after it.
    fn weight_of(
        &mut self,
        before: Option<char>,
        point: Point,
        separator: &str,
        text: &mut String,
    ) -> TextWeight {
        text.clear();
        // Writing to a string cannot fail.
        let _ = Name::from(point).write_to(text);
        text.push_str(separator);
        TextWeight {
            length: text.len(),
            weight: self.sink.weight(before, text),
        }
    }

    /// Returns true if a stone on a point reaches the goal of its colour.
    fn wins(&self, point: Point) -> bool {
        match self.sink {
            TurnSink::Filter(_) => self.position.trial_wins(point, self.colour),
            TurnSink::All(_) => {
                let mut stones = self.position.text.stones;
                stones.set(point, Some(self.colour));
                connects(&stones, self.colour)
            }
        }
    }

    /// Visits the turn that places stones on these points.
    fn show_stones(&mut self, points: &[Point]) -> ControlFlow<()> {
        let mut names = match std::mem::take(&mut self.turn) {
            Turn::Stones(names) => names,
            Turn::Take | Turn::Pass => Vec::new(),
        };
        names.clear();
        names.extend(points.iter().copied().map(Name::from));
        if self.task == Task::Bid {
            names.sort_unstable();
        }
        // The first stone of a team restricts the second.
        let in_team =
            self.setup.seats == 3 && self.colour == Colour::Black && self.task != Task::Bid;
        let second_follows = match self.position.text.phase {
            Phase::Taken(taker) => seat_after(self.setup, self.position.text.to_move) != taker,
            Phase::Auction => false,
        };
        let first = if in_team && second_follows {
            names.first().copied()
        } else {
            None
        };
        let pair = first.map_or(FirstOfPair::Absent, FirstOfPair::Stone);
        let colour = self.colour;
        let seat = self.position.text.to_move;
        self.show(Turn::Stones(names), pair, |board| {
            for &point in points {
                board.place(point, colour);
            }
            if connects(&board.text.stones, colour) {
                board.decided = Some(Decision { colour, seat });
            }
        })
    }

    /// Visits a turn. `play` changes the board and the auction as the turn does.
    fn show(
        &mut self,
        turn: Turn,
        pair: FirstOfPair,
        play: impl FnOnce(&mut Position),
    ) -> ControlFlow<()> {
        self.turn = turn;
        let setup = self.setup;
        let position = self.position;
        self.sink.show(&self.turn, || {
            let mut after = *position;
            play(&mut after);
            after.text.to_move = seat_after(setup, position.text.to_move);
            after.text.pair = pair;
            after
        })
    }
}

/// Returns the seat that moves after `seat`.
fn seat_after(setup: &Setup, seat: u8) -> u8 {
    if seat >= setup.seats { 1 } else { seat + 1 }
}

/// Returns the points that are not beside `banned`.
pub(super) fn allowed(points: &[Point], banned: Option<Point>) -> Vec<Point> {
    points
        .iter()
        .copied()
        .filter(|point| !banned.is_some_and(|banned| banned.is_beside(*point)))
        .collect()
}

/// Counts the legal turns without generating them.
pub(super) fn count(setup: &Setup, position: &Position) -> u64 {
    if position.decided.is_some() {
        return 0;
    }
    let points: Vec<Point> = position.text.stones.empty_points().collect();
    let (task, colour) = Task::new(setup, position);
    let number = |points: &[Point]| u64::try_from(points.len()).unwrap_or(u64::MAX);
    match task {
        Task::Bid => {
            // At most 676 points, so no overflow.
            let one = number(&points);
            let two = one * one.saturating_sub(1) / 2;
            1 + one + two + two * one.saturating_sub(2) / 3
        }
        Task::Stone(banned) => number(&allowed(&points, banned)).max(1),
        Task::TwoStones { neighbours } => points
            .iter()
            .map(|&first| {
                let beside = if neighbours {
                    0
                } else {
                    points
                        .iter()
                        .filter(|point| first.is_beside(**point))
                        .count()
                };
                let seconds = number(&points) - 1 - u64::try_from(beside).unwrap_or(0);
                let mut stones = position.text.stones;
                stones.set(first, Some(colour));
                seconds + u64::from(seconds == 0 || connects(&stones, colour))
            })
            .sum(),
    }
}
