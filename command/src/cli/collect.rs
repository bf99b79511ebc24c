//! Common parts of the commands for collections: reading records with their bytes, and writing
//! records unchanged.

use std::ops::ControlFlow;

use super::bulk::{BulkStep, InputOptions};
use super::one_record::timeline_of;
use super::output::{Output, stderr_line};
use super::paths::Paths;
use super::record_gap::separator;
use super::source::{Source, report_failure};
use super::{Failure, Status};
use pipscribe::check::Checked;
use pipscribe::games::Context;
use pipscribe::notation::{Entry, Record};
use pipscribe::replay::Timeline;
use pipscribe::text::{BYTE_ORDER_MARK, MAX_RECORD_BYTES, RawRecord, TOO_LONG};

/// A record as it was read, and the result of the work on it.
pub(super) struct Collected<T> {
    /// Number of the record in its file, from 1; 0 for comments without a record.
    pub(super) number: u64,
    /// All bytes of the record and of the comments before it. `line` is the line of its first tag.
    pub(super) raw: RawRecord,
    /// `None` for comments without a record.
    pub(super) made: Option<T>,
}

/// Treatment of the comments about a whole file, before its first record.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Headings {
    /// The comments of the first file are emitted separately, because they remain the heading of
    /// the output. The comments of other files stay with their first record.
    FirstApart,
    /// The comments stay with the first record of their file.
    WithRecord,
}

impl Paths {
    /// Emits every record with its bytes and the result of the work, in the order of the input. A
    /// file that is not text counts as one record.
    pub(super) fn each_record<T: Send>(
        &self,
        headings: Headings,
        make: impl Fn(&RawRecord, &Context) -> T + Sync,
        give: impl FnMut(&Source, Collected<T>) -> Result<ControlFlow<()>, Failure>,
    ) -> Result<Status, Failure> {
        let reading = InputOptions {
            whole: true,
            ..InputOptions::default()
        };
        let made_of =
            |raw: &RawRecord, context: &Context| raw.is_record().then(|| make(raw, context));
        let mut collector = Collector {
            headings,
            give,
            entry: Entry::default(),
            is_first: true,
        };
        self.in_bulk(
            reading,
            |raw, context| {
                let made = made_of(&raw, context);
                (raw, made)
            },
            |source, step| match step {
                BulkStep::Begin => Ok(ControlFlow::Continue(())),
                BulkStep::Record(number, (raw, made)) => collector.take(source, number, raw, made),
                BulkStep::Page(page, kind, context) => {
                    let mut count = 0;
                    for block in kind.blocks(&page) {
                        for raw in block.whole_records() {
                            let made = made_of(&raw, &context);
                            count += u64::from(made.is_some());
                            let number = made.as_ref().map_or(0, |_| count);
                            if collector.take(source, number, raw, made)?.is_break() {
                                return Ok(ControlFlow::Break(()));
                            }
                        }
                        // Comments do not move from one block to another.
                        if collector.finish(source)?.is_break() {
                            return Ok(ControlFlow::Break(()));
                        }
                    }
                    Ok(ControlFlow::Continue(()))
                }
                BulkStep::End(_) => collector.finish(source),
            },
        )
    }

    /// Replays every record, in the order of the input, and passes it to `give` with the name of
    /// its file and its number. A record that cannot be replayed is reported. Returns the most
    /// serious status.
    pub(super) fn each_timeline(
        &self,
        mut give: impl FnMut(&str, u64, &Timeline) -> Result<Status, Failure>,
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
                        gravest = gravest.max(give(&source.name, number, &timeline)?);
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
struct Collector<G> {
    headings: Headings,
    give: G,
    /// The comments before the next record.
    entry: Entry,
    /// True until something was emitted.
    is_first: bool,
}

impl<G> Collector<G> {
    /// Takes the next piece. Emits a record with the comments before it.
    fn take<T>(
        &mut self,
        source: &Source,
        number: u64,
        mut raw: RawRecord,
        made: Option<T>,
    ) -> Result<ControlFlow<()>, Failure>
    where
        G: FnMut(&Source, Collected<T>) -> Result<ControlFlow<()>, Failure>,
    {
        if made.is_none() {
            self.entry.add(raw);
            return Ok(ControlFlow::Continue(()));
        }
        let is_apart = self.headings == Headings::FirstApart && self.is_first;
        if is_apart
            && let Some(heading) = self.entry.heading.take()
            && self.comments(source, heading)?.is_break()
        {
            return Ok(ControlFlow::Break(()));
        }
        if let Some(comments) = std::mem::take(&mut self.entry).joined() {
            if can_join(&comments, &raw) {
                raw = with_comments(comments, &raw);
            } else if self.comments(source, comments)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        self.is_first = false;
        (self.give)(source, Collected { number, raw, made })
    }

    /// Emits comments without a record.
    fn comments<T>(&mut self, source: &Source, raw: RawRecord) -> Result<ControlFlow<()>, Failure>
    where
        G: FnMut(&Source, Collected<T>) -> Result<ControlFlow<()>, Failure>,
    {
        self.is_first = false;
        (self.give)(
            source,
            Collected {
                number: 0,
                raw,
                made: None,
            },
        )
    }

    /// Ends a file or a block. Emits comments that no record follows.
    fn finish<T>(&mut self, source: &Source) -> Result<ControlFlow<()>, Failure>
    where
        G: FnMut(&Source, Collected<T>) -> Result<ControlFlow<()>, Failure>,
    {
        let comments = std::mem::take(&mut self.entry).joined();
        comments.map_or(Ok(ControlFlow::Continue(())), |comments| {
            self.comments(source, comments)
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
pub(super) fn checked(raw: &RawRecord, context: &Context) -> Checked {
    Checked::new(raw.clone().capped(), context)
}

/// Writes records unchanged, one after the other.
pub(super) struct Records {
    out: Output,
    /// The last record written, which decides how the next one is separated from it, and its place.
    last: Vec<u8>,
    place: String,
    /// Comments to write before the next record.
    comments: Vec<u8>,
    /// The number of records written.
    pub(super) count: u64,
    /// The number of records left out because they could not be separated from the previous record.
    pub(super) left_out: u64,
}

impl Records {
    /// Writes to an output. A file that another program saves in the meantime is not replaced,
    /// because it may be one of the input files.
    pub(super) fn to(out: Output) -> Self {
        let out = out.unless_changed();
        Self {
            out,
            last: Vec::new(),
            place: String::new(),
            comments: Vec::new(),
            count: 0,
            left_out: 0,
        }
    }

    /// Keeps comments to write before the next record; `name` is their place.
    pub(super) fn comments(&mut self, name: &str, bytes: &[u8]) {
        if self.comments.len() + bytes.len() > MAX_RECORD_BYTES {
            self.left_out += 1;
            stderr_line!("{name}: comments before the first record are left out: {TOO_LONG}");
            return;
        }
        self.comments
            .extend_from_slice(bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes));
    }

    /// Writes a record with the comments before it; `name` is its place. A record that does not
    /// begin with `[Game "` must be the first of a file, or follow a result.
    pub(super) fn push(&mut self, name: &str, bytes: &[u8]) -> Result<(), Failure> {
        if bytes.len() > MAX_RECORD_BYTES {
            self.left_out += 1;
            stderr_line!("{name}: left out: {TOO_LONG}");
            return Ok(());
        }

        let next = [&self.comments, bytes].concat();
        let Some(separator) = separator(&self.last, &next) else {
            self.left_out += 1;
            stderr_line!(
                "{name}: left out: it does not begin with `[Game \"`, and would be parsed as part of the record \
                    before it"
            );
            return Ok(());
        };
        if !separator.keeps_comments {
            stderr_line!(
                "{name}: the `#` comments before it are now read as part of {}, which does not end with a result",
                self.place
            );
        }

        if self.last.last().is_some_and(|&last| last != b'\n') {
            self.out.write("\n")?;
        }
        self.out.write(separator.text)?;
        self.out.write_bytes(&next)?;
        self.last = next;
        self.comments.clear();
        name.clone_into(&mut self.place);
        self.count += 1;
        Ok(())
    }

    /// Flushes the output. Returns the status, which is `Findings` if a record was left out.
    pub(super) fn finish(mut self) -> Result<Status, Failure> {
        let status = Status::findings_if(self.left_out > 0);
        self.out.write_bytes(&self.comments)?;
        self.out.finish()?;
        Ok(status)
    }
}
