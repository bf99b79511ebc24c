//! Generated regions of a document: right after each block, between two marks. In Markdown:
//!
//! ````text
//! ```pips
//! …
//! ```
//!
//! <!-- pipscribe: figures -->
//! ![…](images/page-pips-1.svg)
//! <!-- pipscribe: end -->
//! ````
//!
//! Other marks are around a record that the document hides. The *margin* of a line is the white
//! space and the marks of quotes before its text.

use std::ops::Range;

use crate::publish::documents::PageBlock;
use crate::text::{LineRanges, last_line_start};

/// Text before and after a generated region.
#[derive(Clone, Copy)]
pub(super) struct Marks {
    pub(super) open: &'static str,
    pub(super) close: &'static str,
    /// Lines before a hidden record. Empty ones are written, but may be missing when they are read.
    pub(super) hide: &'static [&'static str],
    /// Lines after a hidden record, as in `hide`.
    pub(super) show: &'static [&'static str],
}

/// End of a block.
pub(super) struct Ending<'a> {
    /// End of its last line, including the line end.
    pub(super) end: usize,
    /// Text before its last line, as in a quote or list.
    pub(super) margin: &'a [u8],
    /// Line end of the document.
    pub(super) line_end: &'static str,
}

impl<'a> Ending<'a> {
    /// Returns the end of a fenced Markdown block, or `None` if it is not closed.
    pub(super) fn of_fenced(page: &'a [u8], block: &PageBlock) -> Option<Self> {
        let whole = page.get(block.range.clone())?;
        let fence_character = *whole.first()?;
        let is_fence = |byte: &&u8| **byte == fence_character;
        let opening_length = whole.iter().take_while(is_fence).count();

        let end_of_text = block.range.start + whole.trim_ascii_end().len();
        let last_line = line_of(page, end_of_text.saturating_sub(1));
        if last_line.start <= block.range.start {
            return None;
        }
        let text = page.get(last_line.clone())?.trim_ascii_end();
        let closing_length = text.iter().rev().take_while(is_fence).count();
        let margin = &text[..text.len() - closing_length];
        let is_closed = closing_length >= opening_length && margin.iter().all(is_in_margin);
        is_closed.then(|| Self::new(page, &last_line, margin, block))
    }

    /// Returns the end of a LaTeX block.
    pub(super) fn of_latex(page: &'a [u8], block: &PageBlock) -> Self {
        let line = line_of(page, block.range.end.saturating_sub(1));
        let text = page.get(line.clone()).unwrap_or_default();
        let margin = &text[..text.len() - text.trim_ascii_start().len()];
        Self::new(page, &line, margin, block)
    }

    fn new(page: &[u8], last_line: &Range<usize>, margin: &'a [u8], block: &PageBlock) -> Self {
        let first_line = page.get(line_of(page, block.range.start));
        let is_crlf = first_line.is_some_and(|line| line.ends_with(b"\r\n"));
        Self {
            end: last_line.end,
            margin,
            line_end: if is_crlf { "\r\n" } else { "\n" },
        }
    }

    /// Returns lines, each preceded by the margin.
    pub(super) fn with_margin<L: AsRef<str>>(&self, lines: &[L]) -> Vec<u8> {
        let mut out = Vec::new();
        for line in lines.iter().map(AsRef::as_ref) {
            out.extend_from_slice(if line.is_empty() {
                self.margin.trim_ascii_end()
            } else {
                self.margin
            });
            out.extend_from_slice(line.as_bytes());
            out.extend_from_slice(self.line_end.as_bytes());
        }
        out
    }
}

impl Marks {
    /// Returns the error message for an opening mark without a closing one.
    pub(super) fn unclosed_message(self) -> String {
        format!("this is not closed: `{}` is missing after it", self.close)
    }

    /// Returns the range of a hidden record, from its first mark to its last one. The record begins
    /// at byte `offset` and ends at `end`.
    pub(super) fn hidden_range(
        self,
        page: &[u8],
        offset: usize,
        end: usize,
    ) -> Option<Range<usize>> {
        let line_start = line_of(page, offset).start;
        let margin = page.get(line_start..offset)?;
        if !margin.iter().all(is_in_margin) {
            return None;
        }

        let is_filled = |line: &Range<usize>| !bare(page, line).is_empty();
        let mut above = LineRanges::of_part(page, 0..line_start)
            .rev()
            .filter(is_filled);
        let (first_mark, other_marks) = self.hide.split_first()?;
        for mark in other_marks.iter().rev().filter(|mark| !mark.is_empty()) {
            if bare(page, &above.next()?) != mark.as_bytes() {
                return None;
            }
        }
        // In a list, the first mark comes after the list marker of the item.
        let line = above.next()?;
        let start_of_line = line.start;
        let text = page.get(line)?.trim_ascii_end();
        let before_mark = text.strip_suffix(first_mark.as_bytes())?;
        let start = start_of_line + before_mark.len();

        let mut below = LineRanges::of_part(page, end..page.len()).filter(is_filled);
        let mut shown_end = end;
        for mark in self.show.iter().filter(|mark| !mark.is_empty()) {
            let line = below.next()?;
            if bare(page, &line) != mark.as_bytes() {
                return None;
            }
            shown_end = line.end;
        }

        Some(start..shown_end)
    }

    /// Returns the end of the closed generated regions that begin after byte `offset`, including
    /// blank lines before them; `offset` itself if there are none.
    pub(super) fn end_of_generated(self, page: &[u8], mut offset: usize) -> usize {
        while let Some(end) = self.end_of_next_generated(page, offset) {
            offset = end;
        }
        offset
    }

    fn end_of_next_generated(self, page: &[u8], offset: usize) -> Option<usize> {
        let line = LineRanges::of_part(page, offset..page.len())
            .find(|line| !bare(page, line).is_empty())?;
        if bare(page, &line) == self.open.as_bytes() {
            self.close_after(page, &line)
        } else {
            None
        }
    }

    /// Returns the end of the region with this opening mark.
    pub(super) fn close_after(self, page: &[u8], open: &Range<usize>) -> Option<usize> {
        let is_mark = |line: &Range<usize>| {
            [self.open, self.close]
                .map(str::as_bytes)
                .contains(&bare(page, line))
        };
        let mark = LineRanges::of_part(page, open.end..page.len()).find(is_mark)?;
        // Generated regions are not nested.
        (bare(page, &mark) == self.close.as_bytes()).then_some(mark.end)
    }

    /// Returns the line of the first opening mark in a range of the document.
    pub(super) fn opened_in(self, page: &[u8], range: Range<usize>) -> Option<Range<usize>> {
        LineRanges::of_part(page, range).find(|line| bare(page, line) == self.open.as_bytes())
    }
}

/// Returns a line without the margin of lists and quotes, and without trailing white space.
fn bare<'a>(page: &'a [u8], line: &Range<usize>) -> &'a [u8] {
    let text = page.get(line.clone()).unwrap_or_default().trim_ascii_end();
    let margin_length = text.iter().take_while(|byte| is_in_margin(byte)).count();
    &text[margin_length..]
}

/// Returns true for white space and the mark of a quote.
fn is_in_margin(byte: &u8) -> bool {
    b" \t>".contains(byte)
}

/// Returns the line that contains a byte, including its line end; at the end of the page, the last
/// line.
fn line_of(page: &[u8], offset: usize) -> Range<usize> {
    let offset = offset.min(page.len());
    let start = last_line_start(&page[..offset]);
    let end = page[offset..]
        .iter()
        .position(|&byte| byte == b'\n')
        .map_or(page.len(), |end| offset + end + 1);
    start..end
}
