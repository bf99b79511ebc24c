//! Threads that work on batches while others are read.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, Scope};

use super::batch::{Batch, Done};
use crate::games::Context;
use crate::text::RawRecord;

/// How many batches a thread are worked on, or wait for it, while the next is read: enough for the time in which the thread that
/// reads has to wait for a core.
const MOST_A_THREAD: usize = 4;

/// A batch, and where what comes of it is to go.
type Job<T> = (Batch, SyncSender<(Batch, Done<T>)>);

/// Threads that work on a batch each, while the next are read and those before are given out.
pub(super) struct Workers<T> {
    due: SyncSender<Job<T>>,
    /// What comes of each batch that was handed over and not given out yet, in the order of the input.
    under_way: VecDeque<Receiver<(Batch, Done<T>)>>,
    /// How many batches may be under way.
    most: usize,
    /// Batches that were worked off: their memory serves for the next.
    empty: Vec<Batch>,
}

impl<T: Send> Workers<T> {
    /// `None` where there is no thread to be had.
    pub(super) fn start<'scope, W>(scope: &'scope Scope<'scope, '_>, work: &'scope W) -> Option<Self>
    where
        T: 'scope,
        W: Fn(RawRecord, &Context) -> T + Sync,
    {
        let threads = rayon::current_num_threads();
        let most = threads * MOST_A_THREAD;
        let (due, jobs) = sync_channel::<Job<T>>(most);
        let jobs = Arc::new(Mutex::new(jobs));
        for at in 0..threads {
            let jobs = Arc::clone(&jobs);
            let turn_over = move || {
                while let Some((mut batch, done)) = jobs.lock().ok().and_then(|jobs| jobs.recv().ok()) {
                    let worked = batch.work_off(work);
                    // Where the command ends early nobody waits for it.
                    let _ = done.send((batch, worked));
                }
            };
            if thread::Builder::new().spawn_scoped(scope, turn_over).is_err() && at == 0 {
                return None;
            }
        }
        Some(Self { due, under_way: VecDeque::new(), most, empty: Vec::new() })
    }

    /// Hands a batch over, and leaves an empty one.
    pub(super) fn hand_over(&mut self, batch: &mut Batch) {
        let batch = std::mem::replace(batch, self.empty.pop().unwrap_or_default());
        let (done, coming) = sync_channel(1);
        self.under_way.push_back(coming);
        // Whoever worked on batches may have panicked, which ends all in a moment.
        let _ = self.due.send((batch, done));
    }

    /// What came of the first batch that was handed over. It is waited for where all are to be, or where as many are under way
    /// as may be.
    pub(super) fn take_back(&mut self, waits_for_all: bool) -> Taken<T> {
        let Some(coming) = self.under_way.front() else { return Taken::Nothing };
        let done = match waits_for_all || self.under_way.len() > self.most {
            true => coming.recv().map_err(|_| TryRecvError::Disconnected),
            false => coming.try_recv(),
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

/// What there is to be given out.
pub(super) enum Taken<T> {
    Done(Done<T>),
    /// Nothing, or nothing yet.
    Nothing,
    /// A thread has ended in the midst of its work.
    Broken,
}
