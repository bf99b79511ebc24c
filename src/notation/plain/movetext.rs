//! A movetext, token by token.

use super::{BORDER, Listener, OF_TURN, PlainTurn, Reader, is};
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
#[inline(always)]
fn digits(bytes: &[u8], start: usize) -> Digits {
    let mut digits = Digits { value: 0, end: start };
    while let Some(digit) = bytes.get(digits.end).map(|byte| byte.wrapping_sub(b'0')).filter(|&digit| digit < 10) {
        digits.value = digits.value.wrapping_mul(10).wrapping_add(u32::from(digit));
        digits.end += 1;
    }
    digits
}

/// Whether the grammar might take a word for a result, a mistaken one too.
fn is_like_a_result(word: &[u8]) -> bool {
    match word {
        [b'*'] => true,
        [first, b'-' | b':' | b'/' | b'.', ..] => matches!(first, b'0'..=b'9' | b'O' | b'o'),
        _ => false,
    }
}

/// Whether a word is surely no turn as the notation has it: the grammar may know what was meant, or join it to the next.
#[inline]
fn is_no_whole_turn(word: &[u8]) -> bool {
    let (Some(first), Some(last)) = (word.first(), word.last()) else { return true };
    match (first, last) {
        (b'A'..=b'F' | b'H'..=b'Z' | b',' | b';', _) | (_, b',' | b';') => true,
        (b'r', _) => word.starts_with(b"resign") && word.len() > 6,
        (b'x', _) | (_, b's') => is_part_of_turn(word),
        (b'0'..=b'9', b'0'..=b'9') => word.iter().all(u8::is_ascii_digit),
        _ => false,
    }
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
    begun: bool,
    /// The result was read.
    ended: bool,
}

impl<'t> Movetext<'t> {
    /// What comes next is the movetext.
    pub(super) fn new(reader: Reader<'t>) -> Self {
        let line = OpenLine { open: 0, last: 0, begun: false };
        Self { reader, line, outer: Vec::new(), number: None, begun: false, ended: false }
    }

    /// Reads it to its end; `None` where the grammar has to, or where the listener has had enough.
    pub(super) fn read(&mut self, listener: &mut impl Listener<'t>) -> Option<()> {
        let bytes = self.reader.bytes;
        loop {
            self.reader.blanks();
            let Some(first) = self.reader.peek(0) else { break };
            if !is(first, OF_TURN) || self.ended {
                self.sign(listener, first)?;
                self.begun = true;
                continue;
            }
            self.begun = true;
            let mut start = self.reader.at;
            let mut digits = digits(bytes, start);
            if bytes.get(digits.end) == Some(&b'.') && digits.end > start {
                self.number(start, digits)?;
                self.reader.blanks();
                // Mostly its turn comes right after it.
                start = self.reader.at;
                let Some(&first) = bytes.get(start) else { break };
                digits = self::digits(bytes, start);
                if !is(first, OF_TURN) || bytes.get(digits.end) == Some(&b'.') && digits.end > start {
                    continue;
                }
            }
            self.word(listener, start, digits.end)?;
        }
        (self.outer.is_empty() && self.number.is_none()).then_some(())
    }

    /// A number, which begins there.
    #[inline(always)]
    fn number(&mut self, start: usize, Digits { value, end }: Digits) -> Option<()> {
        self.reader.at = end + 1;
        // Two points are numbers of rounds.
        let is_due = end - start < 10 && value == self.line.last + 1 && self.reader.peek(0) != Some(b'.');
        (is_due && self.number.replace((start, end + 1)).is_none()).then_some(())
    }

    /// Whatever begins with a sign.
    #[inline(never)]
    fn sign(&mut self, listener: &mut impl Listener<'t>, first: u8) -> Option<()> {
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

    /// A turn or the result, whose first digits end there.
    #[inline(always)]
    fn word(&mut self, listener: &mut impl Listener<'t>, start: usize, digits_end: usize) -> Option<()> {
        let bytes = self.reader.bytes;
        let mut end = digits_end;
        let border = loop {
            match bytes.get(end) {
                Some(&byte) if is(byte, OF_TURN) => end += 1,
                Some(&byte) => break is(byte, BORDER),
                None => break true,
            }
        };
        self.reader.at = end;
        let (text, word) = (Span::new(start, end), bytes.get(start..end)?);
        if is_like_a_result(word) {
            return self.result(listener, text, word);
        }
        if is_no_whole_turn(word) {
            return None;
        }
        let suffix = if border { None } else { Some(self.reader.suffix()?) };
        self.line.last = self.line.last.checked_add(1)?;
        self.line.begun = true;
        let number_span = self.number.take().map(|(start, end)| Span::new(start, end));
        listener.turn(PlainTurn { word, text, number: self.line.last, number_span, suffix })
    }

    #[inline(never)]
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
        self.line = OpenLine { open: self.reader.at, last: self.line.last - 1, begun: false };
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
