//! Separator of two records that are written one after the other: the text between them.
//!
//! A record that begins with `[Game "` is always parsed as a separate record. Any other record may
//! be parsed as part of the record before it, for example if that has no result. Also, the comments
//! before a record may be parsed as part of the record before them. Whether an empty line helps is
//! found out by parsing both records with it and without it.

use pipscribe::notation::{opens_a_record, split_text};

/// How a record and the comments before it are parsed after another record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Separator {
    /// The text that has to be written between them.
    pub(super) text: &'static str,
    /// False if the comments before the record are parsed as part of the previous record.
    pub(super) keeps_comments: bool,
}

/// Returns the text that is needed between a record and the comments before the next one, so that
/// the next record is parsed as a separate record; `None` if there is no such text. `next` is the
/// next record with its comments.
pub(super) fn separator(last: &[u8], next: &[u8]) -> Option<Separator> {
    if opens_a_record(next) || last.is_empty() {
        return Some(Separator {
            text: "",
            keeps_comments: true,
        });
    }

    // If both texts separate the records, an empty line shows where the record begins, unless
    // comments or an empty line show it already.
    let is_visible =
        length_of_comments(next) > 0 || last.ends_with(b"\n\n") || last.ends_with(b"\n\r\n");
    let (preferred_text, other_text) = if is_visible { ("", "\n") } else { ("\n", "") };
    let keeps_comments =
        |separator: Option<Separator>| separator.is_some_and(|found| found.keeps_comments);

    let preferred = separator_with(last, preferred_text, next);
    if keeps_comments(preferred) {
        return preferred;
    }
    let other = separator_with(last, other_text, next);
    if keeps_comments(other) {
        return other;
    }
    preferred.or(other)
}

/// Reads two records with a text between them. Returns `None` if they are parsed as one record.
fn separator_with(last: &[u8], text: &'static str, next: &[u8]) -> Option<Separator> {
    let line_end: &[u8] = if last.ends_with(b"\n") { b"" } else { b"\n" };
    let before = [last, line_end, text.as_bytes()].concat();
    let pieces = split_text(&[&before, next].concat());

    let start_of_next = before.len() as u64;
    let length_of_comments = length_of_comments(next);
    // With only comments, there is no record to separate.
    let has_record = length_of_comments < next.len();
    let start_of_record = start_of_next + length_of_comments as u64;
    let is_record_separate = pieces
        .iter()
        .any(|piece| piece.is_record() && piece.offset == start_of_record);
    if has_record && !is_record_separate {
        return None;
    }

    let has_comments = !next[..length_of_comments].trim_ascii().is_empty();
    let white_space = next.len() - next.trim_ascii_start().len();
    let first_word = start_of_next + white_space as u64;
    // Comments that belong to the next record are a separate piece.
    let are_comments_separate = pieces.iter().any(|piece| {
        let end = piece.offset + piece.bytes.len() as u64;
        !piece.is_record() && (piece.offset..end).contains(&first_word)
    });
    Some(Separator {
        text,
        keeps_comments: !has_comments || are_comments_separate,
    })
}

/// Returns the length of the `#` comments and blank lines before a record.
pub(super) fn length_of_comments(record: &[u8]) -> usize {
    let lines = record.split_inclusive(|&byte| byte == b'\n');
    lines
        .take_while(|line| line.trim_ascii().first().is_none_or(|&first| first == b'#'))
        .map(<[u8]>::len)
        .sum()
}
