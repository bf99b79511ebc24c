//! Output of `solve --format json`: one object per puzzle, a stable contract.

use serde::Serialize;

use super::PuzzleReport;
use crate::findings::{Finding, Severity};
use crate::notation::LineAddress;

/// A puzzle and its answer, as JSON.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct SolvedJson<'a> {
    /// The file; `-` for standard input.
    path: &'a str,
    /// The number of the record in its file, from 1.
    record: u64,
    /// The turn before the puzzle, by its place in its line; 0 for the start.
    turn: u32,
    /// The path of the line: empty for the main line, otherwise for each level the turn that is
    /// replaced and the number of the variation.
    variation: &'a [u32],
    /// The address of the position in which the puzzle begins, as commands take it with `--line`.
    address: String,
    /// The position in which the puzzle begins.
    position: String,
    /// The claim, such as `win 3`.
    puzzle: String,
    /// `proved`, `refuted` or `undecided`.
    verdict: &'static str,
    /// The reason why the position was not searched; left out otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// The least number of own turns in which the goal is reached; left out if it does not apply.
    #[serde(skip_serializing_if = "Option::is_none")]
    turns: Option<u32>,
    /// The first turns that solve the puzzle.
    solutions: Vec<&'a str>,
    /// True if every first turn was tried.
    complete: bool,
    /// The main line of the proof, or the defence that refutes the claim.
    line: &'a [String],
    /// The number of own turns up to which the search is complete.
    searched: u32,
    /// The steps that the search took.
    steps: u64,
    /// The positions whose turns were generated.
    positions: u64,
    /// In games with dice: the probability that the goal is reached, as a fraction such as `5/6`;
    /// left out otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    probability: Option<String>,
    /// Errors of the puzzle and its solutions.
    findings: Vec<PuzzleFindingJson<'a>>,
}

/// A finding on a puzzle.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct PuzzleFindingJson<'a> {
    /// The stable code.
    code: &'static str,
    /// The severity.
    severity: Severity,
    /// The place of the turn in its line, from 1; 0 without a turn.
    turn: u32,
    /// The path of its line.
    variation: &'a [u32],
    /// The address of the turn, as commands take it with `--line`; left out for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<String>,
    /// Description of the error, in a sentence.
    message: &'a str,
    /// Advice, or a defence; left out if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
}

impl PuzzleReport {
    /// Returns the JSON object that `solve --format json` writes for a puzzle of record `record`
    /// (from 1) of the file `path`.
    pub fn json<'a>(&'a self, path: &'a str, record: u64) -> impl Serialize + use<'a> {
        SolvedJson::new(path, record, self)
    }
}

impl<'a> SolvedJson<'a> {
    fn new(path: &'a str, record: u64, report: &'a PuzzleReport) -> Self {
        let solved = report.solved.as_ref().ok();
        let line: &[String] = solved.map_or(&[], |solved| &solved.line);
        Self {
            path,
            record,
            turn: report.turn,
            variation: &report.path,
            address: report.address().to_string(),
            position: report.position.text(),
            puzzle: report.puzzle.to_string(),
            verdict: report.verdict().name(),
            error: report.solved.as_ref().err().map(ToString::to_string),
            turns: solved.and_then(|solved| solved.turns),
            solutions: solved
                .iter()
                .flat_map(|solved| &solved.solutions)
                .map(|first| first.turn.as_str())
                .collect(),
            complete: solved.is_some_and(|solved| solved.is_complete),
            line,
            searched: solved.map_or(0, |solved| solved.searched),
            steps: solved.map_or(0, |solved| solved.steps),
            positions: solved.map_or(0, |solved| solved.positions),
            probability: solved
                .and_then(|solved| solved.probability)
                .map(|probability| probability.to_string()),
            findings: report.findings.iter().map(PuzzleFindingJson::new).collect(),
        }
    }
}

impl<'a> PuzzleFindingJson<'a> {
    fn new(finding: &'a Finding) -> Self {
        Self {
            code: finding.code.id,
            severity: finding.severity,
            turn: finding.turn,
            variation: &finding.variation,
            address: LineAddress::of_finding(finding).map(|address| address.to_string()),
            message: &finding.message,
            help: finding.help.as_deref(),
        }
    }
}
