//! `pipscribe fmt`: writes records in canonical form. `rewritten_file.rs` compares and replaces the
//! file.
//!
//! The canonical form numbers the turns 1, 2, 3 and so on. If the written numbers have a *gap*, as
//! in `4. b3 6. c2`, a turn may be missing. The new numbers hide that, so the gap is reported.

use std::ops::ControlFlow;

use clap::Args;

use super::bulk::{BulkStep, InputOptions};
use super::output::{Output, counted};
use super::paths::Paths;
use super::rewritten_file::{RewriteTarget, RewrittenFile};
use super::source::{Source, report_failure};
use super::{Failure, Status};
use crate::cli::verbosity::note;
use pipscribe::formats::pips::{self, FormattedPiece, NotCanonical};
use pipscribe::games::Context;
use pipscribe::publish::documents::PageKind;
use pipscribe::text::{RawRecord, TOO_LONG};

/// Arguments of `pipscribe fmt`.
#[derive(Debug, Args)]
pub(crate) struct Fmt {
    #[command(flatten)]
    paths: Paths,
    /// Change nothing; list the files that would change, and exit with 1 if there are any
    #[arg(long)]
    check: bool,
    /// Change nothing; show what would change
    #[arg(long)]
    diff: bool,
    /// Print the bare form: only what affects play
    #[arg(long, conflicts_with_all = ["check", "diff"])]
    bare: bool,
}

impl Fmt {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let mut run = FmtRun::new(self);
        let only_prints = self.check || self.diff || self.bare;
        let options = InputOptions {
            keep_all_bytes: true,
            in_place: !only_prints,
        };
        let status = self.paths.in_bulk(
            options,
            |raw, context| FormattedRecord::new(raw, self.bare, context),
            |source, step| run.step(source, step).map(ControlFlow::Continue),
        )?;
        run.finish(status)
    }

    /// Returns the destination of a file's new form.
    fn target(&self, source: &Source) -> RewriteTarget {
        match &source.path {
            _ if self.diff => RewriteTarget::Diff,
            _ if self.check => RewriteTarget::NameOnly,
            Some(path) if !self.bare => RewriteTarget::Replaced(path.clone()),
            _ => RewriteTarget::Output,
        }
    }
}

/// A record, and its canonical form.
struct FormattedRecord {
    /// The bytes as they are in the file; `None` if the record is too long to be kept.
    before: Option<Vec<u8>>,
    /// The canonical form, or the unchanged record with the reason.
    piece: FormattedPiece,
    /// The first turn after a gap.
    after_gap: Option<String>,
}

impl FormattedRecord {
    fn new(raw: RawRecord, bare: bool, context: &Context) -> Self {
        let before = if raw.is_too_long() {
            None
        } else {
            Some(raw.bytes.clone())
        };
        let piece = FormattedPiece::new(raw, bare, context);
        let after_gap = match &before {
            Some(before) if !bare => piece.turn_after_gap(before),
            _ => None,
        };
        Self {
            before,
            piece,
            after_gap,
        }
    }
}

/// The state of a run.
struct FmtRun<'a> {
    options: &'a Fmt,
    out: Output,
    /// The file that is being rewritten; `None` between two files, and after a failure.
    file: Option<RewrittenFile>,
    /// The most serious status of the files that failed.
    trouble: Status,
    files: u64,
    changed: u64,
    /// The number of records that were not formatted.
    unformatted: u64,
}

impl<'a> FmtRun<'a> {
    fn new(options: &'a Fmt) -> Self {
        let out = Output::standard().for_data();
        Self {
            options,
            out,
            file: None,
            trouble: Status::Well,
            files: 0,
            changed: 0,
            unformatted: 0,
        }
    }

    /// Handles the next result of the input. Returns an error if the output is closed, which ends
    /// the run; any other failure applies to one file.
    fn step(&mut self, source: &Source, step: BulkStep<FormattedRecord>) -> Result<(), Failure> {
        match step {
            BulkStep::Begin => {
                self.files += 1;
                let target = self.options.target(source);
                self.file = RewrittenFile::new(source, target)
                    .map_err(|failure| report_failure(&failure, &mut self.trouble))
                    .ok();
                Ok(())
            }
            BulkStep::Record(number, record) => self.write_record(source, number, record),
            BulkStep::Document {
                bytes,
                kind,
                context,
            } => self.write_document(source, &bytes, kind, &context),
            BulkStep::End { read_to_end } => self.end_file(read_to_end),
        }
    }

    /// Writes a formatted record into the new file.
    fn write_record(
        &mut self,
        source: &Source,
        number: u64,
        record: FormattedRecord,
    ) -> Result<(), Failure> {
        let FormattedRecord {
            before,
            piece,
            after_gap,
        } = record;
        let Some(before) = before else {
            report_failure(&too_long(source, number), &mut self.trouble);
            self.file = None;
            return Ok(());
        };
        if let Some(turn) = after_gap {
            report_gap(source, number, &turn);
        }
        if let Some(reason) = piece.reason() {
            self.report_unformatted(source, number, reason);
        }
        self.rewrite(|file, out| file.push(&before, piece, out))
    }

    /// Writes a document with formatted records into the new file.
    fn write_document(
        &mut self,
        source: &Source,
        document: &[u8],
        kind: PageKind,
        context: &Context,
    ) -> Result<(), Failure> {
        let formatted = if self.options.bare {
            pips::bare_page(document, kind, context)
        } else {
            pips::format_page(document, kind, context)
        };
        for (number, turn) in &formatted.turns_after_gaps {
            report_gap(source, *number, turn);
        }

        for left in &formatted.left_as_they_are {
            self.report_unformatted(source, left.number, &left.reason);
        }

        self.rewrite(|file, out| file.push_bytes(document, &formatted.bytes, out))
    }

    /// Writes a part of the new file; after a failure, the file is left as it was.
    fn rewrite(
        &mut self,
        push: impl FnOnce(&mut RewrittenFile, &mut Output) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let Some(file) = &mut self.file else {
            return Ok(());
        };
        let pushed = push(file, &mut self.out);
        if pushed.is_err() {
            self.file = None;
        }
        self.report_unless_closed(pushed)?;
        Ok(())
    }

    /// Finishes a file. A file that could not be read to its end is left as it was.
    fn end_file(&mut self, read_to_end: bool) -> Result<(), Failure> {
        let Some(file) = self.file.take() else {
            return Ok(());
        };
        if !read_to_end {
            return Ok(());
        }

        let finished = file.finish(&mut self.out);
        let changed = self.report_unless_closed(finished)?;
        self.changed += u64::from(changed == Some(true));
        Ok(())
    }

    /// Reports a failure of one file, and returns `None` for it. Returns an error if the output is
    /// closed.
    fn report_unless_closed<T>(
        &mut self,
        result: Result<T, Failure>,
    ) -> Result<Option<T>, Failure> {
        match result {
            Ok(value) => Ok(Some(value)),
            Err(failure) if failure.is_broken_pipe() => Err(failure),
            Err(failure) => {
                report_failure(&failure, &mut self.trouble);
                Ok(None)
            }
        }
    }

    /// Reports a record that is not formatted, with the reason.
    fn report_unformatted(&mut self, source: &Source, number: u64, reason: &NotCanonical) {
        self.unformatted += 1;
        note!(
            "pipscribe: {}, record {number}: left as it is: {reason}",
            source.name
        );
    }

    fn finish(self, status: Status) -> Result<Status, Failure> {
        self.out.finish()?;
        let Fmt {
            check, diff, bare, ..
        } = *self.options;
        let changed = self.changed;
        let files = counted(self.files, "file");
        if check || diff {
            note!("{changed} of {files} would change");
        } else if changed > 0 && !bare {
            note!("{changed} of {files} changed");
        }
        if self.unformatted > 0 {
            note!(
                "{} not formatted; `pipscribe check` shows all errors",
                counted(self.unformatted, "record")
            );
        }

        let would_change = changed > 0 && check;
        Ok(status
            .max(self.trouble)
            .max(Status::findings_if(would_change)))
    }
}

/// Reports a record whose turns are renumbered although its numbers have a gap.
fn report_gap(source: &Source, number: u64, turn: &str) {
    note!(
        "pipscribe: {}, record {number}: renumbered; a turn may be missing before `{turn}`",
        source.name
    );
}

/// Returns the failure for a file that was not changed because a record is too long.
fn too_long(source: &Source, number: u64) -> Failure {
    let error = std::io::Error::other(format!(
        "record {number} is {TOO_LONG}, so the file is not changed"
    ));
    source.failure(error)
}
