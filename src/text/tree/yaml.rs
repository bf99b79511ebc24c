//! YAML, from the events of a parser that tells where each begins and ends.

mod number;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use saphyr_parser::{Event, Marker, Parser, ScalarStyle, Span as Marks, Tag};

use super::super::Span;
use super::{Document, Fault, MAX_DEPTH, NOTHING, Node, TRUTH_VALUE, Value, token_end};
use number::is_number;

/// The documents of a text; empty ones are none. What cannot be parsed is the last. Lists and maps in
/// brackets nest 255 deep at most, and what aliases repeat is no more than the text holds.
pub(crate) fn read(text: &str) -> Vec<Document> {
    documents(text, aliased(text))
}

/// The same for who has no use for anchors: they are refused.
pub(crate) fn read_without_anchors(text: &str) -> Vec<Document> {
    documents(text, Anchors::Refused)
}

/// The only document of a text, by a function that reads all; `what` is the text, in words: `A deck file`.
pub(crate) fn read_one(text: &str, what: &str, documents_of: fn(&str) -> Vec<Document>) -> Document {
    let mut documents = documents_of(text).into_iter();
    let nothing = || Ok(Node { span: Span::new(0, token_end(text, 0)), value: Value::Other(NOTHING) });
    let root = documents.next().unwrap_or_else(nothing)?;
    match documents.next() {
        None => Ok(root),
        Some(Err(fault)) => Err(fault),
        Some(Ok(second)) => {
            let start = second.span.start as usize;
            let message = format!("{what} holds one document; this begins another.");
            Err(Fault { span: Span::new(start, token_end(text, start)), message, help: None })
        }
    }
}

/// What becomes of nodes that have an anchor.
enum Anchors {
    Refused,
    /// These are kept, since aliases stand for them.
    Kept(BTreeSet<usize>),
}

/// The anchors of a text that aliases stand for.
fn aliased(text: &str) -> Anchors {
    if !(text.contains('&') && text.contains('*')) {
        return Anchors::Kept(BTreeSet::new());
    }
    let events = Parser::new_from_iter(text.chars()).map_while(Result::ok);
    let anchor = |event| if let Event::Alias(anchor) = event { Some(anchor) } else { None };
    Anchors::Kept(events.filter_map(|(event, _)| anchor(event)).collect())
}

fn documents(text: &str, anchors: Anchors) -> Vec<Document> {
    if let Some(fault) = unprintable(text) {
        return vec![Err(fault)];
    }
    let mut documents = Vec::new();
    let mut builder = Builder {
        places: YamlPlaces::of(text),
        anchors,
        open: Vec::new(),
        root: None,
        end: 0,
        nothing: (0, 0),
        known: BTreeMap::new(),
        kept: 0,
        repeated: 0,
    };
    // Given the text itself, the parser would reserve more memory for each scalar.
    for event in Parser::new_from_iter(text.chars()) {
        let taken = match event {
            Ok((event, marks)) => builder.event(event, marks),
            Err(error) => {
                let at = builder.places.byte(*error.marker());
                Err(builder.places.fault(at, format!("This is no YAML: {}.", error.info())))
            }
        };
        match taken {
            Ok(None | Some(Node { value: Value::Other(NOTHING), .. })) => {}
            Ok(Some(node)) => documents.push(Ok(node)),
            Err(fault) => {
                documents.push(Err(fault));
                break;
            }
        }
    }
    documents
}

/// YAML has printable characters alone.
fn unprintable(text: &str) -> Option<Fault> {
    let is_printable = |character: char| {
        matches!(character, '\t' | '\n' | '\r' | '\u{85}')
            || !(character.is_control() || matches!(character, '\u{FEFF}' | '\u{FFFE}' | '\u{FFFF}'))
    };
    let (at, character) = text.char_indices().find(|&(_, character)| !is_printable(character))?;
    let message = format!("The character U+{:04X} cannot stand in YAML.", u32::from(character));
    Some(Fault { span: Span::new(at, at + character.len_utf8()), message, help: None })
}

/// White space and line ends of YAML 1.2.
const BLANK: [char; 4] = [' ', '\t', '\n', '\r'];

/// How many characters lie between those whose byte is known.
const STRIDE: usize = 64;

/// A text, and where its characters are: the parser counts them.
struct YamlPlaces<'t> {
    text: &'t str,
    /// The byte at which every so manieth character begins; none where each is a byte.
    bytes: Vec<usize>,
}

impl<'t> YamlPlaces<'t> {
    fn of(text: &'t str) -> Self {
        let wide = !text.is_ascii();
        let bytes = text.char_indices().map(|(at, _)| at).step_by(STRIDE);
        Self { text, bytes: if wide { bytes.collect() } else { Vec::new() } }
    }

    fn byte(&self, marker: Marker) -> usize {
        let index = marker.index();
        if self.bytes.is_empty() {
            return index.min(self.text.len());
        }
        let Some(&start) = self.bytes.get(index / STRIDE) else { return self.text.len() };
        let rest = self.text.get(start..).unwrap_or_default();
        rest.char_indices().nth(index % STRIDE).map_or(self.text.len(), |(at, _)| start + at)
    }

    fn between(&self, start: usize, end: usize) -> &'t str {
        self.text.get(start..end).unwrap_or_default()
    }

    fn behind(&self, at: usize) -> &'t str {
        self.text.get(at..).unwrap_or_default()
    }

    /// A fault that shows at what begins at a byte.
    fn fault(&self, at: usize, message: impl Into<String>) -> Fault {
        Fault { span: Span::new(at, token_end(self.text, at)), message: message.into(), help: None }
    }

    /// Where a node begins after its anchor and its tag.
    fn content(&self, start: usize, end: usize) -> usize {
        let mut rest = self.between(start, end);
        while rest.starts_with(['&', '!', '#']) {
            let ends: &[char] = if rest.starts_with('#') { &['\n', '\r'] } else { &BLANK };
            rest = rest.trim_start_matches(|character| !ends.contains(&character)).trim_start_matches(BLANK);
        }
        end.max(start) - rest.len()
    }

    /// What is between the quotes of a text that begins with one: the parser counts what is after
    /// them as well.
    fn quoted(&self, start: usize) -> Option<Span> {
        let mut characters = self.behind(start).char_indices().peekable();
        let (_, quote) = characters.next().filter(|(_, first)| matches!(first, '"' | '\''))?;
        loop {
            match characters.next()? {
                (_, '\\') if quote == '"' => drop(characters.next()),
                (_, '\'') if quote == '\'' && characters.next_if(|(_, next)| *next == '\'').is_some() => {}
                (at, character) if character == quote => return Some(Span::new(start + 1, start + at)),
                _ => {}
            }
        }
    }
}

/// A list or a map that is being read.
struct Open {
    value: OpenValue,
    /// Where it begins if it is in brackets.
    start: usize,
    /// Where the first of its nodes begins.
    first: Option<usize>,
    anchor: usize,
}

enum OpenValue {
    List(Vec<Node>),
    /// Entries, and the key whose value has not come yet.
    Map(Vec<(Node, Node)>, Option<Node>),
}

struct Builder<'t> {
    places: YamlPlaces<'t>,
    anchors: Anchors,
    open: Vec<Open>,
    /// The node of the document.
    root: Option<Node>,
    /// Where what came last ends.
    end: usize,
    /// What came next after a node that nothing is written of, and where that node is.
    nothing: (usize, usize),
    /// Nodes that aliases stand for, by their anchors.
    known: BTreeMap<usize, Node>,
    /// How much is kept for aliases, and how much they have repeated.
    kept: usize,
    repeated: usize,
}

impl Builder<'_> {
    /// Takes an event; gives a document that it ends.
    fn event(&mut self, event: Event<'_>, marks: Marks) -> Result<Option<Node>, Fault> {
        let (start, end) = (self.places.byte(marks.start), self.places.byte(marks.end));
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                let span = self.scalar_span(&text, style, start, end);
                self.begin(start.min(span.start as usize), anchor)?;
                let value = scalar(text, style, tag.as_deref()).map_err(|why| self.places.fault(start, why))?;
                self.put(Node { span, value }, anchor)?;
            }
            Event::SequenceStart(anchor, tag) => {
                self.open(OpenValue::List(Vec::new()), anchor, tag.as_deref(), start..end)?;
            }
            Event::MappingStart(anchor, tag) => {
                self.open(OpenValue::Map(Vec::new(), None), anchor, tag.as_deref(), start..end)?;
            }
            Event::SequenceEnd | Event::MappingEnd => self.close(start, end)?,
            Event::Alias(anchor) => {
                self.begin(start, 0)?;
                let node = self.repeated(anchor, start)?;
                self.end = end;
                self.put(node, 0)?;
            }
            Event::DocumentEnd => {
                self.known.clear();
                return Ok(self.root.take());
            }
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentStart(_) => {}
        }
        Ok(None)
    }

    /// A node begins.
    fn begin(&mut self, start: usize, anchor: usize) -> Result<(), Fault> {
        if anchor > 0 && matches!(self.anchors, Anchors::Refused) {
            let length = self.places.behind(start).find(BLANK);
            let end = length.map_or(self.places.text.len(), |length| start + length);
            let message = "YAML anchors and aliases are not read here.".to_owned();
            let help = Some("Write out what they stand for. If it is text, put it in quotes.");
            return Err(Fault { span: Span::new(start, end), message, help });
        }
        if let Some(open) = self.open.last_mut() {
            open.first.get_or_insert(start);
        }
        Ok(())
    }

    fn open(&mut self, value: OpenValue, anchor: usize, tag: Option<&Tag>, range: Range<usize>) -> Result<(), Fault> {
        self.begin(range.start, anchor)?;
        if tag.is_some_and(is_foreign) {
            return Err(self.places.fault(range.start, FOREIGN_TAG));
        }
        if self.open.len() == MAX_DEPTH {
            return Err(self.too_deep(range.start));
        }
        let start = self.places.content(range.start, range.end);
        self.end = range.start;
        self.open.push(Open { value, start, first: None, anchor });
        Ok(())
    }

    fn too_deep(&self, at: usize) -> Fault {
        self.places.fault(at, format!("Lists and maps nest more than {MAX_DEPTH} deep."))
    }

    /// Ends a list or a map; in brackets `start` is where the closing one stands.
    fn close(&mut self, start: usize, end: usize) -> Result<(), Fault> {
        let Some(Open { value, start: bracket, first, anchor }) = self.open.pop() else { return Ok(()) };
        let is_closed = start < end && self.places.behind(start).starts_with([']', '}']);
        let begin = if is_closed { bracket } else { first.unwrap_or(bracket) };
        if is_closed {
            self.end = start + 1;
        }
        let value = match value {
            OpenValue::List(items) => Value::List(items),
            OpenValue::Map(entries, _) => Value::Map(entries),
        };
        self.put(Node { span: Span::new(begin, self.end), value }, anchor)
    }

    /// Where a scalar stands: of one in quotes what is between them.
    fn scalar_span(&mut self, text: &str, style: ScalarStyle, start: usize, end: usize) -> Span {
        let content = self.places.content(start, end);
        if matches!(style, ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted)
            && let Some(inner) = self.places.quoted(content)
        {
            self.end = inner.end as usize + 1;
            return inner;
        }
        let span = match style {
            ScalarStyle::Plain if text.is_empty() && content == start => self.nothing(start),
            _ => Span::new(content, content + self.places.between(content, end).trim_end_matches(BLANK).len()),
        };
        self.end = span.end as usize;
        span
    }

    /// Where a node is that nothing is written of: after what came before. The parser says what comes next.
    fn nothing(&mut self, next: usize) -> Span {
        // The same white space is not looked at for every level that ends with it.
        if self.nothing.0 != next || next == 0 {
            let colon = usize::from(self.places.behind(next).starts_with(':'));
            let before = self.places.between(0, next + colon).trim_end_matches(BLANK).len();
            self.nothing = (next, before.max(self.end));
        }
        Span::new(self.nothing.1, self.nothing.1)
    }

    /// Puts a node where it belongs.
    fn put(&mut self, node: Node, anchor: usize) -> Result<(), Fault> {
        if let Anchors::Kept(aliased) = &self.anchors
            && aliased.contains(&anchor)
        {
            self.kept += node.size().0;
            if self.kept > self.places.text.len() {
                return Err(self.places.fault(node.span.start as usize, TOO_MUCH));
            }
            self.known.insert(anchor, node.clone());
        }
        match self.open.last_mut().map(|open| &mut open.value) {
            None => self.root = Some(node),
            Some(OpenValue::List(items)) => items.push(node),
            Some(OpenValue::Map(entries, key)) => match key.take() {
                None => *key = Some(node),
                Some(key) => entries.push((key, node)),
            },
        }
        Ok(())
    }

    /// What an alias stands for.
    fn repeated(&mut self, anchor: usize, at: usize) -> Document {
        let Some(node) = self.known.get(&anchor) else {
            let message = "This alias stands for what it is part of, or for something of another document.";
            return Err(self.places.fault(at, message));
        };
        let (size, depth) = node.size();
        if depth + self.open.len() > MAX_DEPTH {
            return Err(self.too_deep(at));
        }
        self.repeated += size;
        if self.repeated > self.places.text.len() {
            return Err(self.places.fault(at, TOO_MUCH));
        }
        Ok(node.clone())
    }
}

const FOREIGN_TAG: &str = "YAML tags are not read here.";
const TOO_MUCH: &str = "Aliases repeat more than the text holds.";

/// Whether a tag is neither one of the core schema nor the `!` that makes text of anything.
fn is_foreign(tag: &Tag) -> bool {
    !(tag.is_yaml_core_schema() || (tag.handle.is_empty() && tag.suffix == "!"))
}

/// What a scalar is; why it cannot be what its tag says.
fn scalar(text: Cow<'_, str>, style: ScalarStyle, tag: Option<&Tag>) -> Result<Value, String> {
    let Some(tag) = tag else {
        let is_plain = style == ScalarStyle::Plain;
        return Ok(if is_plain { plain(text) } else { Value::Text(text.into_owned()) });
    };
    if is_foreign(tag) {
        return Err(FOREIGN_TAG.to_owned());
    }
    let fits: fn(&Value) -> bool = match tag.suffix.as_str() {
        "null" => |value| matches!(value, Value::Other(NOTHING)),
        "bool" => |value| matches!(value, Value::Other(TRUTH_VALUE)),
        "int" | "float" => |value| matches!(value, Value::Number(_)),
        _ => return Ok(Value::Text(text.into_owned())),
    };
    Some(plain(text)).filter(fits).ok_or_else(|| format!("This is not what its tag `!!{}` says.", tag.suffix))
}

/// What is written without quotes, in the core schema of YAML 1.2.
fn plain(text: Cow<'_, str>) -> Value {
    match text.as_ref() {
        "" | "~" | "null" | "Null" | "NULL" => Value::Other(NOTHING),
        "true" | "True" | "TRUE" | "false" | "False" | "FALSE" => Value::Other(TRUTH_VALUE),
        number if is_number(number) => Value::Number(text.into_owned()),
        _ => Value::Text(text.into_owned()),
    }
}

#[cfg(test)]
mod tests;
