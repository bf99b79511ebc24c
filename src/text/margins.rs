//! Margins of a text whose lines are indented in a larger text.
//!
//! Offsets and spans refer to the text without its margins. [`Margins::stretch`] converts a span
//! into a range of the file, [`Margins::with_text`] restores the text as it is in the file, and
//! [`Margins::edited`] keeps the margins while the text changes.

use std::ops::Range;

use super::{Span, last_line_start};

/// The margins of a text: the parts of its file that come before its lines and are not part of the
/// text, such as `> ` in a quote or white space in a list. A text that is a separate file has no
/// margins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Margins {
    /// All margins, concatenated. They are ASCII.
    bytes: Vec<u8>,
    /// All margins, in the order of their offsets.
    margins: Vec<Margin>,
}

/// One margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Margin {
    /// The byte of the text that the margin precedes.
    offset: u32,
    /// End of the margin in [`Margins::bytes`]. It begins at the end of the previous margin.
    end: u32,
}

/// Converts an index. Records are shorter than 4 GiB.
fn as_offset(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

impl Margins {
    /// Adds a margin before the byte `offset`, which must not be before the existing margins.
    pub(crate) fn push(&mut self, offset: usize, margin: &[u8]) {
        self.bytes.extend_from_slice(margin);
        self.margins.push(Margin {
            offset: as_offset(offset),
            end: as_offset(self.bytes.len()),
        });
    }

    /// Returns the length of the first `count` margins together.
    fn length_of(&self, count: usize) -> u32 {
        count
            .checked_sub(1)
            .and_then(|last| self.margins.get(last))
            .map_or(0, |margin| margin.end)
    }

    /// Returns the number of margins before the byte `offset`, without one directly before it.
    fn count_before(&self, offset: u32) -> usize {
        self.margins
            .partition_point(|margin| margin.offset < offset)
    }

    /// Returns the length of all margins before the byte `offset`, with one directly before it.
    fn length_through(&self, offset: u32) -> u32 {
        let count = self
            .margins
            .partition_point(|margin| margin.offset <= offset);
        self.length_of(count)
    }

    /// Returns the length of all margins before the byte `offset`, without one directly before it.
    fn length_before(&self, offset: u32) -> u32 {
        self.length_of(self.count_before(offset))
    }

    /// Returns the length of the margin before the first byte.
    pub(super) fn first_length(&self) -> u32 {
        self.length_through(0)
    }

    /// Returns the length of the margins between the start of a line and one of its bytes.
    pub(super) fn length_on_line(&self, line_start: u32, offset: u32) -> u32 {
        self.length_through(offset) - self.length_before(line_start.min(offset))
    }

    /// Returns the range of a span in the file, in bytes from the first byte of the text. That byte
    /// comes after the first margin, so the length of this margin is not counted.
    pub fn stretch(&self, span: Span) -> Range<u64> {
        let first_length = self.first_length();
        let start_margins = self.length_through(span.start) - first_length;
        let end_margins = self.length_before(span.end).saturating_sub(first_length);
        let start = u64::from(span.start) + u64::from(start_margins);
        let end = u64::from(span.end) + u64::from(end_margins);
        start..end.max(start)
    }

    /// Returns the margins from the byte `start` to the byte `end`, for a separate text.
    pub(crate) fn slice(&self, start: usize, end: usize) -> Self {
        let first = self.count_before(as_offset(start));
        let last = self.count_before(as_offset(end)).max(first);
        let bytes_start = self.length_of(first);
        let bytes_end = self.length_of(last);
        let bytes = self
            .bytes
            .get(bytes_start as usize..bytes_end as usize)
            .unwrap_or_default()
            .to_vec();
        let margins = self.margins.get(first..last).unwrap_or_default();
        Self {
            bytes,
            margins: margins
                .iter()
                .map(|margin| Margin {
                    offset: margin.offset - as_offset(start),
                    end: margin.end - bytes_start,
                })
                .collect(),
        }
    }

    /// Returns the margin before the first line of `text` that is not blank.
    pub fn of_first_line(&self, text: &[u8]) -> &[u8] {
        let blank = text.len() - text.trim_ascii_start().len();
        let start = last_line_start(&text[..blank]);
        self.iter()
            .find(|&(offset, _)| offset == start)
            .map_or(&[], |(_, margin)| margin)
    }

    /// Returns the margins of this text followed by another one that begins `length` bytes after
    /// it.
    pub(super) fn joined_with(&self, next: &Self, length: usize) -> Self {
        let mut both = self.clone();
        for (offset, margin) in next.iter() {
            both.push(length + offset, margin);
        }
        both
    }

    /// Returns each margin with the byte that it precedes.
    fn iter(&self) -> impl Iterator<Item = (usize, &[u8])> {
        let mut start = 0;
        self.margins.iter().map(move |margin| {
            let end = margin.end as usize;
            let bytes = self.bytes.get(start..end).unwrap_or_default();
            start = end;
            (margin.offset as usize, bytes)
        })
    }

    /// Returns a text with its margins, as it is in the file. The margin of the first line is
    /// included.
    pub(super) fn with_text(&self, text: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(text.len() + self.bytes.len());
        let mut done = 0;
        for (offset, margin) in self.iter() {
            out.extend_from_slice(text.get(done..offset).unwrap_or_default());
            out.extend_from_slice(margin);
            done = done.max(offset);
        }
        out.extend_from_slice(text.get(done..).unwrap_or_default());
        out
    }

    /// Applies edits to a text, and returns it with its new margins. Joined lines lose their
    /// margins; inserted lines get the margin of the previous line.
    pub(super) fn edited(&self, text: &[u8], edits: &[(Span, String)]) -> (Vec<u8>, Self) {
        let mut out = Vec::with_capacity(text.len() + 64);
        let mut margins = Self::default();
        let mut old_margins = self.iter().peekable();
        let mut line_margin: &[u8] = &[];
        // End of the part of `text` that is already in `out`.
        let mut done = 0;
        for (span, new_text) in edits {
            let start = span.start as usize;
            let end = span.end as usize;
            while let Some((offset, margin)) = old_margins.next_if(|&(offset, _)| offset <= start) {
                margins.push(out.len() + offset.saturating_sub(done), margin);
                line_margin = margin;
            }
            // Margins of the lines that the edit joins.
            while old_margins.next_if(|&(offset, _)| offset <= end).is_some() {}

            out.extend_from_slice(text.get(done..start).unwrap_or_default());
            if !line_margin.is_empty() {
                margins.push_for_new_lines(out.len(), new_text, line_margin);
            }
            out.extend_from_slice(new_text.as_bytes());
            done = done.max(end);
        }

        for (offset, margin) in old_margins {
            margins.push(out.len() + offset.saturating_sub(done), margin);
        }
        out.extend_from_slice(text.get(done..).unwrap_or_default());
        (out, margins)
    }

    /// Adds a margin before each line that begins in an inserted text. The text begins at the byte
    /// `text_start`.
    fn push_for_new_lines(&mut self, text_start: usize, new_text: &str, line_margin: &[u8]) {
        for (line_end, _) in new_text.match_indices('\n') {
            let offset = line_end + 1;
            // Blank lines get no trailing white space.
            let is_blank = new_text[offset..]
                .trim_start_matches('\r')
                .starts_with('\n');
            let margin = if is_blank {
                line_margin.trim_ascii_end()
            } else {
                line_margin
            };
            self.push(text_start + offset, margin);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns `ab` in a quote, a blank line in the quote, and `c` one level deeper.
    fn quoted() -> Margins {
        let mut margins = Margins::default();
        margins.push(0, b"> ");
        margins.push(3, b">");
        margins.push(4, b"> > ");
        margins
    }

    #[test]
    fn spans_point_into_the_file() {
        let text = b"ab\n\nc\n";
        let margins = quoted();
        let file = margins.with_text(text);
        assert_eq!(file, b"> ab\n>\n> > c\n");
        for (span, expected) in [
            (0..2, "ab"),
            (0..3, "ab\n"),
            (3..4, "\n"),
            (1..5, "b\n>\n> > c"),
            (4..4, ""),
        ] {
            let range = margins.stretch(Span::new(span.start, span.end));
            let range = range.start as usize + 2..range.end as usize + 2;
            assert_eq!(&file[range], expected.as_bytes(), "{span:?}");
        }
        assert_eq!(margins.stretch(Span::new(4, 4)), 9..9, "behind the margin");
        assert_eq!(
            [(0, 0), (0, 1), (3, 3), (4, 5)]
                .map(|(line, offset)| margins.length_on_line(line, offset)),
            [2, 2, 1, 4]
        );
        assert_eq!(Margins::default().with_text(text), text);
        assert_eq!(Margins::default().stretch(Span::new(1, 4)), 1..4);
    }

    #[test]
    fn margins_stay_with_their_lines() {
        let edited = |edits: &[(Range<usize>, &str)]| {
            let edits: Vec<_> = edits
                .iter()
                .map(|(span, new)| (Span::new(span.start, span.end), (*new).to_owned()))
                .collect();
            let (text, margins) = quoted().edited(b"ab\n\nc\n", &edits);
            String::from_utf8(margins.with_text(&text)).unwrap()
        };
        assert_eq!(edited(&[]), "> ab\n>\n> > c\n");
        assert_eq!(edited(&[(0..1, "x"), (5..5, "y")]), "> xb\n>\n> > cy\n");
        assert_eq!(edited(&[(4..4, "x"), (4..5, "y")]), "> ab\n>\n> > xy\n");
        assert_eq!(edited(&[(2..4, " ")]), "> ab c\n", "lines that are joined");
        assert_eq!(edited(&[(1..2, ""), (2..3, "")]), "> a\n> > c\n");
        assert_eq!(
            edited(&[(5..5, "\n\nx")]),
            "> ab\n>\n> > c\n> >\n> > x\n",
            "lines that are put in"
        );
        let (text, margins) =
            Margins::default().edited(b"a\n", &[(Span::new(1, 1), "\nx".to_owned())]);
        assert_eq!(
            (text.as_slice(), margins),
            (&b"a\nx\n"[..], Margins::default())
        );
    }
}
