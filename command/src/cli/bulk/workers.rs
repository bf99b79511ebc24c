//! Batches that are processed while others are read.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};

use rayon::ScopeFifo;

use super::batch::{Batch, BatchResults};
use pipscribe::games::Context;
use pipscribe::text::RawRecord;

/// Maximum number of batches per thread that are processed or queued while the next one is read:
/// enough to bridge the time in which the reading thread waits for a core.
const MAX_A_THREAD: usize = 4;

/// The batches that rayon's threads work on, while the next ones are read and earlier results are
/// emitted.
pub(super) struct Workers<T> {
    /// Results of batches that were handed over and not emitted yet, in the order of the input.
    in_progress: VecDeque<Receiver<ProcessedBatch<T>>>,
    /// Maximum number of batches in progress.
    max_in_progress: usize,
    /// Empty batches whose memory is reused.
    empty: Vec<Batch>,
}

/// What a thread sends back.
struct ProcessedBatch<T> {
    results: BatchResults<T>,
    /// The batch, which is empty now.
    batch: Batch,
}

/// When [`Workers::take_back`] waits for results that are not ready.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Waiting {
    /// Always, because the results of all batches are needed.
    ForAll,
    /// Only if more batches are in progress than the maximum.
    IfTooMany,
}

/// Result of [`Workers::take_back`].
pub(super) enum Taken<T> {
    Results(BatchResults<T>),
    /// No batch is in progress, or the oldest one is not ready and is not waited for.
    Nothing,
    /// The work has panicked.
    Broken,
}

impl<T: Send> Workers<T> {
    pub(super) fn new() -> Self {
        Self {
            in_progress: VecDeque::new(),
            max_in_progress: rayon::current_num_threads() * MAX_A_THREAD,
            empty: Vec::new(),
        }
    }

    /// Hands a batch over and replaces it with an empty one.
    pub(super) fn hand_over<'scope, W>(
        &mut self,
        batch: &mut Batch,
        scope: &ScopeFifo<'scope>,
        work: &'scope W,
    ) where
        T: 'scope,
        W: Fn(RawRecord, &Context) -> T + Sync,
    {
        let empty = self.empty.pop().unwrap_or_default();
        let mut batch = std::mem::replace(batch, empty);
        let (sender, receiver) = sync_channel(1);
        self.in_progress.push_back(receiver);
        scope.spawn_fifo(move |_| {
            let results = batch.process(work);
            // If the command ends early, no receiver is left.
            let _ = sender.send(ProcessedBatch { results, batch });
        });
    }

    /// Returns the results of the oldest batch in progress.
    pub(super) fn take_back(&mut self, waiting: Waiting) -> Taken<T> {
        let Some(oldest) = self.in_progress.front() else {
            return Taken::Nothing;
        };
        let waits = waiting == Waiting::ForAll || self.in_progress.len() > self.max_in_progress;
        let received = if waits {
            oldest.recv().map_err(|_| TryRecvError::Disconnected)
        } else {
            oldest.try_recv()
        };
        match received {
            Ok(ProcessedBatch { results, batch }) => {
                self.in_progress.pop_front();
                self.empty.push(batch);
                Taken::Results(results)
            }
            Err(TryRecvError::Empty) => Taken::Nothing,
            Err(TryRecvError::Disconnected) => Taken::Broken,
        }
    }
}
