//! Columns of the tables of games and turns: their names, their meaning, and the functions that
//! compute them.
//!
//! The names are a contract: columns may be added, but no column changes its meaning.

use serde::Serialize;
use serde::Serializer;

/// Value of one cell of a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Cell {
    /// No value: unknown, or absent from the record.
    Null,
    /// Truth value.
    Bool(bool),
    /// Natural number, from 0.
    Number(u64),
    /// Text.
    Text(String),
    /// Texts by their names, in the order of the record.
    #[serde(serialize_with = "pairs_as_map")]
    Map(Vec<(String, String)>),
}

impl Cell {
    /// Creates a cell with a text, or without a value.
    pub(super) fn text(text: Option<impl ToString>) -> Self {
        text.map_or(Self::Null, |text| Self::Text(text.to_string()))
    }

    /// Returns the value as a text table shows it; empty for null.
    pub fn to_text(&self) -> String {
        match self {
            Self::Null => String::new(),
            Self::Bool(is) => is.to_string(),
            Self::Number(number) => number.to_string(),
            Self::Text(text) => text.clone(),
            Self::Map(_) => serde_json::to_string(self).unwrap_or_default(),
        }
    }
}

fn pairs_as_map<S: Serializer>(
    pairs: &[(String, String)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(name, text)| (name, text)))
}

/// Type of the values of a column. All types except [`Kind::Map`] can be null if the column is
/// nullable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Truth value.
    Bool,
    /// Natural number, from 0.
    Number,
    /// Text.
    Text,
    /// Texts by names.
    Map,
}

/// Column of a table. `V` is the function that computes its value for a row.
#[derive(Clone, Copy, Debug)]
pub struct Column<V> {
    /// Name of the column.
    pub name: &'static str,
    /// Type of its values.
    pub kind: Kind,
    /// True if a value can be null.
    pub nullable: bool,
    /// Description of the values, on one line.
    pub about: &'static str,
    /// Computes the value for a row.
    pub(super) value: V,
    /// True if the value takes a replay, unless the record was checked with its keys, the hashes
    /// of its positions.
    pub(super) needs_keys: bool,
}

#[cfg(test)]
impl<V> Column<V> {
    /// Returns the JSON schema of the values.
    pub(crate) fn schema(&self) -> serde_json::Value {
        let name = match self.kind {
            Kind::Bool => "boolean",
            Kind::Number => "integer",
            Kind::Text => "string",
            Kind::Map => "object",
        };
        let kind = if self.nullable {
            serde_json::json!([name, "null"])
        } else {
            name.into()
        };
        match self.kind {
            Kind::Map => serde_json::json!({
                "description": self.about, "type": kind, "additionalProperties": {"type": "string"},
            }),
            _ => serde_json::json!({"description": self.about, "type": kind}),
        }
    }
}

/// Defines a column: its name, the type of its values (`Text?` if they can be null), a description,
/// and the function that computes the value.
macro_rules! column {
    ($name:literal, $kind:ident, $about:literal, $value:expr) => {
        Column {
            name: $name,
            kind: Kind::$kind,
            nullable: false,
            about: $about,
            value: $value,
            needs_keys: false,
        }
    };
    ($name:literal, $kind:ident?, $about:literal, $value:expr) => {
        Column {
            name: $name,
            kind: Kind::$kind,
            nullable: true,
            about: $about,
            value: $value,
            needs_keys: false,
        }
    };
}
pub(super) use column;
