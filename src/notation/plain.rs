//! Records in their usual forms, read from their bytes: tags, turns with or without numbers, glyphs,
//! comments, variations, a result. pest takes some forty times as long over them.
//!
//! The grammar says what a record is. What is read here is what it reads, to the last span; where there is
//! anything else, or something to find fault with, this reader gives up and leaves the whole record to it.

use super::command::{Command, Meaning};
use super::outcome::Outcome;
use super::record::{Comment, Item, Line, Tag, TurnId, TurnNode, Variation};
use crate::text::{MAX_DEPTH, Span};

/// What is read of a record's text.
pub(super) struct Plain {
    pub(super) tags: Vec<Tag>,
    pub(super) moves: Line,
    pub(super) result: Option<(Outcome, Span)>,
    pub(super) closing: Vec<Item>,
}

/// White space.
const BLANK: u8 = 1;
/// What the turns of all games are made of; more is in `turn_text` of the grammar.
const OF_TURN: u8 = 2;
/// Where a word ends.
const BORDER: u8 = 4;

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
        byte += 1;
    }
    kinds
};

fn is(byte: u8, kind: u8) -> bool {
    KINDS[usize::from(byte)] & kind != 0
}

/// Reads a record; `None` where the grammar has to.
pub(super) fn read(text: &str) -> Option<Plain> {
    let mut reader = Reader { text, bytes: text.as_bytes(), at: 0 };
    let tags = reader.tags()?;
    let mut movetext = Movetext::default();
    movetext.line.turns.reserve((text.len() / 8).min(TURNS_RESERVED));
    while let Some(&first) = reader.bytes.get(reader.at) {
        movetext.token(&mut reader, first)?;
        reader.blanks();
    }
    let Movetext { line, outer, number, result, closing, .. } = movetext;
    (outer.is_empty() && number.is_none()).then_some(Plain { tags, moves: line, result, closing })
}

/// Room for so many turns is made before it is known how many there are.
const TURNS_RESERVED: usize = 512;

struct Reader<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    fn blanks(&mut self) {
        while self.peek(0).is_some_and(|byte| is(byte, BLANK)) {
            self.at += 1;
        }
    }

    fn rest(&self) -> &[u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// A word ends here: what comes next is none of it.
    fn at_border(&self) -> bool {
        self.peek(0).is_none_or(|byte| is(byte, BORDER))
    }

    // ---- tags

    fn tags(&mut self) -> Option<Vec<Tag>> {
        let mut tags = Vec::with_capacity(8);
        while self.peek(0) == Some(b'[') {
            tags.push(self.tag(tags.is_empty())?);
            self.blanks();
        }
        Some(tags)
    }

    /// `[Name "value"]`, just so; `Game` the first of all, and no other.
    fn tag(&mut self, first: bool) -> Option<Tag> {
        let start = self.at;
        let name = Span::new(start + 1, start + 1 + self.count(1, |byte| byte.is_ascii_alphanumeric()));
        self.at = name.end as usize;
        let is_game = name.of(self.text) == "Game";
        if name.is_empty() || !self.rest().starts_with(b" \"") || is_game != (first && start == 0) {
            return None;
        }
        let value_start = self.at + 2;
        let value =
            Span::new(value_start, value_start + self.count(2, |byte| !matches!(byte, b'"' | b'\\' | b'\n' | b'\r')));
        self.at = value.end as usize;
        if !self.rest().starts_with(b"\"]") {
            return None;
        }
        self.at += 2;
        Some(Tag {
            name: name.of(self.text).to_owned(),
            value: value.of(self.text).to_owned(),
            span: Span::new(start, self.at),
            name_span: name,
            value_span: value,
            hashes: Vec::new(),
        })
    }

    /// How many bytes are so, from some bytes ahead.
    fn count(&self, ahead: usize, is_so: impl Fn(u8) -> bool) -> usize {
        let rest = self.bytes.get(self.at + ahead..).unwrap_or_default();
        rest.iter().position(|&byte| !is_so(byte)).unwrap_or(rest.len())
    }

    // ---- movetext

    /// `{ … }`, without escapes, and without strings in its commands.
    fn comment(&mut self) -> Option<Comment> {
        let start = self.at;
        let mut commands = Vec::new();
        self.at += 1;
        loop {
            self.at += self.count(0, |byte| !matches!(byte, b'}' | b'\\' | b'['));
            match self.peek(0)? {
                b'}' => {
                    self.at += 1;
                    return Some(Comment { span: Span::new(start, self.at), commands });
                }
                b'[' if self.peek(1) == Some(b'%') => commands.push(self.command()?),
                b'[' => self.at += 1,
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
        let arguments = Span::new(self.at, self.at + self.count(0, |byte| !matches!(byte, b']' | b'"')));
        self.at = arguments.end as usize;
        if self.peek(0)? != b']' || name.of(self.text) == "expect" {
            return None;
        }
        self.at += 1;
        let meaning = Meaning::of(name.of(self.text), arguments.of(self.text));
        Some(Command { span: Span::new(start, self.at), name, arguments, meaning })
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

/// Whether the grammar might take a word for a result, a mistaken one too.
fn is_like_a_result(word: &[u8]) -> bool {
    match word {
        [b'*'] => true,
        [first, b'-' | b':' | b'/' | b'.', ..] => matches!(first, b'0'..=b'9' | b'O' | b'o'),
        _ => false,
    }
}

/// A line that is read on after a variation of its last turn.
struct Outer {
    line: Line,
    /// Which line of the record it is.
    ordinal: u32,
    /// Where the variation was opened.
    open: usize,
    before_first: u32,
    variations: u32,
}

/// What is read of the movetext so far.
#[derive(Default)]
struct Movetext {
    /// The line that is open.
    line: Line,
    /// Which line of the record it is.
    ordinal: u32,
    /// How many variations have begun.
    opened: u32,
    /// The number of its first turn, less one.
    before_first: u32,
    /// How many variations its last turn has.
    variations: u32,
    /// Those around it.
    outer: Vec<Outer>,
    /// A number whose turn has not come yet.
    number: Option<Span>,
    begun: bool,
    result: Option<(Outcome, Span)>,
    closing: Vec<Item>,
}

impl Movetext {
    fn token(&mut self, reader: &mut Reader<'_>, first: u8) -> Option<()> {
        match first {
            _ if is(first, OF_TURN) && self.result.is_none() => self.word(reader, first)?,
            b'{' => {
                let comment = reader.comment()?;
                self.items().push(Item::Comment(comment));
            }
            // Before the movetext it belongs to what comes after it.
            b'#' if self.begun => {
                let hash = reader.hash();
                self.items().push(Item::Hash(hash));
            }
            b'$' if self.result.is_none() => {
                let glyph = reader.glyph()?;
                self.line.turns.last_mut()?.glyphs.push(glyph);
            }
            b'(' if self.result.is_none() => self.open(reader)?,
            b')' if self.result.is_none() => self.close(reader)?,
            _ => return None,
        }
        self.begun = true;
        Some(())
    }

    /// Where what stands between turns belongs.
    fn items(&mut self) -> &mut Vec<Item> {
        if self.result.is_some() {
            return &mut self.closing;
        }
        match self.line.turns.last_mut() {
            Some(turn) => &mut turn.after,
            None => &mut self.line.opening,
        }
    }

    fn last_number(&self) -> u32 {
        self.line.turns.last().map_or(self.before_first, |turn| turn.number)
    }

    /// A number, a turn or the result.
    fn word(&mut self, reader: &mut Reader<'_>, first: u8) -> Option<()> {
        let (bytes, start) = (reader.bytes, reader.at);
        let mut end = start;
        if first.is_ascii_digit() {
            let mut value = 0_u32;
            while let Some(digit) = bytes.get(end).filter(|byte| byte.is_ascii_digit()) {
                value = value.wrapping_mul(10).wrapping_add(u32::from(digit - b'0'));
                end += 1;
            }
            if bytes.get(end) == Some(&b'.') {
                reader.at = end + 1;
                let is_due = end - start < 10 && value == self.last_number() + 1 && self.number.is_none();
                self.number = Some(Span::new(start, end + 1));
                // Two points are numbers of rounds.
                return (is_due && bytes.get(end + 1) != Some(&b'.')).then_some(());
            }
        }
        while bytes.get(end).is_some_and(|&byte| is(byte, OF_TURN)) {
            end += 1;
        }
        reader.at = end;
        let (text, word) = (Span::new(start, end), bytes.get(start..end)?);
        if is_like_a_result(word) {
            self.result = Some((Outcome::read_plainly(word)?, text));
            return (self.outer.is_empty() && self.number.is_none() && reader.at_border()).then_some(());
        }
        let suffix = if reader.at_border() { None } else { Some(reader.suffix()?) };
        let number = self.last_number().checked_add(1)?;
        self.variations = 0;
        let index = u32::try_from(self.line.turns.len()).ok()?;
        self.line.turns.push(TurnNode {
            id: TurnId { line: self.ordinal, index },
            number,
            number_span: self.number.take(),
            text,
            suffix,
            glyphs: Vec::new(),
            malformed: false,
            meant: None,
            after: Vec::new(),
        });
        Some(())
    }

    /// A variation of the last turn begins.
    fn open(&mut self, reader: &mut Reader<'_>) -> Option<()> {
        let replaced = self.line.turns.last()?.number;
        if self.number.is_some() || self.outer.len() >= MAX_DEPTH {
            return None;
        }
        self.variations += 1;
        let mut path = self.line.path.clone();
        path.extend([replaced, self.variations]);
        let line = std::mem::replace(&mut self.line, Line { path, ..Line::default() });
        let before_first = std::mem::replace(&mut self.before_first, replaced - 1);
        let ordinal = self.ordinal;
        self.outer.push(Outer { line, ordinal, open: reader.at, before_first, variations: self.variations });
        self.opened += 1;
        self.ordinal = self.opened;
        self.variations = 0;
        reader.at += 1;
        Some(())
    }

    fn close(&mut self, reader: &mut Reader<'_>) -> Option<()> {
        let Outer { line, ordinal, open, before_first, variations } = self.outer.pop()?;
        if self.number.is_some() || self.line.turns.is_empty() {
            return None;
        }
        reader.at += 1;
        let line = std::mem::replace(&mut self.line, line);
        (self.ordinal, self.before_first, self.variations) = (ordinal, before_first, variations);
        self.items().push(Item::Variation(Variation { span: Span::new(open, reader.at), line }));
        Some(())
    }
}
