//! A stretch of a file, with its lines.

use std::ops::Range;
use std::sync::OnceLock;

use super::{Claim, Indent, LineColumn, LineIndex, Span};

/// The text of a record, or of a foreign file, and where it stood.
#[derive(Clone, Debug)]
pub struct SourceText {
    text: String,
    /// Where they begin is only looked for where somebody asks.
    lines: OnceLock<LineIndex>,
    offset: u64,
    first_line: u64,
    margins: Indent,
    claim: Option<Claim>,
}

impl SourceText {
    /// A text that begins `offset` bytes into its file, on line `first_line` (from 1).
    pub fn new(text: String, offset: u64, first_line: u64) -> Self {
        Self { lines: OnceLock::new(), text, offset, first_line, margins: Indent::default(), claim: None }
    }

    /// The same text where its file has something before its lines.
    #[must_use]
    pub fn with_margins(self, margins: Indent) -> Self {
        Self { margins, ..self }
    }

    /// The same text in a block of a page, which claims this of it.
    #[must_use]
    pub fn with_claim(self, claim: Option<Claim>) -> Self {
        Self { claim, ..self }
    }

    /// What is claimed of it behind the fence of its block; `None` where it stands in no page.
    pub fn claim(&self) -> Option<&Claim> {
        self.claim.as_ref()
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
    pub fn place(&self, at: u32) -> LineColumn {
        let lines = self.lines();
        let place = lines.place(&self.text, at, self.first_line);
        let line_start = lines.start_of(lines.line_of(at), &self.text);
        let margin = self.margins.on_line(u32::try_from(line_start).unwrap_or(u32::MAX), at);
        LineColumn { column: place.column + u64::from(margin), ..place }
    }

    /// Where a part stands in the file, in bytes.
    pub fn in_file(&self, span: Span) -> Range<u64> {
        let range = self.margins.stretch(span);
        self.offset + range.start..self.offset + range.end
    }

    /// Which byte of the text a byte of the file is; of what stands before a line the first behind it, beyond its ends the nearest.
    pub fn of_file(&self, at: u64) -> u32 {
        let place = |byte: u32| self.in_file(Span { start: byte, end: byte }).start;
        // Places rise with bytes.
        let (mut low, mut high) = (0, Span::new(0, self.text.len()).end);
        while low < high {
            let middle = low + (high - low) / 2;
            if place(middle) < at { low = middle + 1 } else { high = middle }
        }
        low
    }

    /// A text that is put into it, as it has to stand in the file: with what its lines have before them there.
    pub fn lines_in_file(&self, text: &str) -> String {
        let margin = String::from_utf8_lossy(self.margins.usual(self.text.as_bytes()));
        match margin.is_empty() || !text.contains('\n') {
            true => text.to_owned(),
            false => text.replace('\n', &format!("\n{margin}")),
        }
    }

    /// The lines.
    pub fn lines(&self) -> &LineIndex {
        self.lines.get_or_init(|| LineIndex::new(&self.text))
    }

    /// Where the text begins in its file, in bytes.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The line of the file on which it begins, from 1.
    pub fn first_line(&self) -> u64 {
        self.first_line
    }

    /// An empty span after the last text that is no white space.
    pub fn end(&self) -> Span {
        let end = self.text.trim_end().len();
        Span::new(end, end)
    }
}
