//! Counts the sequences of turns from the start of a game (perft). This tests the rules of an
//! engine, because every correct program gets the same counts.
//!
//! `cargo run --release --example perft`

use pipscribe::prelude::*;

fn main() -> Result<(), Box<Finding>> {
    let game = LiveGame::start("[Game \"gipf\"]\n[Variant \"basic\"]\n")?;
    for depth in 1..=3 {
        println!("{depth} {}", perft(game.position(), depth)?);
    }
    Ok(())
}

/// Returns the number of sequences of `depth` legal turns.
pub(crate) fn perft(position: &Position, depth: u32) -> Result<u64, Box<Finding>> {
    if depth == 0 {
        return Ok(1);
    }
    // The number of turns is known without playing them.
    if depth == 1 {
        return Ok(position.turns().len() as u64);
    }
    let mut count = 0;
    for turn in position.turns() {
        count += perft(&position.play(&turn)?, depth - 1)?;
    }
    Ok(count)
}
