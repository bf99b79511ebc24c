//! Line wrapping of movetext, at 79 characters.

/// Maximum number of characters on a line of movetext, except for longer pieces.
pub(crate) const WIDTH: usize = 79;

/// A piece of movetext.
#[derive(Clone, Copy, Debug)]
pub(crate) enum WrapPiece<'a> {
    /// An unbreakable piece: a number with its turn, a glyph, a result.
    Token(&'a str),
    /// A comment, braces included. It is never wrapped.
    Comment(&'a str),
    /// `(`
    Open,
    /// `)`
    Close,
    /// `# …`, on a separate line.
    Hash(&'a str),
}

/// Wraps movetext to lines of 79 characters.
#[derive(Debug, Default)]
pub(crate) struct Wrap {
    out: String,
    /// The number of characters on the last line of `out`.
    column: usize,
    /// The last piece, which waits for closing parentheses.
    pending: String,
    /// Opening parentheses before the next token.
    opened: String,
}

impl Wrap {
    /// Creates a wrapper with capacity for a number of bytes.
    pub(super) fn with_room(bytes: usize) -> Self {
        Self {
            out: String::with_capacity(bytes),
            ..Self::default()
        }
    }

    /// Appends a piece.
    pub(crate) fn push(&mut self, piece: WrapPiece<'_>) {
        match piece {
            WrapPiece::Open => {
                self.flush();
                self.opened.push('(');
            }
            WrapPiece::Close if self.opened.is_empty() => self.pending.push(')'),
            // An empty variation: `()`.
            WrapPiece::Close => {
                self.pending = std::mem::take(&mut self.opened);
                self.pending.push(')');
            }
            WrapPiece::Token(token) => self.start(token),
            WrapPiece::Comment(text) => {
                let text = with_plain_line_ends(text);
                // A line that starts like this would begin a record.
                self.start(&text.replace("\n[Game \"", "\n [Game \""));
            }
            WrapPiece::Hash(text) => {
                self.flush();
                if !self.opened.is_empty() {
                    self.start("");
                    self.flush();
                }
                self.break_line();
                self.out.push_str(text.trim_end());
                self.out.push('\n');
            }
        }
    }

    fn start(&mut self, text: &str) {
        self.flush();
        self.pending.push_str(&self.opened);
        self.opened.clear();
        self.pending.push_str(text);
    }

    /// Appends a turn with its number. `write_turn` appends the text of the turn.
    pub(super) fn turn(&mut self, number: u32, write_turn: impl FnOnce(&mut String), suffix: &str) {
        self.start("");
        self.pending.push_str(itoa::Buffer::new().format(number));
        self.pending.push_str(". ");
        write_turn(&mut self.pending);
        self.pending.push_str(suffix);
    }

    fn break_line(&mut self) {
        if self.column > 0 {
            self.out.push('\n');
            self.column = 0;
        }
    }

    fn flush(&mut self) {
        if self.pending.is_empty() {
            return;
        }
        // Fast path: turns are short, one line, and mostly ASCII.
        let is_plain = self
            .pending
            .bytes()
            .all(|byte| byte.is_ascii() && byte != b'\n');
        let line_end = if is_plain {
            None
        } else {
            memchr::memchr(b'\n', self.pending.as_bytes())
        };
        let first_line_width = if is_plain {
            self.pending.len()
        } else {
            self.pending
                .get(..line_end.unwrap_or(self.pending.len()))
                .unwrap_or_default()
                .chars()
                .count()
        };
        if self.column > 0 && self.column + 1 + first_line_width > WIDTH {
            self.break_line();
        }
        if self.column > 0 {
            self.out.push(' ');
            self.column += 1;
        }
        self.out.push_str(&self.pending);
        match line_end.and_then(|_| self.pending.rsplit_once('\n')) {
            Some((_, last)) => self.column = last.chars().count(),
            None => self.column += first_line_width,
        }
        // Keep the memory for the next piece.
        self.pending.clear();
    }

    /// Returns the lines, each with its line end.
    pub(crate) fn finish(mut self) -> String {
        self.flush();
        self.pending = std::mem::take(&mut self.opened);
        self.flush();
        self.break_line();
        self.out
    }
}

/// Returns a text without the `\r` before its line ends, however many.
fn with_plain_line_ends(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        match line.strip_suffix('\n') {
            Some(line) => out.extend([line.trim_end_matches('\r'), "\n"]),
            None => out.push_str(line),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrapped(pieces: &[WrapPiece<'_>]) -> String {
        let mut wrap = Wrap::default();
        for &piece in pieces {
            wrap.push(piece);
        }
        wrap.finish()
    }

    #[test]
    fn a_line_is_79_characters_closing_parentheses_included() {
        let long = "x".repeat(70);
        for (count, breaks) in [(8, false), (9, true)] {
            let tail = "y".repeat(count);
            let text = wrapped(&[WrapPiece::Token(&long), WrapPiece::Token(&tail)]);
            assert_eq!(text.lines().count() == 2, breaks, "{count}");
        }
        let tail = "y".repeat(7);
        let text = wrapped(&[
            WrapPiece::Token(&long),
            WrapPiece::Open,
            WrapPiece::Token(&tail),
            WrapPiece::Close,
        ]);
        assert_eq!(text.lines().count(), 2, "{text}");
    }

    #[test]
    fn parentheses_stay_attached_and_hashes_get_their_own_line() {
        let text = wrapped(&[
            WrapPiece::Token("5. b3"),
            WrapPiece::Open,
            WrapPiece::Comment("{a}"),
            WrapPiece::Token("5. c2"),
            WrapPiece::Hash("# h  "),
            WrapPiece::Close,
            WrapPiece::Token("*"),
        ]);
        assert_eq!(text, "5. b3 ({a} 5. c2\n# h\n) *\n");
    }
}
