//! `pipscribe fmt`

use std::ops::ControlFlow;

use clap::Args;

use super::bulk::{BulkStep, InputOptions};
use super::output::{Output, counted};
use super::paths::Paths;
use super::rewrite::{RewriteTarget, Rewriting};
use super::source::{Source, report_failure};
use super::{Failure, Status};
use crate::cli::verbosity::note;
use crate::formats::pips;
use crate::text::TOO_LONG;

/// Most unformatted records that are named.
const MOST_NAMED: u64 = 10;

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
        let mut out = Output::standard().for_records();
        let mut tally = FmtTally::default();
        let mut file: Option<Rewriting> = None;
        let mut trouble = Status::Well;
        let reading = InputOptions { whole: true, ..InputOptions::default() };
        let status = self.paths.in_bulk(
            reading,
            |raw, context| {
                // The bytes of a record that is too long are not kept.
                let before = (!raw.is_too_long()).then(|| raw.bytes.clone());
                let piece = pips::FormattedPiece::of(raw, self.bare, context);
                let after_gap = before.as_deref().and_then(|before| piece.turn_after_gap(before));
                (before, piece, after_gap)
            },
            |source, step| {
                let (before, piece) = match step {
                    BulkStep::Begin => {
                        tally.files += 1;
                        file = Rewriting::of(source, self.target(source))
                            .map_err(|failure| report_failure(&failure, &mut trouble))
                            .ok();
                        return Ok(ControlFlow::Continue(()));
                    }
                    BulkStep::Record(number, (before, piece, after_gap)) => {
                        let Some(before) = before else {
                            report_failure(&too_long(source, number), &mut trouble);
                            file = None;
                            return Ok(ControlFlow::Continue(()));
                        };
                        if let Some(turn) = after_gap.filter(|_| !self.bare) {
                            name_gap(source, number, &turn);
                        }
                        if matches!(piece, pips::FormattedPiece::Untouched(_)) && number > 0 {
                            self.left(source, number, &mut tally);
                        }
                        (before, piece)
                    }
                    BulkStep::Page(page, kind, context) => {
                        let formatted = match self.bare {
                            true => pips::bare_page(&page, kind, &context),
                            false => pips::format_page(&page, kind, &context),
                        };
                        formatted.turns_after_gaps.iter().for_each(|(number, turn)| name_gap(source, *number, turn));
                        formatted.left_as_they_are.iter().for_each(|&number| self.left(source, number, &mut tally));
                        (page, pips::FormattedPiece::Untouched(formatted.bytes))
                    }
                    BulkStep::End(well) => {
                        let Some(rewriting) = file.take().filter(|_| well) else {
                            return Ok(ControlFlow::Continue(()));
                        };
                        match rewriting.finish(&mut out) {
                            Ok(changed) => tally.changed += u64::from(changed),
                            Err(failure) if failure.is_broken_pipe() => return Err(failure),
                            Err(failure) => report_failure(&failure, &mut trouble),
                        }
                        return Ok(ControlFlow::Continue(()));
                    }
                };
                if let Some(rewriting) = &mut file
                    && let Err(failure) = rewriting.push(&before, piece, &mut out)
                {
                    // Applies to one file; a closed output ends the whole run.
                    if failure.is_broken_pipe() {
                        return Err(failure);
                    }
                    report_failure(&failure, &mut trouble);
                    file = None;
                }
                Ok(ControlFlow::Continue(()))
            },
        )?;
        out.finish()?;
        if self.check || self.diff {
            note!("{} of {} would change", tally.changed, counted(tally.files, "file"));
        } else if tally.changed > 0 && !self.bare {
            note!("{} of {} changed", tally.changed, counted(tally.files, "file"));
        }
        if tally.untouched > 0 {
            let records = counted(tally.untouched, "record");
            note!("{records} not formatted because of errors in syntax or tags; run `pipscribe check` to see them");
        }
        let has_findings = (tally.changed > 0 && self.check) || tally.untouched > 0;
        Ok(status.max(trouble).max(Status::findings_if(has_findings)))
    }

    /// Names a record that was not formatted, unless enough were named already.
    fn left(&self, source: &Source, number: u64, tally: &mut FmtTally) {
        tally.untouched += 1;
        if tally.untouched <= MOST_NAMED {
            note!("pipscribe: {}, record {number}: left as it is", source.name);
        }
    }

    /// Returns the destination of a file's new form.
    fn target(&self, source: &Source) -> RewriteTarget {
        match &source.path {
            _ if self.diff => RewriteTarget::Diff,
            _ if self.check => RewriteTarget::Nothing,
            Some(path) if !self.bare => RewriteTarget::Replaced(path.clone()),
            _ => RewriteTarget::Output,
        }
    }
}

/// Names a record whose skipped turn numbers are corrected. They were the only trace of a turn that was left out.
fn name_gap(source: &Source, number: u64, turn: &str) {
    note!("pipscribe: {}, record {number}: renumbered; a turn may be missing before `{turn}`", source.name);
}

/// Returns the reason why a file was not changed.
fn too_long(source: &Source, number: u64) -> Failure {
    let error = std::io::Error::other(format!("record {number} is {TOO_LONG}, so the file is left as it is"));
    Failure::Read { name: source.name.clone(), error }
}

#[derive(Default)]
struct FmtTally {
    files: u64,
    changed: u64,
    /// Records that were not formatted.
    untouched: u64,
}
