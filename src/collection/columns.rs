//! Games and turns as rows: which columns there are, what each says, and how it is found.
//!
//! The names are a contract: columns are added, none changes its meaning.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

/// What stands in a column of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Nothing: it is not known, or there is none.
    Null,
    /// Yes or no.
    Bool(bool),
    /// A number from 0.
    Number(u64),
    /// A text.
    Text(String),
    /// Texts by their names, in the order of the record.
    Map(Vec<(String, String)>),
}

impl Cell {
    pub(super) fn text(text: Option<impl ToString>) -> Self {
        text.map_or(Self::Null, |text| Self::Text(text.to_string()))
    }

    /// As a table of text has it; nothing for null.
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

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_none(),
            Self::Bool(is) => serializer.serialize_bool(*is),
            Self::Number(number) => serializer.serialize_u64(*number),
            Self::Text(text) => serializer.serialize_str(text),
            Self::Map(pairs) => {
                let mut map = serializer.serialize_map(Some(pairs.len()))?;
                for (name, text) in pairs {
                    map.serialize_entry(name, text)?;
                }
                map.end()
            }
        }
    }
}

/// What kind of values a column has; all but those of [`Kind::Map`] can be null where that is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Yes or no.
    Bool,
    /// A number from 0.
    Number,
    /// A text.
    Text,
    /// Texts by names.
    Map,
}

/// A column of a table; `V` finds what it has in a row.
#[derive(Clone, Copy, Debug)]
pub struct Column<V> {
    /// Its name.
    pub name: &'static str,
    /// What it has.
    pub kind: Kind,
    /// Whether it can be null.
    pub nullable: bool,
    /// What it says.
    pub about: &'static str,
    pub(super) value: V,
}

#[cfg(test)]
impl<V> Column<V> {
    /// What it has, as a JSON schema says it.
    pub(crate) fn schema(&self) -> serde_json::Value {
        let kind = match self.kind {
            Kind::Bool => "boolean",
            Kind::Number => "integer",
            Kind::Text => "string",
            Kind::Map => "object",
        };
        let kind = if self.nullable { serde_json::json!([kind, "null"]) } else { kind.into() };
        serde_json::json!({"description": self.about, "type": kind})
    }
}

macro_rules! column {
    ($name:literal, $kind:ident, $about:literal, $value:expr) => {
        Column { name: $name, kind: Kind::$kind, nullable: false, about: $about, value: $value }
    };
    ($name:literal, $kind:ident?, $about:literal, $value:expr) => {
        Column { name: $name, kind: Kind::$kind, nullable: true, about: $about, value: $value }
    };
}
pub(super) use column;
