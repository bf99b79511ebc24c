//! A record of `mend` with its suggested fixes, and the application of a fix to its file.
//!
//! The search predicts how many turns are legal with a fix, and whether the record is then valid.
//! The text with a fix is checked before it is written. If the result differs from the prediction,
//! nothing is written ([`UnexpectedResult`]).

use crate::cli::record_replacer::Replaced;
use pipscribe::check::Checked;
use pipscribe::fixes::mend::{Answer, MAX_QUICK_WORK, MAX_WORK, Mend, Mends};
use pipscribe::games::Context;
use pipscribe::notation::{Record, split_text};
use pipscribe::replay::Report;
use pipscribe::text::RawRecord;

/// A record with its suggested fixes.
pub(super) struct Mended {
    pub(super) checked: Checked,
    /// The fixes; `None` if none was searched for.
    pub(super) mends: Option<Mends>,
    /// The new lines of the file with the chosen fix, if it is to be written.
    pub(super) replaced: Option<Result<Replaced, UnexpectedResult>>,
    /// True if the record is valid with the written fix. A picked fix may leave other errors.
    pub(super) is_valid_after: bool,
    /// The index of the chosen fix.
    pub(super) chosen: Option<usize>,
    /// The new lines of the file with the chosen fix or else the first one, for the diff.
    pub(super) preview: Option<Replaced>,
}

/// The fix to choose, and how to write it.
#[derive(Clone, Copy)]
pub(super) struct MendOptions<'a> {
    /// The number of the fix, from 1; `None` for the unambiguous fix.
    pub(super) pick: Option<usize>,
    pub(super) answers: &'a [Answer],
    /// True if a comment preserves the original text: `{[%mended "a2-d4"]}`.
    pub(super) trace: bool,
    pub(super) write: bool,
    /// True while the budget of the run is not used up.
    pub(super) searches: bool,
}

impl Mended {
    pub(super) fn new(raw: RawRecord, context: &Context, options: MendOptions<'_>) -> Self {
        let checked = Checked::from_record(Record::parse(raw.clone()), context);
        let mends = if options.searches {
            Mends::search_with_answers(
                checked.record(),
                &checked.report,
                context,
                MAX_WORK,
                options.answers,
            )
        } else {
            Mends::unsearched(checked.record(), &checked.report)
        };
        let chosen = mends
            .as_ref()
            .and_then(|mends| chosen_index(mends, options.pick));
        let mend_at = |index: usize| mends.as_ref().and_then(|mends| mends.mends.get(index));

        let shown = mend_at(chosen.unwrap_or(0));
        let preview = shown.and_then(|mend| {
            let without_trace = edited(&raw, &checked, mend, false)?;
            Some(Replaced::new(&raw, &without_trace))
        });

        let to_write = if options.write {
            chosen.and_then(mend_at)
        } else {
            None
        };
        let replaced = to_write.map(|mend| {
            let applied = applied_fix(&raw, &checked, mend, options.trace, context);
            applied.map(|applied| applied.replaced)
        });
        let is_valid_after = to_write.is_some_and(makes_valid);
        Self {
            checked,
            mends,
            replaced,
            is_valid_after,
            chosen,
            preview,
        }
    }

    pub(super) fn work(&self) -> u64 {
        self.mends.as_ref().map_or(0, |mends| mends.work)
    }

    /// Drops the fixes found, because the run has no budget left.
    pub(super) fn unsearched(self) -> Self {
        let mends = Mends::unsearched(self.checked.record(), &self.checked.report);
        Self {
            mends,
            replaced: None,
            is_valid_after: false,
            chosen: None,
            preview: None,
            ..self
        }
    }
}

/// Returns the index of the picked fix, which may not exist, or of the unambiguous one.
fn chosen_index(mends: &Mends, pick: Option<usize>) -> Option<usize> {
    match pick {
        Some(number) => {
            let index = number.checked_sub(1)?;
            (index < mends.mends.len()).then_some(index)
        }
        None => mends.sole().map(|_| 0),
    }
}

/// Returns true if the search predicts that a fix makes the record valid.
fn makes_valid(mend: &Mend) -> bool {
    mend.complete && mend.result_agrees
}

/// Returns the record with a fix.
fn edited(raw: &RawRecord, checked: &Checked, mend: &Mend, trace: bool) -> Option<RawRecord> {
    Some(raw.edited(mend.in_text(checked.record(), trace)?))
}

/// A fix that is not written because its result differs from the prediction.
pub(in crate::cli) struct UnexpectedResult;

/// A record with a fix that had the predicted result.
pub(in crate::cli) struct AppliedFix {
    pub(in crate::cli) raw: RawRecord,
    /// The new lines of the file.
    pub(in crate::cli) replaced: Replaced,
}

/// Applies the only fix of a checked record; `None` if the record has no unambiguous fix. Adds the
/// work of the search to `work`.
pub(in crate::cli) fn with_sole_mend(
    raw: &RawRecord,
    checked: &Checked,
    context: &Context,
    work: &mut u64,
) -> Option<Result<AppliedFix, UnexpectedResult>> {
    let mends = Mends::search(checked.record(), &checked.report, context, MAX_QUICK_WORK)?;
    *work += mends.work;
    mends
        .sole()
        .map(|mend| applied_fix(raw, checked, mend, true, context))
}

/// Applies a fix to a record, and checks that the result matches the prediction.
fn applied_fix(
    raw: &RawRecord,
    checked: &Checked,
    mend: &Mend,
    trace: bool,
    context: &Context,
) -> Result<AppliedFix, UnexpectedResult> {
    let fixed = edited(raw, checked, mend, trace).ok_or(UnexpectedResult)?;
    let mut records = split_text(&fixed.bytes);
    records.retain(RawRecord::is_record);
    if records.is_empty() && mend.leaves_only_comments() {
        let replaced = Replaced::new(raw, &fixed);
        return Ok(AppliedFix {
            raw: fixed,
            replaced,
        });
    }

    // A fix may separate records that were one text.
    if records.len() < 2 {
        records = vec![fixed.clone()];
    }
    let reports: Vec<Report> = records
        .into_iter()
        .map(|record| Checked::from_record(Record::parse(record), context).report)
        .collect();

    let has_predicted_turns = reports
        .first()
        .is_some_and(|report| report.turns == mend.legal_turns);
    let has_predicted_validity = !makes_valid(mend) || reports.iter().all(Report::is_valid);
    if !has_predicted_turns || !has_predicted_validity {
        return Err(UnexpectedResult);
    }
    let replaced = Replaced::separated(raw, &fixed, reports.len());
    Ok(AppliedFix {
        raw: fixed,
        replaced,
    })
}
