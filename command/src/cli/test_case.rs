//! One record of `pipscribe test`: checked, compared with the claim of its block, and blessed.
//!
//! Block attributes in a document can claim that a record is illegal: ```` ```pips illegal ````.
//! To bless a record means to update its expectations to what the rules say.

use super::record_replacer::Replaced;
use crate::coverage::RulesShown;
use crate::snapshot::snapshot;
use pipscribe::check::{Blessed, Checked, bless, has_unread_tests, tests_nothing};
use pipscribe::findings::Finding;
use pipscribe::games::Context;
use pipscribe::notation::{Record, has_expectations};
use pipscribe::solve::{Budget, has_puzzles};
use pipscribe::text::{Claim, RawRecord};

/// A record that may be a test.
pub(super) struct Case {
    pub(super) checked: Checked,
    /// True if it has expectations or puzzles, or its block in a document claims that it is
    /// illegal.
    pub(super) is_test: bool,
    /// The new lines of the file with blessed expectations, or the errors that would remain; `None`
    /// if there is nothing to bless.
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
        let judge = if options.snapshots || options.coverage {
            Checked::in_full
        } else {
            Checked::from_record
        };
        let check = |raw| judge(Record::parse(raw), context);

        let before = options.bless.then(|| raw.clone());
        let mut checked = check(raw).with_puzzles(options.budget).with_failed_tests();
        let has_expectations = has_expectations(checked.record());
        let is_test = has_expectations
            || has_puzzles(checked.record())
            || has_failed_tests(&checked)
            || has_unread_tests(checked.record(), &checked.report)
            || has_claim_to_test(&checked);

        let mut blessed = None;
        if let Some(before) = before
            && has_expectations
            && !checked.report.is_valid()
        {
            blessed = Some(
                match blessed_record(&before, &checked, check, options.budget) {
                    Ok(new) => {
                        checked = new.checked;
                        Ok(Replaced::new(&before, &new.raw))
                    }
                    Err(findings) => Err(findings),
                },
            );
        }

        let snapshot = options.snapshots.then(|| snapshot(&checked));
        let shown = options.coverage.then(|| RulesShown::from_checked(&checked));
        Self {
            checked,
            is_test,
            blessed,
            snapshot,
            shown,
        }
    }
}

/// Returns true if a record has commands that are intended as tests but test nothing.
fn has_failed_tests(checked: &Checked) -> bool {
    let record = checked.record();
    checked
        .report
        .findings
        .iter()
        .any(|finding| tests_nothing(record, finding))
}

/// Returns true if the block of a record makes it a test: a record in a document must be legal, or
/// its block must claim that it is not. Such a record cannot be blessed.
fn has_claim_to_test(checked: &Checked) -> bool {
    match checked.source().claim() {
        Some(Claim::Illegal(_)) => true,
        Some(_) => !checked.report.is_valid(),
        None => false,
    }
}

/// A record with blessed expectations, under which it is valid.
struct BlessedRecord {
    raw: RawRecord,
    checked: Checked,
}

/// Blesses a record.
///
/// # Errors
/// Returns the errors that would remain.
fn blessed_record(
    before: &RawRecord,
    checked: &Checked,
    check: impl Fn(RawRecord) -> Checked,
    budget: Budget,
) -> Result<BlessedRecord, Vec<Finding>> {
    let Blessed {
        raw,
        checked: rechecked,
        ..
    } = bless(before, check)?;
    if raw == *before {
        return Err(errors(checked));
    }

    // Proofs take longest, and no expectation depends on them, so puzzles are proved only in the
    // final record.
    let rechecked = rechecked.with_puzzles(budget).with_failed_tests();
    if rechecked.report.is_valid() {
        Ok(BlessedRecord {
            raw,
            checked: rechecked,
        })
    } else {
        Err(errors(&rechecked))
    }
}

fn errors(checked: &Checked) -> Vec<Finding> {
    checked.report.errors().cloned().collect()
}
