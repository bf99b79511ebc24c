//! JSON and YAML as trees with spans, so that errors in formats, deck files and themes have places.
//! Repeated keys are kept.

pub(crate) mod json;
mod map_keys;
pub(crate) mod yaml;

pub(crate) use map_keys::{KeyFault, Keys, not_a_map};

use super::Span;

/// The maximum depth of maps and lists: enough for a record whose variations are nested as deeply
/// as the notation allows.
pub(crate) const MAX_DEPTH: usize = 360;

/// A parsed document, or the error in it.
pub(crate) type Document = Result<Node, Fault>;

/// A node of a document: a value with its place, which may have other nodes in it.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// The place. For a quoted text, the place between the quotes.
    pub(crate) span: Span,
    /// The value.
    pub(crate) value: Value,
}

impl Node {
    /// Returns the value of a key. If the key is repeated, the first one counts.
    pub(crate) fn entry(&self, key: &str) -> Option<&Self> {
        let is_key = |node: &Self| matches!(&node.value, Value::Text(text) if text == key);
        self.entries()
            .iter()
            .find(|(name, _)| is_key(name))
            .map(|(_, value)| value)
    }

    /// Returns the keys and values of a map; empty for other values.
    pub(crate) fn entries(&self) -> &[(Self, Self)] {
        if let Value::Map(entries) = &self.value {
            entries
        } else {
            &[]
        }
    }

    /// Returns the items of a list; empty for other values.
    pub(crate) fn items(&self) -> &[Self] {
        if let Value::List(items) = &self.value {
            items
        } else {
            &[]
        }
    }

    /// Returns the size of the node with everything in it.
    fn size(&self) -> NodeSize {
        let size_of_text = |length: usize| NodeSize {
            content: 1 + length,
            depth: 0,
        };
        match &self.value {
            Value::Text(text) | Value::Number(text) => size_of_text(text.len()),
            Value::Other(_) => size_of_text(0),
            Value::List(items) => NodeSize::around(items.iter()),
            Value::Map(entries) => {
                NodeSize::around(entries.iter().flat_map(|(key, value)| [key, value]))
            }
        }
    }

    /// Returns true for a null value.
    pub(crate) fn is_nothing(&self) -> bool {
        matches!(self.value, Value::Other(NOTHING))
    }

    /// Returns the text of a text node; `None` for other values.
    pub(crate) fn text(&self) -> Option<&str> {
        if let Value::Text(text) = &self.value {
            Some(text)
        } else {
            None
        }
    }
}

/// Value of a node.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// Text.
    Text(String),
    /// A number as written: `12`, `-3.5e2`.
    Number(String),
    /// Another value by its description: [`NOTHING`], [`TRUTH_VALUE`].
    Other(&'static str),
    /// A list.
    List(Vec<Node>),
    /// Keys and values, repeated keys included.
    Map(Vec<(Node, Node)>),
}

impl Value {
    /// Describes the kind of value.
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

/// Description of a null value: `null` in JSON.
pub(crate) const NOTHING: &str = "nothing";
/// Description of `true` and `false`.
pub(crate) const TRUTH_VALUE: &str = "a Boolean value";

/// Size of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct NodeSize {
    /// The number of nodes and of bytes of text.
    content: usize,
    /// The depth of lists and maps.
    depth: usize,
}

impl NodeSize {
    /// Returns the size of a list or a map with these nodes.
    fn around<'n>(nodes: impl Iterator<Item = &'n Node>) -> Self {
        let mut size = Self {
            content: 1,
            depth: 1,
        };
        for inner in nodes.map(Node::size) {
            size.content += inner.content;
            size.depth = size.depth.max(inner.depth + 1);
        }
        size
    }
}

/// Error that prevents a text from being parsed.
#[derive(Debug)]
pub(crate) struct Fault {
    /// The place.
    pub(crate) span: Span,
    /// The message, a sentence.
    pub(crate) message: String,
    /// Advice on how to fix it.
    pub(crate) help: Option<&'static str>,
}

impl Fault {
    pub(crate) fn new(span: Span, message: impl Into<String>) -> Self {
        Self {
            span,
            message: message.into(),
            help: None,
        }
    }
}

/// The maximum length of the part of a long line that is marked, in characters.
pub(crate) const MAX_TOKEN_LENGTH: usize = 60;

/// Returns the end of the text that begins at a byte: after the closing quote, otherwise at the end
/// of the line, but within the maximum length.
pub(crate) fn token_end(text: &str, offset: usize) -> usize {
    let rest = text.get(offset..).unwrap_or_default();
    let line = rest.lines().next().unwrap_or_default();
    let start_of_line = match line.char_indices().nth(MAX_TOKEN_LENGTH) {
        Some((end, _)) => &line[..end],
        None => line,
    };

    if let Some(quote @ ('"' | '\'')) = start_of_line.chars().next()
        && let Some(length) = start_of_line[1..].find(quote)
    {
        let quotes = 2;
        return offset + length + quotes;
    }
    let (content, _comment) = start_of_line
        .split_once(" #")
        .unwrap_or((start_of_line, ""));
    offset + content.trim_end().len()
}
