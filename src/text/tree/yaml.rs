//! YAML parser, built on an event parser that reports places.
//!
//! A [`Builder`] keeps the lists and maps that are open, and makes a [`Node`] of each event or of
//! the events of a list or map. The terms of YAML: a scalar is a text, a number or the like; an
//! anchor `&a` names a node, and an alias `*a` repeats it; a tag `!!str` states the type of a node.
//! Nodes with anchors are kept only if an alias refers to them.

mod number;
mod places;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use saphyr_parser::{Event, Parser, ScalarStyle, Span as Marks, Tag};

use super::super::Span;
use super::{Document, Fault, MAX_DEPTH, NOTHING, Node, TRUTH_VALUE, Value, token_end};
use number::is_number;
use places::YamlPlaces;

/// Parses the documents of a text, without empty ones. An error is the last item. Lists and maps in
/// brackets nest at most 255 levels, and aliases repeat at most as much as the text contains.
pub(crate) fn read(text: &str) -> Vec<Document> {
    parse_documents(text, find_aliases(text))
}

/// Like [`read`], but anchors are errors.
pub(crate) fn read_without_anchors(text: &str) -> Vec<Document> {
    parse_documents(text, Anchors::Refused)
}

/// Parses a text that must be one document. `documents_of` is [`read`] or [`read_without_anchors`];
/// `what` describes the text: `A deck file`.
pub(crate) fn read_one(
    text: &str,
    what: &str,
    documents_of: fn(&str) -> Vec<Document>,
) -> Document {
    let mut documents = documents_of(text).into_iter();
    let nothing = || {
        Ok(Node {
            span: Span::new(0, token_end(text, 0)),
            value: Value::Other(NOTHING),
        })
    };
    let root = documents.next().unwrap_or_else(nothing)?;
    match documents.next() {
        None => Ok(root),
        Some(Err(fault)) => Err(fault),
        Some(Ok(second)) => {
            let start = second.span.start as usize;
            let message = format!("{what} must contain one document; a second one begins here.");
            Err(Fault::new(
                Span::new(start, token_end(text, start)),
                message,
            ))
        }
    }
}

/// Treatment of nodes that have an anchor. The parser numbers the anchors from 1; 0 means no
/// anchor.
enum Anchors {
    /// They are errors.
    Refused,
    /// These anchors have aliases, so their nodes are kept.
    Kept(BTreeSet<usize>),
}

/// Returns the anchors of a text that have aliases.
fn find_aliases(text: &str) -> Anchors {
    if !(text.contains('&') && text.contains('*')) {
        return Anchors::Kept(BTreeSet::new());
    }
    let events = Parser::new_from_iter(text.chars()).map_while(Result::ok);
    let aliased = events.filter_map(|(event, _)| match event {
        Event::Alias(anchor) => Some(anchor),
        _ => None,
    });
    Anchors::Kept(aliased.collect())
}

/// Parses the documents of a text.
fn parse_documents(text: &str, anchors: Anchors) -> Vec<Document> {
    if let Some(fault) = find_unprintable(text) {
        return vec![Err(fault)];
    }
    let mut documents = Vec::new();
    let mut builder = Builder::new(text, anchors);
    // An iterator of characters is passed because the parser would reserve more memory per scalar
    // for a string.
    for event in Parser::new_from_iter(text.chars()) {
        let ended_document = match event {
            Ok((event, marks)) => builder.add_event(event, marks),
            Err(error) => {
                let offset = builder.places.byte_of_marker(*error.marker());
                Err(builder
                    .places
                    .fault(offset, format!("This is not valid YAML: {}.", error.info())))
            }
        };
        match ended_document {
            Ok(None) => {}
            // Empty documents are left out.
            Ok(Some(node)) if node.is_nothing() => {}
            Ok(Some(node)) => documents.push(Ok(node)),
            Err(fault) => {
                documents.push(Err(fault));
                break;
            }
        }
    }
    documents
}

/// Reports a character that YAML does not allow.
fn find_unprintable(text: &str) -> Option<Fault> {
    let is_printable = |character: char| {
        matches!(character, '\t' | '\n' | '\r' | '\u{85}')
            || !(character.is_control()
                || matches!(character, '\u{FEFF}' | '\u{FFFE}' | '\u{FFFF}'))
    };
    let (offset, character) = text
        .char_indices()
        .find(|&(_, character)| !is_printable(character))?;
    let message = format!(
        "YAML does not allow the character U+{:04X}.",
        u32::from(character)
    );
    Some(Fault::new(
        Span::new(offset, offset + character.len_utf8()),
        message,
    ))
}

/// White space and line ends in YAML 1.2.
const BLANK: [char; 4] = [' ', '\t', '\n', '\r'];

/// Builds the nodes of documents from events.
struct Builder<'t> {
    places: YamlPlaces<'t>,
    anchors: Anchors,
    /// The lists and maps that are open, the innermost last.
    open: Vec<OpenCollection>,
    /// The root node of the document.
    root: Option<Node>,
    /// The end of the previous event.
    end: usize,
    /// The last empty node, kept for the next ones at the same place.
    empty_node: EmptyNode,
    /// The nodes with aliases, by anchor.
    known: BTreeMap<usize, Node>,
    /// The amount of content kept for aliases, and the amount repeated by them. Both are limited by
    /// the length of the text, because nested aliases could expand to any size.
    kept: usize,
    repeated: usize,
}

impl<'t> Builder<'t> {
    fn new(text: &'t str, anchors: Anchors) -> Self {
        Self {
            places: YamlPlaces::new(text),
            anchors,
            open: Vec::new(),
            root: None,
            end: 0,
            empty_node: EmptyNode {
                next_event: 0,
                place: 0,
            },
            known: BTreeMap::new(),
            kept: 0,
            repeated: 0,
        }
    }

    /// Processes an event. Returns the document if the event ends one.
    fn add_event(&mut self, event: Event<'_>, marks: Marks) -> Result<Option<Node>, Fault> {
        let start = self.places.byte_of_marker(marks.start);
        let end = self.places.byte_of_marker(marks.end);
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                let span = self.scalar_span(&text, style, start, end);
                self.begin_node(start.min(span.start as usize), anchor)?;
                let value = scalar_value(text, style, tag.as_deref())
                    .map_err(|why| self.places.fault(start, why))?;
                self.add_node(Node { span, value }, anchor)?;
            }
            Event::SequenceStart(anchor, tag) => {
                let list = OpenValue::List(Vec::new());
                self.open_collection(list, anchor, tag.as_deref(), start..end)?;
            }
            Event::MappingStart(anchor, tag) => {
                let map = OpenValue::Map {
                    entries: Vec::new(),
                    key: None,
                };
                self.open_collection(map, anchor, tag.as_deref(), start..end)?;
            }
            Event::SequenceEnd | Event::MappingEnd => self.close_collection(start, end)?,
            Event::Alias(anchor) => {
                self.begin_node(start, 0)?;
                let node = self.resolve_alias(anchor, start)?;
                self.end = end;
                self.add_node(node, 0)?;
            }
            Event::DocumentEnd => {
                self.known.clear();
                return Ok(self.root.take());
            }
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentStart(_) => {}
        }
        Ok(None)
    }

    /// Starts a node: rejects its anchor if anchors are errors, and records where the first node of
    /// the open list or map begins.
    fn begin_node(&mut self, start: usize, anchor: usize) -> Result<(), Fault> {
        if anchor > 0 && matches!(self.anchors, Anchors::Refused) {
            let length = self.places.rest(start).find(BLANK);
            let end = length.map_or(self.places.text.len(), |length| start + length);
            let message = "YAML anchors and aliases are not read here.".to_owned();
            let help = Some("Write the value in full. If it is text, put it in quotes.");
            return Err(Fault {
                span: Span::new(start, end),
                message,
                help,
            });
        }
        if let Some(open) = self.open.last_mut() {
            open.first_node.get_or_insert(start);
        }
        Ok(())
    }

    /// Starts a list or a map.
    fn open_collection(
        &mut self,
        value: OpenValue,
        anchor: usize,
        tag: Option<&Tag>,
        range: Range<usize>,
    ) -> Result<(), Fault> {
        self.begin_node(range.start, anchor)?;
        if tag.is_some_and(is_foreign) {
            return Err(self.places.fault(range.start, FOREIGN_TAG));
        }
        if self.open.len() == MAX_DEPTH {
            return Err(self.too_deep(range.start));
        }
        let bracket = self.places.start_of_content(range.start, range.end);
        self.end = range.start;
        self.open.push(OpenCollection {
            value,
            bracket,
            first_node: None,
            anchor,
        });
        Ok(())
    }

    fn too_deep(&self, offset: usize) -> Fault {
        self.places.fault(
            offset,
            format!("Lists and maps nest more than {MAX_DEPTH} deep."),
        )
    }

    /// Ends a list or a map. If it is in brackets, `start` is the place of the closing bracket.
    fn close_collection(&mut self, start: usize, end: usize) -> Result<(), Fault> {
        let Some(OpenCollection {
            value,
            bracket,
            first_node,
            anchor,
        }) = self.open.pop()
        else {
            return Ok(());
        };
        let is_closed = start < end && self.places.rest(start).starts_with([']', '}']);
        let begin = if is_closed {
            bracket
        } else {
            first_node.unwrap_or(bracket)
        };
        if is_closed {
            self.end = start + 1;
        }
        let value = match value {
            OpenValue::List(items) => Value::List(items),
            OpenValue::Map { entries, .. } => Value::Map(entries),
        };
        self.add_node(
            Node {
                span: Span::new(begin, self.end),
                value,
            },
            anchor,
        )
    }

    /// Returns the span of a scalar; for a quoted one, the span between the quotes.
    fn scalar_span(&mut self, text: &str, style: ScalarStyle, start: usize, end: usize) -> Span {
        // The lines of a block scalar are text, whatever characters they begin with.
        let is_block = matches!(style, ScalarStyle::Literal | ScalarStyle::Folded);
        let content = if is_block {
            start
        } else {
            self.places.start_of_content(start, end)
        };
        if matches!(style, ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted)
            && let Some(inner) = self.places.span_in_quotes(content)
        {
            self.end = inner.end as usize + 1;
            return inner;
        }
        let is_empty_node = style == ScalarStyle::Plain && text.is_empty() && content == start;
        let span = if is_empty_node {
            self.empty_node_span(start)
        } else {
            let written = self.places.between(content, end).trim_end_matches(BLANK);
            Span::new(content, content + written.len())
        };
        self.end = span.end as usize;
        span
    }

    /// Returns the place of an empty node: after the previous event. `next` is the place of the
    /// next event, as the parser reports it.
    fn empty_node_span(&mut self, next: usize) -> Span {
        // The place is cached, so that the same white space is not scanned for every level that
        // ends after it.
        if self.empty_node.next_event != next || next == 0 {
            let colon = usize::from(self.places.rest(next).starts_with(':'));
            let before = self
                .places
                .between(0, next + colon)
                .trim_end_matches(BLANK)
                .len();
            self.empty_node = EmptyNode {
                next_event: next,
                place: before.max(self.end),
            };
        }
        Span::new(self.empty_node.place, self.empty_node.place)
    }

    /// Adds a node to its parent.
    fn add_node(&mut self, node: Node, anchor: usize) -> Result<(), Fault> {
        if let Anchors::Kept(aliased) = &self.anchors
            && aliased.contains(&anchor)
        {
            self.kept += node.size().content;
            if self.kept > self.places.text.len() {
                return Err(self.places.fault(node.span.start as usize, TOO_MUCH));
            }
            self.known.insert(anchor, node.clone());
        }
        match self.open.last_mut().map(|open| &mut open.value) {
            None => self.root = Some(node),
            Some(OpenValue::List(items)) => items.push(node),
            // In a map, the events of keys and values alternate.
            Some(OpenValue::Map { entries, key }) => match key.take() {
                None => *key = Some(node),
                Some(key) => entries.push((key, node)),
            },
        }
        Ok(())
    }

    /// Returns the node that an alias refers to.
    fn resolve_alias(&mut self, anchor: usize, offset: usize) -> Document {
        let Some(node) = self.known.get(&anchor) else {
            let message = "This alias refers to a value that contains it, or to another document.";
            return Err(self.places.fault(offset, message));
        };
        let size = node.size();
        if size.depth + self.open.len() > MAX_DEPTH {
            return Err(self.too_deep(offset));
        }
        self.repeated += size.content;
        if self.repeated > self.places.text.len() {
            return Err(self.places.fault(offset, TOO_MUCH));
        }
        Ok(node.clone())
    }
}

/// A list or a map that is being parsed.
struct OpenCollection {
    value: OpenValue,
    /// The place of the opening bracket. Without brackets, the place where it begins, which is used
    /// only if it has no node.
    bracket: usize,
    /// The start of its first node.
    first_node: Option<usize>,
    anchor: usize,
}

/// Content of a list or a map that is being parsed.
enum OpenValue {
    List(Vec<Node>),
    Map {
        entries: Vec<(Node, Node)>,
        /// A key whose value has not been parsed yet.
        key: Option<Node>,
    },
}

/// The last empty node: a value that is not written, as in `a:`.
struct EmptyNode {
    /// The start of the event after it.
    next_event: usize,
    /// Where the node is, as a byte of the text.
    place: usize,
}

const FOREIGN_TAG: &str = "YAML tags are not read here.";
const TOO_MUCH: &str = "The aliases expand to more content than the text itself has.";

/// Returns true for a tag that is neither part of the core schema nor the `!` that makes any scalar
/// a text.
fn is_foreign(tag: &Tag) -> bool {
    !(tag.is_yaml_core_schema() || (tag.handle.is_empty() && tag.suffix == "!"))
}

/// Returns the value of a scalar, or the reason why it does not fit its tag.
fn scalar_value(
    text: Cow<'_, str>,
    style: ScalarStyle,
    tag: Option<&Tag>,
) -> Result<Value, String> {
    let Some(tag) = tag else {
        let is_plain = style == ScalarStyle::Plain;
        return Ok(if is_plain {
            plain_value(text)
        } else {
            Value::Text(text.into_owned())
        });
    };
    if is_foreign(tag) {
        return Err(FOREIGN_TAG.to_owned());
    }
    let type_name = tag.suffix.as_str();
    if !matches!(type_name, "null" | "bool" | "int" | "float") {
        return Ok(Value::Text(text.into_owned()));
    }
    let value = plain_value(text);
    let fits = match type_name {
        "null" => matches!(value, Value::Other(NOTHING)),
        "bool" => matches!(value, Value::Other(TRUTH_VALUE)),
        _ => matches!(value, Value::Number(_)),
    };
    if !fits {
        return Err(format!("This is not a value of its tag `!!{type_name}`."));
    }
    Ok(value)
}

/// Returns the value of a plain scalar, by the core schema of YAML 1.2.
fn plain_value(text: Cow<'_, str>) -> Value {
    match text.as_ref() {
        "" | "~" | "null" | "Null" | "NULL" => Value::Other(NOTHING),
        "true" | "True" | "TRUE" | "false" | "False" | "FALSE" => Value::Other(TRUTH_VALUE),
        number if is_number(number) => Value::Number(text.into_owned()),
        _ => Value::Text(text.into_owned()),
    }
}

#[cfg(test)]
mod tests;
