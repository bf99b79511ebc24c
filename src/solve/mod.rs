//! Proofs of puzzles by exhaustive search.
//!
//! [`solve`] proves or refutes what a puzzle claims about a position: the search visits every legal turn of both sides
//! as far as the claim reaches. It counts its steps instead of measuring time, so the answer is the same on every
//! machine. [`outcomes`] judges each legal turn of a position, and [`puzzles_of`] finds the puzzles of a record and
//! compares them with their solutions.
//!
//! # Choices
//!
//! - **Dice.** A goal must be reached whatever is rolled, by either side. [`Solved::probability`] is the probability
//!   that it is reached if both sides play for it. Turns that put dice aside are searched, but not listed.
//! - **Teams.** Partners cooperate. In the auction of Pippinzip with three seats nobody has a partner yet.
//! - **The Pipe Game.** Only positions with known hands and stock are searched, and only the placements that
//!   [`crate::replay::Position::legal_turns`] lists.
//! - **Resignation** is neither a defence nor a solution.

mod chance;
mod compose;
mod json;
mod puzzles;
mod search;

use self::chance::Chances;
use self::search::{Engine, Event, Spent};
use crate::games::{Game, Origin, Rules, Search, Stage, with_game};
use crate::notation::{Goal, Points, Puzzle};
use crate::replay::{GamePosition, Position, Progress};

pub use chance::Fraction;
pub use compose::{RandomPuzzle, random_puzzle};
pub use json::SolvedJson;
pub use puzzles::{
    PuzzleReport, UnsearchedPuzzle, UnsearchedReason, check_puzzles, has_puzzles, puzzles_of, solve_position,
    unsearched_puzzles,
};

/// The default number of steps of one search. A step generates one turn.
pub const USUAL_STEPS: u64 = 20_000_000;
/// Steps that may always be spent on the line of an answer.
const STEPS_OF_LINE: u64 = 100_000;
/// The greatest number of own turns that a puzzle of any length is searched for.
const MOST_TURNS: u32 = 1_000;

/// The answer to a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solved {
    /// The claim.
    pub puzzle: Puzzle,
    /// Whether the claim holds.
    pub verdict: Verdict,
    /// The least number of own turns in which the goal is reached, if the puzzle is proved and its goal ends the game.
    pub turns: Option<u32>,
    /// The first turns that solve a proved puzzle, in canonical form.
    pub solutions: Vec<FirstTurn>,
    /// True if every first turn was tried.
    pub is_complete: bool,
    /// The main line of the proof, or the defence that refutes the claim; empty if several turns refute `only`.
    pub line: Vec<String>,
    /// The number of own turns up to which the search is complete.
    pub searched: u32,
    /// The steps that the search took.
    pub steps: u64,
    /// In games with dice: the probability that the goal is reached, if the claim is decided and the rest of the budget
    /// sufficed to compute it.
    pub probability: Option<Fraction>,
}

/// Whether a claim holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// The goal is reached against every defence.
    Proved,
    /// The goal can be prevented.
    Refuted,
    /// The budget did not suffice.
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
pub struct FirstTurn {
    /// The turn in canonical form.
    pub turn: String,
    /// In games with dice, the die that it places.
    pub origin: Option<Origin>,
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
    /// Neither is forced.
    Open,
    /// The budget did not suffice.
    Undecided,
}

impl TurnOutcome {
    /// Returns the name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Wins => "wins",
            Self::Loses => "loses",
            Self::Draws => "draws",
            Self::Open => "open",
            Self::Undecided => "undecided",
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
}

/// Proves or refutes a puzzle of a position, in at most `steps` steps.
///
/// ```
/// use pipscribe::prelude::*;
/// use pipscribe::solve::{USUAL_STEPS, Verdict, solve};
///
/// let tags = "[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n[Size \"3\"]\n[Position \"3/bb1/2w 2 taker=2 -\"]\n";
/// let game = LiveGame::start(tags)?;
/// let solved = solve(game.here(), "win 1".parse()?, USUAL_STEPS)?;
/// assert_eq!((solved.verdict, solved.solutions[0].turn.as_str()), (Verdict::Proved, "c2"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the game is over, or if hands or stock are not known.
pub fn solve(position: &Position, puzzle: Puzzle, steps: u64) -> Result<Solved, SolveError> {
    solve_as(position, puzzle, steps, Detail::Probability)
}

/// The parts of an answer that are searched for. Each includes those before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Detail {
    /// The verdict and the solutions.
    Verdict,
    /// The line.
    Line,
    /// The probability.
    Probability,
}

fn solve_as(position: &Position, puzzle: Puzzle, steps: u64, detail: Detail) -> Result<Solved, SolveError> {
    with_game!(position.game(), G => {
        open_position::<G>(position).map(|open| solve_game::<G>(open, puzzle, steps, detail))
    })
}

/// Returns the outcome of each legal turn of a position, as far as it is forced within `turns` turns of the seat to
/// move, in at most `steps` steps.
///
/// # Errors
/// As [`solve`].
pub fn outcomes(position: &Position, turns: u32, steps: u64) -> Result<Vec<(String, TurnOutcome)>, SolveError> {
    with_game!(position.game(), G => {
        let GamePosition { setup, progress: Progress { state, .. }, .. } = open_position::<G>(position)?;
        let judged = Judged::<G>::new(setup, G::to_move(setup, state), steps).outcomes(state, turns);
        Ok(judged.into_iter().map(|(turn, outcome)| (turn.to_string(), outcome)).collect())
    })
}

/// Returns a position that can be searched.
fn open_position<G: Game + Search>(position: &Position) -> Result<&GamePosition<G>, SolveError> {
    let reached = position.of_game::<G>().ok_or(SolveError::Over)?;
    if reached.progress.result.is_some() {
        return Err(SolveError::Over);
    }
    let GamePosition { setup, progress: Progress { state, .. }, .. } = reached;
    let unknown = G::missing(state).or_else(|| G::unknown(setup, state));
    unknown.map_or(Ok(reached), |reason| Err(SolveError::Unknown(reason)))
}

fn solve_game<G: Game + Search>(position: &GamePosition<G>, puzzle: Puzzle, steps: u64, detail: Detail) -> Solved {
    let GamePosition { setup, progress: Progress { state, .. }, .. } = position;
    let seat = G::to_move(setup, state);
    if puzzle.goal == Goal::Only {
        return solve_only(Judged::<G>::new(setup, seat, steps), state, puzzle);
    }
    let event = Event::of_goal(puzzle.goal);
    let mut engine = Engine::<G>::new(setup, seat, event, steps);
    let mut solved = Solved::of(puzzle);
    let most = puzzle.turns.unwrap_or(MOST_TURNS);
    let forced = deepened(&mut engine, state, most, &mut solved.searched);
    let Ok(forced) = forced else {
        solved.steps = steps - engine.steps;
        return solved;
    };
    let is_saved = event == Event::Loss;
    let is_proved = forced.turns.is_some() != is_saved;
    solved.verdict = match is_proved {
        true => Verdict::Proved,
        false => Verdict::Refuted,
    };
    // A puzzle of any length that nothing decides within the greatest length is not decided.
    if forced.turns.is_none() && !forced.is_final && puzzle.turns.is_none() {
        solved.verdict = Verdict::Undecided;
    }
    solved.turns = forced.turns.filter(|_| is_proved);
    let left = puzzle.turns.or(forced.turns).unwrap_or(solved.searched);
    if is_proved {
        let found = first_turns(&mut engine, state, left);
        solved.is_complete = found.is_ok();
        solved.solutions = found.unwrap_or_default();
    }
    solved.steps = steps - engine.steps;
    if detail == Detail::Verdict {
        return solved;
    }
    // The proof does not need the line, so the line must not cost much more.
    let most = engine.steps.min(solved.steps.max(STEPS_OF_LINE));
    engine.steps = most;
    solved.line = engine.line(state, forced.turns.unwrap_or(left));
    solved.steps += most - engine.steps;
    if G::HAS_DICE && detail == Detail::Probability {
        let most = steps - solved.steps;
        engine.steps = most;
        solved.probability = match solved.verdict {
            // The goal is reached whatever is rolled.
            Verdict::Proved => Some(Fraction::ONE),
            Verdict::Refuted => Chances::new(&mut engine).of(state, Stage::Choice, left).ok(),
            Verdict::Undecided => None,
        };
        solved.steps += most - engine.steps;
    }
    solved
}

impl Solved {
    fn of(puzzle: Puzzle) -> Self {
        Self {
            puzzle,
            verdict: Verdict::Undecided,
            turns: None,
            solutions: Vec::new(),
            is_complete: false,
            line: Vec::new(),
            searched: 0,
            steps: 0,
            probability: None,
        }
    }

    /// Returns the solutions other than `turn` that are solutions at the same point of the game: another roll has
    /// its own.
    pub fn rivals<'s>(&'s self, turn: &'s str) -> impl Iterator<Item = &'s FirstTurn> {
        let own = self.solutions.iter().find(|first| first.turn == turn).and_then(|first| first.origin);
        // A roll is another solution if every value has one.
        let rolls = (1..=6).all(|value| self.solutions.iter().any(|first| first.origin == Some(Origin::Rolled(value))));
        self.solutions.iter().filter(move |first| {
            let is_rival = match (own, first.origin) {
                (Some(Origin::Rolled(own)), Some(Origin::Rolled(other))) => own == other,
                (Some(Origin::Pulled(_)), Some(Origin::Rolled(_))) => rolls,
                _ => true,
            };
            is_rival && first.turn != turn
        })
    }
}

/// The result of searching for an event with more and more turns.
struct Forced {
    /// The least number of turns in which the event is forced.
    turns: Option<u32>,
    /// True if more turns would not change that.
    is_final: bool,
}

/// Searches for an event with more and more turns, and keeps count of the complete searches.
fn deepened<G: Search>(
    engine: &mut Engine<'_, G>,
    state: &G::State,
    most: u32,
    searched: &mut u32,
) -> Result<Forced, Spent> {
    for turns in 1..=most {
        let answer = engine.force(state, Stage::Choice, turns)?;
        *searched = turns;
        if answer.is_forced {
            return Ok(Forced { turns: Some(turns), is_final: true });
        }
        if answer.is_final {
            return Ok(Forced { turns: None, is_final: true });
        }
    }
    Ok(Forced { turns: None, is_final: false })
}

/// Returns the first turns after which the seat of the puzzle still reaches its goal.
fn first_turns<G: Search>(engine: &mut Engine<'_, G>, state: &G::State, left: u32) -> Result<Vec<FirstTurn>, Spent> {
    let saves = engine.event == Event::Loss;
    let mut found = Vec::new();
    for child in engine.turns(state, left)? {
        let Some(turn) = child.turn else { continue };
        if engine.deepened(&child.state, child.stage, child.left)?.0.is_forced != saves {
            found.push(FirstTurn { turn: turn.to_string(), origin: G::origin(&turn) });
        }
    }
    Ok(found)
}

/// Two searches that judge each turn of a position.
struct Judged<'a, G: Search> {
    wins: Engine<'a, G>,
    losses: Engine<'a, G>,
}

impl<'a, G: Search> Judged<'a, G> {
    /// Shares the steps between the two searches.
    fn new(setup: &'a G::Setup, seat: u8, steps: u64) -> Self {
        let wins = Engine::new(setup, seat, Event::Win, steps - steps / 2);
        Self { wins, losses: Engine::new(setup, seat, Event::Loss, steps / 2) }
    }

    fn outcomes(&mut self, state: &G::State, turns: u32) -> Vec<(G::Turn, TurnOutcome)> {
        let Ok(children) = self.wins.turns(state, turns) else { return Vec::new() };
        let judged = children.into_iter().filter_map(|child| {
            let outcome = self.outcome(&child.state, child.left).unwrap_or(TurnOutcome::Undecided);
            Some((child.turn?, outcome))
        });
        judged.collect()
    }

    fn outcome(&mut self, state: &G::State, left: u32) -> Result<TurnOutcome, Spent> {
        let (wins, _) = self.wins.deepened(state, Stage::Choice, left)?;
        if wins.is_forced {
            return Ok(TurnOutcome::Wins);
        }
        let (loses, _) = self.losses.deepened(state, Stage::Choice, left)?;
        Ok(match loses.is_forced {
            true => TurnOutcome::Loses,
            false if wins.is_final && loses.is_final => TurnOutcome::Draws,
            false => TurnOutcome::Open,
        })
    }

    fn steps_left(&self) -> u64 {
        self.wins.steps + self.losses.steps
    }
}

/// Finds out whether exactly one turn keeps the best result.
fn solve_only<G: Search>(mut judged: Judged<'_, G>, state: &G::State, puzzle: Puzzle) -> Solved {
    let steps = judged.steps_left();
    let mut solved = Solved::of(puzzle);
    let (first, most) = puzzle.turns.map_or((1, MOST_TURNS), |turns| (turns, turns));
    for turns in first..=most {
        let outcomes = judged.outcomes(state, turns);
        if outcomes.is_empty() || outcomes.iter().any(|(_, outcome)| *outcome == TurnOutcome::Undecided) {
            break;
        }
        solved.searched = turns;
        let is_settled = outcomes.iter().all(|(_, outcome)| *outcome != TurnOutcome::Open);
        let best = best_of(&outcomes);
        // A draw and an open game are equally good as long as the number of turns is limited.
        let keeps = |outcome: TurnOutcome| if is_settled { outcome == best } else { rank(outcome) == rank(best) };
        let kept = outcomes.into_iter().filter(|(_, outcome)| keeps(*outcome));
        let kept: Vec<G::Turn> = kept.map(|(turn, _)| turn).collect();
        let is_only = kept.len() == 1 && best != TurnOutcome::Loses;
        if is_settled || puzzle.turns.is_some() {
            solved.verdict = if is_only { Verdict::Proved } else { Verdict::Refuted };
            let first = |turn: &G::Turn| FirstTurn { turn: turn.to_string(), origin: G::origin(turn) };
            solved.solutions = if best == TurnOutcome::Loses { Vec::new() } else { kept.iter().map(first).collect() };
            solved.is_complete = true;
            break;
        }
    }
    // Several turns that are equally good are no defence.
    let only = solved.solutions.first().filter(|_| solved.verdict == Verdict::Proved);
    solved.line = only.map(|first| first.turn.clone()).into_iter().collect();
    solved.steps = steps - judged.steps_left();
    solved
}

fn rank(outcome: TurnOutcome) -> u8 {
    match outcome {
        TurnOutcome::Wins => 2,
        TurnOutcome::Draws | TurnOutcome::Open | TurnOutcome::Undecided => 1,
        TurnOutcome::Loses => 0,
    }
}

/// Returns the best of the outcomes.
fn best_of<T>(outcomes: &[(T, TurnOutcome)]) -> TurnOutcome {
    let all = || outcomes.iter().map(|(_, outcome)| *outcome);
    all().max_by_key(|outcome| rank(*outcome)).unwrap_or(TurnOutcome::Loses)
}

/// Returns true if `seat` reaches a goal from any position, decided or not, with at most `left` more of its turns;
/// `None` if that is not decided. A position of any length is searched as far as the budget allows.
fn holds(position: &Position, seat: u8, goal: Goal, left: Option<u32>, steps: u64) -> Option<bool> {
    with_game!(position.game(), G => {
        let GamePosition { setup, progress: Progress { state, result, resigned, .. }, .. } =
            position.of_game::<G>()?;
        let event = Event::of_goal(goal);
        let mut engine = Engine::<G>::new(setup, seat, event, steps);
        if let Some(standing) = result {
            // A seat that resigns reaches no goal, not even a score.
            let is_lost = *resigned && engine.points(standing) == Points::Loss;
            return Some(!is_lost && engine.has_event(state, standing) != (event == Event::Loss));
        }
        let forced = match left {
            Some(left) => engine.deepened(state, Stage::Choice, left).ok()?.0.is_forced,
            None => {
                let forced = deepened(&mut engine, state, MOST_TURNS, &mut 0).ok()?;
                forced.is_final.then_some(forced.turns.is_some())?
            }
        };
        Some(forced != (event == Event::Loss))
    })
}
