//! Saves states as texts, and restores them.

use serde::{Deserialize, Serialize};

use super::{Actor, ROLL, State};
use crate::games::Context;
use crate::notation::Record;
use crate::replay::{LiveGame, Timeline};

/// The JSON of a state.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    /// The game as a record.
    record: String,
    /// The choices of the current turn.
    chosen: Vec<String>,
    /// True if a die is to be rolled.
    rolls: bool,
}

/// A text is not a saved state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the text is not a saved state of a game")]
pub struct NotSaved;

impl State {
    /// Returns the state as a text: JSON with the record of the game and the choices of the current
    /// turn.
    pub fn serialize(&self) -> String {
        let chosen = self.chosen().map(str::to_owned).collect();
        let saved = Saved {
            record: self.game.record(),
            chosen,
            rolls: self.actor() == Actor::Chance,
        };
        serde_json::to_string(&saved).unwrap_or_default()
    }

    /// Returns the state from the text that [`State::serialize`] wrote.
    ///
    /// # Errors
    /// If the text is not such a text, or `context` does not have its deck.
    pub fn deserialize(text: &str, context: &Context) -> Result<Self, NotSaved> {
        let saved: Saved = serde_json::from_str(text).map_err(|_| NotSaved)?;
        let timeline =
            Timeline::new(Record::parse_str(&saved.record), context).map_err(|_| NotSaved)?;
        // `u32::MAX`: after all turns of the main line.
        let game = LiveGame::resume(&timeline, u32::MAX, context).map_err(|_| NotSaved)?;
        let mut state = Self::new(game);
        for key in &saved.chosen {
            state.choose(key).ok_or(NotSaved)?;
        }
        if saved.rolls && state.actor() != Actor::Chance {
            state.apply(ROLL).map_err(|_| NotSaved)?;
        }
        Ok(state)
    }
}
