//! Lexer: the text of a record as tokens.
//!
//! `grammar/notation.pest` defines the tokens (`Rule::token`). The usual tokens are read from the
//! bytes here, which is about forty times as fast. If the next token may be unusual, the grammar
//! reads this one token. A test compares the tokens with the result of `Rule::record` for the whole
//! text.

use pest::Parser;
use pest::iterators::Pair;

use super::outcome::Outcome;
use super::{Grammar, Rule};
use crate::text::Span;

/// A token of a record's text, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    /// The grammar rule that the token matches.
    pub(crate) rule: Rule,
    pub(crate) span: Span,
    /// The parts in the order of the text. A turn without a suffix has no parts.
    pub(crate) parts: Vec<Token>,
}

impl Default for Token {
    fn default() -> Self {
        Self::new(Rule::unknown, 0, 0)
    }
}

impl Token {
    fn new(rule: Rule, start: usize, end: usize) -> Self {
        Self {
            rule,
            span: Span::new(start, end),
            parts: Vec::new(),
        }
    }

    /// Converts a pair parsed from byte `offset` of the text.
    fn from_pair(pair: Pair<'_, Rule>, offset: usize) -> Self {
        let rule = pair.as_rule();
        let span = pair.as_span();
        let parts = pair.into_inner().filter(|part| part.as_rule() != Rule::EOI);
        let mut parts: Vec<Self> = parts.map(|part| Self::from_pair(part, offset)).collect();
        if rule == Rule::turn && parts.len() == 1 {
            parts.clear();
        }
        Self {
            rule,
            span: Span::new(offset + span.start(), offset + span.end()),
            parts,
        }
    }

    /// Returns the span of the first part that matches a rule.
    pub(crate) fn part(&self, rule: Rule) -> Option<Span> {
        self.parts
            .iter()
            .find(|part| part.rule == rule)
            .map(|part| part.span)
    }
}

/// A token in its usual form and without parts, as most tokens of a movetext are.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PlainToken {
    /// `17.`, with its value.
    Number(u64, Span),
    /// A turn, in ASCII.
    Turn(Span),
}

/// A tag in its usual form, `[Name "value"]` without escapes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlainTag {
    pub(crate) span: Span,
    pub(crate) name: Span,
    /// The text between the quotes.
    pub(crate) value: Span,
}

/// The number of digits that always fit into a plain number.
const FITTING_DIGITS: usize = 19;

/// White space.
const BLANK: u8 = 1;
/// Characters in the turns of all games; `turn_text` of the grammar accepts more.
const OF_TURN: u8 = 2;
/// Ends a word.
const BORDER: u8 = 4;
/// Part of a tag name.
const OF_NAME: u8 = 8;
/// May begin a word that only looks like a turn: a result, a resignation, or a number in a list.
const DOUBTFUL: u8 = 16;

/// The classes of each byte. Bytes without a class are left to the grammar.
static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C => BLANK | BORDER,
            b'[' | b']' | b'{' | b'}' | b'(' | b')' | b'$' | b'#' => BORDER,
            b'*'..=b'>' | b'@'..=b'Z' | b'a'..=b'z' => OF_TURN,
            _ => 0,
        };
        if (byte as u8).is_ascii_alphanumeric() || byte as u8 == b'_' {
            classes[byte] |= OF_NAME;
        }
        if matches!(
            byte as u8,
            b'0'..=b'9' | b'*' | b'O' | b'o' | b'R' | b'r' | b'W' | b'w' | b'B' | b'b'
        ) {
            classes[byte] |= DOUBTFUL;
        }
        byte += 1;
    }
    classes
};

fn has_class(byte: u8, class: u8) -> bool {
    CLASSES[usize::from(byte)] & class != 0
}

/// Lexer over the text of a record.
#[derive(Clone, Debug)]
pub(crate) struct Lexer<'t> {
    text: &'t str,
    /// The end of the last token.
    offset: usize,
}

impl<'t> Lexer<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        let offset = if text.starts_with('\u{FEFF}') {
            '\u{FEFF}'.len_utf8()
        } else {
            0
        };
        Self { text, offset }
    }

    /// Continues at byte `end`, if it is after the last token: the rest of a bracket or of a string
    /// that is broken into several lines.
    pub(crate) fn pass_over(&mut self, end: usize) {
        self.offset = self.offset.max(end);
    }

    /// Returns the token that begins at byte `start`, or after the white space there; `None` at the
    /// end of the text.
    pub(crate) fn token_at(text: &'t str, start: usize) -> Option<Token> {
        let mut lexer = Self {
            text,
            offset: start,
        };
        let mut token = Token::default();
        lexer.read(&mut token).then_some(token)
    }

    fn byte(&self, offset: usize) -> Option<u8> {
        self.text.as_bytes().get(offset).copied()
    }

    /// Returns the end of the run of bytes from `start` that satisfy a predicate.
    #[inline]
    fn end_of(&self, start: usize, is_part: impl Fn(u8) -> bool) -> usize {
        let rest = self.text.as_bytes().get(start..).unwrap_or_default();
        let length = rest.iter().position(|&byte| !is_part(byte));
        start + length.unwrap_or(rest.len())
    }

    /// Returns true if no word can continue at byte `offset`.
    fn is_border(&self, offset: usize) -> bool {
        self.byte(offset).is_none_or(|byte| has_class(byte, BORDER))
    }

    /// Reads the next token if it is plain. Otherwise, [`Lexer::read`] reads it.
    // Inlined into the loop over plain tokens, which then keeps its state in registers.
    #[inline(always)]
    pub(crate) fn read_plain(&mut self) -> Option<PlainToken> {
        let text = self.text.as_bytes();
        let class_at = |offset: usize| {
            text.get(offset)
                .map_or(BORDER, |&byte| CLASSES[usize::from(byte)])
        };
        let mut start = self.offset;
        let mut first = class_at(start);
        while first & BLANK != 0 {
            start += 1;
            first = class_at(start);
        }
        self.offset = start;

        let mut end = start;
        if first & DOUBTFUL != 0 {
            let mut value = 0_u64;
            while let Some(digit @ b'0'..=b'9') = text.get(end) {
                value = value.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
                end += 1;
            }
            if end > start && text.get(end) == Some(&b'.') {
                // `1..` is numbering by rounds, and `0.5` may start a result.
                let is_other = matches!(text.get(end + 1), Some(b'.' | b'5'));
                if is_other || end - start > FITTING_DIGITS {
                    return None;
                }
                self.offset = end + 1;
                return Some(PlainToken::Number(value, Span::new(start, self.offset)));
            }
        }
        let mut next = class_at(end);
        while next & OF_TURN != 0 {
            end += 1;
            next = class_at(end);
        }
        if end == start || next & BORDER == 0 {
            return None;
        }
        if first & DOUBTFUL != 0 && !self.is_turn(text.get(start..end)?, end) {
            return None;
        }
        self.offset = end;
        Some(PlainToken::Turn(Span::new(start, end)))
    }

    /// Reads the next token if it is a tag in its usual form. Otherwise, [`Lexer::read`] reads it.
    pub(crate) fn read_plain_tag(&mut self) -> Option<PlainTag> {
        self.offset = self.end_of(self.offset, |byte| has_class(byte, BLANK));
        let tag = self.plain_tag()?;
        self.offset = tag.span.end as usize;
        Some(tag)
    }

    /// Reads the next token into `token`, whose memory is reused. Returns false at the end of the
    /// text.
    pub(crate) fn read(&mut self, token: &mut Token) -> bool {
        token.parts.clear();
        if let Some(plain) = self.read_plain() {
            (token.rule, token.span) = match plain {
                PlainToken::Number(_, span) => (Rule::number, span),
                PlainToken::Turn(span) => (Rule::turn, span),
            };
            return true;
        }
        let start = self.offset;
        let Some(first) = self.byte(start) else {
            return false;
        };
        let usual = if has_class(first, OF_TURN) {
            self.result_or_turn(start, &mut token.parts)
        } else {
            self.sign(start, first, &mut token.parts)
        };
        match usual {
            Some((rule, end)) => (token.rule, token.span) = (rule, Span::new(start, end)),
            None => *token = self.token_by_grammar(),
        }
        self.offset = token.span.end as usize;
        true
    }

    /// Reads a usual token that begins with a sign. Returns its rule and its end, and adds its
    /// parts; `None` if the grammar has to read it.
    fn sign(&self, start: usize, first: u8, parts: &mut Vec<Token>) -> Option<(Rule, usize)> {
        match first {
            b'{' => self.comment(parts),
            b'[' => self.tag(parts),
            b'#' => Some((Rule::hash_comment, self.end_of(start, |byte| byte != b'\n'))),
            b'(' if !self
                .byte(start + 1)
                .is_some_and(|next| next.is_ascii_digit()) =>
            {
                Some((Rule::variation_open, start + 1))
            }
            b')' => Some((Rule::variation_close, start + 1)),
            b'$' => {
                let end = self.end_of(start + 1, |byte| byte.is_ascii_digit());
                let is_glyph = (2..=4).contains(&(end - start)) && self.is_border(end);
                is_glyph.then_some((Rule::glyph, end))
            }
            _ => None,
        }
    }

    /// Reads a result, or a turn with a suffix. Returns as [`Lexer::sign`].
    fn result_or_turn(&self, start: usize, parts: &mut Vec<Token>) -> Option<(Rule, usize)> {
        let digits = self.end_of(start, |byte| byte.is_ascii_digit());
        if digits > start && self.byte(digits) == Some(b'.') {
            return None;
        }
        let end = self.end_of(start, |byte| has_class(byte, OF_TURN));
        let word = self.text.as_bytes().get(start..end)?;
        if may_be_result(word) {
            let is_result = self.is_border(end) && Outcome::fast_parse(word).is_some();
            return is_result.then_some((Rule::result, end));
        }
        if self.is_turn(word, end) {
            self.turn_with_suffix(end, parts)
        } else {
            None
        }
    }

    /// Returns true if the grammar surely reads a word that ends at byte `end` as a turn. Needed
    /// only for a word whose first byte is [`DOUBTFUL`].
    #[inline]
    fn is_turn(&self, word: &[u8], end: usize) -> bool {
        // `17)` may be a number in a list.
        let is_number = self.byte(end) == Some(b')') && word.iter().all(u8::is_ascii_digit);
        !may_be_result(word) && !is_number && is_surely_turn(word)
    }

    /// Reads a turn whose text ends at byte `end`, with its suffix: `b3!?`.
    fn turn_with_suffix(&self, end: usize, parts: &mut Vec<Token>) -> Option<(Rule, usize)> {
        let suffix_end = self.end_of(end, |byte| matches!(byte, b'!' | b'?'));
        if !self.is_border(suffix_end) || suffix_end - end > 2 {
            return None;
        }
        parts.extend([
            Token::new(Rule::turn_text, self.offset, end),
            Token::new(Rule::suffix, end, suffix_end),
        ]);
        Some((Rule::turn, suffix_end))
    }

    /// Reads a tag in its usual form. Returns as [`Lexer::sign`].
    fn tag(&self, parts: &mut Vec<Token>) -> Option<(Rule, usize)> {
        let PlainTag { span, name, value } = self.plain_tag()?;
        // The string includes its quotes.
        let string = Token::new(
            Rule::string,
            value.start as usize - 1,
            value.end as usize + 1,
        );
        parts.push(Token::new(
            Rule::tag_name,
            name.start as usize,
            name.end as usize,
        ));
        parts.push(string);
        Some((Rule::tag, span.end as usize))
    }

    /// Returns the tag that begins at the current offset, if it has its usual form.
    fn plain_tag(&self) -> Option<PlainTag> {
        let start = self.offset;
        if self.byte(start) != Some(b'[') {
            return None;
        }
        let name_end = self.end_of(start + 1, |byte| has_class(byte, OF_NAME));
        let rest = self.text.as_bytes().get(name_end..)?;
        if name_end == start + 1 || !rest.starts_with(b" \"") {
            return None;
        }
        let value_end = self.end_of(name_end + 2, |byte| {
            !matches!(byte, b'"' | b'\\' | b'\n' | b'\r')
        });
        if !self.text.as_bytes().get(value_end..)?.starts_with(b"\"]") {
            return None;
        }
        Some(PlainTag {
            span: Span::new(start, value_end + 2),
            name: Span::new(start + 1, name_end),
            value: Span::new(name_end + 2, value_end),
        })
    }

    /// Reads `{ … }` without escapes.
    fn comment(&self, parts: &mut Vec<Token>) -> Option<(Rule, usize)> {
        let mut offset = self.offset + 1;
        loop {
            offset = self.end_of(offset, |byte| !matches!(byte, b'}' | b'\\' | b'['));
            match self.byte(offset)? {
                b'}' => return Some((Rule::comment, offset + 1)),
                b'[' if self.byte(offset + 1) == Some(b'%') => {
                    let command = self.command(offset)?;
                    offset = command.span.end as usize;
                    parts.push(command);
                }
                b'[' => offset += 1,
                _ => return None,
            }
        }
    }

    /// Reads `[%name arguments]` without strings in the arguments.
    fn command(&self, start: usize) -> Option<Token> {
        let name_end = self.end_of(start + 2, |byte| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
        });
        let end = self.end_of(name_end, |byte| !matches!(byte, b']' | b'"'));
        if self.byte(end) != Some(b']') {
            return None;
        }
        let name = Token::new(Rule::command_name, start + 2, name_end);
        let arguments = Token::new(Rule::command_arguments, name_end, end);
        Some(Token {
            parts: vec![name, arguments],
            ..Token::new(Rule::command, start, end + 1)
        })
    }

    /// Reads the next token with the grammar.
    #[cold]
    fn token_by_grammar(&self) -> Token {
        let rest = self.text.get(self.offset..).unwrap_or_default();
        let pair = Grammar::parse(Rule::next_token, rest)
            .ok()
            .and_then(|mut pairs| pairs.next());
        let token = pair
            .map(|pair| Token::from_pair(pair, self.offset))
            .filter(|token| !token.span.is_empty());
        // The grammar is total. As a fallback, one character becomes an unknown token.
        let one_character = || self.offset + rest.chars().next().map_or(1, char::len_utf8);
        token.unwrap_or_else(|| Token::new(Rule::unknown, self.offset, one_character()))
    }
}

/// Returns true if a word may be a result, or a mistaken one: `*`, `1-0`, `O:1`, `1/2-1/2`.
#[inline]
fn may_be_result(word: &[u8]) -> bool {
    match word {
        [b'*'] => true,
        [first, b'-' | b':' | b'/' | b'.', ..] => matches!(first, b'0'..=b'9' | b'O' | b'o'),
        _ => false,
    }
}

/// Returns false if the grammar may read a word that is not a result as something other than a
/// turn: `Resign`, `White resigns`.
#[inline]
fn is_surely_turn(word: &[u8]) -> bool {
    let begins = |name: &[u8]| {
        word.get(..name.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(name))
    };
    match word.first() {
        Some(b'r' | b'R') => word == b"resign" || !begins(b"resign"),
        Some(b'w' | b'W') => !begins(b"white"),
        Some(b'b' | b'B') => !begins(b"black"),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::corpus_texts;

    /// Returns the tokens of a text by `Rule::record`.
    fn tokens_by_grammar(text: &str) -> Vec<Token> {
        let pairs = Grammar::parse(Rule::record, text).unwrap();
        pairs
            .filter(|pair| pair.as_rule() != Rule::EOI)
            .map(|pair| Token::from_pair(pair, 0))
            .collect()
    }

    fn compare(text: &str) {
        let mut lexer = Lexer::new(text);
        let mut token = Token::default();
        let tokens: Vec<Token> =
            std::iter::from_fn(|| lexer.read(&mut token).then(|| token.clone())).collect();
        assert_eq!(tokens, tokens_by_grammar(text), "{text:?}");
    }

    /// Pieces inserted into texts: starts and ends of every token, usual and unusual.
    const PIECES: &[&str] = &[
        "{",
        "}",
        "[",
        "]",
        "(",
        ")",
        "\"",
        "$",
        "$1",
        "1.",
        "1..",
        "17)",
        "(16)",
        "1-0",
        "1/2-1/2",
        "O-1",
        "1:0",
        "0.5-0.5",
        "½",
        "*",
        "\\",
        "[%",
        "[%expect legal]",
        "[%label b3 \"]\"]",
        "#",
        "\n",
        "\r",
        " ",
        "\u{a0}",
        "\u{feff}",
        "r",
        "resign",
        "Resign",
        "White resigns",
        "white",
        "b",
        "B",
        "w",
        "!",
        "?!",
        "!!!",
        ",",
        ";",
        "é",
        "\u{2013}",
        "\u{ff11}\u{ff0e}",
        "_",
        "[Event \"x\"]",
        "[Event “x”]",
        "%",
        "'",
    ];

    #[test]
    fn tokens_are_those_of_the_grammar() {
        let mut texts = corpus_texts();
        for (offset, piece) in PIECES.iter().enumerate() {
            texts.extend(PIECES.iter().map(|other| format!("1. b3{piece}{other} c2")));
            texts.push(format!(
                "{piece}{}",
                PIECES[(offset * 7 + 3) % PIECES.len()]
            ));
        }
        texts.iter().for_each(|text| compare(text));
        // Mutated texts. The generator is deterministic on every machine.
        let mut seed = 7_u64;
        let mut below = |limit: usize| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % limit
        };
        for text in texts.iter().filter(|text| text.len() < 1_000) {
            let mut text = text.clone();
            for _ in 0..=below(4) {
                let mut offset = below(text.len() + 1);
                while !text.is_char_boundary(offset) {
                    offset -= 1;
                }
                match below(3) {
                    0 if offset < text.len() => drop(text.remove(offset)),
                    _ => text.insert_str(offset, PIECES[below(PIECES.len())]),
                }
            }
            compare(&text);
        }
    }
}
