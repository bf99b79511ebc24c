//! Reading of collections, record by record: with all bytes ([`Paths::each_record`], for `grep`,
//! `stats`, `sort`, `merge`, `split`, `dedupe` and `sample`), or replayed
//! ([`Paths::each_timeline`], for `replay`). `record_writer.rs` writes the records.

use std::ops::ControlFlow;

use super::bulk::{BulkStep, InputOptions};
use super::one_record::timeline_of;
use super::paths::Paths;
use super::source::{Source, report_failure};
use super::{Failure, Status};
use pipscribe::check::Checked;
use pipscribe::games::Context;
use pipscribe::notation::{Entry, Record};
use pipscribe::replay::Timeline;
use pipscribe::text::{BYTE_ORDER_MARK, MAX_RECORD_BYTES, RawRecord};

/// A record as it was read, and the result of the work on it; or comments without a record, which
/// have neither a number nor a result.
pub(super) struct InputRecord<T> {
    /// Number of the record in its file, from 1; 0 for comments without a record.
    pub(super) number: u64,
    /// All bytes of the record and of the comments before it. `line` is the line of its first tag.
    pub(super) raw: RawRecord,
    /// `None` for comments without a record.
    pub(super) result: Option<T>,
}

/// Treatment of a heading: the `#` comments about a whole file, before its first record.
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
        emit: impl FnMut(&Source, InputRecord<T>) -> Result<ControlFlow<()>, Failure>,
    ) -> Result<Status, Failure> {
        let reading = InputOptions {
            keep_all_bytes: true,
            ..InputOptions::default()
        };
        let result_of =
            |raw: &RawRecord, context: &Context| raw.is_record().then(|| work(raw, context));
        let mut emitter = RecordEmitter {
            headings,
            emit,
            entry: Entry::default(),
            is_first: true,
        };
        self.in_bulk(
            reading,
            |raw, context| {
                let result = result_of(&raw, context);
                (raw, result)
            },
            |source, step| match step {
                BulkStep::Begin => Ok(ControlFlow::Continue(())),
                BulkStep::Record(number, (raw, result)) => emitter.add(source, number, raw, result),
                BulkStep::Page(page, kind, context) => {
                    let mut count = 0;
                    for block in kind.blocks(&page) {
                        for raw in block.whole_records() {
                            let result = result_of(&raw, &context);
                            count += u64::from(result.is_some());
                            let number = result.as_ref().map_or(0, |_| count);
                            if emitter.add(source, number, raw, result)?.is_break() {
                                return Ok(ControlFlow::Break(()));
                            }
                        }
                        // Comments do not move from one block to another.
                        if emitter.emit_remaining_comments(source)?.is_break() {
                            return Ok(ControlFlow::Break(()));
                        }
                    }
                    Ok(ControlFlow::Continue(()))
                }
                BulkStep::End(_) => emitter.emit_remaining_comments(source),
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
        let mut gravest = Status::Well;
        let status = self.in_bulk(
            InputOptions::default(),
            |raw, context| {
                let record = Record::parse(raw);
                (record.source().first_line(), timeline_of(record, context))
            },
            |source, step| {
                match step {
                    BulkStep::Record(number, (_, Ok(timeline))) => {
                        gravest = gravest.max(emit(&source.name, number, &timeline)?);
                    }
                    BulkStep::Record(_, (line, Err(failure))) => {
                        report_failure(
                            &Failure::Usage(format!("{}:{line}: {failure}", source.name)),
                            &mut gravest,
                        );
                    }
                    _ => {}
                }
                Ok(ControlFlow::Continue(()))
            },
        )?;
        Ok(status.max(gravest))
    }
}

/// Emits records with the comments that belong to them.
struct RecordEmitter<E> {
    headings: Headings,
    emit: E,
    /// The comments before the next record.
    entry: Entry,
    /// True until something was emitted.
    is_first: bool,
}

impl<E> RecordEmitter<E> {
    /// Takes the next piece. Emits a record with the comments before it.
    fn add<T>(
        &mut self,
        source: &Source,
        number: u64,
        mut raw: RawRecord,
        result: Option<T>,
    ) -> Result<ControlFlow<()>, Failure>
    where
        E: FnMut(&Source, InputRecord<T>) -> Result<ControlFlow<()>, Failure>,
    {
        if result.is_none() {
            self.entry.add(raw);
            return Ok(ControlFlow::Continue(()));
        }
        let emits_heading = self.headings == Headings::FirstSeparate && self.is_first;
        if emits_heading
            && let Some(heading) = self.entry.heading.take()
            && self.emit_comments(source, heading)?.is_break()
        {
            return Ok(ControlFlow::Break(()));
        }
        if let Some(comments) = std::mem::take(&mut self.entry).joined() {
            if can_join(&comments, &raw) {
                raw = with_comments(comments, &raw);
            } else if self.emit_comments(source, comments)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        self.is_first = false;
        (self.emit)(
            source,
            InputRecord {
                number,
                raw,
                result,
            },
        )
    }

    /// Emits comments without a record.
    fn emit_comments<T>(
        &mut self,
        source: &Source,
        raw: RawRecord,
    ) -> Result<ControlFlow<()>, Failure>
    where
        E: FnMut(&Source, InputRecord<T>) -> Result<ControlFlow<()>, Failure>,
    {
        self.is_first = false;
        (self.emit)(
            source,
            InputRecord {
                number: 0,
                raw,
                result: None,
            },
        )
    }

    /// Emits the comments that no record follows, at the end of a file or a block.
    fn emit_remaining_comments<T>(&mut self, source: &Source) -> Result<ControlFlow<()>, Failure>
    where
        E: FnMut(&Source, InputRecord<T>) -> Result<ControlFlow<()>, Failure>,
    {
        let comments = std::mem::take(&mut self.entry).joined();
        comments.map_or(Ok(ControlFlow::Continue(())), |comments| {
            self.emit_comments(source, comments)
        })
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
