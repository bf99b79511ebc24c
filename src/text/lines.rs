//! Lines of a text: an index of them, for fast conversion of byte offsets to lines and columns, and
//! iterators over them.
//!
//! Columns count characters. A line may be as long as its record, so the index divides the text
//! into stretches of equal length in bytes, and has the number of characters before each stretch.

use std::ops::Range;

/// A line and a column, both from 1; the column counts characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineColumn {
    /// The line, from 1.
    pub line: u64,
    /// The column in characters, from 1.
    pub column: u64,
}

/// Length of a stretch, in bytes.
const STRETCH: usize = 4_096;

/// Index of the line starts of a text.
#[derive(Clone, Debug)]
pub(crate) struct LineIndex {
    /// The start of each line.
    starts: Vec<u32>,
    /// The number of characters before each stretch.
    characters_before: Vec<usize>,
}

impl LineIndex {
    /// Creates the index in one pass. Lines end with LF.
    pub(crate) fn new(text: &str) -> Self {
        let line_ends = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        let mut starts = vec![0];
        starts.extend(line_ends.map(|(index, _)| u32::try_from(index + 1).unwrap_or(u32::MAX)));
        let mut characters_before = vec![0];
        let mut count = 0;
        for stretch in text.as_bytes().chunks(STRETCH) {
            count += count_characters(stretch);
            characters_before.push(count);
        }
        Self {
            starts,
            characters_before,
        }
    }

    /// Returns the line of the byte at `offset`, from 0.
    pub(crate) fn line_of(&self, offset: u32) -> usize {
        self.starts
            .partition_point(|&start| start <= offset)
            .saturating_sub(1)
    }

    /// Returns the start of line `line` (from 0); the end of `text` after the last line.
    pub(crate) fn start_of(&self, line: usize, text: &str) -> usize {
        self.starts
            .get(line)
            .map_or(text.len(), |&start| start as usize)
    }

    /// Returns line and column of the byte at `offset` in `text`, whose first line has the number
    /// `first_line`.
    pub(crate) fn place(&self, text: &str, offset: u32, first_line: u64) -> LineColumn {
        let line = self.line_of(offset);
        let start = self.start_of(line, text);
        let end = (offset as usize).clamp(start, text.len());
        let characters = self.characters_up_to(text, end) - self.characters_up_to(text, start);
        LineColumn {
            line: first_line + line as u64,
            column: characters as u64 + 1,
        }
    }

    /// Returns the number of characters before the byte at `offset` in `text`.
    fn characters_up_to(&self, text: &str, offset: usize) -> usize {
        let stretch = offset / STRETCH;
        let rest = text
            .as_bytes()
            .get(stretch * STRETCH..offset)
            .unwrap_or_default();
        self.characters_before
            .get(stretch)
            .copied()
            .unwrap_or_default()
            + count_characters(rest)
    }
}

/// Returns the number of characters that begin in some bytes of a text. In UTF-8, the bytes of a
/// character after the first one begin with the bits 10.
fn count_characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}

/// Double-ended iterator over the lines of a part of a text, as byte ranges that include the line
/// ends. No line is empty, so each step advances, whether or not the text ends with a line end.
#[derive(Clone, Debug)]
pub(crate) struct LineRanges<'t> {
    text: &'t [u8],
    rest: Range<usize>,
}

impl<'t> LineRanges<'t> {
    /// Returns the lines of a text.
    pub(crate) fn new(text: &'t [u8]) -> Self {
        Self::of_part(text, 0..text.len())
    }

    /// Returns the lines of a part of a text. Lines that cross the edge of the part are cut.
    pub(crate) fn of_part(text: &'t [u8], part: Range<usize>) -> Self {
        let end = part.end.min(text.len());
        Self {
            text,
            rest: part.start.min(end)..end,
        }
    }

    /// Returns where the next line begins.
    pub(crate) fn position(&self) -> usize {
        self.rest.start
    }

    /// Returns the next line without advancing.
    pub(crate) fn peek(&self) -> Option<Range<usize>> {
        let rest = &self.text[self.rest.clone()];
        let length = memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
        (length > 0).then(|| self.rest.start..self.rest.start + length)
    }
}

impl Iterator for LineRanges<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Self::Item> {
        let line = self.peek()?;
        self.rest.start = line.end;
        Some(line)
    }
}

impl DoubleEndedIterator for LineRanges<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        // The last byte may be the end of the last line, so the search begins before it.
        let (_, before_last) = self.text[self.rest.clone()].split_last()?;
        let start = self.rest.start + last_line_start(before_last);
        let line = start..self.rest.end;
        self.rest.end = start;
        Some(line)
    }
}

/// Returns the lines of a text including their line ends, each preceded by its start.
pub(crate) fn lines_with_starts(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_inclusive('\n').scan(0, |end, line| {
        let start = *end;
        *end += line.len();
        Some((start, line))
    })
}

/// Returns the non-blank lines of a text, without their indents and line ends, each with its start.
pub fn written_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let trimmed = lines_with_starts(text).map(|(start, line)| {
        let indent = line.len() - line.trim_start().len();
        (start + indent, line.trim())
    });
    trimmed.filter(|(_, line)| !line.is_empty())
}

/// Returns the start of the last line of a text, which has no line end.
pub(crate) fn last_line_start(text: &[u8]) -> usize {
    memchr::memrchr(b'\n', text).map_or(0, |end| end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_the_same_from_both_ends() {
        for (text, expected) in [
            ("", &[][..]),
            ("\n", &["\n"]),
            ("a", &["a"]),
            ("a\r\nb", &["a\r\n", "b"]),
            ("a\n\nb\n", &["a\n", "\n", "b\n"]),
            ("\r\r", &["\r\r"]),
        ] {
            let lines = LineRanges::new(text.as_bytes());
            let read: Vec<&str> = lines.clone().map(|line| &text[line]).collect();
            let mut backwards: Vec<&str> = lines.rev().map(|line| &text[line]).collect();
            backwards.reverse();
            assert_eq!(
                (read.as_slice(), backwards.as_slice()),
                (expected, expected),
                "{text:?}"
            );
        }
        let part: Vec<_> = LineRanges::of_part(b"ab\ncd\nef", 1..7).collect();
        assert_eq!(part, [1..3, 3..6, 6..7]);
        assert_eq!(LineRanges::of_part(b"ab", 5..9).next(), None);
    }

    #[test]
    fn columns_count_characters() {
        let text = "a\n\u{e4}\u{e4}b\n";
        let index = LineIndex::new(text);
        assert_eq!(
            index.place(text, 6, 10),
            LineColumn {
                line: 11,
                column: 3
            }
        );
        assert_eq!(
            index.place(text, 8, 10),
            LineColumn {
                line: 12,
                column: 1
            }
        );
        assert_eq!(index.place(text, 99, 1), LineColumn { line: 3, column: 1 });
    }

    #[test]
    fn columns_of_long_lines_are_counted_in_chunks() {
        let text = format!("a\n{}b", "\u{20AC}x".repeat(STRETCH));
        let index = LineIndex::new(&text);
        for offset in [
            2,
            STRETCH - 2,
            STRETCH,
            STRETCH + 2,
            2 * STRETCH + 2,
            4 * STRETCH,
            text.len() - 1,
            text.len(),
        ] {
            let offset = (offset..)
                .find(|&byte| text.is_char_boundary(byte))
                .unwrap_or_default();
            let column = text[2..offset].chars().count() as u64 + 1;
            assert_eq!(
                index.place(&text, u32::try_from(offset).unwrap_or_default(), 1),
                LineColumn { line: 2, column },
                "{offset}"
            );
        }
        let full = "x".repeat(STRETCH);
        assert_eq!(LineIndex::new(&full).place(&full, 4_096, 1).column, 4_097);
    }
}
