//! JSON Lines: one object per record. The keys are a stable contract, which a schema describes.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::{Serialize, Serializer};

use super::{Emitter, Entry};
use crate::check::Checked;
use crate::collection::{
    Cell, GAME_COLUMNS, Game, GameColumn, TURN_COLUMNS, TurnColumn, each_turn,
};
use crate::findings::{Finding, Fix, Hint, HintText, Severity};
use crate::games::GameId;
use crate::notation::{LineAddress, score_text};
use crate::text::{SourceText, SpanJson, json_line};

/// Emitter of JSON Lines, one object per record.
#[derive(Clone, Copy, Debug, Default)]
pub struct Json;

impl Emitter for Json {
    fn record(&mut self, entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()> {
        let line = json_line(entry)?;
        writeln!(out, "{line}")
    }
}

/// Optional part of an object, included on request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Extra {
    /// Bare form.
    Bare,
    /// Hash of the bare form.
    Key,
    /// Position before the first turn, and after each turn.
    Positions,
    /// Column of the table of games that objects lack by default: one of [`GAME_COLUMNS`], by its
    /// name.
    Column(&'static str),
    /// Rows of the table of turns.
    TurnRows,
}

impl Extra {
    /// Returns the parts with a name: `bare`, `key`, `positions`, `turn_rows`, a column of the
    /// table of games, or `table` for all of these columns. Empty if the name is unknown.
    pub fn named(name: &str) -> Vec<Self> {
        match name {
            "bare" => vec![Self::Bare],
            "key" => vec![Self::Key],
            "positions" => vec![Self::Positions],
            "turn_rows" => vec![Self::TurnRows],
            "table" => Self::columns()
                .map(Self::Column)
                .chain([Self::Key])
                .collect(),
            name => Self::columns()
                .filter(|column| *column == name)
                .map(Self::Column)
                .collect(),
        }
    }

    /// Returns the names of the columns in the table of games that objects do not have by default.
    pub fn columns() -> impl Iterator<Item = &'static str> {
        GAME_COLUMNS
            .iter()
            .map(|column| column.name)
            .filter(|name| !NOT_EXTRA_COLUMNS.contains(name))
    }
}

/// Columns of the table of games that are not requested as columns: every object has them, or they
/// have a variant of [`Extra`].
const NOT_EXTRA_COLUMNS: [&str; 11] = [
    "path", "record", "line", "game", "variant", "turns", "valid", "findings", "result", "score",
    "key",
];

/// Part that was requested; null if the record does not have it.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
struct Requested<T>(Option<T>);

/// The requested parts of a record, each null if the record does not have it.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Extras {
    /// The bare form, equal for two records of the same game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    bare: Option<Requested<String>>,
    /// SHA-256 of the bare form.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    key: Option<Requested<String>>,
    /// The positions before the first turn and after each turn of the main line.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<Vec<String>>"))]
    positions: Option<Requested<Vec<String>>>,
    /// The rows of the record in the table of turns.
    #[serde(skip_serializing_if = "Option::is_none")]
    turn_rows: Option<Vec<TurnRow>>,
    #[serde(flatten)]
    columns: Columns,
}

/// Columns of the table of games, by their names.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(transparent)]
struct Columns(BTreeMap<&'static str, Cell>);

#[cfg(test)]
impl schemars::JsonSchema for Columns {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Columns".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let asked = GAME_COLUMNS
            .iter()
            .filter(|column| !NOT_EXTRA_COLUMNS.contains(&column.name));
        let properties = asked.map(|column| (column.name.to_owned(), column.schema()));
        schemars::json_schema!({"type": "object", "properties": properties.collect::<serde_json::Map<_, _>>()})
    }
}

/// A row of the table of turns.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
struct TurnRow(BTreeMap<&'static str, Cell>);

#[cfg(test)]
impl schemars::JsonSchema for TurnRow {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "TurnRow".into()
    }

    fn json_schema(_generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let own = TURN_COLUMNS.iter().filter(|column| is_of_turns(column));
        let properties = own.map(|column| (column.name.to_owned(), column.schema()));
        schemars::json_schema!({"type": "object", "properties": properties.collect::<serde_json::Map<_, _>>()})
    }
}

/// Returns true if a column of the table of turns describes the turn, not the record that contains
/// it.
fn is_of_turns(column: &TurnColumn) -> bool {
    !["path", "record", "game", "game_key"].contains(&column.name)
}

impl Extras {
    /// Collects the requested parts of a record.
    pub fn new(checked: &Checked, asked: &[Extra]) -> Self {
        let is_requested = |extra| asked.contains(&extra);
        // Every object states its path and number itself.
        let game = Game::new(checked);
        let column = |column: &GameColumn| {
            is_requested(Extra::Column(column.name)).then(|| (column.name, column.cell(&game)))
        };
        Self {
            bare: is_requested(Extra::Bare).then(|| Requested(checked.bare())),
            key: is_requested(Extra::Key).then(|| Requested(checked.key())),
            positions: is_requested(Extra::Positions).then(|| Requested(checked.positions())),
            turn_rows: is_requested(Extra::TurnRows).then(|| turn_rows(&game)),
            columns: Columns(GAME_COLUMNS.iter().filter_map(column).collect()),
        }
    }
}

/// Returns the rows of the table of turns, without the columns that identify the record.
fn turn_rows(game: &Game<'_>) -> Vec<TurnRow> {
    let mut rows = Vec::new();
    each_turn(game, |turn| {
        let columns = TURN_COLUMNS.iter().filter(|column| is_of_turns(column));
        rows.push(TurnRow(
            columns
                .map(|column| (column.name, column.cell(turn)))
                .collect(),
        ));
    });
    rows
}

/// Result of checking one record, as JSON.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct RecordJson<'a> {
    /// The file; `-` for standard input.
    path: &'a str,
    /// The number of the record in its file, from 1.
    record: u64,
    /// The line on which it begins.
    line: u64,
    /// The game; null if the record does not name a known one.
    game: Option<&'static str>,
    /// The variant; null if the record does not name it.
    variant: Option<String>,
    /// True if no finding is an error.
    valid: bool,
    /// The number of turns of the main line that were replayed without error.
    turns: u32,
    /// The result of each seat under the rules or after a resignation; null while the game is open.
    result: Option<String>,
    /// The points of each seat after the end of the game.
    score: Option<String>,
    /// The findings, in the order of the text.
    findings: Vec<FindingJson<'a>>,
    #[serde(flatten)]
    extras: Option<&'a Extras>,
}

/// A finding, as JSON.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct FindingJson<'a> {
    /// The stable code.
    code: &'static str,
    /// The severity.
    severity: Severity,
    /// The number of the rule, or the section of the notation.
    rule: &'static str,
    /// The turn, from 1; 0 for tags and the result.
    turn: u32,
    /// In a variation: the turn that it replaces and its number among the variations, for each
    /// level.
    #[serde(skip_serializing_if = "<[u32]>::is_empty")]
    variation: &'a [u32],
    /// The address of the turn, as commands take it with `--line`; left out for tags and the
    /// result.
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<String>,
    /// The message.
    message: &'a str,
    /// Advice on how to fix it.
    help: Option<String>,
    /// What could be done about it, for programs: `help` says it in words.
    #[serde(skip_serializing_if = "<[Hint]>::is_empty")]
    hints: &'a [Hint],
    /// The part of the text that the finding is about.
    span: SpanJson,
    /// Other places that the finding refers to.
    related: Vec<RelatedJson<'a>>,
    /// The fix of the record, if only one change would fix it.
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<FixJson<'a>>,
}

/// A change that fixes a record.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct FixJson<'a> {
    /// The change and the evidence for it.
    message: &'a str,
    /// The bytes to replace, in their order, without overlaps.
    edits: Vec<EditJson<'a>>,
}

/// A range of bytes from the start of the file, and its new text.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct EditJson<'a> {
    start: u64,
    end: u64,
    text: &'a str,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct RelatedJson<'a> {
    turn: u32,
    message: &'a str,
    span: SpanJson,
}

/// The object of a record, as `check --format json` writes it.
impl Serialize for Entry<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RecordJson::new(self).serialize(serializer)
    }
}

impl<'a> RecordJson<'a> {
    fn new(entry: &Entry<'a>) -> Self {
        let Checked { game, report, .. } = entry.checked;
        let source = entry.checked.source();
        Self {
            path: entry.path,
            record: entry.number,
            line: source.first_line(),
            game: game.map(GameId::name),
            variant: Game::new(entry.checked).variant(),
            valid: !entry.has_failed(),
            turns: report.turns,
            result: report.result.as_ref().map(ToString::to_string),
            score: report.score.as_deref().map(score_text),
            findings: report
                .findings
                .iter()
                .map(|finding| FindingJson::new(source, finding, entry.hint_text))
                .collect(),
            extras: entry.extras,
        }
    }
}

/// Returns the JSON form of a finding in `source`, its hints worded by `hint_text`.
pub fn finding_json<'a>(
    source: &SourceText,
    finding: &'a Finding,
    hint_text: HintText,
) -> impl Serialize + use<'a> {
    FindingJson::new(source, finding, hint_text)
}

impl<'a> FindingJson<'a> {
    fn new(source: &SourceText, finding: &'a Finding, hint_text: HintText) -> Self {
        let related = finding.related.iter().map(|related| RelatedJson {
            turn: related.turn,
            message: &related.message,
            span: SpanJson::new(source, related.span),
        });
        Self {
            code: finding.code.id,
            severity: finding.severity,
            rule: finding.rule,
            turn: finding.turn,
            variation: &finding.variation,
            address: LineAddress::of_finding(finding).map(|address| address.to_string()),
            message: &finding.message,
            help: finding.advice(hint_text),
            hints: &finding.hints,
            span: SpanJson::new(source, finding.span),
            related: related.collect(),
            fix: finding.fix.as_ref().map(|fix| FixJson {
                message: &fix.message,
                edits: edits_json(source, fix),
            }),
        }
    }
}

fn edits_json<'a>(source: &SourceText, fix: &'a Fix) -> Vec<EditJson<'a>> {
    let edits = fix.edits.iter().map(|(span, text)| {
        let bytes = source.in_file(*span);
        EditJson {
            start: bytes.start,
            end: bytes.end,
            text,
        }
    });
    edits.collect()
}
