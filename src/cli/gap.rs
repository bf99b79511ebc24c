//! Text between two records that are written one after the other, and the `#` comments before the second one.

use super::output::stderr_line;
use crate::text::{opens_a_record, split_text, start_of_comments_on_next};

/// Returns the text needed between two records so that the second one is read as a separate record; `None` if no text
/// does it.
pub(super) fn gap_between(last: &[u8], next: &[u8]) -> Option<&'static str> {
    if opens_a_record(next) {
        return Some("");
    }
    let (comments, record) = next.split_at(length_of_comments(next));
    let is_cut = |gap: &&str| {
        let before = joined(last, gap, comments);
        let both = [&before, record].concat();
        split_text(&both).last().is_some_and(|last| last.offset == before.len() as u64)
    };
    let mut gaps = ["", "\n"].into_iter().filter(is_cut);
    let first = gaps.clone().next();
    gaps.find(|gap| keeps_comments(last, gap, comments)).or(first)
}

/// Returns a record with a gap and comments after it.
fn joined(last: &[u8], gap: &str, comments: &[u8]) -> Vec<u8> {
    let line_end: &[u8] = if last.is_empty() || last.ends_with(b"\n") { b"" } else { b"\n" };
    [last, line_end, gap.as_bytes(), comments].concat()
}

/// Returns true if comments after a record and a gap go with the record after them, not with the one before.
pub(super) fn keeps_comments(last: &[u8], gap: &str, comments: &[u8]) -> bool {
    let words = comments.trim_ascii_start();
    let before = joined(last, gap, comments);
    words.is_empty() || start_of_comments_on_next(&before) <= before.len() - words.len()
}

/// Reports comments that are read as those of the record before them. `name` is their place, `before` that of the
/// record.
pub(super) fn warn_of_comments(name: &str, before: &str) {
    stderr_line!("{name}: the `#` comments here are now read as part of {before}, which does not end with a result");
}

/// Returns the length of the `#` comments and blank lines before a record.
pub(super) fn length_of_comments(record: &[u8]) -> usize {
    let lines = record.split_inclusive(|&byte| byte == b'\n');
    lines.take_while(|line| line.trim_ascii().first().is_none_or(|&first| first == b'#')).map(<[u8]>::len).sum()
}
