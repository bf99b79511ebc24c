//! Comparison of a record with the claim of its code block: the block attributes may announce that
//! the record is illegal (`illegal`, `illegal=CODE`). Announced findings are not errors.

use super::checked::Checked;
use super::puzzle_findings::is_of_puzzles;
use crate::findings::{Finding, code};
use crate::notation::first_token;
use crate::text::{Claim, Span};

impl Checked {
    /// Compares the findings with the claim in the block attributes. Announced findings are not
    /// errors; a claim that nothing confirms is one.
    pub(super) fn compare_with_claim(mut self) -> Self {
        let is_open = self.source().claim() == Some(&Claim::Open);
        // The code that the claim names, and the message if nothing confirms the claim.
        let (named, broken) = match self.source().claim() {
            None | Some(Claim::Legal) => return self,
            Some(Claim::Open) => (None, None),
            // Only a search finds the errors of puzzles.
            Some(Claim::Illegal(Some(id))) if is_of_puzzles(id) => return self,
            Some(Claim::Illegal(None)) => (
                None,
                Some("The block is marked `illegal`, but the record is legal.".to_owned()),
            ),
            Some(Claim::Illegal(Some(id))) => (Some(id.clone()), Some(unconfirmed_claim(id))),
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

    /// Records that the claim of the block does not hold, and returns the finding.
    pub(super) fn breaks_claim(&mut self, message: String) -> Finding {
        let start = first_token(self.source().text());
        self.keeps_claim = false;
        Finding::new(&code::UNMET, Span::new(start, start), message)
    }
}

/// Describes a claim that nothing confirms.
pub(super) fn unconfirmed_claim(id: &str) -> String {
    format!("The block is marked `illegal={id}`, but the record has no `{id}`.")
}
