//! One record of `pipscribe test`: checked, blessed and compared with its block.

use super::record_replacer::Replaced;
use crate::coverage::RulesShown;
use crate::snapshot::snapshot;
use pipscribe::check::{Blessed, bless};
use pipscribe::check::{Checked, tests_nothing};
use pipscribe::findings::Finding;
use pipscribe::games::Context;
use pipscribe::notation::Record;
use pipscribe::notation::has_expectations;
use pipscribe::solve::{Budget, has_puzzles};
use pipscribe::text::{Claim, RawRecord};

/// A record that may be a test.
pub(super) struct Case {
    pub(super) checked: Checked,
    /// True if it has expectations or puzzles, or its block in a document claims that it is
    /// illegal.
    pub(super) is_test: bool,
    /// The record with blessed expectations, if blessing was requested.
    pub(super) blessed: Option<Result<Replaced, Vec<Finding>>>,
    /// The text of its snapshot.
    pub(super) snapshot: Option<String>,
    /// The rules that it follows and violates, if requested.
    pub(super) shown: Option<RulesShown>,
}

/// Work to do with each record.
#[derive(Clone, Copy)]
pub(super) struct CaseOptions {
    pub(super) bless: bool,
    /// Write snapshots.
    pub(super) snapshots: bool,
    pub(super) coverage: bool,
    pub(super) budget: Budget,
}

impl Case {
    /// Checks a record; blesses it and creates its snapshot if requested.
    pub(super) fn new(raw: RawRecord, context: &Context, options: CaseOptions) -> Self {
        let CaseOptions {
            bless: wants_bless,
            snapshots,
            coverage,
            budget,
        } = options;
        let judge = if snapshots || coverage {
            Checked::in_full
        } else {
            Checked::from_record
        };
        let check = |raw| judge(Record::parse(raw), context);
        let before = wants_bless.then(|| raw.clone());
        let mut checked = check(raw).with_puzzles(budget).with_failed_tests();
        let has_expectations = has_expectations(checked.record());
        let record = checked.record();
        let has_puzzles = has_puzzles(record);
        let has_failed_tests = checked
            .report
            .findings
            .iter()
            .any(|finding| tests_nothing(record, finding));
        let mut blessed = None;
        if let Some(before) = before
            && has_expectations
            && !checked.report.is_valid()
        {
            // Proofs take longest, and no expectation depends on them, so puzzles are proved only
            // in the final record.
            blessed = Some(bless(&before, check).and_then(
                |Blessed {
                     raw,
                     checked: rechecked,
                     ..
                 }| {
                    if raw == before {
                        return Err(errors(&checked));
                    }
                    let rechecked = rechecked.with_puzzles(budget).with_failed_tests();
                    if !rechecked.report.is_valid() {
                        return Err(errors(&rechecked));
                    }
                    checked = rechecked;
                    Ok(Replaced::new(&before, &raw))
                },
            ));
        }
        // A record in a document must be legal, or its block must announce that it is not. Such a
        // record cannot be blessed.
        let has_claim_to_test = match checked.source().claim() {
            Some(Claim::Illegal(_)) => true,
            Some(_) => !checked.report.is_valid(),
            None => false,
        };
        let is_test = has_expectations || has_puzzles || has_failed_tests || has_claim_to_test;
        let snapshot = snapshots.then(|| snapshot(&checked));
        let shown = coverage.then(|| RulesShown::from_checked(&checked));
        Self {
            checked,
            is_test,
            blessed,
            snapshot,
            shown,
        }
    }
}

fn errors(checked: &Checked) -> Vec<Finding> {
    checked.report.errors().cloned().collect()
}
