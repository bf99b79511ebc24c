//! Questions about a turn of a damaged record, and the answers of a person who knows the game.

use serde::Serialize;

/// The question whose answer distinguishes the likely games best.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Question {
    /// The turn, counted in the game from 1.
    pub turn: u32,
    /// What the likely games have there, the likeliest first; an empty text for a game that ends
    /// before.
    pub values: Vec<String>,
}

/// A turn of the game that is certain: the answer to a [`Question`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The turn, counted in the game from 1.
    pub turn: u32,
    /// The turn in the notation; `resign` for a resignation; empty if the game ends before.
    pub text: String,
}

/// An answer that is not written as `27=h8,b9`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "write the number of a turn, `=` and the turn, such as `27=h8,b9`, or `27=` if the game ends \
     before it"
)]
pub struct InvalidAnswer;

impl Answer {
    /// Creates an answer. Fails if the number is 0.
    pub fn new(turn: u32, text: &str) -> Result<Self, InvalidAnswer> {
        if turn == 0 {
            return Err(InvalidAnswer);
        }
        let text = text.trim().to_owned();
        Ok(Self { turn, text })
    }
}

impl std::str::FromStr for Answer {
    type Err = InvalidAnswer;

    fn from_str(text: &str) -> Result<Self, InvalidAnswer> {
        let (turn, text) = text.split_once('=').ok_or(InvalidAnswer)?;
        let turn = turn.trim().parse().map_err(|_| InvalidAnswer)?;
        Self::new(turn, text)
    }
}

/// An answer that no likely game has.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RejectedAnswer {
    /// The answer.
    pub answer: Answer,
    /// True if the text is a turn of the game.
    pub is_turn: bool,
    /// The turns of the likely games at this place, the likeliest first; an empty text for a game
    /// that ends before.
    pub values: Vec<String>,
}
