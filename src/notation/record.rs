//! A record as it was written: every part with its span, nothing judged yet.

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::GameId;
use super::command::{Command, Meaning};
use super::outcome::Outcome;
use crate::findings::{Finding, code};
use crate::text::{SourceText, Span};

/// A record: tags, movetext, result, and what is wrong with its text.
#[derive(Clone, Debug)]
pub struct Record {
    pub(super) source: SourceText,
    /// Its tags in the order of the text.
    pub tags: Vec<Tag>,
    /// Names that stand in malformed tags: they are not missing as well.
    pub malformed_tags: Vec<String>,
    /// Its movetext.
    pub moves: Line,
    /// The result after the movetext.
    pub result: Option<(Outcome, Span)>,
    /// Something after the movetext is nearly a result, and is reported.
    pub result_unclear: bool,
    /// What stands after the result.
    pub closing: Vec<Item>,
    /// What is wrong with its text.
    pub findings: Vec<Finding>,
    /// How many findings were too many to keep.
    pub findings_dropped: usize,
}

/// A tag.
#[derive(Clone, Debug)]
pub struct Tag {
    /// `Event` in `[Event "x"]`.
    pub name: SmolStr,
    /// `x` in `[Event "x"]`, escapes resolved.
    pub value: SmolStr,
    /// The whole tag.
    pub span: Span,
    /// The name.
    pub name_span: Span,
    /// What is between the quotes.
    pub value_span: Span,
    /// The `#` comments before it.
    pub hashes: Vec<Span>,
}

impl Tag {
    /// The span of a part of the value; of the whole value where escapes shift it.
    pub fn value_part(&self, part: &std::ops::Range<usize>) -> Span {
        if self.value_span.len() == self.value.len() && part.end <= self.value.len() {
            self.value_span.within(part)
        } else {
            self.value_span
        }
    }
}

/// A run of turns: the main line or a variation.
#[derive(Clone, Debug, Default)]
pub struct Line {
    /// What stands before its first turn.
    pub opening: Vec<Item>,
    /// Its turns.
    pub turns: Vec<TurnNode>,
    /// Empty for the main line; else the turn that is replaced and which of its variations this
    /// is, for each level.
    pub path: Vec<u32>,
}

/// Which turn of a record it is: the line, and where in it. Two turns can have the same number, as one that is
/// expected to be refused takes none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, Serialize)]
pub struct TurnId {
    /// The line, counted as they open in the text: 0 for the main line.
    pub line: u32,
    /// The place in its line, from 0.
    pub index: u32,
}

/// A turn and what belongs to it.
#[derive(Clone, Debug)]
pub struct TurnNode {
    /// Which turn of the record it is.
    pub id: TurnId,
    /// The number that it has by counting, from 1; a turn that is expected to be refused takes
    /// none, so the turn after it has the same.
    pub number: u32,
    /// The number before it.
    pub number_span: Option<Span>,
    /// What is played, as text.
    pub text: Span,
    /// `!` and its like, right after it.
    pub suffix: Option<Span>,
    /// `$0` to `$255`.
    pub glyphs: Vec<u8>,
    /// It is no token of the notation at all.
    pub malformed: bool,
    /// What is read for its text, where that is written otherwise than the notation has it and can only mean one turn.
    pub meant: Option<Box<str>>,
    /// Comments and variations after it, in their order.
    pub after: Vec<Item>,
}

impl TurnNode {
    /// Where it begins, its number included.
    pub fn start(&self) -> u32 {
        self.number_span.map_or(self.text.start, |number| number.start.min(self.text.start))
    }

    /// The comments after it.
    pub fn comments(&self) -> impl Iterator<Item = &Comment> {
        comments_of(&self.after)
    }

    /// Whether its comments expect it to be refused: it is not played then.
    pub fn expects_refusal(&self) -> bool {
        self.comments().any(Comment::expects_refusal)
    }

    /// The variations that replace it.
    pub fn variations(&self) -> impl Iterator<Item = &Variation> {
        self.after.iter().filter_map(|item| match item {
            Item::Variation(variation) => Some(variation),
            Item::Comment(_) | Item::Hash(_) => None,
        })
    }
}

/// The comments among `items`.
pub fn comments_of(items: &[Item]) -> impl Iterator<Item = &Comment> {
    items.iter().filter_map(|item| match item {
        Item::Comment(comment) => Some(comment),
        Item::Variation(_) | Item::Hash(_) => None,
    })
}

/// What stands between turns.
#[derive(Clone, Debug)]
pub enum Item {
    /// `{ … }`
    Comment(Comment),
    /// `( … )`
    Variation(Variation),
    /// `# …`
    Hash(Span),
}

impl Item {
    /// Where it begins.
    pub fn start(&self) -> u32 {
        match self {
            Self::Comment(comment) => comment.span.start,
            Self::Variation(variation) => variation.span.start,
            Self::Hash(hash) => hash.start,
        }
    }

    /// Where it ends.
    pub fn end(&self) -> u32 {
        match self {
            Self::Comment(comment) => comment.span.end,
            Self::Variation(variation) => variation.span.end,
            Self::Hash(hash) => hash.end,
        }
    }
}

/// A comment.
#[derive(Clone, Debug)]
pub struct Comment {
    /// All of it, braces included; a note on what is left in reserve stands in parentheses.
    pub span: Span,
    /// The commands in it.
    pub commands: Vec<Command>,
}

impl Comment {
    /// True if it expects its turn to be refused.
    pub(super) fn expects_refusal(&self) -> bool {
        let mut meanings = self.commands.iter().map(|command| &command.meaning);
        meanings.any(|meaning| matches!(meaning, Meaning::Expect(expected) if expected.refusal().is_some()))
    }

    /// As the notation writes it, braces included.
    pub fn written<'r>(&self, record: &'r Record) -> std::borrow::Cow<'r, str> {
        let text = record.text_of(self.span);
        if text.starts_with('{') { text.into() } else { format!("{{{text}}}").into() }
    }

    /// What it says: without braces, commands and escapes, white space as it stands.
    pub fn text(&self, record: &Record) -> String {
        self.pieces(record).map(unescaped).collect()
    }

    /// What it says to people: its text, white space made even.
    pub fn words(&self, record: &Record) -> String {
        let pieces: Vec<String> = self.pieces(record).map(unescaped).collect();
        pieces.join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// What stands between its braces and its commands.
    fn pieces<'a>(&'a self, record: &'a Record) -> impl Iterator<Item = &'a str> {
        let text = record.text();
        let inside = self.inside(record.text_of(self.span));
        let starts = std::iter::once(inside.start).chain(self.commands.iter().map(|command| command.span.end as usize));
        let ends = self.commands.iter().map(|command| command.span.start as usize).chain([inside.end]);
        starts.zip(ends).map(move |(start, end)| text.get(start..end).unwrap_or_default())
    }

    /// What stands between its braces; one that is never closed has the first alone.
    fn inside(&self, written: &str) -> std::ops::Range<usize> {
        let (start, end) = (self.span.start as usize + 1, self.span.end as usize);
        if written.starts_with('(') {
            return start - 1..end;
        }
        let before = written.strip_suffix('}').unwrap_or(written);
        let escapes = before.len() - before.trim_end_matches('\\').len();
        let is_closed = before.len() < written.len() && escapes.is_multiple_of(2) && written.len() > 1;
        start..end - usize::from(is_closed)
    }
}

/// The text of a comment with its escapes resolved; a backslash before anything else stands for itself.
fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        let escaped = rest.next_if(|next| character == '\\' && matches!(next, '{' | '}' | '[' | '\\'));
        plain.push(escaped.unwrap_or(character));
    }
    plain
}

/// A variation.
#[derive(Clone, Debug)]
pub struct Variation {
    /// All of it, parentheses included.
    pub span: Span,
    /// What is played in it.
    pub line: Line,
}

/// What a walk over the turns of a record comes to later.
enum Waiting<'a> {
    Line(&'a Line),
    Turn(&'a Line, &'a TurnNode),
}

impl Record {
    /// Its text and where it stood. Bytes that are no UTF-8 stand as U+001A each, so that spans
    /// hold.
    pub fn source(&self) -> &SourceText {
        &self.source
    }

    /// Its game, where its tags name one of the four.
    pub fn game(&self) -> Option<GameId> {
        self.tag("Game").and_then(|tag| GameId::named(&tag.value))
    }

    /// Its turns in the order of the text, those of variations included, each with its line.
    pub fn turns(&self) -> impl Iterator<Item = (&Line, &TurnNode)> {
        // What is still to come, the next last.
        let mut waiting = vec![Waiting::Line(&self.moves)];
        std::iter::from_fn(move || {
            loop {
                match waiting.pop()? {
                    Waiting::Line(line) => {
                        waiting.extend(line.turns.iter().rev().map(|node| Waiting::Turn(line, node)));
                    }
                    Waiting::Turn(line, node) => {
                        let from = waiting.len();
                        waiting.extend(node.variations().map(|variation| Waiting::Line(&variation.line)));
                        waiting[from..].reverse();
                        return Some((line, node));
                    }
                }
            }
        })
    }

    /// The text of the record.
    pub fn text(&self) -> &str {
        self.source.text()
    }

    /// The text of a part.
    pub fn text_of(&self, span: Span) -> &str {
        self.source.text_of(span)
    }

    /// Behind a turn with its signs and its `$` glyphs: where what belongs to it stands.
    pub fn end_of_turn(&self, node: &TurnNode) -> u32 {
        self.behind_glyphs(node.suffix.unwrap_or(node.text).end)
    }

    /// Behind the `$` glyphs that begin at a byte, blanks before them or not.
    pub(crate) fn behind_glyphs(&self, mut at: u32) -> u32 {
        loop {
            let rest = self.text().get(at as usize..).unwrap_or_default();
            let glyph = rest.trim_start();
            let Some(digits) = glyph.strip_prefix('$') else { return at };
            let length = digits.bytes().take_while(u8::is_ascii_digit).count();
            at = Span::new(at as usize, at as usize + rest.len() - glyph.len() + 1 + length).end;
        }
    }

    /// The turn that speaks for a byte: the last that begins before it, in whatever line; none before the first.
    pub fn turn_before(&self, at: u32) -> Option<(&Line, &TurnNode)> {
        fn last_in(line: &Line, at: u32) -> Option<(&Line, &TurnNode)> {
            let behind = line.turns.partition_point(|node| node.start() <= at);
            let node = line.turns.get(behind.checked_sub(1)?)?;
            let mut variations =
                node.variations().filter(|variation| variation.span.start < at && at < variation.span.end);
            Some(variations.find_map(|variation| last_in(&variation.line, at)).unwrap_or((line, node)))
        }
        last_in(&self.moves, at)
    }

    /// The text of a turn, as it is read.
    pub fn turn_text<'r>(&'r self, node: &'r TurnNode) -> &'r str {
        node.meant.as_deref().unwrap_or_else(|| self.text_of(node.text))
    }

    /// The first tag of that name.
    pub fn tag(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.name == name)
    }

    /// The span of what says where the result would stand: the result, its tag, or the end.
    pub fn result_span(&self) -> Span {
        match (&self.result, self.tag("Result")) {
            (Some((_, span)), _) => *span,
            (None, Some(tag)) => tag.value_span,
            (None, None) => self.source.end(),
        }
    }

    /// Its tags and what it says of its end, without text, turns and comments: what is asked again and again under other
    /// tags need not copy a record that may be long.
    pub(crate) fn without_moves(&self) -> Self {
        let (tags, malformed_tags) = (self.tags.clone(), self.malformed_tags.clone());
        // Whoever judges the end asks for this one.
        let findings =
            self.findings.iter().filter(|finding| finding.code == &code::UNCLOSED_COMMENT).cloned().collect();
        Self {
            source: SourceText::new(String::new(), 0, 1),
            tags,
            malformed_tags,
            moves: Line::default(),
            result: self.result.clone(),
            result_unclear: self.result_unclear,
            closing: Vec::new(),
            findings,
            findings_dropped: self.findings_dropped,
        }
    }

    /// What reading its tags once more costs beside judging a turn: nothing, unless it has more than anybody writes.
    pub(crate) fn work_of_tags(&self) -> u64 {
        /// With all that an archive knows of a game a record has some twenty.
        const USUAL: usize = 24;
        /// One that may have been meant otherwise is compared with the names of all others.
        const A_TAG: u64 = 5;
        /// A deck of cards and the hands of four seats have fewer bytes.
        const USUAL_BYTES: usize = 4_000;
        /// As many are read in the time in which a turn is judged.
        const BYTES_A_TURN: u64 = 32;
        let bytes: usize = self.tags.iter().map(|tag| tag.value.len()).sum();
        let tags = (self.tags.len() + self.malformed_tags.len()).saturating_sub(USUAL) as u64;
        A_TAG * tags + bytes.saturating_sub(USUAL_BYTES) as u64 / BYTES_A_TURN
    }

    /// Whether its text has an error of syntax.
    pub fn has_syntax_errors(&self) -> bool {
        self.findings_dropped > 0 || self.findings.iter().any(Finding::is_error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_says_its_words() {
        for (comment, words) in [
            ("{the far  corner}", "the far corner"),
            ("{[%circle c3] a [%label c3 \"}]\"] b}", "a b"),
            ("{ \\{ and \\} and \\[%circle and \\\\ \\x}", "{ and } and [%circle and \\ \\x"),
            ("{never closed \\}", "never closed }"),
            ("{}", ""),
            ("{", ""),
            ("{\\}", "}"),
            ("{\\\\}", "\\"),
        ] {
            let record = Record::parse_str(&format!("[Game \"gipf\"]\n\n1. b3 {comment}"));
            let found: Vec<_> = record.moves.turns[0].comments().map(|comment| comment.words(&record)).collect();
            assert_eq!(found, [words], "{comment}");
        }
    }
}
