//! Batches that are processed while others are read.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};

use rayon::ScopeFifo;

use super::batch::{Batch, Done};
use pipscribe::games::Context;
use pipscribe::text::RawRecord;

/// Maximum number of batches per thread that are processed or queued while the next one is read:
/// enough to bridge the time in which the reading thread waits for a core.
const MAX_A_THREAD: usize = 4;

/// The batches that rayon's threads work on, while the next ones are read and earlier results are
/// emitted.
pub(super) struct Workers<T> {
    /// Results of batches that were handed over and not emitted yet, in the order of the input.
    under_way: VecDeque<Receiver<(Batch, Done<T>)>>,
    /// Maximum number of batches in progress.
    max_under_way: usize,
    /// Empty batches whose memory is reused.
    empty: Vec<Batch>,
}

impl<T: Send> Workers<T> {
    pub(super) fn new() -> Self {
        Self {
            under_way: VecDeque::new(),
            max_under_way: rayon::current_num_threads() * MAX_A_THREAD,
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
        let mut batch = std::mem::replace(batch, self.empty.pop().unwrap_or_default());
        let (sender, receiver) = sync_channel(1);
        self.under_way.push_back(receiver);
        scope.spawn_fifo(move |_| {
            let done = batch.work_off(work);
            // If the command ends early, no receiver is left.
            let _ = sender.send((batch, done));
        });
    }

    /// Returns the results of the oldest batch in progress. Waits for them if all results are
    /// requested, or if the maximum number of batches is in progress.
    pub(super) fn take_back(&mut self, waits_for_all: bool) -> Taken<T> {
        let Some(oldest) = self.under_way.front() else {
            return Taken::Nothing;
        };
        let done = if waits_for_all || self.under_way.len() > self.max_under_way {
            oldest.recv().map_err(|_| TryRecvError::Disconnected)
        } else {
            oldest.try_recv()
        };
        match done {
            Ok((batch, done)) => {
                self.under_way.pop_front();
                self.empty.push(batch);
                Taken::Done(done)
            }
            Err(TryRecvError::Empty) => Taken::Nothing,
            Err(TryRecvError::Disconnected) => Taken::Broken,
        }
    }
}

/// Result of [`Workers::take_back`].
pub(super) enum Taken<T> {
    Done(Done<T>),
    /// Nothing, or nothing yet.
    Nothing,
    /// The work has panicked.
    Broken,
}
