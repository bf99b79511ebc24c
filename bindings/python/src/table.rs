//! Conversion of rows to columns in Arrow arrays.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::builder::{
    BooleanBuilder, Float64Builder, MapBuilder, StringBuilder, UInt64Builder,
};
use arrow_array::{ArrayRef, RecordBatchOptions};
use arrow_schema::{Field as ArrowField, Schema};
use pipscribe::collection::{self, Cell};
use pyo3::prelude::*;

use crate::arrow::RecordBatch;
use crate::errors::refused;

/// Type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Bool,
    Number,
    Real,
    Text,
    Map,
}

impl From<collection::Kind> for Kind {
    fn from(kind: collection::Kind) -> Self {
        match kind {
            collection::Kind::Bool => Self::Bool,
            collection::Kind::Number => Self::Number,
            collection::Kind::Text => Self::Text,
            collection::Kind::Map => Self::Map,
        }
    }
}

/// Column of a table, with its description.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    pub(crate) nullable: bool,
    pub(crate) about: &'static str,
}

/// Value in a row.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Cell(Cell),
    Real(Option<f64>),
}

impl Value {
    /// Returns the number of bytes that the value may add to a buffer of text.
    fn text_bytes(&self) -> usize {
        match self {
            Self::Cell(Cell::Text(text)) => text.len(),
            // Keys and values have separate offsets, so the longer of the two counts.
            Self::Cell(Cell::Map(pairs)) => {
                let pairs = pairs.iter();
                pairs.map(|(name, text)| name.len().max(text.len())).sum()
            }
            _ => 0,
        }
    }
}

impl From<Cell> for Value {
    fn from(cell: Cell) -> Self {
        Self::Cell(cell)
    }
}

/// Maximum number of bytes of text in a column. Offsets are signed 32-bit numbers.
const MAX_COLUMN_BYTES: usize = i32::MAX as usize;

/// Builder of a column.
enum Column {
    Bool(BooleanBuilder),
    Number(UInt64Builder),
    Real(Float64Builder),
    Text(StringBuilder),
    Map(Box<MapBuilder<StringBuilder, StringBuilder>>),
}

impl Column {
    fn new(kind: Kind, rows: usize) -> Self {
        match kind {
            Kind::Bool => Self::Bool(BooleanBuilder::with_capacity(rows)),
            Kind::Number => Self::Number(UInt64Builder::with_capacity(rows)),
            Kind::Real => Self::Real(Float64Builder::with_capacity(rows)),
            Kind::Text => Self::Text(StringBuilder::with_capacity(rows, 0)),
            Kind::Map => Self::Map(Box::new(MapBuilder::new(
                None,
                StringBuilder::new(),
                StringBuilder::new(),
            ))),
        }
    }

    /// Appends a value if it has the type of the column, and null otherwise.
    fn push(&mut self, value: Value) -> PyResult<()> {
        match (self, value) {
            (Self::Bool(column), Value::Cell(Cell::Bool(is))) => column.append_value(is),
            (Self::Bool(column), _) => column.append_null(),
            (Self::Number(column), Value::Cell(Cell::Number(number))) => {
                column.append_value(number)
            }
            (Self::Number(column), _) => column.append_null(),
            (Self::Real(column), Value::Real(real)) => column.append_option(real),
            (Self::Real(column), _) => column.append_null(),
            (Self::Text(column), Value::Cell(Cell::Text(text))) => column.append_value(&text),
            (Self::Text(column), _) => column.append_null(),
            (Self::Map(column), Value::Cell(Cell::Map(pairs))) => {
                for (name, text) in &pairs {
                    column.keys().append_value(name);
                    column.values().append_value(text);
                }
                column.append(true).map_err(refused)?;
            }
            (Self::Map(column), _) => column.append(false).map_err(refused)?,
        }
        Ok(())
    }

    fn finish(self) -> ArrayRef {
        match self {
            Self::Bool(mut column) => Arc::new(column.finish()),
            Self::Number(mut column) => Arc::new(column.finish()),
            Self::Real(mut column) => Arc::new(column.finish()),
            Self::Text(mut column) => Arc::new(column.finish()),
            Self::Map(mut column) => Arc::new(column.finish()),
        }
    }
}

/// Builder of a table, row by row.
pub(crate) struct Table {
    fields: Vec<Field>,
    columns: Vec<MeasuredColumn>,
    rows: usize,
}

/// Column, with the number of bytes of text in it.
struct MeasuredColumn {
    column: Column,
    text_bytes: usize,
}

impl Table {
    /// Creates an empty table with room for a number of rows.
    pub(crate) fn new(fields: Vec<Field>, rows: usize) -> Self {
        let columns = fields
            .iter()
            .map(|field| MeasuredColumn {
                column: Column::new(field.kind, rows),
                text_bytes: 0,
            })
            .collect();
        Self {
            fields,
            columns,
            rows: 0,
        }
    }

    /// Appends a row with one value per column.
    pub(crate) fn push(&mut self, row: impl Iterator<Item = Value>) -> PyResult<()> {
        for (measured, value) in self.columns.iter_mut().zip(row) {
            let text_bytes = measured.text_bytes + value.text_bytes();
            if text_bytes > MAX_COLUMN_BYTES {
                return Err(refused(
                    "a column of the table would have more than 2 GiB of text: pass fewer rows at once",
                ));
            }
            measured.column.push(value)?;
            measured.text_bytes = text_bytes;
        }
        self.rows += 1;
        Ok(())
    }

    /// Returns the table. The metadata of each column describes it.
    pub(crate) fn finish(self) -> PyResult<RecordBatch> {
        let arrays: Vec<ArrayRef> = self
            .columns
            .into_iter()
            .map(|measured| measured.column.finish())
            .collect();
        let fields = self.fields.iter().zip(&arrays).map(|(field, array)| {
            let about = HashMap::from([("about".to_owned(), field.about.to_owned())]);
            ArrowField::new(field.name, array.data_type().clone(), field.nullable)
                .with_metadata(about)
        });
        let schema = Arc::new(Schema::new(fields.collect::<Vec<_>>()));
        let rows = RecordBatchOptions::new().with_row_count(Some(self.rows));
        arrow_array::RecordBatch::try_new_with_options(schema, arrays, &rows)
            .map(RecordBatch)
            .map_err(refused)
    }
}
