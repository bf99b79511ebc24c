//! The table of turns: one row per replayed turn of a main line.

use std::cell::{OnceCell, RefCell};

use super::columns::{Cell, Column, Kind, column};
use super::games_table::Game;
use crate::replay::{Frame, KeyCache, PositionKeys, clock, taken};

/// Column of the table of turns.
pub type TurnColumn = Column<fn(&Turn<'_>) -> Cell>;

/// Turn of the main line of a record.
#[derive(Debug)]
pub struct Turn<'a> {
    line: &'a MainLine<'a>,
    frame: &'a Frame,
    keys: OnceCell<PositionKeys>,
}

/// Values that the turns of a main line share. Computing keys takes longer than computing the rest
/// of the table, so it is done only if a column needs them.
#[derive(Debug)]
struct MainLine<'a> {
    game: &'a Game<'a>,
    game_key: OnceCell<Option<String>>,
    key_cache: RefCell<KeyCache>,
}

/// Columns of the table of turns.
pub static TURN_COLUMNS: [TurnColumn; 13] = [
    column!(
        "path",
        Text,
        "the file that the record was read from; `-` for standard input",
        |turn| Cell::text(turn.line.game.path)
    ),
    column!(
        "record",
        Number,
        "the number of the record in the file, from 1",
        |turn| turn.line.game.record.map_or(Cell::Null, Cell::Number)
    ),
    column!("game_key", Text?, "the `key` of the game", |turn| {
        Cell::text(turn.game_key())
    }),
    column!("game", Text?, "the game", |turn| Cell::text(
        turn.line.game.checked.game
    )),
    column!("turn", Number, "the number of the turn, from 1", |turn| {
        Cell::Number(u64::from(turn.frame.number))
    }),
    column!(
        "seat",
        Number?,
        "the seat that played the turn, from 1",
        |turn| {
            turn.frame
                .seat()
                .map_or(Cell::Null, |seat| Cell::Number(u64::from(seat)))
        }
    ),
    column!("text", Text?, "the turn in canonical form", |turn| {
        Cell::text(turn.frame.canonical_turn())
    }),
    column!("position", Text, "the position after the turn", |turn| {
        Cell::Text(turn.frame.position.text())
    }),
    column!("position_key", Text, "the key of the position", |turn| {
        Cell::Text(turn.keys().exact.to_string())
    }),
    column!(
        "symmetric_key",
        Text,
        "a key of the position that is the same on rotated or mirrored boards",
        |turn| Cell::Text(turn.keys().symmetric.to_string())
    ),
    column!(
        "captured",
        Text?,
        "the items removed, converted or picked up, as written after `x` in the canonical form",
        |turn| {
            let game = turn.line.game.checked.game;
            let items = game
                .zip(turn.frame.canonical_turn())
                .map(|(game, text)| taken(game, &text).join(","));
            Cell::text(items.filter(|items| !items.is_empty()))
        }
    ),
    column!(
        "clock",
        Text?,
        "the argument of `[%clock …]` in the comment on the turn",
        |turn| Cell::text(turn.command_argument("clock"))
    ),
    column!(
        "time",
        Text?,
        "the argument of `[%time …]` in the comment on the turn",
        |turn| Cell::text(turn.command_argument("time"))
    ),
];

impl Turn<'_> {
    fn game_key(&self) -> Option<&str> {
        let key = self
            .line
            .game_key
            .get_or_init(|| self.line.game.checked.key());
        key.as_deref()
    }

    fn keys(&self) -> PositionKeys {
        let compute = || {
            self.frame
                .position
                .keys(&mut self.line.key_cache.borrow_mut())
        };
        *self.keys.get_or_init(compute)
    }

    /// Returns the argument of a command in the comment on the turn: `clock` or `time`.
    fn command_argument(&self, name: &str) -> Option<&str> {
        clock(self.line.game.checked.timeline().ok()?, self.frame, name)
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
    let line = MainLine {
        game,
        game_key: OnceCell::new(),
        key_cache: RefCell::default(),
    };
    for frame in timeline.main_line().filter(|frame| frame.turn.is_some()) {
        give(&Turn {
            line: &line,
            frame,
            keys: OnceCell::new(),
        });
    }
}
