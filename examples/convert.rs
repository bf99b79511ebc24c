//! Converts a game from SGF, and prints the losses of the conversion and the errors in the game.
//!
//! `cargo run --example convert -- game.sgf`; without a file, it converts a short game of GIPF.

use std::error::Error;

use pipscribe::check_bytes;
use pipscribe::formats::{Conversion, convert};

pub(crate) const GAME: &str = "(;GM[39]RU[Basic]PW[Ann]PB[Ben];W[a2-b3];B[a2-c4])";

fn main() -> Result<(), Box<dyn Error>> {
    let bytes = match std::env::args_os().nth(1) {
        Some(path) => std::fs::read(path)?,
        None => GAME.into(),
    };
    print!("{}", converted(&bytes)?);
    Ok(())
}

/// Returns the records, then a line for the losses and a line for each error.
pub(crate) fn converted(sgf: &[u8]) -> Result<String, Box<dyn Error>> {
    let mut conversion = Conversion::default();
    conversion.from = Some("sgf");
    let converted = convert(sgf, &conversion)?;
    let mut text = String::from_utf8(converted.bytes.clone())?;
    if !converted.losses.is_empty() {
        text.push_str(&format!("lost: {}\n", converted.losses));
    }
    for checked in check_bytes(&converted.bytes) {
        for finding in checked.report.findings {
            text.push_str(&format!("{finding}\n"));
        }
    }
    Ok(text)
}
