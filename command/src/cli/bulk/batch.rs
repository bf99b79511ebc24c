//! Batches of records that one thread works on, and their results.

use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;

use crate::cli::source::Source;
use pipscribe::games::Context;
use pipscribe::publish::documents::PageKind;
use pipscribe::text::RawRecord;

/// Maximum number of records in a batch, and of their bytes: large enough that handing over a batch
/// costs little, small enough that the work is spread evenly at the end.
const MAX_RECORDS: usize = 256;
const MAX_BYTES: usize = 1 << 18;
/// Records with more bytes than this are not copied into the buffer of their batch.
const LONG_RECORD: usize = 1 << 14;
/// The calling thread processes batches with fewer steps than this. Starts and ends of files count
/// too.
const MIN_PARALLEL_STEPS: usize = 6;

/// A file and the context of its records. Worker threads only borrow it: counting references would
/// make them contend for the counter.
pub(super) struct File {
    pub(super) source: Arc<Source>,
    pub(super) context: Context,
}

/// One step of the input, in its order.
pub(super) enum Step {
    /// A file begins.
    Begin(Arc<File>),
    /// A record, numbered as in [`BulkStep::Record`](super::BulkStep::Record).
    Record(Arc<File>, u64),
    /// A whole document and its format.
    Page(Arc<File>, Vec<u8>, PageKind),
    /// A file has ended. The flag is true if the file was read to its end.
    End(Arc<File>, bool),
}

impl Step {
    fn file(&self) -> &File {
        match self {
            Self::Begin(file)
            | Self::Record(file, _)
            | Self::Page(file, ..)
            | Self::End(file, _) => file,
        }
    }
}

/// The results of a batch, in its order; `None` for steps without a record.
pub(super) type Done<T> = Vec<(Step, Option<T>)>;

/// A record of a batch.
struct Member {
    /// The record, without its bytes if they are in the buffer of the batch.
    raw: RawRecord,
    /// The place of the bytes in the buffer of the batch.
    range: Option<Range<usize>>,
}

/// Steps that a thread processes together.
#[derive(Default)]
pub(super) struct Batch {
    steps: Vec<(Step, Option<Member>)>,
    /// The bytes of the records, one after the other. One buffer avoids contention in the
    /// allocator, which is slow if one thread allocates and another one frees.
    bytes: Vec<u8>,
    /// The number of bytes of all records, in `bytes` or not.
    size: usize,
}

impl Batch {
    /// Adds a step without a record.
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
            self.bytes
                .extend_from_slice(&std::mem::take(&mut raw.bytes));
            start..self.bytes.len()
        });
        self.steps.push((step, Some(Member { raw, range })));
    }

    /// Returns true if the batch is as large as a thread should get.
    pub(super) fn is_full(&self) -> bool {
        self.steps.len() >= MAX_RECORDS || self.size >= MAX_BYTES
    }

    /// Works on all steps in this thread. The batch is empty afterwards and keeps its memory.
    pub(super) fn work_off<T>(&mut self, work: &impl Fn(RawRecord, &Context) -> T) -> Done<T> {
        let done = self
            .steps
            .drain(..)
            .map(|step| worked(step, &self.bytes, work))
            .collect();
        self.bytes.clear();
        self.size = 0;
        done
    }

    /// Works on all steps with all cores.
    pub(super) fn work_off_on_all_cores<T: Send>(
        &mut self,
        work: &(impl Fn(RawRecord, &Context) -> T + Sync),
    ) -> Done<T> {
        // Starting threads does not pay off for a few records.
        if self.steps.len() < MIN_PARALLEL_STEPS {
            return self.work_off(work);
        }
        let Self { steps, bytes, .. } = std::mem::take(self);
        steps
            .into_par_iter()
            .map(|step| worked(step, &bytes, work))
            .collect()
    }
}

/// Works on one record of a batch with the given bytes.
fn worked<T>(
    (step, member): (Step, Option<Member>),
    bytes: &[u8],
    work: &impl Fn(RawRecord, &Context) -> T,
) -> (Step, Option<T>) {
    let done = member.map(|Member { mut raw, range }| {
        if let Some(buffered) = range.and_then(|range| bytes.get(range)) {
            raw.bytes = buffered.to_vec();
        }
        work(raw, &step.file().context)
    });
    (step, done)
}
