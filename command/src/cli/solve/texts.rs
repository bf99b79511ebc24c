//! Texts of `solve` for people: the answer to a puzzle, and the reason why one was not searched.

use crate::cli::output::counted;
use pipscribe::notation::{Goal, LineAddress, Record};
use pipscribe::solve::{PuzzleReport, Solved, UnsearchedPuzzle, UnsearchedReason, Verdict};
use pipscribe::text::{one_line, shorten};

/// Describes a puzzle that is not searched.
pub(super) fn text_of_unsearched(record: &Record, puzzle: &UnsearchedPuzzle) -> String {
    let command = one_line(&shorten(record.text_of(puzzle.span))).into_owned();
    let turn = after_turn(&puzzle.path, puzzle.turn);
    match puzzle.reason {
        UnsearchedReason::Malformed(error) => {
            format!("`{command}`{turn} is not a valid puzzle: {error}")
        }
        reason => format!("`{command}`{turn} was not searched: {reason}"),
    }
}

fn after_turn(path: &[u32], turn: u32) -> String {
    let address = LineAddress::of_position(path, turn);
    if address.is_start() {
        String::new()
    } else {
        format!(" after turn {address}")
    }
}

/// Describes a puzzle and its answer as text for people.
pub(super) fn text_of_report(path: &str, line: u64, report: &PuzzleReport) -> String {
    let turn = after_turn(&report.path, report.turn);
    let mut text = format!(
        "{}:{line}: {}{turn}: {}",
        one_line(path),
        report.puzzle,
        report.verdict().name()
    );
    match &report.solved {
        Ok(solved) => text.push_str(&text_of_answer(report, solved)),
        Err(error) => text.push_str(&format!(": {error}\n")),
    }

    for finding in &report.findings {
        let turn = LineAddress::of_finding(finding)
            .map_or_else(String::new, |address| format!(" turn {address}:"));
        text.push_str(&format!(
            "  {}:{turn} {}\n",
            finding.code.id, finding.message
        ));
    }

    text
}

/// Describes the answer to a puzzle: the length of the solution and the work of the search, then a
/// row each for the solutions, the line of play and the probability.
fn text_of_answer(report: &PuzzleReport, solved: &Solved) -> String {
    let is_undecided = report.verdict() == Verdict::Undecided;
    let mut text = String::new();
    if let Some(turns) = solved.turns {
        text.push_str(&format!(" in {}", counted(u64::from(turns), "turn")));
    }
    if is_undecided {
        text.push_str(&format!(
            ", complete up to {}",
            counted(u64::from(solved.searched), "turn")
        ));
    }
    text.push_str(&format!(", {}", counted(solved.steps, "step")));
    if is_undecided {
        text.push_str(&format!(" and {}", counted(solved.positions, "position")));
    }
    text.push('\n');

    let solutions: Vec<&str> = solved
        .solutions
        .iter()
        .map(|first| first.turn.as_str())
        .collect();
    let is_refuted = report.verdict() == Verdict::Refuted;
    let name_of_line = if is_refuted { "defence" } else { "line" };
    // These turns contradict the claim that there is only one.
    let name_of_solutions = if is_refuted && report.puzzle.goal == Goal::Only {
        "best turns"
    } else {
        "solutions"
    };
    let probability = solved
        .probability
        .map(|probability| probability.to_string());
    let rows = [
        (name_of_solutions, solutions.join(" ")),
        (name_of_line, solved.line.join(" ")),
        ("probability", probability.unwrap_or_default()),
    ];
    for (name, value) in rows.iter().filter(|(_, value)| !value.is_empty()) {
        text.push_str(&format!("  {name}: {value}\n"));
    }
    text
}
