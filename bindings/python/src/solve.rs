//! Proofs of puzzles.

use pipscribe::notation::Puzzle;
use pipscribe::solve;
use pyo3::prelude::*;

use crate::arguments::argument;
use crate::errors::refused;
use crate::pickling::{Arguments, keywords};
use crate::position::Position;

/// The answer to a puzzle: whether its goal is reached against every defence, and how.
#[pyclass(frozen, get_all, eq, hash, weakref, module = "pipscribe")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Solved {
    /// The puzzle, such as ``"win 3"``.
    pub(crate) puzzle: String,
    /// ``"proved"``, ``"refuted"`` or, if the steps did not suffice, ``"undecided"``.
    pub(crate) verdict: String,
    /// The least number of own turns in which the goal is reached; ``None`` if it is not, or does not end the game.
    pub(crate) turns: Option<u32>,
    /// The first turns that solve the puzzle, in canonical form.
    pub(crate) solutions: Vec<String>,
    /// True if every first turn was tried.
    pub(crate) complete: bool,
    /// The main line of the proof, or the defence that refutes the puzzle.
    pub(crate) line: Vec<String>,
    /// The number of own turns up to which the search is complete.
    pub(crate) searched: u32,
    /// The steps that the search took.
    pub(crate) steps: u64,
    /// In games with dice: the probability that the goal is reached, such as ``"5/6"``; ``None`` if it is not known.
    pub(crate) probability: Option<String>,
}

impl Solved {
    fn new(solved: solve::Solved) -> Self {
        Self {
            puzzle: solved.puzzle.to_string(),
            verdict: solved.verdict.name().to_owned(),
            turns: solved.turns,
            solutions: solved
                .solutions
                .into_iter()
                .map(|first| first.turn)
                .collect(),
            complete: solved.is_complete,
            line: solved.line,
            searched: solved.searched,
            steps: solved.steps,
            probability: solved
                .probability
                .map(|probability| probability.to_string()),
        }
    }
}

#[pymethods]
impl Solved {
    #[new]
    #[pyo3(signature = (*, puzzle, verdict, turns=None, solutions, complete, line, searched, steps, probability=None))]
    #[allow(clippy::too_many_arguments, reason = "they are the fields")]
    fn from_fields(
        #[pyo3(from_py_with = argument)] puzzle: String,
        #[pyo3(from_py_with = argument)] verdict: String,
        #[pyo3(from_py_with = argument)] turns: Option<u32>,
        #[pyo3(from_py_with = argument)] solutions: Vec<String>,
        #[pyo3(from_py_with = argument)] complete: bool,
        #[pyo3(from_py_with = argument)] line: Vec<String>,
        #[pyo3(from_py_with = argument)] searched: u32,
        #[pyo3(from_py_with = argument)] steps: u64,
        #[pyo3(from_py_with = argument)] probability: Option<String>,
    ) -> Self {
        Self {
            puzzle,
            verdict,
            turns,
            solutions,
            complete,
            line,
            searched,
            steps,
            probability,
        }
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<Arguments<'py>> {
        keywords!(self, py; puzzle, verdict, turns, solutions, complete, line, searched, steps, probability)
    }

    fn __repr__(&self) -> String {
        format!(
            "Solved({:?}, {:?}, solutions={:?})",
            self.puzzle, self.verdict, self.solutions
        )
    }
}

/// Proves or refutes a puzzle of a position.
pub(crate) fn solved(position: &Position, goal: &str, steps: u64) -> PyResult<Solved> {
    let puzzle = goal.parse::<Puzzle>().map_err(refused)?;
    solve::solve(position.inner(), puzzle, steps)
        .map(Solved::new)
        .map_err(refused)
}

/// Returns each legal turn of a position with its outcome.
pub(crate) fn outcomes(
    position: &Position,
    turns: u32,
    steps: u64,
) -> PyResult<Vec<(String, String)>> {
    let judged = solve::outcomes(position.inner(), turns, steps).map_err(refused)?;
    Ok(judged
        .into_iter()
        .map(|(turn, outcome)| (turn, outcome.to_string()))
        .collect())
}
