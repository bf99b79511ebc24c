//! Corrects damage to the text of a record: in its first line, strings that were wrapped or not
//! closed, and comments and variations that were not closed.

use super::super::edit::Edit;
use super::{Change, change};
use crate::findings::{Finding, codes};
use crate::fixes::closing::certain_end_of_variation;
use crate::games::{Context, GameId};
use crate::notation::{Record, damaged_game_line};
use crate::replay::place_of_missing_brace;
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
        // A joint is a line end in the string, in whose place the separator goes.
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
    let text = record.text();
    let closed = record.comments().filter_map(|comment| {
        let place = place_of_missing_brace(record, game, comment)?;
        Some(closed_at(text, comment.span.start, place, "}"))
    });
    closed.collect()
}

/// Closes the innermost variation that swallowed turns of the line around it; `None` without one,
/// or if it may end in several places.
pub(super) fn variation(record: &Record, context: &Context) -> Option<Change> {
    let finding = record
        .findings
        .iter()
        .rfind(|finding| finding.code == &codes::common::UNCLOSED_VARIATION)?;
    let (place, close) = certain_end_of_variation(record, finding, context)?;
    Some(closed_at(record.text(), finding.span.start, place, &close))
}

/// Returns the change that writes a closing bracket at a place of a part of the text that begins at
/// a byte.
fn closed_at(text: &str, from: u32, place: Span, close: &str) -> Change {
    let start = place.start as usize;
    let end = place.end as usize;
    // A wrong closing bracket was typed instead.
    if start < end {
        return change(text, start, end, close);
    }

    // The last word is part of the change, so that its place can be shown.
    let before = text.get(from as usize..end).unwrap_or_default();
    let word = before
        .rsplit(char::is_whitespace)
        .next()
        .unwrap_or_default();
    change(text, end - word.len(), end, format!("{word}{close}"))
}
