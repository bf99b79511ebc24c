//! Fullness of a record: which of several records of the same game has the most content.

use super::games_table::Game;
use crate::notation::{Command, Comment, Item, Record, comments_of};

/// Fullness of a record. Fullness values are compared field by field; the greater one has more
/// content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Fullness {
    /// A record without errors is fuller than one with errors.
    pub is_valid: bool,
    /// Number of turns of the main line. A record that continues another record has more turns.
    pub turns: u32,
    /// Number of tags whose value is known ([`is_known_value`]).
    pub tags: u32,
    /// Number of bytes of comments and variations, plus the number of glyphs. The comment that a
    /// fix leaves is not counted.
    pub remarks: u32,
}

impl Fullness {
    /// Returns the fullness of a record.
    pub fn from_game(game: &Game<'_>) -> Self {
        let head = game.checked.head();
        let known_tags = head.tags.iter().filter(|tag| is_known_value(&tag.value));
        // The whole record is parsed only if it can have remarks.
        let remarks = if may_have_remarks(head) {
            remarks_of(game.checked.record())
        } else {
            0
        };
        let limited = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let report = &game.checked.report;
        Self {
            is_valid: report.is_valid(),
            turns: report.turns,
            tags: limited(known_tags.count()),
            remarks: limited(remarks),
        }
    }
}

/// Returns true if the text of a record has a sign with which a comment, a variation or a glyph
/// begins.
fn may_have_remarks(record: &Record) -> bool {
    let movetext = record.tags.last().map_or(0, |tag| tag.span.end as usize);
    let movetext = record.text().get(movetext..).unwrap_or_default();
    movetext.contains(['{', '(', '#', '$', '!', '?'])
}

/// Returns the number of bytes of the comments and variations of a record, plus the number of its
/// glyphs.
fn remarks_of(record: &Record) -> usize {
    let mut remarks = bytes_of_items(record, &record.moves.opening);
    for node in &record.moves.turns {
        remarks += bytes_of_items(record, &node.after) + node.glyphs.len();
    }
    remarks + bytes_of_items(record, &record.closing)
}

/// Returns the number of bytes of comments and variations.
fn bytes_of_items(record: &Record, items: &[Item]) -> usize {
    let comments = comments_of(items).map(|comment| bytes_of_comment(record, comment));
    let variations = items.iter().filter_map(|item| match item {
        Item::Variation(variation) => Some(variation.span.len()),
        Item::Comment(_) | Item::Hash(_) => None,
    });
    comments.chain(variations).sum()
}

/// Returns the number of bytes of a comment without its commands `[%mended]`: a copy with a fix is
/// not fuller than the original.
fn bytes_of_comment(record: &Record, comment: &Comment) -> usize {
    let is_mended = |command: &&Command| record.text_of(command.name) == "mended";
    let mended_commands = comment.commands.iter().filter(is_mended);
    let mended_bytes: usize = mended_commands.map(|command| command.span.len()).sum();
    let has_only_mended = mended_bytes > 0
        && comment.words(record).is_empty()
        && comment.commands.iter().all(|command| is_mended(&command));
    if has_only_mended {
        0
    } else {
        comment.span.len() - mended_bytes
    }
}

/// Returns true if the value of a tag is known. An empty value is not, nor is one that consists of
/// the signs for unknown values: `?`, `*`, `-`, the date `????.??.??`.
pub fn is_known_value(value: &str) -> bool {
    !value.is_empty() && !value.chars().all(|letter| "?.-*".contains(letter))
}
