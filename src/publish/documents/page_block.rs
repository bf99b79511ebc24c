//! Block of a document that holds records.
//!
//! The *margin* of a line in a quote or list is the text before its content, such as `> `. The
//! text of a block has no margins; a [`RawRecord`] keeps them, so that its places can be converted
//! to places in the document.

use std::ops::Range;

use crate::notation::{RecordSplitter, split_text};
use crate::text::{BlockAttribute, RawRecord, Span, count_lines};

/// Block of a document that holds records. In CommonMark, this is a block that is fenced as
/// `pips`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageBlock {
    /// The range in the document, in bytes, from the first fence to the end of the last.
    pub range: Range<usize>,
    /// The range of the block attributes, without surrounding white space.
    pub info: Range<usize>,
    /// The attributes in the option lines of a cell, `#| fig-cap: …`. Their places are relative to
    /// `info`.
    pub(crate) options: Vec<BlockAttribute>,
    /// The whole text without option lines, and its place in the document.
    pub text: RawRecord,
}

impl PageBlock {
    /// Returns the records in the block, cut to the maximum length.
    pub(crate) fn records(&self) -> Vec<RawRecord> {
        split_text(&self.text.bytes)
            .into_iter()
            .filter(RawRecord::is_record)
            .map(|raw| RawRecord {
                dropped: raw.dropped,
                ..self.in_document(&raw)
            })
            .collect()
    }

    /// Returns the records in the block in full, with the comments before them; empty if there is
    /// no record.
    pub fn whole_records(&self) -> Vec<RawRecord> {
        let whole: Vec<_> = RecordSplitter::whole(self.text.bytes.as_slice())
            .map_while(Result::ok)
            .collect();
        if whole.iter().any(RawRecord::is_record) {
            whole.iter().map(|raw| self.in_document(raw)).collect()
        } else {
            Vec::new()
        }
    }

    /// Converts a record split from the text of the block to its place in the document.
    fn in_document(&self, raw: &RawRecord) -> RawRecord {
        let block = &self.text;
        let start = usize::try_from(raw.offset).unwrap_or(usize::MAX);
        let dropped = usize::try_from(raw.dropped).unwrap_or(usize::MAX - start);
        let end = start + raw.bytes.len() + dropped;
        let start_with_margins = block.margins.stretch(Span::new(start, start)).start;
        RawRecord {
            offset: block.offset + start_with_margins,
            line: block.line + raw.line.saturating_sub(1),
            bytes: raw.bytes.clone(),
            dropped: 0,
            kind: raw.kind,
            margins: block.margins.slice(start, end),
            claim: block.claim.clone(),
            is_followed: raw.is_followed,
            is_block_open: block.is_block_open && !raw.is_followed,
        }
    }
}

/// Returns the length of the white space at the start of a line.
pub(super) fn indent_length(line: &[u8]) -> usize {
    line.iter()
        .take_while(|&&byte| byte == b' ' || byte == b'\t')
        .count()
}

/// Returns the length of the white space and the marks of quotes and lists at the start of a line.
pub(crate) fn margin_length(line: &[u8]) -> usize {
    let mut offset = 0;
    loop {
        offset += indent_length(&line[offset..]);
        let rest = &line[offset..];
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let mark = match rest {
            [b'>', ..] => 1,
            [b'-' | b'*' | b'+', b' ' | b'\t', ..] => 2,
            _ if digits > 0 && matches!(rest[digits..], [b'.' | b')', b' ' | b'\t', ..]) => {
                digits + 2
            }
            _ => return offset,
        };
        offset += mark;
    }
}

/// Appends a line of a document to the text of a block, without the first `margin` bytes of white
/// space.
pub(super) fn push_dedented(text: &mut RawRecord, page: &[u8], line: Range<usize>, margin: usize) {
    let before = indent_length(&page[line.clone()]).min(margin);
    let start = line.start + before;
    if text.bytes.is_empty() {
        text.offset = start as u64;
    }
    if before > 0 {
        text.margins
            .push(text.bytes.len(), &page[line.start..start]);
    }
    text.bytes.extend_from_slice(&page[start..line.end]);
}

/// Line counter for increasing byte offsets.
pub(super) struct LineCount<'b> {
    bytes: &'b [u8],
    /// Offset up to which lines have been counted.
    counted_up_to: usize,
    line: u64,
}

impl<'b> LineCount<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> Self {
        Self {
            bytes,
            counted_up_to: 0,
            line: 1,
        }
    }

    /// Returns the line of the byte at `offset`, from 1.
    pub(super) fn line_of(&mut self, offset: usize) -> u64 {
        let uncounted = self.bytes.get(self.counted_up_to..offset);
        self.line += count_lines(uncounted.unwrap_or_default());
        self.counted_up_to = self.counted_up_to.max(offset);
        self.line
    }
}
