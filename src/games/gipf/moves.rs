//! Generator of all legal turns (G3 to G6), with the position after each of them. A turn removes
//! rows, pushes a piece onto the board, and removes rows again.
//!
//! A [`Walk`] goes through the parts of a turn: removals, a push, removals. It makes every possible
//! step in turn and passes each complete turn to a [`TurnSink`]. [`super::turn_steps`] finds and
//! makes the steps.
//!
//! The generator shares only the board with [`super::rules`], so that tests can compare one with
//! the other. It therefore also decides the end of the game itself.

use std::ops::ControlFlow;

use super::Gipf;
use super::board::{PushLine, SpotSet};
use super::pieces::{Colour, PieceKind};
use super::position::{Decision, Position};
use super::setup::{LossRule, Setup};
use super::turn::{Action, Push, Turn};
use super::turn_steps::{
    Landing, Stretch, decision_after_removal, landing_of_push, may_push, must_remove,
    possible_removals, push_notation, push_piece, remove_pieces, stretches,
};
use crate::games::{TurnSink, take_step};

type Visit<'a> = &'a mut dyn FnMut(&Turn, &Position) -> ControlFlow<()>;

/// Budget of removals and pushes for finding all legal turns. On a full board there are more
/// sequences of removals than anybody can wait for, and none of them leads to a turn.
const MAX_IDLE: u64 = 1_000_000;
/// Removals and pushes that each found turn adds to this budget.
const MAX_FOR_A_TURN: u64 = 100;

/// Visits every legal turn in canonical form, with the position after it. Breaks if the budget is
/// used up.
pub(super) fn legal_turns(setup: &Setup, position: &Position, visit: Visit<'_>) -> ControlFlow<()> {
    if position.decided.is_some() {
        return ControlFlow::Continue(());
    }
    let mut walk = Walk {
        steps: MAX_IDLE,
        steps_per_turn: MAX_FOR_A_TURN,
        ..Walk::new(setup, position, TurnSink::All(visit))
    };
    walk.walk_before_push(*position)
}

/// Visits the same turns within a budget of removals and pushes, and leaves in `steps` the rest of
/// the budget.
pub(super) fn turns_within(
    setup: &Setup,
    position: &Position,
    steps: &mut u64,
    visit: Visit<'_>,
) -> ControlFlow<()> {
    if position.decided.is_some() {
        return ControlFlow::Continue(());
    }
    let mut walk = Walk {
        steps: *steps,
        ..Walk::new(setup, position, TurnSink::All(visit))
    };
    let walked = walk.walk_before_push(*position);
    *steps = walk.steps;
    walked
}

/// The push that the turns must contain.
#[derive(Clone, Copy)]
pub(super) struct RequiredPush {
    pub(super) push: Push,
    /// True if the same dot or the same landing spot is enough.
    pub(super) is_loose: bool,
}

impl RequiredPush {
    /// Returns true if a push that the walk has found is this one.
    fn matches(self, kind: PieceKind, line: PushLine, landing: Landing) -> bool {
        let has_same_landing = self.push.to == landing.spot.into();
        if self.is_loose {
            return has_same_landing || self.push.from == Some(line.dot.into());
        }
        let has_same_dot = match self.push.from {
            Some(dot) => dot == line.dot.into(),
            // A push that moves no other piece is written without its dot.
            None => landing.moved == 0,
        };
        kind == self.push.kind && has_same_landing && has_same_dot
    }
}

/// Walk through the parts of a turn: removals, a push, removals.
pub(super) struct Walk<'a> {
    pub(super) setup: &'a Setup,
    pub(super) me: Colour,
    /// The actions so far.
    pub(super) turn: Turn,
    /// Restricts the walk to these pushes.
    pub(super) required_push: Option<RequiredPush>,
    /// The remaining budget of removals and pushes.
    pub(super) steps: u64,
    /// Steps that each found turn adds to the budget.
    pub(super) steps_per_turn: u64,
    pub(super) sink: TurnSink<'a, Gipf>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(setup: &'a Setup, position: &Position, sink: TurnSink<'a, Gipf>) -> Self {
        Self {
            setup,
            me: position.text.to_move,
            turn: Turn::default(),
            required_push: None,
            steps: u64::MAX,
            steps_per_turn: 0,
            sink,
        }
    }

    /// Removes rows before the push, then pushes: steps 1 and 2 of G3.
    pub(super) fn walk_before_push(&mut self, position: Position) -> ControlFlow<()> {
        let rows = stretches(&position, self.me);
        self.walk_removals(position, &rows, Self::walk_before_push)?;
        if must_remove(&rows) {
            return ControlFlow::Continue(());
        }
        if position.text.reserve[self.me.index()] == 0 {
            if self.turn.actions.is_empty() {
                return ControlFlow::Continue(());
            }
            let lost = Decision {
                winner: self.me.other(),
                rule: "G6.2",
                reason: "a seat had nothing in reserve after clearing its rows",
            };
            return self.show(position, Some(lost));
        }
        self.walk_pushes(position)
    }

    /// Makes every possible removal and calls `next` after each.
    fn walk_removals(
        &mut self,
        position: Position,
        rows: &[Stretch],
        next: fn(&mut Self, Position) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for taken in possible_removals(rows) {
            take_step(&mut self.steps)?;
            let (items, after) = remove_pieces(self.me, position, &taken);
            self.turn.actions.push(Action::Remove(items));
            // Ask the sink first: a full board has too many sequences of removals to walk
            // through.
            if self.sink.accepts_prefix(&self.turn)? {
                match decision_after_removal(self.setup, self.me, &after) {
                    Some(decision) => self.show(after, Some(decision))?,
                    None => next(self, after)?,
                }
            }
            self.turn.actions.pop();
        }
        ControlFlow::Continue(())
    }

    /// Makes every push that is possible and required.
    fn walk_pushes(&mut self, position: Position) -> ControlFlow<()> {
        // The edge spots onto which a push without a dot has been found.
        let mut edges = SpotSet::EMPTY;
        for line in PushLine::all() {
            let Some(landing) = landing_of_push(&position, line) else {
                continue;
            };
            // Two dots can lead to the same edge spot. If it is empty, both pushes are one turn.
            if landing.moved == 0 {
                if edges.contains(landing.spot) {
                    continue;
                }
                edges.insert(landing.spot);
            }
            for kind in PieceKind::BOTH {
                let is_allowed = may_push(&position, self.me, kind);
                let is_required = self
                    .required_push
                    .is_none_or(|push| push.matches(kind, line, landing));
                if !is_allowed || !is_required {
                    continue;
                }
                take_step(&mut self.steps)?;
                let push = push_notation(line, kind, landing);
                self.turn.actions.push(Action::Push(push));
                if self.sink.accepts_prefix(&self.turn)? {
                    let after = push_piece(self.me, position, line, kind, landing);
                    self.walk_after_push(after)?;
                }
                self.turn.actions.pop();
            }
        }
        ControlFlow::Continue(())
    }

    /// Removes rows after the push: step 3 of G3.
    fn walk_after_push(&mut self, position: Position) -> ControlFlow<()> {
        let rows = stretches(&position, self.me);
        self.walk_removals(position, &rows, Self::walk_after_push)?;
        if must_remove(&rows) {
            return ControlFlow::Continue(());
        }
        let decided = self.decision_at_end(&position);
        self.show(position, decided)
    }

    /// Returns the decision of the game at the end of a turn with a push (G6.2, G6.3).
    fn decision_at_end(&self, position: &Position) -> Option<Decision> {
        let has_empty_reserve = |colour: Colour| position.text.reserve[colour.index()] == 0;
        let next = self.me.other();
        if self.setup.out == LossRule::AtTurnEnd && has_empty_reserve(self.me) {
            return Some(Decision {
                winner: next,
                rule: "G6.3",
                reason: "a seat had nothing in reserve at the end of its turn",
            });
        }
        if has_empty_reserve(next) && stretches(position, next).is_empty() {
            return Some(Decision {
                winner: self.me,
                rule: "G6.2",
                reason: "a seat had to move with nothing in reserve and no row",
            });
        }
        None
    }

    /// Passes the finished turn to the sink.
    fn show(&mut self, position: Position, decided: Option<Decision>) -> ControlFlow<()> {
        let mut after = position;
        after.text.to_move = self.me.other();
        after.decided = decided;
        self.steps = self.steps.saturating_add(self.steps_per_turn);
        self.sink.show(&self.turn, || after)
    }
}
