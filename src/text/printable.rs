//! Text that is shown. What stands in a record or in the name of a file can be made to command a
//! terminal, to end a line that is to be one, to turn letters around or to be an order to a build
//! server: what would do so is spelled out, `\u{1b}`.

use std::borrow::Cow;
use std::fmt;
use std::io;
use std::ops::Deref;

use serde::Serialize;
use serde::ser::Error;
use serde_json::ser::{Formatter, Serializer};

/// Whether a character does something instead of being seen: a control character, a line end, or
/// one that turns the direction of writing.
pub(crate) fn acts(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// A text with every character spelled out that acts, but for those that may stay.
pub(crate) fn spelled_out(text: &str, stays: impl Fn(char) -> bool) -> Cow<'_, str> {
    let is_spelled = |character: char| acts(character) && !stays(character);
    // Mostly all of a text: to look at its bytes takes less than to look at its characters.
    let is_plain = text.bytes().fold(true, |plain, byte| plain & matches!(byte, b' '..=b'~'));
    if is_plain || !text.contains(is_spelled) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if is_spelled(character) {
            out.extend(character.escape_default());
        } else {
            out.push(character);
        }
    }
    Cow::Owned(out)
}

/// A text as a line, or a part of one: without line ends and all else that acts.
pub fn one_line(text: &str) -> Cow<'_, str> {
    // A long line is broken between words, so that any of them can come to begin one.
    without_orders(spelled_out(text, |_| false), char::is_whitespace)
}

/// A text of several lines, with tabs; all else that acts is spelled out.
pub fn lines(text: &str) -> Cow<'_, str> {
    let text = spelled_out(text, |character| matches!(character, '\n' | '\t'));
    without_orders(text, |character| character == '\n')
}

/// A line that begins with `::` and a word, white space aside, is an order to GitHub's runner: there
/// the first colon is spelled out. A line begins after each character that `ends` one.
fn without_orders(text: Cow<'_, str>, ends: impl Fn(char) -> bool) -> Cow<'_, str> {
    let is_order = |text: &str| {
        text.strip_prefix("::").is_some_and(|behind| behind.starts_with(|first: char| first.is_ascii_alphabetic()))
    };
    if !text.contains("::") {
        return text;
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut begins = true;
    for (at, character) in text.char_indices() {
        if begins && is_order(&text[at..]) {
            out.extend(character.escape_unicode());
        } else {
            out.push(character);
        }
        begins = ends(character) || (begins && character.is_whitespace());
    }
    Cow::Owned(out)
}

/// A text in which places are counted, as it is shown: every byte of what acts becomes a `?`, but
/// for tabs and the ends of lines.
#[cfg(any(feature = "human", test))]
pub(crate) fn masked(text: &str) -> Cow<'_, str> {
    let is_masked = |character: char| acts(character) && !matches!(character, '\n' | '\t');
    if !text.contains(is_masked) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for (at, character) in text.char_indices() {
        let ends_line = character == '\r' && text[at..].starts_with("\r\n");
        if is_masked(character) && !ends_line {
            out.extend(std::iter::repeat_n('?', character.len_utf8()));
        } else {
            out.push(character);
        }
    }
    Cow::Owned(out)
}

/// A value as JSON on one line. Nothing is lost: what acts is written as JSON's own escapes.
///
/// # Errors
/// Where the value cannot be written as JSON.
pub fn json_line(value: &impl Serialize) -> serde_json::Result<String> {
    let mut bytes = Vec::with_capacity(256);
    value.serialize(&mut Serializer::with_formatter(&mut bytes, SpelledOut))?;
    String::from_utf8(bytes).map_err(serde_json::Error::custom)
}

struct SpelledOut;

impl Formatter for SpelledOut {
    fn write_string_fragment<W: ?Sized + io::Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        let mut rest = fragment;
        while let Some(at) = rest.find(acts) {
            let (plain, behind) = rest.split_at(at);
            writer.write_all(plain.as_bytes())?;
            let mut characters = behind.chars();
            // None of them lies beyond the first 65,536.
            let number = characters.next().map_or(0, u32::from);
            write!(writer, "\\u{number:04x}")?;
            rest = characters.as_str();
        }
        writer.write_all(rest.as_bytes())
    }
}

/// A text that any report can show as it is: a line, or a part of one, in which nothing acts.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Printable(String);

impl Printable {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<String> for Printable {
    fn from(text: String) -> Self {
        let spelled = match one_line(&text) {
            Cow::Borrowed(_) => None,
            Cow::Owned(spelled) => Some(spelled),
        };
        Self(spelled.unwrap_or(text))
    }
}

impl From<&str> for Printable {
    fn from(text: &str) -> Self {
        Self(one_line(text).into_owned())
    }
}

impl From<Printable> for String {
    fn from(text: Printable) -> Self {
        text.0
    }
}

impl Deref for Printable {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Printable {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

impl PartialEq<str> for Printable {
    fn eq(&self, other: &str) -> bool {
        self.0 == other
    }
}

impl PartialEq<&str> for Printable {
    fn eq(&self, other: &&str) -> bool {
        self.0 == *other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Everything that acts.
    fn all_that_acts() -> String {
        ('\0'..=char::MAX).filter(|&character| acts(character)).collect()
    }

    #[test]
    fn what_acts_is_known() {
        let text = all_that_acts();
        // C0 and DEL, C1, the marks and controls of direction, the separators of lines and paragraphs.
        assert_eq!(text.chars().count(), 33 + 32 + 3 + 7 + 4);
        assert!(text.contains(['\u{1b}', '\r', '\u{85}', '\u{9b}', '\u{61c}', '\u{200f}', '\u{202e}', '\u{2069}']));
        assert!(!text.contains(['é', '日', '\u{200d}', '\u{2027}', '\u{202f}']), "letters are left alone");
    }

    #[test]
    fn a_line_is_one_line() {
        assert_eq!(one_line("a\u{1b}[31m\r\n\tb\u{202e}\u{85}"), "a\\u{1b}[31m\\r\\n\\tb\\u{202e}\\u{85}");
        assert!(!one_line(&all_that_acts()).contains(acts));
        assert!(matches!(one_line("plain: a::b, é"), Cow::Owned(same) if same == "plain: a::b, é"));
        assert!(matches!(one_line("plain"), Cow::Borrowed("plain")));
        for character in '\0'..='\u{ff}' {
            let text = character.to_string();
            assert_eq!(one_line(&text) != text, acts(character), "{text:?}");
        }
    }

    #[test]
    fn no_line_is_an_order() {
        assert_eq!(one_line("::error::a ::b::c"), "\\u{3a}:error::a \\u{3a}:b::c");
        assert_eq!(lines("a ::b\n \t::c::\n::d"), "a ::b\n \t\\u{3a}:c::\n\\u{3a}:d");
        assert_eq!(lines("\u{2003}::a"), "\u{2003}\\u{3a}:a");
        assert_eq!(lines(" :::::: 5\n ::\n"), " :::::: 5\n ::\n", "boards are hatched so");
        for text in ["::a ::b", "\u{1b}\n ::", "a"] {
            assert_eq!(one_line(&one_line(text)), one_line(text), "once is enough");
        }
    }

    #[test]
    fn lines_keep_their_ends() {
        assert_eq!(lines("a\n\tb\r\n\u{7}"), "a\n\tb\\r\n\\u{7}");
    }

    #[test]
    fn masked_text_is_as_long() {
        assert_eq!(masked("a\u{1b}\u{9b}\u{202e}b\rc\r\n\td"), "a??????b?c\r\n\td");
        let all = all_that_acts();
        assert_eq!(masked(&all).len(), all.len());
        assert!(matches!(masked("a\n\tb"), Cow::Borrowed(_)));
    }

    #[test]
    fn json_loses_nothing() {
        let text = format!("{}é\"\\\u{1F600}", all_that_acts());
        let json = json_line(&text).unwrap_or_default();
        assert!(!json.contains(acts), "{json}");
        assert_eq!(serde_json::from_str::<String>(&json).ok(), Some(text));
        assert_eq!(json_line(&["a", "é"]).ok(), serde_json::to_string(&["a", "é"]).ok());
    }
}
