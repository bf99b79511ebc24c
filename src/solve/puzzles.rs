//! The puzzles of a record, solved and compared with their solutions. The comparison is in
//! `solution_check.rs`.

use super::puzzle_places::{PlacedPuzzle, PlacedPuzzles};
use super::{Budget, Detail, SolveError, Solved, Verdict, solve, solve_as};
use crate::findings::{Code, Finding, codes::puzzle as codes};
use crate::notation::{LineAddress, Puzzle};
use crate::replay::{Frame, Position, Timeline};
use crate::text::Span;

/// A puzzle of a record.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PuzzleReport {
    /// The command.
    pub span: Span,
    /// The number of the turn before the puzzle; 0 for the start.
    pub turn: u32,
    /// The path of the line that the puzzle is in, as in [`Finding::variation`].
    pub path: Vec<u32>,
    /// The position in which the puzzle begins.
    pub position: Position,
    /// The claim.
    pub puzzle: Puzzle,
    /// The result of the search, or the reason why there was none.
    pub solved: Result<Solved, SolveError>,
    /// Errors of the puzzle and its solutions.
    pub findings: Vec<Finding>,
}

impl PuzzleReport {
    /// Returns the address of the position in which the puzzle begins.
    pub(super) fn address(&self) -> LineAddress {
        LineAddress::of_position(&self.path, self.turn)
    }

    /// Returns the answer. A position that cannot be searched is undecided.
    pub fn verdict(&self) -> Verdict {
        self.solved
            .as_ref()
            .map_or(Verdict::Undecided, |solved| solved.verdict)
    }
}

/// Solves a puzzle that a record does not state, in one of its positions.
pub fn solve_position(frame: &Frame, puzzle: Puzzle, budget: impl Into<Budget>) -> PuzzleReport {
    let position = &frame.position;
    PuzzleReport {
        span: Span::default(),
        turn: frame.number,
        path: frame.path.clone(),
        position: position.clone(),
        puzzle,
        solved: solve(position, puzzle, budget),
        findings: Vec::new(),
    }
}

/// Solves the puzzles of a record that begin in the chosen positions, each within the budget, and
/// compares them with their solutions. `is_chosen` receives each position as the path of its line
/// and the number of the turn before it.
///
/// [`unsearched_puzzles`](super::unsearched_puzzles) returns the puzzles that are left out, because
/// they are malformed or their positions are not known.
pub fn puzzles_at(
    timeline: &Timeline,
    budget: Budget,
    is_chosen: &dyn Fn(&[u32], u32) -> bool,
) -> Vec<PuzzleReport> {
    let places = PlacedPuzzles::from_timeline(timeline)
        .searched
        .into_iter()
        .filter(|place| is_chosen(place.path, place.turn));
    places
        .map(|place| place.solve_and_report(timeline, &mut budget.clone(), Detail::Probability))
        .collect()
}

/// Returns the reports on the puzzles of a record, without probabilities. All of them share the
/// budget.
pub(crate) fn check_each_puzzle(timeline: &Timeline, mut budget: Budget) -> Vec<PuzzleReport> {
    let places = PlacedPuzzles::from_timeline(timeline).searched;
    places
        .into_iter()
        .map(|place| place.solve_and_report(timeline, &mut budget, Detail::Line))
        .collect()
}

/// Returns the puzzles whose positions are known, in the order of the text, each with the path of
/// its line and the number of the turn before it.
pub(crate) fn placed_puzzles(timeline: &Timeline) -> impl Iterator<Item = (&[u32], u32, Puzzle)> {
    PlacedPuzzles::from_timeline(timeline)
        .searched
        .into_iter()
        .map(|place| (place.path, place.turn, place.puzzle))
}

impl PlacedPuzzle<'_> {
    /// Solves the puzzle and compares it with its solution. The steps are deducted from the budget.
    fn solve_and_report(
        &self,
        timeline: &Timeline,
        budget: &mut Budget,
        detail: Detail,
    ) -> PuzzleReport {
        let solved = solve_as(self.position, self.puzzle, *budget, detail);
        let findings = match &solved {
            Ok(solved) => {
                budget.steps = budget.steps.saturating_sub(solved.steps);
                self.compare_with_solution(timeline, solved, budget)
            }
            Err(SolveError::Over) => {
                let message = format!("`{}` begins after the end of the game.", self.puzzle);
                let help = "Put the puzzle before the turn that begins its solution.";
                vec![
                    self.finding(&codes::OUT_OF_PLACE, self.span, message)
                        .with_help(help),
                ]
            }
            Err(error) => vec![self.finding(
                &codes::UNDECIDED,
                self.span,
                format!("Not searched: {error}."),
            )],
        };
        let turn = self.turn;
        let path = self.path.to_vec();
        let position = self.position.clone();
        PuzzleReport {
            span: self.span,
            turn,
            path,
            position,
            puzzle: self.puzzle,
            solved,
            findings,
        }
    }

    /// Creates a finding in the position of the puzzle.
    pub(super) fn finding(&self, code: Code, span: Span, message: String) -> Finding {
        Finding::new(code, span, message).at(self.turn, self.path)
    }
}
