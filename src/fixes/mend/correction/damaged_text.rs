//! Corrects damage to the text of a record: in its first line, strings that were wrapped or not
//! closed, and comments that were not closed.

use super::super::edit::Edit;
use super::{Change, change};
use crate::findings::{Finding, codes};
use crate::games::GameId;
use crate::notation::{Record, damaged_game_line};
use crate::replay::swallowed_turns;
use crate::text::Span;

/// The maximum length of the text that is shown on both sides of a change, in characters.
const SHOWN: usize = 12;

/// Where a string that is not closed should end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum StringEnd {
    /// Before the `]` of its command, which it swallowed.
    BeforeBracket,
    /// At the end of its line.
    AtLineEnd,
}

/// Replaces a damaged `Game` tag at the start of a record.
pub(super) fn game_line(text: &str) -> Vec<Change> {
    let line = damaged_game_line(text);
    line.map(|line| {
        change(
            text,
            line.span.start as usize,
            line.span.end as usize,
            line.tag(),
        )
    })
    .into_iter()
    .collect()
}

/// Joins the lines of strings of tags.
pub(super) fn wrapped_strings(record: &Record) -> Vec<Change> {
    let text = record.text();
    let joints = record.wrapped.iter().flat_map(|wrapped| {
        wrapped
            .joints
            .iter()
            .map(move |joint| (wrapped.inside, joint))
    });
    let changes = joints.map(|(inside, &(joint, separator))| {
        let before = Span {
            start: inside.start,
            end: joint.start,
        }
        .slice(text);
        let after = Span {
            start: joint.end,
            end: inside.end,
        }
        .slice(text);
        let before = before
            .char_indices()
            .rev()
            .take(SHOWN)
            .last()
            .map_or("", |(offset, _)| &before[offset..]);
        let after = after
            .char_indices()
            .nth(SHOWN)
            .map_or(after, |(offset, _)| &after[..offset]);
        let was = format!("{before}{}{after}", joint.slice(text));
        let edit = Edit::Text {
            was,
            now: format!("{before}{separator}{after}"),
        };
        Change {
            span: joint,
            now: separator.to_owned(),
            edit,
            trace: None,
        }
    });
    changes.collect()
}

/// Closes the strings of commands that do not end on their line.
pub(super) fn strings_of_commands(record: &Record, end: StringEnd) -> Vec<Change> {
    let text = record.text();
    let movetext = record.tags.last().map_or(0, |tag| tag.span.end);
    let is_unclosed = |finding: &&Finding| {
        finding.code == &codes::common::UNCLOSED_STRING && finding.span.start >= movetext
    };
    let closed = record
        .findings
        .iter()
        .filter(is_unclosed)
        .filter_map(|finding| {
            let written = finding.span.slice(text);
            let (kind, length) = match written.find(']') {
                Some(bracket) => (StringEnd::BeforeBracket, bracket),
                None => (StringEnd::AtLineEnd, written.trim_end().len()),
            };
            let start = finding.span.start as usize;
            (kind == end).then(|| {
                change(
                    text,
                    start,
                    start + length,
                    format!("{}\"", &written[..length]),
                )
            })
        });
    closed.collect()
}

/// Closes comments that swallowed turns.
pub(super) fn comments(record: &Record, game: GameId) -> Vec<Change> {
    let text = record.text();
    let closed = record.comments().filter_map(|comment| {
        let turns = swallowed_turns(record, game, comment)?;
        let before = text
            .get(comment.span.start as usize..turns.start as usize)?
            .trim_end();
        let end = comment.span.start as usize + before.len();
        match before.chars().next_back() {
            _ if before.ends_with("\\}") => None,
            // A wrong closing bracket was typed in place of `}`.
            Some(')' | ']' | '>') => Some(change(text, end - 1, end, "}")),
            _ => {
                // The last word is part of the change, so that its place can be shown.
                let word = before
                    .rsplit(char::is_whitespace)
                    .next()
                    .unwrap_or_default();
                let start = end - word.len();
                Some(change(text, start, end, format!("{word}}}")))
            }
        }
    });
    closed.collect()
}
