//! Formatting of records in canonical form, the one way in which `fmt` writes a record.

use std::ops::Range;

use lsp_types::{DocumentFormattingParams, DocumentRangeFormattingParams, TextEdit};

use super::session::{Answer, DocumentRequest};
use pipscribe::formats::pips::{FormattedPiece, format_page};
use pipscribe::publish::documents::PageKind;
use pipscribe::text::{self, Span, utf8_or_marks};

pub(super) fn document(
    request: &DocumentRequest,
    _params: DocumentFormattingParams,
) -> Answer<Option<Vec<TextEdit>>> {
    formatted(request, 0..request.document.text.len())
}

pub(super) fn range(
    request: &DocumentRequest,
    params: DocumentRangeFormattingParams,
) -> Answer<Option<Vec<TextEdit>>> {
    let bytes = request.document.bytes_of(params.range);
    formatted(request, bytes)
}

/// Returns the edits that format the records within a range.
fn formatted(request: &DocumentRequest, bytes: Range<usize>) -> Answer<Option<Vec<TextEdit>>> {
    if let Some(kind) = request.document.page_kind() {
        return Ok(Some(page_edits(request, kind, &bytes)));
    }

    let mut edits: Vec<TextEdit> = Vec::new();
    // Edits of the comments before a record, which wait for the record: the comments stay unchanged
    // if it does.
    let mut comment_edits = Vec::new();
    for entry in request.document.entries(bytes.clone()) {
        request.cancel.check()?;
        let Range { start, end } = entry.range;
        // `entries` also returns the records that only touch the range.
        let is_in_range = if bytes.is_empty() {
            start <= bytes.start
        } else {
            start < bytes.end && bytes.start < end
        };
        if !is_in_range {
            continue;
        }
        let raw = request.document.whole(&entry);
        let is_preamble = !raw.is_record();
        let old = utf8_or_marks(&raw.bytes).into_owned();
        // The bare form would drop what does not affect play, such as comments.
        let bare = false;
        let new = match FormattedPiece::new(raw, bare, &request.document.context) {
            // Only `#` comments.
            FormattedPiece::Hashes { text, .. } => text,
            FormattedPiece::Untouched { .. } => {
                comment_edits.clear();
                continue;
            }
            FormattedPiece::Canonical(text) => {
                // Between records, an empty line must follow.
                let is_last = end >= request.document.text.len();
                if is_last { text } else { text + "\n" }
            }
        };
        let edit = smallest_edit(&old, &new).map(|(span, new_text)| TextEdit {
            range: request.document.range_in(&entry, span),
            new_text,
        });
        if is_preamble {
            comment_edits.extend(edit);
        } else {
            edits.append(&mut comment_edits);
            edits.extend(edit);
        }
    }

    edits.extend(comment_edits);
    Ok(Some(edits))
}

/// Returns the edits that format the code blocks of a document within a range.
fn page_edits(request: &DocumentRequest, kind: PageKind, bytes: &Range<usize>) -> Vec<TextEdit> {
    let page = request.document.text.as_str();
    let formatted = format_page(page.as_bytes(), kind, &request.document.context);
    let new = String::from_utf8(formatted.bytes).unwrap_or_default();
    // Formatting keeps the order of the blocks and the text around them, so blocks can be paired.
    let old_blocks = kind.blocks(page.as_bytes());
    let new_blocks = kind.blocks(new.as_bytes());
    if old_blocks.len() != new_blocks.len() {
        return Vec::new();
    }

    let pairs = old_blocks.iter().zip(&new_blocks);
    let touched =
        pairs.filter(|(block, _)| block.range.start <= bytes.end && block.range.end >= bytes.start);
    let edits = touched.filter_map(|(before, after)| {
        let old = page.get(before.range.clone())?;
        let now = new.get(after.range.clone())?;
        let (span, new_text) = smallest_edit(old, now)?;
        let start = before.range.start;
        let range = request
            .document
            .range_of(&(start + span.start as usize..start + span.end as usize));
        Some(TextEdit { range, new_text })
    });
    edits.collect()
}

/// Returns the smallest single edit that turns one text into another.
///
/// The common prefix and suffix consist of whole characters and whole line ends: the protocol has
/// no position between CR and LF.
pub(super) fn smallest_edit(old: &str, new: &str) -> Option<text::TextEdit> {
    if old == new {
        return None;
    }
    let mut start = common_length(old.chars(), new.chars());
    if splits_line_end(old, start) {
        start -= 1;
    }

    let rest_old = old.get(start..)?;
    let rest_new = new.get(start..)?;
    let mut suffix = common_length(rest_old.chars().rev(), rest_new.chars().rev());
    if splits_line_end(old, old.len() - suffix) {
        suffix -= 1;
    }
    let replacement = rest_new.get(..rest_new.len() - suffix)?;
    let span = Span::new(start, old.len() - suffix);
    Some((span, replacement.to_owned()))
}

/// Returns the length in bytes of the characters that are equal from the first one on.
fn common_length(old: impl Iterator<Item = char>, new: impl Iterator<Item = char>) -> usize {
    old.zip(new)
        .take_while(|(old, new)| old == new)
        .map(|(character, _)| character.len_utf8())
        .sum()
}

/// Returns true if a byte is between CR and LF.
fn splits_line_end(text: &str, byte: usize) -> bool {
    text.get(..byte)
        .is_some_and(|before| before.ends_with('\r'))
        && text
            .get(byte..)
            .is_some_and(|after| after.starts_with('\n'))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_smallest_edit_yields_the_new_text(old in "[aé\r\n]{0,8}", new in "[aé\r\n]{0,8}") {
            let made = match smallest_edit(&old, &new) {
                None => old.clone(),
                Some((span, put)) => {
                    let before = &old[..span.start as usize];
                    let behind = &old[span.end as usize..];
                    for index in [span.start, span.end] {
                        let (before, behind) = old.split_at(index as usize);
                        prop_assert!(!(before.ends_with('\r') && behind.starts_with('\n')));
                    }
                    format!("{before}{put}{behind}")
                }
            };
            prop_assert_eq!(made, new);
        }
    }
}
