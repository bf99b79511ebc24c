//! Proofs of puzzles by exhaustive search.
//!
//! [`solve`] proves or refutes what a puzzle claims about a position: the search visits every legal
//! turn of both sides within the length of the claim. It counts its steps instead of measuring
//! time, so the answer is the same on every machine. [`outcomes`] judges each legal turn of a
//! position, and [`puzzles_at`] finds the puzzles of a record and compares them with their
//! solutions.
//!
//! # Words
//!
//! - A *puzzle* such as `[%puzzle win 3]` is a *claim*: the seat to move reaches the *goal* `win`
//!   in three of its own turns, whatever the other seats play. The goals are `win`, `draw`, a
//!   score, `save` (not to lose) and `only` (exactly one turn keeps the best result).
//! - The *solutions* of a proved puzzle are the first turns after which the goal is still reached.
//! - A *step* of the budget is a turn, or a part of a turn at a roll, that the search generates.
//!
//! # Choices
//!
//! - **Dice.** A goal must be reached whatever either side rolls. [`Solved::probability`] is the
//!   probability that it is reached if both sides play for it. Turns that put dice aside are
//!   searched, but not listed.
//! - **Teams.** Partners cooperate. In the auction of Pippinzip with three seats, no seat has a
//!   partner yet.
//! - **The Pipe Game.** Only positions with known hands and stock are searched, and only the
//!   placements that [`crate::replay::Position::legal_turns`] lists.
//! - **Resignation** is neither a defence nor a solution.

mod budget;
mod chance;
mod deciding_event;
mod expand;
mod fraction;
mod goal_proof;
mod json;
mod puzzle_places;
mod puzzles;
mod random_puzzle;
mod search;
mod solution_check;
mod transposition_table;
mod turn_outcomes;

use std::fmt;

use self::turn_outcomes::{OutcomeSearch, Probabilities};
use crate::games::{Game, Origin, Rules, Solving, with_game};
use crate::notation::{Goal, Puzzle};
use crate::replay::{GamePosition, Position, Progress};

pub use budget::{Budget, USUAL_MEMORY, USUAL_STEPS};
pub use fraction::Fraction;
#[cfg(test)]
pub(crate) use json::SolvedJson;
pub use puzzle_places::{UnsearchedPuzzle, UnsearchedReason, has_puzzles, unsearched_puzzles};
pub use puzzles::{PuzzleReport, puzzles_at, solve_position};
pub(crate) use puzzles::{check_each_puzzle, placed_puzzles};
pub use random_puzzle::{RandomPuzzle, random_puzzle};

/// The maximum number of own turns to which a puzzle of any length is searched.
const MAX_TURNS: u32 = 1_000;

/// The answer to a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solved {
    /// The claim that was examined.
    pub puzzle: Puzzle,
    /// The verdict on the claim.
    pub verdict: Verdict,
    /// The minimum number of own turns in which the goal is reached, if the puzzle is proved and
    /// its goal ends the game.
    pub turns: Option<u32>,
    /// The first turns that solve a proved puzzle, in canonical form.
    pub solutions: Vec<FirstTurn>,
    /// True if every first turn was tried.
    pub is_complete: bool,
    /// The main line of the proof, or the defence that refutes the claim; empty if several turns
    /// refute `only`.
    pub line: Vec<String>,
    /// The number of own turns up to which the search is complete.
    pub searched: u32,
    /// The steps that the search took.
    pub steps: u64,
    /// The positions whose turns were generated.
    pub positions: u64,
    /// In games with dice: the probability that the goal is reached, if the claim is decided and
    /// the rest of the budget was sufficient to compute it.
    pub probability: Option<Fraction>,
}

/// Verdict on a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The goal is reached against every defence.
    Proved,
    /// The goal can be prevented.
    Refuted,
    /// The budget was not sufficient.
    Undecided,
}

impl Verdict {
    /// Returns the name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Refuted => "refuted",
            Self::Undecided => "undecided",
        }
    }
}

/// A first turn of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FirstTurn {
    /// The turn in canonical form.
    pub turn: String,
    /// In games with dice, the die that it places.
    pub origin: Option<Origin>,
}

impl FirstTurn {
    fn from_turn<G: Solving>(turn: &G::Turn) -> Self {
        Self {
            turn: turn.to_string(),
            origin: G::origin(turn),
        }
    }
}

/// The outcome of a turn, for the seat that takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TurnOutcome {
    /// The seat wins.
    Wins,
    /// The seat loses.
    Loses,
    /// The game ends, and the seat neither wins nor loses.
    Draws,
    /// The game ends, and dice decide: the probability that the seat wins if both sides play for
    /// it.
    Chance(Fraction),
    /// Neither a win nor a loss is forced.
    Open,
    /// The budget was not sufficient.
    Undecided,
}

impl TurnOutcome {
    /// Returns the name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Wins => "wins",
            Self::Loses => "loses",
            Self::Draws => "draws",
            Self::Chance(_) => "chance",
            Self::Open => "open",
            Self::Undecided => "undecided",
        }
    }
}

/// Writes the name, or the probability of a win: `5/6`.
impl fmt::Display for TurnOutcome {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Chance(probability) => probability.fmt(out),
            outcome => out.write_str(outcome.name()),
        }
    }
}

/// Reason why a position cannot be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// Something that later turns depend on is not known.
    #[error("{0}")]
    Unknown(&'static str),
    /// The position has too many turns to list within the budget.
    #[error("the position has too many turns for the budget")]
    TooManyTurns,
}

/// Proves or refutes a puzzle of a position within a budget: a [`Budget`], or a number of steps.
///
/// ```
/// use pipscribe::prelude::*;
/// use pipscribe::solve::{USUAL_STEPS, Verdict, solve};
///
/// let tags = "[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n[Size \"3\"]\n[Position \"3/bb1/2w 2 taker=2 -\"]\n";
/// let game = LiveGame::start(tags)?;
/// let solved = solve(game.position(), "win 1".parse()?, USUAL_STEPS)?;
/// assert_eq!((solved.verdict, solved.solutions[0].turn.as_str()), (Verdict::Proved, "c2"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error if the game is over, or if hands or stock are not known.
pub fn solve(
    position: &Position,
    puzzle: Puzzle,
    budget: impl Into<Budget>,
) -> Result<Solved, SolveError> {
    solve_as(position, puzzle, budget.into(), Detail::Probability)
}

/// The parts of an answer that are searched for. Each part includes the previous ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Detail {
    /// The verdict and the solutions.
    Verdict,
    /// The line.
    Line,
    /// The probability.
    Probability,
}

fn solve_as(
    position: &Position,
    puzzle: Puzzle,
    budget: Budget,
    detail: Detail,
) -> Result<Solved, SolveError> {
    with_game!(position.game(), G => {
        let GamePosition { setup, progress: Progress { state, .. }, .. } = open_position::<G>(position)?;
        let seat = G::to_move(setup, state);
        Ok(match puzzle.goal {
            Goal::Only => {
                let search = OutcomeSearch::<G>::new(setup, seat, budget);
                turn_outcomes::solve_only(search, state, puzzle)
            }
            _ => goal_proof::solve::<G>(setup, state, puzzle, budget, detail),
        })
    })
}

/// Returns the outcome of each legal turn of a position, as far as the outcome is forced within
/// `turns` turns of the seat to move. The search stays within a budget: a [`Budget`], or a number
/// of steps. If the game ends and dice decide, the outcome is the probability of a win.
///
/// # Errors
/// Returns the same errors as [`solve`], and an error if there are too many turns to list.
pub fn outcomes(
    position: &Position,
    turns: u32,
    budget: impl Into<Budget>,
) -> Result<Vec<(String, TurnOutcome)>, SolveError> {
    let budget = budget.into();
    with_game!(position.game(), G => {
        let GamePosition { setup, progress: Progress { state, .. }, .. } = open_position::<G>(position)?;
        let mut search = OutcomeSearch::<G>::new(setup, G::to_move(setup, state), budget);
        let probabilities = if position.game().facts().has_dice {
            Probabilities::Computed
        } else {
            Probabilities::Omitted
        };
        let outcomes = search
            .outcomes(state, turns, probabilities)
            .map_err(|_| SolveError::TooManyTurns)?;
        Ok(outcomes.into_iter().map(|(turn, outcome)| (turn.to_string(), outcome)).collect())
    })
}

/// Returns a position that can be searched.
fn open_position<G: Game + Solving>(position: &Position) -> Result<&GamePosition<G>, SolveError> {
    let reached = position.of_game::<G>().ok_or(SolveError::Over)?;
    if reached.progress.result.is_some() {
        return Err(SolveError::Over);
    }
    let GamePosition {
        setup,
        progress: Progress { state, .. },
        ..
    } = reached;
    let unknown = G::missing(state).or_else(|| G::unknown(setup, state));
    unknown.map_or(Ok(reached), |reason| Err(SolveError::Unknown(reason)))
}

impl Solved {
    fn from_puzzle(puzzle: Puzzle) -> Self {
        Self {
            puzzle,
            verdict: Verdict::Undecided,
            turns: None,
            solutions: Vec::new(),
            is_complete: false,
            line: Vec::new(),
            searched: 0,
            steps: 0,
            positions: 0,
            probability: None,
        }
    }

    /// Returns the solutions that could be played instead of `turn`.
    pub(crate) fn rivals<'s>(&'s self, turn: &'s str) -> impl Iterator<Item = &'s FirstTurn> {
        let own = self
            .solutions
            .iter()
            .find(|first| first.turn == turn)
            .and_then(|first| first.origin);
        let has_solution_for = |value: u8| {
            let mut solutions = self.solutions.iter();
            solutions.any(|first| first.origin == Some(Origin::Rolled(value)))
        };
        // A die has six values.
        let every_roll_solves = (1..=6).all(has_solution_for);
        self.solutions.iter().filter(move |first| {
            let is_rival = match (own, first.origin) {
                // After a roll, only turns with the same value can be played.
                (Some(Origin::Rolled(own)), Some(Origin::Rolled(other))) => own == other,
                // To roll instead of pulling a die solves the puzzle only with every value.
                (Some(Origin::Pulled(_)), Some(Origin::Rolled(_))) => every_roll_solves,
                _ => true,
            };
            is_rival && first.turn != turn
        })
    }
}
