//! Counters of operations on a record, so that tests can detect repeated work.

use std::cell::Cell;

/// Counter of an operation on this thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) parsed: u32,
    pub(crate) judged_while_parsed: u32,
    pub(crate) replayed: u32,
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
