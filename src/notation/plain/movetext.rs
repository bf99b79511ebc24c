//! A movetext, token by token.

use super::{BLANK, ENDS_OTHER, Listener, OF_TURN, OPENS_OTHER, OPENS_TURN, PlainTurn, Reader, is};
use crate::notation::outcome::Outcome;
use crate::text::{MAX_DEPTH, Span};

/// A run of digits.
#[derive(Clone, Copy)]
struct Digits {
    /// What they say, as long as they are fewer than ten.
    value: u32,
    /// Where they end.
    end: usize,
}

/// The digits that stand there.
#[inline]
fn digits(bytes: &[u8], start: usize) -> Digits {
    let mut digits = Digits { value: 0, end: start };
    while let Some(digit) = bytes.get(digits.end).map(|byte| byte.wrapping_sub(b'0')).filter(|&digit| digit < 10) {
        digits.value = digits.value.wrapping_mul(10).wrapping_add(u32::from(digit));
        digits.end += 1;
    }
    digits
}

/// The number that is due next, as it is written with its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Due {
    /// Its bytes, the first one lowest.
    bytes: u64,
    /// Where they are.
    mask: u64,
    /// One more of its last digit.
    one: u64,
    /// How far that digit is from 9.
    left: u8,
    /// How many bytes these are.
    length: usize,
}

impl Due {
    /// What is written before the turn behind that one; of more digits than a movetext has turns, nothing that could be met.
    fn behind(number: u32) -> Self {
        let due = u64::from(number) + 1;
        let (mut bytes, mut left, mut length) = (u64::from(b'.'), due, 1);
        while left > 0 && length < size_of::<u64>() {
            bytes = bytes << 8 | (u64::from(b'0') + left % 10);
            (left, length) = (left / 10, length + 1);
        }
        let bytes = if left > 0 { 0 } else { bytes };
        let mask = u64::MAX >> (u64::BITS - 8 * length as u32);
        Self { bytes, mask, one: 1 << (8 * (length - 2)), left: 9 - (due % 10) as u8, length }
    }

    /// That of the next turn.
    #[inline]
    fn step(&mut self, number: u32) {
        if self.left == 0 {
            *self = Self::behind(number);
        } else {
            self.bytes = self.bytes.wrapping_add(self.one);
            self.left -= 1;
        }
    }

    /// Whether it stands there.
    #[inline]
    fn is_at(self, bytes: &[u8], start: usize) -> bool {
        let Some(&eight) = bytes.get(start..).and_then(<[u8]>::first_chunk) else { return false };
        u64::from_le_bytes(eight) & self.mask == self.bytes
    }
}

/// The eight bytes of a word that are none of a turn, by their highest bits: in [`KINDS`](super::KINDS) they are not
/// [`OF_TURN`].
#[inline]
fn others_of_turn(eight: [u8; 8]) -> u64 {
    const HIGH: u64 = 0x80 * EACH;
    const EACH: u64 = u64::MAX / 0xFF;
    let text = u64::from_le_bytes(eight);
    let seven = text & !HIGH;
    // No sum is carried into the next byte.
    let within =
        |first: u8, last: u8| (seven + u64::from(0x80 - first) * EACH) & !(seven + u64::from(0x7F - last) * EACH);
    (text | !(within(b'*', b'>') | within(b'@', b'Z') | within(b'a', b'z'))) & HIGH
}

/// Where what a turn can be made of ends.
#[inline]
fn end_of_word(bytes: &[u8], start: usize) -> usize {
    let mut end = start;
    while let Some(&eight) = bytes.get(end..).and_then(<[u8]>::first_chunk) {
        let others = others_of_turn(eight);
        if others != 0 {
            return end + (others.trailing_zeros() / 8) as usize;
        }
        end += 8;
    }
    while bytes.get(end).is_some_and(|&byte| is(byte, OF_TURN)) {
        end += 1;
    }
    end
}

/// What a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    /// A turn, for all that can be seen.
    Turn,
    /// A part of a turn: the rest may stand behind it.
    Part,
    /// The grammar might take it for a result, a mistaken one too.
    Result,
    /// Surely no turn as the notation has it: the grammar may know what was meant, or join it to the next.
    Other,
}

impl Word {
    #[inline]
    fn of(word: &[u8]) -> Self {
        match word {
            [first, .., last] if !is(*first, OPENS_OTHER) && !is(*last, ENDS_OTHER) => Self::Turn,
            // A card or a die, and where it goes; a die that is put aside or pulled.
            [b'0'..=b'9', b'@' | b's', .., last] | [b'0'..=b'9', b'0'..=b'9', b'@', .., last] | [b'*', .., last]
                if !is(*last, ENDS_OTHER) =>
            {
                Self::Turn
            }
            _ => Self::looked_at(word),
        }
    }

    /// The same of any word.
    fn looked_at(word: &[u8]) -> Self {
        let (Some(first), Some(last)) = (word.first(), word.last()) else { return Self::Other };
        if is_like_a_result(word) {
            return Self::Result;
        }
        match (first, last) {
            (b'A'..=b'F' | b'H'..=b'Z' | b',' | b';', _) | (_, b',' | b';') => Self::Other,
            (b'r', _) if word.starts_with(b"resign") && word.len() > 6 => Self::Other,
            (b'-', _) | (_, b'd'..=b'z' | b':')
                if std::str::from_utf8(word).is_ok_and(|word| is_dash(word) || is_seat(word)) =>
            {
                Self::Other
            }
            (b'x', _) | (_, b's') if is_part_of_turn(word) => Self::Part,
            (b'0'..=b'9', b'0'..=b'9') if word.iter().all(u8::is_ascii_digit) => Self::Other,
            _ => Self::Turn,
        }
    }
}

fn is_like_a_result(word: &[u8]) -> bool {
    match word {
        [b'*'] => true,
        [first, b'-' | b':' | b'/' | b'.', ..] => matches!(first, b'0'..=b'9' | b'O' | b'o'),
        _ => false,
    }
}

/// Whether a word is a dash or an arrow, and nothing else: what it joins was put apart from it.
pub(in crate::notation) fn is_dash(word: &str) -> bool {
    matches!(word, "-" | "--" | "->" | "\u{2013}" | "\u{2014}" | "\u{2212}" | "\u{2192}")
}

/// Whether a word names the seat that moves, and nothing else: `White`, `w:`.
pub(in crate::notation) fn is_seat(word: &str) -> bool {
    const SEATS: [&str; 8] = ["white", "black", "light", "dark", "w", "b", "l", "d"];
    let name = word.strip_suffix([':', '.']).unwrap_or(word);
    SEATS.iter().any(|seat| seat.eq_ignore_ascii_case(name))
}

/// Whether a word is a list of what leaves the board, or dice put aside: something else follows in every turn that has
/// them first.
pub(in crate::notation) fn is_part_of_turn(word: &[u8]) -> bool {
    // `x17` is a point of a large board of Pippinzip.
    let is_list = matches!(word, [b'x', second, ..] if second.is_ascii_alphabetic() || word.contains(&b':'));
    let is_list = is_list && !word.contains(&b';');
    is_list || word.split(|&byte| byte == b';').all(|action| matches!(action, [b'1'..=b'6', b's']))
}

/// A line that is open.
#[derive(Clone, Copy)]
struct OpenLine {
    /// Where the parenthesis stands that opened it.
    open: usize,
    /// The number of its last turn; of the one before its first, as long as it has none.
    last: u32,
    /// The number of the turn behind that one.
    due: Due,
    begun: bool,
}

/// A movetext that is being read.
pub(super) struct Movetext<'t> {
    reader: Reader<'t>,
    /// The line that is read.
    line: OpenLine,
    /// Those around it.
    outer: Vec<OpenLine>,
    /// A number whose turn has not come yet: where it begins and ends.
    number: Option<(usize, usize)>,
    /// The last word is a part of a turn, and nothing but blanks came after it.
    is_part: bool,
    begun: bool,
    /// The result was read.
    ended: bool,
}

impl<'t> Movetext<'t> {
    /// What comes next is the movetext.
    pub(super) fn new(reader: Reader<'t>) -> Self {
        let line = OpenLine { open: 0, last: 0, due: Due::behind(0), begun: false };
        Self { reader, line, outer: Vec::new(), number: None, is_part: false, begun: false, ended: false }
    }

    /// Reads it to its end; `None` where the grammar has to, or where the listener has had enough.
    pub(super) fn read(&mut self, listener: &mut impl Listener<'t>) -> Option<()> {
        let bytes = self.reader.bytes;
        loop {
            self.usual_turns(listener)?;
            self.reader.blanks();
            let Some(first) = self.reader.peek(0) else { break };
            if !is(first, OF_TURN) || self.ended {
                self.sign(listener, first)?;
                self.begun = true;
                continue;
            }
            self.begun = true;
            let start = self.reader.at;
            if !first.is_ascii_digit() {
                self.word(listener, start)?;
            } else if self.line.due.is_at(bytes, start) {
                self.number(start, start + self.line.due.length, true)?;
            } else {
                let Digits { value, end } = digits(bytes, start);
                match bytes.get(end) {
                    Some(b'.') => self.number(start, end + 1, end - start < 10 && value == self.line.last + 1)?,
                    _ => self.word(listener, start)?,
                }
            }
        }
        (self.outer.is_empty() && self.number.is_none()).then_some(())
    }

    /// Turns as they mostly stand: blanks around them, and nothing but the number that is due before.
    #[inline]
    fn usual_turns<L: Listener<'t>>(&mut self, listener: &mut L) -> Option<()> {
        let bytes = self.reader.bytes;
        if !L::READS || self.is_part || self.number.is_some() || self.ended {
            return Some(());
        }
        loop {
            self.reader.blanks();
            let mut start = self.reader.at;
            if self.line.due.is_at(bytes, start) {
                start += self.line.due.length;
                start += usize::from(bytes.get(start) == Some(&b' '));
            }
            let text = bytes.get(start..).unwrap_or_default();
            if !text.first().is_some_and(|&first| is(first, OPENS_TURN)) {
                return Some(());
            }
            let Some(length) = listener.read_ahead(text)? else { return Some(()) };
            let Some((word, rest)) = text.split_at_checked(length) else { return Some(()) };
            let is_whole = rest.first().is_some_and(|&next| is(next, BLANK));
            if !is_whole || Word::of(word) != Word::Turn {
                return Some(());
            }
            self.begun = true;
            self.reader.at = start + length;
            self.line.last = self.line.last.checked_add(1)?;
            self.line.due.step(self.line.last);
            self.line.begun = true;
            listener.turn_read(start, word)?;
        }
    }

    /// A number, from there to behind its point.
    #[inline]
    fn number(&mut self, start: usize, end: usize, is_due: bool) -> Option<()> {
        self.reader.at = end;
        self.is_part = false;
        // Two points are numbers of rounds.
        let is_alone = self.reader.peek(0) != Some(b'.');
        (is_due && is_alone && self.number.replace((start, end)).is_none()).then_some(())
    }

    /// Whatever begins with a sign.
    fn sign(&mut self, listener: &mut impl Listener<'t>, first: u8) -> Option<()> {
        self.is_part = false;
        match first {
            b'{' => listener.comment(self.reader.comment()?),
            // Before the movetext it belongs to what comes after it.
            b'#' if self.begun => listener.hash(self.reader.hash()),
            b'$' if !self.ended && self.line.begun => listener.glyph(self.reader.glyph()?),
            b'(' if !self.ended && self.line.begun => self.open(listener),
            b')' if !self.ended => self.close(listener),
            _ => None,
        }
    }

    /// A turn or the result.
    #[inline]
    fn word(&mut self, listener: &mut impl Listener<'t>, start: usize) -> Option<()> {
        let bytes = self.reader.bytes;
        let end = end_of_word(bytes, start);
        self.reader.at = end;
        let word = bytes.get(start..end)?;
        let kind = Word::of(word);
        if kind != Word::Turn {
            match kind {
                Word::Result => return self.result(listener, Span::new(start, end), word),
                Word::Part => {}
                _ => return None,
            }
        }
        // The rest of a turn that a blank was put into, perhaps.
        if std::mem::replace(&mut self.is_part, kind == Word::Part) {
            return None;
        }
        let suffix = if self.reader.at_border() { None } else { Some(self.reader.suffix()?) };
        self.line.last = self.line.last.checked_add(1)?;
        self.line.due.step(self.line.last);
        self.line.begun = true;
        let number_span = self.number.take().map(|(start, end)| Span::new(start, end));
        listener.turn(PlainTurn { word, start, number: self.line.last, number_span, suffix })
    }

    fn result(&mut self, listener: &mut impl Listener<'t>, text: Span, word: &[u8]) -> Option<()> {
        let outcome = Outcome::read_plainly(word)?;
        self.ended = true;
        let is_due = self.outer.is_empty() && self.number.is_none() && self.reader.at_border();
        if is_due { listener.result(outcome, text) } else { None }
    }

    /// A variation of the last turn begins.
    fn open(&mut self, listener: &mut impl Listener<'t>) -> Option<()> {
        if self.number.is_some() || self.outer.len() >= MAX_DEPTH {
            return None;
        }
        self.outer.push(self.line);
        let last = self.line.last - 1;
        self.line = OpenLine { open: self.reader.at, last, due: Due::behind(last), begun: false };
        self.reader.at += 1;
        listener.open()
    }

    fn close(&mut self, listener: &mut impl Listener<'t>) -> Option<()> {
        if self.number.is_some() || !self.line.begun {
            return None;
        }
        let open = self.line.open;
        self.line = self.outer.pop()?;
        self.reader.at += 1;
        listener.close(Span::new(open, self.reader.at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_that_is_due_is_met_as_it_is_written() {
        let mut due = Due::behind(0);
        for number in 1..1_300_u32 {
            assert_eq!(due, Due::behind(number - 1));
            for (text, is_due) in [
                (format!("{number}. a1 b2 c3"), true),
                (format!("{number}.a1 b2 c3"), true),
                (format!("{number} a1 b2 c3 d4"), false),
                (format!("0{number}. a1 b2 c3"), false),
                (format!("{}. a1 b2 c3", number + 1), false),
                (format!("{}. a1 b2 c3", number - 1), false),
                (format!("{number}1. a1 b2 c3"), false),
            ] {
                assert_eq!(due.is_at(text.as_bytes(), 0), is_due, "{number}: {text}");
                assert_eq!(due.is_at(format!("  {text}").as_bytes(), 2), is_due, "{number}: {text}");
            }
            due.step(number);
        }
        assert!(Due::behind(9_999_998).is_at(b"9999999. a1", 0));
        for number in [9_999_999, u32::MAX] {
            let text = format!("{}. a1", u64::from(number) + 1);
            assert!(!Due::behind(number).is_at(text.as_bytes(), 0), "{number} is left to the digits");
        }
        // Too near the end to be seen at once.
        assert!(!Due::behind(0).is_at(b"1. a1", 0));
    }

    #[test]
    fn words_end_where_a_byte_is_of_no_turn() {
        for byte in 0..=u8::MAX {
            for at in 0..8 {
                let mut eight = *b"b3;xc4,d";
                eight[at] = byte;
                let expected = if is(byte, OF_TURN) { 0 } else { 0x80 << (8 * at) };
                assert_eq!(others_of_turn(eight), expected, "{byte} {at}");
            }
        }
        for length in 0..40 {
            let text = "a".repeat(length);
            assert_eq!(end_of_word(text.as_bytes(), 0), length);
            assert_eq!(end_of_word(format!("{text} a").as_bytes(), 0), length);
        }
    }

    #[test]
    fn what_is_seen_at_its_ends_is_what_a_word_is() {
        let ends = || (0..=u8::MAX).filter(|&byte| is(byte, OF_TURN));
        for (first, last) in ends().flat_map(|first| ends().map(move |last| (first, last))) {
            let middles: [&[u8]; 7] = [b"", b"1", b"-2", b"@a2", b"1@2", b"s", b"s;2@"];
            for word in middles.map(|middle| [&[first], middle, &[last]].concat()) {
                assert_eq!(Word::of(&word), Word::looked_at(&word), "{first} {last}");
            }
        }
    }
}
