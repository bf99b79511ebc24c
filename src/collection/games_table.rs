//! The table of games: one row per record, valid or not.
//!
//! A *key* is a hash that identifies a game, the beginning of a game, or a position, so that equal
//! ones can be found.

use std::cell::OnceCell;

use super::columns::{Cell, Column, Kind, column};
use crate::check::Checked;
use crate::notation::score_text;
use crate::replay::PositionKeys;
use crate::text::Key;

/// Column of the table of games.
pub type GameColumn = Column<fn(&Game<'_>) -> Cell>;

/// Record of a collection: its place in the files, and the outcome of checking it.
#[derive(Debug)]
pub struct Game<'a> {
    /// Path of the file; `-` for standard input, and `None` if the record was not read from a file.
    pub path: Option<&'a str>,
    /// Number of the record in the file, from 1; `None` if the record was not read from a file.
    pub record: Option<u64>,
    /// The record, and the outcome of checking it.
    pub checked: &'a Checked,
    /// Keys of the first turns ([`Checked::prefix_keys`]).
    prefix_keys: OnceCell<Vec<Key>>,
    /// Keys of the last position.
    end_keys: OnceCell<Option<PositionKeys>>,
}

impl<'a> Game<'a> {
    /// Creates an entry for a record.
    pub fn new(checked: &'a Checked) -> Self {
        Self {
            path: None,
            record: None,
            checked,
            prefix_keys: OnceCell::new(),
            end_keys: OnceCell::new(),
        }
    }

    /// Sets the place of the record: record `record` (from 1) of the file `path`.
    #[must_use]
    pub fn in_file(self, path: &'a str, record: u64) -> Self {
        Self {
            path: Some(path),
            record: Some(record),
            ..self
        }
    }

    /// Returns the value of a tag in the spelling of its game.
    fn tag(&self, name: &str) -> Option<String> {
        let tag = self.checked.tag(name)?;
        let canonical = self
            .checked
            .game
            .and_then(|game| game.canonical_value(name, &tag.value));
        Some(canonical.unwrap_or_else(|| tag.value.to_string()))
    }

    /// Returns the value of a tag as written.
    pub fn written_tag(&self, name: &str) -> Cell {
        Cell::text(self.checked.tag(name).map(|tag| &tag.value))
    }

    /// Returns the variant. A game with a single variant has that variant by default.
    pub fn variant(&self) -> Option<String> {
        self.tag("Variant")
            .or_else(|| match self.checked.game?.variants() {
                [only] => Some((*only).to_owned()),
                _ => None,
            })
    }

    /// Returns the result that the record claims after the movetext, or otherwise in its tag.
    pub fn claimed(&self) -> Option<String> {
        self.checked.head().stated_result()
    }

    /// Returns the key of the first turns: 4, 8, 16 or 32 of them, by the index of that number.
    fn prefix(&self, index: usize) -> Cell {
        let keys = self.prefix_keys.get_or_init(|| self.checked.prefix_keys());
        Cell::text(keys.get(index))
    }

    fn end_keys(&self) -> Option<PositionKeys> {
        *self.end_keys.get_or_init(|| self.checked.end_keys())
    }
}

/// Marks a column as one whose value takes a replay, unless the record was checked with its keys.
const fn from_keys(mut column: GameColumn) -> GameColumn {
    column.needs_keys = true;
    column
}

/// Columns of the table of games.
pub static GAME_COLUMNS: [GameColumn; 24] = [
    column!(
        "path",
        Text,
        "the file that the record was read from; `-` for standard input",
        |game| Cell::text(game.path)
    ),
    column!(
        "record",
        Number,
        "the number of the record in the file, from 1",
        |game| game.record.map_or(Cell::Null, Cell::Number)
    ),
    column!(
        "line",
        Number,
        "the line on which the record begins, from 1",
        |game| Cell::Number(game.checked.source().first_line())
    ),
    column!(
        "game",
        Text?,
        "the game; null if the record does not name a known game",
        |game| Cell::text(game.checked.game)
    ),
    column!("variant", Text?, "the variant", |game| Cell::text(
        game.variant()
    )),
    column!("options", Text?, "the tag `Options`", |game| Cell::text(
        game.tag("Options")
    )),
    column!(
        "tags",
        Map,
        "all tags by name, as written; the first value if a tag is repeated",
        |game| {
            let mut tags: Vec<(String, String)> = Vec::new();
            for tag in &game.checked.head().tags {
                if tags.iter().all(|(known, _)| *known != tag.name) {
                    tags.push((tag.name.to_string(), tag.value.to_string()));
                }
            }
            Cell::Map(tags)
        }
    ),
    from_keys(column!(
        "seats",
        Number?,
        "the number of seats; null if the tags leave it open",
        |game| {
            let seats = game.checked.seats();
            seats.map_or(Cell::Null, |seats| Cell::Number(u64::from(seats)))
        }
    )),
    column!(
        "turns",
        Number,
        "the number of turns of the main line that were replayed without error",
        |game| Cell::Number(u64::from(game.checked.report.turns))
    ),
    column!("valid", Bool, "true if no finding is an error", |game| {
        Cell::Bool(game.checked.report.is_valid())
    }),
    column!(
        "findings",
        Number,
        "the number of findings, including warnings",
        |game| {
            let report = &game.checked.report;
            Cell::Number((report.findings.len() + report.findings_dropped) as u64)
        }
    ),
    column!(
        "first_code",
        Text?,
        "the code of the first error or, without errors, of the first warning",
        |game| {
            Cell::text(
                game.checked
                    .report
                    .main_finding()
                    .map(|finding| finding.code.id),
            )
        }
    ),
    column!(
        "result",
        Text?,
        "the outcome of each seat under the rules or after a resignation; null while the game is open",
        |game| { Cell::text(game.checked.report.result.as_ref()) }
    ),
    column!(
        "claimed_result",
        Text?,
        "the result that the record states, `*` if it states that the game is open",
        |game| { Cell::text(game.claimed()) }
    ),
    column!(
        "score",
        Text?,
        "the points of each seat once the game is over",
        |game| { Cell::text(game.checked.report.score.as_deref().map(score_text)) }
    ),
    column!("termination", Text?, "the tag `Termination`", |game| {
        Cell::text(game.tag("Termination"))
    }),
    from_keys(column!(
        "key",
        Text?,
        "SHA-256 of the bare form: two records of the same game share it",
        |game| Cell::text(game.checked.key())
    )),
    from_keys(column!(
        "symmetric_key",
        Text?,
        "a key that all records of the same game share, also on rotated or mirrored boards",
        |game| Cell::text(game.checked.symmetric_key())
    )),
    from_keys(column!(
        "end_key",
        Text?,
        "the key of the last position that was replayed",
        |game| Cell::text(game.end_keys().map(|keys| keys.exact))
    )),
    from_keys(column!(
        "end_symmetric_key",
        Text?,
        "a key of the last position that is the same on rotated or mirrored boards",
        |game| Cell::text(game.end_keys().map(|keys| keys.symmetric))
    )),
    from_keys(column!(
        "prefix_4",
        Text?,
        "the key of the set-up and the first 4 turns; null if the game has fewer",
        |game| game.prefix(0)
    )),
    from_keys(column!(
        "prefix_8",
        Text?,
        "the key of the set-up and the first 8 turns",
        |game| game.prefix(1)
    )),
    from_keys(column!(
        "prefix_16",
        Text?,
        "the key of the set-up and the first 16 turns",
        |game| game.prefix(2)
    )),
    from_keys(column!(
        "prefix_32",
        Text?,
        "the key of the set-up and the first 32 turns",
        |game| game.prefix(3)
    )),
];

impl GameColumn {
    /// Returns the value for a game.
    pub fn cell(&self, game: &Game<'_>) -> Cell {
        (self.value)(game)
    }

    /// Returns true if the value takes a replay, unless the record was checked with
    /// [`Checked::with_keys`].
    pub fn needs_keys(&self) -> bool {
        self.needs_keys
    }
}
