//! Measures where the time goes: splitting, parsing, judging and formatting seeded random games,
//! for every game. Also shows that a turn of Pippinzip costs the same on a small board and on the
//! largest.
//!
//! `cargo bench --bench corpus` prints the time of a record and of a turn, and how the parts
//! compare within the run. `cargo bench --bench instructions` counts instructions.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a benchmark may fail where it likes"
)]

use pipscribe::games::Context;
use std::hint::black_box;
use std::time::Duration;

use pipscribe::Checked;
use pipscribe::formats::pips;
use pipscribe::notation::Record;
use pipscribe::notation::split_text;
use pipscribe::text::RawRecord;

mod setups;
use setups::{SETUPS, corpus};

mod clock;
use clock::time;

/// Number of records of each set-up.
const RECORDS: u32 = 60;
const ROUNDS: u32 = 7;

fn main() {
    println!(
        "{:<16} {:>7} {:>9} {:>9} {:>9} {:>9} {:>9}",
        "", "turns", "split", "parse", "judge", "fmt", "a turn"
    );
    for (name, tags) in SETUPS {
        let text = corpus(tags, RECORDS.into());
        let raws: Vec<RawRecord> = split_text(text.as_bytes());
        let turns: u32 = raws
            .iter()
            .map(|raw| Checked::new(raw.clone(), &Context::default()).report.turns)
            .sum();
        let each = |duration: Duration| duration / RECORDS;
        let split = each(time(ROUNDS, || {
            drop(black_box(split_text(black_box(text.as_bytes()))));
        }));
        let parse = each(time(ROUNDS, || {
            raws.iter()
                .for_each(|raw| drop(black_box(Record::parse(raw.clone()))));
        }));
        let check = each(time(ROUNDS, || {
            raws.iter()
                .for_each(|raw| drop(black_box(Checked::new(raw.clone(), &Context::default()))));
        }));
        let format = each(time(ROUNDS, || {
            drop(black_box(pips::format(black_box(text.as_bytes()), false)));
        }));
        // Checking a record includes parsing it.
        let judge = check.saturating_sub(parse);
        let turn = judge * RECORDS / turns.max(1);
        println!(
            "{name:<16} {:>7} {split:>9.1?} {parse:>9.1?} {judge:>9.1?} {format:>9.1?} {turn:>9.1?}",
            turns / RECORDS
        );
    }
}
