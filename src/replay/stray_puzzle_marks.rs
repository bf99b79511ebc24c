//! Finds `[%solution]` and `[%refuted]` where they mark nothing.

use crate::findings::{Finding, codes::puzzle as codes};
use crate::notation::{Command, Item, Line, Meaning, Record, comments_of};
use crate::text::MAX_FINDINGS;

/// Returns true for a command that marks a variation of a puzzle.
pub(super) fn is_mark(command: &Command) -> bool {
    matches!(command.meaning, Meaning::Solution | Meaning::Refuted)
}

/// Reports the marks of a record before which no puzzle begins, and those within a variation. A
/// malformed puzzle counts, because it has its own finding.
pub(super) fn stray_marks(record: &Record) -> Vec<Finding> {
    let mut search = StrayMarks {
        record,
        findings: Vec::new(),
    };
    let has_puzzle = search.line(&record.moves, false);
    let last = record.moves.turns.last().map_or(0, |node| node.number);
    let end = Place {
        turn: last,
        path: &[],
        is_within_variation: false,
    };
    search.comments(&record.closing, end, has_puzzle);
    search.findings
}

struct StrayMarks<'r> {
    record: &'r Record,
    findings: Vec<Finding>,
}

/// Place of comments in a record.
#[derive(Clone, Copy)]
struct Place<'r> {
    turn: u32,
    path: &'r [u32],
    /// True after the second turn of a variation in which no other puzzle begins.
    is_within_variation: bool,
}

impl<'r> StrayMarks<'r> {
    /// Searches a line and its variations. Returns true if a puzzle begins in it or before it.
    fn line(&mut self, line: &'r Line, is_in_puzzle: bool) -> bool {
        let path = line.path.as_slice();
        let first = line
            .turns
            .first()
            .map_or(0, |node| node.number.saturating_sub(1));
        let opening = Place {
            turn: first,
            path,
            is_within_variation: false,
        };
        let begins = self.comments(&line.opening, opening, is_in_puzzle);
        let mut has_puzzle = is_in_puzzle || begins;
        let mut has_own_puzzle = begins;
        for (index, node) in line.turns.iter().enumerate() {
            for variation in node.variations() {
                self.line(&variation.line, has_puzzle);
            }
            let is_within_variation = !path.is_empty() && index > 0 && !has_own_puzzle;
            let place = Place {
                turn: node.number,
                path,
                is_within_variation,
            };
            has_own_puzzle |= self.comments(&node.after, place, has_puzzle);
            has_puzzle |= has_own_puzzle;
        }
        has_puzzle
    }

    /// Searches comments. Returns true if a puzzle begins in them.
    fn comments(&mut self, items: &'r [Item], place: Place<'r>, is_in_puzzle: bool) -> bool {
        let mut begins = false;
        for command in comments_of(items).flat_map(|comment| &comment.commands) {
            begins |= matches!(command.meaning, Meaning::Puzzle(_));
            if is_mark(command) {
                self.mark(command, place, is_in_puzzle || begins);
            }
        }
        begins
    }

    fn mark(&mut self, command: &Command, place: Place<'_>, is_in_puzzle: bool) {
        if is_in_puzzle && !place.is_within_variation || self.findings.len() >= MAX_FINDINGS {
            return;
        }
        let name = self.record.text_of(command.name);
        let message = if is_in_puzzle {
            format!("`[%{name}]` marks nothing here: it belongs to the first turn of a variation.")
        } else {
            format!("No puzzle begins before this `[%{name}]`.")
        };
        let help = "It marks a variation that replaces a turn of a solution, after `[%puzzle …]`.";
        let finding = Finding::new(&codes::OUT_OF_PLACE, command.span, message).with_help(help);
        self.findings.push(finding.at(place.turn, place.path));
    }
}
