//! Writes a document with its figures: copies the text, hides records, and replaces the output that
//! was generated from each block before.
//!
//! A *region* is generated output between two marks after its block. It is an *orphan* if the block
//! has been deleted since. The *margin* of a line is the white space and the marks of quotes before
//! its text.

use std::ops::Range;

use super::generated_regions::Ending;
use super::page_language::{Hiding, PageLanguage};
use super::parts_reader::PartsReader;
use crate::publish::documents::PageBlock;

/// Writer of the new document. It copies the old one from start to end, and replaces what was
/// generated before.
pub(super) struct PageWriter<'a> {
    page: &'a [u8],
    language: PageLanguage,
    prune: bool,
    /// Ranges shown verbatim, in which marks have no meaning, in order.
    verbatim: Vec<Range<usize>>,
    pub(super) out: Vec<u8>,
    /// End of the part of the document that has been copied or replaced.
    pub(super) done_up_to: usize,
    /// Number of generated regions kept although their blocks no longer exist.
    pub(super) orphans: usize,
}

impl<'a> PageWriter<'a> {
    pub(super) fn new(page: &'a [u8], language: PageLanguage, prune: bool) -> Self {
        Self {
            page,
            language,
            prune,
            verbatim: language.verbatim_ranges(page),
            out: Vec::with_capacity(page.len()),
            done_up_to: 0,
            orphans: 0,
        }
    }

    /// Writes a block, shown or hidden, and skips the output generated from it before.
    pub(super) fn write_block(
        &mut self,
        block: &PageBlock,
        ending: &Ending<'_>,
        hiding: Option<Hiding>,
        reader: &mut PartsReader<'_>,
    ) {
        let language = self.language;
        let start = language.start_of(self.page, block);
        // The marks of an earlier run around the record are replaced, whatever their form.
        let range = [Hiding::Folded, Hiding::Comment]
            .into_iter()
            .find_map(|earlier_hiding| {
                let marks = language.marks_of(earlier_hiding);
                marks.hidden_range(self.page, start, ending.end)
            })
            .unwrap_or(start..ending.end);
        self.copy_up_to(range.start, reader);
        match hiding {
            Some(hiding) if language.can_be_hidden(self.page, block) => {
                self.write_hidden(start, block, ending, hiding, reader);
            }
            _ => self.copy(start..ending.end),
        }

        self.done_up_to = language.marks().end_of_generated(self.page, range.end);
    }

    /// Writes a hidden block, which begins at byte `start`, between its marks.
    fn write_hidden(
        &mut self,
        start: usize,
        block: &PageBlock,
        ending: &Ending<'_>,
        hiding: Hiding,
        reader: &mut PartsReader<'_>,
    ) {
        let marks = self.language.marks_of(hiding);
        // The attributes before a LaTeX block are in a comment, which TeX skips.
        let hidden = &self.page[block.range.start..ending.end];
        if let Some(message) = self.language.obstacle_to_hiding(hiding, hidden) {
            reader.fault(block.range.start, message);
        }

        // Markdown in a folded element needs blank lines between its tags and the block.
        let is_in_comment = self.language == PageLanguage::Latex || hiding == Hiding::Comment;
        let blank: &[&str] = if is_in_comment { &[] } else { &[""] };
        let before = ending.with_margin(&[marks.hide, blank].concat());
        // The line already begins with the margin of the list or quote.
        self.out
            .extend_from_slice(before.get(ending.margin.len()..).unwrap_or_default());
        self.out.extend_from_slice(ending.margin);
        self.copy(start..ending.end);
        self.end_line(ending);
        self.out
            .extend(ending.with_margin(&[blank, marks.show].concat()));
    }

    /// Writes the output generated from a block.
    pub(super) fn write_generated(&mut self, mut lines: Vec<String>, ending: &Ending<'_>) {
        if lines.is_empty() {
            return;
        }
        self.end_line(ending);
        if self.language != PageLanguage::Latex {
            lines.push(String::new());
        }
        let marks = self.language.marks();
        let mut region = vec![String::new(), marks.open.to_owned()];
        region.extend(lines);
        region.push(marks.close.to_owned());
        self.out.extend(ending.with_margin(&region));
    }

    /// Writes a line end if the last line has none.
    fn end_line(&mut self, ending: &Ending<'_>) {
        if !self.out.ends_with(b"\n") {
            self.out.extend_from_slice(ending.line_end.as_bytes());
        }
    }

    /// Writes the text up to byte `end`. Removes the output generated from deleted blocks if the
    /// options require it.
    pub(super) fn copy_up_to(&mut self, end: usize, reader: &mut PartsReader<'_>) {
        let marks = self.language.marks();
        let mut copied_up_to = self.done_up_to;
        let mut search_from = self.done_up_to;
        while let Some(open) = marks.opened_in(self.page, search_from..end) {
            search_from = open.end;
            if self.is_verbatim(&open) {
                continue;
            }
            let close = marks.close_after(self.page, &open);
            match close.filter(|close| *close <= end) {
                None => reader.fault(open.start, marks.unclosed_message()),
                Some(_) if !self.prune => self.orphans += 1,
                Some(close) => {
                    self.copy(copied_up_to..open.start);
                    copied_up_to = close;
                    search_from = close;
                }
            }
        }
        self.copy(copied_up_to..end);
    }

    /// Returns true if a line is in a range that the document shows verbatim.
    fn is_verbatim(&self, line: &Range<usize>) -> bool {
        let before = self
            .verbatim
            .partition_point(|range| range.end <= line.start);
        self.verbatim
            .get(before)
            .is_some_and(|range| range.start < line.end)
    }

    fn copy(&mut self, range: Range<usize>) {
        self.out
            .extend_from_slice(self.page.get(range).unwrap_or_default());
    }
}
