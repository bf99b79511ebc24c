//! `pipscribe sort`: sorts records by columns of the table of games or by tags. The table of games
//! has one row per record, with columns such as `turns` and `valid`; `convert --to csv` writes it.

use std::cmp::Ordering;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;

use super::each_record::{Headings, InputPiece, check_copy};
use super::held_records::{HeldBytes, HeldRecord};
use super::known_names::{no_such, report_missing_tag};
use super::output::{Output, counted};
use super::overwrite_protection::Overwrite;
use super::paths::Paths;
use super::record_writer::RecordWriter;
use super::{Failure, Status};
use crate::cli::verbosity::note;
use crate::collection::natural_order;
use pipscribe::collection::{Cell, GAME_COLUMNS, Game, Kind};
use pipscribe::notation::COMMON_TAGS;

/// Arguments of `pipscribe sort`.
#[derive(Debug, Args)]
pub(crate) struct Sort {
    #[command(flatten)]
    paths: Paths,
    /// Sort by these keys, separated by commas; `-` before a key reverses it. Keys: a tag (`Date`,
    /// `Player1`), a column of the table of games (`turns`, `game`, `valid`), `length` (bytes)
    #[arg(
        long,
        value_name = "NAME",
        value_delimiter = ',',
        required = true,
        allow_hyphen_values = true
    )]
    by: Vec<SortKey>,
    /// Write to FILE [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
}

/// A sort key: `Date`, or `-turns` for falling order.
#[derive(Clone, Debug)]
struct SortKey {
    by: SortBy,
    falling: bool,
}

#[derive(Clone, Debug)]
enum SortBy {
    /// The number of bytes of a record.
    Length,
    /// A column of the table of games, by its index.
    Column(usize),
    Tag(String),
}

impl FromStr for SortKey {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (falling, name) = text
            .strip_prefix('-')
            .map_or((false, text), |name| (true, name));
        let column = GAME_COLUMNS
            .iter()
            .position(|column| column.name == name && column.kind != Kind::Map);
        let is_tag = name.starts_with(|first: char| first.is_ascii_uppercase());
        let by = match column {
            _ if name == "length" => SortBy::Length,
            Some(index) => SortBy::Column(index),
            None if is_tag => SortBy::Tag(name.to_owned()),
            None => return Err(unknown_key(name)),
        };
        Ok(Self { by, falling })
    }
}

fn unknown_key(name: &str) -> String {
    let names: Vec<&str> = GAME_COLUMNS
        .iter()
        .filter(|column| column.kind != Kind::Map)
        .map(|column| column.name)
        .chain(["length"])
        .collect();
    let which = format!("use a tag such as `Date`, or one of {}", names.join(", "));
    let known = COMMON_TAGS.into_iter().chain(names.iter().copied());
    no_such("key", name, known, &which)
}

/// A record with its values of all keys.
struct Row {
    /// The values, in the order of the keys.
    cells: Vec<Cell>,
    record: HeldRecord,
}

impl Sort {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        self.paths.must_not_find(self.output.as_deref())?;
        self.overwrite
            .check(self.output.as_deref(), &self.paths.paths)?;

        let mut records = RecordWriter::to(Output::to(self.output.as_deref())?.for_data());
        let mut rows: Vec<Row> = Vec::new();
        let mut held = HeldBytes::default();
        let status = self.paths.each_record(
            Headings::FirstSeparate,
            |raw, context| {
                let checked = check_copy(raw, context);
                let game = Game::new(&checked);
                self.by
                    .iter()
                    .map(|key| key.cell(&game, raw.bytes.len()))
                    .collect::<Vec<Cell>>()
            },
            |source, piece| {
                match piece {
                    InputPiece::Record(record) => {
                        let mut cells = record.result;
                        for (key, cell) in self.by.iter().zip(&mut cells) {
                            key.fill_in_place(cell, &source.name, record.number);
                        }
                        rows.push(Row {
                            cells,
                            record: held.hold(source, record.raw)?,
                        });
                    }
                    InputPiece::Comments(raw) => {
                        records.push_comments(&source.place_of(&raw), &raw.bytes);
                    }
                }
                Ok(ControlFlow::Continue(()))
            },
        )?;

        rows.sort_by(|left, right| self.order(left, right));
        self.report_missing_tags(&rows);
        for row in &rows {
            records.push_held(&row.record)?;
        }
        let count = records.count;
        let status_of_output = records.finish()?;
        note!("{} sorted", counted(count, "record"));
        Ok(status.max(status_of_output))
    }

    /// Compares two rows by the first key in which they differ.
    fn order(&self, left: &Row, right: &Row) -> Ordering {
        let pairs = left.cells.iter().zip(&right.cells);
        self.by
            .iter()
            .zip(pairs)
            .map(|(key, (left, right))| key.order(left, right))
            .find(|order| order.is_ne())
            .unwrap_or(Ordering::Equal)
    }

    /// Reports each key that is a tag which no record has.
    fn report_missing_tags(&self, rows: &[Row]) {
        if rows.is_empty() {
            return;
        }
        for (index, key) in self.by.iter().enumerate() {
            let is_missing = rows
                .iter()
                .all(|row| matches!(row.cells.get(index), Some(Cell::Null)));
            if let SortBy::Tag(name) = &key.by
                && is_missing
            {
                report_missing_tag(name);
            }
        }
    }
}

impl SortKey {
    /// Returns the value of the key. A key that is about the place of the record is filled in
    /// later, because the threads do not know the place.
    fn cell(&self, game: &Game<'_>, length: usize) -> Cell {
        match &self.by {
            SortBy::Length => Cell::Number(length as u64),
            SortBy::Column(index) => GAME_COLUMNS
                .get(*index)
                .map_or(Cell::Null, |column| column.cell(game)),
            SortBy::Tag(name) => game.written_tag(name),
        }
    }

    /// Fills in the path and the number of the record, if the key is one of them.
    fn fill_in_place(&self, cell: &mut Cell, path: &str, number: u64) {
        let SortBy::Column(index) = self.by else {
            return;
        };
        match GAME_COLUMNS.get(index).map(|column| column.name) {
            Some("path") => *cell = Cell::Text(path.to_owned()),
            Some("record") => *cell = Cell::Number(number),
            _ => {}
        }
    }

    fn order(&self, left: &Cell, right: &Cell) -> Ordering {
        let order = match (left, right) {
            (Cell::Null, Cell::Null) => return Ordering::Equal,
            // Unknown values come last, in both directions.
            (Cell::Null, _) => return Ordering::Greater,
            (_, Cell::Null) => return Ordering::Less,
            (Cell::Number(left), Cell::Number(right)) => left.cmp(right),
            (Cell::Bool(left), Cell::Bool(right)) => left.cmp(right),
            (left, right) => natural_order(&left.to_text(), &right.to_text()),
        };
        if self.falling { order.reverse() } else { order }
    }
}
