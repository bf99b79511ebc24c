//! JSON and YAML as trees that keep repeated keys, and know of each part where it stands.

pub(crate) mod json;
pub(crate) mod yaml;

use super::Span;

/// How deep maps and lists may nest: a record whose variations are as deep as the notation has them.
pub(crate) const MAX_DEPTH: usize = 360;

/// A part of a document.
#[derive(Clone, Debug)]
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

    /// How many nodes and bytes of text it is, and how deep lists and maps nest in it.
    fn size(&self) -> (usize, usize) {
        let inner = |nodes: &mut dyn Iterator<Item = &Self>| {
            nodes.map(Self::size).fold((1, 1), |(size, depth), (more, inner)| (size + more, depth.max(inner + 1)))
        };
        match &self.value {
            Value::Text(text) | Value::Number(text) => (1 + text.len(), 0),
            Value::Other(_) => (1, 0),
            Value::List(items) => inner(&mut items.iter()),
            Value::Map(entries) => inner(&mut entries.iter().flat_map(|(key, value)| [key, value])),
        }
    }

    /// Whether nothing is said there.
    pub(crate) fn is_nothing(&self) -> bool {
        matches!(self.value, Value::Other(NOTHING))
    }

    /// The text, of a text alone.
    pub(crate) fn text(&self) -> Option<&str> {
        if let Value::Text(text) = &self.value { Some(text) } else { None }
    }
}

/// What stands where nothing is said, `null` in JSON, in words.
pub(crate) const NOTHING: &str = "nothing";
/// `true` and `false`, in words.
pub(crate) const TRUTH_VALUE: &str = "a truth value";

/// What a node holds.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// Text.
    Text(String),
    /// A number, as it is written: `12`, `-3.5e2`.
    Number(String),
    /// Another value, in words: [`NOTHING`], [`TRUTH_VALUE`].
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

/// How much of a long line is pointed at, in characters.
pub(crate) const LONGEST_TOKEN: usize = 60;

/// Where the text ends that begins at a byte: a quoted one with its quote, else at the end of its
/// line, if that is near.
pub(crate) fn token_end(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let line = rest.lines().next().unwrap_or_default();
    let quoted = rest.chars().next().filter(|first| matches!(first, '"' | '\''));
    let line = line.char_indices().nth(LONGEST_TOKEN).map_or(line, |(end, _)| &line[..end]);
    let length = match quoted.and_then(|quote| line[1..].find(quote)) {
        Some(inner) => inner + 2,
        None => line.find(" #").map_or(line, |comment| &line[..comment]).trim_end().len(),
    };
    at + length
}

/// A document, or what keeps it from being one.
pub(crate) type Document = Result<Node, Fault>;
