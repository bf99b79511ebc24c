//! Exact probabilities in games with dice: the mean over the values of each roll, and the best turn
//! for the seat to move, if both sides play for the goal or against it.
//!
//! As in the search, `left` is the number of turns that the seat of the puzzle still has. The
//! *event* decides the goal: the seat wants it, unless it is the seat's loss. A *stage* is a point
//! within a turn, such as before the roll of a die, and a *step* leads from one to the next.

use std::ops::ControlFlow;

use super::deciding_event::{BudgetSpent, Event};
use super::fraction::Fraction;
use super::search::Engine;
use super::transposition_table::{Table, TableKey};
use crate::games::{SearchStep, Solving, Stage};

/// The probabilities after the steps from one position.
struct StepChances {
    /// True if the highest probability is the best one: the seat of the puzzle chooses.
    maximises: bool,
    /// The best probability so far.
    best: Option<Fraction>,
    sum: Fraction,
    count: u128,
}

impl StepChances {
    fn new(maximises: bool) -> Self {
        Self {
            maximises,
            best: None,
            sum: Fraction::ZERO,
            count: 0,
        }
    }

    /// Adds the probability after a step; `None` if a fraction is too long.
    fn add(&mut self, chance: Fraction) -> Option<()> {
        self.sum = self.sum.plus(chance)?;
        self.count += 1;
        let is_better = match self.best {
            None => true,
            Some(best) if self.maximises => best.is_less(chance)?,
            Some(best) => chance.is_less(best)?,
        };
        if is_better {
            self.best = Some(chance);
        }
        Some(())
    }
}

/// The probabilities of the positions of one search.
pub(super) struct Chances<'e, 'a, G: Solving> {
    engine: &'e mut Engine<'a, G>,
    table: Option<Table<Fraction>>,
}

impl<'e, 'a, G: Solving> Chances<'e, 'a, G> {
    pub(super) fn new(engine: &'e mut Engine<'a, G>) -> Self {
        Self {
            engine,
            table: None,
        }
    }

    /// Returns the probability that the seat reaches its goal if both sides play for it. An error
    /// means that the budget is used up, or that a fraction is too long.
    pub(super) fn chance(
        &mut self,
        state: &G::State,
        stage: Stage,
        left: u32,
    ) -> Result<Fraction, BudgetSpent> {
        if let Some(answer) = self.engine.answer_without_search(state, stage, left) {
            return Ok(self.certain_chance(answer.is_forced));
        }
        let key = TableKey {
            position: G::search_key(self.engine.setup, state),
            stage,
            left,
        };
        if let Some(&known) = self.table.as_ref().and_then(|table| table.get(&key)) {
            return Ok(known);
        }
        let steps_before = self.engine.steps;
        let found = self.compute_chance(state, stage, left)?;
        let work = steps_before.saturating_sub(self.engine.steps);
        // While the table grows, it needs half of its size in addition.
        let table = self
            .table
            .get_or_insert_with(|| Table::new(self.engine.memory / 2, &key.position));
        table.insert(key, found, work);
        Ok(found)
    }

    /// Returns the probability of the goal if it is certain that the event occurs, or that it does
    /// not.
    fn certain_chance(&self, has_event: bool) -> Fraction {
        if self.engine.event.is_goal_reached(has_event) {
            Fraction::ONE
        } else {
            Fraction::ZERO
        }
    }

    /// Computes a probability that is not in the table, from those after each step.
    fn compute_chance(
        &mut self,
        state: &G::State,
        stage: Stage,
        left: u32,
    ) -> Result<Fraction, BudgetSpent> {
        // At a roll nobody chooses, and only the mean of the probabilities is used.
        let attacker_chooses = self.engine.attacker_chooses(state, Stage::Choice);
        // The seat of the puzzle attacks, unless the event is its loss.
        let seat_chooses = if self.engine.event == Event::Loss {
            !attacker_chooses
        } else {
            attacker_chooses
        };
        let left_after_turn = self.engine.left_after(state, left);
        let setup = self.engine.setup;
        let mut chances = StepChances::new(seat_chooses);
        let mut failed = false;
        // `chance_after_step` pays for the steps, so the generator has no limit of its own.
        let mut tries = u64::MAX;
        let walked = G::steps(setup, state, stage, &mut tries, &mut |step| {
            let (after, stage, left) = match step {
                SearchStep::Turn(_, after) => (after, Stage::Choice, left_after_turn),
                SearchStep::Within(stage, after) => (after, stage, left),
            };
            let chance = self.chance_after_step(after, stage, left);
            if chance.and_then(|chance| chances.add(chance)).is_some() {
                return ControlFlow::Continue(());
            }
            failed = true;
            ControlFlow::Break(())
        });
        if failed || walked.is_break() {
            return Err(BudgetSpent);
        }

        if chances.count == 0 {
            // No seat can move, so the event never occurs.
            return Ok(self.certain_chance(false));
        }
        match stage {
            Stage::Roll => chances.sum.divided_by(chances.count).ok_or(BudgetSpent),
            Stage::Choice | Stage::Rolled(_) => Ok(chances.best.unwrap_or(Fraction::ZERO)),
        }
    }

    /// Returns the probability after a step, which costs one step of the budget; `None` if the
    /// budget is used up or a fraction is too long.
    fn chance_after_step(&mut self, after: &G::State, stage: Stage, left: u32) -> Option<Fraction> {
        self.engine.steps = self.engine.steps.checked_sub(1)?;
        self.chance(after, stage, left).ok()
    }
}
