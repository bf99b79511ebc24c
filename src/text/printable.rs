//! Sanitises text for output. A record or a file name can contain characters that control a
//! terminal, break a line, change the direction of writing, or form a command for a build server.
//! Such characters are escaped: `\u{1b}`.

use std::borrow::Cow;
use std::fmt;
use std::io;
use std::ops::Deref;

use serde::Serialize;
use serde::ser::Error;
use serde_json::ser::{Formatter, Serializer};

/// Returns true for a control character in the wide sense of this module: a character that has an
/// effect instead of being visible, such as a line end or a change of the direction of writing.
pub(crate) fn has_effect(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Returns true for a character that a file must not contain unescaped: a control character, or one
/// that reorders the text around it. Marks that only set the writing direction of a name, such as
/// U+200F, are harmless.
pub(crate) fn is_harmful(character: char) -> bool {
    has_effect(character) && !matches!(character, '\u{61C}' | '\u{200E}' | '\u{200F}')
}

/// Escapes every control character except those for which `stays` returns true.
pub fn spelled_out(text: &str, stays: impl Fn(char) -> bool) -> Cow<'_, str> {
    let is_spelled = |character: char| has_effect(character) && !stays(character);
    // Fast path for printable ASCII: testing bytes is cheaper than testing characters. The test is
    // branch-free, so that it can be vectorised.
    let is_plain = text
        .bytes()
        .fold(true, |plain, byte| plain & matches!(byte, b' '..=b'~'));
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

/// Returns a text as one line, or as a part of a line: line ends and all other control characters
/// are escaped.
pub fn one_line(text: &str) -> Cow<'_, str> {
    // Terminals break long lines between words, so any word may start a line.
    without_workflow_commands(spelled_out(text, |_| false), char::is_whitespace)
}

/// Returns a text of several lines, with tabs. All other control characters are escaped.
pub fn lines(text: &str) -> Cow<'_, str> {
    let text = spelled_out(text, |character| matches!(character, '\n' | '\t'));
    without_workflow_commands(text, |character| character == '\n')
}

/// Escapes GitHub workflow commands: in a line that begins with `::` and a word, ignoring leading
/// white space, escapes the first colon. A line begins after each character for which `ends_line`
/// returns true.
fn without_workflow_commands(text: Cow<'_, str>, ends_line: impl Fn(char) -> bool) -> Cow<'_, str> {
    let is_workflow_command = |text: &str| {
        text.strip_prefix("::")
            .is_some_and(|command| command.starts_with(|first: char| first.is_ascii_alphabetic()))
    };
    if !text.contains("::") {
        return text;
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut begins_line = true;
    for (offset, character) in text.char_indices() {
        if begins_line && is_workflow_command(&text[offset..]) {
            out.extend(character.escape_unicode());
        } else {
            out.push(character);
        }
        begins_line = ends_line(character) || (begins_line && character.is_whitespace());
    }
    Cow::Owned(out)
}

/// Returns a text of the same length, for output with marks below columns: every byte of a control
/// character becomes `?`, except tabs and line ends.
#[cfg(any(feature = "human", test))]
pub(crate) fn masked(text: &str) -> Cow<'_, str> {
    let is_masked = |character: char| has_effect(character) && !matches!(character, '\n' | '\t');
    if !text.contains(is_masked) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for (offset, character) in text.char_indices() {
        let ends_line = character == '\r' && text[offset..].starts_with("\r\n");
        if is_masked(character) && !ends_line {
            out.extend(std::iter::repeat_n('?', character.len_utf8()));
        } else {
            out.push(character);
        }
    }
    Cow::Owned(out)
}

/// Serialises a value as JSON on one line. Nothing is lost: control characters are written as JSON
/// escapes.
///
/// # Errors
/// Returns an error if the value cannot be serialised as JSON.
pub fn json_line(value: &impl Serialize) -> serde_json::Result<String> {
    let mut bytes = Vec::with_capacity(256);
    value.serialize(&mut Serializer::with_formatter(&mut bytes, SpelledOut))?;
    String::from_utf8(bytes).map_err(serde_json::Error::custom)
}

/// JSON formatter that writes control characters as escapes.
struct SpelledOut;

impl Formatter for SpelledOut {
    fn write_string_fragment<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let mut rest = fragment;
        while let Some(offset) = rest.find(has_effect) {
            let (plain, from) = rest.split_at(offset);
            writer.write_all(plain.as_bytes())?;
            let mut characters = from.chars();
            // All control characters are in the Basic Multilingual Plane.
            let number = characters.next().map_or(0, u32::from);
            write!(writer, "\\u{number:04x}")?;
            rest = characters.as_str();
        }
        writer.write_all(rest.as_bytes())
    }
}

/// Text that is safe in any report: a line, or a part of one, without control characters.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Printable(String);

impl Printable {
    /// Returns the text, which is safe to print on a terminal.
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

    /// Returns all control characters, as defined by [`has_effect`].
    fn all_with_effect() -> String {
        ('\0'..=char::MAX)
            .filter(|&character| has_effect(character))
            .collect()
    }

    #[test]
    fn control_characters_are_recognised() {
        let text = all_with_effect();
        // C0 and DEL, C1, direction marks and controls, line and paragraph separators.
        assert_eq!(text.chars().count(), 33 + 32 + 3 + 7 + 4);
        assert!(text.contains([
            '\u{1b}', '\r', '\u{85}', '\u{9b}', '\u{61c}', '\u{200f}', '\u{202e}', '\u{2069}'
        ]));
        assert!(
            !text.contains(['é', '日', '\u{200d}', '\u{2027}', '\u{202f}']),
            "letters are left alone"
        );
    }

    #[test]
    fn a_line_is_one_line() {
        assert_eq!(
            one_line("a\u{1b}[31m\r\n\tb\u{202e}\u{85}"),
            "a\\u{1b}[31m\\r\\n\\tb\\u{202e}\\u{85}"
        );
        assert!(!one_line(&all_with_effect()).contains(has_effect));
        assert!(matches!(one_line("plain: a::b, é"), Cow::Owned(same) if same == "plain: a::b, é"));
        assert!(matches!(one_line("plain"), Cow::Borrowed("plain")));
        for character in '\0'..='\u{ff}' {
            let text = character.to_string();
            assert_eq!(one_line(&text) != text, has_effect(character), "{text:?}");
        }
    }

    #[test]
    fn lines_are_never_workflow_commands() {
        assert_eq!(
            one_line("::error::a ::b::c"),
            "\\u{3a}:error::a \\u{3a}:b::c"
        );
        assert_eq!(
            lines("a ::b\n \t::c::\n::d"),
            "a ::b\n \t\\u{3a}:c::\n\\u{3a}:d"
        );
        assert_eq!(lines("\u{2003}::a"), "\u{2003}\\u{3a}:a");
        assert_eq!(
            lines(" :::::: 5\n ::\n"),
            " :::::: 5\n ::\n",
            "boards are hatched so"
        );
        for text in ["::a ::b", "\u{1b}\n ::", "a"] {
            assert_eq!(one_line(&one_line(text)), one_line(text), "once is enough");
        }
    }

    #[test]
    fn lines_keep_their_ends() {
        assert_eq!(lines("a\n\tb\r\n\u{7}"), "a\n\tb\\r\n\\u{7}");
    }

    #[test]
    fn masking_keeps_the_length() {
        assert_eq!(
            masked("a\u{1b}\u{9b}\u{202e}b\rc\r\n\td"),
            "a??????b?c\r\n\td"
        );
        let all = all_with_effect();
        assert_eq!(masked(&all).len(), all.len());
        assert!(matches!(masked("a\n\tb"), Cow::Borrowed(_)));
    }

    #[test]
    fn json_loses_nothing() {
        let text = format!("{}é\"\\\u{1F600}", all_with_effect());
        let json = json_line(&text).unwrap_or_default();
        assert!(!json.contains(has_effect), "{json}");
        assert_eq!(serde_json::from_str::<String>(&json).ok(), Some(text));
        assert_eq!(
            json_line(&["a", "é"]).ok(),
            serde_json::to_string(&["a", "é"]).ok()
        );
    }
}
