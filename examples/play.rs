//! Plays a game to its end: each seat takes the turn that leaves the other seat the fewest replies.
//!
//! `cargo run --example play` prints the record of a game of GIPF.

use pipscribe::LiveGame;
use pipscribe::findings::Finding;

/// Maximum number of turns, because two cautious seats might play for ever.
const MAX_TURNS: usize = 200;

fn main() {
    match play("[Game \"gipf\"]\n[Variant \"basic\"]\n") {
        Ok(record) => print!("{record}"),
        Err(finding) => eprintln!("{}", finding.message),
    }
}

/// Returns the record of a game with these tags.
pub(crate) fn play(tags: &str) -> Result<String, Box<Finding>> {
    let mut game = LiveGame::start(tags)?;
    while game.turn_count() < MAX_TURNS {
        let Some(turn) = sharpest(&game)? else { break };
        game.play(&turn)?;
    }
    Ok(game.record())
}

/// Returns the turn with the fewest replies, the first of several; `None` if the game is decided.
fn sharpest(game: &LiveGame) -> Result<Option<String>, Box<Finding>> {
    let mut best: Option<(u64, String)> = None;
    for turn in game.position().legal_turns() {
        let mut after = game.clone();
        after.play(&turn)?;
        // Counting stops if there are not fewer replies than to the best turn so far.
        let fewest = best.as_ref().map_or(u64::MAX, |(replies, _)| *replies);
        let replies = fewest
            .checked_sub(1)
            .and_then(|most| after.position().count_legal_turns(most));
        if let Some(replies) = replies {
            best = Some((replies, turn));
        }
    }
    Ok(best.map(|(_, turn)| turn))
}
