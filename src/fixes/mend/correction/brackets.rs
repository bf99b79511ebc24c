//! Brackets in a movetext: around a number (`(1)`), a turn (`[b3]`), a result (`(1-0)`) or a
//! variation.
//!
//! The reader collects *slots*, which are the words after one number, in `lines`: the main line,
//! and one for each variation. `open` has the lines that have not ended yet, the main line first.

use super::tolerant_reader::Reader;
use super::turn_number::{Number, leading_number};
use crate::notation::worded_result;
use crate::text::Span;

/// The maximum distance between the brackets around a single word, in bytes.
const MAX_BRACKETED: usize = 200;

/// Names of seats in results.
const SEATS: [&str; 2] = ["White", "Black"];

impl Reader<'_> {
    /// Reads the start of a variation, or a number or a word in parentheses. Returns the length
    /// read.
    pub(super) fn read_parenthesis(&mut self, offset: usize, rest: &str) -> usize {
        let (digits, value) = leading_number(&rest[1..]);
        if let Some(value) = value
            && rest[1 + digits..].starts_with(')')
        {
            let length = digits + 2;
            let expected = self.expected_number();
            let counts_on = value == expected && (expected == 1 || self.in_parentheses);
            let is_in_main_line = self.open.len() == 1;
            // Any other number is the time or the length of a turn, and is left out.
            if counts_on && is_in_main_line {
                self.in_parentheses = true;
                let span = Span::new(offset, offset + length);
                self.begin_slot(Some(Number::foreign(span, value)));
            }
            return length;
        }
        if self.bracketed_word(offset, rest, ')').is_some() {
            return self.read_bracketed_word(offset, rest, ')');
        }
        self.lines.push(Vec::new());
        self.open.push(self.lines.len() - 1);
        1
    }

    /// Returns the word between brackets, if it is the only one and is a turn directly after its
    /// number, a result, or a number.
    pub(super) fn bracketed_word<'r>(
        &mut self,
        offset: usize,
        rest: &'r str,
        close: char,
    ) -> Option<&'r str> {
        let end = rest
            .bytes()
            .take(MAX_BRACKETED)
            .position(|byte| byte == close as u8)?;
        let word = rest.get(1..end)?;
        let has_other_sign =
            word.contains(|sign: char| sign.is_whitespace() || "{}()[]$#\"%".contains(sign));
        if word.is_empty() || has_other_sign {
            return None;
        }

        let expected = self.expected_number();
        let slot = self.current_slot();
        let is_after_number = slot
            .number
            .is_some_and(|number| number.span.end as usize <= offset);
        let is_turn = is_after_number && slot.words.is_empty();
        let is_number = close == ']' && word.parse() == Ok(expected);
        let has_small_letter = word.contains(|sign: char| sign.is_ascii_lowercase());
        let is_result = !has_small_letter && word.contains(['-', '/', '\u{BD}']);
        // A result in words at the end: `(unfinished)`.
        let is_last = rest[end + 1..].trim().is_empty();
        let is_worded_result = || worded_result(word, &SEATS.map(str::to_owned)).is_some();
        let is_of_game = is_turn || is_result || is_number || (is_last && is_worded_result());
        is_of_game.then_some(word)
    }

    /// Reads such a word. Returns the length, brackets included.
    pub(super) fn read_bracketed_word(&mut self, offset: usize, rest: &str, close: char) -> usize {
        let Some(word) = self.bracketed_word(offset, rest, close) else {
            return 1;
        };
        let in_brackets = word.len() + 2;
        let length = if close == ']' {
            in_brackets + length_of_link_target(&rest[in_brackets..])
        } else {
            in_brackets
        };
        let span = Span::new(offset, offset + length);
        match word.parse() {
            Ok(value) if close == ']' => self.begin_slot(Some(Number::foreign(span, value))),
            _ => self.current_slot().words.push(span),
        }
        length
    }

    /// Reads a parenthesis that ends a number, belongs to a turn, or ends a variation.
    pub(super) fn read_closing_parenthesis(&mut self, offset: usize) {
        if self.take_stop_of_number(offset) || self.take_stray(offset) {
            return;
        }
        if self.open.len() > 1 {
            self.open.pop();
        }
        self.begin_slot_without_number();
    }

    /// Adds a parenthesis that only ends a number, as in `1.)`, to the number. Returns false for
    /// any other.
    fn take_stop_of_number(&mut self, offset: usize) -> bool {
        let slot = self.current_slot();
        let number = slot
            .number
            .as_mut()
            .filter(|number| slot.words.is_empty() && number.span.end as usize == offset);
        let Some(number) = number else { return false };
        number.span.end += 1;
        number.is_plain = false;
        true
    }

    /// Adds a parenthesis directly after a turn that closes nothing, as in `b3)`, to the turn.
    /// Returns false for any other.
    fn take_stray(&mut self, offset: usize) -> bool {
        self.open.len() == 1 && self.extend_word(offset)
    }
}

/// Returns the length of the target of a link at the start of a text, as after `[b3]` in
/// `[b3](#t1)`; 0 for any other text.
fn length_of_link_target(text: &str) -> usize {
    let Some(target) = text.strip_prefix('(') else {
        return 0;
    };
    let mut bytes = target.bytes().take(MAX_BRACKETED);
    let Some(length) = bytes.position(|byte| byte == b')') else {
        return 0;
    };
    if target[..length].contains(char::is_whitespace) {
        0
    } else {
        length + 2
    }
}
