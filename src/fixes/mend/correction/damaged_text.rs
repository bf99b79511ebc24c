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
    let mut changes = Vec::new();
    for wrapped in &record.wrapped {
        for &(joint, separator) in &wrapped.joints {
            let before = Span {
                start: wrapped.inside.start,
                end: joint.start,
            };
            let after = Span {
                start: joint.end,
                end: wrapped.inside.end,
            };
            // A part of the string on both sides shows where the change is.
            let before = last_characters(before.slice(text), SHOWN);
            let after = first_characters(after.slice(text), SHOWN);
            let edit = Edit::Text {
                was: format!("{before}{}{after}", joint.slice(text)),
                now: format!("{before}{separator}{after}"),
            };
            changes.push(Change {
                span: joint,
                now: separator.to_owned(),
                edit,
                trace: None,
            });
        }
    }
    changes
}

fn first_characters(text: &str, count: usize) -> &str {
    let next = text.char_indices().nth(count);
    next.map_or(text, |(offset, _)| &text[..offset])
}

fn last_characters(text: &str, count: usize) -> &str {
    let first = text.char_indices().rev().take(count).last();
    first.map_or("", |(offset, _)| &text[offset..])
}

/// Closes the strings of commands that do not end on their line.
pub(super) fn strings_of_commands(record: &Record, end: StringEnd) -> Vec<Change> {
    let text = record.text();
    let movetext = record.tags.last().map_or(0, |tag| tag.span.end);
    let is_unclosed = |finding: &&Finding| {
        finding.code == &codes::common::UNCLOSED_STRING && finding.span.start >= movetext
    };
    let mut changes = Vec::new();
    for finding in record.findings.iter().filter(is_unclosed) {
        let written = finding.span.slice(text);
        let (string_end, length) = match written.find(']') {
            Some(bracket) => (StringEnd::BeforeBracket, bracket),
            None => (StringEnd::AtLineEnd, written.trim_end().len()),
        };
        if string_end == end {
            let start = finding.span.start as usize;
            let now = format!("{}\"", &written[..length]);
            changes.push(change(text, start, start + length, now));
        }
    }
    changes
}

/// Closes comments that swallowed turns.
pub(super) fn comments(record: &Record, game: GameId) -> Vec<Change> {
    let closed = record.comments().filter_map(|comment| {
        let turns = swallowed_turns(record, game, comment)?;
        closed_before(record.text(), comment.span, turns.start)
    });
    closed.collect()
}

/// Closes a comment before the byte at which its turns begin.
fn closed_before(text: &str, comment: Span, turns: u32) -> Option<Change> {
    let start = comment.start as usize;
    let before = text.get(start..turns as usize)?.trim_end();
    let end = start + before.len();
    if before.ends_with("\\}") {
        return None;
    }
    // A wrong closing bracket was typed in place of `}`.
    if before.ends_with([')', ']', '>']) {
        return Some(change(text, end - 1, end, "}"));
    }

    // The last word is part of the change, so that its place can be shown.
    let word = before
        .rsplit(char::is_whitespace)
        .next()
        .unwrap_or_default();
    let start = end - word.len();
    Some(change(text, start, end, format!("{word}}}")))
}
