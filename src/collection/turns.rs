//! The table of turns: one row per replayed turn of a main line.

use super::columns::{Cell, Column, Kind, column};
use super::games::Game;
use crate::games::GameId;
use crate::replay::{Frame, PositionKeys, clock, taken};

/// Column of the table of turns.
pub type TurnColumn = Column<fn(&Turn<'_>) -> Cell>;

/// Turn of the main line of a record.
#[derive(Debug)]
pub struct Turn<'a> {
    /// Record that contains the turn.
    game: &'a Game<'a>,
    game_key: Option<&'a str>,
    frame: &'a Frame,
    keys: PositionKeys,
}

/// Columns of the table of turns.
pub static TURN_COLUMNS: [TurnColumn; 13] = [
    column!(
        "path",
        Text,
        "the file that the record was read from; `-` for standard input",
        |turn| Cell::Text(turn.game.path.to_owned())
    ),
    column!(
        "record",
        Number,
        "which record of the file, from 1",
        |turn| Cell::Number(turn.game.record)
    ),
    column!("game_key", Text?, "the `key` of the game", |turn| {
        Cell::text(turn.game_key)
    }),
    column!("game", Text?, "the game", |turn| Cell::text(
        turn.game.checked.game
    )),
    column!("turn", Number, "the number of the turn, from 1", |turn| {
        Cell::Number(u64::from(turn.frame.number))
    }),
    column!("seat", Number?, "the seat that took it, from 1", |turn| {
        turn.frame
            .seat()
            .map_or(Cell::Null, |seat| Cell::Number(u64::from(seat)))
    }),
    column!("text", Text?, "the turn in canonical form", |turn| {
        Cell::text(turn.frame.canonical_turn())
    }),
    column!(
        "position",
        Text,
        "the position after it",
        |turn| Cell::Text(turn.frame.position.text())
    ),
    column!("position_key", Text, "the key of that position", |turn| {
        Cell::Text(turn.keys.exact.to_string())
    }),
    column!(
        "symmetric_key",
        Text,
        "the same for every rotation of the board",
        |turn| Cell::Text(turn.keys.symmetric.to_string())
    ),
    column!(
        "captured",
        Text?,
        "what the turn removed, converted or picked up, as written after `x` in the canonical form",
        |turn| {
            let game = turn.game.checked.game;
            let taken = |(game, text): (GameId, String)| taken(game, &text).join(",");
            let taken = game.zip(turn.frame.canonical_turn()).map(taken);
            Cell::text(taken.filter(|taken| !taken.is_empty()))
        }
    ),
    column!(
        "clock",
        Text?,
        "what its comment has in `[%clock …]`",
        |turn| Cell::text(turn.command("clock"))
    ),
    column!(
        "time",
        Text?,
        "what its comment has in `[%time …]`",
        |turn| Cell::text(turn.command("time"))
    ),
];

impl Turn<'_> {
    fn command(&self, name: &str) -> Option<&str> {
        clock(self.game.checked.timeline().ok()?, self.frame, name)
    }
}

impl TurnColumn {
    /// Returns the value for a turn.
    pub fn cell(&self, turn: &Turn<'_>) -> Cell {
        (self.value)(turn)
    }
}

/// Calls `give` with each replayed turn of the main line of a game.
pub fn each_turn(game: &Game<'_>, mut give: impl FnMut(&Turn<'_>)) {
    let Ok(timeline) = game.checked.timeline() else {
        return;
    };
    let game_key = game.checked.key();
    for (frame, keys) in timeline
        .position_keys()
        .filter(|(frame, _)| frame.turn.is_some())
    {
        let turn = Turn {
            game,
            game_key: game_key.as_deref(),
            frame,
            keys,
        };
        give(&turn);
    }
}
