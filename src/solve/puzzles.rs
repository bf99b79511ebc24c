//! The puzzles of a record, compared with their solutions.

use super::goal_proof::reaches_goal;
use super::puzzle_places::{PlacedPuzzle, PlacedPuzzles};
use super::{Budget, Detail, SolveError, Solved, Verdict, solve, solve_as};
use crate::findings::{Code, Finding, Hint, codes::puzzle as codes};
use crate::notation::{
    Goal, Item, Line, LineAddress, Puzzle, Record, TurnNode, Variation, VariationMark, marks_in,
    puzzles_in,
};
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
    /// The path of the line that the puzzle is in.
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
    pub fn address(&self) -> LineAddress {
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
/// compares them with their solutions.
/// [`unsearched_puzzles`](super::unsearched_puzzles) returns those that are left out,
/// because they are malformed or their positions are not known. A position is given by the path of
/// its line and the number of the turn before it.
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

/// Returns the turns of a line that are played. A turn that is expected to be illegal is not
/// played.
fn played_turns(turns: &[TurnNode]) -> impl Iterator<Item = &TurnNode> {
    turns.iter().filter(|node| !node.expects_refusal())
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

    fn finding(&self, code: Code, span: Span, message: String) -> Finding {
        Finding::new(code, span, message).at(self.turn, self.path)
    }

    /// Returns the findings on a solved puzzle: a claim that does not hold, and a solution that
    /// differs from the solved one.
    fn compare_with_solution(
        &self,
        timeline: &Timeline,
        solved: &Solved,
        budget: &mut Budget,
    ) -> Vec<Finding> {
        let claim = self.puzzle;
        match solved.verdict {
            Verdict::Proved => {}
            Verdict::Undecided => return vec![self.undecided_finding(solved)],
            Verdict::Refuted => return vec![self.refuted_finding(solved)],
        }
        let mut findings = Vec::new();
        if let (Some(least), Some(most)) = (solved.turns, claim.turns)
            && least < most
        {
            let message = format!("`{claim}` is already reached in {least}.");
            return vec![self.finding(&codes::SHORTER, self.span, message)];
        }
        if !self.solution.is_empty() {
            findings.extend(self.other_solutions_finding(timeline, solved));
            findings.extend(self.findings_along_the_line(timeline, solved, budget));
            findings.extend(self.solutions_marked_as_refuted(timeline.record()));
        }
        if !solved.is_complete {
            let message = "It is not known whether there are other solutions.".to_owned();
            findings.push(self.finding(&codes::UNDECIDED, self.span, message));
        }
        findings
    }

    /// Reports a claim for which the budget is not sufficient.
    fn undecided_finding(&self, solved: &Solved) -> Finding {
        let claim = self.puzzle;
        let Solved {
            steps,
            positions,
            searched,
            ..
        } = solved;
        if *steps == 0 {
            let message =
                format!("`{claim}` was not searched: the budget of the record is used up.");
            return self.finding(&codes::UNDECIDED, self.span, message);
        }
        let counted = |number: u64, noun: &str| {
            format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
        };
        let steps = counted(*steps, "step");
        let positions = counted(*positions, "position");
        let turns = counted(u64::from(*searched), "turn");
        let message = format!("`{claim}` is not decided after {steps} and {positions}.");
        self.finding(&codes::UNDECIDED, self.span, message)
            .with_help(format!("The search is complete up to {turns}."))
            .with_hint(Hint::RaiseBudget)
    }

    /// Reports a claim that does not hold.
    fn refuted_finding(&self, solved: &Solved) -> Finding {
        let claim = self.puzzle;
        let finding = |message| self.finding(&codes::UNSOLVED, self.span, message);
        match (claim.goal, solved.solutions.len()) {
            (Goal::Only, 0) => finding(format!(
                "This puzzle has no solution: `{claim}` is wrong, because every turn loses."
            )),
            (Goal::Only, several) => {
                let message = format!(
                    "This puzzle has no single solution: `{claim}` is wrong, because {several} turns are equally good."
                );
                finding(message)
            }
            _ => {
                let finding = finding(format!(
                    "This puzzle has no solution: `{claim}` can be prevented."
                ));
                match solved.line.join(" ") {
                    none if none.is_empty() => finding,
                    defence => finding.with_help(format!("A defence: {defence}")),
                }
            }
        }
    }

    /// Reports solutions that are neither in the line nor marked.
    fn other_solutions_finding(&self, timeline: &Timeline, solved: &Solved) -> Option<Finding> {
        /// More solutions are only counted.
        const MAX_LISTED: usize = 5;
        let index = self
            .solution
            .iter()
            .position(|node| !node.expects_refusal())?;
        let first = &self.solution[index];
        let own = turn_of(timeline, first)?;
        // A preceding turn that is expected to be illegal can have variations from the same
        // position.
        let variations = self.solution[..=index]
            .iter()
            .flat_map(TurnNode::variations);
        let marked: Vec<String> = variations
            .filter(|variation| variation.mark().is_some())
            .filter_map(|variation| turn_of(timeline, played_turns(&variation.line.turns).next()?))
            .collect();
        let others: Vec<&str> = solved
            .rivals(&own)
            .map(|first| first.turn.as_str())
            .filter(|turn| !marked.iter().any(|own| own == turn))
            .collect();
        if others.is_empty() || !solved.solutions.iter().any(|first| first.turn == own) {
            return None;
        }

        let listed = others
            .iter()
            .take(MAX_LISTED)
            .map(|turn| format!("`{turn}`"))
            .collect::<Vec<_>>()
            .join(", ");
        let more = match others.len().saturating_sub(MAX_LISTED) {
            0 => String::new(),
            count => format!(" and {count} more"),
        };
        let message = format!("There are other solutions: {listed}{more}.");
        let help = "Mark them with `[%solution]` in variations.";
        Some(
            Finding::new(&codes::COOKED, first.text, message)
                .at(first.number, self.path)
                .with_help(help),
        )
    }

    /// Reports turns of the main line, up to the next puzzle, that have the mark of a variation
    /// with a wrong try.
    fn solutions_marked_as_refuted(&self, record: &Record) -> Vec<Finding> {
        if !self.path.is_empty() {
            return Vec::new();
        }
        let is_refuted =
            |items: &[Item]| marks_in(items).any(|mark| mark == VariationMark::Refuted);
        let before_first = self.turn == 0 && is_refuted(&record.moves.opening);
        let begins_next = |node: &TurnNode| puzzles_in(&node.after).next().is_some();
        let length = self
            .solution
            .iter()
            .position(begins_next)
            .map_or(self.solution.len(), |index| index + 1);
        let turns = self.solution[..length].iter().enumerate();
        let marked =
            turns.filter(|(index, node)| is_refuted(&node.after) || (*index == 0 && before_first));
        let findings = marked.map(|(_, node)| {
            let message = "This turn is part of the solution, but it is marked as refuted.";
            let finding =
                Finding::new(&codes::REFUTATION, node.text, message).at(node.number, self.path);
            finding.with_help("`[%refuted]` marks a variation, before or after its first turn.")
        });
        findings.collect()
    }

    /// Compares the solution, other solutions and wrong tries with the puzzle, turn by turn.
    ///
    /// Goes through the turns of the seat that solves. `turns_left` is the number of turns that the
    /// seat has left before each of them.
    fn findings_along_the_line(
        &self,
        timeline: &Timeline,
        solved: &Solved,
        budget: &mut Budget,
    ) -> Vec<Finding> {
        let seat = self.position.to_move();
        let mut turns_left = self.puzzle.turns.or(solved.turns);
        let mut findings = Vec::new();
        for node in self.solution {
            let Some(before) = timeline.before(node.id) else {
                break;
            };
            if before.to_move() != seat {
                continue;
            }
            if turns_left == Some(0) {
                break;
            }
            let mut rest = RestOfPuzzle {
                place: self,
                seat,
                turns_left: turns_left.map(|turns_left| turns_left - 1),
                budget,
                solved,
            };
            for variation in node.variations() {
                findings.extend(rest.compare_variation(timeline, variation));
            }
            let Some(frame) = timeline.frame(node.id) else {
                // A turn that is expected to be illegal has no frame. The solution continues after
                // it.
                if node.expects_refusal() {
                    continue;
                }
                break;
            };
            if rest.reaches_goal(&frame.position) == Some(false) {
                let is_first = before == self.position;
                findings.push(self.wrong_turn_finding(node, is_first, solved));
                break;
            }
            // In these puzzles, only the first turn is a claim.
            if self.puzzle.goal == Goal::Only {
                break;
            }
            turns_left = turns_left.map(|turns_left| turns_left - 1);
        }

        findings
    }

    /// Reports a turn of the solution after which the goal is out of reach. `is_first` is true for
    /// a turn in the position of the puzzle, for which the search knows a solution.
    fn wrong_turn_finding(&self, node: &TurnNode, is_first: bool, solved: &Solved) -> Finding {
        let message = format!("This turn does not solve `{}`.", self.puzzle);
        let finding = Finding::new(&codes::UNSOLVED, node.text, message).at(node.number, self.path);
        match solved.solutions.first() {
            Some(first) if is_first => finding.with_help(format!("A solution: `{}`", first.turn)),
            _ => finding,
        }
    }
}

/// Returns a turn of a line in canonical form, if it was played.
fn turn_of(timeline: &Timeline, node: &TurnNode) -> Option<String> {
    timeline.frame(node.id)?.canonical_turn()
}

/// The remaining puzzle after one of its turns.
struct RestOfPuzzle<'p> {
    place: &'p PlacedPuzzle<'p>,
    seat: u8,
    /// The number of turns that the seat has left.
    turns_left: Option<u32>,
    budget: &'p mut Budget,
    solved: &'p Solved,
}

impl RestOfPuzzle<'_> {
    /// Returns true if the seat still reaches the goal from a position after one of its turns, and
    /// `None` if that is not decided.
    fn reaches_goal(&mut self, position: &Position) -> Option<bool> {
        if self.place.puzzle.goal == Goal::Only {
            let turn = position.turn()?;
            return Some(self.solved.solutions.iter().any(|first| first.turn == turn));
        }
        reaches_goal(
            position,
            self.seat,
            self.place.puzzle.goal,
            self.turns_left,
            self.budget,
        )
    }

    /// Compares a marked variation with the puzzle. If it has both marks, one of them is wrong.
    fn compare_variation(&mut self, timeline: &Timeline, variation: &Variation) -> Option<Finding> {
        let is_solution = variation.has_mark(VariationMark::Solution);
        let is_refuted = variation.has_mark(VariationMark::Refuted);
        if !is_solution && !is_refuted {
            return None;
        }
        let line = &variation.line;
        let first = played_turns(&line.turns).next()?;
        let report = |code, message| {
            Some(Finding::new(code, first.text, message).at(first.number, &line.path))
        };
        let claim = self.place.puzzle;
        let is_solved = self.reaches_goal(&timeline.frame(first.id)?.position)?;
        if is_solved && is_refuted {
            report(
                &codes::REFUTATION,
                format!("This try is not wrong: it solves `{claim}`."),
            )
        } else if is_solved {
            None
        } else if is_solution {
            report(
                &codes::UNSOLVED,
                format!("This turn does not solve `{claim}`."),
            )
        } else {
            self.failing_reply(timeline, line)
        }
    }

    /// Reports the first reply in a refutation after which the seat reaches its goal after all.
    fn failing_reply(&mut self, timeline: &Timeline, line: &Line) -> Option<Finding> {
        if self.place.puzzle.goal == Goal::Only {
            return None;
        }
        let mut turns_left = self.turns_left;
        for node in played_turns(&line.turns).skip(1) {
            let before = timeline.before(node.id)?;
            let frame = timeline.frame(node.id)?;
            if before.to_move() == self.seat {
                turns_left = turns_left.map(|turns_left| turns_left.saturating_sub(1));
                continue;
            }
            let goal = self.place.puzzle.goal;
            if reaches_goal(&frame.position, self.seat, goal, turns_left, self.budget) == Some(true)
            {
                let message = format!(
                    "This reply does not refute the try: `{}` is still reached.",
                    self.place.puzzle
                );
                return Some(
                    Finding::new(&codes::REFUTATION, node.text, message)
                        .at(node.number, &line.path),
                );
            }
        }
        None
    }
}
