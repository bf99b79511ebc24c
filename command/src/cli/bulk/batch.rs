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
    pub(super) source: Source,
    pub(super) context: Context,
}

/// One step of the input, in its order.
pub(super) enum Step {
    /// A file begins.
    Begin(Arc<File>),
    /// A record, numbered as in [`BulkStep::Record`](super::BulkStep::Record). Its bytes are in
    /// the batch.
    Record(Arc<File>, u64),
    /// A whole document.
    Document {
        file: Arc<File>,
        bytes: Vec<u8>,
        kind: PageKind,
    },
    /// A file has ended.
    End {
        file: Arc<File>,
        /// False if reading failed before the end of the file.
        read_to_end: bool,
    },
}

impl Step {
    fn file(&self) -> &File {
        match self {
            Self::Begin(file)
            | Self::Record(file, _)
            | Self::Document { file, .. }
            | Self::End { file, .. } => file,
        }
    }
}

/// The steps of a batch, in its order, each with the result of the work on its record; `None` for
/// steps without a record.
pub(super) type BatchResults<T> = Vec<(Step, Option<T>)>;

/// A record of a batch.
struct Member {
    /// The record, without its bytes if they are in the buffer of the batch.
    raw: RawRecord,
    /// The place of the bytes in the buffer of the batch; `None` for a long record, which keeps its
    /// own bytes.
    range_in_buffer: Option<Range<usize>>,
}

/// Steps that a thread processes together.
#[derive(Default)]
pub(super) struct Batch {
    steps: Vec<(Step, Option<Member>)>,
    /// The bytes of the records, one after the other. One buffer avoids contention in the
    /// allocator, which is slow if one thread allocates and another one frees.
    buffer: Vec<u8>,
    /// The number of bytes of all records, in the buffer or not, and of documents.
    size: usize,
}

impl Batch {
    /// Adds a step without a record.
    pub(super) fn push(&mut self, step: Step) {
        if let Step::Document { bytes, .. } = &step {
            self.size += bytes.len();
        }
        self.steps.push((step, None));
    }

    /// Adds a record.
    pub(super) fn push_record(&mut self, step: Step, mut raw: RawRecord) {
        self.size += raw.bytes.len();
        let range_in_buffer = if raw.bytes.len() <= LONG_RECORD {
            let start = self.buffer.len();
            self.buffer
                .extend_from_slice(&std::mem::take(&mut raw.bytes));
            Some(start..self.buffer.len())
        } else {
            None
        };

        let member = Member {
            raw,
            range_in_buffer,
        };
        self.steps.push((step, Some(member)));
    }

    /// Returns true if the batch is as large as a thread should get.
    pub(super) fn is_full(&self) -> bool {
        self.steps.len() >= MAX_RECORDS || self.size >= MAX_BYTES
    }

    /// Works on all steps in this thread. The batch is empty afterwards and keeps its memory.
    pub(super) fn process<T>(
        &mut self,
        work: &impl Fn(RawRecord, &Context) -> T,
    ) -> BatchResults<T> {
        let results = self
            .steps
            .drain(..)
            .map(|step| processed(step, &self.buffer, work))
            .collect();
        self.buffer.clear();
        self.size = 0;
        results
    }

    /// Works on all steps with all cores.
    pub(super) fn process_on_all_cores<T: Send>(
        &mut self,
        work: &(impl Fn(RawRecord, &Context) -> T + Sync),
    ) -> BatchResults<T> {
        // Starting threads does not pay off for a few records.
        if self.steps.len() < MIN_PARALLEL_STEPS {
            return self.process(work);
        }
        let Self { steps, buffer, .. } = std::mem::take(self);
        steps
            .into_par_iter()
            .map(|step| processed(step, &buffer, work))
            .collect()
    }
}

/// Works on the record of a step, whose bytes may be in the buffer of its batch.
fn processed<T>(
    (step, member): (Step, Option<Member>),
    buffer: &[u8],
    work: &impl Fn(RawRecord, &Context) -> T,
) -> (Step, Option<T>) {
    let Some(member) = member else {
        return (step, None);
    };

    let mut raw = member.raw;
    if let Some(range) = member.range_in_buffer
        && let Some(bytes) = buffer.get(range)
    {
        raw.bytes = bytes.to_vec();
    }
    let result = work(raw, &step.file().context);
    (step, Some(result))
}
