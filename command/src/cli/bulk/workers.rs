//! Threads that work on batches while others are read.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, Scope};

use super::batch::{Batch, Done};
use pipscribe::games::Context;
use pipscribe::text::RawRecord;

/// Most batches per thread that are in work or queued while the next one is read: enough to bridge
/// the time in which the reading thread waits for a core.
const MAX_A_THREAD: usize = 4;

/// A batch, and the channel for its results.
type Job<T> = (Batch, SyncSender<(Batch, Done<T>)>);

/// Threads that each work on a batch, while the next ones are read and earlier results are emitted.
pub(super) struct Workers<T> {
    due: SyncSender<Job<T>>,
    /// Results of batches that were handed over and not emitted yet, in the order of the input.
    under_way: VecDeque<Receiver<(Batch, Done<T>)>>,
    /// Most batches in work.
    most: usize,
    /// Empty batches whose memory is reused.
    empty: Vec<Batch>,
}

impl<T: Send> Workers<T> {
    /// Returns `None` if no thread can be started.
    pub(super) fn start<'scope, W>(
        scope: &'scope Scope<'scope, '_>,
        work: &'scope W,
    ) -> Option<Self>
    where
        T: 'scope,
        W: Fn(RawRecord, &Context) -> T + Sync,
    {
        let threads = rayon::current_num_threads();
        let most = threads * MAX_A_THREAD;
        let (due, jobs) = sync_channel::<Job<T>>(most);
        let jobs = Arc::new(Mutex::new(jobs));
        for index in 0..threads {
            let jobs = Arc::clone(&jobs);
            let turn_over = move || {
                while let Some((mut batch, done)) =
                    jobs.lock().ok().and_then(|jobs| jobs.recv().ok())
                {
                    let worked = batch.work_off(work);
                    // If the command ends early, no receiver is left.
                    let _ = done.send((batch, worked));
                }
            };
            if thread::Builder::new()
                .spawn_scoped(scope, turn_over)
                .is_err()
                && index == 0
            {
                return None;
            }
        }
        Some(Self {
            due,
            under_way: VecDeque::new(),
            most,
            empty: Vec::new(),
        })
    }

    /// Hands a batch over and replaces it with an empty one.
    pub(super) fn hand_over(&mut self, batch: &mut Batch) {
        let batch = std::mem::replace(batch, self.empty.pop().unwrap_or_default());
        let (done, coming) = sync_channel(1);
        self.under_way.push_back(coming);
        // Fails only if the workers have panicked, which ends the whole run soon.
        let _ = self.due.send((batch, done));
    }

    /// Returns the results of the oldest batch in work. Waits for them if all are wanted, or if the
    /// most batches are in work.
    pub(super) fn take_back(&mut self, waits_for_all: bool) -> Taken<T> {
        let Some(coming) = self.under_way.front() else {
            return Taken::Nothing;
        };
        let done = if waits_for_all || self.under_way.len() > self.most {
            coming.recv().map_err(|_| TryRecvError::Disconnected)
        } else {
            coming.try_recv()
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
    /// A worker thread has panicked.
    Broken,
}
