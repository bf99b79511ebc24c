//! Batch functions: from arrays of texts to tables. They release the GIL, so callers can run them
//! on several threads. Each selects its columns by name, reads the texts (`text_arrays.rs`), and
//! pushes the rows of their records into a [`Table`]: one per text in `check_batch`, one per turn in
//! `replay_batch`, one per position in `features_batch`.

use std::collections::BTreeMap;

use pipscribe::Checked;
use pipscribe::collection::{
    Cell, GAME_COLUMNS, Game, GameColumn, TURN_COLUMNS, TurnColumn, each_turn, material,
    material_names,
};
use pipscribe::games::Context;
use pipscribe::notation::split_text;
use pipscribe::replay::{Frame, KeyCache, Timeline};
use pipscribe::text::RawRecord;
use pyo3::prelude::*;

use crate::arguments::argument;
use crate::arrow::RecordBatch;
use crate::check_batch_columns::{JudgedText, game_columns, number, own_columns};
use crate::deck_context::context;
use crate::errors::refused;
use crate::signals::Signals;
use crate::table::{Field, Kind, Table, Value};
use crate::text_arrays::{record_arrays, texts_of};

/// Function that checks a record, [`Checked::new`] or [`Checked::with_keys`]. The latter also computes the keys of the
/// game (hashes that are equal for equal or symmetric games), which some columns need.
type CheckRecord = fn(RawRecord, &Context) -> Checked;

/// Default columns of `check_batch`, which judging yields at no extra cost.
const DEFAULT_COLUMNS: [&str; 14] = [
    "records",
    "game",
    "variant",
    "turns",
    "valid",
    "findings",
    "first_code",
    "first_rule",
    "first_turn",
    "first_message",
    "first_start",
    "first_end",
    "result",
    "score",
];

/// Judges an array of records and returns one row for each.
///
/// ``records`` is an array of strings or bytes from any library with Arrow support, which is not copied; a table with
/// the column ``text`` or a single column; or a list or an iterator of texts, bytes or records. Null gives a row of
/// nulls. If a text has several records, the column ``records`` has their number, and ``valid`` covers all of them.
/// ``check_columns()`` lists the columns; by default the result has those that judging yields at no extra cost.
/// ``decks`` are YAML texts by name. The GIL is released, so calls can run on several threads.
///
/// >>> import pipscribe, pyarrow
/// >>> texts = pyarrow.array(['[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. a2-d4 *\n', None, "hello"])
/// >>> rows = pyarrow.record_batch(pipscribe.check_batch(texts, ["valid", "first_code", "first_turn"]))
/// >>> rows.to_pydict()
/// {'valid': [False, None, False], 'first_code': ['gipf/not-in-line', None, 'tag/missing'], 'first_turn': [2, None, 0]}
#[pyfunction]
#[pyo3(signature = (records, columns=None, *, decks=None))]
pub(crate) fn check_batch(
    py: Python<'_>,
    records: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = argument)] columns: Option<Vec<String>>,
    #[pyo3(from_py_with = argument)] decks: Option<BTreeMap<String, String>>,
) -> PyResult<RecordBatch> {
    let arrays = record_arrays(records)?;
    let context = context(decks)?;
    let asked = columns.unwrap_or_else(|| DEFAULT_COLUMNS.map(str::to_owned).to_vec());
    let own = own_columns()
        .into_iter()
        .map(|(field, cell)| (field.name, (field, ColumnSource::Own(cell))));
    let known = own.chain(game_columns().map(|column| {
        // A null text has no record.
        let field = Field {
            name: column.name,
            kind: column.kind.into(),
            nullable: true,
            about: column.about,
        };
        (column.name, (field, ColumnSource::Game(column)))
    }));
    let (fields, columns): (Vec<_>, Vec<_>) =
        select_columns(&asked, known.collect())?.into_iter().unzip();
    let needs_keys = columns.iter().any(|column| match column {
        ColumnSource::Own(_) => false,
        ColumnSource::Game(column) => column.needs_keys(),
    });
    let check: CheckRecord = if needs_keys {
        Checked::with_keys
    } else {
        Checked::new
    };
    py.detach(|| {
        let texts = texts_of(&arrays)?;
        let mut table = Table::new(fields, texts.len());
        let mut signals = Signals::new();
        for text in texts {
            signals.check()?;
            let Some(text) = text else {
                table.push(columns.iter().map(|_| Cell::Null.into()))?;
                continue;
            };
            let records = records_of(text, &context, check);
            let game = Game::new(&records[0]);
            let row = JudgedText::new(text, &records, &game);
            table.push(columns.iter().map(|column| match column {
                ColumnSource::Own(cell) => cell(&row).into(),
                ColumnSource::Game(column) => column.cell(row.game).into(),
            }))?;
        }
        table.finish()
    })
}

/// Source of a column of `check_batch`.
enum ColumnSource {
    /// A function of all records of a text.
    Own(fn(&JudgedText<'_>) -> Cell),
    /// A column of the table of games, for the first record.
    Game(&'static GameColumn),
}

/// Replays an array of records and returns one row for each turn that could be replayed. The column ``row`` is the
/// index of the record, from 0.
///
/// >>> import pipscribe, pyarrow
/// >>> texts = pyarrow.array(['[Game "gipf"]\n[Variant "basic"]\n\n1. b3 2. a2-c4 *\n'])
/// >>> pyarrow.record_batch(pipscribe.replay_batch(texts, ["row", "turn", "seat", "text"])).to_pylist()
/// [{'row': 0, 'turn': 1, 'seat': 1, 'text': 'b3'}, {'row': 0, 'turn': 2, 'seat': 2, 'text': 'a2-c4'}]
#[pyfunction]
#[pyo3(signature = (records, columns=None, *, decks=None))]
pub(crate) fn replay_batch(
    py: Python<'_>,
    records: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = argument)] columns: Option<Vec<String>>,
    #[pyo3(from_py_with = argument)] decks: Option<BTreeMap<String, String>>,
) -> PyResult<RecordBatch> {
    let arrays = record_arrays(records)?;
    let context = context(decks)?;
    let of_turns = turn_columns().map(|column| {
        let field = Field {
            name: column.name,
            kind: column.kind.into(),
            nullable: column.nullable,
            about: column.about,
        };
        (column.name, (field, Some(column)))
    });
    // `None` is the column `row`, which is not in the table of turns.
    let known: Vec<_> = std::iter::once((ROW.name, (ROW, None)))
        .chain(of_turns)
        .collect();
    let asked = columns.unwrap_or_else(|| {
        ["row", "turn", "seat", "text", "position"]
            .map(str::to_owned)
            .to_vec()
    });
    let (fields, columns): (Vec<_>, Vec<Option<&TurnColumn>>) =
        select_columns(&asked, known)?.into_iter().unzip();
    py.detach(|| {
        let mut table = Table::new(fields, 0);
        let mut signals = Signals::new();
        for (row, text) in texts_of(&arrays)?.into_iter().enumerate() {
            signals.check()?;
            for checked in records_of_row(text, &context) {
                push_turns(&mut table, &columns, row, &checked)?;
            }
        }
        table.finish()
    })
}

/// Pushes a row for each turn of a record. `row` is the index of the record, the cell of a column
/// that is `None`.
fn push_turns(
    table: &mut Table,
    columns: &[Option<&TurnColumn>],
    row: usize,
    checked: &Checked,
) -> PyResult<()> {
    let game = Game::new(checked);
    // `each_turn` cannot be stopped, so the turns after an error are skipped.
    let mut pushed = Ok(());
    each_turn(&game, |turn| {
        if pushed.is_ok() {
            pushed = table.push(columns.iter().map(|column| match column {
                Some(column) => Value::Cell(column.cell(turn)),
                None => Value::Cell(number(row)),
            }));
        }
    });
    pushed
}

/// Returns the columns of the table of turns that do not describe the file.
fn turn_columns() -> impl Iterator<Item = &'static TurnColumn> {
    TURN_COLUMNS
        .iter()
        .filter(|column| !["path", "record"].contains(&column.name))
}

/// The first column of `replay_batch` and `features_batch`.
const ROW: Field = Field {
    name: "row",
    kind: Kind::Number,
    nullable: false,
    about: "which row of the array it is of, from 0",
};

/// Columns of `features_batch`, except for the material.
const FEATURES: [Field; 8] = [
    ROW,
    Field {
        name: "turn",
        kind: Kind::Number,
        nullable: false,
        about: "after which turn; 0 for the start",
    },
    Field {
        name: "position",
        kind: Kind::Text,
        nullable: false,
        about: "the position",
    },
    Field {
        name: "to_move",
        kind: Kind::Number,
        nullable: false,
        about: "the seat to move, from 1",
    },
    Field {
        name: "played",
        kind: Kind::Text,
        nullable: true,
        about: "the turn that the record plays here; null at its end",
    },
    Field {
        name: "legal",
        kind: Kind::Number,
        nullable: true,
        about: "how many turns are legal; null where they are more than were to be counted",
    },
    Field {
        name: "value",
        kind: Kind::Real,
        nullable: true,
        about: "what the game gave the seat to move: 1, 0.5 or 0; null where it is open",
    },
    Field {
        name: "symmetric_key",
        kind: Kind::Text,
        nullable: false,
        about: "the key of the position, the same for every rotation of the board",
    },
];

/// Returns the positions of an array of records, one row for each, as features for machine learning.
///
/// The columns are the position, the seat to move, the turn that was played, the outcome of the
/// game for that seat, a key that is equal for all symmetric images, and the material of each side.
/// ``legal`` is the number of legal turns if counting takes at most ``most_legal`` steps. ``columns`` are names from
/// ``feature_columns()``; by default all of them.
///
/// >>> import pipscribe, pyarrow
/// >>> texts = pyarrow.array([pipscribe.random_game("pippip", seed=1)])
/// >>> rows = pyarrow.record_batch(pipscribe.features_batch(texts)).to_pylist()
/// >>> rows[0]["played"], rows[0]["value"], rows[1]["to_move"], rows[1]["value"], rows[1]["light"]
/// ('6@a2/4', 0.0, 2, 1.0, 1)
#[pyfunction]
#[pyo3(signature = (records, columns=None, *, most_legal=0, decks=None))]
pub(crate) fn features_batch(
    py: Python<'_>,
    records: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = argument)] columns: Option<Vec<String>>,
    #[pyo3(from_py_with = argument)] most_legal: u64,
    #[pyo3(from_py_with = argument)] decks: Option<BTreeMap<String, String>>,
) -> PyResult<RecordBatch> {
    let arrays = record_arrays(records)?;
    let context = context(decks)?;
    let materials = material_names();
    let known: Vec<_> = feature_fields()
        .enumerate()
        .map(|(index, field)| (field.name, (field, index)))
        .collect();
    let asked = columns.unwrap_or_else(|| {
        let names = known.iter().map(|(name, _)| (*name).to_owned());
        names.collect()
    });
    let (fields, selected): (Vec<_>, Vec<usize>) =
        select_columns(&asked, known)?.into_iter().unzip();
    py.detach(|| {
        let mut table = Table::new(fields, 0);
        let mut signals = Signals::new();
        for (row, text) in texts_of(&arrays)?.into_iter().enumerate() {
            signals.check()?;
            for checked in records_of_row(text, &context) {
                if let Ok(timeline) = checked.timeline() {
                    let rows = positions_of(&materials, row, timeline, most_legal);
                    push_selected(&mut table, &selected, rows)?;
                }
            }
        }
        table.finish()
    })
}

/// Returns the columns of `features_batch`.
fn feature_fields() -> impl Iterator<Item = Field> {
    let counted = material_names().into_iter().map(|name| Field {
        name,
        kind: Kind::Number,
        nullable: true,
        about: "how much the position has of it; null in other games",
    });
    FEATURES.into_iter().chain(counted)
}

/// Pushes the selected columns of rows, by their indices.
fn push_selected(table: &mut Table, selected: &[usize], rows: Vec<Vec<Value>>) -> PyResult<()> {
    for row in rows {
        let mut values: Vec<Option<Value>> = row.into_iter().map(Some).collect();
        // A column can be selected only once, so each value is taken only once.
        let chosen = selected.iter().map(|&index| {
            let value = values.get_mut(index).and_then(Option::take);
            value.unwrap_or(Value::Cell(Cell::Null))
        });
        table.push(chosen)?;
    }
    Ok(())
}

/// Returns a row for each position of the main line of a record. `row` is the index of the record.
fn positions_of(
    materials: &[&'static str],
    row: usize,
    timeline: &Timeline,
    most_legal: u64,
) -> Vec<Vec<Value>> {
    let frames: Vec<&Frame> = timeline
        .start()
        .into_iter()
        .chain(timeline.main_line())
        .collect();
    let mut key_cache = KeyCache::default();
    let mut rows = Vec::with_capacity(frames.len());
    for (index, frame) in frames.iter().enumerate() {
        let next = frames
            .get(index + 1)
            .and_then(|frame| frame.position.turn());
        let features = features(row, timeline, frame, next, most_legal, &mut key_cache);
        let counts = materials.iter().map(|name| {
            let count = material(&frame.position, name);
            Value::Cell(count.map_or(Cell::Null, Cell::Number))
        });
        rows.push(features.into_iter().chain(counts).collect());
    }
    rows
}

/// Returns the values of [`FEATURES`] for a position.
fn features(
    row: usize,
    timeline: &Timeline,
    frame: &Frame,
    next: Option<String>,
    most_legal: u64,
    key_cache: &mut KeyCache,
) -> [Value; 8] {
    let position = &frame.position;
    let seat = usize::from(position.to_move()).saturating_sub(1);
    let value = timeline
        .report
        .result
        .as_ref()
        .and_then(|standing| standing.points().get(seat))
        .copied()
        .map(f64::from);
    // By default, `most_legal` is 0 and nothing is counted, because counting can take long.
    let legal = if most_legal > 0 {
        position.count_legal_turns(most_legal)
    } else {
        None
    };
    [
        number(row).into(),
        Cell::Number(u64::from(frame.number)).into(),
        Cell::Text(position.text()).into(),
        Cell::Number(u64::from(position.to_move())).into(),
        next.map_or(Cell::Null, Cell::Text).into(),
        legal.map_or(Cell::Null, Cell::Number).into(),
        Value::Real(value),
        Cell::Text(position.keys(key_cache).symmetric.to_string()).into(),
    ]
}

/// Returns the columns that were requested by name.
fn select_columns<T>(asked: &[String], known: Vec<(&'static str, T)>) -> PyResult<Vec<T>> {
    let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
    // A column can be selected only once.
    let mut remaining = known;
    let mut selected = Vec::with_capacity(asked.len());
    for name in asked {
        let Some(index) = remaining.iter().position(|(known, _)| known == name) else {
            return Err(refused(format!(
                "`{name}` is not a column, or is listed twice; the columns are {}",
                names.join(", ")
            )));
        };
        let (_, column) = remaining.remove(index);
        selected.push(column);
    }
    Ok(selected)
}

/// Returns the records of a row of the input; none for null.
fn records_of_row(text: Option<&[u8]>, context: &Context) -> Vec<Checked> {
    match text {
        Some(text) => records_of(text, context, Checked::new),
        None => Vec::new(),
    }
}

/// Returns the records of a text. A text without a record counts as one record, so that its
/// findings report what is missing.
fn records_of(text: &[u8], context: &Context, check: CheckRecord) -> Vec<Checked> {
    let records = split_text(text).into_iter().filter(|raw| raw.is_record());
    let checked: Vec<Checked> = records.map(|raw| check(raw, context)).collect();
    if checked.is_empty() {
        vec![Checked::from_text(&String::from_utf8_lossy(text))]
    } else {
        checked
    }
}

/// Returns the columns that ``check_batch`` offers, with their descriptions.
#[pyfunction]
pub(crate) fn check_columns() -> Vec<(&'static str, &'static str)> {
    let own = own_columns()
        .into_iter()
        .map(|(field, _)| (field.name, field.about));
    own.chain(game_columns().map(|column| (column.name, column.about)))
        .collect()
}

/// Returns the columns that ``replay_batch`` offers, with their descriptions.
#[pyfunction]
pub(crate) fn replay_columns() -> Vec<(&'static str, &'static str)> {
    std::iter::once(("row", ROW.about))
        .chain(turn_columns().map(|column| (column.name, column.about)))
        .collect()
}

/// Returns the columns that ``features_batch`` offers, with their descriptions.
#[pyfunction]
pub(crate) fn feature_columns() -> Vec<(&'static str, &'static str)> {
    feature_fields()
        .map(|field| (field.name, field.about))
        .collect()
}

/// Returns the columns that ``pipscribe convert --to csv --columns all`` writes, in its order, with their descriptions:
/// of the table ``"games"`` or of the table ``"turns"``.
#[pyfunction]
pub(crate) fn table_columns(
    #[pyo3(from_py_with = argument)] table: String,
) -> PyResult<Vec<(&'static str, &'static str)>> {
    match table.as_str() {
        "games" => Ok(GAME_COLUMNS
            .iter()
            .map(|column| (column.name, column.about))
            .collect()),
        "turns" => Ok(TURN_COLUMNS
            .iter()
            .map(|column| (column.name, column.about))
            .collect()),
        other => Err(refused(format!(
            "unknown table `{other}`; the tables are games and turns"
        ))),
    }
}
