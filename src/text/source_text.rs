//! Source texts: a text with its place in a file.

use std::ops::Range;
use std::sync::OnceLock;

use super::{Claim, LineColumn, LineIndex, Margins, Span};

/// Text of a record, or of a foreign file, with its place.
#[derive(Clone, Debug)]
pub struct SourceText {
    text: String,
    /// The line index, created on first use.
    lines: OnceLock<LineIndex>,
    offset: u64,
    first_line: u64,
    margins: Margins,
    claim: Option<Claim>,
    is_followed: bool,
    is_block_open: bool,
}

impl SourceText {
    /// Creates a text that begins `offset` bytes into its file, on line `first_line` (from 1).
    pub fn new(text: String, offset: u64, first_line: u64) -> Self {
        Self {
            lines: OnceLock::new(),
            text,
            offset,
            first_line,
            margins: Margins::default(),
            claim: None,
            is_followed: false,
            is_block_open: false,
        }
    }

    /// Sets the margins of the text in its file.
    #[must_use]
    pub(crate) fn with_margins(self, margins: Margins) -> Self {
        Self { margins, ..self }
    }

    /// Sets the claim of the block that contains the text.
    #[must_use]
    pub(crate) fn with_claim(self, claim: Option<Claim>) -> Self {
        Self { claim, ..self }
    }

    /// Notes whether another record follows in the file.
    #[must_use]
    pub(crate) fn with_next(self, is_followed: bool) -> Self {
        Self {
            is_followed,
            ..self
        }
    }

    /// Returns true if another record follows in the file.
    pub(crate) fn is_followed(&self) -> bool {
        self.is_followed
    }

    /// Notes whether the text is in a code block that is never closed.
    #[must_use]
    pub(crate) fn in_block(self, is_block_open: bool) -> Self {
        Self {
            is_block_open,
            ..self
        }
    }

    /// Returns true if the text is in a code block that is never closed.
    pub(crate) fn is_block_open(&self) -> bool {
        self.is_block_open
    }

    /// Returns the claim in the block attributes; `None` outside a document.
    pub fn claim(&self) -> Option<&Claim> {
        self.claim.as_ref()
    }

    /// Returns the text that spans refer to.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the text of a span.
    pub fn text_of(&self, span: Span) -> &str {
        span.slice(&self.text)
    }

    /// Returns line and column of a byte, counted in the file.
    pub fn place(&self, offset: u32) -> LineColumn {
        let lines = self.lines();
        let place = lines.place(&self.text, offset, self.first_line);
        let line_start = lines.start_of(lines.line_of(offset), &self.text);
        let margin = self
            .margins
            .length_on_line(u32::try_from(line_start).unwrap_or(u32::MAX), offset);
        LineColumn {
            column: place.column + u64::from(margin),
            ..place
        }
    }

    /// Returns the range of a span in the file, in bytes.
    pub fn in_file(&self, span: Span) -> Range<u64> {
        let range = self.margins.stretch(span);
        self.offset + range.start..self.offset + range.end
    }

    /// Converts an offset in the file to an offset in the text. An offset in a margin becomes the
    /// first byte after the margin; an offset outside the text becomes the nearest end.
    pub fn of_file(&self, offset: u64) -> u32 {
        let place = |byte: u32| {
            self.in_file(Span {
                start: byte,
                end: byte,
            })
            .start
        };
        // Binary search: places in the file increase with the offset.
        let mut low = 0;
        let mut high = Span::new(0, self.text.len()).end;
        while low < high {
            let middle = low + (high - low) / 2;
            if place(middle) < offset {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    /// Returns a text to be inserted as it must appear in the file, with the margins of the
    /// surrounding lines.
    pub fn lines_in_file(&self, text: &str) -> String {
        let margin = String::from_utf8_lossy(self.margins.of_first_line(self.text.as_bytes()));
        if margin.is_empty() || !text.contains('\n') {
            text.to_owned()
        } else {
            text.replace('\n', &format!("\n{margin}"))
        }
    }

    /// Returns the line index.
    pub(crate) fn lines(&self) -> &LineIndex {
        self.lines.get_or_init(|| LineIndex::new(&self.text))
    }

    /// Returns the offset of the text in its file, in bytes.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns the line of the file on which the text begins, from 1.
    pub fn first_line(&self) -> u64 {
        self.first_line
    }

    /// Returns an empty span at the end of the text, before trailing white space.
    pub fn end(&self) -> Span {
        let end = self.text.trim_end().len();
        Span::new(end, end)
    }
}
