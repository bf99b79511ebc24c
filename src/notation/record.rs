//! Parse tree of a record: every part with its span, not checked against any rules. `parse/` reads
//! it from a text, and `tree.rs` puts its lines together.

use serde::{Deserialize, Serialize};

use super::comment::{Comment, comments_of};
use super::damaged_first_line::damaged_game_line;
use super::outcome::Outcome;
use super::{GameId, TagText, WrappedString};
use crate::findings::{Finding, code};
use crate::text::{SourceText, Span};

/// A parsed record: tags, movetext, result, and findings on its text.
///
/// ```
/// use pipscribe::notation::Record;
///
/// let record = Record::parse_str("[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 {a comment} *\n");
/// assert_eq!(record.tag_value("Variant"), Some("basic"));
/// let turns: Vec<_> = record.moves.turns.iter().map(|turn| record.turn_text(turn)).collect();
/// assert_eq!(turns, ["b3"]);
/// ```
#[derive(Clone, Debug)]
pub struct Record {
    pub(super) source: SourceText,
    /// The tags in the order of the text.
    pub tags: Vec<Tag>,
    /// Names in malformed tags, which are not reported as missing as well.
    pub malformed_tags: Vec<String>,
    /// The movetext.
    pub moves: Line,
    /// The result after the movetext.
    pub result: Option<(Outcome, Span)>,
    /// True if something after the movetext resembles a result, and was reported.
    pub result_unclear: bool,
    /// The items after the result.
    pub closing: Vec<Item>,
    /// The findings on its text.
    pub findings: Vec<Finding>,
    /// The number of findings beyond the limit.
    pub findings_dropped: usize,
    /// True if the text was not parsed, because it is too long or not text. Nothing else is known
    /// about it.
    pub(crate) is_unread: bool,
    /// The number at the end of the movetext, if no turn follows it.
    pub(crate) last_number: Option<Span>,
    /// The strings of tags that go on in the next lines.
    pub(crate) wrapped: Vec<WrappedString>,
}

/// A tag.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Tag {
    /// `Event` in `[Event "x"]`.
    pub name: TagText,
    /// `x` in `[Event "x"]`, escapes resolved.
    pub value: TagText,
    /// The whole tag.
    pub span: Span,
    /// The name.
    pub name_span: Span,
    /// The text between the quotes.
    pub value_span: Span,
    /// The `#` comments before it.
    pub hashes: Vec<Span>,
}

impl Tag {
    /// Returns the span of a part of the value; of the whole value if escapes shift the part.
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
#[non_exhaustive]
pub struct Line {
    /// The items before its first turn.
    pub opening: Vec<Item>,
    /// The turns.
    pub turns: Vec<TurnNode>,
    /// The path: empty for the main line, otherwise for each level the turn that is replaced and
    /// the number of the variation.
    pub path: Vec<u32>,
}

/// Identifier of a turn in a record: its line, and its index in that line. Turn numbers are not
/// unique, because a turn that is expected to be illegal has no separate number.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, Serialize,
)]
pub struct TurnId {
    /// The index of the line, in the order in which lines open in the text: 0 for the main line.
    pub line: u32,
    /// The index in its line, from 0.
    pub index: u32,
}

/// A turn with everything attached to it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TurnNode {
    /// The identifier of the turn.
    pub id: TurnId,
    /// The counted number, from 1. A turn that is expected to be illegal is not counted, so the
    /// turn after it has the same number.
    pub number: u32,
    /// The written number.
    pub number_span: Option<Span>,
    /// The text of the turn.
    pub text: Span,
    /// A sign such as `!`, directly after the turn.
    pub suffix: Option<Span>,
    /// The glyphs `$0` to `$255`.
    pub glyphs: Vec<u8>,
    /// True if it is not a token of the notation.
    pub malformed: bool,
    /// The text to read instead, if the turn is written in an unusual form that can mean only one
    /// turn.
    pub normalized: Option<Box<str>>,
    /// The comments and variations after it, in order.
    pub after: Vec<Item>,
}

impl TurnNode {
    /// Returns the start of the turn, its number included.
    pub fn start(&self) -> u32 {
        self.number_span
            .map_or(self.text.start, |number| number.start.min(self.text.start))
    }

    /// Returns the span of the turn with its number.
    pub fn numbered_text(&self) -> Span {
        Span {
            start: self.start(),
            end: self.text.end,
        }
    }

    /// Returns the end of the turn with its signs, such as `!`.
    pub fn end_of_signs(&self) -> u32 {
        self.suffix.unwrap_or(self.text).end
    }

    /// Returns the comments after the turn.
    pub fn comments(&self) -> impl Iterator<Item = &Comment> {
        comments_of(&self.after)
    }

    /// Returns true if its comments expect it to be illegal. In this case, it is not played.
    pub fn expects_refusal(&self) -> bool {
        self.comments().any(Comment::expects_refusal)
    }

    /// Returns the variations that replace the turn.
    pub fn variations(&self) -> impl Iterator<Item = &Variation> {
        self.after.iter().filter_map(|item| match item {
            Item::Variation(variation) => Some(variation),
            Item::Comment(_) | Item::Hash(_) => None,
        })
    }
}

/// An item between turns.
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
    /// Returns the end of the item.
    pub fn end(&self) -> u32 {
        match self {
            Self::Comment(comment) => comment.span.end,
            Self::Variation(variation) => variation.span.end,
            Self::Hash(hash) => hash.end,
        }
    }
}

/// A variation.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Variation {
    /// The whole variation, parentheses included.
    pub span: Span,
    /// The line of the variation.
    pub line: Line,
}

/// A pending step of the walk over the turns of a record.
enum Waiting<'a> {
    Line(&'a Line),
    Turn(&'a Line, &'a TurnNode),
}

impl Record {
    /// Returns the text of the record and its place in the file. Each byte that is not valid UTF-8
    /// appears as U+001A, so that spans are correct.
    pub fn source(&self) -> &SourceText {
        &self.source
    }

    /// Returns the line end that the record uses: that of its first line. Inserted lines end with
    /// it.
    pub(crate) fn line_end(&self) -> &'static str {
        let first = self.text().split_inclusive('\n').next().unwrap_or_default();
        if first.ends_with("\r\n") {
            "\r\n"
        } else {
            "\n"
        }
    }

    /// Returns the game, if the tags name one of this notation.
    pub fn game(&self) -> Option<GameId> {
        self.tag("Game").and_then(|tag| GameId::named(&tag.value))
    }

    /// Returns the turns in the order of the text, variations included, each with its line.
    pub fn turns(&self) -> impl Iterator<Item = (&Line, &TurnNode)> {
        // Stack of pending steps; the next one is last.
        let mut waiting = vec![Waiting::Line(&self.moves)];
        std::iter::from_fn(move || {
            loop {
                match waiting.pop()? {
                    Waiting::Line(line) => {
                        waiting.extend(
                            line.turns
                                .iter()
                                .rev()
                                .map(|node| Waiting::Turn(line, node)),
                        );
                    }
                    Waiting::Turn(line, node) => {
                        let from = waiting.len();
                        waiting.extend(
                            node.variations()
                                .map(|variation| Waiting::Line(&variation.line)),
                        );
                        waiting[from..].reverse();
                        return Some((line, node));
                    }
                }
            }
        })
    }

    /// Returns the words of a damaged first line without brackets, such as `Game: gipf`. The parser
    /// takes them for turns, so a comment after them seems to follow a turn, although it is at the
    /// start of the record.
    pub(crate) fn words_of_first_line(&self) -> &[TurnNode] {
        let end = damaged_game_line(self.text()).map_or(0, |line| line.span.end);
        let is_later = |node: &TurnNode| node.text.start >= end;
        let turns = &self.moves.turns;
        let count = turns.iter().position(is_later).unwrap_or(turns.len());
        turns.get(..count).unwrap_or_default()
    }

    /// Returns the comments, including those in variations, in no particular order.
    pub fn comments(&self) -> impl Iterator<Item = &Comment> {
        let variations = self.turns().flat_map(|(_, node)| node.variations());
        let openings = variations
            .map(|variation| &variation.line.opening)
            .chain([&self.moves.opening]);
        let in_lines = openings.flat_map(|items| comments_of(items));
        in_lines
            .chain(self.turns().flat_map(|(_, node)| node.comments()))
            .chain(comments_of(&self.closing))
    }

    /// Returns the text of the record.
    pub fn text(&self) -> &str {
        self.source.text()
    }

    /// Returns the text of a span.
    pub fn text_of(&self, span: Span) -> &str {
        self.source.text_of(span)
    }

    /// Returns the end of a turn with its signs and `$` glyphs, where attached items go.
    pub(crate) fn end_of_turn(&self, node: &TurnNode) -> u32 {
        self.end_of_glyphs(node.end_of_signs())
    }

    /// Returns the end of the `$` glyphs that start at byte `offset`, with or without spaces before
    /// them.
    pub(crate) fn end_of_glyphs(&self, mut offset: u32) -> u32 {
        loop {
            let rest = self.text().get(offset as usize..).unwrap_or_default();
            let glyph = rest.trim_start();
            let Some(digits) = glyph.strip_prefix('$') else {
                return offset;
            };
            let length = digits.bytes().take_while(u8::is_ascii_digit).count();
            offset = Span::new(
                offset as usize,
                offset as usize + rest.len() - glyph.len() + 1 + length,
            )
            .end;
        }
    }

    /// Returns the last turn, of any line, that starts before a byte; `None` before the first turn.
    pub fn turn_before(&self, offset: u32) -> Option<(&Line, &TurnNode)> {
        fn last_in(line: &Line, offset: u32) -> Option<(&Line, &TurnNode)> {
            let after = line.turns.partition_point(|node| node.start() <= offset);
            let node = line.turns.get(after.checked_sub(1)?)?;
            let mut variations = node
                .variations()
                .filter(|variation| variation.span.start < offset && offset < variation.span.end);
            Some(
                variations
                    .find_map(|variation| last_in(&variation.line, offset))
                    .unwrap_or((line, node)),
            )
        }
        last_in(&self.moves, offset)
    }

    /// Returns the text of a turn, as parsed.
    pub fn turn_text<'r>(&'r self, node: &'r TurnNode) -> &'r str {
        node.normalized
            .as_deref()
            .unwrap_or_else(|| self.text_of(node.text))
    }

    /// Returns the amount by which the written number of a turn exceeds its place; negative if it
    /// is too low, `None` if it has no number.
    pub(crate) fn number_ahead(&self, node: &TurnNode) -> Option<i64> {
        let text = self.text_of(node.number_span?);
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let written: i64 = text.get(..digits)?.parse().ok()?;
        Some(written - i64::from(node.number))
    }

    /// Returns the amount by which the written number of a turn is too high; `None` if it has no
    /// number.
    pub(crate) fn skipped_numbers(&self, node: &TurnNode) -> Option<u32> {
        let text = self.text_of(node.number_span?);
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let written: u32 = text.get(..digits)?.parse().ok()?;
        Some(written.saturating_sub(node.number))
    }

    /// Returns the first tag with this name.
    pub fn tag(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.name == name)
    }

    /// Returns the value of the first tag with this name.
    pub fn tag_value(&self, name: &str) -> Option<&str> {
        self.tag(name).map(|tag| tag.value.as_str())
    }

    /// Returns the outcome that the record states: the outcome after the movetext, or else in the
    /// tag `Result`.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        let after_movetext = self.result.as_ref().map(|(outcome, _)| outcome.clone());
        after_movetext.or_else(|| Outcome::parse(self.tag_value("Result")?))
    }

    /// Returns the result that the record states, as text: the result after the movetext, or else
    /// the tag `Result`.
    pub(crate) fn stated_result(&self) -> Option<String> {
        let after_movetext = self.result.as_ref().map(|(outcome, _)| outcome.to_string());
        after_movetext.or_else(|| self.tag_value("Result").map(str::to_owned))
    }

    /// Returns the span to which findings on the result are attached: the result, its tag, or the
    /// end.
    pub(crate) fn result_span(&self) -> Span {
        match (&self.result, self.tag("Result")) {
            (Some((_, span)), _) => *span,
            (None, Some(tag)) => tag.value_span,
            (None, None) => self.source.end(),
        }
    }

    /// Returns the last word of a record that breaks off: after a number without a turn, in a turn
    /// that ends with a sign after which more should follow, or in a comment or variation that is
    /// not closed. `None` if a result follows.
    pub(crate) fn last_word_before_break(&self) -> Option<&str> {
        if self.result.is_some() || self.result_unclear {
            return None;
        }
        let opens = [
            &code::UNCLOSED_COMMENT,
            &code::UNCLOSED_COMMAND,
            &code::UNCLOSED_VARIATION,
        ];
        let is_open = self
            .findings
            .iter()
            .any(|finding| opens.contains(&finding.code));
        let is_cut = |node: &TurnNode| {
            self.text_of(node.text)
                .ends_with([',', ';', '-', '/', '@', ':', '+'])
        };
        let breaks_off =
            self.last_number.is_some() || is_open || self.moves.turns.last().is_some_and(is_cut);
        if breaks_off {
            self.text().split_whitespace().next_back()
        } else {
            None
        }
    }

    /// Returns a copy with only the tags and the claims about the end. Trials under other tags use
    /// it, because copying a whole record may be expensive.
    pub(crate) fn without_moves(&self) -> Self {
        let tags = self.tags.clone();
        let malformed_tags = self.malformed_tags.clone();
        // This finding is kept because it affects how the end is judged.
        let findings = self
            .findings
            .iter()
            .filter(|finding| finding.code == &code::UNCLOSED_COMMENT)
            .cloned()
            .collect();
        Self {
            // An empty text at byte 0 and line 1 of a file.
            source: SourceText::new(String::new(), 0, 1),
            tags,
            malformed_tags,
            moves: Line::default(),
            result: self.result.clone(),
            result_unclear: self.result_unclear,
            closing: Vec::new(),
            findings,
            findings_dropped: self.findings_dropped,
            is_unread: self.is_unread,
            last_number: self.last_number,
            wrapped: Vec::new(),
        }
    }

    /// Returns the cost of parsing the tags again, in units of judging a turn: 0 unless the record
    /// has unusually many.
    pub(crate) fn work_of_tags(&self) -> u64 {
        /// A fully annotated record of an archive has some twenty tags.
        const USUAL: usize = 24;
        /// An unknown tag is compared with the names of all known ones.
        const A_TAG: u64 = 5;
        /// A deck of cards and the hands of four seats are shorter.
        const USUAL_BYTES: usize = 4_000;
        /// The number of bytes that are parsed in the time for judging one turn.
        const BYTES_A_TURN: u64 = 32;
        let bytes: usize = self.tags.iter().map(|tag| tag.value.len()).sum();
        let tags = (self.tags.len() + self.malformed_tags.len()).saturating_sub(USUAL) as u64;
        A_TAG * tags + bytes.saturating_sub(USUAL_BYTES) as u64 / BYTES_A_TURN
    }

    /// Returns true if the text has a syntax error.
    pub fn has_syntax_errors(&self) -> bool {
        self.findings_dropped > 0 || self.findings.iter().any(Finding::is_error)
    }
}
