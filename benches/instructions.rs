//! Counts instructions instead of time, because their number is the same for the same binary
//! however busy the machine is.
//!
//! `cargo bench --bench instructions` runs itself under `valgrind --tool=callgrind` and prints, for
//! every game, how many thousand instructions it takes to split, parse, check (including parsing)
//! and format a record, and to judge a turn. A second table gives the cost of checking a record
//! that is not plain, as a multiple of a plain one, and a third the cost of the tables of games and
//! turns, as a multiple of checking. Without valgrind it prints a message and succeeds.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a benchmark may fail where it likes"
)]

use pipscribe::games::Context;
use std::hint::black_box;
use std::process::Command;

use pipscribe::Checked;
use pipscribe::collection::{GAME_COLUMNS, Game, TURN_COLUMNS, each_turn};
use pipscribe::formats::pips;
use pipscribe::games::GameId;
use pipscribe::notation::split_text;
use pipscribe::notation::{Record, TurnNode};
use pipscribe::text::RawRecord;

mod setups;
use setups::{SETUPS, corpus};

/// Number of records of each set-up.
const RECORDS: u64 = 10;
/// The argument that makes this binary do one piece of work.
const WORK: &str = "--work";
/// Name of the form in which records are unchanged.
const PLAIN: &str = "plain";
/// Parts of the work.
const PARTS: [&str; 4] = ["split", "parse", "check", "format"];
/// Further parts: the tables.
const TABLE_OF_GAMES: &str = "table of games";
const TABLE_OF_TURNS: &str = "table of turns";

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let Some(index) = arguments.iter().position(|argument| argument == WORK) {
        let [part, form, name] = &arguments[index + 1..index + 4] else {
            panic!("a part, a form and a set-up")
        };
        let (_, tags) = SETUPS
            .iter()
            .find(|(other, _)| other == name)
            .expect("a set-up of that name");
        return work(part, &formed(form, tags));
    }
    if Command::new("valgrind").arg("--version").output().is_err() {
        return println!("no instructions are counted: valgrind is not installed");
    }
    print_parts();
    print_forms();
    print_tables();
}

/// Prints the cost of each part of the work for plain records.
fn print_parts() {
    println!("thousands of instructions: a record's, and of judging a turn");
    println!(
        "{:<16} {:>7} {:>8} {:>8} {:>8} {:>8} {:>8}",
        "", "turns", "split", "parse", "check", "format", "a turn"
    );
    for (name, tags) in SETUPS {
        let raws = split_text(corpus(tags, RECORDS).as_bytes());
        let turns: u64 = raws
            .into_iter()
            .map(|raw| u64::from(Checked::new(raw, &Context::default()).report.turns))
            .sum();
        let [split, parse, check, format] = PARTS.map(|part| instructions(part, PLAIN, name));
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

/// Prints the cost of checking records in each form.
fn print_forms() {
    println!("\nchecking a record with one of these, as a multiple of a plain one");
    println!(
        "{:<16} {}",
        "",
        FORMS.map(|(form, _)| format!("{form:>13}")).join("")
    );
    for (name, _) in SETUPS {
        let plain = instructions("check", PLAIN, name) as f64;
        let ratios = FORMS
            .map(|(form, _)| format!("{:>13.1}", instructions("check", form, name) as f64 / plain));
        println!("{name:<16} {}", ratios.join(""));
    }
}

/// Prints the cost of all columns of the tables.
fn print_tables() {
    println!("\nall columns of a table, as a multiple of checking");
    println!("{:<16} {:>13}{:>13}", "", "games", "turns");
    for (name, _) in SETUPS {
        let check = instructions("check", PLAIN, name) as f64;
        let [games, turns] =
            [TABLE_OF_GAMES, TABLE_OF_TURNS].map(|part| instructions(part, PLAIN, name) as f64);
        println!("{name:<16} {:>13.1}{:>13.1}", games / check, turns / check);
    }
}

/// Returns the number of instructions that a part of the work takes for the records of a set-up in
/// a form.
fn instructions(part: &str, form: &str, name: &str) -> u64 {
    let output = Command::new("valgrind")
        .args([
            "--tool=callgrind",
            "--callgrind-out-file=/dev/null",
            "--toggle-collect=*counted_work*",
        ])
        .arg(std::env::current_exe().expect("the path of this binary"))
        .args([WORK, part, form, name])
        .output()
        .expect("valgrind runs");
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    let count = stderr
        .lines()
        .find_map(|line| line.split_once("Collected : ")?.1.trim().parse().ok());
    count.unwrap_or_else(|| panic!("valgrind says no count:\n{stderr}"))
}

/// Returns the records of a set-up, changed to a form; unchanged if the form is `plain`.
fn formed(form: &str, tags: &[(&str, &str)]) -> String {
    let plain = corpus(tags, RECORDS);
    let Some((_, change)) = FORMS.iter().find(|(name, _)| *name == form) else {
        return plain;
    };
    split_text(plain.as_bytes())
        .into_iter()
        .map(|raw| change(&Record::parse(raw)))
        .collect()
}

/// Changes a plain record.
type Change = fn(&Record) -> String;

/// Records with one unusual feature each, by the name of their column.
const FORMS: [(&str, Change); 4] = [
    ("expectation", |record| {
        let end = middle(record).text.end as usize;
        inserted(record, end, " {[%expect legal]}")
    }),
    ("odd blank", |record| {
        inserted(record, middle(record).text.start as usize, "\u{A0}")
    }),
    ("wrong number", |record| {
        let text = record.text();
        let number_end = text[..middle(record).text.start as usize]
            .rfind('.')
            .expect("a turn number");
        inserted(record, number_end, "9")
    }),
    ("illegal turn", |record| {
        let first = &record.moves.turns[0];
        let last = record.moves.turns.last().expect("a turn");
        // Repeating the first turn is illegal, except in GIPF.
        let illegal = match record.game() {
            Some(GameId::Gipf) => "a6",
            _ => record.text_of(first.text),
        };
        let text = record.text();
        format!(
            "{}{illegal}{}",
            &text[..last.text.start as usize],
            &text[last.text.end as usize..]
        )
    }),
];

/// Returns the middle turn of a record.
fn middle(record: &Record) -> &TurnNode {
    &record.moves.turns[record.moves.turns.len() / 2]
}

/// Returns the text of a record with another text inserted.
fn inserted(record: &Record, offset: usize, text: &str) -> String {
    let (before, after) = record.text().split_at(offset);
    format!("{before}{text}{after}")
}

/// Does a part of the work twice. The second time is counted.
fn work(part: &str, text: &str) {
    let raws: Vec<RawRecord> = split_text(text.as_bytes());
    let mut once = || match part {
        "split" => drop(black_box(split_text(black_box(text.as_bytes())))),
        "parse" => raws
            .iter()
            .for_each(|raw| drop(black_box(Record::parse(raw.clone())))),
        "check" => raws
            .iter()
            .for_each(|raw| drop(black_box(Checked::new(raw.clone(), &Context::default())))),
        TABLE_OF_GAMES => raws.iter().for_each(|raw| {
            let checked = Checked::with_keys(raw.clone(), &Context::default());
            let game = Game::new(&checked);
            for column in &GAME_COLUMNS {
                drop(black_box(column.cell(&game)));
            }
        }),
        TABLE_OF_TURNS => raws.iter().for_each(|raw| {
            let checked = Checked::new(raw.clone(), &Context::default());
            each_turn(&Game::new(&checked), |turn| {
                for column in &TURN_COLUMNS {
                    drop(black_box(column.cell(turn)));
                }
            });
        }),
        _ => drop(black_box(pips::format(black_box(text.as_bytes()), false))),
    };
    // The first run also creates tables that the process keeps.
    once();
    counted_work(&mut once);
}

/// The function that callgrind counts, by name.
#[inline(never)]
fn counted_work(work: &mut dyn FnMut()) {
    work();
}
