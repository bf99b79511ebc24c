//! Execution of the work that a server hands out: the trait [`Workers`], and [`JobQueue`] for
//! `stepped`. The thread pool for `threads` is in `pool.rs`.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, MutexGuard};

use super::locked;

/// Unit of work.
pub(super) type Work = Box<dyn FnOnce() + Send>;

/// Runs a job and catches a panic. The job is then dropped, so a [`Drop`] guard in it can still
/// send an answer.
pub(super) fn run_caught(work: Work) {
    let _ = catch_unwind(AssertUnwindSafe(work));
}

/// Executor of work.
pub(super) trait Workers {
    /// Queues work that a client waits for.
    fn answer(&self, work: Work);

    /// Queues background work.
    fn do_later(&self, work: Work);

    /// Returns the number of queued jobs.
    fn waiting(&self) -> usize;
}

/// Queues of work.
#[derive(Default)]
pub(super) struct Queues {
    /// Work that a client waits for.
    pub(super) urgent: VecDeque<Work>,
    /// Background work.
    pub(super) background: VecDeque<Work>,
}

impl Queues {
    pub(super) fn count(&self) -> usize {
        self.urgent.len() + self.background.len()
    }
}

/// Queues whose jobs the caller runs one by one.
#[derive(Default)]
pub(super) struct JobQueue(Mutex<Queues>);

impl JobQueue {
    fn lock(&self) -> MutexGuard<'_, Queues> {
        locked(&self.0)
    }

    /// Returns the next job that a client waits for.
    pub(super) fn next_urgent(&self) -> Option<Work> {
        self.lock().urgent.pop_front()
    }

    /// Returns the next background job.
    pub(super) fn next_background(&self) -> Option<Work> {
        self.lock().background.pop_front()
    }
}

impl Workers for JobQueue {
    fn answer(&self, work: Work) {
        self.lock().urgent.push_back(work);
    }

    fn do_later(&self, work: Work) {
        self.lock().background.push_back(work);
    }

    fn waiting(&self) -> usize {
        self.lock().count()
    }
}
