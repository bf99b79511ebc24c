//! Long run of mutated input through every reader, the judges of all games, every writer and the
//! CLI.
//!
//! `cargo bench --bench survive -- --inputs 100000000 --seed 1` sends this number of records
//! through parsing and judging, a tenth of this number of texts through each foreign reader, and
//! fewer through lanes that do more work per input. A lane is a reader, writer or judge with the
//! inputs for it.
//!
//! The run prints a line for each lane: the number of inputs, the number per second on all cores,
//! the number of codes of the catalogue that occurred, the slowest input, and the failures.
//! `--only WORDS` runs the lanes whose names contain these words, `--input N` shows one input and
//! runs only that input, and `--threads N` uses that number of cores. Without `--inputs`, the run
//! is short.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test may fail where it likes"
)]

#[path = "../../tests/hostile/mutation/mod.rs"]
mod mutation;
#[path = "../../tests/hostile/survive.rs"]
#[allow(dead_code, reason = "the run uses a part of it")]
mod survive;

use std::collections::BTreeSet;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use mutation::lanes::{Lane, Seen};
use pipscribe::findings::all_codes;

/// The number of inputs that a thread takes at a time.
const BATCH: u64 = 256;
/// The maximum number of failures that are named.
const MAX_NAMED: usize = 10;

fn main() -> ExitCode {
    let arguments = arguments();
    let mut lanes = Lane::all(env!("CARGO_BIN_EXE_pipscribe"));
    if let Some(words) = &arguments.only {
        lanes.retain(|lane| lane.name().contains(words.as_str()));
    }
    if let (Some(number), [lane]) = (arguments.input, lanes.as_slice()) {
        println!(
            "{}",
            String::from_utf8_lossy(&lane.input(arguments.seed, number))
        );
        let seen = lane.run(arguments.seed, number..number + 1);
        let (took, _) = seen.slowest;
        println!("{took:?}, codes {:?}", seen.codes);
        return ExitCode::from(u8::from(!seen.panics.is_empty()));
    }
    // The table names the failures; their messages would hide the table.
    std::panic::set_hook(Box::new(|_| {}));
    println!("seed {}, {} threads", arguments.seed, arguments.threads);
    println!(
        "{:<34} {:>12} {:>10} {:>6} {:>11} {:>7}",
        "", "inputs", "a second", "codes", "slowest", "panics"
    );
    let mut codes = BTreeSet::new();
    let mut panics = 0;
    for lane in &lanes {
        let start = Instant::now();
        let seen = run(lane, &arguments);
        let inputs = lane.inputs(arguments.inputs);
        let rate = inputs as f64 / start.elapsed().as_secs_f64();
        let (took, number) = seen.slowest;
        println!(
            "{:<34} {inputs:>12} {rate:>10.0} {:>6} {:>8.1} ms {:>7}  input {number} was the slowest",
            lane.name(),
            seen.codes.len(),
            took.as_secs_f64() * 1e3,
            seen.panics.len()
        );
        for number in seen.panics.iter().take(MAX_NAMED) {
            println!(
                "  not survived: --seed {} --only {:?} --input {number}",
                arguments.seed,
                lane.name()
            );
        }
        panics += seen.panics.len();
        codes.extend(seen.codes);
    }
    let missed: Vec<_> = all_codes()
        .map(|code| code.id)
        .filter(|id| !codes.contains(id))
        .collect();
    println!(
        "{} codes were met, {} were not: {}",
        codes.len(),
        missed.len(),
        missed.join(" ")
    );
    ExitCode::from(u8::from(panics > 0))
}

/// Sends the inputs of a lane through, on several threads.
fn run(lane: &Lane, arguments: &Arguments) -> Seen {
    let inputs = lane.inputs(arguments.inputs);
    let next = AtomicU64::new(0);
    let all = Mutex::new(Seen::default());
    std::thread::scope(|scope| {
        for _ in 0..arguments.threads {
            scope.spawn(|| {
                let mut own = Seen::default();
                loop {
                    let start = next.fetch_add(BATCH, Ordering::Relaxed);
                    if start >= inputs {
                        break;
                    }
                    let end = (start + BATCH).min(inputs);
                    own.merge(lane.run(arguments.seed, start..end));
                }
                all.lock().unwrap().merge(own);
            });
        }
    });
    all.into_inner().unwrap()
}

struct Arguments {
    inputs: u64,
    seed: u64,
    only: Option<String>,
    input: Option<u64>,
    threads: usize,
}

fn arguments() -> Arguments {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut arguments = Arguments {
        inputs: 20_000,
        seed: 1,
        only: None,
        input: None,
        threads,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || {
            words
                .next()
                .unwrap_or_else(|| panic!("{word} needs a value"))
        };
        match word.as_str() {
            "--inputs" => arguments.inputs = value().parse().expect("a number"),
            "--seed" => arguments.seed = value().parse().expect("a number"),
            "--input" => arguments.input = Some(value().parse().expect("a number")),
            "--threads" => arguments.threads = value().parse().expect("a number"),
            "--only" => arguments.only = Some(value()),
            // Cargo adds these arguments.
            "--bench" => {}
            _ => panic!("`{word}` is not an option of this run"),
        }
    }
    arguments
}
