//! Index of the lines of a text, for fast conversion of byte offsets to lines and columns.

/// A line and a column, both from 1; the column counts characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineColumn {
    /// The line, from 1.
    pub line: u64,
    /// The column in characters, from 1.
    pub column: u64,
}

/// Distance of cached character counts, in bytes. A line may be as long as its record, so its characters are counted
/// only once.
const STRETCH: usize = 4_096;

/// Index of the line starts of a text.
#[derive(Clone, Debug)]
pub struct LineIndex {
    starts: Vec<u32>,
    /// The number of characters before each stretch.
    before: Vec<usize>,
}

/// Returns the lines of a text, with their ends, each after its start.
pub(crate) fn lines_with_starts(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_inclusive('\n').scan(0, |end, line| {
        let start = *end;
        *end += line.len();
        Some((start, line))
    })
}

/// Returns what is written on the lines of a text that are not blank, each after its start.
pub(crate) fn written_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let written =
        lines_with_starts(text).map(|(start, line)| (start + line.len() - line.trim_start().len(), line.trim()));
    written.filter(|(_, line)| !line.is_empty())
}

/// Returns the start of the last line of a text, which has no line end.
pub(crate) fn last_line_start(text: &[u8]) -> usize {
    memchr::memrchr(b'\n', text).map_or(0, |end| end + 1)
}

fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}

impl LineIndex {
    /// Creates the index in one pass. Lines end with LF.
    pub fn new(text: &str) -> Self {
        let mut starts = vec![0];
        starts.extend(
            text.bytes()
                .enumerate()
                .filter(|&(_, byte)| byte == b'\n')
                .map(|(at, _)| u32::try_from(at + 1).unwrap_or(u32::MAX)),
        );
        let mut before = vec![0];
        let mut count = 0;
        for stretch in text.as_bytes().chunks(STRETCH) {
            count += characters(stretch);
            before.push(count);
        }
        Self { starts, before }
    }

    /// Returns the line of the byte `at`, from 0.
    pub fn line_of(&self, at: u32) -> usize {
        self.starts.partition_point(|&start| start <= at).saturating_sub(1)
    }

    /// Returns the start of line `line` (from 0); the end of `text` after the last line.
    pub fn start_of(&self, line: usize, text: &str) -> usize {
        self.starts.get(line).map_or(text.len(), |&start| start as usize)
    }

    /// Returns line and column of the byte `at` in `text`, whose first line has the number `first_line`.
    pub fn place(&self, text: &str, at: u32, first_line: u64) -> LineColumn {
        let line = self.line_of(at);
        let start = self.start_of(line, text);
        let end = (at as usize).clamp(start, text.len());
        let characters = self.characters_before(text, end) - self.characters_before(text, start);
        LineColumn { line: first_line + line as u64, column: characters as u64 + 1 }
    }

    fn characters_before(&self, text: &str, at: usize) -> usize {
        let stretch = at / STRETCH;
        let rest = text.as_bytes().get(stretch * STRETCH..at).unwrap_or_default();
        self.before.get(stretch).copied().unwrap_or_default() + characters(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let text = "a\n\u{e4}\u{e4}b\n";
        let index = LineIndex::new(text);
        assert_eq!(index.place(text, 6, 10), LineColumn { line: 11, column: 3 });
        assert_eq!(index.place(text, 8, 10), LineColumn { line: 12, column: 1 });
        assert_eq!(index.place(text, 99, 1), LineColumn { line: 3, column: 1 });
    }

    #[test]
    fn columns_of_long_lines_are_counted_in_chunks() {
        let text = format!("a\n{}b", "\u{20AC}x".repeat(STRETCH));
        let index = LineIndex::new(&text);
        for at in [2, STRETCH - 2, STRETCH, STRETCH + 2, 2 * STRETCH + 2, 4 * STRETCH, text.len() - 1, text.len()] {
            let at = (at..).find(|&at| text.is_char_boundary(at)).unwrap_or_default();
            let column = text[2..at].chars().count() as u64 + 1;
            assert_eq!(
                index.place(&text, u32::try_from(at).unwrap_or_default(), 1),
                LineColumn { line: 2, column },
                "{at}"
            );
        }
        let full = "x".repeat(STRETCH);
        assert_eq!(LineIndex::new(&full).place(&full, 4_096, 1).column, 4_097);
    }
}
