//! Counts instructions instead of time: the same number for the same binary, however busy the machine is.
//!
//! `cargo bench --bench instructions` runs itself under `valgrind --tool=callgrind` and prints, for every game, how
//! many thousand instructions it takes to split, parse, check (parsing included) and format a record, and to judge a
//! turn. Without valgrind it prints a message and succeeds.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a benchmark may fail where it likes")]

use std::hint::black_box;
use std::process::Command;

use pipscribe::Checked;
use pipscribe::formats::pips;
use pipscribe::notation::Record;
use pipscribe::text::{RawRecord, split_text};

mod setups;
use setups::{SETUPS, corpus};

const RECORDS: u64 = 10;
/// The argument that makes a run of this binary do one piece of work.
const WORK: &str = "--work";
const PARTS: [&str; 4] = ["split", "parse", "check", "format"];

/// The function that callgrind counts, by name.
#[inline(never)]
fn counted_work(work: &mut dyn FnMut()) {
    work();
}

fn work(part: &str, text: &str) {
    let raws: Vec<RawRecord> = split_text(text.as_bytes());
    counted_work(&mut || match part {
        "split" => drop(black_box(split_text(black_box(text.as_bytes())))),
        "parse" => raws.iter().for_each(|raw| drop(black_box(Record::parse(raw.clone())))),
        "check" => raws.iter().for_each(|raw| drop(black_box(Checked::new(raw.clone())))),
        _ => drop(black_box(pips::format(black_box(text.as_bytes()), false))),
    });
}

/// The instructions that a part of the work takes for the records of a setup.
fn instructions(part: &str, name: &str) -> u64 {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=*counted_work*"])
        .arg(std::env::current_exe().expect("the path of this binary"))
        .args([WORK, part, name])
        .output()
        .expect("valgrind runs");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let count = told.lines().find_map(|line| line.split_once("Collected : ")?.1.trim().parse().ok());
    count.unwrap_or_else(|| panic!("valgrind says no count:\n{told}"))
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let Some(at) = arguments.iter().position(|argument| argument == WORK) {
        let tags = SETUPS.iter().find(|(name, _)| *name == arguments[at + 2]).expect("a set-up of that name").1;
        return work(&arguments[at + 1], &corpus(tags, RECORDS));
    }
    if Command::new("valgrind").arg("--version").output().is_err() {
        return println!("no instructions are counted: valgrind is not installed");
    }
    println!("thousands of instructions: a record's, and of judging a turn");
    println!("{:<16} {:>7} {:>8} {:>8} {:>8} {:>8} {:>8}", "", "turns", "split", "parse", "check", "format", "a turn");
    for (name, tags) in SETUPS {
        let raws = split_text(corpus(tags, RECORDS).as_bytes());
        let turns: u64 = raws.into_iter().map(|raw| u64::from(Checked::new(raw).report.turns)).sum();
        let [split, parse, check, format] = PARTS.map(|part| instructions(part, name));
        let each = |count: u64| count as f64 / RECORDS as f64 / 1_000.0;
        let judge = (check - parse) as f64 / turns.max(1) as f64 / 1_000.0;
        println!(
            "{name:<16} {:>7} {:>8.1} {:>8.1} {:>8.1} {:>8.1} {judge:>8.1}",
            turns / RECORDS,
            each(split),
            each(parse),
            each(check),
            each(format)
        );
    }
}
