//! Interruption of long calls: Ctrl-C works while the GIL is released.

use std::time::{Duration, Instant};

use pyo3::prelude::*;

/// Time between two checks. Each check waits for the GIL.
const INTERVAL: Duration = Duration::from_millis(100);

/// Checks from time to time whether the program received a signal, such as Ctrl-C.
#[derive(Debug)]
pub(crate) struct Signals {
    last: Instant,
}

impl Signals {
    pub(crate) fn new() -> Self {
        Self {
            last: Instant::now(),
        }
    }

    /// Runs the handlers of pending signals. Returns the exception that a handler raised.
    pub(crate) fn check(&mut self) -> PyResult<()> {
        if self.last.elapsed() < INTERVAL {
            return Ok(());
        }
        let checked = Python::attach(|py| py.check_signals());
        self.last = Instant::now();
        checked
    }
}
