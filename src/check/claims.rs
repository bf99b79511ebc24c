//! Findings that the claim of a code block announces, and findings on puzzles and tests.

use std::sync::Arc;

use super::checked::Checked;
use crate::findings::{Finding, Severity, code, codes::puzzle, sort_by_place};
use crate::notation::{Record, first_token, is_test, is_test_command, shorten};
use crate::solve::{
    Budget, UnsearchedPuzzle, UnsearchedReason, check_each_puzzle, has_puzzles, unsearched_puzzles,
};
use crate::text::{Claim, Span};

impl Checked {
    /// Compares the findings with the claim in the block attributes. Announced findings are not
    /// errors; a claim that nothing confirms is one.
    pub(super) fn compare_with_claim(mut self) -> Self {
        let is_open = self.source().claim() == Some(&Claim::Open);
        let (named, broken) = match self.source().claim() {
            None | Some(Claim::Legal) => return self,
            Some(Claim::Open) => (None, None),
            // Only a search finds the errors of puzzles.
            Some(Claim::Illegal(Some(id))) if is_of_puzzles(id) => return self,
            Some(Claim::Illegal(None)) => (
                None,
                Some("The block is marked `illegal`, but the record is legal.".to_owned()),
            ),
            Some(Claim::Illegal(Some(id))) => (Some(id.clone()), Some(unconfirmed(id))),
        };
        let findings = std::mem::take(&mut self.report.findings).into_iter();
        let (announced_findings, mut others): (Vec<_>, Vec<_>) =
            findings.partition(|finding| match &named {
                Some(id) => finding.code.id == id,
                // An unmet expectation breaks no rule, so the claim does not cover it.
                None => finding.is_error() && (is_open || finding.code != &code::UNMET),
            });
        if let Some(message) = broken
            && announced_findings.is_empty()
        {
            others.insert(0, self.breaks_claim(message));
        } else if named.is_none() {
            self.report.findings_dropped = 0;
        }
        (self.report.findings, self.announced_findings) = (others, announced_findings);
        self
    }

    /// Returns the findings that the block attributes announce, which are therefore not errors.
    pub fn announced_findings(&self) -> &[Finding] {
        &self.announced_findings
    }

    /// Describes why the claim in the block attributes is wrong; `None` if it is true.
    pub(crate) fn broken_claim(&self) -> Option<&str> {
        if self.keeps_claim {
            return None;
        }
        let first = self.report.findings.first()?;
        Some(first.message.trim_end_matches('.'))
    }

    /// Adds the findings on the puzzles of the record, which share a budget: a [`Budget`], or a
    /// number of steps.
    #[must_use]
    pub fn with_puzzles(mut self, budget: impl Into<Budget>) -> Self {
        let timeline = if has_puzzles(self.record()) {
            self.timeline().ok()
        } else {
            None
        };
        let reports = timeline
            .map(|timeline| check_each_puzzle(timeline, budget.into()))
            .unwrap_or_default();
        let mut findings: Vec<Finding> = reports
            .into_iter()
            .flat_map(|report| report.findings)
            .collect();
        // The check has already found marks that are out of place, because that takes no search.
        let found = std::mem::take(&mut self.report.findings).into_iter();
        let (of_puzzles, others): (Vec<_>, Vec<_>) =
            found.partition(|finding| is_of_puzzles(finding.code.id));
        self.report.findings = others;
        findings.splice(0..0, of_puzzles);
        let claimed = match self.source().claim() {
            Some(Claim::Illegal(Some(id))) if is_of_puzzles(id) => id.clone(),
            _ => String::new(),
        };
        let is_open = self.source().claim() == Some(&Claim::Open);
        let is_announced =
            |finding: &Finding| finding.code.id == claimed || is_open && finding.is_error();
        let (announced_findings, others): (Vec<_>, Vec<_>) =
            findings.into_iter().partition(is_announced);
        if !claimed.is_empty() && announced_findings.is_empty() {
            let broken = self.breaks_claim(unconfirmed(&claimed));
            self.report.findings.insert(0, broken);
        }

        self.announced_findings.extend(announced_findings);
        self.report.findings.extend(others);
        sort_by_place(&mut self.report.findings);
        self
    }

    /// Turns each finding about an expectation or a puzzle that tests nothing into an error, for
    /// callers that run tests. A block that announces errors does not have to test anything.
    #[must_use]
    pub fn with_failed_tests(mut self) -> Self {
        if self.source().claim() == Some(&Claim::Open) {
            return self;
        }
        let record = Arc::clone(self.record());
        for finding in &mut self.report.findings {
            if tests_nothing(&record, finding) {
                finding.severity = Severity::Error;
            }
        }
        self.report.findings.extend(self.puzzles_not_reached());
        self
    }

    /// Returns an error for each puzzle whose position is not known.
    fn puzzles_not_reached(&self) -> Vec<Finding> {
        let record = self.record();
        let unsearched = unsearched_puzzles(record, self.timeline().ok()).into_iter();
        // A malformed puzzle has a finding already.
        let not_reached =
            unsearched.filter(|puzzle| !matches!(puzzle.reason, UnsearchedReason::Malformed(_)));
        let finding = |puzzle: UnsearchedPuzzle| {
            let command = shorten(record.text_of(puzzle.span));
            let message = format!("`{command}` was not searched: {}.", puzzle.reason);
            let mut finding = Finding::new(&puzzle::OUT_OF_PLACE, puzzle.span, message)
                .at(puzzle.turn, &puzzle.path);
            finding.severity = Severity::Error;
            finding
        };
        not_reached.map(finding).collect()
    }

    /// Records that the claim of the block does not hold, and returns the finding.
    fn breaks_claim(&mut self, message: String) -> Finding {
        let start = first_token(self.source().text());
        self.keeps_claim = false;
        Finding::new(&code::UNMET, Span::new(start, start), message)
    }
}

/// Returns true for a finding on a command that is intended as a test but tests nothing: an
/// expectation or a puzzle that is misspelt or malformed, and a puzzle or the mark of a variation
/// that is out of place.
///
/// `check` warns about these; programs that run tests count them as failed.
pub fn tests_nothing(record: &Record, finding: &Finding) -> bool {
    if finding.code == &code::COMMAND_MISSPELT {
        return is_test_command(record.text_of(finding.span));
    }
    if finding.code == &code::COMMAND_MALFORMED {
        let mut commands = record.comments().flat_map(|comment| &comment.commands);
        return commands.any(|command| {
            command.arguments == finding.span && is_test(record.text_of(command.name))
        });
    }
    finding.code == &puzzle::OUT_OF_PLACE
}

/// Returns true if a code is one of the puzzle codes, which only a search reports.
pub(crate) fn is_of_puzzles(id: &str) -> bool {
    id.starts_with("puzzle/")
}

/// Describes a claim that nothing confirms.
fn unconfirmed(id: &str) -> String {
    format!("The block is marked `illegal={id}`, but the record has no `{id}`.")
}
