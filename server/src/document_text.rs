//! Text of a document, with an index of its lines.
//!
//! A client names a place by its line and column, and counts columns in units: bytes, UTF-16 code
//! units or characters, depending on the negotiated [`Encoding`]. A line may be as long as its
//! record, up to megabytes. For columns far into a line, the text is therefore divided into
//! stretches of equal length in bytes, and the number of units before each stretch is cached.

use std::ops::Range;
use std::sync::OnceLock;

use lsp_types::{Position, Range as Places};

use super::position_encoding::Encoding;

/// Length of a stretch, in bytes.
const STRETCH: usize = 4_096;

/// Text of a document, with an index of its lines.
///
/// Lines end with LF, CR LF or CR, as in the protocol. The index of the library,
/// `pipscribe::text::LineIndex`, does not treat CR as a line end, and cannot follow edits.
#[derive(Clone, Debug)]
pub(super) struct Text {
    text: String,
    /// Start of each line.
    starts: Vec<usize>,
    encoding: Encoding,
    /// Number of units before each stretch, counted on first use.
    units_before: OnceLock<Box<[usize]>>,
}

impl Text {
    pub(super) fn new(text: String, encoding: Encoding) -> Self {
        let mut starts = vec![0];
        starts.extend(line_starts(text.as_bytes(), 0..text.len()));
        Self {
            text,
            starts,
            encoding,
            units_before: OnceLock::new(),
        }
    }

    pub(super) fn as_str(&self) -> &str {
        &self.text
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        self.text.as_bytes()
    }

    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    /// Returns a part. A bound within a character is moved to the start of the character, and a
    /// bound after the end to the end.
    pub(super) fn part(&self, bytes: Range<usize>) -> &str {
        let start = self.floor(bytes.start);
        let end = self.floor(bytes.end).max(start);
        self.text.get(start..end).unwrap_or_default()
    }

    /// Replaces a part, whose bounds are adjusted as in [`Self::part`]. Only the lines around it
    /// are read again; the offsets of the others are shifted.
    pub(super) fn replace(&mut self, bytes: Range<usize>, new: &str) {
        let start = self.floor(bytes.start);
        let end = self.floor(bytes.end).max(start);
        self.text.replace_range(start..end, new);
        self.units_before = OnceLock::new();

        // The line starts from index `first` up to `after` are replaced. The start of the text
        // stays.
        let first = self.starts.partition_point(|&line| line < start).max(1);
        let after = self.starts.partition_point(|&line| line <= end);
        for line in self.starts.iter_mut().skip(after) {
            *line = *line - (end - start) + new.len();
        }
        // A CR before the part ends a line, unless an LF now follows it.
        let read_again = start.saturating_sub(1)..start + new.len();
        let new_starts = line_starts(self.text.as_bytes(), read_again);
        self.starts.splice(first..after, new_starts);
    }

    /// Returns the byte at a position. A position after the end of its line or of the text is moved
    /// to that end, and a position within a character to the start of the character.
    pub(super) fn byte_of(&self, position: Position) -> usize {
        let Some(line) = self.line(position.line as usize) else {
            return self.text.len();
        };
        let column = position.character as usize;
        if self.encoding == Encoding::Utf8 {
            return self.floor(line.start.saturating_add(column).min(line.end));
        }

        let CountedStart { byte, mut units } = self.stretch_before(&line, column);
        for (offset, character) in self.part(byte..line.end).char_indices() {
            units += self.encoding.length_of(character);
            if units > column {
                return byte + offset;
            }
        }
        line.end
    }

    /// Returns the bytes of a range. A reversed range is accepted.
    pub(super) fn bytes_of(&self, range: Places) -> Range<usize> {
        let start = self.byte_of(range.start);
        let end = self.byte_of(range.end);
        start.min(end)..start.max(end)
    }

    /// Returns the position of a byte.
    pub(super) fn position_of(&self, byte: usize) -> Position {
        let byte = self.floor(byte);
        let line = self.starts.partition_point(|&start| start <= byte) - 1;
        let start = self.starts.get(line).copied().unwrap_or_default();
        Position {
            line: u32::try_from(line).unwrap_or(u32::MAX),
            character: u32::try_from(self.units(start..byte)).unwrap_or(u32::MAX),
        }
    }

    /// Returns the range of some bytes.
    pub(super) fn range_of(&self, bytes: &Range<usize>) -> Places {
        Places {
            start: self.position_of(bytes.start),
            end: self.position_of(bytes.end),
        }
    }

    /// Returns the start of the character that contains a byte; for a byte after the end, the end
    /// of the text.
    fn floor(&self, byte: usize) -> usize {
        let mut start = byte.min(self.text.len());
        while !self.text.is_char_boundary(start) {
            start -= 1;
        }
        start
    }

    /// Returns a line without its line end.
    fn line(&self, line: usize) -> Option<Range<usize>> {
        let start = *self.starts.get(line)?;
        let end = self
            .starts
            .get(line + 1)
            .map_or(self.text.len(), |&next| next);
        let content = self.part(start..end).trim_end_matches(['\n', '\r']);
        Some(start..start + content.len())
    }

    /// Returns the number of units of a part of a line. A long part is counted from the cached
    /// counts at its ends.
    fn units(&self, bytes: Range<usize>) -> usize {
        if self.encoding == Encoding::Utf8 {
            return bytes.len();
        }
        if bytes.len() <= STRETCH {
            return self.counted(bytes);
        }
        self.units_up_to(bytes.end) - self.units_up_to(bytes.start)
    }

    /// Returns the number of units before a byte of the text.
    fn units_up_to(&self, byte: usize) -> usize {
        let stretch = byte / STRETCH;
        let before = self.units_before().get(stretch).copied();
        before.unwrap_or_default() + self.counted(stretch * STRETCH..byte)
    }

    /// Returns the last start of a stretch in a line before a column, or the start of the line.
    fn stretch_before(&self, line: &Range<usize>, column: usize) -> CountedStart {
        let start_of_line = CountedStart {
            byte: line.start,
            units: 0,
        };
        if line.len() <= STRETCH {
            return start_of_line;
        }

        let units_before = self.units_before();
        let before_line = self.units_up_to(line.start);
        let goal = before_line.saturating_add(column);
        let next = units_before.partition_point(|&units| units <= goal);
        let stretch = next.saturating_sub(1);
        let mut start = stretch * STRETCH;
        if start <= line.start {
            return start_of_line;
        }
        // A character that begins in the previous stretch is counted in that stretch.
        while !self.text.is_char_boundary(start) {
            start += 1;
        }
        let before_stretch = units_before.get(stretch).copied().unwrap_or_default();
        CountedStart {
            byte: start.min(line.end),
            units: before_stretch - before_line,
        }
    }

    /// Returns the number of units before each stretch.
    fn units_before(&self) -> &[usize] {
        self.units_before.get_or_init(|| {
            let starts = (0..=self.text.len()).step_by(STRETCH);
            let counts = starts.scan(0, |units, start| {
                let before = *units;
                *units += self.counted(start..start + STRETCH);
                Some(before)
            });
            counts.collect()
        })
    }

    /// Counts the units of the characters that begin within some bytes.
    fn counted(&self, bytes: Range<usize>) -> usize {
        let end = bytes.end.min(self.text.len());
        let part = self.text.as_bytes().get(bytes.start..end);
        self.encoding.units(part.unwrap_or_default())
    }
}

/// Byte of a text from which units are counted.
struct CountedStart {
    byte: usize,
    /// Number of units of the line before the byte.
    units: usize,
}

/// Returns the line starts after the line ends within some bytes of a text. The CR of CR LF does
/// not end a line by itself.
fn line_starts(text: &[u8], bytes: Range<usize>) -> impl Iterator<Item = usize> + '_ {
    let first = bytes.start;
    let part = text.get(bytes).unwrap_or_default();
    let ends = memchr::memchr2_iter(b'\n', b'\r', part).map(move |offset| first + offset);
    ends.filter(|&end| text.get(end..end + 2) != Some(b"\r\n"))
        .map(|end| end + 1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn columns_count_in_the_negotiated_encoding() {
        let position = |line, character| Position { line, character };
        for (encoding, columns) in [
            (Encoding::Utf8, [0, 1, 3, 7, 8]),
            (Encoding::Utf16, [0, 1, 2, 4, 5]),
            (Encoding::Utf32, [0, 1, 2, 3, 4]),
        ] {
            let text = Text::new("a\u{e9}\u{1F3B2}b\r\nc\rd".to_owned(), encoding);
            for (byte, column) in [0, 1, 3, 7, 8].into_iter().zip(columns) {
                assert_eq!(text.position_of(byte), position(0, column), "{encoding:?}");
                assert_eq!(text.byte_of(position(0, column)), byte, "{encoding:?}");
            }
            let line_end = "the line end is not part of the line";
            assert_eq!(text.byte_of(position(0, 99)), 8, "{line_end}");
            assert_eq!(text.byte_of(position(2, 0)), 12, "CR ends a line too");
            assert_eq!(text.byte_of(position(9, 0)), 13);
            assert_eq!(text.position_of(99), position(2, 1));
        }
    }

    #[test]
    fn the_middle_of_a_character_is_its_beginning() {
        let column = |character| Position { line: 0, character };
        let text = |encoding| Text::new("\u{1F3B2}\u{e9}".to_owned(), encoding);
        let utf_16 = text(Encoding::Utf16);
        assert_eq!(utf_16.byte_of(column(1)), 0);
        assert_eq!(utf_16.position_of(2), column(0));
        let utf_8 = text(Encoding::Utf8);
        assert_eq!(
            [1, 2, 3].map(|offset| utf_8.byte_of(column(offset))),
            [0, 0, 0]
        );
        assert_eq!(utf_8.byte_of(column(5)), 4);
        assert_eq!(utf_8.part(2..5), "\u{1F3B2}");
    }

    #[test]
    fn columns_of_long_lines_are_counted_in_stretches() {
        let line = "\u{20AC}x\u{1F3B2}".repeat(STRETCH);
        for encoding in [Encoding::Utf16, Encoding::Utf32] {
            let mut text = Text::new(format!("a\n{line}\n{line}"), encoding);
            text.replace(0..1, "\u{e9}b");
            let starts = [4, 4 + line.len() + 1];
            for (number, start) in starts.into_iter().enumerate() {
                let mut column = 0;
                for (offset, character) in line.char_indices() {
                    let position = Position {
                        line: number as u32 + 1,
                        character: column as u32,
                    };
                    if offset % 97 == 0 || offset % STRETCH < 9 {
                        assert_eq!(text.position_of(start + offset), position);
                        assert_eq!(text.byte_of(position), start + offset);
                    }
                    column += encoding.length_of(character);
                }
            }
        }
    }

    fn pieces() -> impl Strategy<Value = String> {
        "[a\u{e9}\u{1F3B2}\r\n]{0,6}"
    }

    proptest! {
        #[test]
        fn lines_of_an_edited_text_are_those_of_a_new_one(
            whole in pieces(),
            edits in proptest::collection::vec((0_usize..24, 0_usize..24, pieces()), 1..8),
        ) {
            let mut text = Text::new(whole, Encoding::Utf16);
            for (from, to, new) in edits {
                text.replace(from.min(to)..from.max(to), &new);
                let afresh = Text::new(text.text.clone(), Encoding::Utf16);
                prop_assert_eq!(&text.starts, &afresh.starts, "{:?}", text.text);
            }
        }
    }
}
