//! Generates the turns of a position in a search, within its budget of steps and memory: the other
//! half of [`Engine`].
//!
//! A step is a turn, or a part of a turn at a roll. Steps that have to be searched wait in a
//! [`Part`]; if they do not fit in memory, the next part is generated when this one is done. They
//! are searched in the order of their *urgency*, the most forcing ones first, but after the
//! *killer*: the turn that last decided a similar position.
//!
//! The generators of some games try parts of turns that lead to no turn. These *tries* are paid
//! from the budget too, several for one step.

use std::cmp::Reverse;
use std::mem::size_of;
use std::ops::ControlFlow;

use super::deciding_event::{Answer, BudgetSpent};
use super::search::{Engine, KillerKey};
use super::transposition_table::TableKey;
use crate::games::{SearchStep, Solving, Stage};

/// The number of tries without a turn, within the generator of a game, that count as a step.
const TRIES_PER_STEP: u64 = 4;
/// Divisor of the free memory for turns: the turns of one position may take an eighth of it.
const POSITIONS_IN_FREE_MEMORY: usize = 8;
/// Minimum number of bytes for the turns of one position, even if little memory is left.
const MIN_BYTES: usize = 4 << 10;

/// A position on the stack of a search.
pub(super) struct Frame<G: Solving> {
    pub(super) key: TableKey,
    pub(super) state: G::State,
    pub(super) stage: Stage,
    /// The number of turns that are left.
    pub(super) left: u32,
    /// True if the attacker chooses the next step.
    pub(super) attacker_chooses: bool,
    /// The answer if none of the turns decides.
    pub(super) otherwise: Answer,
    /// The turns that are still to be searched.
    pub(super) part: Part<G>,
    /// The turn that is being searched.
    pub(super) turn: Option<G::Turn>,
    /// The number of steps that were left when the position was reached.
    pub(super) steps_before: u64,
}

impl<G: Solving> Frame<G> {
    /// Receives the answer for the step that is being searched. Returns the answer for the position
    /// if this decides it.
    pub(super) fn settled_by(&mut self, answer: Answer) -> Option<Answer> {
        self.otherwise.is_final &= answer.is_final;
        // One step is enough for the side that chooses: the attacker needs one after which the
        // event is forced, the defender one after which it is not.
        (answer.is_forced == self.attacker_chooses).then_some(answer)
    }
}

/// A step that is still to be searched. The position after a turn is left out: playing the turn
/// again is cheap, compared with generating the turns after it.
struct Waiting<G: Solving> {
    next: NextStep<G>,
    /// The stage of the turn after the step.
    stage: Stage,
    /// The number of turns that are left after the step.
    left: u32,
    is_killer: bool,
    urgency: u32,
}

/// What is kept of a step.
enum NextStep<G: Solving> {
    /// A whole turn, or the rest of one.
    Turn(G::Turn),
    /// The turn continues in this position.
    Within(Box<G::State>),
}

/// Some of the steps from a position.
pub(super) struct Part<G: Solving> {
    waiting: std::vec::IntoIter<Waiting<G>>,
    /// The number of bytes that the steps take.
    pub(super) bytes: usize,
    /// The number of the step with which the next part begins, if there is one.
    next: Option<u64>,
}

/// The position after a step, with what the search of it needs.
pub(super) struct NextPosition<G: Solving> {
    pub(super) state: G::State,
    pub(super) stage: Stage,
    /// The number of turns that are left.
    pub(super) left: u32,
}

/// Result of generating the steps from a position.
pub(super) enum Expanded<G: Solving> {
    /// One of them decides the position.
    Decided(Answer),
    /// The steps that have to be searched, and the answer if none of them decides.
    Open(Part<G>, Answer),
}

/// Some of the turns from a position, each with its urgency.
pub(super) struct Turns<G: Solving> {
    pub(super) turns: Vec<(u32, G::Turn)>,
    /// The number of the turn with which the next part begins, if there is one.
    pub(super) next: Option<u64>,
}

/// The steps and tries of one walk through the turns of a position.
struct Meter {
    /// The steps left in the budget.
    steps_left: u64,
    /// The steps of the budget that one step costs.
    cost_per_step: u64,
    /// The number of steps taken.
    steps: u64,
    /// The reason why the meter ended the walk, if it did.
    ended_by: Option<Stop>,
}

/// Reason why a walk ended early.
enum Stop {
    /// The budget was used up.
    BudgetSpent,
    /// The caller needs no more steps.
    CallerDone,
}

impl Meter {
    /// Counts a step; breaks if no step is left.
    fn count_step(&mut self) -> ControlFlow<()> {
        let Some(left) = self.steps_left.checked_sub(self.cost_per_step) else {
            self.ended_by = Some(Stop::BudgetSpent);
            return ControlFlow::Break(());
        };
        self.steps_left = left;
        self.steps += 1;
        ControlFlow::Continue(())
    }

    /// Ends the walk because the caller needs no more steps.
    fn stop(&mut self) -> ControlFlow<()> {
        self.ended_by = Some(Stop::CallerDone);
        ControlFlow::Break(())
    }
}

impl<G: Solving> Engine<'_, G> {
    /// Creates the meter of a walk from a position.
    fn meter(&self, state: &G::State) -> Meter {
        Meter {
            steps_left: self.steps,
            cost_per_step: G::step_cost(self.setup, state).max(1),
            steps: 0,
            ended_by: None,
        }
    }

    /// Deducts the steps and tries of a walk from the budget.
    fn charge(
        &mut self,
        meter: &Meter,
        used_tries: u64,
        walked: ControlFlow<()>,
    ) -> Result<(), BudgetSpent> {
        let tries_without_turn = used_tries.saturating_sub(meter.steps);
        self.steps = meter
            .steps_left
            .saturating_sub(tries_without_turn / TRIES_PER_STEP);
        let is_spent = match meter.ended_by {
            Some(Stop::BudgetSpent) => true,
            Some(Stop::CallerDone) => false,
            // The generator itself ends a walk only if the tries are used up.
            None => walked.is_break(),
        };
        if is_spent {
            self.steps = 0;
            return Err(BudgetSpent);
        }
        Ok(())
    }

    /// Returns the number of tries that the budget pays for.
    fn max_tries(&self) -> u64 {
        self.steps.saturating_mul(TRIES_PER_STEP)
    }

    /// Returns the number of bytes that the turns of one more position may take.
    fn max_bytes_of_turns(&self) -> usize {
        // The table takes the other three quarters while it grows.
        let all = usize::try_from(self.memory / 4).unwrap_or(usize::MAX);
        (all.saturating_sub(self.waiting_bytes) / POSITIONS_IN_FREE_MEMORY).max(MIN_BYTES)
    }

    /// Generates the steps from a position, and returns those that have to be searched.
    pub(super) fn expand(
        &mut self,
        state: &G::State,
        stage: Stage,
        left: u32,
        attacker_chooses: bool,
    ) -> Result<Expanded<G>, BudgetSpent> {
        let mut steps = StepCollector::new(self, state, left, attacker_chooses, 0);
        self.walk(state, stage, &mut steps)?;
        if let Some(answer) = steps.decided {
            return Ok(Expanded::Decided(answer));
        }
        if steps.visited == 0 {
            // No seat can move, so the event never occurs.
            return Ok(Expanded::Decided(Answer::AVOIDED));
        }
        let otherwise = steps.otherwise;
        Ok(Expanded::Open(steps.into_part(), otherwise))
    }

    /// Returns the position after the next step from a position on the stack; `None` after the last
    /// step. Generates the next part of the steps if one is used up.
    pub(super) fn next_position(
        &mut self,
        frame: &mut Frame<G>,
    ) -> Result<Option<NextPosition<G>>, BudgetSpent> {
        loop {
            if let Some(waiting) = frame.part.waiting.next() {
                return self.make_step(frame, waiting).map(Some);
            }
            frame.turn = None;
            let Some(first) = frame.part.next else {
                return Ok(None);
            };
            self.generate_part(frame, first)?;
        }
    }

    /// Makes a step from a position on the stack.
    fn make_step(
        &self,
        frame: &mut Frame<G>,
        waiting: Waiting<G>,
    ) -> Result<NextPosition<G>, BudgetSpent> {
        let state = match waiting.next {
            NextStep::Within(after) => {
                frame.turn = None;
                *after
            }
            NextStep::Turn(turn) => {
                let after = self.position_after(&frame.state, &turn)?;
                frame.turn = Some(turn);
                after
            }
        };
        Ok(NextPosition {
            state,
            stage: waiting.stage,
            left: waiting.left,
        })
    }

    /// Generates the part of the steps that begins with number `first`, in place of the part that
    /// is used up.
    fn generate_part(&mut self, frame: &mut Frame<G>, first: u64) -> Result<(), BudgetSpent> {
        self.waiting_bytes = self.waiting_bytes.saturating_sub(frame.part.bytes);
        let mut steps = StepCollector::new(
            self,
            &frame.state,
            frame.left,
            frame.attacker_chooses,
            first,
        );
        self.walk(&frame.state, frame.stage, &mut steps)?;
        frame.part = steps.into_part();
        self.waiting_bytes += frame.part.bytes;
        Ok(())
    }

    /// Visits the steps from a position, and deducts them from the budget.
    fn walk(
        &mut self,
        state: &G::State,
        stage: Stage,
        steps: &mut StepCollector<G>,
    ) -> Result<(), BudgetSpent> {
        let mut meter = self.meter(state);
        let all_tries = self.max_tries();
        let mut tries = all_tries;
        let engine = &*self;
        let walked = G::steps(self.setup, state, stage, &mut tries, &mut |step| {
            meter.count_step()?;
            if steps.visit(engine, state, step).is_break() {
                meter.stop()
            } else {
                ControlFlow::Continue(())
            }
        });
        self.charge(&meter, all_tries.saturating_sub(tries), walked)
    }

    /// Returns the legal turns of a position from number `first` on, as many as fit into the
    /// memory. Turns that put dice aside are left out.
    pub(super) fn generate_turns(
        &mut self,
        state: &G::State,
        first: u64,
    ) -> Result<Turns<G>, BudgetSpent> {
        let max_bytes = self.max_bytes_of_turns();
        let mut meter = self.meter(state);
        let all_tries = self.max_tries();
        let mut tries = all_tries;
        let mut found = Turns {
            turns: Vec::new(),
            next: None,
        };
        let mut bytes = 0;
        let walked = G::search_turns(self.setup, state, &mut tries, &mut |turn, after| {
            meter.count_step()?;
            if meter.steps <= first {
                return ControlFlow::Continue(());
            }
            // A vector that grows has up to twice the capacity that it needs.
            bytes += 2 * size_of::<(u32, G::Turn)>() + G::heap_bytes(turn);
            if bytes > max_bytes && !found.turns.is_empty() {
                found.next = Some(meter.steps - 1);
                return meter.stop();
            }
            found.turns.push((G::urgency(state, after), turn.clone()));
            ControlFlow::Continue(())
        });
        self.charge(&meter, all_tries.saturating_sub(tries), walked)?;
        Ok(found)
    }
}

/// Collector of the steps from a position.
struct StepCollector<G: Solving> {
    /// The steps before this number are skipped: they are in earlier parts.
    first: u64,
    attacker_chooses: bool,
    /// The number of turns that are left in the position.
    left_within: u32,
    /// The number of turns that are left after a turn.
    left_after: u32,
    /// The turn that last decided a position with as many turns left (the killer heuristic).
    killer: Option<G::Turn>,
    /// The number of bytes that the collected steps may take.
    max_bytes: usize,
    /// The number of steps visited so far.
    visited: u64,
    /// The answer for the position, once a step decides it.
    decided: Option<Answer>,
    /// The answer if no step decides.
    otherwise: Answer,
    waiting: Vec<Waiting<G>>,
    /// The number of bytes that the collected steps take.
    bytes: usize,
    /// The number of the step with which the next part begins, if there is one.
    next: Option<u64>,
}

impl<G: Solving> StepCollector<G> {
    fn new(
        engine: &Engine<'_, G>,
        state: &G::State,
        left: u32,
        attacker_chooses: bool,
        first: u64,
    ) -> Self {
        let killer_key = KillerKey {
            left,
            attacker_chooses,
        };
        Self {
            first,
            attacker_chooses,
            left_within: left,
            left_after: engine.left_after(state, left),
            killer: engine.killers.get(&killer_key).cloned(),
            max_bytes: engine.max_bytes_of_turns(),
            visited: 0,
            decided: None,
            otherwise: Answer {
                is_forced: !attacker_chooses,
                is_final: true,
            },
            waiting: Vec::new(),
            bytes: 0,
            next: None,
        }
    }

    /// Visits a step. The first part visits all steps, because one that decides the position makes
    /// a search of the others unnecessary. A later part ends when it is full.
    fn visit(
        &mut self,
        engine: &Engine<'_, G>,
        before: &G::State,
        step: SearchStep<'_, G>,
    ) -> ControlFlow<()> {
        self.visited += 1;
        if self.visited <= self.first {
            return ControlFlow::Continue(());
        }
        let (after, stage, left) = match step {
            SearchStep::Turn(_, after) => (after, Stage::Choice, self.left_after),
            SearchStep::Within(stage, after) => (after, stage, self.left_within),
        };
        match engine.answer_without_search(after, stage, left) {
            // The side that chooses takes this step, as in [`Frame::settled_by`].
            Some(answer) if answer.is_forced == self.attacker_chooses => {
                self.decided = Some(answer);
                return ControlFlow::Break(());
            }
            Some(answer) => self.otherwise.is_final &= answer.is_final,
            // The part is full, and only a step that decides the position still matters.
            None if self.next.is_some() => {}
            None => {
                self.collect(step, stage, left, G::urgency(before, after));
                if self.next.is_some() && self.first > 0 {
                    return ControlFlow::Break(());
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Adds a step to those that have to be searched, or notes it as the first of the next part if
    /// the memory is full.
    fn collect(&mut self, step: SearchStep<'_, G>, stage: Stage, left: u32, urgency: u32) {
        let heap = match step {
            SearchStep::Turn(turn, _) => G::heap_bytes(turn),
            SearchStep::Within(..) => size_of::<G::State>(),
        };
        // A vector that grows has up to twice the capacity that it needs.
        let bytes = 2 * size_of::<Waiting<G>>() + heap;
        if self.bytes + bytes > self.max_bytes && !self.waiting.is_empty() {
            self.next = Some(self.visited - 1);
            return;
        }
        self.bytes += bytes;
        let (next, is_killer) = match step {
            SearchStep::Turn(turn, _) => {
                let is_killer = self.killer.as_ref() == Some(turn);
                (NextStep::Turn(turn.clone()), is_killer)
            }
            SearchStep::Within(_, after) => (NextStep::Within(Box::new(after.clone())), false),
        };
        self.waiting.push(Waiting {
            next,
            stage,
            left,
            is_killer,
            urgency,
        });
    }

    /// Returns the steps that have to be searched, the most forcing ones first.
    fn into_part(mut self) -> Part<G> {
        self.waiting
            .sort_by_key(|waiting| (!waiting.is_killer, Reverse(waiting.urgency)));
        Part {
            waiting: self.waiting.into_iter(),
            bytes: self.bytes,
            next: self.next,
        }
    }
}
