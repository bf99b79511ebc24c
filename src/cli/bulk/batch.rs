//! Some records that are worked on together, and what comes of them.

use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;

use crate::cli::input::Source;
use crate::documents::PageKind;
use crate::games::Context;
use crate::text::RawRecord;

/// How many records, and how many of their bytes, a thread works on at a time: many enough that handing them over costs
/// little, few enough that no thread has much to do when the others have nothing left.
const MOST_RECORDS: usize = 256;
const MOST_BYTES: usize = 1 << 18;
/// A record with more bytes than this is not copied into those of its batch.
const LONG_RECORD: usize = 1 << 14;
/// As few as this are worked on where they are; a file's beginning and its end count too.
const FEW: usize = 6;

/// A file, and what its records are judged with. Threads that work on them only look at it: to count who shares it, they would
/// wait for each other.
pub(super) struct File {
    pub(super) source: Arc<Source>,
    pub(super) context: Context,
}

/// What the input has, in its order.
pub(super) enum Step {
    /// A file begins.
    Begin(Arc<File>),
    /// A record, numbered as [`BulkStep::Record`](super::BulkStep::Record) has it.
    Record(Arc<File>, u64),
    /// A whole page, and what it is written in.
    Page(Arc<File>, Vec<u8>, PageKind),
    /// A file has ended; whether it was read to its end.
    End(Arc<File>, bool),
}

impl Step {
    fn file(&self) -> &File {
        match self {
            Self::Begin(file) | Self::Record(file, _) | Self::Page(file, ..) | Self::End(file, _) => file,
        }
    }
}

/// What came of a batch, in its order; of what is no record nothing.
pub(super) type Done<T> = Vec<(Step, Option<T>)>;

/// A record of a batch.
struct Member {
    /// All of it but its bytes, where these stand in those of the batch.
    raw: RawRecord,
    /// Where they stand there.
    range: Option<Range<usize>>,
}

/// What a thread works on at a time.
#[derive(Default)]
pub(super) struct Batch {
    steps: Vec<(Step, Option<Member>)>,
    /// The bytes of its records, one after the other: what one thread allocates and another frees, both would wait for.
    bytes: Vec<u8>,
    /// How many bytes it has, in `bytes` or not.
    size: usize,
}

impl Batch {
    /// Adds what is no record.
    pub(super) fn push(&mut self, step: Step) {
        if let Step::Page(_, page, _) = &step {
            self.size += page.len();
        }
        self.steps.push((step, None));
    }

    /// Adds a record.
    pub(super) fn push_record(&mut self, step: Step, mut raw: RawRecord) {
        self.size += raw.bytes.len();
        let range = (raw.bytes.len() <= LONG_RECORD).then(|| {
            let start = self.bytes.len();
            self.bytes.extend_from_slice(&std::mem::take(&mut raw.bytes));
            start..self.bytes.len()
        });
        self.steps.push((step, Some(Member { raw, range })));
    }

    /// Whether it has as much as a thread works on at a time.
    pub(super) fn is_full(&self) -> bool {
        self.steps.len() >= MOST_RECORDS || self.size >= MOST_BYTES
    }

    /// Works on all there is, on this thread; is empty then, with the memory that it had.
    pub(super) fn work_off<T>(&mut self, work: &impl Fn(RawRecord, &Context) -> T) -> Done<T> {
        let done = self.steps.drain(..).map(|step| worked(step, &self.bytes, work)).collect();
        self.bytes.clear();
        self.size = 0;
        done
    }

    /// Works on all there is, on all cores.
    pub(super) fn work_off_on_all_cores<T: Send>(
        &mut self,
        work: &(impl Fn(RawRecord, &Context) -> T + Sync),
    ) -> Done<T> {
        // For a record or two other threads are not worth their start.
        if self.steps.len() < FEW {
            return self.work_off(work);
        }
        let Self { steps, bytes, .. } = std::mem::take(self);
        steps.into_par_iter().map(|step| worked(step, &bytes, work)).collect()
    }
}

/// Works on a record of a batch that has these bytes.
fn worked<T>(
    (step, member): (Step, Option<Member>),
    bytes: &[u8],
    work: &impl Fn(RawRecord, &Context) -> T,
) -> (Step, Option<T>) {
    let done = member.map(|Member { mut raw, range }| {
        if let Some(own) = range.and_then(|range| bytes.get(range)) {
            raw.bytes = own.to_vec();
        }
        work(raw, &step.file().context)
    });
    (step, done)
}
