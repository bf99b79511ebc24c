//! Counts of records and findings for the summary of `pipscribe check`.

use std::collections::BTreeMap;

use crate::cli::finding_counts::FindingCounts;
use crate::cli::output::counted;
use pipscribe::check::Checked;

/// Counts of records and findings.
#[derive(Default)]
pub(super) struct CheckTally {
    pub(super) records: u64,
    pub(super) invalid: u64,
    /// Records whose fix was written.
    pub(super) mended: u64,
    errors: u64,
    warnings: u64,
    /// Findings that are not listed, by code.
    pub(super) unlisted: BTreeMap<&'static str, u64>,
    /// Number of records with a selected error.
    pub(super) failed: u64,
    /// Number of blocks of documents that are not read.
    pub(super) unread_blocks: u64,
    /// Invalid records for which no fix was searched, because the budget of the run was used up.
    pub(super) unsearched: u64,
    /// Number of findings that are not selected.
    pub(super) unselected: u64,
    pub(super) counts_by_code: FindingCounts,
    /// Code of the first finding.
    pub(super) first_code: Option<&'static str>,
}

impl CheckTally {
    /// Counts the findings of a record.
    pub(super) fn count(&mut self, checked: &Checked) {
        let findings = &checked.report.findings;
        self.first_code = self.first_code.or_else(|| Some(findings.first()?.code.id));
        let errors = findings.iter().filter(|finding| finding.is_error()).count();
        self.errors += errors as u64;
        self.warnings += (findings.len() - errors) as u64;
        for finding in findings {
            self.counts_by_code.count(finding);
        }
    }

    /// Returns the numbers of records and findings as one line.
    pub(super) fn summary(&self) -> String {
        let good = self.records - self.invalid;
        let mut text = format!(
            "{} checked: {good} valid, {} invalid",
            counted(self.records, "record"),
            self.invalid
        );
        if self.errors + self.warnings > 0 {
            text.push_str(&format!(
                "; {}, {}",
                counted(self.errors, "error"),
                counted(self.warnings, "warning")
            ));
        }
        if self.unselected > 0 {
            text.push_str(&format!(
                "; {} not selected",
                counted(self.unselected, "finding")
            ));
        }
        if self.mended > 0 {
            text.push_str(&format!("; {} fixed", self.mended));
        }
        text
    }
}

/// Returns numbers of findings with their codes: `3 syntax/token, 1 turn/number`.
pub(super) fn by_code(counts: &BTreeMap<&'static str, u64>) -> String {
    let counts: Vec<_> = counts
        .iter()
        .map(|(code, count)| format!("{count} {code}"))
        .collect();
    counts.join(", ")
}
