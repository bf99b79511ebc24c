//! JSON and YAML as trees that keep repeated keys, and know of each part where it stands.

pub(crate) mod json;
pub(crate) mod yaml;

use super::Span;

/// How deep maps and lists may nest: a record whose variations are as deep as the notation has them.
pub(crate) const MAX_DEPTH: usize = 360;

/// A part of a document.
#[derive(Debug)]
pub(crate) struct Node {
    /// Where it stands; of a text without the quotes.
    pub(crate) span: Span,
    /// What it holds.
    pub(crate) value: Value,
}

impl Node {
    /// The value of a key, of one that stands twice the first.
    pub(crate) fn entry(&self, key: &str) -> Option<&Self> {
        let is_key = |node: &Self| matches!(&node.value, Value::Text(text) if text == key);
        self.entries().iter().find(|(name, _)| is_key(name)).map(|(_, value)| value)
    }

    /// The keys and values of a map; none of anything else.
    pub(crate) fn entries(&self) -> &[(Self, Self)] {
        if let Value::Map(entries) = &self.value { entries } else { &[] }
    }

    /// The items of a list; none of anything else.
    pub(crate) fn items(&self) -> &[Self] {
        if let Value::List(items) = &self.value { items } else { &[] }
    }

    /// The text, of a text alone.
    pub(crate) fn text(&self) -> Option<&str> {
        if let Value::Text(text) = &self.value { Some(text) } else { None }
    }
}

/// What a node holds.
#[derive(Debug)]
pub(crate) enum Value {
    /// Text.
    Text(String),
    /// A number, as it is written: `12`, `-3.5e2`.
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
    pub(crate) fn in_words(&self) -> &'static str {
        match self {
            Self::Text(_) => "text",
            Self::Number(_) => "a number",
            Self::Other(words) => words,
            Self::List(_) => "a list",
            Self::Map(_) => "a map of keys and values",
        }
    }
}

/// What keeps a text from being a document.
#[derive(Debug)]
pub(crate) struct Fault {
    /// Where it shows.
    pub(crate) span: Span,
    /// What it is, as a sentence.
    pub(crate) message: String,
    /// What to do about it.
    pub(crate) help: Option<&'static str>,
}

/// A document, or what keeps it from being one.
pub(crate) type Document = Result<Node, Fault>;
