//! Progress bar for long work.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::verbosity::is_quiet;

/// Minimum duration of work with a progress bar.
const MIN_DURATION: Duration = Duration::from_secs(1);

/// A bar on standard error, shown if standard error is a terminal and the work takes long.
pub(super) struct Progress {
    /// The bar, once it is shown.
    bar: Option<ProgressBar>,
    start: Instant,
    /// False if there is no terminal, or `--quiet` is set.
    may_show: bool,
    /// The number of finished records.
    records: u64,
}

impl Progress {
    pub(super) fn new() -> Self {
        let may_show = !is_quiet() && io::stderr().is_terminal();
        Self {
            bar: None,
            start: Instant::now(),
            may_show,
            records: 0,
        }
    }

    /// Runs a function that writes to the terminal, with the bar hidden.
    pub(super) fn suspend<O>(&self, write: impl FnOnce() -> O) -> O {
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    /// Counts finished records, and shows the bar once the work has taken long.
    pub(super) fn advance(&mut self, records: u64) {
        self.records += records;
        if !self.may_show || self.start.elapsed() < MIN_DURATION {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let bar = ProgressBar::new_spinner();
            if let Ok(style) =
                ProgressStyle::with_template("{spinner} {human_pos} records, {per_sec}, {elapsed}")
            {
                bar.set_style(style);
            }
            bar
        });
        bar.set_position(self.records);
    }

    /// Removes the bar.
    pub(super) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
