//! Draws a position in which the game is decided, as in rule books.
//!
//! `cargo run --example final_position`

use pipscribe::prelude::*;

/// A chain of White's cubes crosses the board.
pub(crate) const WON: &str = "3w/w3/bbbb/w2w 1 taker=2 -";

fn main() -> Result<(), Box<Finding>> {
    print!("{}", drawn(GameId::Pippinzip, "zipline", WON)?);
    Ok(())
}

/// Draws a position as text, with its result below it.
pub(crate) fn drawn(game: GameId, variant: &str, text: &str) -> Result<String, Box<Finding>> {
    let position = Position::from_text(game, variant, text)?;
    let mut drawing = write_text(&position.scene());

    if let Some(result) = position.result() {
        drawing.push_str(&format!("{result}\n"));
    }
    Ok(drawing)
}
