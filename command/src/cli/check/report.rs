//! Report of `pipscribe check`: takes the checked records in the order of the input, applies fixes,
//! and writes and counts the findings.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;

use super::CheckFormat;
use super::record_check::{RecordCheck, ShownRecord};
use super::tally::{CheckTally, by_code};
use crate::cli::Failure;
use crate::cli::bulk::BulkStep;
use crate::cli::hint_text::hint_text;
use crate::cli::mend::UnexpectedResult;
use crate::cli::output::{Output, counted};
use crate::cli::record_replacer::RecordReplacer;
use crate::cli::source::Source;
use pipscribe::check::{Checked, Selection};
use pipscribe::fixes::infer::SettingsSearch;
use pipscribe::reports::{Emitter, Entry, Extras, TestVerdict};

/// The report, while it is written.
pub(super) struct CheckReport<'c> {
    pub(super) check: &'c RecordCheck<'c>,
    pub(super) tally: CheckTally,
    /// The findings to report in the current file.
    pub(super) selection: Selection,
    /// The search for settings under which records of the wrong game would be legal.
    pub(super) settings: SettingsSearch,
    pub(super) replacer: RecordReplacer,
    pub(super) emitter: Box<dyn Emitter>,
    pub(super) out: Output,
    /// The number of findings that may still be listed.
    pub(super) findings_left: u64,
}

impl CheckReport<'_> {
    /// Adds the next step of the input.
    pub(super) fn add_step(
        &mut self,
        source: &Source,
        step: BulkStep<Option<Box<ShownRecord>>>,
    ) -> Result<ControlFlow<()>, Failure> {
        match step {
            BulkStep::Begin => {
                self.replacer.begin_file();
                self.selection = self
                    .check
                    .command
                    .selection
                    .selection(source.path.as_deref())?;
            }
            BulkStep::Record(number, shown) => {
                self.tally.records += 1;
                if let Some(shown) = shown {
                    return self.report_record(source, number, *shown);
                }
            }
            BulkStep::Document { .. } => {}
            BulkStep::End { read_to_end } => {
                self.tally.unread_blocks += source.unread_blocks();
                let unwritten = self.replacer.end_file(source, read_to_end);
                self.tally.mended -= unwritten;
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn report_record(
        &mut self,
        source: &Source,
        number: u64,
        shown: ShownRecord,
    ) -> Result<ControlFlow<()>, Failure> {
        let command = self.check.command;
        let (mut checked, extras) = self.with_fix(source, shown);
        // Settings are searched for only if the finding that names them is shown. An answer is
        // cached for the records of one folder, because decks can be in files next to the records.
        if self.findings_left > 0 && command.shows_fixes() && self.has_selected_error(&checked) {
            let folder = source.path.as_deref().and_then(Path::parent);
            let deck_folder = folder.unwrap_or(Path::new("")).to_string_lossy();
            checked.add_settings(&mut self.settings, &deck_folder);
        }

        let is_valid = checked.report.is_valid();
        let has_failed = self.select(&mut checked);
        self.tally.invalid += u64::from(!is_valid);
        self.tally.failed += u64::from(has_failed);
        self.tally.count(&checked);
        let notes = self.drop_unlisted(&mut checked);

        // The field `valid` of the JSON is a contract: it does not depend on the selected findings.
        let passes = if command.format == CheckFormat::Json {
            is_valid
        } else {
            !has_failed
        };
        let verdict = if passes {
            TestVerdict::Passed
        } else {
            TestVerdict::Failed
        };
        let entry = Entry {
            verdict,
            notes: &notes,
            extras: Some(&extras),
            hint_text,
            ..Entry::new(&source.name, number, &checked)
        };
        if !command.statistics {
            self.emitter
                .record(&entry, &mut self.out)
                .map_err(Failure::output)?;
        }

        let stop = command.fail_fast && has_failed;
        Ok(if stop {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    }

    /// Returns true if the first error of a record is selected.
    fn has_selected_error(&self, checked: &Checked) -> bool {
        checked
            .report
            .first_error()
            .is_some_and(|first| self.selection.has(first))
    }

    /// Adds the suggested fix to a record, and writes the applied fix, if the budgets allow the
    /// searches. Returns the record to report.
    fn with_fix(&mut self, source: &Source, shown: ShownRecord) -> (Checked, Extras) {
        let ShownRecord {
            mut checked,
            mut extras,
            mut replaced,
            unfixed,
            first_error_with_fix,
            work,
            suggestion_work,
        } = shown;
        let line = checked.source().first_line();
        // The threads fix records without knowing which findings their file reports. A fix for an
        // error that is not selected is taken back.
        let before_fix = unfixed.as_ref().unwrap_or(&checked);
        let is_wanted = replaced.is_none() || self.has_selected_error(before_fix);

        if self.check.suggestion_budget.spend(suggestion_work) {
            checked.replace_first_error(first_error_with_fix);
        } else if self.check.command.shows_fixes() && !checked.report.is_valid() {
            self.tally.unsearched += 1;
        }

        let is_kept = is_wanted && self.check.budget.spend(work);
        if !is_kept {
            if let Some(unfixed) = unfixed {
                checked = unfixed;
                extras = Extras::new(&checked, &self.check.extras);
            }
            replaced = None;
            if is_wanted && self.check.command.fix && !checked.report.is_valid() {
                self.check.budget.pass_over(&source.name, line);
            }
        }

        match replaced {
            Some(Ok(replaced)) => {
                let diff = self.replacer.replace(source, line, &replaced);
                self.tally.mended += u64::from(diff.is_some());
            }
            Some(Err(UnexpectedResult)) => self.replacer.refuse(source, line),
            None => {}
        }

        (checked, extras)
    }

    /// Removes findings that are not selected from a record, and sets the severities of the others.
    /// Returns true if an error remains.
    fn select(&mut self, checked: &mut Checked) -> bool {
        let before = checked.report.findings.len();
        self.selection.apply(&mut checked.report.findings);
        self.tally.unselected += (before - checked.report.findings.len()) as u64;
        checked.report.first_error().is_some()
    }

    /// Removes the findings above the maximum number, and counts them by code. Returns a line
    /// about them if other findings of the record are listed.
    fn drop_unlisted(&mut self, checked: &mut Checked) -> String {
        let line = checked.source().first_line();
        let findings = &mut checked.report.findings;
        let findings_left = usize::try_from(self.findings_left).unwrap_or(usize::MAX);
        let listed = findings_left
            .min(self.check.command.max_of_record())
            .min(findings.len());
        self.findings_left -= listed as u64;

        let mut unlisted: BTreeMap<&'static str, u64> = BTreeMap::new();
        for finding in findings.drain(listed..) {
            *unlisted.entry(finding.code.id).or_default() += 1;
            *self.tally.unlisted.entry(finding.code.id).or_default() += 1;
        }
        if unlisted.is_empty() || listed == 0 {
            return String::new();
        }
        let more = counted(unlisted.values().sum::<u64>(), "more finding");
        let advice = self.check.command.advice_on_unlisted();
        format!(
            "{more} on the record in line {line}: {}{advice}\n",
            by_code(&unlisted)
        )
    }
}
