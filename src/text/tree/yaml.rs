//! YAML, as a parser with serde's interface gives it.
//!
//! That parser tells positions in its errors alone. So every scalar is answered with an error, which
//! carries its line and column, is caught in the list or map around it, and is no error to anybody
//! else; its value is handed over beside.

use std::cell::{Cell, RefCell};
use std::fmt;

use serde::de::{DeserializeSeed, EnumAccess, Error as _, MapAccess, SeqAccess, Visitor};

use super::super::Span;
use super::{Document, Fault, MAX_DEPTH, Node, Value};

/// How many more brackets may open than close; the parser's time grows with them.
const MAX_BRACKETS: usize = 200;

/// The documents of a text; empty ones are none. What cannot be parsed is the last.
pub(crate) fn read(text: &str) -> Vec<Document> {
    if let Some(fault) = refuse(text) {
        return vec![Err(fault)];
    }
    let mut documents = Vec::new();
    let lines = Lines::of(text);
    for document in serde_yaml::Deserializer::from_str(text) {
        let walk = Walk { text, lines: &lines, nodes: Cell::new(0), scalar: RefCell::new(None), last: Cell::default() };
        let read = match (Seed { walk: &walk, depth: 0 }).deserialize(document) {
            Err(error) => match walk.scalar.take() {
                Some(value) => Ok(walk.scalar_node(value, &error.to_string())),
                None => Err(syntax_fault(text, &error)),
            },
            Ok(node) => Ok(node),
        };
        match read {
            Ok(Node { value: Value::Other("nothing"), .. }) => {}
            Ok(node) => documents.push(Ok(node)),
            Err(fault) => {
                documents.push(Err(fault));
                break;
            }
        }
    }
    documents
}

fn syntax_fault(text: &str, error: &serde_yaml::Error) -> Fault {
    let at = error.location().map_or(text.len(), |location| location.index()).min(text.len());
    let at = (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let token = text[at..].chars().next().map_or(0, char::len_utf8);
    // The message can quote the text, and that can hold what a terminal takes for a command.
    let message = error.to_string().replace(char::is_control, "?");
    Fault { span: Span::new(at, at + token), message: format!("This is no YAML: {message}."), help: None }
}

/// What is refused before anything is parsed: it costs time out of proportion.
fn refuse(text: &str) -> Option<Fault> {
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_BRACKETS {
            let message = format!("More than {MAX_BRACKETS} brackets are open here.");
            return Some(Fault { span: Span::new(at, at + 1), message, help: None });
        }
    }
    None
}

/// Where lines begin.
struct Lines(Vec<usize>);

impl Lines {
    fn of(text: &str) -> Self {
        Self([0].into_iter().chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect())
    }

    /// The byte at a line and a column, both from 1, the column in characters.
    fn byte(&self, text: &str, line: usize, column: usize) -> Option<usize> {
        let start = *self.0.get(line.checked_sub(1)?)?;
        let rest = text.get(start..)?;
        rest.char_indices().nth(column.checked_sub(1)?).map(|(at, _)| start + at)
    }
}

struct Walk<'t> {
    text: &'t str,
    lines: &'t Lines,
    /// Each stands for a byte of the text at least, unless aliases repeat them.
    nodes: Cell<usize>,
    /// The scalar that was answered with an error.
    scalar: RefCell<Option<Value>>,
    /// Where the last scalar stood.
    last: Cell<Span>,
}

impl Walk<'_> {
    /// The scalar whose error said where it stands: `… at line 3 column 7`.
    fn scalar_node(&self, value: Value, error: &str) -> Node {
        let place = error.rsplit_once(" at line ").and_then(|(_, place)| place.split_once(" column "));
        let place = place.and_then(|(line, column)| Some((line.parse().ok()?, column.parse().ok()?)));
        let start = place.and_then(|(line, column)| self.lines.byte(self.text, line, column));
        // Of the first byte the parser says no place.
        let start = start.unwrap_or(0);
        let span = Span::new(start, start + self.length(start, &value));
        self.last.set(span);
        let inner = Span::new(span.start as usize + 1, (span.end as usize).saturating_sub(1));
        match value {
            // What is written without quotes keeps its text.
            Value::Number(_) => Node { span, value: Value::Number(span.of(self.text).to_owned()) },
            Value::Text(text) if text.len() == inner.len() && inner.of(self.text) == text => {
                Node { span: inner, value: Value::Text(text) }
            }
            value => Node { span, value },
        }
    }

    /// How long the text of a scalar is that begins at a byte.
    fn length(&self, start: usize, value: &Value) -> usize {
        let rest = &self.text[start..];
        let line = rest.lines().next().unwrap_or_default();
        if let Value::Text(text) = value {
            if !text.is_empty() && rest.starts_with(text.as_str()) {
                return text.len();
            }
            if let Some(quote) = rest.chars().next().filter(|first| matches!(first, '"' | '\'')) {
                let is_closing = |at: usize| quote == '\'' || !line[..at].ends_with('\\');
                let closing = line.match_indices(quote).skip(1).find(|&(at, _)| is_closing(at));
                return closing.map_or(line.len(), |(at, _)| at + 1);
            }
        }
        let plain = line.find(['#', ',', ']', '}']).map_or(line, |end| &line[..end]);
        // What is no text is one word, which may be a key.
        let word = || plain.find([' ', '\t', ':']).map_or(plain, |end| &plain[..end]);
        if matches!(value, Value::Text(_)) { plain.trim_end().len() } else { word().len() }
    }

    /// An empty list or map: its brackets, behind the scalar that came last.
    fn empty(&self) -> Span {
        let last = self.last.get();
        let behind = self.text.get(last.end as usize..).unwrap_or_default();
        let open = behind.trim_start_matches(['"', '\'', ':', ',', '-']).trim_start();
        match open.find([']', '}']).filter(|_| open.starts_with(['[', '{'])) {
            Some(length) => {
                let start = self.text.len() - open.len();
                Span::new(start, start + length + 1)
            }
            None => last,
        }
    }

    /// From the first scalar of a list or map to the last, with the brackets around them.
    fn around<'n>(&self, mut nodes: impl DoubleEndedIterator<Item = &'n Node>) -> Span {
        let Some(first) = nodes.next().map(|node| node.span) else { return self.empty() };
        let last = nodes.next_back().map_or(first, |node| node.span);
        let (start, end) = (first.start as usize, last.end.max(first.start) as usize);
        let before = self.text.get(..start).unwrap_or_default();
        let before = before.trim_end_matches(['"', '\'']).trim_end();
        let start = if before.ends_with(['[', '{']) { before.len() - 1 } else { start };
        let behind = self.text.get(end..).unwrap_or_default();
        let closing = behind.trim_start_matches(['"', '\'']).trim_start();
        let end = if closing.starts_with([']', '}']) { self.text.len() - closing.len() + 1 } else { end };
        Span::new(start, end)
    }
}

#[derive(Clone, Copy)]
struct Seed<'w> {
    walk: &'w Walk<'w>,
    depth: usize,
}

impl Seed<'_> {
    /// A node, or the scalar that an error handed over.
    fn caught<E: serde::de::Error>(self, read: Result<Node, E>) -> Result<Node, E> {
        read.or_else(|error| match self.walk.scalar.take() {
            Some(value) => Ok(self.walk.scalar_node(value, &error.to_string())),
            None => Err(error),
        })
    }

    fn inner<E: serde::de::Error>(self) -> Result<Self, E> {
        if self.depth == MAX_DEPTH {
            return Err(E::custom(format_args!("lists and maps nest more than {MAX_DEPTH} deep")));
        }
        Ok(Seed { depth: self.depth + 1, ..self })
    }

    fn scalar<E: serde::de::Error>(self, value: Value) -> Result<Node, E> {
        self.walk.scalar.replace(Some(value));
        Err(E::custom("a scalar"))
    }
}

impl<'de> DeserializeSeed<'de> for Seed<'_> {
    type Value = Node;

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<Node, D::Error> {
        let nodes = self.walk.nodes.get() + 1;
        self.walk.nodes.set(nodes);
        if nodes > self.walk.text.len() + 2 {
            return Err(D::Error::custom("aliases repeat more than the text holds"));
        }
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Seed<'_> {
    type Value = Node;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("any value")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Node, E> {
        self.scalar(Value::Text(text.to_owned()))
    }

    fn visit_u64<E: serde::de::Error>(self, _: u64) -> Result<Node, E> {
        self.scalar(Value::Number(String::new()))
    }

    fn visit_i64<E: serde::de::Error>(self, _: i64) -> Result<Node, E> {
        self.scalar(Value::Number(String::new()))
    }

    fn visit_u128<E: serde::de::Error>(self, _: u128) -> Result<Node, E> {
        self.scalar(Value::Number(String::new()))
    }

    fn visit_i128<E: serde::de::Error>(self, _: i128) -> Result<Node, E> {
        self.scalar(Value::Number(String::new()))
    }

    fn visit_f64<E: serde::de::Error>(self, _: f64) -> Result<Node, E> {
        self.scalar(Value::Number(String::new()))
    }

    fn visit_bool<E: serde::de::Error>(self, _: bool) -> Result<Node, E> {
        self.scalar(Value::Other("a truth value"))
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<Node, E> {
        self.scalar(Value::Other("nothing"))
    }

    fn visit_none<E: serde::de::Error>(self) -> Result<Node, E> {
        self.scalar(Value::Other("nothing"))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Node, A::Error> {
        let seed = self.inner()?;
        let mut list = Vec::new();
        loop {
            match items.next_element_seed(seed) {
                Ok(None) => break,
                Ok(Some(node)) => list.push(node),
                Err(error) => list.push(seed.caught(Err(error))?),
            }
        }
        let span = self.walk.around(list.iter());
        Ok(Node { span, value: Value::List(list) })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Node, A::Error> {
        let seed = self.inner()?;
        let mut map = Vec::new();
        loop {
            let key = match entries.next_key_seed(seed) {
                Ok(None) => break,
                Ok(Some(key)) => key,
                Err(error) => seed.caught(Err(error))?,
            };
            let value = seed.caught(entries.next_value_seed(seed))?;
            map.push((key, value));
        }
        let span = self.walk.around(map.iter().flat_map(|(key, value)| [key, value]));
        Ok(Node { span, value: Value::Map(map) })
    }

    /// What carries a tag of its own, `!like this`.
    fn visit_enum<A: EnumAccess<'de>>(self, _: A) -> Result<Node, A::Error> {
        Err(A::Error::custom("YAML tags are not read here"))
    }
}

#[cfg(test)]
mod tests;
