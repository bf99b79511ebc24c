//! Places in a YAML text: byte offsets of the places that the event parser reports, and the spans
//! of nodes, which it does not report exactly.

use saphyr_parser::Marker;

use super::super::{Fault, token_end};
use super::BLANK;
use crate::text::Span;

/// Distance between characters with known byte offset, in characters.
pub(super) const STRIDE: usize = 64;

/// A text with an index of its characters, because the parser counts in characters.
pub(super) struct YamlPlaces<'t> {
    pub(super) text: &'t str,
    /// The byte offset of every [`STRIDE`]th character; empty if each character is one byte.
    bytes: Vec<usize>,
}

impl<'t> YamlPlaces<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        if text.is_ascii() {
            return Self {
                text,
                bytes: Vec::new(),
            };
        }
        let offsets = text.char_indices().map(|(offset, _)| offset);
        Self {
            text,
            bytes: offsets.step_by(STRIDE).collect(),
        }
    }

    /// Returns the byte offset of a place that the parser reports.
    pub(super) fn byte_of_marker(&self, marker: Marker) -> usize {
        let index = marker.index();
        if self.bytes.is_empty() {
            return index.min(self.text.len());
        }
        let Some(&start) = self.bytes.get(index / STRIDE) else {
            return self.text.len();
        };
        let rest = self.text.get(start..).unwrap_or_default();
        rest.char_indices()
            .nth(index % STRIDE)
            .map_or(self.text.len(), |(offset, _)| start + offset)
    }

    /// Returns the text between two bytes.
    pub(super) fn between(&self, start: usize, end: usize) -> &'t str {
        self.text.get(start..end).unwrap_or_default()
    }

    /// Returns the text from a byte to the end.
    pub(super) fn rest(&self, offset: usize) -> &'t str {
        self.text.get(offset..).unwrap_or_default()
    }

    /// Creates a fault at the token that begins at a byte.
    pub(super) fn fault(&self, offset: usize, message: impl Into<String>) -> Fault {
        Fault::new(Span::new(offset, token_end(self.text, offset)), message)
    }

    /// Returns the start of a node after its anchor `&a`, its tag `!!str`, and comments after them.
    pub(super) fn start_of_content(&self, start: usize, end: usize) -> usize {
        let mut rest = self.between(start, end);
        while rest.starts_with(['&', '!', '#']) {
            // A comment extends to the end of its line.
            let ends: &[char] = if rest.starts_with('#') {
                &['\n', '\r']
            } else {
                &BLANK
            };
            rest = rest
                .trim_start_matches(|character| !ends.contains(&character))
                .trim_start_matches(BLANK);
        }
        end.max(start) - rest.len()
    }

    /// Returns the span between the quotes of a text that begins with a quote. The parser does not
    /// report this span: its end includes the text after the quotes.
    pub(super) fn span_in_quotes(&self, start: usize) -> Option<Span> {
        let mut characters = self.rest(start).char_indices().peekable();
        let (_, quote @ ('"' | '\'')) = characters.next()? else {
            return None;
        };
        while let Some((offset, character)) = characters.next() {
            if character == '\\' && quote == '"' {
                // The escaped character does not end the text.
                let _ = characters.next();
            } else if character == quote {
                // In single quotes, two quotes are one character of the text.
                let is_doubled =
                    quote == '\'' && characters.next_if(|(_, next)| *next == '\'').is_some();
                if !is_doubled {
                    return Some(Span::new(start + 1, start + offset));
                }
            }
        }
        None
    }
}
