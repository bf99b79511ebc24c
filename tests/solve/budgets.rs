//! Searches keep to their budgets of steps and memory, and the memory limit does not change any
//! answer.

use pipscribe::notation::Puzzle;
use pipscribe::replay::{Position, RandomTurns};
use pipscribe::solve::{Budget, USUAL_MEMORY, Verdict, outcomes, solve};

use crate::support::Run;

const MEMORY: [u64; 4] = [0, 20_000, 1 << 20, USUAL_MEMORY];

/// Returns a position of a random game.
fn position(tags: &str, seed: u64, turns: usize) -> Position {
    let mut game = pipscribe::LiveGame::start(tags).unwrap();
    let mut random = RandomTurns::new(seed);
    for _ in 0..turns {
        let Some(turn) = random.next(game.position()) else {
            break;
        };
        game.play(&turn).unwrap();
    }
    game.position().clone()
}

fn puzzle(text: &str) -> Puzzle {
    text.parse().unwrap()
}

#[test]
fn less_memory_costs_steps_and_changes_no_answer() {
    let setups = [
        ("[Game \"gipf\"]\n[Variant \"basic\"]\n", "save 1", 20),
        (
            "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"3\"]\n",
            "win 3",
            2,
        ),
        (
            "[Game \"pippinzip\"]\n[Variant \"freestyle\"]\n[Size \"4\"]\n",
            "win 2",
            5,
        ),
        ("[Game \"pippip\"]\n", "save 1", 13),
    ];
    let mut compared = 0;
    for (tags, goal, turns) in setups {
        for seed in 0..3 {
            let position = position(tags, seed, turns);
            let solve = |memory| solve(&position, puzzle(goal), Budget::new(200_000, memory));
            let Ok(most) = solve(USUAL_MEMORY) else {
                continue;
            };
            for memory in MEMORY {
                let found = solve(memory).unwrap();
                if found.verdict != Verdict::Undecided && found.is_complete == most.is_complete {
                    assert_eq!(found.verdict, most.verdict, "{memory}: {position:?}");
                    assert_eq!(
                        (found.turns, &found.solutions),
                        (most.turns, &most.solutions),
                        "{memory}: {position:?}"
                    );
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 20, "{compared}");
}

#[test]
fn undecided_says_what_was_searched() {
    let text =
        "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"26\"]\n\n{[%puzzle win 3]} *\n";
    let solved = Run::new(&["solve", "--budget", "20000", "-"])
        .stdin(text)
        .done()
        .expect_status(1);
    solved
        .expect_stdout("undecided")
        .expect_stdout("20000 steps and 1 position");
    let checked = Run::new(&[
        "check",
        "--puzzles",
        "--budget",
        "20000",
        "--format",
        "short",
        "-",
    ])
    .stdin(text)
    .done();
    checked
        .expect_status(0)
        .expect_stdout("`win 3` is not decided after 20000 steps and 1 position.");
}

#[test]
fn the_puzzles_of_a_record_share_the_budget_of_a_test() {
    let text = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n{[%puzzle win] [%puzzle draw]} *\n";
    let run = |command: &str| {
        Run::new(&[command, "--budget", "3000", "-"])
            .stdin(text)
            .done()
    };
    run("solve")
        .expect_status(1)
        .expect_stdout("`draw` is not decided after 3000 steps");
    let checked = Run::new(&[
        "check",
        "--puzzles",
        "--budget",
        "3000",
        "--format",
        "short",
        "-",
    ])
    .stdin(text)
    .done();
    checked.expect_stdout("`draw` was not searched: the budget of the record is used up.");
    run("test").expect_status(0);
}

#[test]
fn memory_sizes_are_numbers_of_bytes() {
    let text = "[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n[Size \"3\"]\n[Position \"3/bb1/2w 2 taker=2 -\"]\n\n\
                {[%puzzle win 1]} 1. c2 0-1\n";
    for size in ["0", "100000", "64k", "64K", "64M", "64MB", "64MiB", "1g"] {
        let run = |command: &str| {
            Run::new(&[command, "--memory", size, "-"])
                .stdin(text)
                .done()
                .expect_status(0)
        };
        run("solve").expect_stdout("proved");
        run("test").expect_stdout("ok");
    }
    for size in ["", "-1", "64X", "M", "1.5G", "99999999999999G"] {
        Run::new(&["solve", "--memory", size, "-"])
            .stdin(text)
            .done()
            .expect_status(2);
    }
}

#[test]
fn a_position_with_too_many_turns_is_reported() {
    let position = position(
        "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"26\"]\n",
        0,
        0,
    );
    assert!(
        outcomes(&position, 1, 1_000)
            .unwrap_err()
            .to_string()
            .contains("too many turns")
    );
}

/// A long claim about a reserve that no game has: each number of turns costs at least one step.
#[test]
fn claims_of_very_many_turns_end() {
    let text = "[Game \"gipf\"]\n[Variant \"basic\"]\n[Position \"4/5/6/7/6/5/4 w 999999999,999999999 0,0 - -\"]\n\n\
                {[%puzzle win 4000000000]} *\n";
    let ran = Run::new(&["solve", "--budget", "100000", "-"])
        .stdin(text)
        .done();
    assert!(
        ran.stdout().contains("undecided") || ran.stderr().contains("not searched"),
        "{}",
        ran.stdout()
    );
}
