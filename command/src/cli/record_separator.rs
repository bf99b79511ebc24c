//! Separator of two records that are written one after the other: the text between them.

use pipscribe::notation::{opens_a_record, split_text};
use pipscribe::text::RawRecord;

/// How a record and the comments before it are parsed after another record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Separator {
    /// The text that has to be written between them.
    pub(super) text: &'static str,
    /// False if the comments before the record are parsed as part of the previous record.
    pub(super) keeps_comments: bool,
}

/// Returns the text that is needed between a record and the comments before the next one, so that
/// the next record is parsed as a separate record; `None` if there is no such text.
pub(super) fn separator(last: &[u8], next: &[u8]) -> Option<Separator> {
    if opens_a_record(next) || last.is_empty() {
        return Some(Separator {
            text: "",
            keeps_comments: true,
        });
    }
    let read = |text| {
        read_after(last, text, next).map(|keeps_comments| Separator {
            text,
            keeps_comments,
        })
    };
    // An empty line is not needed, but shows where the record begins.
    let is_apart =
        length_of_comments(next) > 0 || last.ends_with(b"\n\n") || last.ends_with(b"\n\r\n");
    let texts = if is_apart { ["", "\n"] } else { ["\n", ""] };
    // The first text that separates the records and keeps the comments; otherwise the first one
    // that separates them.
    let mut separators = texts.into_iter().filter_map(read);
    let first = separators.next()?;
    if first.keeps_comments {
        Some(first)
    } else {
        separators
            .find(|other| other.keeps_comments)
            .or(Some(first))
    }
}

/// Reads two records with a text between them. Returns `None` if they are parsed as one record.
/// Otherwise, the value is true if the second record keeps the comments before it, or has none.
fn read_after(last: &[u8], separator: &str, next: &[u8]) -> Option<bool> {
    let line_end: &[u8] = if last.ends_with(b"\n") { b"" } else { b"\n" };
    let before = [last, line_end, separator.as_bytes()].concat();
    let start = before.len() as u64;
    let length_of_comments = length_of_comments(next);
    let record = start + length_of_comments as u64;
    let has_no_comments = next[..length_of_comments].trim_ascii().is_empty();

    let pieces = split_text(&[&before, next].concat());
    // With only comments, there is no record to separate.
    let has_record = length_of_comments < next.len();
    if has_record
        && !pieces
            .iter()
            .any(|piece| piece.is_record() && piece.offset == record)
    {
        return None;
    }
    let first_word = start + (next.len() - next.trim_ascii_start().len()) as u64;
    let has_first_word = |piece: &RawRecord| {
        let end = piece.offset + piece.bytes.len() as u64;
        !piece.is_record() && (piece.offset..end).contains(&first_word)
    };
    Some(has_no_comments || pieces.iter().any(has_first_word))
}

/// Returns the length of the `#` comments and blank lines before a record.
pub(super) fn length_of_comments(record: &[u8]) -> usize {
    let lines = record.split_inclusive(|&byte| byte == b'\n');
    lines
        .take_while(|line| line.trim_ascii().first().is_none_or(|&first| first == b'#'))
        .map(<[u8]>::len)
        .sum()
}
