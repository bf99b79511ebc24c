//! How long some work takes.

use std::time::{Duration, Instant};

/// The least of several rounds, which the rest of the machine disturbs least.
pub(crate) fn time(rounds: u32, mut work: impl FnMut()) -> Duration {
    let round = |work: &mut dyn FnMut()| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..rounds).map(|_| round(&mut work)).min().unwrap_or_default()
}
