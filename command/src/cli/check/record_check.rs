//! Check of one record in a thread of `pipscribe check`, and the search for its fix.
//!
//! [`RecordCheck`] runs in the threads, in any order. `report.rs` decides everything that depends
//! on the order of the input: which fixes are applied, which findings are selected, and the counts.
//!
//! With `--fix`, an unambiguous fix is applied to the record. Otherwise, if the format has room for
//! it, a fix is only suggested after the first error.

use super::{Check, CheckFormat};
use crate::cli::mend::{UnexpectedResult, with_sole_mend};
use crate::cli::record_replacer::Replaced;
use crate::cli::search_budget::SearchBudget;
use pipscribe::check::Checked;
use pipscribe::findings::Finding;
use pipscribe::games::Context;
use pipscribe::notation::Record;
use pipscribe::reports::{Extra, Extras};
use pipscribe::text::RawRecord;

/// A record that the report shows.
pub(super) struct ShownRecord {
    pub(super) checked: Checked,
    pub(super) extras: Extras,
    /// The new lines of the file with the fix; `Err` if the result differs from the prediction, so
    /// that nothing is written; `None` if no fix is applied.
    pub(super) replaced: Option<Result<Replaced, UnexpectedResult>>,
    /// The record before the applied fix.
    pub(super) unfixed: Option<Checked>,
    /// The first error with the only change that would fix the record.
    pub(super) first_error_with_fix: Option<Finding>,
    /// The work that the search for the applied fix took, in judged turns.
    pub(super) work: u64,
    /// The work that the search for the suggested fix took, in judged turns.
    pub(super) suggestion_work: u64,
}

/// Settings with which the threads check records.
pub(super) struct RecordCheck<'c> {
    pub(super) command: &'c Check,
    /// Additional fields of the JSON (`--with`).
    pub(super) extras: Vec<Extra>,
    /// Budget of the searches for fixes that are applied.
    pub(super) budget: SearchBudget,
    /// Budget of the searches for fixes that are only suggested.
    pub(super) suggestion_budget: SearchBudget,
}

impl RecordCheck<'_> {
    /// Checks a record and searches for its fix; `None` if there is nothing to show.
    pub(super) fn check(&self, raw: RawRecord, context: &Context) -> Option<Box<ShownRecord>> {
        let before = self.command.fix.then(|| raw.clone());
        let mut checked = self.checked_as_requested(raw, context);
        // This only saves work. `CheckReport::with_fix` decides in the order of the input whether
        // the fix is applied, so that the result does not depend on the number of threads.
        let searches = !self.budget.is_used_up();

        let mut work = 0;
        let applied = match before {
            Some(before) if searches && !checked.report.is_valid() => {
                with_sole_mend(&before, &checked, context, &mut work)
            }
            _ => None,
        };
        let mut unfixed = None;
        let replaced = match applied {
            Some(Ok(fix)) => {
                let fixed = self.checked_as_requested(fix.raw, context);
                unfixed = Some(std::mem::replace(&mut checked, fixed));
                Some(Ok(fix.replaced))
            }
            Some(Err(UnexpectedResult)) => Some(Err(UnexpectedResult)),
            None => None,
        };

        let mut first_error_with_fix = None;
        let mut suggestion_work = 0;
        if self.command.shows_fixes() && !self.suggestion_budget.is_used_up() {
            (first_error_with_fix, suggestion_work) = checked.first_error_with_mend();
        }

        // Most records are valid. They are dropped at once to save memory.
        let is_sound = checked.report.is_valid() && checked.report.findings.is_empty();
        let lists_all = matches!(self.command.format, CheckFormat::Json | CheckFormat::Junit);
        if is_sound && replaced.is_none() && !lists_all {
            return None;
        }
        let extras = Extras::new(&checked, &self.extras);
        Some(Box::new(ShownRecord {
            checked,
            extras,
            replaced,
            unfixed,
            first_error_with_fix,
            work,
            suggestion_work,
        }))
    }

    /// Checks a record in the way that the options ask for.
    fn checked_as_requested(&self, raw: RawRecord, context: &Context) -> Checked {
        // Extras need every position of the timeline.
        let checked = if self.extras.is_empty() {
            Checked::new(raw, context)
        } else {
            Checked::in_full(Record::parse(raw), context)
        };
        if self.command.puzzles {
            // A misspelt or malformed puzzle is then an error, because nothing proves it.
            checked
                .with_puzzles(self.command.budget)
                .with_failed_tests()
        } else {
            checked
        }
    }
}
