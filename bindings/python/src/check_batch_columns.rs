//! Columns that `check_batch` offers: its own ones ([`own_columns`]), which are about all records of
//! a text and the first finding, and those of the table of games ([`game_columns`]).

use pipscribe::Checked;
use pipscribe::collection::{Cell, Fullness, GAME_COLUMNS, Game, GameColumn};
use pipscribe::findings::Finding as Found;

use crate::finding::{Finding, Origin};
use crate::table::{Field, Kind};

/// Row of `check_batch`: the records of a text, which should be one.
pub(crate) struct JudgedText<'a> {
    text: &'a [u8],
    records: &'a [Checked],
    /// The first record, as a row of the table of games.
    pub(crate) game: &'a Game<'a>,
    /// First error, or the first warning if there are no errors, with the record that contains it.
    first: Option<(&'a Checked, &'a Found)>,
}

impl<'a> JudgedText<'a> {
    /// Creates the row of a text with its records; `game` is the first of them.
    pub(crate) fn new(text: &'a [u8], records: &'a [Checked], game: &'a Game<'a>) -> Self {
        let findings = move || {
            records.iter().flat_map(|checked| {
                let of_record = checked.report.findings.iter();
                of_record.map(move |finding| (checked, finding))
            })
        };
        let first = findings()
            .find(|(_, finding)| finding.is_error())
            .or_else(|| findings().next());
        Self {
            text,
            records,
            game,
            first,
        }
    }

    fn first_finding(&self) -> Option<Finding> {
        let (checked, finding) = self.first?;
        let origin = Origin::new(checked.source(), self.characters_before(checked));
        Some(Finding::new(finding, origin))
    }

    /// Returns the number of characters before a record in the text.
    fn characters_before(&self, checked: &Checked) -> usize {
        let offset = usize::try_from(checked.source().offset())
            .unwrap_or(usize::MAX)
            .min(self.text.len());
        String::from_utf8_lossy(&self.text[..offset])
            .chars()
            .count()
    }
}

/// Column of `check_batch` that is not in the table of games.
pub(crate) type OwnColumn = (Field, fn(&JudgedText<'_>) -> Cell);

/// Returns a cell with a number.
pub(crate) fn number(number: usize) -> Cell {
    Cell::Number(number as u64)
}

/// Returns the columns that the table of games does not have, each with the function that computes
/// its cell.
pub(crate) fn own_columns() -> Vec<OwnColumn> {
    let own_field = |name, kind, about| Field {
        name,
        kind,
        nullable: true,
        about,
    };
    vec![
        (
            own_field(
                "records",
                Kind::Number,
                "how many records the row has; its other columns are the first one's",
            ),
            |row| number(row.records.len()),
        ),
        (
            own_field(
                "valid",
                Kind::Bool,
                "whether no finding of the row is an error",
            ),
            |row| Cell::Bool(row.records.iter().all(|checked| checked.report.is_valid())),
        ),
        (
            own_field(
                "first_code",
                Kind::Text,
                "the code of the first error or, without errors, of the first warning",
            ),
            |row| {
                row.first.map_or(Cell::Null, |(_, finding)| {
                    Cell::Text(finding.code.id.to_owned())
                })
            },
        ),
        (
            own_field(
                "first_rule",
                Kind::Text,
                "the number of the rule that it is about",
            ),
            |row| {
                row.first.map_or(Cell::Null, |(_, finding)| {
                    Cell::Text(finding.rule.to_owned())
                })
            },
        ),
        (
            own_field(
                "first_turn",
                Kind::Number,
                "its turn, from 1; 0 for tags and the result",
            ),
            |row| {
                row.first.map_or(Cell::Null, |(_, finding)| {
                    Cell::Number(u64::from(finding.turn))
                })
            },
        ),
        (
            own_field("first_message", Kind::Text, "what is wrong"),
            |row| {
                row.first.map_or(Cell::Null, |(_, finding)| {
                    Cell::Text(finding.message.to_string())
                })
            },
        ),
        (
            own_field(
                "first_start",
                Kind::Number,
                "where that begins in the row's text, in characters from 0",
            ),
            |row| {
                row.first_finding()
                    .map_or(Cell::Null, |finding| number(finding.span.0))
            },
        ),
        (
            own_field("first_end", Kind::Number, "where it ends"),
            |row| {
                row.first_finding()
                    .map_or(Cell::Null, |finding| number(finding.span.1))
            },
        ),
        // Together with `valid` and `turns`, these columns show which record of a game is the fullest.
        (
            own_field(
                "tags_told",
                Kind::Number,
                "the number of tags whose value is neither empty nor `?`",
            ),
            |row| Cell::Number(u64::from(Fullness::from_game(row.game).tags)),
        ),
        (
            own_field(
                "remarks",
                Kind::Number,
                "how many bytes of comments and variations there are, and how many glyphs",
            ),
            |row| Cell::Number(u64::from(Fullness::from_game(row.game).remarks)),
        ),
    ]
}

/// Returns the columns of the table of games that `check_batch` takes over: not those that describe the file, and not
/// those that [`own_columns`] computes from all records of the text.
pub(crate) fn game_columns() -> impl Iterator<Item = &'static GameColumn> {
    let of_file = ["path", "record", "line"];
    let own = ["valid", "first_code"];
    GAME_COLUMNS
        .iter()
        .filter(move |column| !of_file.contains(&column.name) && !own.contains(&column.name))
}
