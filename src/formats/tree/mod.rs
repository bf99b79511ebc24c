//! JSON and YAML as trees that keep repeated keys, and know of each part where it stands.

pub(super) mod json;
pub(super) mod yaml;

use crate::findings::Finding;
use crate::text::Span;

/// How deep maps and lists may nest: a record whose variations are as deep as the notation has them.
pub(super) const MAX_DEPTH: usize = 360;

/// A part of a document.
#[derive(Debug)]
pub(super) struct Node {
    /// Where it stands; of a text without the quotes.
    pub(super) span: Span,
    /// What it holds.
    pub(super) value: Value,
}

/// What a node holds.
#[derive(Debug)]
pub(super) enum Value {
    /// Text.
    Text(String),
    /// A number, as it is written.
    Number(String),
    /// Another value, in words: `a truth value`.
    Other(&'static str),
    /// A list.
    List(Vec<Node>),
    /// Keys and values, repeated ones too.
    Map(Vec<(Node, Node)>),
}

impl Value {
    /// What it is, in words.
    pub(super) fn in_words(&self) -> &'static str {
        match self {
            Self::Text(_) => "text",
            Self::Number(_) => "a number",
            Self::Other(words) => words,
            Self::List(_) => "a list",
            Self::Map(_) => "a map of keys and values",
        }
    }
}

/// A document, or what keeps it from being one.
pub(super) type Document = Result<Node, Box<Finding>>;
