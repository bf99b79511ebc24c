//! Checks the records of a file and prints a line for each finding: its place and its code.
//!
//! `cargo run --example check -- corpus/gipf/real/game-b-with-errors.pips`; without a file, it
//! checks a record with an illegal push.

use std::error::Error;

use pipscribe::check_bytes;

const RECORD: &str = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. a2-d4 *\n";

fn main() -> Result<(), Box<dyn Error>> {
    let bytes = match std::env::args_os().nth(1) {
        Some(path) => std::fs::read(path)?,
        None => RECORD.into(),
    };
    print!("{}", codes(&bytes));
    Ok(())
}

/// Returns the line, column, code and turn of every finding in a file of records, and the number of
/// valid records.
pub(crate) fn codes(bytes: &[u8]) -> String {
    let mut text = String::new();
    let (mut records, mut valid) = (0, 0);
    for checked in check_bytes(bytes) {
        records += 1;
        if checked.report.is_valid() {
            valid += 1;
        }
        for finding in &checked.report.findings {
            let place = checked.place(finding);
            text.push_str(&format!(
                "{}:{} {} turn {}\n",
                place.line, place.column, finding.code.id, finding.turn
            ));
        }
    }
    text.push_str(&format!("{valid} of {records} valid\n"));
    text
}
