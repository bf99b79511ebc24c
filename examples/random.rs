//! Plays a random game of GIPF and draws its last position as SVG.
//!
//! `cargo run --example random > figure.svg`

use std::error::Error;

use pipscribe::prelude::*;
use pipscribe::replay::RandomTurns;

fn main() -> Result<(), Box<dyn Error>> {
    print!(
        "{}",
        last_position("[Game \"gipf\"]\n[Variant \"basic\"]\n", "screen", 1)?
    );
    Ok(())
}

/// Draws the position after a random game with these tags, in a theme. The same seed gives the same
/// game.
pub(crate) fn last_position(tags: &str, theme: &str, seed: u64) -> Result<String, Box<dyn Error>> {
    let mut game = LiveGame::start(tags)?;
    let mut random = RandomTurns::new(seed);
    while let Some(turn) = random.next(game.position()) {
        game.play(&turn)?;
    }
    let theme: Theme = theme.parse()?;
    Ok(write_figure(
        &Figure::plain(game.position().scene()),
        &theme,
    ))
}
