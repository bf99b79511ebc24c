//! Generated regions of a document: right after each block, between two marks.

use std::ops::Range;

use crate::documents::PageBlock;
use crate::text::last_line_start;

/// Text before and after a generated region.
#[derive(Clone, Copy)]
pub(super) struct Marks {
    pub(super) open: &'static str,
    pub(super) close: &'static str,
    /// Line before a hidden record.
    pub(super) hide: &'static str,
    /// Line after a hidden record.
    pub(super) show: &'static str,
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
        let fence = page.get(block.range.clone())?;
        let mark = *fence.first()?;
        let marks = fence.iter().take_while(|&&byte| byte == mark).count();
        let last = block.range.start + fence.trim_ascii_end().len();
        let line = line_of(page, last.saturating_sub(1));
        if line.start <= block.range.start {
            return None;
        }
        let text = page.get(line.clone())?.trim_ascii_end();
        let closing = text.iter().rev().take_while(|&&byte| byte == mark).count();
        let margin = &text[..text.len() - closing];
        let is_closed = closing >= marks && margin.iter().all(|byte| b" \t>".contains(byte));
        is_closed.then(|| Self::new(page, &line, margin, block))
    }

    /// Returns the end of a LaTeX block.
    pub(super) fn of_latex(page: &'a [u8], block: &PageBlock) -> Self {
        let line = line_of(page, block.range.end.saturating_sub(1));
        let text = page.get(line.clone()).unwrap_or_default();
        let margin = &text[..text.len() - text.trim_ascii_start().len()];
        Self::new(page, &line, margin, block)
    }

    fn new(page: &[u8], line: &Range<usize>, margin: &'a [u8], block: &PageBlock) -> Self {
        let first = line_of(page, block.range.start);
        let is_crlf = page.get(first).is_some_and(|first| first.ends_with(b"\r\n"));
        Self { end: line.end, margin, line_end: if is_crlf { "\r\n" } else { "\n" } }
    }

    /// Returns lines, each preceded by the margin.
    pub(super) fn laid(&self, lines: &[String]) -> Vec<u8> {
        let mut out = Vec::new();
        for line in lines {
            out.extend_from_slice(if line.is_empty() { self.margin.trim_ascii_end() } else { self.margin });
            out.extend_from_slice(line.as_bytes());
            out.extend_from_slice(self.line_end.as_bytes());
        }
        out
    }
}

impl Marks {
    /// Returns the error message for an opening mark without a closing one.
    pub(super) fn unclosed(self) -> String {
        format!("this is not closed: `{}` is missing after it", self.close)
    }

    /// Returns the range of a hidden record, from its first mark to its last one. The record begins at byte
    /// `at` and ends at `end`.
    pub(super) fn hidden(self, page: &[u8], at: usize, end: usize) -> Option<Range<usize>> {
        let mut line = line_of(page, at);
        let before = page.get(line.start..at)?;
        if !before.iter().all(|byte| b" \t>".contains(byte)) {
            return None;
        }
        loop {
            line = line_of(page, line.start.checked_sub(1)?);
            if !bare(page, &line).is_empty() {
                break;
            }
        }
        let marked = page.get(line.clone())?.trim_ascii_end();
        let start = line.start + marked.strip_suffix(self.hide.as_bytes())?.len();
        let mut line = line_of(page, end);
        while line.start < page.len() && bare(page, &line).is_empty() {
            line = line_of(page, line.end);
        }
        let is_shown = line.start >= end && bare(page, &line) == self.show.as_bytes();
        is_shown.then_some(start..line.end)
    }

    /// Returns the end of the closed generated regions that begin after byte `at`, including blank lines before them;
    /// `at` itself if there are none.
    pub(super) fn end_of_made(self, page: &[u8], mut at: usize) -> usize {
        loop {
            let mut line = line_of(page, at);
            while line.start < page.len() && bare(page, &line).is_empty() {
                line = line_of(page, line.end);
            }
            if line.start < at || bare(page, &line) != self.open.as_bytes() {
                return at;
            }
            let Some(end) = self.close_after(page, &line) else { return at };
            at = end;
        }
    }

    /// Returns the end of the region with this opening mark.
    pub(super) fn close_after(self, page: &[u8], open: &Range<usize>) -> Option<usize> {
        let mut line = line_of(page, open.end);
        while line.start < page.len() {
            match bare(page, &line) {
                text if text == self.close.as_bytes() => return Some(line.end),
                // Generated regions are not nested.
                text if text == self.open.as_bytes() => return None,
                _ => line = line_of(page, line.end),
            }
        }
        None
    }

    /// Returns the line of the first opening mark in a range of the document.
    pub(super) fn opened_in(self, page: &[u8], stretch: Range<usize>) -> Option<Range<usize>> {
        let mut line = line_of(page, stretch.start);
        while line.start < stretch.end {
            if line.start >= stretch.start && bare(page, &line) == self.open.as_bytes() {
                return Some(line);
            }
            line = line_of(page, line.end);
        }
        None
    }
}

/// Returns a line without the margin of lists and quotes, and without trailing white space.
fn bare<'a>(page: &'a [u8], line: &Range<usize>) -> &'a [u8] {
    let text = page.get(line.clone()).unwrap_or_default().trim_ascii_end();
    let margin = text.iter().take_while(|&byte| b" \t>".contains(byte)).count();
    &text[margin..]
}

/// Returns the line that contains a byte, including its line end; empty after the last line.
pub(super) fn line_of(page: &[u8], at: usize) -> Range<usize> {
    let at = at.min(page.len());
    let start = last_line_start(&page[..at]);
    let end = page[at..].iter().position(|&byte| byte == b'\n').map_or(page.len(), |end| at + end + 1);
    start..end
}
