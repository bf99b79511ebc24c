//! Cancellation of requests and checks.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::session::{Answer, Fault};

/// Cancellation flag, shared by the requester and the worker.
#[derive(Clone, Debug, Default)]
pub(super) struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Requests cancellation.
    pub(super) fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Returns an error once cancelled.
    pub(super) fn check(&self) -> Answer<()> {
        if self.is_cancelled() {
            Err(Fault::Cancelled)
        } else {
            Ok(())
        }
    }
}
