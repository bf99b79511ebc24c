//! Plays random games of all four games with typed turns, and prints how many it plays per second.
//!
//! `cargo run --release --example random_playouts`

use std::error::Error;
use std::time::{Duration, Instant};

use pipscribe::prelude::*;
use pipscribe::replay::{NewGame, NewGameError};

/// The games and their tags.
pub(crate) const SETUPS: [(GameId, &[(&str, &str)]); 4] = [
    (GameId::Gipf, &[("Variant", "basic")]),
    (GameId::Pippinzip, &[("Variant", "pipeline"), ("Size", "9")]),
    (GameId::Pippip, &[]),
    (GameId::Pipe, &[("Variant", "both"), ("Deck", "twin-works")]),
];
/// Maximum number of turns, because games may be long.
pub(crate) const MAX_TURNS: usize = 40;

fn main() -> Result<(), Box<dyn Error>> {
    for (id, tags) in SETUPS {
        let game = LiveGame::start(&start(id, tags)?)?;
        let (playouts, seconds) = measured(game.position(), Duration::from_secs(1))?;
        println!(
            "{:10} {:8.0} playouts/s",
            game.position().game(),
            f64::from(playouts) / seconds
        );
    }
    Ok(())
}

/// Returns the record of a game that starts, in the Pipe Game with dealt hands.
pub(crate) fn start(id: GameId, tags: &[(&str, &str)]) -> Result<String, NewGameError> {
    let mut game = NewGame::new(id);
    for (name, value) in tags {
        game.add(*name, *value)?;
    }
    game.random(&Context::default(), 1, 0, 0)
}

/// Plays random games for a while. Returns their number and the seconds that they took.
fn measured(start: &Position, time: Duration) -> Result<(u32, f64), Box<Finding>> {
    let begun = Instant::now();
    let mut random = Random(1);
    let mut playouts = 0;

    while begun.elapsed() < time {
        playout(start, &mut random)?;
        playouts += 1;
    }
    Ok((playouts, begun.elapsed().as_secs_f64()))
}

/// Plays random turns to the end of the game, or to the limit, and returns the last position.
pub(crate) fn playout(start: &Position, random: &mut Random) -> Result<Position, Box<Finding>> {
    let mut position = start.clone();
    for _ in 0..MAX_TURNS {
        let mut turns = position.turns();
        if turns.len() == 0 {
            break;
        }
        let Some(turn) = turns.nth(random.below(turns.len())) else {
            break;
        };
        position = position.play(&turn)?;
    }
    Ok(position)
}

/// A linear congruential generator, which is random enough for playouts.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// Returns a number below a limit.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = self.0.wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}
