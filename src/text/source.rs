//! A stretch of a file, with its lines.

use super::{LineIndex, Place, Span};

/// The text of a record, or of a foreign file, and where it stood.
#[derive(Clone, Debug)]
pub struct SourceText {
    text: String,
    lines: LineIndex,
    offset: u64,
    first_line: u64,
}

impl SourceText {
    /// A text that begins `offset` bytes into its file, on line `first_line` (from 1).
    pub fn new(text: String, offset: u64, first_line: u64) -> Self {
        Self { lines: LineIndex::new(&text), text, offset, first_line }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text of a part.
    pub fn text_of(&self, span: Span) -> &str {
        span.of(&self.text)
    }

    /// Line and column of a byte, counted in the file.
    pub fn place(&self, at: u32) -> Place {
        self.lines.place(&self.text, at, self.first_line)
    }

    /// The lines.
    pub fn lines(&self) -> &LineIndex {
        &self.lines
    }

    /// Where the text begins in its file, in bytes.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The line of the file on which it begins, from 1.
    pub fn first_line(&self) -> u64 {
        self.first_line
    }

    /// An empty span behind the last text that is no white space.
    pub fn end(&self) -> Span {
        let end = self.text.trim_end().len();
        Span::new(end, end)
    }
}
