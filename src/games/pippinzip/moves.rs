//! Generator of legal turns (Z3, Z4), with the position after each of them, and their number.
//!
//! [`Task`] says which stones the seat to move has to place: in the auction a bid of one to three
//! stones, or `take`; later the stones of Pip (black) or of Zip (white). [`legal_turns`] visits all
//! turns, [`Suggest::turns_like`] those near an illegal turn, and [`count`] computes their number
//! without generating them.
//!
//! The generator shares only the board with [`super::rules`], so that tests can compare one with
//! the other.

use std::ops::ControlFlow;

use super::Pippinzip;
use super::board::Point;
use super::flood::connects;
use super::position::{Decision, FirstOfPair, Phase, Position};
use super::setup::{Setup, Variant};
use super::stones::Colour;
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
        let auction_colour = match setup.variant {
            Variant::Pipeline => Colour::Black,
            Variant::Zipline | Variant::Freestyle => Colour::White,
        };
        let colour = match position.text.phase {
            Phase::Auction => auction_colour,
            Phase::Taken(taker) if taker == position.text.to_move => auction_colour,
            Phase::Taken(_) => auction_colour.other(),
        };
        let neighbours = setup.variant != Variant::Zipline;
        let task = match (position.text.phase, colour) {
            (Phase::Auction, _) => Self::Bid,
            (Phase::Taken(_), Colour::White) => Self::Stone(None),
            (Phase::Taken(_), Colour::Black) if setup.variant == Variant::Pipeline => {
                Self::Stone(None)
            }
            (Phase::Taken(_), Colour::Black) if setup.seats == 3 => {
                Self::Stone(banned_by_team(setup, position))
            }
            (Phase::Taken(_), Colour::Black) => Self::TwoStones { neighbours },
        };
        (task, colour)
    }
}

/// Returns the stone of the first seat of a team, beside which the second may not place its own in
/// `zipline`.
fn banned_by_team(setup: &Setup, position: &Position) -> Option<Point> {
    if setup.variant != Variant::Zipline {
        return None;
    }
    let first = position.text.pair.stone()?;
    first.point(position.text.stones.size())
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
        let steps_to_written = |&point: &Point| {
            let compared = written.iter().take(MAX_COMPARED);
            compared.map(|name| name.steps_to(point)).min()
        };
        points.sort_by_cached_key(steps_to_written);
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
        let points = points_not_beside(banned, &self.points);
        if points.is_empty() {
            return self.show(Turn::Pass, FirstOfPair::Absent, |_| {});
        }
        points
            .into_iter()
            .try_for_each(|point| self.show_stones(&[point]))
    }

    /// Visits the turns with two stones, and with only the first if it wins or leaves no point for
    /// the second.
    fn two_stones(&mut self, neighbours: bool) -> ControlFlow<()> {
        let points = std::mem::take(&mut self.points);
        // A buffer for the text of each point.
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
            let of_first = self.weight_of(None, first, ",", &mut text);
            for &(second, of_second) in seconds.iter().filter(|(second, _)| may_follow(*second)) {
                let length = of_first.length + of_second.length;
                let weight = of_first.weight + of_second.weight;
                if self.sink.accepts_length(length, weight)? {
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
        let pair = match names.first() {
            Some(&first) if self.second_of_team_follows() => FirstOfPair::Stone(first),
            _ => FirstOfPair::Absent,
        };
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

    /// Returns true if the seat to move is the first of a team, so that its stone is the first of a
    /// pair.
    fn second_of_team_follows(&self) -> bool {
        let Phase::Taken(taker) = self.position.text.phase else {
            return false;
        };
        let is_in_team = self.setup.seats == 3 && self.colour == Colour::Black;
        // The taker follows the second seat of the team.
        is_in_team && seat_after(self.setup, self.position.text.to_move) != taker
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

/// Returns the points that are not orthogonal neighbours of `banned`.
pub(super) fn points_not_beside(banned: Option<Point>, points: &[Point]) -> Vec<Point> {
    let is_banned = |point: Point| banned.is_some_and(|banned| banned.is_beside(point));
    points
        .iter()
        .copied()
        .filter(|&point| !is_banned(point))
        .collect()
}

/// Counts the legal turns without generating them.
pub(super) fn count(setup: &Setup, position: &Position) -> u64 {
    if position.decided.is_some() {
        return 0;
    }
    let points: Vec<Point> = position.text.stones.empty_points().collect();
    let (task, colour) = Task::new(setup, position);
    match task {
        Task::Bid => count_bids(count_of(&points)),
        // A seat without a point for its stone passes, which is one turn.
        Task::Stone(banned) => count_of(&points_not_beside(banned, &points)).max(1),
        Task::TwoStones { neighbours } => points
            .iter()
            .map(|&first| count_from_first(position, colour, &points, first, neighbours))
            .sum(),
    }
}

fn count_of(points: &[Point]) -> u64 {
    u64::try_from(points.len()).unwrap_or(u64::MAX)
}

/// Counts the turns of the auction on `points` empty points: `take`, and the sets of one, two or
/// three points. There are at most 676 points, so no overflow.
fn count_bids(points: u64) -> u64 {
    let pairs = points * points.saturating_sub(1) / 2;
    let triples = pairs * points.saturating_sub(2) / 3;
    1 + points + pairs + triples
}

/// Counts the turns of two stones that begin with `first`: one for each second stone, and one
/// without a second stone if the first wins or if no point is left for the second.
fn count_from_first(
    position: &Position,
    colour: Colour,
    points: &[Point],
    first: Point,
    neighbours: bool,
) -> u64 {
    let banned = if neighbours {
        0
    } else {
        points
            .iter()
            .filter(|point| first.is_beside(**point))
            .count()
    };
    let seconds = count_of(points) - 1 - u64::try_from(banned).unwrap_or(0);

    let mut stones = position.text.stones;
    stones.set(first, Some(colour));
    let may_stop = seconds == 0 || connects(&stones, colour);
    seconds + u64::from(may_stop)
}
