//! The event that decides a puzzle, and the answers of a search for it. A seat that wants to save
//! itself has to avoid its event, the loss; for all other goals, it has to force the event.

use crate::notation::Goal;

/// The event that the attacker forces, from the point of view of the seat of the puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// The seat wins.
    Win,
    /// The game ends, and the seat has not lost.
    Draw,
    /// The game ends, and the seat has at least this many points.
    Score(u32),
    /// The seat loses. Its opponents are the attacker.
    Loss,
}

impl Event {
    /// Returns the event that decides whether a seat reaches a goal. For the goals `save` and
    /// `only`, the seat avoids the event instead.
    pub(super) fn of_goal(goal: Goal) -> Self {
        match goal {
            Goal::Win => Self::Win,
            Goal::Draw => Self::Draw,
            Goal::Score(points) => Self::Score(points),
            Goal::Save | Goal::Only => Self::Loss,
        }
    }

    /// Returns true if the seat reaches its goal, given whether the event occurs.
    pub(super) fn is_goal_reached(self, has_event: bool) -> bool {
        match self {
            Self::Win | Self::Draw | Self::Score(_) => has_event,
            Self::Loss => !has_event,
        }
    }
}

/// The budget of steps is used up.
#[derive(Clone, Copy, Debug)]
pub(super) struct BudgetSpent;

/// The answer for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    /// True if the attacker forces the event.
    pub(super) is_forced: bool,
    /// True if more turns would not change the answer.
    pub(super) is_final: bool,
}

impl Answer {
    /// The event occurs or is forced.
    pub(super) const FORCED: Self = Self {
        is_forced: true,
        is_final: true,
    };
    /// The event can never occur.
    pub(super) const AVOIDED: Self = Self {
        is_forced: false,
        is_final: true,
    };
    /// The event does not occur within the turns that are left, but may with more turns.
    pub(super) const TOO_LATE: Self = Self {
        is_forced: false,
        is_final: false,
    };
}

/// The answers that are known for a position, for all numbers of turns that may be left.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bounds {
    /// The minimum number of turns in which the event is known to be forced.
    forced: Option<u32>,
    /// The maximum number of turns in which the event is known to be avoided.
    avoided: Option<u32>,
}

impl Bounds {
    /// Returns the answer for a number of turns, if it is known.
    pub(super) fn answer(self, left: u32) -> Option<Answer> {
        if self.forced.is_some_and(|turns| turns <= left) {
            return Some(Answer::FORCED);
        }
        let is_avoided = self.avoided.is_some_and(|turns| turns >= left);
        is_avoided.then_some(Answer {
            is_forced: false,
            is_final: self.avoided == Some(u32::MAX),
        })
    }

    /// Returns the bounds with the answer for a number of turns.
    pub(super) fn with(mut self, answer: Answer, left: u32) -> Self {
        if answer.is_forced {
            // The position was searched because any number known so far was greater than `left`.
            self.forced = Some(left);
        } else {
            let turns = if answer.is_final { u32::MAX } else { left };
            self.avoided = self.avoided.max(Some(turns));
        }
        self
    }
}
