//! Records in their usual forms, read from their bytes: tags, turns with or without numbers, glyphs,
//! comments, variations, a result. pest takes some forty times as long over them.
//!
//! The grammar says what a record is. What is read here is what it reads, to the last span; where there is
//! anything else, or something to find fault with, this reader gives up and leaves the whole record to it.
//! What comes of the movetext is for the [`Listener`] to say: a tree, or a verdict.

mod movetext;
mod tree;

use super::command::{Command, Meaning};
use super::command_check::{begins_with_near_command, command_fault};
use super::outcome::Outcome;
use super::record::{Comment, Tag};
use crate::text::Span;

use movetext::Movetext;
pub(super) use movetext::{is_dash, is_part_of_turn, is_seat};
pub(super) use tree::{Tree, tell};

/// A turn as it stands in the text.
pub(crate) struct PlainTurn<'t> {
    /// What is played.
    pub(crate) word: &'t [u8],
    /// Where that begins.
    pub(crate) start: usize,
    /// The number that it has by counting.
    pub(crate) number: u32,
    /// The number before it.
    pub(crate) number_span: Option<Span>,
    /// `!` and its like.
    pub(crate) suffix: Option<Span>,
}

/// Who is told what a movetext has, in the order of the text. An answer `None` ends the reading.
///
/// Variations, glyphs and comments belong to the turn before them.
pub(crate) trait Listener<'t> {
    /// Whether it reads turns itself.
    const READS: bool = false;

    /// Reads the turn that a text plainly begins with, and says how long it is; `Some(None)` where it cannot be read so. No variation of
    /// the turn before it follows. That the text is a turn is only said by [`Listener::turn_read`], or by [`Listener::turn`].
    fn read_ahead(&mut self, _text: &'t [u8]) -> Option<Option<usize>> {
        Some(None)
    }

    /// The turn that was read ahead: where it begins, and as it is written.
    fn turn_read(&mut self, _start: usize, _word: &'t [u8]) -> Option<()> {
        None
    }

    /// A turn.
    fn turn(&mut self, turn: PlainTurn<'t>) -> Option<()>;

    /// `$1`
    fn glyph(&mut self, glyph: u8) -> Option<()>;

    /// `{ … }`, before the first turn of a line too, and after the result.
    fn comment(&mut self, comment: Comment) -> Option<()>;

    /// `# …`, likewise.
    fn hash(&mut self, hash: Span) -> Option<()>;

    /// A variation begins.
    fn open(&mut self) -> Option<()>;

    /// A variation ends: all of it, parentheses included.
    fn close(&mut self, span: Span) -> Option<()>;

    /// The result; no turn follows.
    fn result(&mut self, outcome: Outcome, span: Span) -> Option<()>;
}

/// White space.
const BLANK: u8 = 1;
/// What the turns of all games are made of; more is in `turn_text` of the grammar.
const OF_TURN: u8 = 2;
/// Where a word ends.
const BORDER: u8 = 4;
/// What a word begins with that may be something else than a whole turn.
const OPENS_OTHER: u8 = 8;
/// What such a word may end with.
const ENDS_OTHER: u8 = 16;
/// What a tag's name is made of.
const OF_NAME: u8 = 32;
/// What ends a tag's value, or cannot be in one as it stands.
const ENDS_VALUE: u8 = 64;
/// What most turns begin with; results begin with some of it.
const OPENS_TURN: u8 = 128;

/// What each byte can be. None is all that only the grammar knows.
static KINDS: [u8; 256] = {
    let mut kinds = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        kinds[byte] = match byte as u8 {
            b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C => BLANK | BORDER,
            b'[' | b']' | b'{' | b'}' | b'(' | b')' | b'$' | b'#' => BORDER,
            b'*'..=b'>' | b'@'..=b'Z' | b'a'..=b'z' => OF_TURN,
            _ => 0,
        };
        if matches!(byte as u8, b'*' | b'0'..=b'9' | b'A'..=b'F' | b'H'..=b'Z' | b',' | b';' | b'o' | b'r' | b'x') {
            kinds[byte] |= OPENS_OTHER;
        }
        if kinds[byte] & (OF_TURN | OPENS_OTHER) == OF_TURN || matches!(byte as u8, b'0'..=b'9' | b'*' | b'x') {
            kinds[byte] |= OPENS_TURN;
        }
        if matches!(byte as u8, b',' | b';' | b's' | b'e' | b'k' | b't' | b':' | b'-' | b'.' | b'>') {
            kinds[byte] |= ENDS_OTHER;
        }
        if (byte as u8).is_ascii_alphanumeric() {
            kinds[byte] |= OF_NAME;
        }
        if matches!(byte as u8, b'"' | b'\\' | b'\n' | b'\r') {
            kinds[byte] |= ENDS_VALUE;
        }
        byte += 1;
    }
    kinds
};

/// The first of eight bytes that is [`ENDS_VALUE`] in [`KINDS`], by its highest bit; bits of bytes behind it say nothing.
#[inline]
fn ends_of_value(eight: [u8; 8]) -> u64 {
    const EACH: u64 = u64::MAX / 0xFF;
    let text = u64::from_le_bytes(eight);
    // A byte that is 0 borrows, and so may those behind it.
    let equal = |byte: u8| {
        let other = text ^ (u64::from(byte) * EACH);
        other.wrapping_sub(EACH) & !other
    };
    (equal(b'"') | equal(b'\\') | equal(b'\n') | equal(b'\r')) & (0x80 * EACH)
}

fn is(byte: u8, kind: u8) -> bool {
    KINDS[usize::from(byte)] & kind != 0
}

/// A record's text, and how far it is read.
pub(super) struct Reader<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
}

impl<'t> Reader<'t> {
    /// A reader that goes on from there.
    pub(super) fn new(text: &'t str, at: usize) -> Self {
        Self { text, bytes: text.as_bytes(), at }
    }

    /// How far it has read.
    pub(super) fn place(&self) -> usize {
        self.at
    }

    /// Reads the tags; `None` where the grammar has to.
    pub(super) fn tags(&mut self) -> Option<Vec<Tag>> {
        let mut tags = Vec::with_capacity(8);
        while self.peek(0) == Some(b'[') {
            tags.push(self.tag(tags.is_empty())?);
            self.blanks();
        }
        Some(tags)
    }

    /// Reads the movetext; `None` where the grammar has to, or where the listener has had enough.
    pub(super) fn movetext(self, listener: &mut impl Listener<'t>) -> Option<()> {
        Movetext::new(self).read(listener)
    }
}

impl Reader<'_> {
    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    #[inline]
    fn blanks(&mut self) {
        let mut at = self.at;
        while self.bytes.get(at).is_some_and(|&byte| is(byte, BLANK)) {
            at += 1;
        }
        self.at = at;
    }

    fn rest(&self) -> &[u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// A word ends here: what comes next is none of it.
    fn at_border(&self) -> bool {
        self.peek(0).is_none_or(|byte| is(byte, BORDER))
    }

    // ---- tags

    /// `[Name "value"]`, just so; `Game` the first of all, and no other.
    fn tag(&mut self, first: bool) -> Option<Tag> {
        let start = self.at;
        let name = Span::new(start + 1, start + 1 + self.count(1, |byte| is(byte, OF_NAME)));
        self.at = name.end as usize;
        let is_game = name.of(self.text) == "Game";
        if name.is_empty() || !self.rest().starts_with(b" \"") || is_game != (first && start == 0) {
            return None;
        }
        let value_start = self.at + 2;
        let value = Span::new(value_start, value_start + self.value_length());
        self.at = value.end as usize;
        if !self.rest().starts_with(b"\"]") {
            return None;
        }
        self.at += 2;
        Some(Tag {
            name: name.of(self.text).into(),
            value: value.of(self.text).into(),
            span: Span::new(start, self.at),
            name_span: name,
            value_span: value,
            hashes: Vec::new(),
        })
    }

    /// How many bytes a tag's value has that begins two bytes ahead.
    fn value_length(&self) -> usize {
        let mut ahead = 2;
        while let Some(&eight) = self.bytes.get(self.at + ahead..).and_then(<[u8]>::first_chunk) {
            let ends = ends_of_value(eight);
            if ends != 0 {
                return ahead - 2 + (ends.trailing_zeros() / 8) as usize;
            }
            ahead += 8;
        }
        ahead - 2 + self.count(ahead, |byte| !is(byte, ENDS_VALUE))
    }

    /// How many bytes are so, from some bytes ahead.
    fn count(&self, ahead: usize, is_so: impl Fn(u8) -> bool) -> usize {
        let rest = self.bytes.get(self.at + ahead..).unwrap_or_default();
        rest.iter().position(|&byte| !is_so(byte)).unwrap_or(rest.len())
    }

    // ---- movetext

    /// `{ … }`, without escapes or another `{`, and without strings in its commands.
    fn comment(&mut self) -> Option<Comment> {
        let start = self.at;
        let mut commands = Vec::new();
        self.at += 1;
        if self.bytes.get(self.at + self.count(0, |byte| is(byte, BLANK))) == Some(&b'%') {
            return None;
        }
        loop {
            self.at += self.count(0, |byte| !matches!(byte, b'}' | b'\\' | b'[' | b'{'));
            match self.peek(0)? {
                b'}' => {
                    self.at += 1;
                    return Some(Comment { span: Span::new(start, self.at), commands });
                }
                b'[' if self.peek(1) == Some(b'%') => commands.push(self.command()?),
                b'[' if !begins_with_near_command(self.text.get(self.at..)?) => self.at += 1,
                _ => return None,
            }
        }
    }

    /// `[%name arguments]`; one that bears on how turns are numbered is left to the grammar.
    fn command(&mut self) -> Option<Command> {
        let start = self.at;
        let name = Span::new(
            start + 2,
            start + 2 + self.count(2, |byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')),
        );
        self.at = name.end as usize;
        let arguments = Span::new(self.at, self.at + self.count(0, |byte| !matches!(byte, b']' | b'"' | b'{')));
        self.at = arguments.end as usize;
        if self.peek(0)? != b']' || name.of(self.text) == "expect" {
            return None;
        }
        self.at += 1;
        let meaning = Meaning::of(name.of(self.text), arguments.of(self.text));
        let command = Command { span: Span::new(start, self.at), name, arguments, meaning };
        command_fault(self.text, &command).is_none().then_some(command)
    }

    /// `# …` up to the end of its line.
    fn hash(&mut self) -> Span {
        let start = self.at;
        self.at += self.count(0, |byte| byte != b'\n');
        Span::new(start, self.at)
    }

    /// `$0` to `$255`
    fn glyph(&mut self) -> Option<u8> {
        let digits = self.count(1, |byte| byte.is_ascii_digit());
        let value = self.text.get(self.at + 1..self.at + 1 + digits).filter(|_| digits <= 3)?.parse().ok()?;
        self.at += 1 + digits;
        self.at_border().then_some(value)
    }

    /// The signs after a turn's text; they are no part of another word.
    fn suffix(&mut self) -> Option<Span> {
        let signs = self.count(0, |byte| matches!(byte, b'!' | b'?'));
        let span = Span::new(self.at, self.at + signs);
        self.at += signs;
        ((1..=2).contains(&signs) && self.at_border()).then_some(span)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_ends_where_a_byte_says_so() {
        for (byte, behind) in
            (0..=u8::MAX).flat_map(|byte| [b'a', b'"', b'#', b'\r', 0, 0xFF].map(|other| (byte, other)))
        {
            for at in 0..8 {
                let mut eight = [b'b'; 8];
                eight[at..].fill(behind);
                eight[at] = byte;
                let expected = eight.iter().position(|&byte| is(byte, ENDS_VALUE)).unwrap_or(8);
                assert_eq!(ends_of_value(eight).trailing_zeros() as usize / 8, expected, "{eight:?}");
            }
        }
        for length in 0..30 {
            let text = format!("[A \"{}\"]", "1,".repeat(length));
            let tag = Reader::new(&text, 0).tag(false).map(|tag| tag.value.len());
            assert_eq!(tag, Some(2 * length));
        }
    }
}
