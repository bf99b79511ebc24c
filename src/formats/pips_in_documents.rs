//! Formats the records in the code blocks of a document, such as Markdown. A block can hold several
//! records, and the comments (`#`) before each of them.

use super::pips::{FormattedPiece, Joiner, NotCanonical};
use crate::games::Context;
use crate::publish::documents::{BlockText, PageBlock, PageKind, with_texts};
use crate::text::RawRecord;

/// Document with its records in canonical form, or only its records in bare form.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FormattedPage {
    /// The bytes of the new document, or of the bare records.
    pub bytes: Vec<u8>,
    /// The records that were left unchanged.
    pub left_as_they_are: Vec<LeftRecord>,
    /// Numbers of the records in which skipped turn numbers were corrected, each with the first
    /// turn after the gap as it was written: a turn may be missing before it.
    pub turns_after_gaps: Vec<(u64, String)>,
}

/// A record of a document that was left unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LeftRecord {
    /// The number of the record, from 1.
    pub number: u64,
    /// The reason why it has no canonical form.
    pub reason: NotCanonical,
}

/// Formats every record in the code blocks of a document in canonical form.
///
/// The text around the blocks, the margins of lines within lists and quotes, and the line ends of
/// the document are preserved.
/// ```
/// use pipscribe::formats::pips::format_page;
/// use pipscribe::publish::documents::PageKind;
///
/// let page = "> ```pips\n> [Game \"gipf\"]\n> [Variant \"basic\"]\n> b3\n> ```\n";
/// let formatted = format_page(page.as_bytes(), PageKind::Markdown, &pipscribe::games::Context::default());
/// let text = String::from_utf8(formatted.bytes).unwrap();
/// assert!(text.ends_with("> [Variant \"basic\"]\n>\n> 1. b3 *\n> ```\n"), "{text}");
/// ```
pub fn format_page(page: &[u8], kind: PageKind, context: &Context) -> FormattedPage {
    let blocks = kind.blocks(page);
    let mut formatter = BlockFormatter {
        context,
        number: 0,
        left_as_they_are: Vec::new(),
        turns_after_gaps: Vec::new(),
    };
    let mut texts = Vec::new();
    // The numbers of the records in each block.
    let mut numbers = Vec::new();
    for block in &blocks {
        let before = formatter.number;
        texts.push(formatter.canonical_block(block));
        numbers.push(before + 1..=formatter.number);
    }

    let BlockFormatter {
        mut left_as_they_are,
        mut turns_after_gaps,
        ..
    } = formatter;

    // Blocks whose new text would be read differently in the document keep their old text.
    let (bytes, misread_blocks) = with_texts(page, kind, &blocks, texts);
    let misread: Vec<u64> = misread_blocks
        .into_iter()
        .filter_map(|index| numbers.get(index).cloned())
        .flatten()
        .collect();
    turns_after_gaps.retain(|(number, _)| !misread.contains(number));
    left_as_they_are.extend(misread.into_iter().map(|number| LeftRecord {
        number,
        reason: NotCanonical::ReadDifferently,
    }));
    // The sort is stable: the reason that was found first is kept.
    left_as_they_are.sort_by_key(|left| left.number);
    left_as_they_are.dedup_by_key(|left| left.number);
    FormattedPage {
        bytes,
        left_as_they_are,
        turns_after_gaps,
    }
}

/// Returns the records of a document in bare form, one after the other, without the document.
pub fn bare_page(page: &[u8], kind: PageKind, context: &Context) -> FormattedPage {
    let mut out = FormattedPage {
        bytes: Vec::new(),
        left_as_they_are: Vec::new(),
        turns_after_gaps: Vec::new(),
    };
    let mut joiner = Joiner::default();
    let mut number = 0;
    for raw in kind.blocks(page).iter().flat_map(PageBlock::whole_records) {
        if raw.is_record() {
            number += 1;
        }
        let piece = FormattedPiece::new(raw, true, context);
        if let Some(reason) = piece.reason().cloned() {
            out.left_as_they_are.push(LeftRecord { number, reason });
        }
        joiner.push(piece, &mut out.bytes);
    }
    joiner.finish(&mut out.bytes);
    out
}

/// Formats the blocks of a document, one after the other.
struct BlockFormatter<'c> {
    context: &'c Context,
    /// Number of the last record.
    number: u64,
    /// The records that are left unchanged.
    left_as_they_are: Vec<LeftRecord>,
    /// Numbers of the records with a gap in the turn numbers, and the turn after it.
    turns_after_gaps: Vec<(u64, String)>,
}

impl BlockFormatter<'_> {
    /// Returns the new text of a block, or `None` if the block has no record.
    fn canonical_block(&mut self, block: &PageBlock) -> Option<BlockText> {
        let raws = block.whole_records();
        let mut text = BlockText::default();
        let mut joiner = Joiner::default();
        // Comments whose record is not known yet. They stay unchanged if the record does.
        let mut comments: Vec<&RawRecord> = Vec::new();
        for raw in &raws {
            let piece = FormattedPiece::new(raw.clone(), false, self.context);
            let reason = piece.reason().cloned();
            if raw.is_record() {
                self.number += 1;
            }
            if let Some(turn) = piece.turn_after_gap(&raw.bytes) {
                self.turns_after_gaps.push((self.number, turn));
            }

            // The joiner keeps comments until it gets the record after them; then it writes both.
            let mut bytes = Vec::new();
            joiner.push(piece, &mut bytes);
            if !raw.is_record() {
                comments.push(raw);
                continue;
            }

            let comments_of_record = std::mem::take(&mut comments);
            let Some(reason) = reason else {
                text.push_new(block, &bytes);
                continue;
            };
            self.left_as_they_are.push(LeftRecord {
                number: self.number,
                reason,
            });
            let unchanged: Vec<&RawRecord> = comments_of_record.into_iter().chain([raw]).collect();
            let unchanged_length: usize = unchanged.iter().map(|raw| raw.bytes.len()).sum();
            // The joiner wrote the unchanged text, and the empty line that it may need before that.
            let separator_length = bytes.len().saturating_sub(unchanged_length);
            text.push_new(block, &bytes[..separator_length]);
            for raw in unchanged {
                text.push_old(raw);
            }
        }

        (!raws.is_empty() && text.is_new(block)).then_some(text)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::publish::documents::markdown_blocks;

    /// Returns the parts of a document outside its code blocks.
    fn around(page: &[u8], kind: PageKind) -> Vec<u8> {
        let mut out = Vec::new();
        let mut done = 0;
        for block in kind.blocks(page) {
            let (start, lines) = block.text.lines();
            let start = usize::try_from(start).unwrap();
            out.extend_from_slice(&page[done..start]);
            out.push(b'|');
            done = start + lines.len();
        }
        out.extend_from_slice(&page[done..]);
        out
    }

    proptest! {
        #[test]
        fn latex_and_typst_keep_the_surrounding_text(
            page in "((% ?|  |- )?(```|````|```pips|```pips \
                turn=1|`|/\\*|\\*/|\\\\begin\\{pips\\}|\\\\end\\{pips\\}|\\[Game \"gipf\"\\]|\\[Variant \
                \"basic\"\\]|b3|# x|)(\n|\r\n)){0,16}"
        ) {
            for kind in [PageKind::Latex, PageKind::Typst] {
                let once = format_page(page.as_bytes(), kind, &Context::default());
                let twice = format_page(&once.bytes, kind, &Context::default());
                prop_assert_eq!(String::from_utf8_lossy(&twice.bytes), String::from_utf8_lossy(&once.bytes));
                let text_around = |page: &[u8]| String::from_utf8(around(page, kind)).unwrap();
                let [before, after] = [page.as_bytes(), &once.bytes].map(text_around);
                prop_assert_eq!(after, before);
            }
        }

        #[test]
        fn formatting_twice_equals_once_and_keeps_the_surrounding_text(
            page in "((> ?|- |1\\. |  |    |\t){0,2}(```|~~~|```pips|\\[Game \"gipf\"\\]|\\[Variant \
                \"basic\"\\]|b3|1\\. b3|\\{é|\\}|# x|x||)(\n|\r\n)){0,16}"
        ) {
            let once = format_page(page.as_bytes(), PageKind::Markdown, &Context::default());
            let twice = format_page(&once.bytes, PageKind::Markdown, &Context::default());
            prop_assert_eq!(String::from_utf8_lossy(&twice.bytes), String::from_utf8_lossy(&once.bytes));
            let text_around = |page: &[u8]| String::from_utf8(around(page, PageKind::Markdown)).unwrap();
            prop_assert_eq!(text_around(&once.bytes), text_around(page.as_bytes()));
        }

        #[test]
        fn records_anywhere_become_canonical(
            margin in "(> ?|   ?|\t|   > ){0,2}", end in "\r?\n", records in "(\\[Game \"gipf\"\\]\n\\[Variant \
                \"basic\"\\]\n{0,2}(b3|1\\. b3|# x\nb3|b3 \\{a\n\nb\\})\n{1,3}){1,3}", closed in any::<bool>()
        ) {
            let close = if closed { "```\n" } else { "" };
            let text = format!("```pips\n{records}{close}");
            let page: String = text.lines().map(|line| format!("{margin}{line}{end}")).collect();
            let once = format_page(page.as_bytes(), PageKind::Markdown, &Context::default());
            let twice = format_page(&once.bytes, PageKind::Markdown, &Context::default());
            prop_assert_eq!(twice.bytes, once.bytes.clone());
            let canonical = super::super::pips::format(records.as_bytes(), false).bytes;
            for block in markdown_blocks(&once.bytes) {
                let text = String::from_utf8(block.text.bytes).unwrap().replace("\r\n", "\n");
                if once.left_as_they_are.is_empty() && block.text.dropped == 0 {
                    prop_assert_eq!(text, String::from_utf8(canonical.clone()).unwrap());
                }
            }
        }
    }
}
