//! `pipscribe mend`: lists the fixes of invalid records and applies them. The library searches for
//! them ([`pipscribe::fixes::mend`]). `mended.rs` chooses and applies a fix, `list.rs` describes
//! the fixes, and `record_replacer.rs` writes the file.

mod list;
mod mended;

use std::ops::ControlFlow;

use clap::{Args, ValueEnum};

use self::list::describe;
use self::mended::{MendOptions, Mended};
use super::bulk::{BulkStep, InputOptions};
use super::output::{Output, counted, json};
use super::paths::Paths;
use super::record_replacer::RecordReplacer;
use super::search_budget::{MAX_STEPS_OF_FIXES, SearchBudget};
use super::source::Source;
use super::{Failure, Status};
use crate::cli::verbosity::note;
use pipscribe::fixes::mend::{Answer, mends_json};

pub(super) use self::list::other_game;
pub(super) use self::mended::{UnexpectedResult, with_sole_mend};

/// Arguments of `pipscribe mend`.
#[derive(Debug, Args)]
pub(crate) struct MendCommand {
    #[command(flatten)]
    paths: Paths,
    /// Set the format of the list
    #[arg(long, value_enum, default_value_t = MendFormat::Human)]
    format: MendFormat,
    /// Apply a fix if it is the only likely one
    ///
    /// All other bytes stay the same. A comment after the fix keeps the original text: `{[%mended
    /// "a2-d4"]}`.
    #[arg(long)]
    write: bool,
    /// Apply the N-th fix of the list, even if there are others
    #[arg(long, value_name = "N")]
    pick: Option<usize>,
    /// State a turn that is certain, as an answer to the question at the end of the list; may be
    /// repeated
    ///
    /// For two turns: `--answer 27=h8,b9 --answer 31=c4`. Without a text, as in `--answer 32=`, the
    /// game ends before the turn.
    #[arg(long, value_name = "TURN=TEXT")]
    answer: Vec<Answer>,
    /// Do not keep the original text in a `[%mended "…"]` comment
    #[arg(long)]
    no_trace: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum MendFormat {
    /// Diff and evidence
    #[value(name = "text", alias = "human")]
    Human,
    /// One JSON object per record
    Json,
}

impl MendCommand {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let writes = self.write || self.pick.is_some();
        if writes {
            self.paths
                .must_be_files(if self.write { "--write" } else { "--pick" })?;
        }

        if self.pick == Some(0) {
            let message = "invalid value `0` for `--pick`: write a number of 1 or more";
            return Err(Failure::Usage(message.into()));
        }

        let budget = SearchBudget::new(MAX_STEPS_OF_FIXES);
        let mut run = MendRun {
            command: self,
            out: Output::standard(),
            replacer: RecordReplacer::default(),
            budget: &budget,
            tally: MendTally::default(),
        };
        let status = self.paths.in_bulk(
            InputOptions {
                in_place: writes,
                ..InputOptions::default()
            },
            |raw, context| {
                let options = MendOptions {
                    pick: self.pick,
                    answers: &self.answer,
                    trace: !self.no_trace,
                    write: writes,
                    searches: !budget.is_used_up(),
                };
                Mended::new(raw, context, options)
            },
            |source, step| run.step(source, step).map(ControlFlow::Continue),
        )?;

        let MendRun {
            out,
            replacer,
            tally,
            ..
        } = run;
        out.finish()?;
        budget.finish();
        note!("{}", tally.summary(writes));
        Ok(status.max(replacer.trouble).max(Status::findings_if(
            tally.invalid > 0 || tally.unread_blocks > 0,
        )))
    }
}

/// State of a run.
struct MendRun<'a> {
    command: &'a MendCommand,
    out: Output,
    replacer: RecordReplacer,
    budget: &'a SearchBudget,
    tally: MendTally,
}

impl MendRun<'_> {
    fn step(&mut self, source: &Source, step: BulkStep<Mended>) -> Result<(), Failure> {
        match step {
            BulkStep::Begin => {
                self.tally.still_invalid_in_file = 0;
                self.replacer.begin_file();
            }
            BulkStep::Document { .. } => {}
            BulkStep::Record(number, mended) => self.add_record(source, number, mended)?,
            BulkStep::End { read_to_end } => {
                self.tally.unread_blocks += source.unread_blocks();
                let unwritten = self.replacer.end_file(source, read_to_end);
                self.tally.mended -= unwritten;
                // Records that would be invalid even with their fix are counted already.
                let counted = self.tally.still_invalid_in_file;
                self.tally.invalid += unwritten.saturating_sub(counted);
            }
        }
        Ok(())
    }

    /// Lists the fixes of the next record, and writes the chosen one.
    fn add_record(
        &mut self,
        source: &Source,
        number: u64,
        mut mended: Mended,
    ) -> Result<(), Failure> {
        let line = mended.checked.source().first_line();
        if !self.budget.spend(mended.work()) && !mended.checked.report.is_valid() {
            mended = mended.unsearched();
            self.budget.pass_over(&source.name, line);
        }
        self.write_list(source, number, &mended)?;
        self.tally.count(&mended);

        match &mended.replaced {
            Some(Ok(replaced)) => match self.replacer.replace(source, line, replaced) {
                Some(_) => {
                    self.tally.mended += 1;
                    let still_invalid = u64::from(!mended.is_valid_after);
                    self.tally.invalid += still_invalid;
                    self.tally.still_invalid_in_file += still_invalid;
                }
                None => self.tally.invalid += 1,
            },
            Some(Err(UnexpectedResult)) => self.replacer.refuse(source, line),
            None => {}
        }
        Ok(())
    }

    /// Writes the fixes of a record.
    fn write_list(&mut self, source: &Source, number: u64, mended: &Mended) -> Result<(), Failure> {
        let Mended { checked, mends, .. } = mended;
        let first = checked.report.first_error();
        match (self.command.format, first) {
            (MendFormat::Json, first) => self.out.write(&json(&mends_json(
                &source.name,
                number,
                first,
                mends.as_ref(),
            ))?),
            (MendFormat::Human, Some(first)) => {
                self.out
                    .write(&describe(&source.name, first, mended, self.command.pick))
            }
            (MendFormat::Human, None) => Ok(()),
        }
    }
}

#[derive(Default)]
struct MendTally {
    records: u64,
    /// Records whose fix was written.
    mended: u64,
    /// Records with an unambiguous fix.
    mendable: u64,
    /// Invalid records, including those whose fix leaves other errors.
    invalid: u64,
    /// Records of the current file whose fix leaves other errors.
    still_invalid_in_file: u64,
    /// Blocks of documents that could not be read.
    unread_blocks: u64,
}

impl MendTally {
    fn count(&mut self, mended: &Mended) {
        self.records += 1;
        if mended.checked.report.is_valid() {
            return;
        }
        self.mendable += u64::from(
            mended
                .mends
                .as_ref()
                .is_some_and(|mends| mends.sole().is_some()),
        );
        // A record whose fix is to be written is counted once that has been tried.
        let has_fix_to_write = matches!(mended.replaced, Some(Ok(_)));
        self.invalid += u64::from(!has_fix_to_write);
    }

    fn summary(&self, writes: bool) -> String {
        let Self {
            records,
            mended,
            mendable,
            invalid,
            still_invalid_in_file: _,
            unread_blocks: _,
        } = self;
        let records = counted(*records, "record");
        if writes {
            format!("{records} checked: {mended} fixed, {invalid} invalid")
        } else {
            format!("{records} checked: {invalid} invalid, {mendable} with an unambiguous fix")
        }
    }
}
