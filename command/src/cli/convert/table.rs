//! Tables with selected columns, as CSV or Parquet: the table of games has one row for each record,
//! the table of turns one for each turn.

use std::sync::Arc;

use rayon::prelude::*;

use crate::cli::Failure;
use crate::cli::known_names::no_such;
use crate::cli::output::{Output, counted};
use crate::cli::verbosity::note;
use pipscribe::check::Checked;
use pipscribe::collection::{
    Cell, Column, GAME_COLUMNS, Game, GameColumn, TURN_COLUMNS, TurnColumn, each_turn,
};
use pipscribe::formats::csv_row;
use pipscribe::games::Context;
use pipscribe::text::RawRecord;

/// Maximum number of records, and of their bytes, that are processed together.
const MAX_RECORDS: usize = 1024;
const MAX_BYTES: usize = 4 << 20;

/// The column name that selects all columns.
pub(super) const ALL: &str = "all";

/// A table with the chosen columns.
#[derive(Clone, Debug)]
pub(super) struct Table {
    rows: Rows,
    form: TableForm,
}

#[derive(Clone, Debug)]
enum Rows {
    Games(Vec<ColumnOfGames>),
    Turns(Vec<&'static TurnColumn>),
}

/// A chosen column of the table of games.
#[derive(Clone, Debug)]
enum ColumnOfGames {
    Known(&'static GameColumn),
    /// The tag with this name, as written.
    Tag(String),
}

impl ColumnOfGames {
    fn name(&self) -> &str {
        match self {
            Self::Known(column) => column.name,
            Self::Tag(name) => name,
        }
    }

    fn cell(&self, game: &Game<'_>) -> Cell {
        match self {
            Self::Known(column) => column.cell(game),
            Self::Tag(name) => game.written_tag(name),
        }
    }

    #[cfg(feature = "parquet")]
    fn field(&self) -> crate::collection::ParquetField {
        use crate::collection::ParquetField;
        use pipscribe::collection::Kind;
        match self {
            Self::Known(column) => (*column).into(),
            Self::Tag(name) => ParquetField {
                name: name.clone(),
                kind: Kind::Text,
                nullable: true,
                about: "the tag, as written",
            },
        }
    }
}

/// The file format of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TableForm {
    /// RFC 4180.
    Csv,
    /// Parquet.
    #[cfg(feature = "parquet")]
    Parquet,
}

/// Formats that are tables in text.
pub(super) const CSV: [&str; 2] = ["csv", "csv-turns"];
/// Names of tables that are not text formats.
#[cfg(feature = "parquet")]
pub(super) const PARQUET: [(&str, &str); 2] = [
    (
        "parquet",
        "the same table as Parquet, with more columns; `--columns` chooses among them",
    ),
    ("parquet-turns", "the same of turns"),
];
/// Without the feature, there are no such tables.
#[cfg(not(feature = "parquet"))]
pub(super) const PARQUET: [(&str, &str); 0] = [];

impl Table {
    /// Returns the table for a format and columns; `None` if no table is requested. Without
    /// `--columns`, `csv` and `csv-turns` are text formats with fixed columns, which the library
    /// writes (`formats/csv.rs`).
    pub(super) fn requested(
        format: Option<&str>,
        columns: &[String],
    ) -> Result<Option<Self>, Failure> {
        let (name, form) = match format {
            Some(name) if CSV.contains(&name) && !columns.is_empty() => (name, TableForm::Csv),
            #[cfg(feature = "parquet")]
            Some(name @ ("parquet" | "parquet-turns")) => (name, TableForm::Parquet),
            _ if columns.is_empty() => return Ok(None),
            _ => {
                return Err(Failure::Usage(
                    "`--columns` is for tables: set `--to csv` or `--to csv-turns`".into(),
                ));
            }
        };
        let rows = if name.ends_with("-turns") {
            Rows::Turns(columns_of_turns(columns)?)
        } else {
            Rows::Games(columns_of_games(columns)?)
        };
        Ok(Some(Self { rows, form }))
    }

    /// Returns the file extension of the table.
    pub(super) fn extension(&self) -> &'static str {
        match self.form {
            TableForm::Csv => "csv",
            #[cfg(feature = "parquet")]
            TableForm::Parquet => "parquet",
        }
    }

    /// Returns the rows of a record.
    fn rows(&self, path: &str, number: u64, checked: &Checked) -> Vec<Vec<Cell>> {
        let game = Game::new(checked).in_file(path, number);
        match &self.rows {
            Rows::Games(columns) => vec![columns.iter().map(|column| column.cell(&game)).collect()],
            Rows::Turns(columns) => {
                let mut rows = Vec::new();
                each_turn(&game, |turn| {
                    rows.push(columns.iter().map(|column| column.cell(turn)).collect());
                });
                rows
            }
        }
    }

    /// Checks a record as far as the columns need. Some columns contain keys: hashes that are equal
    /// for equal or symmetric games.
    fn check(&self, raw: RawRecord, context: &Context) -> Checked {
        let needs_keys = match &self.rows {
            Rows::Games(columns) => columns.iter().any(|column| match column {
                ColumnOfGames::Known(column) => column.needs_keys(),
                ColumnOfGames::Tag(_) => false,
            }),
            Rows::Turns(_) => false,
        };
        if needs_keys {
            Checked::with_keys(raw, context)
        } else {
            Checked::new(raw, context)
        }
    }

    fn names(&self) -> Vec<&str> {
        match &self.rows {
            Rows::Games(columns) => columns.iter().map(ColumnOfGames::name).collect(),
            Rows::Turns(columns) => columns.iter().map(|column| column.name).collect(),
        }
    }
}

/// Returns the columns of the table of games with the given names, in the given order. A capital
/// letter begins the name of a tag.
fn columns_of_games(requested: &[String]) -> Result<Vec<ColumnOfGames>, Failure> {
    if requested.is_empty() || requested == [ALL] {
        return Ok(GAME_COLUMNS.iter().map(ColumnOfGames::Known).collect());
    }
    let column = |requested: &String| {
        if requested.starts_with(|first: char| first.is_ascii_uppercase()) {
            Ok(ColumnOfGames::Tag(requested.clone()))
        } else {
            column_named(
                requested,
                &GAME_COLUMNS,
                "; a tag is a column too, such as `Event`",
            )
            .map(ColumnOfGames::Known)
        }
    };
    requested.iter().map(column).collect()
}

/// Returns the columns of the table of turns with the given names, in the given order.
fn columns_of_turns(requested: &[String]) -> Result<Vec<&'static TurnColumn>, Failure> {
    if requested.is_empty() || requested == [ALL] {
        return Ok(TURN_COLUMNS.iter().collect());
    }
    requested
        .iter()
        .map(|requested| column_named(requested, &TURN_COLUMNS, ""))
        .collect()
}

/// Returns the column with a name. In the error message, `others` describes what else can be a
/// column.
fn column_named<V>(
    requested: &str,
    columns: &'static [Column<V>],
    others: &str,
) -> Result<&'static Column<V>, Failure> {
    columns
        .iter()
        .find(|column| column.name == requested)
        .ok_or_else(|| {
            let names: Vec<&str> = columns.iter().map(|column| column.name).collect();
            let which = format!(
                "the columns are {}; `{ALL}` means all of them{others}",
                names.join(", ")
            );
            Failure::Usage(no_such("column", requested, names, &which))
        })
}

/// A record whose rows have not been computed yet.
struct PendingRecord {
    path: Arc<str>,
    number: u64,
    raw: RawRecord,
    context: Context,
}

/// Writes a table: every record becomes a row, even if it is invalid.
pub(super) struct TableWriter<'a> {
    table: Table,
    sink: Sink<'a>,
    waiting: Vec<PendingRecord>,
    /// The number of bytes of the waiting records.
    waiting_bytes: usize,
    /// The current file.
    path: Arc<str>,
    /// The number of records in the file so far.
    number: u64,
    /// The number of records of all files.
    records: u64,
    /// The number of rows written.
    rows: u64,
}

enum Sink<'a> {
    Csv(&'a mut Output),
    #[cfg(feature = "parquet")]
    Parquet(Box<crate::collection::ParquetWriter<&'a mut Output>>),
}

impl<'a> TableWriter<'a> {
    pub(super) fn new(table: Table, out: &'a mut Output) -> Result<Self, Failure> {
        let sink = match table.form {
            TableForm::Csv => {
                out.write(&csv_row(table.names()))?;
                Sink::Csv(out)
            }
            #[cfg(feature = "parquet")]
            TableForm::Parquet => {
                use crate::collection::ParquetWriter;
                let (name, fields) = match &table.rows {
                    Rows::Games(columns) => {
                        ("games", columns.iter().map(ColumnOfGames::field).collect())
                    }
                    Rows::Turns(columns) => (
                        "turns",
                        columns.iter().map(|column| (*column).into()).collect(),
                    ),
                };
                let writer = ParquetWriter::new(out, name, fields);
                Sink::Parquet(Box::new(writer.map_err(Failure::output)?))
            }
        };
        Ok(Self {
            table,
            sink,
            waiting: Vec::new(),
            waiting_bytes: 0,
            path: "".into(),
            number: 0,
            records: 0,
            rows: 0,
        })
    }

    /// Adds a record of a file.
    pub(super) fn push(
        &mut self,
        path: &str,
        raw: RawRecord,
        context: &Context,
    ) -> Result<(), Failure> {
        if *self.path != *path {
            (self.path, self.number) = (path.into(), 0);
        }
        self.number += 1;
        self.records += 1;
        self.waiting_bytes += raw.bytes.len();
        let path = Arc::clone(&self.path);
        let number = self.number;
        self.waiting.push(PendingRecord {
            path,
            number,
            raw: raw.capped(),
            context: context.clone(),
        });
        if self.waiting.len() >= MAX_RECORDS || self.waiting_bytes >= MAX_BYTES {
            self.flush()
        } else {
            Ok(())
        }
    }

    /// Computes the rows of the waiting records on all cores, and writes them.
    fn flush(&mut self) -> Result<(), Failure> {
        let waiting = std::mem::take(&mut self.waiting);
        self.waiting_bytes = 0;
        let table = &self.table;
        let rows_of_records: Vec<Vec<Vec<Cell>>> = waiting
            .into_par_iter()
            .map(|record| {
                let checked = table.check(record.raw, &record.context);
                table.rows(&record.path, record.number, &checked)
            })
            .collect();

        for cells in rows_of_records.into_iter().flatten() {
            self.rows += 1;
            match &mut self.sink {
                Sink::Csv(out) => out.write(&csv_row(cells.iter().map(Cell::to_text)))?,
                #[cfg(feature = "parquet")]
                Sink::Parquet(writer) => writer.push(cells).map_err(Failure::output)?,
            }
        }
        Ok(())
    }

    pub(super) fn finish(mut self) -> Result<(), Failure> {
        self.flush()?;
        match self.sink {
            Sink::Csv(_) => {}
            #[cfg(feature = "parquet")]
            Sink::Parquet(writer) => {
                writer.finish().map_err(Failure::output)?;
            }
        }
        note!(
            "{} read, {} written",
            counted(self.records, "record"),
            counted(self.rows, "row")
        );
        Ok(())
    }
}
