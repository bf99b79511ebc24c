//! Lines of a page: turns, and the text around them.
//!
//! [`paragraphs`] splits a text into lines of words with the grammar, which accepts every text. A
//! word of the rule `turn` may be any word of prose too, so [`Line::kind`] decides whether a line
//! is turns or prose. `outline.rs` sums up a paragraph.

use std::ops::Range;

use pest::Parser;

use super::grammar::{Grammar, Rule};
use super::headings::is_pgn_tags;
use super::webgipf::coloured_push;
use super::worded_result::WordedResult;
use crate::formats::MAX_COMMENT_BYTES;
use crate::games::Language;
use crate::games::gipf::Gipf;
use crate::text::Span;

/// Word of a line, a comment or a variation.
#[derive(Clone, Debug)]
pub(super) struct Word<'s> {
    /// The rule that parsed it; `None` for a comment or a variation, whose text includes its braces
    /// or parentheses.
    pub(super) rule: Option<Rule>,
    pub(super) text: &'s str,
    pub(super) span: Span,
}

/// Line with words.
#[derive(Clone, Debug, Default)]
pub(super) struct Line<'s> {
    pub(super) words: Vec<Word<'s>>,
}

/// Kind of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LineKind {
    /// Column headings, `White` and `Black`.
    Heads,
    /// Text.
    Prose,
    /// Comments in braces.
    Comments,
    /// The given number of words are turns; text may follow them.
    Turns(usize),
}

/// Punctuation of prose.
const PUNCTUATION: &str = ".,;:!?'’\"„“”«»()-–—&";

impl Word<'_> {
    /// Returns true if the word is certainly a turn.
    pub(super) fn is_turn(&self) -> bool {
        if self.rule != Some(Rule::turn) {
            return false;
        }
        let is_readable = Gipf::parse_turn(self.text).is_ok() || coloured_push(self.text).is_some();
        self.text == "resign" || (self.has_digit() && is_readable)
    }

    /// Returns true if the word has a digit, as every name of a point has.
    fn has_digit(&self) -> bool {
        self.text.bytes().any(|byte| byte.is_ascii_digit())
    }

    /// Returns true for a word of prose.
    fn is_prose(&self) -> bool {
        let letters = self
            .text
            .chars()
            .filter(|character| character.is_alphabetic())
            .count();
        let is_usual =
            |character: char| character.is_alphabetic() || PUNCTUATION.contains(character);
        self.rule == Some(Rule::turn)
            && letters >= 2
            && self.text.chars().all(is_usual)
            && !self.is_turn()
    }

    /// Returns true for a line between the cells of a table.
    pub(super) fn is_ruling(&self) -> bool {
        let is_drawn = self
            .text
            .chars()
            .all(|character| "|-+=:_".contains(character));
        is_drawn && (self.text.contains('|') || self.text.len() >= 3)
    }

    /// Returns true for a column heading.
    pub(super) fn is_head(&self) -> bool {
        let plain = self.text.trim_end_matches([':', '.']).to_ascii_lowercase();
        ["white", "black", "#", "no", "nr", "move", "turn", "round"].contains(&plain.as_str())
    }
}

impl<'s> Line<'s> {
    /// Returns the span of a range of words in the source.
    pub(super) fn span(&self, words: Range<usize>) -> Span {
        let words = self.words.get(words).unwrap_or_default();
        match (words.first(), words.last()) {
            (Some(first), Some(last)) => first.span.to(last.span),
            _ => Span::default(),
        }
    }

    /// Returns the kind of the line.
    pub(super) fn kind(&self, source: &str) -> LineKind {
        let has = |name: &str| {
            self.words
                .iter()
                .any(|word| word.text.eq_ignore_ascii_case(name))
        };
        let has_only_heads = self
            .words
            .iter()
            .all(|word| word.is_head() || word.is_ruling());
        if has("white") && has("black") && has_only_heads {
            return LineKind::Heads;
        }

        if self.words.iter().all(|word| word.rule.is_none()) {
            return LineKind::Comments;
        }
        if is_pgn_tags(self.span(0..self.words.len()).slice(source)) {
            return LineKind::Prose;
        }
        let Some(first_prose) = self.words.iter().position(Word::is_prose) else {
            return LineKind::Turns(self.words.len());
        };
        if count_turns(&self.words) == 0 {
            return LineKind::Prose;
        }
        self.kind_of_mixed(first_prose, source)
    }

    /// Returns the kind of a line with turns and words of prose; `first_prose` is the index of the
    /// first of those. The line is turns with text after them if that text is a result or a
    /// comment; otherwise the more frequent kind of word decides.
    fn kind_of_mixed(&self, first_prose: usize, source: &str) -> LineKind {
        // Words before prose that could be turns, but have no digit, belong to the prose.
        let is_text =
            |word: &Word<'_>| word.rule == Some(Rule::turn) && !word.is_turn() && !word.has_digit();
        let prose_start = first_prose - count_at_end(&self.words[..first_prose], is_text);
        let prose = self.span(prose_start..self.words.len()).slice(source);
        let is_result = WordedResult::read(prose).is_some();

        let border = if is_result {
            prose_start
        } else {
            self.start_of_numbers(prose_start)
        };
        let (before, after) = self.words.split_at(border);
        let has_marks_of_turns = before
            .iter()
            .any(|word| matches!(word.rule, Some(Rule::round | Rule::reserve | Rule::unknown)));
        let is_comment = count_prose(after) > count_turns(after);
        if count_turns(before) > 0 && (is_result || (has_marks_of_turns && is_comment)) {
            LineKind::Turns(border)
        } else if count_prose(&self.words) > count_turns(&self.words) {
            LineKind::Prose
        } else {
            LineKind::Turns(self.words.len())
        }
    }

    /// Returns the start of the numbers directly before prose, which belong to it: `12 minutes`,
    /// `3/4 of the time`. A slash before them does not.
    fn start_of_numbers(&self, prose_start: usize) -> usize {
        let is_number = |word: &Word<'_>| matches!(word.rule, Some(Rule::round | Rule::slash));
        let start = prose_start - count_at_end(&self.words[..prose_start], is_number);
        let leading_slashes = self.words[start..prose_start]
            .iter()
            .take_while(|word| word.rule == Some(Rule::slash))
            .count();
        start + leading_slashes
    }

    /// Returns the number before the first turn.
    pub(super) fn number(&self) -> Option<u64> {
        let first = self
            .words
            .first()
            .filter(|word| word.rule == Some(Rule::round))?;
        first.text.trim_end_matches('.').parse().ok()
    }
}

/// Counts the words at the end that satisfy a predicate.
fn count_at_end(words: &[Word<'_>], predicate: impl Fn(&Word<'_>) -> bool) -> usize {
    words
        .iter()
        .rev()
        .take_while(|word| predicate(word))
        .count()
}

/// Counts the words that are certainly turns.
fn count_turns(words: &[Word<'_>]) -> usize {
    words.iter().filter(|word| word.is_turn()).count()
}

/// Counts the words of prose.
fn count_prose(words: &[Word<'_>]) -> usize {
    words.iter().filter(|word| word.is_prose()).count()
}

/// Splits a text into paragraphs of lines.
pub(super) fn paragraphs(text: &str) -> Vec<Vec<Line<'_>>> {
    let mut reader = ParagraphReader {
        text,
        paragraphs: vec![Vec::new()],
        end: 0,
    };
    let comments = comment_ranges(text);
    for part in with_variations(text, comments) {
        reader.read_words(part.start);
        reader.push(None, part);
    }
    reader.read_words(text.len());
    let mut paragraphs = reader.paragraphs;
    paragraphs.retain(|lines| !lines.is_empty());
    paragraphs
}

/// Reads the words of a text, paragraph by paragraph.
struct ParagraphReader<'s> {
    text: &'s str,
    paragraphs: Vec<Vec<Line<'s>>>,
    /// The end of the previous word.
    end: usize,
}

impl ParagraphReader<'_> {
    /// Reads the words from the end of the previous word to `end`.
    fn read_words(&mut self, end: usize) {
        let start = self.end;
        // The grammar accepts every text.
        for pair in Grammar::parse(Rule::games, &self.text[start..end])
            .into_iter()
            .flatten()
        {
            let span = pair.as_span();
            match pair.as_rule() {
                Rule::EOI => {}
                Rule::game_border => self.paragraphs.push(Vec::new()),
                rule => self.push(Some(rule), start + span.start()..start + span.end()),
            }
        }
    }

    /// Appends a word to its line.
    fn push(&mut self, rule: Option<Rule>, range: Range<usize>) {
        let begins_line = self.text[self.end..range.start].contains('\n');
        self.end = range.end;
        let Some(lines) = self.paragraphs.last_mut() else {
            return;
        };
        if begins_line || lines.is_empty() {
            lines.push(Line::default());
        }
        let word = Word {
            rule,
            text: &self.text[range.clone()],
            span: Span::new(range.start, range.end),
        };
        if let Some(line) = lines.last_mut() {
            line.words.push(word);
        }
    }
}

/// Returns the comments and the variations of a text, in order. A variation is in parentheses and
/// begins with a turn number, as in PGN: `(1... Gf2)`. It ends in its paragraph, and what is in it
/// is part of it.
fn with_variations(text: &str, comments: Vec<Range<usize>>) -> Vec<Range<usize>> {
    let mut variations: Vec<Range<usize>> = Vec::new();
    // The start of the variation, and the number of parentheses that are open in it.
    let mut open: Option<(usize, usize)> = None;
    let mut is_empty_line = false;
    let mut next_comment = comments.iter().peekable();
    let mut end_of_comment = 0;
    for (index, byte) in text.bytes().enumerate() {
        if let Some(comment) = next_comment.next_if(|comment| comment.start == index) {
            end_of_comment = comment.end;
        }
        if index < end_of_comment {
            is_empty_line = false;
            continue;
        }
        open = match (byte, open) {
            (b'(', None) if begins_with_number(&text[index + 1..]) => Some((index, 1)),
            (b'(', Some((start, depth))) => Some((start, depth + 1)),
            (b')', Some((start, 1))) => {
                variations.push(start..index + 1);
                None
            }
            (b')', Some((start, depth))) => Some((start, depth - 1)),
            (b'\n', _) if is_empty_line => None,
            (_, open) => open,
        };
        is_empty_line = byte == b'\n' || (is_empty_line && matches!(byte, b' ' | b'\t' | b'\r'));
    }

    let is_outside = |comment: &Range<usize>| {
        let after = variations.partition_point(|variation| variation.end <= comment.start);
        variations
            .get(after)
            .is_none_or(|variation| comment.start < variation.start)
    };
    let mut parts: Vec<Range<usize>> = comments.into_iter().filter(is_outside).collect();
    parts.extend(variations.iter().cloned());
    parts.sort_by_key(|part| part.start);
    parts
}

/// Returns true if a text begins with a turn number and a full stop. A reserve, `(12)`, has none.
fn begins_with_number(text: &str) -> bool {
    let text = text.trim_start_matches([' ', '\n', '\r', '\t']);
    let rest = text.trim_start_matches(|sign: char| sign.is_ascii_digit());
    rest.len() < text.len() && rest.starts_with(['.', '…'])
}

/// Returns the comments of a text: text in braces, which may contain other braces, and empty lines
/// up to a limit.
fn comment_ranges(text: &str) -> Vec<Range<usize>> {
    let mut comments: Vec<Range<usize>> = Vec::new();
    // The opening braces that are not closed yet.
    let mut open: Vec<usize> = Vec::new();
    let mut is_empty_line = false;
    // Offset of the last empty line so far.
    let mut last_empty_line = 0;
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            b'\n' if is_empty_line => last_empty_line = index,
            b'{' => open.push(index),
            b'}' => {
                if let Some(start) = open.pop()
                    && (start >= last_empty_line || index - start < MAX_COMMENT_BYTES)
                {
                    // The comments within this one are part of it.
                    let outside = comments.partition_point(|comment| comment.start < start);
                    comments.truncate(outside);
                    comments.push(start..index + 1);
                }
            }
            _ => {}
        }
        is_empty_line = byte == b'\n' || (is_empty_line && matches!(byte, b' ' | b'\t' | b'\r'));
    }
    comments
}
