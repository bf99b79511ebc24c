//! Long run over all writers, which tests that fixes, formatting and conversions lose nothing.
//!
//! `cargo bench --bench kept -- --records 1000000 --seed 1` makes files of several records. Most
//! records are valid, and one is mutated or has a mistake that people make. Each file goes through
//! the fix that `check --fix` and `mend --write` apply and through `fmt`, and each record through a
//! format and back. One file in some thousands goes through the CLI, as a file of notation or in
//! the code blocks of a document. The run compares:
//!
//! - after a fix: the number of records, every byte outside the record, the promised verdict, and
//!   every turn of the record, which stays or is kept in a `[%mended …]` comment
//! - after `fmt`: the numbers of records, turns and comments, and that a second `fmt` changes
//!   nothing
//! - after a conversion that reports no loss: the same game
//!
//! It prints a line for each file in which something was lost, and a summary. `--file N` shows and
//! runs only that file; `--seconds N` ends the run after that time; `--threads N` uses that number
//! of cores, one by default.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test may fail where it likes"
)]

#[path = "../mistakes/mod.rs"]
#[allow(dead_code, reason = "the run uses a part of it")]
mod mistakes;
#[path = "../../tests/hostile/mutation/mod.rs"]
#[allow(dead_code, reason = "the run uses a part of it")]
mod mutation;
mod sample;
#[path = "../../tests/hostile/survive.rs"]
#[allow(dead_code, reason = "the run uses a part of it")]
mod survive;
mod writers;

use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use sample::{Pool, Sample};
use writers::Tally;

/// The maximum number of files with losses that are named.
const MAX_NAMED: usize = 40;

fn main() -> ExitCode {
    let arguments = arguments();
    let pool = Pool::new(arguments.seed);
    if let Some(number) = arguments.file {
        let sample = Sample::of(&pool, arguments.seed, number);
        println!("{}", sample.text);
        let mut tally = Tally::default();
        let lost = writers::losses_of(&sample, number, &mut tally);
        lost.iter().for_each(|loss| println!("LOST: {loss}"));
        return ExitCode::from(u8::from(!lost.is_empty()));
    }
    // The losses are printed at the end, without the messages of panics between them.
    std::panic::set_hook(Box::new(|_| {}));
    let start = Instant::now();
    let Results { tally, lost } = run(&pool, &arguments, start);
    let seed = arguments.seed;
    for Loss { file, loss } in lost.iter().take(MAX_NAMED) {
        println!("LOST: --seed {seed} --file {file}: {loss}");
    }
    println!(
        "seed {seed}, {:.0} s: {tally}, {} losses",
        start.elapsed().as_secs_f64(),
        lost.len()
    );
    ExitCode::from(u8::from(!lost.is_empty()))
}

/// What was lost in a file.
struct Loss {
    /// Number of the file.
    file: u64,
    loss: String,
}

/// Results of the threads that have finished.
#[derive(Default)]
struct Results {
    tally: Tally,
    lost: Vec<Loss>,
}

/// Sends files through all writers, on several threads.
fn run(pool: &Pool, arguments: &Arguments, start: Instant) -> Results {
    let limit = Duration::from_secs(arguments.seconds);
    let next = AtomicU64::new(0);
    let results = Mutex::new(Results::default());
    std::thread::scope(|scope| {
        for _ in 0..arguments.threads {
            scope.spawn(|| {
                let mut tally = Tally::default();
                let mut lost: Vec<Loss> = Vec::new();
                while start.elapsed() < limit
                    && results.lock().unwrap().tally.records + tally.records < arguments.records
                {
                    let file = next.fetch_add(1, Ordering::Relaxed);
                    let sample = Sample::of(pool, arguments.seed, file);
                    let losses = std::panic::AssertUnwindSafe(|| {
                        writers::losses_of(&sample, file, &mut tally)
                    });
                    let found = std::panic::catch_unwind(losses)
                        .unwrap_or_else(|_| vec!["it panics".to_owned()]);
                    lost.extend(found.into_iter().map(|loss| Loss { file, loss }));
                }

                let mut results = results.lock().unwrap();
                results.tally.add(&tally);
                results.lost.append(&mut lost);
            });
        }
    });
    results.into_inner().unwrap()
}

struct Arguments {
    records: u64,
    seed: u64,
    file: Option<u64>,
    seconds: u64,
    threads: usize,
}

fn arguments() -> Arguments {
    let mut arguments = Arguments {
        records: 20_000,
        seed: 1,
        file: None,
        seconds: u64::MAX,
        threads: 1,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut number = || {
            words
                .next()
                .and_then(|value| value.parse().ok())
                .unwrap_or_else(|| panic!("{word}: a number"))
        };
        match word.as_str() {
            "--records" => arguments.records = number(),
            "--seed" => arguments.seed = number(),
            "--file" => arguments.file = Some(number()),
            "--seconds" => arguments.seconds = number(),
            "--threads" => arguments.threads = usize::try_from(number()).unwrap(),
            // Cargo adds these arguments.
            "--bench" => {}
            _ => panic!("`{word}` is not an option of this run"),
        }
    }
    arguments
}
