//! The threads that work while the main loop listens.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

/// The most threads that answer requests.
const MOST_THREADS: usize = 4;

type Work = Box<dyn FnOnce() + Send>;

#[derive(Default)]
struct Waiting {
    /// Somebody waits for it.
    urgent: VecDeque<Work>,
    /// Nobody does.
    other: VecDeque<Work>,
    /// How many threads are at work that nobody waits for.
    slow: usize,
    ended: bool,
}

#[derive(Default)]
struct Shared {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

/// Threads that take up work in the order in which it came, what somebody waits for first. One of them is always left for that.
pub(super) struct Pool {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        // What panicked was no holder of the lock.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self, most_slow: usize) {
        let mut waiting = self.lock();
        loop {
            if let Some(work) = waiting.urgent.pop_front() {
                drop(waiting);
                done(work);
                waiting = self.lock();
            } else if waiting.slow < most_slow
                && let Some(work) = waiting.other.pop_front()
            {
                waiting.slow += 1;
                drop(waiting);
                done(work);
                waiting = self.lock();
                waiting.slow -= 1;
                self.changed.notify_all();
            } else if waiting.ended {
                return;
            } else {
                waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }
}

/// Does some work; whoever waits for it is told by what it drops if it panics.
fn done(work: Work) {
    let _ = catch_unwind(AssertUnwindSafe(work));
}

impl Pool {
    pub(super) fn new() -> Self {
        let count = thread::available_parallelism().map_or(2, |count| count.get().clamp(2, MOST_THREADS));
        let shared = Arc::new(Shared::default());
        let threads = (0..count).map(|_| {
            let shared = Arc::clone(&shared);
            thread::spawn(move || shared.work(count - 1))
        });
        Self { threads: threads.collect(), shared }
    }

    /// Takes up what somebody waits for.
    pub(super) fn answer(&self, work: impl FnOnce() + Send + 'static) {
        self.shared.lock().urgent.push_back(Box::new(work));
        self.shared.changed.notify_one();
    }

    /// Takes up what can wait.
    pub(super) fn do_later(&self, work: impl FnOnce() + Send + 'static) {
        self.shared.lock().other.push_back(Box::new(work));
        self.shared.changed.notify_one();
    }

    /// How much work nobody has taken up yet.
    pub(super) fn waiting(&self) -> usize {
        let waiting = self.shared.lock();
        waiting.urgent.len() + waiting.other.len()
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let mut waiting = self.shared.lock();
        waiting.urgent.clear();
        waiting.other.clear();
        waiting.ended = true;
        drop(waiting);
        self.shared.changed.notify_all();
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}
