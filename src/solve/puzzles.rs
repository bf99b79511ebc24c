//! The puzzles of a record, compared with their solutions.

use super::{SolveError, Solved, Verdict, solve};
use crate::findings::{Code, Finding, codes::puzzle as codes};
use crate::notation::{Goal, Line, Puzzle, Record, TurnNode, Variation, VariationMark, puzzles_in};
use crate::replay::{Position, Timeline};
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
    /// The position in which it begins.
    pub position: Position,
    /// The claim.
    pub puzzle: Puzzle,
    /// The answer.
    pub solved: Result<Solved, SolveError>,
    /// What is wrong with the puzzle and its solutions.
    pub findings: Vec<Finding>,
}

impl PuzzleReport {
    /// Returns the answer. A position that cannot be searched is undecided.
    pub fn verdict(&self) -> Verdict {
        self.solved.as_ref().map_or(Verdict::Undecided, |solved| solved.verdict)
    }
}

/// Solves a puzzle of a position after turn `turn`, which no record states.
pub fn solve_position(position: &Position, turn: u32, puzzle: Puzzle, steps: u64) -> PuzzleReport {
    let solved = solve(position, puzzle, steps);
    let (span, path, findings) = (Span::default(), Vec::new(), Vec::new());
    PuzzleReport { span, turn, path, position: position.clone(), puzzle, solved, findings }
}

/// A puzzle with the line that follows it.
struct Place<'r> {
    puzzle: Puzzle,
    span: Span,
    turn: u32,
    path: &'r [u32],
    position: &'r Position,
    /// The turns of the solution.
    solution: &'r [TurnNode],
}

/// Returns true if a comment of the record begins a puzzle.
pub fn has_puzzles(record: &Record) -> bool {
    let in_items = |items| puzzles_in(items).next().is_some();
    in_items(&record.moves.opening)
        || record.turns().any(|(line, node)| in_items(&node.after) || in_items(&line.opening))
}

/// Solves every puzzle of a record, each in at most `steps` steps, and compares it with its solutions.
pub fn puzzles_of(timeline: &Timeline, steps: u64) -> Vec<PuzzleReport> {
    let record = timeline.record();
    // Each line with the position in which it begins, and the number of the turn before it.
    let mut lines: Vec<(&Line, Option<&Position>, u32)> =
        vec![(&record.moves, timeline.start().map(|frame| &frame.position), 0)];
    for (_, node) in record.turns() {
        let before = (timeline.before(node.id), node.number.saturating_sub(1));
        lines.extend(node.variations().map(|variation| (&variation.line, before.0, before.1)));
    }
    let mut places = Vec::new();
    for (line, start, turn) in lines {
        let opening = start.map(|start| (start, turn, line.opening.as_slice(), line.turns.as_slice()));
        let turns = line.turns.iter().enumerate().filter_map(|(at, node)| {
            let frame = timeline.frame(node.id)?;
            Some((&frame.position, node.number, node.after.as_slice(), &line.turns[at + 1..]))
        });
        for (position, turn, items, solution) in opening.into_iter().chain(turns) {
            let path = &line.path;
            places.extend(puzzles_in(items).map(|(puzzle, span)| Place {
                puzzle,
                span,
                turn,
                path,
                position,
                solution,
            }));
        }
    }
    places.sort_by_key(|place| place.span.start);
    places.into_iter().map(|place| place.report(timeline, steps)).collect()
}

/// Returns the findings on the puzzles of a record.
pub fn check_puzzles(timeline: &Timeline, steps: u64) -> Vec<Finding> {
    puzzles_of(timeline, steps).into_iter().flat_map(|report| report.findings).collect()
}

impl Place<'_> {
    fn report(&self, timeline: &Timeline, steps: u64) -> PuzzleReport {
        let solved = solve(self.position, self.puzzle, steps);
        let findings = match &solved {
            Ok(solved) => self.findings(timeline, solved, steps),
            Err(error) => vec![self.finding(&codes::UNDECIDED, self.span, format!("Not searched: {error}."))],
        };
        let (turn, path, position) = (self.turn, self.path.to_vec(), self.position.clone());
        PuzzleReport { span: self.span, turn, path, position, puzzle: self.puzzle, solved, findings }
    }

    fn finding(&self, code: Code, span: Span, message: String) -> Finding {
        Finding::new(code, span, message).at(self.turn, self.path)
    }

    fn findings(&self, timeline: &Timeline, solved: &Solved, steps: u64) -> Vec<Finding> {
        let claim = self.puzzle;
        match solved.verdict {
            Verdict::Proved => {}
            Verdict::Undecided => {
                let message = format!("`{claim}` is not decided after {} steps.", solved.steps);
                let help = format!("Complete up to {} turns. Raise `--budget`.", solved.searched);
                return vec![self.finding(&codes::UNDECIDED, self.span, message).with_help(help)];
            }
            Verdict::Refuted => {
                let message = format!("This puzzle has no solution: `{claim}` can be prevented.");
                let finding = self.finding(&codes::UNSOLVED, self.span, message);
                let defence = solved.line.join(" ");
                return vec![match claim.goal {
                    Goal::Only => finding.with_help(several(solved)),
                    _ if defence.is_empty() => finding,
                    _ => finding.with_help(format!("A defence: {defence}")),
                }];
            }
        }
        let mut findings = Vec::new();
        if let (Some(least), Some(most)) = (solved.turns, claim.turns)
            && least < most
        {
            let message = format!("`{claim}` is reached in {least} already.");
            return vec![self.finding(&codes::SHORTER, self.span, message)];
        }
        if !self.solution.is_empty() {
            findings.extend(self.cooked(timeline, solved));
            findings.extend(self.along_the_line(timeline, solved, steps));
        }
        if !solved.is_complete {
            let message = "It is not known whether there are other solutions.".to_owned();
            findings.push(self.finding(&codes::UNDECIDED, self.span, message));
        }
        findings
    }

    /// Reports solutions that are neither in the line nor marked.
    fn cooked(&self, timeline: &Timeline, solved: &Solved) -> Option<Finding> {
        /// More solutions are only counted.
        const MOST_LISTED: usize = 5;
        let first = self.solution.first()?;
        let own = turn_of(timeline, first)?;
        let marked = first.variations().filter(|variation| variation.mark().is_some());
        let marked: Vec<String> =
            marked.filter_map(|variation| turn_of(timeline, variation.line.turns.first()?)).collect();
        let others: Vec<&str> = solved
            .rivals(&own)
            .map(|first| first.turn.as_str())
            .filter(|turn| !marked.iter().any(|own| own == turn))
            .collect();
        if others.is_empty() || !solved.solutions.iter().any(|first| first.turn == own) {
            return None;
        }
        let listed = others.iter().take(MOST_LISTED).map(|turn| format!("`{turn}`")).collect::<Vec<_>>().join(", ");
        let more = others.len().saturating_sub(MOST_LISTED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let message = format!("There are other solutions: {listed}{more}.");
        let help = "Mark them with `[%solution]` in variations.";
        Some(Finding::new(&codes::COOKED, first.text, message).at(first.number, self.path).with_help(help))
    }

    /// Compares the solution, other solutions and wrong tries with the puzzle, turn by turn.
    fn along_the_line(&self, timeline: &Timeline, solved: &Solved, steps: u64) -> Vec<Finding> {
        let seat = self.position.to_move();
        let mut left = self.puzzle.turns.or(solved.turns);
        let mut findings = Vec::new();
        for node in self.solution {
            let (Some(before), Some(frame)) = (timeline.before(node.id), timeline.frame(node.id)) else { break };
            if before.to_move() != seat {
                continue;
            }
            if left == Some(0) {
                break;
            }
            let rest = Rest { place: self, seat, left: left.map(|left| left - 1), steps };
            for variation in node.variations() {
                findings.extend(rest.variation(timeline, variation));
            }
            if rest.holds(&frame.position, Some(solved)) == Some(false) {
                let message = format!("This turn does not solve `{}`.", self.puzzle);
                let solutions = solved.solutions.first().filter(|_| before == self.position);
                let finding = Finding::new(&codes::UNSOLVED, node.text, message).at(node.number, self.path);
                findings.push(match solutions {
                    Some(first) => finding.with_help(format!("A solution: `{}`", first.turn)),
                    None => finding,
                });
                break;
            }
            // Only the first turn of these puzzles is a claim.
            if self.puzzle.goal == Goal::Only {
                break;
            }
            left = left.map(|left| left - 1);
        }
        findings
    }
}

/// Returns the solutions of a puzzle that claims to have only one.
fn several(solved: &Solved) -> String {
    match solved.solutions.as_slice() {
        [] => "Every turn loses.".to_owned(),
        several => format!("{} turns keep the best result.", several.len()),
    }
}

fn turn_of(timeline: &Timeline, node: &TurnNode) -> Option<String> {
    timeline.frame(node.id)?.canonical_turn()
}

/// What is left of a puzzle after one of its turns.
struct Rest<'p> {
    place: &'p Place<'p>,
    seat: u8,
    /// The turns of the seat that are left.
    left: Option<u32>,
    steps: u64,
}

impl Rest<'_> {
    /// Returns true if the seat still reaches the goal from a position after one of its turns, and `None` if that is
    /// not decided.
    fn holds(&self, position: &Position, solved: Option<&Solved>) -> Option<bool> {
        if self.place.puzzle.goal == Goal::Only {
            let turn = position.turn()?;
            return solved.map(|solved| solved.solutions.iter().any(|first| first.turn == turn));
        }
        super::holds(position, self.seat, self.place.puzzle.goal, self.left, self.steps)
    }

    /// Compares a marked variation with the puzzle.
    fn variation(&self, timeline: &Timeline, variation: &Variation) -> Option<Finding> {
        let mark = variation.mark()?;
        let line = &variation.line;
        let first = line.turns.first()?;
        let frame = timeline.frame(first.id)?;
        let report = |code, node: &TurnNode, message: String| {
            Some(Finding::new(code, node.text, message).at(node.number, &line.path))
        };
        let claim = self.place.puzzle;
        let solved = self.holds_by_name(&frame.position);
        match (mark, solved?) {
            (VariationMark::Solution, false) => {
                report(&codes::UNSOLVED, first, format!("This turn does not solve `{claim}`."))
            }
            (VariationMark::Refuted, true) => {
                report(&codes::REFUTATION, first, format!("This try is not wrong: it solves `{claim}`."))
            }
            (VariationMark::Solution, true) => None,
            (VariationMark::Refuted, false) => self.refutation(timeline, line),
        }
    }

    /// Does the same as [`Rest::holds`] for a position whose puzzle may be `only`.
    fn holds_by_name(&self, position: &Position) -> Option<bool> {
        match self.place.puzzle.goal {
            Goal::Only => {
                let solved = solve(self.place.position, self.place.puzzle, self.steps).ok()?;
                self.holds(position, Some(&solved))
            }
            _ => self.holds(position, None),
        }
    }

    /// Reports the first reply in a refutation after which the seat reaches its goal after all.
    fn refutation(&self, timeline: &Timeline, line: &Line) -> Option<Finding> {
        if self.place.puzzle.goal == Goal::Only {
            return None;
        }
        let mut left = self.left;
        for node in line.turns.iter().skip(1) {
            let (before, frame) = (timeline.before(node.id)?, timeline.frame(node.id)?);
            if before.to_move() == self.seat {
                left = left.map(|left| left.saturating_sub(1));
                continue;
            }
            let goal = self.place.puzzle.goal;
            if super::holds(&frame.position, self.seat, goal, left, self.steps) == Some(true) {
                let message = format!("This reply does not refute the try: `{}` is still reached.", self.place.puzzle);
                return Some(Finding::new(&codes::REFUTATION, node.text, message).at(node.number, &line.path));
            }
        }
        None
    }
}
