//! The outcome of each legal turn of a position, and puzzles with the goal `only`: exactly one turn
//! keeps the best outcome.

use super::chance::Chances;
use super::deciding_event::{BudgetSpent, Event};
use super::fraction::Fraction;
use super::search::Engine;
use super::{Budget, FirstTurn, MAX_TURNS, Solved, TurnOutcome, Verdict};
use crate::games::{Solving, Stage};
use crate::notation::Puzzle;

/// The maximum number of turns that are judged.
const MAX_JUDGED: usize = 500_000;

/// Two searches that judge each turn of a position: whether the seat forces a win, and whether its
/// opponents force its loss.
pub(super) struct OutcomeSearch<'a, G: Solving> {
    wins: Engine<'a, G>,
    losses: Engine<'a, G>,
}

/// Treatment of games that end without a sure win for either side.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Probabilities {
    /// If dice decide, the outcome is the probability of a win.
    Computed,
    /// The outcome is a draw.
    Omitted,
}

impl<'a, G: Solving> OutcomeSearch<'a, G> {
    /// Shares the budget between the two searches.
    pub(super) fn new(setup: &'a G::Setup, seat: u8, budget: Budget) -> Self {
        let half = budget.half();
        // If the number of steps is odd, the other half has one more.
        let other_half = Budget {
            steps: budget.steps - half.steps,
            ..half
        };
        Self {
            wins: Engine::new(setup, seat, Event::Win, other_half),
            losses: Engine::new(setup, seat, Event::Loss, half),
        }
    }

    /// Returns the outcomes of all turns from a position, as far as they are forced within `turns`
    /// turns of the seat. Fails if there are too many turns from the position.
    pub(super) fn outcomes(
        &mut self,
        state: &G::State,
        turns: u32,
        probabilities: Probabilities,
    ) -> Result<Vec<(G::Turn, TurnOutcome)>, BudgetSpent> {
        let left = self.wins.left_after(state, turns);
        let mut judged = Vec::new();
        let mut next_part = Some(0);
        while let Some(first) = next_part {
            let part = self.wins.generate_turns(state, first)?;
            next_part = part.next;
            if judged.len() + part.turns.len() > MAX_JUDGED {
                return Err(BudgetSpent);
            }
            for (_, turn) in part.turns {
                let after = self.wins.position_after(state, &turn)?;
                let outcome = match self.outcome_after(&after, left) {
                    Ok(TurnOutcome::Draws) if probabilities == Probabilities::Computed => {
                        self.outcome_with_dice(&after, left)
                    }
                    outcome => outcome,
                };
                judged.push((turn, outcome.unwrap_or(TurnOutcome::Undecided)));
            }
        }
        Ok(judged)
    }

    /// Returns the outcome of a game that ends without a sure win for either side: a draw, or a
    /// probability if dice decide.
    fn outcome_with_dice(
        &mut self,
        state: &G::State,
        left: u32,
    ) -> Result<TurnOutcome, BudgetSpent> {
        let wins = Chances::new(&mut self.wins).chance(state, Stage::Choice, left)?;
        let saves = Chances::new(&mut self.losses).chance(state, Stage::Choice, left)?;
        let is_draw = wins == Fraction::ZERO && saves == Fraction::ONE;
        Ok(if is_draw {
            TurnOutcome::Draws
        } else {
            TurnOutcome::Chance(wins)
        })
    }

    /// Returns the outcome of a turn that leads to a position, without probabilities.
    fn outcome_after(&mut self, state: &G::State, left: u32) -> Result<TurnOutcome, BudgetSpent> {
        let (wins, _) = self.wins.deepen(state, Stage::Choice, left)?;
        if wins.is_forced {
            return Ok(TurnOutcome::Wins);
        }
        let (loses, _) = self.losses.deepen(state, Stage::Choice, left)?;
        Ok(if loses.is_forced {
            TurnOutcome::Loses
        } else if wins.is_final && loses.is_final {
            TurnOutcome::Draws
        } else {
            TurnOutcome::Open
        })
    }

    fn steps_left(&self) -> u64 {
        self.wins.steps + self.losses.steps
    }

    fn positions(&self) -> u64 {
        self.wins.positions + self.losses.positions
    }
}

/// Proves or refutes that exactly one turn keeps the best result, by searches with more and more
/// turns until the outcome of each turn is settled.
pub(super) fn solve_only<G: Solving>(
    mut search: OutcomeSearch<'_, G>,
    state: &G::State,
    puzzle: Puzzle,
) -> Solved {
    let steps = search.steps_left();
    let mut solved = Solved::from_puzzle(puzzle);
    let (min_turns, max_turns) = puzzle.turns.map_or((1, MAX_TURNS), |turns| (turns, turns));
    for turns in min_turns..=max_turns {
        let Ok(outcomes) = search.outcomes(state, turns, Probabilities::Omitted) else {
            break;
        };
        let is_undecided = outcomes
            .iter()
            .any(|(_, outcome)| *outcome == TurnOutcome::Undecided);
        if outcomes.is_empty() || is_undecided {
            break;
        }
        solved.searched = turns;
        let is_settled = outcomes
            .iter()
            .all(|(_, outcome)| *outcome != TurnOutcome::Open);
        if is_settled || puzzle.turns.is_some() {
            set_answer::<G>(outcomes, is_settled, &mut solved);
            break;
        }
    }

    // Several equally good turns are not a defence.
    let only = if solved.verdict == Verdict::Proved {
        solved.solutions.first()
    } else {
        None
    };
    solved.line = only.map(|first| first.turn.clone()).into_iter().collect();
    solved.steps = steps - search.steps_left();
    solved.positions = search.positions();
    solved
}

/// Sets the verdict on a puzzle and its solutions from the outcome of each turn. `is_settled` is
/// false if more turns could change an outcome.
fn set_answer<G: Solving>(
    outcomes: Vec<(G::Turn, TurnOutcome)>,
    is_settled: bool,
    solved: &mut Solved,
) {
    let best = best_of(&outcomes);
    let mut kept: Vec<G::Turn> = Vec::new();
    for (turn, outcome) in outcomes {
        // A draw and an open game are equally good as long as the number of turns is limited.
        let keeps_best = if is_settled {
            outcome == best
        } else {
            rank(outcome) == rank(best)
        };
        if keeps_best {
            kept.push(turn);
        }
    }

    let is_only = kept.len() == 1 && best != TurnOutcome::Loses;
    solved.verdict = if is_only {
        Verdict::Proved
    } else {
        Verdict::Refuted
    };
    solved.solutions = match best {
        TurnOutcome::Loses => Vec::new(),
        _ => kept.iter().map(FirstTurn::from_turn::<G>).collect(),
    };
    solved.is_complete = true;
}

/// Returns the order of the outcomes: a win is the best. An unknown outcome counts as a draw.
fn rank(outcome: TurnOutcome) -> u8 {
    match outcome {
        TurnOutcome::Wins => 2,
        TurnOutcome::Draws
        | TurnOutcome::Chance(_)
        | TurnOutcome::Open
        | TurnOutcome::Undecided => 1,
        TurnOutcome::Loses => 0,
    }
}

/// Returns the best of the outcomes.
fn best_of<T>(outcomes: &[(T, TurnOutcome)]) -> TurnOutcome {
    outcomes
        .iter()
        .map(|(_, outcome)| *outcome)
        .max_by_key(|outcome| rank(*outcome))
        .unwrap_or(TurnOutcome::Loses)
}
