//! Detection of what is being typed at a byte of a record, from the text before it, however
//! incomplete.

/// Kind of text being typed. Starts are bytes of the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Typed<'t> {
    /// Name of a tag.
    TagName {
        /// Start of the name.
        start: usize,
        /// Text typed so far.
        typed: &'t str,
    },
    /// Value of a tag.
    TagValue {
        /// Name of the tag.
        name: &'t str,
        /// Start of the value.
        start: usize,
        /// Text typed so far.
        typed: &'t str,
    },
    /// Name of a command in a comment.
    Command {
        /// Start of the name.
        start: usize,
        /// Text typed so far.
        typed: &'t str,
    },
    /// Arguments of a command.
    Arguments {
        /// Name of the command.
        name: &'t str,
        /// Start of the arguments.
        start: usize,
        /// Text typed so far.
        typed: &'t str,
    },
    /// Turn, or an empty text in a place for a turn.
    Turn {
        /// Start of the turn, after its number.
        start: usize,
        /// Text typed so far.
        typed: &'t str,
        /// True if no turn comes before it, so that a tag may go here as well.
        first: bool,
    },
    /// Glyph, such as `$1`.
    Glyph {
        /// Start of the glyph, at its `$`.
        start: usize,
        /// Text typed so far.
        typed: &'t str,
    },
    /// Comment after `#`.
    Hash {
        /// Start of its text.
        start: usize,
        /// Text typed so far.
        typed: &'t str,
    },
    /// Words of a comment, or other text without completion.
    Words,
}

/// Scanner of a text up to the cursor.
struct Scanner<'t> {
    /// Text up to the cursor.
    text: &'t str,
    /// Byte to scan next.
    at: usize,
    /// True after a first number or turn, where no tag can follow.
    has_turns: bool,
}

impl<'t> Scanner<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Advances past the first character for which `ends` returns true. Returns false if the text
    /// ends before that.
    fn skip_past(&mut self, ends: impl Fn(char) -> bool) -> bool {
        match self.rest().char_indices().find(|&(_, letter)| ends(letter)) {
            Some((at, letter)) => {
                self.at += at + letter.len_utf8();
                true
            }
            None => {
                self.at = self.text.len();
                false
            }
        }
    }

    fn from(&self, start: usize) -> &'t str {
        self.text.get(start..).unwrap_or_default()
    }

    /// Skips a string. Returns false if it is being typed.
    fn string(&mut self) -> bool {
        self.at += 1;
        loop {
            if !self.skip_past(|letter| matches!(letter, '"' | '\\' | '\n')) {
                return false;
            }
            match self.text.as_bytes().get(self.at - 1) {
                Some(b'\\') => self.at += self.rest().chars().next().map_or(0, char::len_utf8),
                _ => return true,
            }
        }
    }

    /// Scans a tag. Returns the part of it that is being typed.
    fn tag(&mut self) -> Option<Typed<'t>> {
        self.at += 1;
        let start =
            self.at + (self.rest().len() - self.rest().trim_start_matches([' ', '\t']).len());
        let name = self.from(start);
        let name = name.get(
            ..name
                .find(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '_'))
                .unwrap_or(name.len()),
        );
        let name = name.unwrap_or_default();
        if start + name.len() >= self.text.len() {
            self.at = self.text.len();
            return Some(Typed::TagName { start, typed: name });
        }
        self.at = start + name.len();
        loop {
            let here = self.at;
            match self.rest().chars().next() {
                None => return Some(Typed::Words),
                Some('"') => {
                    if !self.string() {
                        return Some(Typed::TagValue {
                            name,
                            start: here + 1,
                            typed: self.from(here + 1),
                        });
                    }
                    // An unclosed string ends with its line, and so does its tag.
                    if self.text.as_bytes().get(self.at - 1) == Some(&b'\n') {
                        return None;
                    }
                }
                Some(']' | '\n') => {
                    self.at += 1;
                    return None;
                }
                Some(letter) => self.at += letter.len_utf8(),
            }
        }
    }

    /// Scans a comment. Returns the part of it that is being typed.
    fn comment(&mut self) -> Option<Typed<'t>> {
        self.at += 1;
        loop {
            if self.rest().starts_with("[%") {
                if let Some(typed) = self.command() {
                    return Some(typed);
                }
                continue;
            }
            match self.rest().chars().next() {
                None => return Some(Typed::Words),
                Some('}') => {
                    self.at += 1;
                    return None;
                }
                Some('\\') => {
                    self.at += 1;
                    self.at += self.rest().chars().next().map_or(0, char::len_utf8);
                }
                Some(letter) => self.at += letter.len_utf8(),
            }
        }
    }

    fn command(&mut self) -> Option<Typed<'t>> {
        let start = self.at + 2;
        let rest = self.from(start);
        let end =
            rest.find(|letter: char| !(letter.is_ascii_alphanumeric() || "_-".contains(letter)));
        let Some(end) = end else {
            self.at = self.text.len();
            return Some(Typed::Command { start, typed: rest });
        };
        let name = rest.get(..end).unwrap_or_default();
        let arguments = start + end;
        self.at = arguments;
        loop {
            match self.rest().chars().next() {
                None => break,
                Some('"') if !self.string() => break,
                Some('"') => {}
                Some(']') => {
                    self.at += 1;
                    return None;
                }
                Some(letter) => self.at += letter.len_utf8(),
            }
        }
        let blank = self.from(arguments).len() - self.from(arguments).trim_start().len();
        Some(Typed::Arguments {
            name,
            start: arguments + blank,
            typed: self.from(arguments + blank),
        })
    }

    /// Scans a comment after `#`, up to the end of its line. Returns it if it is being typed.
    fn hash(&mut self) -> Option<Typed<'t>> {
        let blank = self.from(self.at + 1).starts_with(' ');
        let start = self.at + 1 + usize::from(blank);
        (!self.skip_past(|letter| letter == '\n')).then(|| Typed::Hash {
            start,
            typed: self.from(start),
        })
    }

    /// Scans a glyph. Returns it if it is being typed.
    fn glyph(&mut self) -> Option<Typed<'t>> {
        let start = self.at;
        let digits = self.from(start + 1);
        let length = digits
            .find(|letter: char| !letter.is_ascii_digit())
            .unwrap_or(digits.len());
        self.at = start + 1 + length;
        (self.at >= self.text.len()).then(|| Typed::Glyph {
            start,
            typed: self.from(start),
        })
    }

    /// Scans a number, a turn, or other text in its place.
    fn word(&mut self) -> Option<Typed<'t>> {
        let start = self.at;
        let rest = self.rest();
        let length = rest
            .find(|letter: char| letter.is_whitespace() || "[]{}()$#".contains(letter))
            .unwrap_or(rest.len());
        let word = rest.get(..length).unwrap_or_default();
        let digits = word.len()
            - word
                .trim_start_matches(|letter: char| letter.is_ascii_digit())
                .len();
        let dots = word
            .get(digits..)
            .map_or(0, |rest| rest.len() - rest.trim_start_matches('.').len());
        let number = if digits > 0 && dots > 0 {
            digits + dots
        } else {
            0
        };
        self.at += length;
        if self.at < self.text.len() {
            // After a number there can be no tag.
            self.has_turns = true;
            return None;
        }
        let typed = word.get(number..).unwrap_or_default();
        Some(Typed::Turn {
            start: start + number,
            typed,
            first: !self.has_turns && number == 0,
        })
    }
}

/// Returns what is being typed at the end of a text.
pub(super) fn typed_at_end(text: &str) -> Typed<'_> {
    let mut scanner = Scanner {
        text,
        at: 0,
        has_turns: false,
    };
    loop {
        let found = match scanner.rest().chars().next() {
            None => {
                return Typed::Turn {
                    start: text.len(),
                    typed: "",
                    first: !scanner.has_turns,
                };
            }
            Some('#') => scanner.hash(),
            Some('$') => scanner.glyph(),
            Some('{') => scanner.comment(),
            Some('[') => scanner.tag(),
            Some(letter) if letter.is_whitespace() || "]}()".contains(letter) => {
                scanner.at += letter.len_utf8();
                None
            }
            Some('\u{FEFF}') => {
                scanner.at += '\u{FEFF}'.len_utf8();
                None
            }
            Some(_) => scanner.word(),
        };
        if let Some(found) = found {
            return found;
        }
    }
}

/// Returns the end of the token that the cursor is in. A completion replaces the token up to there.
pub(super) fn end_of_token(text: &str, at: usize, is_part: impl Fn(char) -> bool) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + rest.find(|letter| !is_part(letter)).unwrap_or(rest.len())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn completion_works_at_every_offset() {
        let turn = |start, typed, first| Typed::Turn {
            start,
            typed,
            first,
        };
        for (text, expected) in [
            ("", turn(0, "", true)),
            (
                "[",
                Typed::TagName {
                    start: 1,
                    typed: "",
                },
            ),
            (
                "[Game \"gipf\"]\n[Vari",
                Typed::TagName {
                    start: 15,
                    typed: "Vari",
                },
            ),
            (
                "[Game \"gi",
                Typed::TagValue {
                    name: "Game",
                    start: 7,
                    typed: "gi",
                },
            ),
            (
                "[Event \"a \\\" b",
                Typed::TagValue {
                    name: "Event",
                    start: 8,
                    typed: "a \\\" b",
                },
            ),
            ("[Event \"a\" ", Typed::Words),
            ("[Game \"gipf\"]\n\n", turn(15, "", true)),
            ("[Game \"gipf]\n1. b", turn(16, "b", false)),
            ("1. b3 2. a2-", turn(9, "a2-", false)),
            ("1. b3 2.a2", turn(8, "a2", false)),
            ("1. b3 2.", turn(8, "", false)),
            ("b3 (1. c", turn(7, "c", false)),
            ("b3 {wor", Typed::Words),
            (
                "b3 {[%ex",
                Typed::Command {
                    start: 6,
                    typed: "ex",
                },
            ),
            (
                "b3 {a [%expect gipf/l",
                Typed::Arguments {
                    name: "expect",
                    start: 15,
                    typed: "gipf/l",
                },
            ),
            (
                "b3 {[%label c3 \"]\" d",
                Typed::Arguments {
                    name: "label",
                    start: 12,
                    typed: "c3 \"]\" d",
                },
            ),
            ("b3 {[%circle c3] } c", turn(19, "c", false)),
            ("b3 {\\} } c", turn(9, "c", false)),
            (
                "# [Game",
                Typed::Hash {
                    start: 2,
                    typed: "[Game",
                },
            ),
            (
                "b3 #",
                Typed::Hash {
                    start: 4,
                    typed: "",
                },
            ),
            (
                "b3 $",
                Typed::Glyph {
                    start: 3,
                    typed: "$",
                },
            ),
            (
                "b3$1",
                Typed::Glyph {
                    start: 2,
                    typed: "$1",
                },
            ),
            ("b3 $1 c", turn(6, "c", false)),
            ("# x\nb", turn(4, "b", true)),
            ("5s", turn(0, "5s", true)),
            ("1. b3$1 ", turn(8, "", false)),
        ] {
            assert_eq!(typed_at_end(text), expected, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn any_text_can_be_typed(text in "([\\[\\]{}()%\"\\\\#$ \n]|é|Game|1\\.|b3|expect){0,24}") {
            let start = match typed_at_end(&text) {
                Typed::TagName { start, typed } | Typed::TagValue { start, typed, .. } | Typed::Hash { start, typed }
                | Typed::Arguments { start, typed, .. } | Typed::Turn { start, typed, .. }
                | Typed::Command { start, typed } | Typed::Glyph { start, typed } => Some((start, typed)),
                Typed::Words => None,
            };
            if let Some((start, typed)) = start {
                prop_assert_eq!(text.get(start..), Some(typed));
            }
        }
    }
}
