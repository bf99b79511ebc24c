//! Thread pool that works while the main loop listens.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use super::locked;
use super::workers::{Queues, Work, Workers, run_caught};

/// Maximum number of threads.
const MAX_THREADS: usize = 4;

/// Thread pool with two queues in order of arrival. Requests take precedence over background work,
/// and one thread is always free for requests.
pub(super) struct Pool {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

impl Pool {
    pub(super) fn new() -> Self {
        let count =
            thread::available_parallelism().map_or(2, |count| count.get().clamp(2, MAX_THREADS));
        let shared = Arc::new(Shared::default());
        // One thread is left for requests.
        let max_background = count - 1;
        let threads = (0..count).map(|_| {
            let shared = Arc::clone(&shared);
            thread::spawn(move || shared.work(max_background))
        });
        Self {
            threads: threads.collect(),
            shared,
        }
    }
}

impl Workers for Pool {
    fn answer(&self, work: Work) {
        self.shared.lock().waiting.urgent.push_back(work);
        self.shared.changed.notify_one();
    }

    fn do_later(&self, work: Work) {
        self.shared.lock().waiting.background.push_back(work);
        self.shared.changed.notify_one();
    }

    fn waiting(&self) -> usize {
        self.shared.lock().waiting.count()
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.waiting = Queues::default();
        state.ended = true;
        drop(state);
        self.shared.changed.notify_all();
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

/// State with the signal on which idle threads wait.
#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

/// State of a pool that its threads share.
#[derive(Default)]
struct State {
    waiting: Queues,
    /// Number of threads that are busy with background work.
    background: usize,
    ended: bool,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // Jobs run without the lock, so a panic cannot have left the state inconsistent.
        locked(&self.state)
    }

    /// Runs jobs until the pool is dropped. At most `max_background` threads do background work at
    /// the same time.
    fn work(&self, max_background: usize) {
        let mut state = self.lock();
        loop {
            if let Some(work) = state.waiting.urgent.pop_front() {
                drop(state);
                run_caught(work);
                state = self.lock();
            } else if state.background < max_background
                && let Some(work) = state.waiting.background.pop_front()
            {
                state.background += 1;
                drop(state);
                run_caught(work);
                state = self.lock();
                state.background -= 1;
                // Another thread may now take background work.
                self.changed.notify_all();
            } else if state.ended {
                return;
            } else {
                state = self
                    .changed
                    .wait(state)
                    .unwrap_or_else(PoisonError::into_inner);
            }
        }
    }
}
