//! Comments of a record: their commands, and their text without braces, commands and escapes.

use std::borrow::Cow;
use std::ops::Range;

use super::command::{Command, Meaning};
use super::record::{Item, Record};
use crate::text::Span;

/// A comment.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Comment {
    /// The whole comment, braces included. A note on the pieces left in reserve is in parentheses.
    pub span: Span,
    /// The commands in the comment.
    pub commands: Vec<Command>,
}

impl Comment {
    /// Returns true if it expects its turn to be illegal.
    pub(super) fn expects_refusal(&self) -> bool {
        self.commands.iter().any(|command| match &command.meaning {
            Meaning::Expect(expectation) => expectation.refusal().is_some(),
            _ => false,
        })
    }

    /// Returns its author, as in `[%by Ann]`.
    pub(crate) fn author(&self) -> Option<&str> {
        self.commands
            .iter()
            .find_map(|command| match &command.meaning {
                Meaning::By(author) if !author.is_empty() => Some(author.as_str()),
                _ => None,
            })
    }

    /// Returns the comment as written, including the braces.
    pub fn written<'r>(&self, record: &'r Record) -> Cow<'r, str> {
        let text = record.text_of(self.span);
        if text.starts_with('{') {
            text.into()
        } else {
            format!("{{{text}}}").into()
        }
    }

    /// Returns the text without braces, commands and escapes. White space is kept.
    pub fn text(&self, record: &Record) -> String {
        self.pieces(record).map(unescaped).collect()
    }

    /// Returns the text for people, with white space normalised.
    pub fn words(&self, record: &Record) -> String {
        let pieces: Vec<String> = self.pieces(record).map(unescaped).collect();
        pieces
            .join(" ")
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// Returns the pieces of text between the braces and the commands.
    fn pieces<'a>(&'a self, record: &'a Record) -> impl Iterator<Item = &'a str> {
        let text = record.text();
        let inside = self.inside(record.text_of(self.span));
        // A piece goes from the comment's start or a command's end to the next command or the end.
        let command_ends = self
            .commands
            .iter()
            .map(|command| command.span.end as usize);
        let command_starts = self
            .commands
            .iter()
            .map(|command| command.span.start as usize);
        let starts = std::iter::once(inside.start).chain(command_ends);
        let ends = command_starts.chain([inside.end]);
        starts
            .zip(ends)
            .map(move |(start, end)| text.get(start..end).unwrap_or_default())
    }

    /// Returns the range between the braces in the text of the record. An unclosed comment has only
    /// the first brace, and a note in parentheses is its own text. `written` is the whole comment.
    fn inside(&self, written: &str) -> Range<usize> {
        let start = self.span.start as usize;
        let end = self.span.end as usize;
        if written.starts_with('(') {
            return start..end;
        }
        let is_closed = written.len() > 1
            && written
                .strip_suffix('}')
                .is_some_and(|before| !ends_with_escape(before));
        if is_closed {
            start + 1..end - 1
        } else {
            start + 1..end
        }
    }
}

/// Returns true if the character after a text is escaped: an odd number of backslashes precedes it.
fn ends_with_escape(text: &str) -> bool {
    let backslashes = text.len() - text.trim_end_matches('\\').len();
    !backslashes.is_multiple_of(2)
}

/// Resolves the escapes of a comment. A backslash before any other character is literal.
fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        let escaped =
            rest.next_if(|next| character == '\\' && matches!(next, '{' | '}' | '[' | '\\'));
        plain.push(escaped.unwrap_or(character));
    }
    plain
}

/// Returns the comments among `items`.
pub fn comments_of(items: &[Item]) -> impl Iterator<Item = &Comment> {
    items.iter().filter_map(|item| match item {
        Item::Comment(comment) => Some(comment),
        Item::Variation(_) | Item::Hash(_) => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_returns_its_author() {
        for (comment, author) in [
            ("{the corner [%by Ann]}", Some("Ann")),
            ("{[%by \"Ann \\\"A\\\" Bee\"]}", Some("Ann \"A\" Bee")),
            ("{[%by  Ann Bee ]}", Some("Ann Bee")),
            ("{[%by]}", None),
            ("{by Ann}", None),
        ] {
            let record = Record::parse_str(&format!("[Game \"gipf\"]\n\n1. b3 {comment}"));
            let found: Vec<_> = record.moves.turns[0]
                .comments()
                .map(Comment::author)
                .collect();
            assert_eq!(found, [author], "{comment}");
        }
    }

    #[test]
    fn a_comment_returns_its_text() {
        for (comment, words) in [
            ("{the far  corner}", "the far corner"),
            ("{[%circle c3] a [%label c3 \"}]\"] b}", "a b"),
            (
                "{ \\{ and \\} and \\[%circle and \\\\ \\x}",
                "{ and } and [%circle and \\ \\x",
            ),
            ("{never closed \\}", "never closed }"),
            ("{}", ""),
            ("{", ""),
            ("{\\}", "}"),
            ("{\\\\}", "\\"),
        ] {
            let record = Record::parse_str(&format!("[Game \"gipf\"]\n\n1. b3 {comment}"));
            let found: Vec<_> = record.moves.turns[0]
                .comments()
                .map(|comment| comment.words(&record))
                .collect();
            assert_eq!(found, [words], "{comment}");
        }
    }
}
