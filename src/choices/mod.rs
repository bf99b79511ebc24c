//! Playing by choices: a turn is put together part by part, click by click, and written into its record.
//!
//! Every legal turn is a path of choices, in every game alike. [`choices`] says for a position and what has been chosen so far
//! what can be chosen next: each choice has a key, a label in words and the places of the board that stand for it. So one
//! mechanism serves whoever clicks, drags, types or listens. [`written()`] then says where the turn stands in the record: it is
//! there already, goes on at the end of its line, or becomes a variation.

mod board;
mod written;

use std::sync::Arc;

use crate::draw::Lang;
use crate::games::{Choice, Game, with_game};
use crate::notation::is_resignation;
use crate::replay::Position;

pub use board::{Board, BoardOptions, ChoiceShown, Choices, NoBoard, Way, board_at, choices_at, choices_shown};
pub use written::{NotWritten, Written, written};

/// What can be chosen in a position once some choices are made.
#[derive(Clone, Debug)]
pub struct Step {
    /// What is to be chosen, as a sentence.
    pub asks: String,
    /// The turn in canonical form, where it may end here.
    pub turn: Option<String>,
    /// What can be chosen; nothing where the turn can but end.
    pub choices: Vec<Choice>,
    /// The position as the parts that were chosen have changed it, to be looked at.
    pub shown: Position,
    /// Whether the seat to move may resign instead.
    pub resign: bool,
}

/// What was chosen and is no choice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoChoice {
    /// There is no such choice.
    #[error("`{key}` cannot be chosen there")]
    Key {
        /// What was to be chosen.
        key: String,
        /// Which of the choices it is, from 0.
        at: usize,
    },
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// There is no such turn to go on from, or it was not played.
    #[error("nothing can be played there")]
    Nowhere,
}

/// What can be chosen in a position once `chosen` is.
///
/// ```
/// use pipscribe::LiveGame;
/// use pipscribe::choices::choices;
/// use pipscribe::draw::Lang;
///
/// let game = LiveGame::start("[Game \"gipf\"]\n[Variant \"basic\"]\n").map_err(|finding| finding.code.id)?;
/// let dots = choices(game.here(), &[], Lang::En)?;
/// assert_eq!((dots.choices.len(), dots.turn), (24, None));
/// let directions = choices(game.here(), &["b1".to_owned()], Lang::En)?;
/// assert_eq!(directions.choices.iter().map(|choice| choice.key.as_str()).collect::<Vec<_>>(), ["b2", "c2"]);
/// let pushed = choices(game.here(), &["b1".to_owned(), "b2".to_owned()], Lang::En)?;
/// assert_eq!(pushed.turn.as_deref(), Some("b1-b3"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Where something chosen is no choice, or the game is over.
pub fn choices(position: &Position, chosen: &[String], lang: Lang) -> Result<Step, NoChoice> {
    if position.result().is_some() {
        return Err(NoChoice::Over);
    }
    with_game!(position.game(), G => step_of::<G>(position, chosen, lang))
}

fn step_of<G: Game>(position: &Position, chosen: &[String], lang: Lang) -> Result<Step, NoChoice> {
    let Some(reached) = position.of_game::<G>() else { return Err(NoChoice::Over) };
    let mut choosing = G::choosing(&reached.setup, reached.state());
    for (at, key) in chosen.iter().enumerate() {
        if !choosing.choose(key) {
            return Err(NoChoice::Key { key: key.clone(), at });
        }
    }
    let (turn, choices) = (choosing.turn().map(|turn| turn.to_string()), choosing.choices(lang));
    let asks = match &turn {
        Some(turn) if choices.is_empty() => lang.fill("The turn is whole: {0}", &[turn]),
        _ => choosing.asks(lang),
    };
    let shown = Position::shown::<G>(Arc::clone(&reached.setup), Arc::new(choosing.shown().into_owned()));
    Ok(Step { asks, turn, choices, shown, resign: G::resignation(&reached.setup, reached.state()).is_ok() })
}

/// The choices that make a turn, in their order; `None` where it is not legal, or is `resign`, which is no matter of choices.
pub fn path(position: &Position, turn: &str) -> Option<Vec<String>> {
    let played = position.play(turn).ok()?.turn().filter(|turn| !is_resignation(turn))?;
    with_game!(position.game(), G => path_of::<G>(position, &played))
}

fn path_of<G: Game>(position: &Position, turn: &str) -> Option<Vec<String>> {
    let reached = position.of_game::<G>()?;
    let turn = G::parse_turn(turn).ok()?;
    let mut choosing = G::choosing(&reached.setup, reached.state());
    let mut path = Vec::new();
    while choosing.turn().as_ref() != Some(&turn) {
        let key = choosing.toward(&turn)?;
        if !choosing.choose(&key) {
            return None;
        }
        path.push(key);
    }
    Some(path)
}
