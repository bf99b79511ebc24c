//! `pipscribe sort`: sorts records by columns of the table of games or by tags.

use std::cmp::Ordering;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;

use super::each_record::{Headings, InputRecord, check_copy};
use super::held_records::{HeldBytes, HeldRecord};
use super::known_names::no_such;
use super::output::{Output, counted, stderr_line};
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

/// A sort key.
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
        let by = match column {
            _ if name == "length" => SortBy::Length,
            Some(index) => SortBy::Column(index),
            None if name.starts_with(|first: char| first.is_ascii_uppercase()) => {
                SortBy::Tag(name.to_owned())
            }
            None => {
                let names: Vec<&str> = GAME_COLUMNS
                    .iter()
                    .filter(|column| column.kind != Kind::Map)
                    .map(|column| column.name)
                    .chain(["length"])
                    .collect();
                let which = format!("use a tag such as `Date`, or one of {}", names.join(", "));
                let known = COMMON_TAGS.into_iter().chain(names.iter().copied());
                return Err(no_such("key", name, known, &which));
            }
        };
        Ok(Self { by, falling })
    }
}

impl SortKey {
    fn cell(&self, game: &Game<'_>, length: usize) -> Cell {
        match &self.by {
            SortBy::Length => Cell::Number(length as u64),
            SortBy::Column(index) => GAME_COLUMNS
                .get(*index)
                .map_or(Cell::Null, |column| column.cell(game)),
            SortBy::Tag(name) => game.written_tag(name),
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

impl Sort {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        self.paths.must_not_find(self.output.as_deref())?;
        self.overwrite
            .check(self.output.as_deref(), &self.paths.paths)?;
        let mut held = HeldBytes::default();
        let mut rows: Vec<(Vec<Cell>, HeldRecord)> = Vec::new();
        let mut records = RecordWriter::to(Output::to(self.output.as_deref())?.for_data());
        let status = self.paths.each_record(
            Headings::FirstSeparate,
            |raw, context| {
                let checked = check_copy(raw, context);
                // The columns for the place of the record are filled in later.
                let game = Game::new(&checked);
                self.by
                    .iter()
                    .map(|key| key.cell(&game, raw.bytes.len()))
                    .collect::<Vec<Cell>>()
            },
            |source,
             InputRecord {
                 number,
                 raw,
                 result,
             }| {
                match result {
                    None => {
                        records.push_comments(&format!("{}:{}", source.name, raw.line), &raw.bytes);
                    }
                    Some(mut cells) => {
                        for (key, cell) in self.by.iter().zip(&mut cells) {
                            key.place(cell, &source.name, number);
                        }
                        rows.push((cells, held.hold(source, raw)?));
                    }
                }
                Ok(ControlFlow::Continue(()))
            },
        )?;
        rows.sort_by(|(left, _), (right, _)| {
            let orders = self
                .by
                .iter()
                .zip(left.iter().zip(right))
                .map(|(key, (left, right))| key.order(left, right));
            orders.fold(Ordering::Equal, Ordering::then)
        });
        for (index, key) in self.by.iter().enumerate() {
            if let SortBy::Tag(name) = &key.by
                && rows
                    .iter()
                    .all(|(cells, _)| matches!(cells.get(index), Some(Cell::Null)))
                && !rows.is_empty()
            {
                stderr_line!("pipscribe: no record has the tag `{name}`");
            }
        }

        for (_, record) in &rows {
            records.push_held(record)?;
        }
        let count = records.count;
        let found = records.finish()?;
        note!("{} sorted", counted(count, "record"));
        Ok(status.max(found))
    }
}

impl SortKey {
    /// Fills in the place of the record, if it is a key.
    fn place(&self, cell: &mut Cell, path: &str, number: u64) {
        let SortBy::Column(index) = self.by else {
            return;
        };
        match GAME_COLUMNS.get(index).map(|column| column.name) {
            Some("path") => *cell = Cell::Text(path.to_owned()),
            Some("record") => *cell = Cell::Number(number),
            _ => {}
        }
    }
}
