//! Tolerant reader of movetext: splits it into turn numbers in any form, words, and separators.
//!
//! Comments are read by the lexer, because they follow the notation. Numbers, turns and brackets
//! are read here, because people write them in forms that the notation does not have.
//!
//! [`slots`] returns the lines: the main line, and then each variation. A line consists of slots
//! ([`Slot`]): the words between two numbers, comments or parentheses, which are one turn or
//! several. `1) b3 2) xd5 ; c6 {good}` has two slots: number 1 with the word `b3`, and number 2
//! with the words `xd5`, `;` and `c6`. `brackets.rs` reads brackets, which may be around a number,
//! a turn, a result or a variation. `movetext.rs` corrects the slots.

use super::turn_number::{Number, leading_number, number_in_front};
use crate::notation::Lexer;
use crate::text::Span;

/// Words before the number of a seat, which is not a turn number.
const SEAT_WORDS: [&str; 3] = ["seat", "player", "p"];

/// The words between two numbers, comments or parentheses.
#[derive(Clone, Debug, Default)]
pub(super) struct Slot {
    pub(super) number: Option<Number>,
    pub(super) words: Vec<Span>,
    /// The number after it, if only spaces and comments are between.
    pub(super) next: Option<u32>,
    /// The number of turns of the line before it.
    pub(super) before: u32,
}

/// Splits a movetext into lines of slots, the main line first.
pub(super) fn slots(text: &str, from: usize) -> Vec<Vec<Slot>> {
    let mut reader = Reader {
        text,
        lines: vec![Vec::new()],
        open: vec![0],
        in_parentheses: false,
        number_word: None,
    };
    reader.read_to_end(from);
    let mut lines = reader.lines;
    for line in &mut lines {
        for index in 1..line.len() {
            line[index - 1].next = line[index].number.map(|number| number.value);
        }
    }
    lines
}

/// The slots that were read so far.
pub(super) struct Reader<'t> {
    text: &'t str,
    pub(super) lines: Vec<Vec<Slot>>,
    /// The indices of the open lines: the main line, and the variations that have not ended.
    pub(super) open: Vec<usize>,
    /// True if numbers are written `(1)`.
    pub(super) in_parentheses: bool,
    /// The start of `No.`, if its number is still to come.
    number_word: Option<usize>,
}

impl Reader<'_> {
    /// Reads the text from a byte on.
    fn read_to_end(&mut self, from: usize) {
        let bytes = self.text.as_bytes();
        let mut offset = from;
        while let Some(&byte) = bytes.get(offset) {
            let rest = self.text.get(offset..).unwrap_or_default();
            match byte {
                b'{' => {
                    offset = self.end_of_token(offset);
                    self.begin_slot_without_number();
                }
                b'#' => offset += self.read_hash(offset, rest),
                b'(' => offset += self.read_parenthesis(offset, rest),
                b'[' if self.bracketed_word(offset, rest, ']').is_some() => {
                    offset += self.read_bracketed_word(offset, rest, ']');
                }
                b')' => {
                    self.read_closing_parenthesis(offset);
                    offset += 1;
                }
                // A glyph (`$1`), or a bracket that belongs to nothing.
                b'$' | b'[' | b']' | b'}' => {
                    self.begin_slot_without_number();
                    let (digits, _) = leading_number(&rest[1..]);
                    offset += 1 + digits;
                }
                _ => {
                    let length = word_length(rest);
                    if length == 0 {
                        // White space.
                        offset += rest.chars().next().map_or(1, char::len_utf8);
                    } else {
                        self.read_word(offset, offset + length);
                        offset += length;
                    }
                }
            }
        }
    }

    /// Returns the end of the token of the notation that begins at a byte.
    fn end_of_token(&self, start: usize) -> usize {
        let token = Lexer::token_at(self.text, start);
        token.map_or(self.text.len(), |token| token.span.end as usize)
    }

    /// Returns the slots of the current line.
    fn current_line(&mut self) -> &mut Vec<Slot> {
        let offset = self.open.last().copied().unwrap_or(0);
        &mut self.lines[offset]
    }

    /// Returns the current slot.
    pub(super) fn current_slot(&mut self) -> &mut Slot {
        let line = self.current_line();
        if line.is_empty() {
            line.push(Slot::default());
        }
        let last = line.len() - 1;
        &mut line[last]
    }

    /// Starts a new slot, because the next word belongs to another turn.
    pub(super) fn begin_slot_without_number(&mut self) {
        if !self.current_slot().words.is_empty() {
            self.begin_slot(None);
        }
    }

    /// Starts a new slot. An empty slot before it is dropped.
    pub(super) fn begin_slot(&mut self, number: Option<Number>) {
        let before = self.turns_before();
        let line = self.current_line();
        let is_empty = |slot: &Slot| slot.words.is_empty() && slot.number.is_none();
        if line.last().is_some_and(is_empty) {
            line.pop();
        }
        line.push(Slot {
            number,
            before,
            ..Slot::default()
        });
    }

    /// Estimates the number of turns of the line so far, without parsing them.
    fn turns_before(&mut self) -> u32 {
        let words = |slot: &Slot| u32::try_from(slot.words.len()).unwrap_or(u32::MAX);
        self.current_line()
            .last()
            .map_or(0, |slot| slot.before.saturating_add(words(slot)))
    }

    /// Adds the sign at a byte to the last word, if that ends there. Returns false if it does not.
    pub(super) fn extend_word(&mut self, offset: usize) -> bool {
        let Some(word) = self
            .current_slot()
            .words
            .last_mut()
            .filter(|word| word.end as usize == offset)
        else {
            return false;
        };
        word.end += 1;
        true
    }

    /// Reads a comment up to the end of its line, or a number as in `#17 b3`. Returns the length.
    fn read_hash(&mut self, offset: usize, rest: &str) -> usize {
        let (digits, value) = leading_number(&rest[1..]);
        let end = offset + 1 + digits;
        if let Some(value) = value
            && value == self.expected_number()
            && self.is_followed_by_turn(end)
        {
            let end = self.end_of_bare(end);
            let span = Span::new(offset, end);
            self.begin_slot(Some(Number::foreign(span, value)));
            return end - offset;
        }
        if self.take_sign_of_check(offset, rest) {
            return 1;
        }
        self.begin_slot_without_number();
        self.end_of_token(offset) - offset
    }

    /// Adds a `#` that only ends a turn, as in chess, to the turn: the next number follows, as in
    /// `b3# 4. c2`. Returns false for any other.
    fn take_sign_of_check(&mut self, offset: usize, rest: &str) -> bool {
        let next = rest[1..].trim_start();
        let (digits, value) = leading_number(next);
        next[digits..].starts_with('.')
            && value == Some(self.expected_number())
            && self.extend_word(offset)
    }

    /// Returns the next turn number, counted from the written numbers.
    pub(super) fn expected_number(&mut self) -> u32 {
        for slot in self.current_line().iter().rev() {
            if let Some(number) = slot.number {
                let has_turn = !slot.words.is_empty();
                return number.value + u32::from(has_turn);
            }
        }
        self.turns_before() + 1
    }

    /// Reads a word, which may begin with a number.
    fn read_word(&mut self, start: usize, end: usize) {
        let text = self.text;
        let word = text.get(start..end).unwrap_or_default();
        if matches!(word, "No." | "No" | "Nr." | "no." | "nr.") && self.number_word.is_none() {
            self.number_word = Some(start);
            return;
        }
        let number_word = self.number_word.take();
        if let Some(number) = self.parse_number(word, start) {
            let end_of_number = number.span.end as usize;
            let span = Span::new(number_word.unwrap_or(start), end_of_number);
            self.begin_slot(Some(Number { span, ..number }));
            if end_of_number < end {
                self.current_slot()
                    .words
                    .push(Span::new(end_of_number, end));
            }
            return;
        }
        let slot = self.current_slot();
        // The full stop of a number, separated from it by a blank. The span of the number already
        // covers it.
        let is_of_number = slot.words.is_empty()
            && slot.number.is_some_and(|number| {
                number.span.end as usize >= end && text.is_char_boundary(start)
            });
        if !is_of_number {
            slot.words.push(Span::new(start, end));
        }
    }

    /// Returns the turn number with which a word begins.
    fn parse_number(&mut self, word: &str, start: usize) -> Option<Number> {
        let end = start + word.len();
        let (length, value) = number_in_front(word)?;
        let number = &word[..length];
        let digits = number.trim_end_matches('.');
        let is_ascii = digits.bytes().all(|byte| byte.is_ascii_digit());
        let dots = number.matches('.').count();
        let is_plain = is_ascii && dots == 1;
        let is_second = dots > 1 || number.contains('\u{2026}');

        let is_bare = word.bytes().all(|byte| byte.is_ascii_digit());
        let is_followed = self.is_followed_by_turn(end);
        let is_number = if self.belongs_to_last_word(value) {
            false
        } else if is_bare {
            // A number without any sign counts only if it continues the count of turns, or of
            // rounds of two turns, as in chess.
            let round = self.turns_before() / 2 + 1;
            is_followed && (value == self.expected_number() || value == round)
        } else {
            length < word.len() || is_followed || is_plain
        };
        let end_of_number = if is_bare {
            self.end_of_bare(end)
        } else {
            start + length
        };
        is_number.then(|| Number {
            span: Span::new(start, end_of_number),
            value,
            is_plain,
            is_second,
        })
    }

    /// Returns true for the number of a seat, as in `Player 1`, and for the second part of a
    /// result, as in `1 - 0.`.
    fn belongs_to_last_word(&mut self, value: u32) -> bool {
        let text = self.text;
        let span_of_last = self.current_slot().words.last();
        let last = span_of_last.map_or("", |span| span.slice(text));
        let is_of_seat = SEAT_WORDS
            .iter()
            .any(|seat| last.eq_ignore_ascii_case(seat));
        let is_of_result = value == 0 && matches!(last, "-" | "\u{2013}" | ":");
        is_of_seat || is_of_result
    }

    /// Returns true if a turn may follow: a word with a letter, possibly after a full stop.
    fn is_followed_by_turn(&self, end: usize) -> bool {
        let rest = self.text.get(end..).unwrap_or_default();
        let rest = rest
            .trim_start()
            .trim_start_matches(['.', ':', ')', '-', '\u{2013}', '\u{B0}'])
            .trim_start();
        let word = rest.split_whitespace().next().unwrap_or_default();
        let word = word.trim_start_matches(['*', '`', '"', '\'', '_']);
        word.starts_with(char::is_alphanumeric) && word.contains(char::is_alphabetic)
    }

    /// Returns the end of a number without a full stop, or with a space before the full stop.
    fn end_of_bare(&self, end: usize) -> usize {
        let rest = self.text.get(end..).unwrap_or_default();
        let stop = rest.trim_start_matches([' ', '\t']);
        let after = stop
            .strip_prefix(['.', ':', ')', '-', '\u{2013}'])
            .filter(|after| after.starts_with([' ', '\t', '\n']));
        after.map_or(end, |after| end + rest.len() - after.len())
    }
}

/// Returns the length of the word at the start of a text.
fn word_length(text: &str) -> usize {
    let mut from = 0;
    loop {
        let length =
            text[from..].find(|sign: char| sign.is_whitespace() || "{}()[]$#".contains(sign));
        let Some(end) = length.map(|length| from + length) else {
            return text.len();
        };
        // A numeric HTML entity such as `&#59;` does not end at its `#`.
        let is_entity =
            text[end..].starts_with('#') && text[..end].ends_with('&') && text[end..].contains(';');
        if !is_entity {
            return end;
        }
        from = end + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Checked;
    use crate::games::Context;
    use crate::notation::{Rule, split_text};
    use crate::testing::corpus_texts;

    fn read(text: &str) -> Vec<(Option<u32>, Vec<&str>)> {
        let lines = slots(text, 0);
        let main = lines[0]
            .iter()
            .filter(|slot| slot.number.is_some() || !slot.words.is_empty());
        let plain = |span: &Span| span.slice(text).trim_matches(['(', ')', '[', ']']);
        main.map(|slot| {
            (
                slot.number.map(|number| number.value),
                slot.words.iter().map(plain).collect(),
            )
        })
        .collect()
    }

    /// Returns the spans of numbers and words, as the lexer reads them; `None` if the text has
    /// tokens that are not in the form of the notation.
    fn spans_by_lexer(text: &str, from: usize) -> Option<Vec<Span>> {
        let mut spans = Vec::new();
        let mut start = from;
        while let Some(token) = Lexer::token_at(text, start) {
            start = token.span.end as usize;
            match token.rule {
                Rule::number | Rule::turn | Rule::result => spans.push(token.span),
                Rule::comment
                | Rule::hash_comment
                | Rule::tag
                | Rule::glyph
                | Rule::variation_open
                | Rule::variation_close => {}
                _ => return None,
            }
        }
        Some(spans)
    }

    #[test]
    fn valid_records_are_read_as_by_the_lexer() {
        let mut compared = 0;
        for text in corpus_texts() {
            for raw in split_text(text.as_bytes()) {
                let checked = Checked::new(raw, &Context::default());
                if !checked.report.findings.is_empty() {
                    continue;
                }

                let record = checked.record();
                let text = record.text();
                let from = record.tags.last().map_or(0, |tag| tag.span.end as usize);
                let Some(expected) = spans_by_lexer(text, from) else {
                    continue;
                };
                let slots = slots(text, from).into_iter().flatten();
                let mut found: Vec<Span> = slots
                    .flat_map(|slot| {
                        slot.number
                            .map(|number| number.span)
                            .into_iter()
                            .chain(slot.words)
                    })
                    .collect();
                found.sort_by_key(|span| span.start);
                assert_eq!(found, expected, "{text}");
                compared += 1;
            }
        }
        assert!(compared > 300, "{compared}");
    }

    #[test]
    fn numbers_are_read_in_every_form() {
        for text in [
            "1. a 2. b",
            "1 a 2 b",
            "1: a 2: b",
            "1) a 2) b",
            "1 . a 2 . b",
            "(1) a (2) b",
            "１. a ２. b",
            "1\\. a 2\\. b",
            "1.a 2.b",
            "#1 a #2 b",
            "1.) a 2.) b",
            "[1] a [2] b",
            "No. 1 a No. 2 b",
            "1 - a 2 - b",
            "1° a 2° b",
            "1. (a) 2. [b]",
        ] {
            assert_eq!(
                read(text),
                [(Some(1), vec!["a"]), (Some(2), vec!["b"])],
                "{text}"
            );
        }
        assert_eq!(
            read("1. a 2. b 1 - 0"),
            [(Some(1), vec!["a"]), (Some(2), vec!["b", "1", "-", "0"])]
        );
        assert_eq!(
            read("1. a (16) 2. b (16)"),
            [(Some(1), vec!["a"]), (Some(2), vec!["b"])]
        );
        assert_eq!(
            read("1. 5s;6@d1/4 2. 3@a1/2"),
            [(Some(1), vec!["5s;6@d1/4"]), (Some(2), vec!["3@a1/2"])]
        );
        assert_eq!(
            read("1. a# 2. b"),
            [(Some(1), vec!["a#"]), (Some(2), vec!["b"])]
        );
        assert_eq!(read("1. a # 2. b"), [(Some(1), vec!["a"])]);
        assert_eq!(
            read("1. a {x} b"),
            [(Some(1), vec!["a"]), (None, vec!["b"])]
        );
        // A string of a command ends on its line, as for the parser.
        assert_eq!(
            read("1. a {[%label c3 \"x\n] y} 2. b"),
            [(Some(1), vec!["a"]), (Some(2), vec!["b"])]
        );
        assert_eq!(
            read("1. a {[%label c3 \"}\"]} 2. b"),
            [(Some(1), vec!["a"]), (Some(2), vec!["b"])]
        );
    }
}
