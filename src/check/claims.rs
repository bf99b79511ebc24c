//! Comparison of a record with the claim of its code block: the block attributes may announce that
//! the record has findings (`finding`), or that it is illegal (`illegal`, `illegal=CODE`).
//! Announced findings are not errors.

use super::checked::Checked;
use super::puzzle_findings::is_of_puzzles;
use crate::findings::{Finding, code};
use crate::notation::first_token;
use crate::text::{Claim, Span};

/// Findings that the block attributes announce.
enum Announced {
    /// `finding`: all errors.
    Errors,
    /// `illegal`: all errors but unmet expectations, which break no rule.
    BrokenRules,
    /// `illegal=CODE`: the findings with this code.
    Code(String),
}

impl Announced {
    /// Returns the findings that a claim announces; `None` if it announces none, or only findings
    /// that a search has to find.
    fn from_claim(claim: Option<&Claim>) -> Option<Self> {
        match claim? {
            Claim::Legal => None,
            Claim::Open => Some(Self::Errors),
            Claim::Illegal(None) => Some(Self::BrokenRules),
            Claim::Illegal(Some(id)) if is_of_puzzles(id) => None,
            Claim::Illegal(Some(id)) => Some(Self::Code(id.clone())),
        }
    }

    fn covers(&self, finding: &Finding) -> bool {
        match self {
            Self::Errors => finding.is_error(),
            Self::BrokenRules => finding.is_error() && finding.code != &code::UNMET,
            Self::Code(id) => finding.code.id == id,
        }
    }

    /// Returns the message for a record without any of these findings; `None` if it need not have
    /// one.
    fn message_if_absent(&self) -> Option<String> {
        match self {
            Self::Errors => None,
            Self::BrokenRules => {
                Some("The block is marked `illegal`, but the record is legal.".to_owned())
            }
            Self::Code(id) => Some(unconfirmed_claim(id)),
        }
    }
}

impl Checked {
    /// Compares the findings with the claim in the block attributes. Announced findings are not
    /// errors; a claim that nothing confirms is one.
    pub(super) fn compare_with_claim(mut self) -> Self {
        let Some(announced) = Announced::from_claim(self.source().claim()) else {
            return self;
        };
        let findings = std::mem::take(&mut self.report.findings).into_iter();
        let (announced_findings, mut others): (Vec<_>, Vec<_>) =
            findings.partition(|finding| announced.covers(finding));
        if let Some(message) = announced.message_if_absent()
            && announced_findings.is_empty()
        {
            others.insert(0, self.mark_claim_broken(message));
        } else if !matches!(announced, Announced::Code(_)) {
            // The findings beyond the limit are announced too. With a code, they may have others.
            self.report.findings_dropped = 0;
        }
        self.report.findings = others;
        self.announced_findings = announced_findings;
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
    pub(super) fn mark_claim_broken(&mut self, message: String) -> Finding {
        let start = first_token(self.source().text());
        self.keeps_claim = false;
        Finding::new(&code::UNMET, Span::new(start, start), message)
    }
}

/// Describes a claim that nothing confirms.
pub(super) fn unconfirmed_claim(id: &str) -> String {
    format!("The block is marked `illegal={id}`, but the record has no `{id}`.")
}
