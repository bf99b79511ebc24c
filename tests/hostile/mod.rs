//! The corpus, mutated, and made-up text of every game: every reader, every writer and the CLI
//! survive any bytes. `cargo bench --bench survive` continues this run for as long as you like.

pub(crate) mod mutation;
mod survive;

use std::time::Duration;

use mutation::lanes::Lane;

use crate::support::{Run, foreign_format};

/// The number of inputs of the first lane. Other lanes get fewer.
const INPUTS: u64 = 1_000;
const MIN: u64 = 30;
/// The time limit of one input, built without optimisation while other tests run.
const MAX_LENGTH: Duration = Duration::from_secs(60);

/// A board full of pieces has more legal turns than can be listed.
#[test]
fn a_full_board_is_safe() {
    let spots = [4, 5, 6, 7, 6, 5, 4];
    let board: String = spots.map(|length| " W".repeat(length) + "\n").concat();
    let text = format!("4 4 37 37\n15 15 W\n{board}DO_MOVE a2-b2\n");
    let games = survive::foreign_games(foreign_format("gdansk"), &text);
    assert_eq!(games.len(), 1);
    let record = "[Game \"gipf\"]\n[Variant \"standard\"]\n\
                  [Position \"WWWW/WWWWW/WWWWWW/WWWWWWW/WWWWWW/WWWWW/WWWB w 1,1 0,0 - -\"]\n\n*\n";
    let output = Run::new(&["moves", "--limit", "10", "-"])
        .stdin(&record)
        .done();
    assert_eq!(
        (output.status(), output.stdout().lines().count()),
        (Some(2), 10)
    );
    assert!(
        output.stderr().contains("stopped after 10 turns"),
        "{}",
        output.stderr()
    );
}

/// Thousands of inputs.
mod slow {
    use super::*;

    #[test]
    fn mutated_input_is_survived() {
        for lane in Lane::all(env!("CARGO_BIN_EXE_pipscribe")) {
            let seen = lane.run(1, 0..lane.inputs(INPUTS).max(MIN));
            assert!(
                seen.panics.is_empty(),
                "see them with `cargo bench --bench survive -- --seed 1 --only {:?} --input N`: {:?}",
                lane.name(),
                seen.panics
            );
            let (took, number) = seen.slowest;
            assert!(
                took < MAX_LENGTH,
                "input {number} of {:?} took {took:?}",
                lane.name()
            );
        }
    }
}
