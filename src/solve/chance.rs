//! Exact probabilities in games with dice: the mean over the values of each roll, and the best turn
//! for the seat to move, if both sides play for the goal or against it.

use std::fmt;
use std::ops::ControlFlow;

use super::deciding_event::{BudgetSpent, Event};
use super::search::Engine;
use super::transposition_table::{Table, TableKey};
use crate::games::{SearchStep, Solving, Stage};

/// A probability as a fraction in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction {
    numerator: u128,
    denominator: u128,
}

impl Fraction {
    pub(super) const ZERO: Self = Self {
        numerator: 0,
        denominator: 1,
    };
    pub(super) const ONE: Self = Self {
        numerator: 1,
        denominator: 1,
    };

    /// Returns the numerator.
    pub fn numerator(self) -> u128 {
        self.numerator
    }

    /// Returns the denominator.
    pub fn denominator(self) -> u128 {
        self.denominator
    }

    fn reduced(numerator: u128, denominator: u128) -> Self {
        let divisor = common_divisor(numerator, denominator).max(1);
        Self {
            numerator: numerator / divisor,
            denominator: denominator / divisor,
        }
    }

    fn plus(self, other: Self) -> Option<Self> {
        let divisor = common_divisor(self.denominator, other.denominator).max(1);
        let own_factor = other.denominator / divisor;
        let other_factor = self.denominator / divisor;
        let sum = self
            .numerator
            .checked_mul(own_factor)?
            .checked_add(other.numerator.checked_mul(other_factor)?)?;
        Some(Self::reduced(
            sum,
            self.denominator.checked_mul(own_factor)?,
        ))
    }

    fn divided_by(self, count: u128) -> Option<Self> {
        Some(Self::reduced(
            self.numerator,
            self.denominator.checked_mul(count)?,
        ))
    }

    fn is_less(self, other: Self) -> Option<bool> {
        let own = self.numerator.checked_mul(other.denominator)?;
        Some(own < other.numerator.checked_mul(self.denominator)?)
    }
}

fn common_divisor(mut one: u128, mut other: u128) -> u128 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

impl fmt::Display for Fraction {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator {
            1 => write!(out, "{}", self.numerator),
            denominator => write!(out, "{}/{denominator}", self.numerator),
        }
    }
}

/// The probabilities after the steps from one position.
struct StepChances {
    /// True if the highest probability is the best one.
    maximises: bool,
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
        // True if the side of the seat chooses: it is the attacker, unless the event is the loss.
        let maximises = self.engine.attacker_chooses(state, Stage::Choice)
            == (self.engine.event != Event::Loss);
        let left_after_turn = self.engine.left_after(state, left);
        let setup = self.engine.setup;
        let mut chances = StepChances::new(maximises);
        let mut failed = false;
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

        match stage {
            // No seat can move, so the event never occurs.
            _ if chances.count == 0 => Ok(self.certain_chance(false)),
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
