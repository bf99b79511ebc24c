//! Lines and columns of byte offsets, looked up instead of counted.

/// A line and a column, both from 1; the column counts characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line, from 1.
    pub line: u64,
    /// The column in characters, from 1.
    pub column: u64,
}

/// Where the lines of a text begin.
#[derive(Clone, Debug)]
pub struct LineIndex {
    starts: Vec<u32>,
}

impl LineIndex {
    /// Reads the text once. Lines end with LF.
    pub fn new(text: &str) -> Self {
        let mut starts = vec![0];
        starts.extend(
            text.bytes()
                .enumerate()
                .filter(|&(_, byte)| byte == b'\n')
                .map(|(at, _)| u32::try_from(at + 1).unwrap_or(u32::MAX)),
        );
        Self { starts }
    }

    /// The line that holds the byte `at`, from 0.
    pub fn line_of(&self, at: u32) -> usize {
        self.starts.partition_point(|&start| start <= at).saturating_sub(1)
    }

    /// Where line `line` (from 0) begins; the end of `text` behind the last.
    pub fn start_of(&self, line: usize, text: &str) -> usize {
        self.starts.get(line).map_or(text.len(), |&start| start as usize)
    }

    /// Line and column of the byte `at` in `text`, whose first line has the number `first_line`.
    pub fn place(&self, text: &str, at: u32, first_line: u64) -> Place {
        let line = self.line_of(at);
        let start = self.start_of(line, text);
        let end = (at as usize).clamp(start, text.len());
        let column = text.as_bytes().get(start..end).unwrap_or_default();
        let characters = column.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
        Place { line: first_line + line as u64, column: characters as u64 + 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let text = "a\n\u{e4}\u{e4}b\n";
        let index = LineIndex::new(text);
        assert_eq!(index.place(text, 6, 10), Place { line: 11, column: 3 });
        assert_eq!(index.place(text, 8, 10), Place { line: 12, column: 1 });
        assert_eq!(index.place(text, 99, 1), Place { line: 3, column: 1 });
    }
}
