//! Measures the duration of some work.

use std::time::{Duration, Instant};

/// Returns the minimum time of several rounds, which other load on the machine affects least.
pub(crate) fn time(rounds: u32, mut work: impl FnMut()) -> Duration {
    let round = |work: &mut dyn FnMut()| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..rounds)
        .map(|_| round(&mut work))
        .min()
        .unwrap_or_default()
}
