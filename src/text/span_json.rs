//! Spans in JSON.

use serde::Serialize;

use super::{SourceText, Span};

/// A range of bytes from the start of the file. Lines and columns count from 1, columns in
/// characters; the end is the place after the last character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct SpanJson {
    /// The first byte.
    pub(crate) start: u64,
    /// The byte after the last.
    pub(crate) end: u64,
    /// The line of the first byte.
    pub(crate) line: u64,
    /// The column of the first byte.
    pub(crate) column: u64,
    /// The line of the end.
    pub(crate) end_line: u64,
    /// The column of the end.
    pub(crate) end_column: u64,
}

impl SpanJson {
    /// Creates the object for a span of a text.
    pub(crate) fn new(source: &SourceText, span: Span) -> Self {
        let from = source.place(span.start);
        let to = source.place(span.end);
        let bytes = source.in_file(span);
        Self {
            start: bytes.start,
            end: bytes.end,
            line: from.line,
            column: from.column,
            end_line: to.line,
            end_column: to.column,
        }
    }
}
