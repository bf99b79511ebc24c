//! Counters of operations on a record, so that tests can detect repeated work.

use std::cell::Cell;

/// Numbers of operations on this thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// Parsed records.
    pub(crate) parsed: u32,
    /// Records that the fast check judged while they were parsed.
    pub(crate) judged_while_parsed: u32,
    /// Full replays.
    pub(crate) replayed: u32,
    /// Hypotheses of the search for fixes that were merged with another one.
    pub(crate) merged_hypotheses: u32,
}

thread_local! {
    static COUNTS: Cell<Counts> = const {
        Cell::new(Counts {
            parsed: 0,
            judged_while_parsed: 0,
            replayed: 0,
            merged_hypotheses: 0,
        })
    };
}

pub(crate) fn count(add: impl FnOnce(&mut Counts)) {
    let mut counts = COUNTS.get();
    add(&mut counts);
    COUNTS.set(counts);
}

/// Returns the number of operations that a function performs.
pub(crate) fn counted(function: impl FnOnce()) -> Counts {
    COUNTS.set(Counts::default());
    function();
    COUNTS.get()
}
