//! Findings on puzzles, most of which only a search reports, and on commands that are intended as
//! tests but test nothing. `check` warns about the latter; programs that run tests count them as
//! errors. A *mark* is a command that judges a variation of a puzzle: `[%solution]` or
//! `[%refuted]`.

use std::sync::Arc;

use super::checked::Checked;
use super::claims::unconfirmed_claim;
use crate::findings::{Finding, Severity, code, codes::puzzle, sort_by_place};
use crate::notation::{Record, has_written_test, is_test, is_test_command, shorten};
use crate::replay::Report;
use crate::solve::{
    Budget, UnsearchedPuzzle, UnsearchedReason, check_each_puzzle, has_puzzles, unsearched_puzzles,
};
use crate::text::Claim;

impl Checked {
    /// Adds the findings on the puzzles of the record, which share a budget: a [`Budget`], or a
    /// number of steps.
    #[must_use]
    pub fn with_puzzles(mut self, budget: impl Into<Budget>) -> Self {
        // The check has already found marks that are out of place, because that takes no search.
        // They are compared with the claim here, together with the others.
        let found = std::mem::take(&mut self.report.findings).into_iter();
        let (mut puzzle_findings, others): (Vec<_>, Vec<_>) =
            found.partition(|finding| is_of_puzzles(finding.code.id));
        self.report.findings = others;
        puzzle_findings.extend(self.findings_of_search(budget.into()));

        let claim = self.source().claim().cloned().unwrap_or_default();
        let is_announced = |finding: &Finding| match &claim {
            Claim::Legal | Claim::Illegal(None) => false,
            Claim::Illegal(Some(id)) => finding.code.id == id,
            // The block shows its findings (`finding`), so none of its errors counts.
            Claim::Open => finding.is_error(),
        };
        let (announced_findings, unannounced): (Vec<_>, Vec<_>) =
            puzzle_findings.into_iter().partition(is_announced);
        if let Claim::Illegal(Some(id)) = &claim
            && is_of_puzzles(id)
            && announced_findings.is_empty()
        {
            let broken = self.mark_claim_broken(unconfirmed_claim(id));
            self.report.findings.insert(0, broken);
        }

        self.announced_findings.extend(announced_findings);
        self.report.findings.extend(unannounced);
        sort_by_place(&mut self.report.findings);
        self
    }

    /// Searches the puzzles of the record, and returns the findings on them.
    fn findings_of_search(&self, budget: Budget) -> Vec<Finding> {
        if !has_puzzles(self.record()) {
            return Vec::new();
        }
        let Ok(timeline) = self.timeline() else {
            return Vec::new();
        };
        check_each_puzzle(timeline, budget)
            .into_iter()
            .flat_map(|report| report.findings)
            .collect()
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
        let mut unsearched = unsearched_puzzles(record, self.timeline().ok());
        // A malformed puzzle has a finding already.
        unsearched.retain(|puzzle| !matches!(puzzle.reason, UnsearchedReason::Malformed(_)));
        let finding = |puzzle: UnsearchedPuzzle| {
            let command = shorten(record.text_of(puzzle.span));
            let message = format!("`{command}` was not searched: {}.", puzzle.reason);
            let mut finding = Finding::new(&puzzle::OUT_OF_PLACE, puzzle.span, message)
                .at(puzzle.turn, &puzzle.path);
            finding.severity = Severity::Error;
            finding
        };
        unsearched.into_iter().map(finding).collect()
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

/// Returns true if a record is invalid and has text that is intended as a test, which may be where
/// no command is read: outside comments, in a variation before the first turn, or in a comment that
/// is not closed. Programs that run tests count such a record as failed.
pub fn has_unread_tests(record: &Record, report: &Report) -> bool {
    !report.is_valid() && has_written_test(record.text())
}

/// Returns true if a code is one of the puzzle codes. Marks that are out of place are found when a
/// record is checked; the other findings with these codes need a search.
pub(crate) fn is_of_puzzles(id: &str) -> bool {
    id.starts_with("puzzle/")
}
