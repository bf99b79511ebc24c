//! Tables as Parquet: row groups of bounded size, dictionary encoding of columns for which it is
//! shorter, pages compressed with Zstandard.
//!
//! Parquet stores each column separately, without its nulls and flat. Two numbers beside each value
//! restore the rest: the *definition level* says how much of the value exists, and the *repetition
//! level* says whether the value begins a row (0) or continues the row of the value before it (1).
//!
//! The metadata of the file names the table (`pipscribe.table`), the version of its columns
//! (`pipscribe.columns`) and the meaning of each column (`pipscribe.column.NAME`). No time is
//! written: the same records give the same bytes.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;

use pipscribe::collection::{Cell, Column, Kind};

/// Maximum number of rows in a row group.
const MAX_GROUP_ROWS: usize = 100_000;
/// Maximum number of bytes of text in a row group, before compression.
const MAX_GROUP_BYTES: usize = 64 << 20;
/// Version of the names and meanings of the columns. It is raised when a column is added.
const COLUMNS_VERSION: &str = "1";

/// Column of a file: its name and the type of its values.
#[derive(Clone, Debug)]
pub(crate) struct ParquetField {
    /// Name of the column.
    pub name: String,
    /// Type of its values.
    pub kind: Kind,
    /// True if a value can be null.
    pub nullable: bool,
    /// One-line description, for the metadata.
    pub about: &'static str,
}

impl<V> From<&Column<V>> for ParquetField {
    fn from(column: &Column<V>) -> Self {
        let Column {
            name,
            kind,
            nullable,
            about,
            ..
        } = *column;
        Self {
            name: name.to_owned(),
            kind,
            nullable,
            about,
        }
    }
}

/// Writer of a table, row by row. Holds one row group in memory.
pub(crate) struct ParquetWriter<W> {
    out: W,
    fields: Vec<ParquetField>,
    /// Columns of the current row group.
    columns: Vec<Vec<Cell>>,
    /// Number of rows of the current row group.
    rows: usize,
    /// Number of bytes of its cells.
    bytes: usize,
    writer: SerializedFileWriter<Vec<u8>>,
}

impl<W: Write> ParquetWriter<W> {
    /// Creates a writer of the table `table` with these columns.
    ///
    /// # Errors
    /// Returns an error if the output cannot be written.
    pub(crate) fn new(out: W, table: &str, fields: Vec<ParquetField>) -> io::Result<Self> {
        let types = fields
            .iter()
            .map(|field| field_type(field).map(Arc::new))
            .collect::<Result<Vec<_>, _>>();
        let schema = types
            .and_then(|types| Type::group_type_builder(table).with_fields(types).build())
            .map_err(other)?;

        let mut metadata = vec![
            KeyValue::new("pipscribe.table".to_owned(), table.to_owned()),
            KeyValue::new("pipscribe.columns".to_owned(), COLUMNS_VERSION.to_owned()),
        ];
        for field in &fields {
            let key = format!("pipscribe.column.{}", field.name);
            metadata.push(KeyValue::new(key, field.about.to_owned()));
        }
        let properties = WriterProperties::builder()
            .set_created_by(format!("pipscribe {}", env!("CARGO_PKG_VERSION")))
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_dictionary_enabled(true)
            .set_key_value_metadata(Some(metadata))
            .build();
        let writer = SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties))
            .map_err(other)?;
        let columns = vec![Vec::new(); fields.len()];
        Ok(Self {
            out,
            fields,
            columns,
            rows: 0,
            bytes: 0,
            writer,
        })
    }

    /// Adds a row with one cell per column.
    ///
    /// # Errors
    /// Returns an error if the output cannot be written.
    pub(crate) fn push(&mut self, row: Vec<Cell>) -> io::Result<()> {
        for (column, cell) in self.columns.iter_mut().zip(row) {
            self.bytes += match &cell {
                Cell::Text(text) => text.len(),
                Cell::Map(pairs) => pairs
                    .iter()
                    .map(|(name, text)| name.len() + text.len())
                    .sum(),
                // Null, truth values and numbers.
                _ => 8,
            };
            column.push(cell);
        }
        self.rows += 1;
        if self.rows >= MAX_GROUP_ROWS || self.bytes >= MAX_GROUP_BYTES {
            self.flush()
        } else {
            Ok(())
        }
    }

    /// Writes the current row group.
    fn flush(&mut self) -> io::Result<()> {
        if self.rows > 0 {
            let mut group = self.writer.next_row_group().map_err(other)?;
            for (field, cells) in self.fields.iter().zip(&mut self.columns) {
                write_column(&mut group, field, &std::mem::take(cells)).map_err(other)?;
            }
            group.close().map_err(other)?;
            (self.rows, self.bytes) = (0, 0);
        }
        self.writer.flush()?;
        let written = std::mem::take(self.writer.inner_mut());
        self.out.write_all(&written)
    }

    /// Writes the remaining rows and the end of the file.
    ///
    /// # Errors
    /// Returns an error if the output cannot be written.
    pub(crate) fn finish(mut self) -> io::Result<W> {
        self.flush()?;
        let rest = self.writer.into_inner().map_err(other)?;
        self.out.write_all(&rest)?;
        Ok(self.out)
    }
}

fn other(error: ParquetError) -> io::Error {
    io::Error::other(error)
}

fn text_type(name: &str, repetition: Repetition) -> Result<Type, ParquetError> {
    let builder = Type::primitive_type_builder(name, Physical::BYTE_ARRAY);
    builder
        .with_repetition(repetition)
        .with_logical_type(Some(LogicalType::String))
        .build()
}

/// Returns the type of a column in the schema.
fn field_type(field: &ParquetField) -> Result<Type, ParquetError> {
    let repetition = if field.nullable {
        Repetition::OPTIONAL
    } else {
        Repetition::REQUIRED
    };
    let plain = |physical| {
        Type::primitive_type_builder(&field.name, physical)
            .with_repetition(repetition)
            .build()
    };
    match field.kind {
        Kind::Bool => plain(Physical::BOOLEAN),
        Kind::Number => plain(Physical::INT64),
        Kind::Text => text_type(&field.name, repetition),
        Kind::Map => {
            let pair = [
                text_type("key", Repetition::REQUIRED)?,
                text_type("value", Repetition::REQUIRED)?,
            ];
            let pairs = Type::group_type_builder("key_value")
                .with_repetition(Repetition::REPEATED)
                .with_fields(pair.into_iter().map(Arc::new).collect())
                .build()?;
            Type::group_type_builder(&field.name)
                .with_repetition(Repetition::REQUIRED)
                .with_logical_type(Some(LogicalType::Map))
                .with_fields(vec![Arc::new(pairs)])
                .build()
        }
    }
}

/// Writes the cells of a column.
fn write_column(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    field: &ParquetField,
    cells: &[Cell],
) -> Result<(), ParquetError> {
    // The definition level is 1 for a value, 0 for null. A column without nulls has none.
    let all_levels: Vec<i16> = cells
        .iter()
        .map(|cell| i16::from(*cell != Cell::Null))
        .collect();
    let levels = field.nullable.then_some(all_levels.as_slice());
    let missing = || ParquetError::General(format!("no column {}", field.name));
    match field.kind {
        Kind::Bool => {
            let values: Vec<bool> = cells
                .iter()
                .filter_map(|cell| {
                    if let Cell::Bool(is) = cell {
                        Some(*is)
                    } else {
                        None
                    }
                })
                .collect();
            let mut column = group.next_column()?.ok_or_else(missing)?;
            column
                .typed::<BoolType>()
                .write_batch(&values, levels, None)?;
            column.close()
        }
        Kind::Number => {
            let number = |cell: &Cell| {
                if let Cell::Number(number) = cell {
                    i64::try_from(*number).ok()
                } else {
                    None
                }
            };
            let values: Vec<i64> = cells.iter().filter_map(number).collect();
            let mut column = group.next_column()?.ok_or_else(missing)?;
            column
                .typed::<Int64Type>()
                .write_batch(&values, levels, None)?;
            column.close()
        }
        Kind::Text => {
            let text = |cell: &Cell| {
                if let Cell::Text(text) = cell {
                    Some(ByteArray::from(text.as_str()))
                } else {
                    None
                }
            };
            let values: Vec<ByteArray> = cells.iter().filter_map(text).collect();
            let mut column = group.next_column()?.ok_or_else(missing)?;
            column
                .typed::<ByteArrayType>()
                .write_batch(&values, levels, None)?;
            column.close()
        }
        Kind::Map => write_map(group, cells, &missing),
    }
}

/// Writes a map as two columns, the keys and the values. The definition level is 1 for a pair, 0
/// for an empty map. The repetition level is 0 for the first pair of a row, 1 for the others.
fn write_map(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    cells: &[Cell],
    missing: &dyn Fn() -> ParquetError,
) -> Result<(), ParquetError> {
    let mut definitions = Vec::new();
    let mut repetitions = Vec::new();
    let mut keys = Vec::new();
    let mut values = Vec::new();
    for cell in cells {
        let pairs: &[(String, String)] = if let Cell::Map(pairs) = cell {
            pairs
        } else {
            &[]
        };
        if pairs.is_empty() {
            definitions.push(0);
            repetitions.push(0);
        }
        for (index, (name, text)) in pairs.iter().enumerate() {
            let continues_row = index > 0;
            definitions.push(1);
            repetitions.push(i16::from(continues_row));
            keys.push(ByteArray::from(name.as_str()));
            values.push(ByteArray::from(text.as_str()));
        }
    }

    for texts in [keys, values] {
        let mut column = group.next_column()?.ok_or_else(missing)?;
        column.typed::<ByteArrayType>().write_batch(
            &texts,
            Some(&definitions),
            Some(&repetitions),
        )?;
        column.close()?;
    }

    Ok(())
}
