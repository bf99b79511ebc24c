//! Strings of tags that go on in the next lines, as mail programs break them.

use super::tags::is_common_tag;
use crate::text::{Span, is_invisible};

/// The maximum number of lines of a string that is broken.
const MAX_LINES: usize = 12;
/// Shared tags whose values are texts for people.
const TEXTS: [&str; 7] = [
    "Event", "Site", "Round", "Player1", "Player2", "Player3", "Player4",
];

/// A string that was broken into several lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WrappedString {
    /// The text between its quotes, line ends included.
    pub(crate) inside: Span,
    /// The end of the tag, after its `]`.
    pub(crate) end: usize,
    /// The line ends with the spaces around them, each with the text that joins the two lines.
    pub(crate) joints: Vec<(Span, &'static str)>,
}

impl WrappedString {
    /// Finds the end of a string that begins at byte `quote` and does not end on its line; `None`
    /// if it does not go on in the next lines. `name` is the name of the tag.
    pub(crate) fn find(text: &str, quote: usize, name: &str) -> Option<Self> {
        let start = quote + 1;
        let mut joints = Vec::new();
        let mut line = start;
        for _ in 0..MAX_LINES {
            let length = text.get(line..)?.find('\n');
            let rest = length.map_or(text.get(line..)?, |length| &text[line..line + length]);
            if let Some(close) = closing_quote(rest).map(|close| line + close) {
                let after = text.get(close + 1..)?;
                let bracket = after.trim_start_matches([' ', '\t']).strip_prefix(']')?;
                let end = text.len() - bracket.len();
                return (!joints.is_empty()).then(|| Self {
                    inside: Span::new(start, close),
                    end,
                    joints,
                });
            }
            // The line after a cut one is not a tag, not a comment, not movetext with a comment,
            // and not blank.
            let next = line + length? + 1;
            let after = text.get(next..)?.trim_start_matches([' ', '\t']);
            let next_line = after.lines().next().unwrap_or_default();
            if next_line.trim().is_empty()
                || next_line.starts_with(['[', '#'])
                || next_line.contains(['{', '}'])
            {
                return None;
            }
            let before = text.get(start..line + rest.trim_end().len())?;
            let joint = Span::new(start + before.len(), text.len() - after.len());
            joints.push((joint, separator(name, before)));
            line = text.len() - after.len();
        }
        None
    }

    /// Returns the string as it was before it was broken, escapes included.
    pub(crate) fn joined(&self, text: &str) -> String {
        let mut joined = String::with_capacity(self.inside.len());
        let mut copied_end = self.inside.start;
        for (joint, separator) in &self.joints {
            joined.push_str(
                Span {
                    start: copied_end,
                    end: joint.start,
                }
                .slice(text),
            );
            joined.push_str(separator);
            copied_end = joint.end;
        }
        joined.push_str(
            Span {
                start: copied_end,
                end: self.inside.end,
            }
            .slice(text),
        );
        joined
    }
}

/// Returns the place of the first quote on a line that is not escaped.
fn closing_quote(line: &str) -> Option<usize> {
    let mut is_escaped = false;
    line.bytes().position(|byte| {
        let is_close = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_close
    })
}

/// Returns the text that was between two lines of a value: a space, or nothing after a comma or in
/// a list without spaces.
fn separator(name: &str, before: &str) -> &'static str {
    let before = before.trim_start();
    // Other tags of the games have lists of numbers.
    let may_be_list = if is_common_tag(name) {
        !TEXTS.contains(&name)
    } else {
        !before.contains(char::is_alphabetic)
    };
    // A list without spaces may be broken at any byte; the pairs of `Options` have spaces between
    // them.
    let is_cut_in_list = before.ends_with([',', '/', '+', '-', '@', ':', '='])
        || (name != "Options" && !before.contains(char::is_whitespace));
    if may_be_list && is_cut_in_list {
        ""
    } else {
        " "
    }
}

/// Returns true if invisible characters in a value have no meaning: it is no text for people, and
/// all visible ones are ASCII.
pub(crate) fn has_stray_invisible(name: &str, value: &str) -> bool {
    let is_stray = || {
        value
            .chars()
            .all(|character| character.is_ascii() || is_invisible(character))
    };
    !value.is_ascii() && !TEXTS.contains(&name) && is_stray()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the value of the tag that a text begins with, if it is broken.
    fn joined(text: &str) -> Option<String> {
        let name = &text[1..text.find(' ')?];
        WrappedString::find(text, text.find('"')?, name).map(|found| found.joined(text))
    }

    #[test]
    fn broken_strings_are_joined() {
        for (text, value) in [
            ("[Stock \"6,17,\n10,22\"]\n", "6,17,10,22"),
            ("[Stock \"6,17, \r\n  10,22\"]\r\n", "6,17,10,22"),
            ("[Stock \"6,17\n,10,22\"]\n", "6,17,10,22"),
            ("[Stock \"6,\n17,\n10\" ]\n", "6,17,10"),
            (
                "[Event \"The long evening of\nthe club\"]\n",
                "The long evening of the club",
            ),
            ("[Event \"Oslo,\nNorway\"]\n", "Oslo, Norway"),
            ("[Annotator \"Ann,\nBob\"]\n", "Ann, Bob"),
            ("[Options \"a=1\nb=2\"]\n", "a=1 b=2"),
            ("[Options \"a=1 b=2\nc=3\"]\n", "a=1 b=2 c=3"),
            ("[Event \"a \\\"b\\\"\nc\"]\n", "a \\\"b\\\" c"),
        ] {
            assert_eq!(joined(text).as_deref(), Some(value), "{text}");
        }
    }

    #[test]
    fn strings_without_an_end_are_not() {
        for text in [
            "[Event \"x]\n[Site \"y\"]\n",
            "[Event \"x]\n\n1. b3 {[%label b3 \"a\"]}\n",
            "[Event \"x\n1. b3 {[%label b3 \"a\"]}\n",
            "[Event \"x\n1. b3 2. \"c2\" *\n",
            "[Event \"x\n",
            "[Event \"x\"]\n",
        ] {
            assert_eq!(joined(text), None, "{text}");
        }
    }
}
