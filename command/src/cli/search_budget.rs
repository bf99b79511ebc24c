//! Budget of a run for the searches in all its records.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::output::{counted, stderr_line};
use pipscribe::text::one_line;

/// Maximum number of steps, in judged turns, of all searches for fixes in a run: enough for a
/// hundred records that use up the budget of a record, or for a few thousand ordinary ones.
pub(super) const MAX_STEPS_OF_FIXES: u64 = 20_000_000;
/// Maximum number of steps, in judged turns, of all searches in a run for the fixes that `check`
/// suggests: enough for a few dozen records, and a few seconds at most.
pub(super) const MAX_STEPS_OF_SUGGESTIONS: u64 = 1_000_000;
/// Maximum number of steps, in judged turns and tried settings, of all searches for settings in a
/// run: enough for five hundred records that use up the budget of a record.
pub(super) const MAX_STEPS_OF_SETTINGS: u64 = 1_000_000_000;

/// Number of steps that a run has left. The records are searched on several threads, and their
/// steps are deducted in the order of the input. Therefore, the result for a record depends on the
/// records before it, but not on the threads.
pub(super) struct SearchBudget {
    left: AtomicU64,
    /// True once the budget is used up, so that no later record is searched.
    is_used_up: AtomicBool,
    /// The number of records that were not searched.
    passed_over: AtomicU64,
}

impl SearchBudget {
    pub(super) fn new(steps: u64) -> Self {
        Self {
            left: AtomicU64::new(steps),
            is_used_up: AtomicBool::new(steps == 0),
            passed_over: AtomicU64::new(0),
        }
    }

    /// Returns true if the result of any further search would be dropped. The searching threads
    /// call this function.
    pub(super) fn is_used_up(&self) -> bool {
        self.is_used_up.load(Ordering::Acquire)
    }

    /// Deducts the steps for a record, in the order of the input. Returns false if no steps were
    /// left; the result must then be dropped. The record that uses up the budget keeps its result.
    pub(super) fn spend(&self, steps: u64) -> bool {
        let left = self.left.load(Ordering::Relaxed);
        if left == 0 {
            return false;
        }
        let left = left.saturating_sub(steps);
        self.left.store(left, Ordering::Relaxed);
        if left == 0 {
            self.is_used_up.store(true, Ordering::Release);
        }
        true
    }

    /// Counts a record that was not searched, and reports the first one.
    pub(super) fn pass_over(&self, path: &str, line: u64) {
        if self.passed_over.fetch_add(1, Ordering::Relaxed) == 0 {
            let path = one_line(path);
            stderr_line!(
                "pipscribe: {path}:{line}: the search budget of this run is used up: this record and all later ones are not searched"
            );
        }
    }

    /// Reports how many records were not searched.
    pub(super) fn finish(&self) {
        let records = self.passed_over.load(Ordering::Relaxed);
        if records > 0 {
            let records = counted(records, "record");
            stderr_line!(
                "pipscribe: {records} not searched: run the command again for only these files, or split the file"
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Searches records with several threads, which finish in any order, and returns the records
    /// whose results are kept.
    fn kept(threads: usize, work: &[u64], most: u64) -> Vec<usize> {
        let budget = SearchBudget::new(most);
        let mut kept = Vec::new();
        for (batch, records) in work.chunks(threads).enumerate() {
            let searched: Vec<u64> = std::thread::scope(|scope| {
                let search = |&steps: &u64| if budget.is_used_up() { 0 } else { steps };
                let running: Vec<_> = records
                    .iter()
                    .map(|steps| scope.spawn(move || search(steps)))
                    .collect();
                running
                    .into_iter()
                    .map(|thread| thread.join().unwrap())
                    .collect()
            });
            for (index, steps) in searched.into_iter().enumerate() {
                if budget.spend(steps) {
                    kept.push(batch * threads + index);
                }
            }
        }
        kept
    }

    #[test]
    fn results_follow_the_input_order_with_any_number_of_threads() {
        let work = [3, 0, 5, 1, 7, 2, 2, 9];
        for (most, expected) in [
            (0, 0),
            (1, 1),
            (3, 1),
            (4, 3),
            (8, 3),
            (9, 4),
            (16, 5),
            (1_000, 8),
        ] {
            for threads in 1..=work.len() {
                assert_eq!(
                    kept(threads, &work, most),
                    (0..expected).collect::<Vec<_>>(),
                    "{most} {threads}"
                );
            }
        }
    }
}
