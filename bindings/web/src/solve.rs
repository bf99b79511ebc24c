//! Proofs of puzzles.

use pipscribe::notation::Puzzle;
use pipscribe::solve::{USUAL_STEPS, solve as solved_by};
use serde::Deserialize;
use serde_json::json;

use crate::decks::{DeckTexts, context};
use crate::given::{At, Given, Page};
use crate::refused::Refused;

/// The options of `solve`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Options {
    page: Option<Page>,
    at: At,
    /// The puzzle: `win 3`.
    goal: String,
    /// Turns that are played after the position before the search begins. A page plays a wrong try
    /// of the user, and searches for the turn of the other seat that refutes it.
    after: Vec<String>,
    steps: Option<u64>,
    decks: Option<DeckTexts>,
}

/// Proves or refutes a puzzle of a position.
pub(crate) fn solve(given: Given<'_>, options: Options) -> Result<String, Refused> {
    let context = context(&options.decks)?;
    let timeline = given.timeline(options.page, options.at.record_number(), &context)?;
    let puzzle = options.goal.parse::<Puzzle>().map_err(Refused::options)?;
    let mut position = options.at.frame(&timeline)?.position.clone();
    for turn in &options.after {
        position = position
            .play(turn)
            .map_err(|finding| Refused::of_finding(&finding))?;
    }
    let steps = options.steps.unwrap_or(USUAL_STEPS);
    let solved = solved_by(&position, puzzle, steps).map_err(Refused::options)?;
    let solutions: Vec<_> = solved.solutions.iter().map(|first| &first.turn).collect();
    Ok(json!({
        "puzzle": solved.puzzle.to_string(),
        "verdict": solved.verdict.name(),
        "turns": solved.turns,
        "solutions": solutions,
        "complete": solved.is_complete,
        "line": solved.line,
        "searched": solved.searched,
        "steps": solved.steps,
        "probability": solved.probability.map(|probability| probability.to_string()),
    })
    .to_string())
}
