//! Comparison of a solved puzzle with its solution in the record.
//!
//! The solution is the line of play after the puzzle. Variations of it are marked with
//! `[%solution]` if they are other solutions, and with `[%refuted]` if they are wrong tries, which
//! must show the reply that refutes them.

use super::goal_proof::reaches_goal;
use super::puzzle_places::PlacedPuzzle;
use super::{Budget, Solved, Verdict};
use crate::findings::{Finding, Hint, codes::puzzle as codes};
use crate::notation::{
    Goal, Item, Line, Record, TurnNode, Variation, VariationMark, marks_in, puzzles_in,
};
use crate::replay::{Position, Timeline};

impl PlacedPuzzle<'_> {
    /// Returns the findings on a solved puzzle: a claim that does not hold, and a solution that
    /// differs from the solved one.
    pub(super) fn compare_with_solution(
        &self,
        timeline: &Timeline,
        solved: &Solved,
        budget: &mut Budget,
    ) -> Vec<Finding> {
        match solved.verdict {
            Verdict::Proved => {}
            Verdict::Undecided => return vec![self.undecided_finding(solved)],
            Verdict::Refuted => return vec![self.refuted_finding(solved)],
        }
        if let (Some(needed), Some(claimed)) = (solved.turns, self.puzzle.turns)
            && needed < claimed
        {
            let message = format!("`{}` is already reached in {needed}.", self.puzzle);
            return vec![self.finding(&codes::SHORTER, self.span, message)];
        }

        let mut findings = Vec::new();
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
            let plural = if number == 1 { "" } else { "s" };
            format!("{number} {noun}{plural}")
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
                if solved.line.is_empty() {
                    return finding;
                }
                finding.with_help(format!("A defence: {}", solved.line.join(" ")))
            }
        }
    }

    /// Reports solutions that are neither in the line nor marked.
    fn other_solutions_finding(&self, timeline: &Timeline, solved: &Solved) -> Option<Finding> {
        /// More solutions are only counted.
        const MAX_LISTED: usize = 5;
        let first = played_turns(self.solution).next()?;
        let own = turn_of(timeline, first)?;
        if !solved.solutions.iter().any(|first| first.turn == own) {
            // The turn does not solve the puzzle, which is another finding.
            return None;
        }
        let marked = self.marked_turns(timeline);
        let others: Vec<&str> = solved
            .rivals(&own)
            .map(|first| first.turn.as_str())
            .filter(|turn| !marked.iter().any(|marked| marked == turn))
            .collect();
        if others.is_empty() {
            return None;
        }

        let listed: Vec<String> = others
            .iter()
            .take(MAX_LISTED)
            .map(|turn| format!("`{turn}`"))
            .collect();
        let listed = listed.join(", ");
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

    /// Returns the first turns of the marked variations in the position of the puzzle.
    fn marked_turns(&self, timeline: &Timeline) -> Vec<String> {
        let first_played = self
            .solution
            .iter()
            .position(|node| !node.expects_refusal());
        let end = first_played.map_or(self.solution.len(), |index| index + 1);
        // A turn that is expected to be illegal leaves the position unchanged, so the variations
        // that replace it begin there too.
        let variations = self.solution[..end].iter().flat_map(TurnNode::variations);
        let marked = variations.filter(|variation| variation.mark().is_some());
        marked
            .filter_map(|variation| turn_of(timeline, played_turns(&variation.line.turns).next()?))
            .collect()
    }

    /// Reports turns of the main line, up to the next puzzle, that have the mark of a variation
    /// with a wrong try.
    fn solutions_marked_as_refuted(&self, record: &Record) -> Vec<Finding> {
        // In a variation, the mark may be that of the variation itself.
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

/// Returns the turns of a line that are played. A turn that is expected to be illegal is not
/// played.
fn played_turns(turns: &[TurnNode]) -> impl Iterator<Item = &TurnNode> {
    turns.iter().filter(|node| !node.expects_refusal())
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
