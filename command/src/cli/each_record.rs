//! Reading of collections, record by record: with all bytes ([`Paths::each_record`], for `grep`,
//! `stats`, `sort`, `merge`, `split`, `dedupe` and `sample`), or replayed
//! ([`Paths::each_timeline`], for `replay`). `record_writer.rs` writes the records.
//!
//! Lines that begin with `#` are comments. Those directly before a record belong to it. Those at
//! the beginning of a file may also be a heading, which is about the whole file.

use std::ops::ControlFlow;

use super::bulk::{BulkStep, InputOptions};
use super::one_record::timeline_of;
use super::paths::Paths;
use super::source::{Source, report_failure};
use super::{Failure, Status};
use pipscribe::check::Checked;
use pipscribe::games::Context;
use pipscribe::notation::{Entry, Record};
use pipscribe::publish::documents::PageKind;
use pipscribe::replay::Timeline;
use pipscribe::text::{BYTE_ORDER_MARK, MAX_RECORD_BYTES, RawRecord};

/// A piece of the input as it was read.
pub(super) enum InputPiece<T> {
    Record(InputRecord<T>),
    /// Comments that do not belong to a record.
    Comments(RawRecord),
}

/// A record as it was read, and the result of the work on it.
pub(super) struct InputRecord<T> {
    /// Number of the record in its file, from 1.
    pub(super) number: u64,
    /// All bytes of the record and of the comments before it. `line` is the line of its first tag.
    pub(super) raw: RawRecord,
    pub(super) result: T,
}

/// Treatment of headings.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Headings {
    /// The heading of the first file is emitted separately, because it remains the heading of the
    /// output. The headings of other files stay with their first record.
    FirstSeparate,
    /// Each heading stays with the first record of its file.
    WithRecord,
}

impl Paths {
    /// Emits every record with its bytes and the result of the work, in the order of the input. A
    /// file that is not text counts as one record.
    pub(super) fn each_record<T: Send>(
        &self,
        headings: Headings,
        work: impl Fn(&RawRecord, &Context) -> T + Sync,
        mut emit: impl FnMut(&Source, InputPiece<T>) -> Result<ControlFlow<()>, Failure>,
    ) -> Result<Status, Failure> {
        let options = InputOptions {
            keep_all_bytes: true,
            ..InputOptions::default()
        };
        let mut emitter = RecordEmitter {
            headings,
            emit: &mut emit,
            entry: Entry::default(),
            is_first: true,
        };
        self.in_bulk(
            options,
            |raw, context| {
                let result = raw.is_record().then(|| work(&raw, context));
                (raw, result)
            },
            |source, step| match step {
                BulkStep::Begin => Ok(ControlFlow::Continue(())),
                BulkStep::Record(number, (raw, Some(result))) => {
                    let record = InputRecord {
                        number,
                        raw,
                        result,
                    };
                    emitter.emit_record(source, record)
                }
                BulkStep::Record(_, (comments, None)) => {
                    emitter.entry.add(comments);
                    Ok(ControlFlow::Continue(()))
                }
                BulkStep::Document {
                    bytes,
                    kind,
                    context,
                } => emitter.emit_document(source, &bytes, kind, |raw| work(raw, &context)),
                BulkStep::End { .. } => emitter.emit_remaining_comments(source),
            },
        )
    }

    /// Replays every record, in the order of the input, and passes it to `emit` with the name of
    /// its file and its number. A record that cannot be replayed is reported. Returns the most
    /// serious status.
    pub(super) fn each_timeline(
        &self,
        mut emit: impl FnMut(&str, u64, &Timeline) -> Result<Status, Failure>,
    ) -> Result<Status, Failure> {
        let mut status_of_records = Status::Well;
        let status_of_files = self.in_bulk(
            InputOptions::default(),
            |raw, context| {
                let record = Record::parse(raw);
                let line = record.source().first_line();
                (line, timeline_of(record, context))
            },
            |source, step| {
                match step {
                    BulkStep::Record(number, (_, Ok(timeline))) => {
                        let status = emit(&source.name, number, &timeline)?;
                        status_of_records = status_of_records.max(status);
                    }
                    BulkStep::Record(_, (line, Err(failure))) => {
                        let failure = Failure::Usage(format!("{}:{line}: {failure}", source.name));
                        report_failure(&failure, &mut status_of_records);
                    }
                    _ => {}
                }
                Ok(ControlFlow::Continue(()))
            },
        )?;
        Ok(status_of_files.max(status_of_records))
    }
}

/// Function that receives the pieces of a file in their order.
type EmitPiece<'e, T> =
    &'e mut dyn FnMut(&Source, InputPiece<T>) -> Result<ControlFlow<()>, Failure>;

/// Emits records with the comments that belong to them.
struct RecordEmitter<'e, T> {
    headings: Headings,
    emit: EmitPiece<'e, T>,
    /// The comments before the next record.
    entry: Entry,
    /// True until something was emitted.
    is_first: bool,
}

impl<T> RecordEmitter<'_, T> {
    /// Emits a record with the comments before it.
    fn emit_record(
        &mut self,
        source: &Source,
        mut record: InputRecord<T>,
    ) -> Result<ControlFlow<()>, Failure> {
        let is_heading_separate = self.is_first && self.headings == Headings::FirstSeparate;
        if is_heading_separate
            && let Some(heading) = self.entry.heading.take()
            && self.emit_comments(source, heading)?.is_break()
        {
            return Ok(ControlFlow::Break(()));
        }

        if let Some(comments) = std::mem::take(&mut self.entry).joined() {
            if can_join(&comments, &record.raw) {
                record.raw = with_comments(comments, &record.raw);
            } else if self.emit_comments(source, comments)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }

        self.is_first = false;
        (self.emit)(source, InputPiece::Record(record))
    }

    /// Emits the records in the blocks of a document.
    fn emit_document(
        &mut self,
        source: &Source,
        bytes: &[u8],
        kind: PageKind,
        work: impl Fn(&RawRecord) -> T,
    ) -> Result<ControlFlow<()>, Failure> {
        let mut number = 0;
        for block in kind.blocks(bytes) {
            for raw in block.whole_records() {
                if !raw.is_record() {
                    self.entry.add(raw);
                    continue;
                }
                number += 1;
                let record = InputRecord {
                    number,
                    result: work(&raw),
                    raw,
                };
                if self.emit_record(source, record)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }

            // Comments do not move from one block to another.
            if self.emit_remaining_comments(source)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Emits the comments that no record follows, at the end of a file or a block.
    fn emit_remaining_comments(&mut self, source: &Source) -> Result<ControlFlow<()>, Failure> {
        match std::mem::take(&mut self.entry).joined() {
            Some(comments) => self.emit_comments(source, comments),
            None => Ok(ControlFlow::Continue(())),
        }
    }

    fn emit_comments(
        &mut self,
        source: &Source,
        comments: RawRecord,
    ) -> Result<ControlFlow<()>, Failure> {
        self.is_first = false;
        (self.emit)(source, InputPiece::Comments(comments))
    }
}

/// Returns true if a record with the comments before it is not too long.
fn can_join(comments: &RawRecord, record: &RawRecord) -> bool {
    record.is_too_long() || comments.bytes.len() + record.bytes.len() <= MAX_RECORD_BYTES
}

/// Joins a record with the comments before it. A byte order mark before them is left out, because
/// the record may be written after others.
fn with_comments(mut comments: RawRecord, record: &RawRecord) -> RawRecord {
    if comments.bytes.starts_with(BYTE_ORDER_MARK) {
        comments.bytes.drain(..BYTE_ORDER_MARK.len());
        comments.offset += BYTE_ORDER_MARK.len() as u64;
    }
    RawRecord {
        line: record.line,
        ..comments.with_next(record)
    }
}

/// Checks a record whose bytes are still needed afterwards.
pub(super) fn check_copy(raw: &RawRecord, context: &Context) -> Checked {
    Checked::new(raw.clone().capped(), context)
}
