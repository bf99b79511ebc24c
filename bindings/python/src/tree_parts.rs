//! Parts of a record in the form that Python's `pipscribe.Tree` takes: tags, turns with their
//! comments, glyphs, places and variations.

use std::collections::HashMap;

use pipscribe::notation::{Comment, Item, Line, Record as Notated, TurnId, TurnNode, comments_of};
use pipscribe::text::Span;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::arguments::argument;
use crate::position::Position;

/// Signs of the glyphs from `$1` on.
const SIGNS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// Builder of the parts of one record.
pub(crate) struct Parts<'a, 'py> {
    pub(crate) py: Python<'py>,
    pub(crate) record: &'a Notated,
    /// Positions by turn.
    pub(crate) positions: HashMap<TurnId, &'a Position>,
    pub(crate) places: Places,
}

/// Converter of spans in bytes to places in characters.
pub(crate) struct Places {
    before: usize,
    /// Number of characters before each byte, unless each byte is a character.
    characters: Option<Vec<usize>>,
}

impl Places {
    /// Creates the converter for a text that begins after `before` characters.
    pub(crate) fn new(text: &str, before: usize) -> Self {
        let characters = if text.is_ascii() {
            None
        } else {
            Some(characters_before_bytes(text))
        };
        Self { before, characters }
    }

    /// Returns the start and the end of a span in characters.
    fn range(&self, span: Span) -> (usize, usize) {
        (self.place(span.start), self.place(span.end))
    }

    fn place(&self, byte: u32) -> usize {
        let byte = byte as usize;
        let counted = self.characters.as_ref().and_then(|counts| counts.get(byte));
        self.before + counted.copied().unwrap_or(byte)
    }
}

/// Returns the number of characters before each byte of a text, and before its end.
fn characters_before_bytes(text: &str) -> Vec<usize> {
    let mut counts = Vec::with_capacity(text.len() + 1);
    let mut count = 0;
    for byte in 0..=text.len() {
        counts.push(count);
        if text.is_char_boundary(byte + 1) {
            count += 1;
        }
    }
    counts
}

impl<'py> Parts<'_, 'py> {
    /// Returns the tags, each with the `#` comments before it.
    pub(crate) fn tags(&self) -> PyResult<Bound<'py, PyList>> {
        let tags = self.record.tags.iter().map(|tag| {
            let hashes: Vec<_> = tag
                .hashes
                .iter()
                .map(|hash| self.record.text_of(*hash).trim_end())
                .collect();
            (tag.name.as_str(), tag.value.as_str(), hashes)
        });
        PyList::new(self.py, tags.collect::<Vec<_>>())
    }

    /// Returns the items before the first turn of a line, and its turns.
    pub(crate) fn line(&self, line: &Line) -> PyResult<Bound<'py, PyTuple>> {
        let turns: PyResult<Vec<_>> = line.turns.iter().map(|node| self.turn(node)).collect();
        (self.items(&line.opening)?, turns?).into_pyobject(self.py)
    }

    /// Returns a turn as a tuple: its text, glyphs and span, true if it is expected to be illegal, the
    /// position after it, and the items after it.
    fn turn(&self, node: &TurnNode) -> PyResult<Bound<'py, PyTuple>> {
        // The sign `!` is the glyph 1.
        let sign = node.suffix.and_then(|suffix| {
            let written = self.record.text_of(suffix);
            SIGNS.iter().position(|sign| *sign == written)
        });
        let mut glyphs: Vec<usize> = Vec::new();
        glyphs.extend(sign.map(|index| index + 1));
        glyphs.extend(node.glyphs.iter().map(|glyph| usize::from(*glyph)));
        let position = self
            .positions
            .get(&node.id)
            .map(|position| (*position).clone());
        let text = self.record.text_of(node.text);
        let span = self.places.range(node.text);
        let after = self.items(&node.after)?;
        (text, glyphs, span, node.expects_refusal(), position, after).into_pyobject(self.py)
    }

    /// Returns items as pairs of their kind and their content.
    pub(crate) fn items(&self, items: &[Item]) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(self.py);
        for item in items {
            match item {
                Item::Comment(comment) => list.append(("comment", inside(comment, self.record)))?,
                Item::Hash(span) => list.append(("hash", self.record.text_of(*span).trim_end()))?,
                Item::Variation(variation) => {
                    list.append(("variation", self.line(&variation.line)?))?
                }
            }
        }
        Ok(list)
    }
}

/// Returns the text between the braces of a comment, as written.
fn inside(comment: &Comment, record: &Notated) -> String {
    let written = comment.written(record);
    let text = written.strip_prefix('{').unwrap_or(&written);
    text.strip_suffix('}').unwrap_or(text).to_owned()
}

/// Text of a comment for people, and its commands with their arguments.
type CommentParts = (String, Vec<(String, String)>);

/// Returns the words and the commands of a comment, given as the text between its braces; `None` if it is not a single
/// comment.
#[pyfunction]
pub(crate) fn comment_parts(
    #[pyo3(from_py_with = argument)] comment: String,
) -> Option<CommentParts> {
    // The comment of a record without other content: a text that is not one comment changes it.
    let record = Notated::parse_str(&format!("[Game \"gipf\"]\n\n1. b3 {{{comment}}} *\n"));
    let [Item::Comment(_)] = record.moves.turns.first()?.after.as_slice() else {
        return None;
    };
    let only = comments_of(&record.moves.turns.first()?.after).next()?;
    if record.result.is_none() || inside(only, &record) != comment.as_str() {
        return None;
    }
    let text = |span: Span| record.text_of(span).trim().to_owned();
    let commands = only
        .commands
        .iter()
        .map(|command| (text(command.name), text(command.arguments)));
    Some((only.words(&record), commands.collect()))
}
