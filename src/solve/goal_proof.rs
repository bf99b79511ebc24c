//! Proves or refutes that a seat reaches the goal of a puzzle, by searches with more and more
//! turns. `turn_outcomes.rs` has the proofs for the goal `only`.
//!
//! The search is for an *event*, such as the win of the seat. The goal is reached if the event is
//! forced or, for the goal `save`, if the event, the seat's loss, can be avoided.

use super::chance::Chances;
use super::deciding_event::{BudgetSpent, Event};
use super::fraction::Fraction;
use super::search::Engine;
use super::{Budget, Detail, FirstTurn, MAX_TURNS, Solved, Verdict};
use crate::games::{Solving, Stage, with_game};
use crate::notation::{Goal, Points, Puzzle};
use crate::replay::{GamePosition, Position, Progress};

/// Steps that may always be spent on the line of an answer.
const STEPS_OF_LINE: u64 = 100_000;
/// The maximum number of solutions that are listed.
const MAX_SOLUTIONS: usize = 100_000;

/// Proves or refutes a puzzle about a goal other than `only`.
pub(super) fn solve<G: Solving>(
    setup: &G::Setup,
    state: &G::State,
    puzzle: Puzzle,
    budget: Budget,
    detail: Detail,
) -> Solved {
    let steps = budget.steps;
    let event = Event::of_goal(puzzle.goal);
    let mut engine = Engine::<G>::new(setup, G::to_move(setup, state), event, budget);
    let mut solved = Solved::from_puzzle(puzzle);
    let max_turns = puzzle.turns.unwrap_or(MAX_TURNS);
    let forced = deepen_counted(&mut engine, state, max_turns, &mut solved.searched);
    let Ok(forced) = forced else {
        solved.steps = steps - engine.steps;
        solved.positions = engine.positions;
        return solved;
    };

    let is_proved = event.is_goal_reached(forced.turns.is_some());
    // A puzzle of any length is undecided if nothing decides it within the maximum length.
    let is_decided = forced.turns.is_some() || forced.is_final || puzzle.turns.is_some();
    solved.verdict = if !is_decided {
        Verdict::Undecided
    } else if is_proved {
        Verdict::Proved
    } else {
        Verdict::Refuted
    };
    let left = puzzle.turns.or(forced.turns).unwrap_or(solved.searched);
    if is_proved {
        solved.turns = forced.turns;
        solved.is_complete =
            find_first_turns(&mut engine, state, left, &mut solved.solutions).is_ok();
    }

    solved.steps = steps - engine.steps;
    solved.positions = engine.positions;
    if detail >= Detail::Line {
        // The proof does not need the line, so the line must not cost much more.
        let budget_of_line = engine.steps.min(solved.steps.max(STEPS_OF_LINE));
        engine.steps = budget_of_line;
        solved.line = engine.main_line(state, forced.turns.unwrap_or(left));
        solved.steps += budget_of_line - engine.steps;
    }

    if G::FACTS.has_dice && detail == Detail::Probability {
        let rest_of_budget = steps.saturating_sub(solved.steps);
        engine.steps = rest_of_budget;
        engine.forget();
        solved.probability = probability(&mut engine, state, left, solved.verdict);
        solved.steps += rest_of_budget - engine.steps;
    }

    solved
}

/// Returns the probability that the goal is reached; `None` if that is too long to compute.
fn probability<G: Solving>(
    engine: &mut Engine<'_, G>,
    state: &G::State,
    left: u32,
    verdict: Verdict,
) -> Option<Fraction> {
    match verdict {
        // The goal is reached with any roll.
        Verdict::Proved => Some(Fraction::ONE),
        Verdict::Refuted => Chances::new(engine).chance(state, Stage::Choice, left).ok(),
        Verdict::Undecided => None,
    }
}

/// Returns true if `seat` reaches a goal from any position, decided or not, with at most `left`
/// more of its turns; `None` if that is not decided. Any position is searched as far as the budget
/// allows. The steps are deducted from the budget.
pub(super) fn reaches_goal(
    position: &Position,
    seat: u8,
    goal: Goal,
    left: Option<u32>,
    budget: &mut Budget,
) -> Option<bool> {
    with_game!(position.game(), G => {
        let GamePosition { setup, progress: Progress { state, result, resigned, .. }, .. } =
            position.of_game::<G>()?;
        let event = Event::of_goal(goal);
        let mut engine = Engine::<G>::new(setup, seat, event, *budget);
        if let Some(standing) = result {
            // A seat that resigns reaches no goal, not even a score.
            let is_lost = *resigned && engine.points(standing) == Points::Loss;
            return Some(!is_lost && event.is_goal_reached(engine.has_event(state, standing)));
        }
        let is_forced = is_forced_within(&mut engine, state, left);
        budget.steps = engine.steps;
        Some(event.is_goal_reached(is_forced?))
    })
}

/// Returns true if the event of a search is forced within `left` turns of the seat, or within any
/// number; `None` if the budget is used up, or if more turns could change the answer.
fn is_forced_within<G: Solving>(
    engine: &mut Engine<'_, G>,
    state: &G::State,
    left: Option<u32>,
) -> Option<bool> {
    if let Some(left) = left {
        let (answer, _) = engine.deepen(state, Stage::Choice, left).ok()?;
        return Some(answer.is_forced);
    }
    // How far the search came is not needed.
    let mut searched = 0;
    let forced = deepen_counted(engine, state, MAX_TURNS, &mut searched).ok()?;
    forced.is_final.then_some(forced.turns.is_some())
}

/// The result of searching for an event with more and more turns.
struct Forced {
    /// The minimum number of turns in which the event is forced.
    turns: Option<u32>,
    /// True if more turns would not change the answer.
    is_final: bool,
}

/// Iterative deepening like [`Engine::deepen`], but keeps count of the complete searches in
/// `searched`, also if the budget is used up in the next one. It begins with one turn, because the
/// seat of a puzzle is to move.
fn deepen_counted<G: Solving>(
    engine: &mut Engine<'_, G>,
    state: &G::State,
    max_turns: u32,
    searched: &mut u32,
) -> Result<Forced, BudgetSpent> {
    for turns in 1..=max_turns {
        let answer = engine.search_iteration(state, Stage::Choice, turns)?;
        *searched = turns;
        if answer.is_forced {
            return Ok(Forced {
                turns: Some(turns),
                is_final: true,
            });
        }
        if answer.is_final {
            return Ok(Forced {
                turns: None,
                is_final: true,
            });
        }
    }
    Ok(Forced {
        turns: None,
        is_final: false,
    })
}

/// Adds to `found` the first turns after which the seat of the puzzle still reaches its goal.
fn find_first_turns<G: Solving>(
    engine: &mut Engine<'_, G>,
    state: &G::State,
    left: u32,
    found: &mut Vec<FirstTurn>,
) -> Result<(), BudgetSpent> {
    let event = engine.event;
    let left_after = engine.left_after(state, left);
    let mut next_part = Some(0);
    while let Some(first) = next_part {
        let part = engine.generate_turns(state, first)?;
        next_part = part.next;
        for (_, turn) in part.turns {
            let after = engine.position_after(state, &turn)?;
            let (answer, _) = engine.deepen(&after, Stage::Choice, left_after)?;
            if !event.is_goal_reached(answer.is_forced) {
                continue;
            }
            // The list stays incomplete, as if the budget were used up.
            if found.len() == MAX_SOLUTIONS {
                return Err(BudgetSpent);
            }
            found.push(FirstTurn::from_turn::<G>(&turn));
        }
    }
    Ok(())
}
