//! Who does what a server hands out.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Something to do.
pub(super) type Work = Box<dyn FnOnce() + Send>;

/// Does some work; whoever waits for it is told by what it drops if it panics.
pub(super) fn done(work: Work) {
    let _ = catch_unwind(AssertUnwindSafe(work));
}

/// Those who do it.
pub(super) trait Workers {
    /// Takes up what somebody waits for.
    fn answer(&self, work: Work);

    /// Takes up what can wait.
    fn do_later(&self, work: Work);

    /// How much work nobody has taken up yet.
    fn waiting(&self) -> usize;
}

/// Work in the order in which it is to be done.
#[derive(Default)]
pub(super) struct Waiting {
    /// Somebody waits for it.
    pub(super) urgent: VecDeque<Work>,
    /// Nobody does.
    pub(super) other: VecDeque<Work>,
}

impl Waiting {
    pub(super) fn count(&self) -> usize {
        self.urgent.len() + self.other.len()
    }
}

/// Work that lies until somebody comes for it.
#[derive(Default)]
pub(super) struct Pile(Mutex<Waiting>);

impl Pile {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next work that somebody waits for.
    pub(super) fn next_urgent(&self) -> Option<Work> {
        self.lock().urgent.pop_front()
    }

    /// The next work that can wait.
    pub(super) fn next_other(&self) -> Option<Work> {
        self.lock().other.pop_front()
    }
}

impl Workers for Pile {
    fn answer(&self, work: Work) {
        self.lock().urgent.push_back(work);
    }

    fn do_later(&self, work: Work) {
        self.lock().other.push_back(work);
    }

    fn waiting(&self) -> usize {
        self.lock().count()
    }
}
