//! Input of turns by choices: a turn is built step by step, as by clicking, and written into its
//! record.
//!
//! In all games, every legal turn is a path of choices. [`choices`] returns the next choices for a
//! position and the choices made so far. Each choice has a key, a label and the places of the board
//! that represent it, so that one mechanism serves clicking, dragging, typing and screen readers.
//! [`written()`] then inserts the turn into the record: it may exist already, extend its line, or
//! become a variation.

mod written_turn;

use std::sync::Arc;

use crate::draw::Lang;
use crate::games::{Choice, Game, with_game};
use crate::notation::is_resignation;
use crate::replay::Position;

pub use written_turn::{NotWritten, Written, written};

/// Choices in a position after some choices have been made.
#[derive(Clone, Debug)]
pub struct Step {
    /// Prompt, as a sentence.
    pub asks: String,
    /// The turn in canonical form if it may end here.
    pub turn: Option<String>,
    /// The choices; empty if the turn can only end.
    pub choices: Vec<Choice>,
    /// The position as changed by the choices so far, for display.
    pub shown: Position,
    /// True if the seat to move may resign instead.
    pub resign: bool,
}

/// Reason why there are no choices.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoChoice {
    /// The choice does not exist.
    #[error("`{key}` cannot be chosen there")]
    Key {
        /// The requested choice.
        key: String,
        /// The index in the list of choices made, from 0.
        at: usize,
    },
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The position cannot be shown as requested.
    #[error("nothing can be played there")]
    Nowhere,
}

/// Returns the choices in a position, given those already made in `chosen`.
///
/// ```
/// use pipscribe::LiveGame;
/// use pipscribe::replay::choices::choices;
/// use pipscribe::draw::Lang;
///
/// let game = LiveGame::start("[Game \"gipf\"]\n[Variant \"basic\"]\n").map_err(|finding| finding.code.id)?;
/// let dots = choices(game.position(), &[], Lang::En)?;
/// assert_eq!((dots.choices.len(), dots.turn), (24, None));
/// let directions = choices(game.position(), &["b1".to_owned()], Lang::En)?;
/// assert_eq!(directions.choices.iter().map(|choice| choice.key.as_str()).collect::<Vec<_>>(), ["b2", "c2"]);
/// let pushed = choices(game.position(), &["b1".to_owned(), "b2".to_owned()], Lang::En)?;
/// assert_eq!(pushed.turn.as_deref(), Some("b1-b3"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If an entry of `chosen` is not a valid choice, or the game is over.
pub fn choices(position: &Position, chosen: &[String], lang: Lang) -> Result<Step, NoChoice> {
    if position.result().is_some() {
        return Err(NoChoice::Over);
    }
    with_game!(position.game(), G => step_of::<G>(position, chosen, lang))
}

fn step_of<G: Game>(position: &Position, chosen: &[String], lang: Lang) -> Result<Step, NoChoice> {
    let Some(reached) = position.of_game::<G>() else {
        return Err(NoChoice::Over);
    };
    let mut choosing = G::choosing(&reached.setup, reached.state());
    for (index, key) in chosen.iter().enumerate() {
        if !choosing.choose(key) {
            return Err(NoChoice::Key {
                key: key.clone(),
                at: index,
            });
        }
    }
    let turn = choosing.turn().map(|turn| turn.to_string());
    let choices = choosing.choices(lang);
    let asks = match &turn {
        Some(turn) if choices.is_empty() => lang.fill("The turn is whole: {0}", &[turn]),
        _ => choosing.prompt(lang),
    };
    let shown = Position::shown::<G>(
        Arc::clone(&reached.setup),
        Arc::new(choosing.shown_position().into_owned()),
    );
    Ok(Step {
        asks,
        turn,
        choices,
        shown,
        resign: G::resignation(&reached.setup, reached.state()).is_ok(),
    })
}

/// Returns the choices that make a turn, in order. Returns `None` if the turn is illegal, or is
/// `resign`, which is not made by choices.
pub fn path(position: &Position, turn: &str) -> Option<Vec<String>> {
    let played = position
        .play(turn)
        .ok()?
        .turn()
        .filter(|turn| !is_resignation(turn))?;
    with_game!(position.game(), G => path_of::<G>(position, &played))
}

fn path_of<G: Game>(position: &Position, turn: &str) -> Option<Vec<String>> {
    let reached = position.of_game::<G>()?;
    let turn = G::parse_turn(turn).ok()?;
    let mut choosing = G::choosing(&reached.setup, reached.state());
    let mut path = Vec::new();
    while choosing.turn().as_ref() != Some(&turn) {
        let key = choosing.next_key_toward(&turn)?;
        if !choosing.choose(&key) {
            return None;
        }
        path.push(key);
    }
    Some(path)
}
