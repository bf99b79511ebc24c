//! The corpus, mutated, and made-up text of every game: any bytes are survived, by every reader, every writer and the
//! command. This is the beginning of the run that `cargo bench --bench survive` makes as long as one likes.

pub(crate) mod mutation;
mod survive;

use std::time::Duration;

use mutation::lanes::Lane;

/// How many inputs the first way gets; others get fewer, but this many at least.
const INPUTS: u64 = 1_000;
const FEWEST: u64 = 30;
/// What one input may take, built without optimization while other tests run.
const LONGEST: Duration = Duration::from_secs(20);

/// Thousands of inputs.
mod slow {
    use super::*;

    #[test]
    fn mutated_input_is_survived() {
        for lane in Lane::all(env!("CARGO_BIN_EXE_pipscribe")) {
            let seen = lane.run(1, 0..lane.inputs(INPUTS).max(FEWEST));
            assert!(
                seen.panics.is_empty(),
                "see them with `cargo bench --bench survive -- --seed 1 --only {:?} --input N`: {:?}",
                lane.name(),
                seen.panics
            );
            let (took, number) = seen.slowest;
            assert!(took < LONGEST, "input {number} of {:?} took {took:?}", lane.name());
        }
    }
}
