//! Prints a table of players with the number of games that each has won, and of games that count.
//!
//! `cargo run --example table -- corpus/gipf/real/*.pips`; without files, it reads two short games.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs::File;
use std::io::{BufReader, Read};

use pipscribe::check_reader;

pub(crate) const GAMES: &str = "[Game \"gipf\"]\n[Variant \"basic\"]\n[Player1 \"Ann\"]\n[Player2 \"Ben\"]\n\n\
                     1. b3 2. resign 1-0\n\n\
                     [Game \"gipf\"]\n[Variant \"basic\"]\n[Player1 \"Ben\"]\n[Player2 \"Ann\"]\n\
                     [Termination \"time\"]\n\n1. b3 0-1\n";

/// Games won and games played, by player.
pub(crate) type Table = BTreeMap<String, (u32, u32)>;

fn main() -> Result<(), Box<dyn Error>> {
    let mut table = Table::new();
    let files: Vec<_> = std::env::args_os().skip(1).collect();
    if files.is_empty() {
        count(GAMES.as_bytes(), &mut table)?;
    }
    for file in files {
        count(BufReader::new(File::open(file)?), &mut table)?;
    }

    for (player, (won, played)) in table {
        println!("{player:20} {won}/{played}");
    }
    Ok(())
}

/// Adds the valid, finished games of a stream to the table.
pub(crate) fn count(records: impl Read, table: &mut Table) -> std::io::Result<()> {
    for checked in check_reader(records) {
        let checked = checked?;
        if !checked.report.is_valid() {
            continue;
        }
        let Some(standing) = checked.result() else {
            continue;
        };

        for seat in 1..=standing.points().len() {
            let Some(player) = checked.tag(&format!("Player{seat}")) else {
                continue;
            };
            let (won, played) = table.entry(player.value.to_string()).or_default();
            *played += 1;
            if standing.winner().map(usize::from) == Some(seat) {
                *won += 1;
            }
        }
    }
    Ok(())
}
