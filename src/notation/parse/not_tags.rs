//! Square brackets that are not tags: times, results, formatting marks of forums, notes. They are
//! reported with advice on what to write instead.

use super::RecordParser;
use crate::findings::{Code, Finding, code};
use crate::notation::OPENING;
use crate::notation::Rule;
use crate::notation::command_check::is_clock;
use crate::notation::lexer::Token;
use crate::notation::lookalike::with_hyphens;
use crate::notation::outcome::Outcome;
use crate::notation::tags::COMMON_TAGS;
use crate::text::{Span, shorten};

/// The maximum length of a bracket over several lines, in bytes.
const MAX_BYTES: usize = 400;

/// Formatting marks of forums: `[b]`, `[/b]`, `[url=…]`.
const FORUM_MARKS: [&str; 32] = [
    "b", "i", "u", "s", "url", "img", "quote", "code", "color", "colour", "size", "font", "list",
    "left", "center", "right", "spoiler", "table", "tr", "td", "th", "sup", "sub", "email",
    "strike", "del", "ins", "indent", "pre", "hr", "br", "user",
];

/// Quotation marks around the value of a tag, as people and word processors write them.
const QUOTES: [char; 9] = [
    '"', '\'', '\u{201C}', '\u{201D}', '\u{201E}', '\u{201F}', '\u{AB}', '\u{BB}', '\u{2033}',
];

/// Kind of a bracket that is not a tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Bracket {
    /// A clock time. Holds it with hours.
    Time(String),
    /// A result.
    Result(Outcome),
    /// A formatting mark of a forum.
    ForumMark,
    /// A command, which belongs in a comment.
    Command,
    /// Turns.
    Turns,
    /// The number of a turn or of a footnote.
    Number,
    /// Nothing.
    Empty,
    /// Words.
    Note,
}

impl Bracket {
    /// Classifies the text between two brackets; `None` if it is intended as a tag. `is_among_tags`
    /// is true before the movetext, where a capitalised word is intended as a tag.
    pub(super) fn parse(inside: &str, is_among_tags: bool) -> Option<Self> {
        let text = inside.trim();
        let first = text.chars().next().unwrap_or_default();

        if text.is_empty() {
            return Some(Self::Empty);
        }
        if is_forum_mark(text) {
            return Some(Self::ForumMark);
        }
        if first == '%' {
            return Some(Self::Command);
        }
        if let Some(time) = with_hours(text) {
            return Some(Self::Time(time));
        }
        let outcome = Outcome::parse(text).or_else(|| Outcome::parse(&with_hyphens(text)?));
        if let Some(outcome) = outcome {
            return Some(Self::Result(outcome));
        }
        if is_like_tag(text) || (is_among_tags && first.is_uppercase()) {
            return None;
        }
        if text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Some(Self::Number);
        }
        Some(if text.split_whitespace().all(is_like_turn) {
            Self::Turns
        } else {
            Self::Note
        })
    }

    fn message(&self) -> &'static str {
        match self {
            Self::Time(_) => "This looks like a clock time, not like a tag.",
            Self::Result(_) => "This looks like a result, not like a tag.",
            Self::ForumMark => "This looks like a formatting mark of a forum, not like a tag.",
            Self::Command => "This looks like a command outside a comment, not like a tag.",
            Self::Turns => "This looks like turns in brackets, not like a tag.",
            Self::Number => "This looks like a number in brackets, not like a tag.",
            Self::Empty => "There is nothing between these brackets.",
            Self::Note => "This looks like a note, not like a tag.",
        }
    }

    fn help(&self, inside: &str) -> String {
        let words = inside.split_whitespace().collect::<Vec<_>>().join(" ");
        let shown = shorten(&words);
        match self {
            Self::Time(time) => {
                format!("Write `{{[%clock {time}]}}` after its turn, or remove it.")
            }
            Self::Result(outcome) => {
                format!("Write `{outcome}` without brackets at the end of the movetext.")
            }
            Self::ForumMark | Self::Empty => "Remove it.".to_owned(),
            Self::Command => format!("Commands belong in a comment: write `{{[{shown}]}}`."),
            Self::Turns => {
                format!("Write `{shown}` without brackets. A variation is in parentheses: `( … )`.")
            }
            Self::Number => {
                format!("Write `{shown}.` for the number of a turn, or `{{{shown}}}` for a note.")
            }
            Self::Note => {
                let escaped = words
                    .replace('\\', "\\\\")
                    .replace('{', "\\{")
                    .replace('}', "\\}");
                format!("Comments are in braces: write `{{{}}}`.", shorten(&escaped))
            }
        }
    }
}

impl RecordParser<'_> {
    /// Reports a bracket that is not a tag, in one finding. Returns false if it is a tag or
    /// intended as one.
    pub(super) fn report_bracket(&mut self, token: &Token) -> bool {
        // A bracket with a string is at least intended as a tag.
        if token.rule != Rule::tag_malformed
            || token.parts.iter().any(|part| part.rule == Rule::string)
        {
            return false;
        }
        let text = self.text;
        let start = token.span.start as usize;
        let end = bracket_end(text, start);
        let span = Span::new(start, end.unwrap_or(token.span.end as usize));
        let inside = span
            .slice(text)
            .trim_start_matches('[')
            .trim_end_matches(']');
        let Some(bracket) = Bracket::parse(inside, !self.movetext_begun) else {
            return false;
        };

        if let Some(end) = end {
            self.lexer.pass_over(end);
        }
        let code: Code = if self.movetext_begun {
            &code::TAG_OUT_OF_PLACE
        } else {
            &code::TAG
        };
        self.report_here(
            Finding::new(code, span, bracket.message()).with_help(bracket.help(inside)),
        );
        // The claimed result is in brackets, so its absence is not reported too.
        if matches!(bracket, Bracket::Result(_)) && self.outer.is_empty() && !self.result_seen {
            self.record.result_unclear = true;
        }
        // The bracket may be in the place of the turn, so its number is not reported too.
        self.line.is_number_explained |= self.line.number.is_some();
        true
    }
}

/// Returns the end of a bracket, which may contain others and comments, and may go over a few lines
/// of text; `None` if it is probably never closed: if it is too long, if a comment in it is not
/// closed on its line or ends without a beginning, if a blank line, another bracket or a record
/// comes first, or if turns would be in it.
fn bracket_end(text: &str, start: usize) -> Option<usize> {
    let bytes = text.as_bytes().get(start..)?;
    let mut depth = 0_u32;
    let mut offset = 0;
    while offset < bytes.len().min(MAX_BYTES) {
        match bytes[offset] {
            b'[' => depth += 1,
            b']' => depth -= 1,
            // A comment in the bracket.
            b'{' => {
                let line = bytes[offset..]
                    .iter()
                    .take(MAX_BYTES)
                    .take_while(|byte| **byte != b'\n');
                offset += line.copied().position(|byte| byte == b'}')?;
            }
            b'}' => return None,
            b'\n' => {
                let next = bytes[offset + 1..].trim_ascii_start();
                let is_blank = bytes[offset + 1..]
                    .iter()
                    .find(|byte| !matches!(byte, b' ' | b'\t' | b'\r'))
                    == Some(&b'\n');
                if is_blank
                    || next.first() == Some(&b'[')
                    || bytes[offset + 1..].starts_with(OPENING)
                {
                    return None;
                }
            }
            _ => {}
        }
        offset += 1;
        if depth == 0 {
            let inside = text.get(start..start + offset)?;
            // Turns after a bracket that is never closed are not part of it.
            let has_turns = inside.contains('\n') && inside.split_whitespace().any(is_turn_number);
            return (!has_turns).then_some(start + offset);
        }
    }
    None
}

/// Returns true for `7.` and `7.b3`.
fn is_turn_number(word: &str) -> bool {
    word.split_once('.').is_some_and(|(digits, _)| {
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}

fn is_forum_mark(text: &str) -> bool {
    let is_name = |name: &str| {
        FORUM_MARKS
            .iter()
            .any(|mark| mark.eq_ignore_ascii_case(name))
    };
    match text.strip_prefix('/') {
        Some(name) => !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric()),
        None => {
            is_name(text.split(['=', ' ']).next().unwrap_or_default())
                && (!text.contains(' ') || text.contains('='))
        }
    }
}

/// Returns a clock time with its hours: `0:12:30` for `12:30`.
fn with_hours(text: &str) -> Option<String> {
    if !is_clock(text) {
        return None;
    }
    Some(match text.matches(':').count() {
        1 => format!(
            "0:{}{text}",
            if text.find(':') == Some(1) { "0" } else { "" }
        ),
        _ => text.to_owned(),
    })
}

/// Returns true if a text is intended as a tag: a name and a string, or the name of a known tag.
fn is_like_tag(text: &str) -> bool {
    let rest = text.trim_start_matches(|letter: char| letter.is_alphanumeric() || letter == '_');
    let name = &text[..text.len() - rest.len()];
    let is_known = COMMON_TAGS
        .iter()
        .chain(&["Position"])
        .any(|known| known.eq_ignore_ascii_case(name));
    is_known || (!name.is_empty() && rest.trim_start().starts_with(QUOTES))
}

/// Returns true for a turn, or a turn number with or without its turn: letters and digits.
fn is_like_turn(word: &str) -> bool {
    let turn = if is_turn_number(word) {
        word.split_once('.').map_or("", |(_, turn)| turn)
    } else {
        word
    };
    let turn = turn.trim_end_matches(['!', '?']);
    let is_of_turn = |byte: u8| byte.is_ascii_alphanumeric() || b"-,;@/*+".contains(&byte);
    let mut letters = false;
    let mut digits = false;
    for byte in turn.bytes() {
        letters |= byte.is_ascii_alphabetic();
        digits |= byte.is_ascii_digit();
    }
    turn.is_empty() || (letters && digits && turn.bytes().all(is_of_turn))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_are_classified_by_what_is_in_them() {
        for (inside, bracket) in [
            ("12:30", Some(Bracket::Time("0:12:30".into()))),
            ("2:05", Some(Bracket::Time("0:02:05".into()))),
            (" 1:12:30 ", Some(Bracket::Time("1:12:30".into()))),
            ("1-0", Some(Bracket::Result(Outcome::parse("1-0").unwrap()))),
            (
                "1\u{2013}0",
                Some(Bracket::Result(Outcome::parse("1-0").unwrap())),
            ),
            ("*", Some(Bracket::Result(Outcome::Open))),
            ("b", Some(Bracket::ForumMark)),
            ("/B", Some(Bracket::ForumMark)),
            ("url=https://example.org/a b", Some(Bracket::ForumMark)),
            ("quote=\"Ann\"", Some(Bracket::ForumMark)),
            ("%clock 0:12:30", Some(Bracket::Command)),
            ("c2", Some(Bracket::Turns)),
            ("5. a2-b3 c2!?", Some(Bracket::Turns)),
            ("17", Some(Bracket::Number)),
            (" ", Some(Bracket::Empty)),
            ("illegible", Some(Bracket::Note)),
            ("b is strong", Some(Bracket::Note)),
            ("12:30, Ann", Some(Bracket::Note)),
            ("Ann: good", Some(Bracket::Note)),
            ("Event Club", None),
            ("Game gipf", None),
            ("Wei\u{DF} \"Ann\"", None),
            ("Opening \u{201E}x\u{201C}", None),
        ] {
            assert_eq!(Bracket::parse(inside, false), bracket, "{inside}");
        }
        assert_eq!(Bracket::parse("Opening Wild", true), None);
        assert_eq!(Bracket::parse("illegible", true), Some(Bracket::Note));
    }

    #[test]
    fn a_bracket_ends_at_its_own_closing_bracket() {
        for (text, end) in [
            ("[b] 2. c2 [x]", Some(3)),
            ("[[b]] c2", Some(5)),
            ("[see {a ] b} x] c2", Some(15)),
            ("[a\nb] c2", Some(5)),
            ("[a\n2. b3] c2", None),
            ("[a\n[Event \"x\"]", None),
            ("[a\n\nb]", None),
            ("[a } b]", None),
            ("[a", None),
        ] {
            assert_eq!(bracket_end(text, 0), end, "{text:?}");
        }
    }
}
