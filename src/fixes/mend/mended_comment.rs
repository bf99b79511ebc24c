//! Comments `[%mended …]` in a fixed record that preserve its original text, such as
//! `{[%mended "a2-c44"]}` after the turn `a2-c4`. Such a comment is called a *trace*.

use crate::notation::{Record, TurnNode, quoted};
use crate::text::{Span, TextEdit, original_span};

/// The text that a person wrote, before a correction changed it. Comments preserve parts of this
/// text, never of a corrected one.
#[derive(Clone, Copy)]
pub(super) struct Original<'a> {
    text: &'a str,
    /// The correction, in the order of the text.
    changes: &'a [TextEdit],
}

impl<'a> Original<'a> {
    /// Creates the original of a text that `changes` correct, which are in the order of the text.
    pub(super) fn new(text: &'a str, changes: &'a [TextEdit]) -> Self {
        Self { text, changes }
    }

    /// Returns the original of a part of the corrected text.
    pub(super) fn part(&self, span: Span) -> &'a str {
        original_span(self.changes, span).slice(self.text)
    }
}

/// Returns the content of a trace: a command with the text that a fix replaces, on one line.
pub(super) fn trace_of(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    format!("[%mended {}]", quoted(&words.join(" ")))
}

/// Returns the trace after a turn.
pub(super) fn trace_after(node: &TurnNode, text: &str) -> TextEdit {
    let after = node.end_of_signs() as usize;
    (Span::new(after, after), format!(" {{{}}}", trace_of(text)))
}

/// Returns the trace of tags, which is before the first turn.
pub(crate) fn trace_before_turns(record: &Record, text: &str) -> TextEdit {
    let first = record.moves.turns.first();
    // Without turns, it goes before the white space at the end.
    let offset = first.map_or_else(|| record.source().end().start, TurnNode::start) as usize;
    (
        Span::new(offset, offset),
        format!("{{{}}} ", trace_of(text)),
    )
}
