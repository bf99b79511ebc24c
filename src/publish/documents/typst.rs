//! Records in Typst: raw blocks that are tagged `pips`.
//!
//! ````text
//! ```pips turn=12
//! …
//! ```
//! ````
//!
//! *Raw text* is text between *fences* of one backtick, or of three or more.

use std::ops::Range;

use memchr::memmem;

use super::page_block::{LineCount, PageBlock, indent_length, push_dedented};
use super::unread_block::{UNCLOSED, UnreadBlock, is_pips_in_wrong_case, wrong_case};
use crate::text::{Claim, RawRecord};

const TAG: &[u8] = b"pips";

/// Returns the raw blocks of a Typst source that are tagged `pips`. The block attributes come after
/// the tag, as in Markdown; text there that can start a record is the first line of the record.
/// Blocks in comments or in other raw text are ignored.
pub(crate) fn typst_blocks(bytes: &[u8]) -> Vec<PageBlock> {
    read_typst(bytes).0
}

/// Returns the raw text of a Typst source that looks like a block and is not read.
pub(super) fn unread_typst_blocks(bytes: &[u8]) -> Vec<UnreadBlock> {
    read_typst(bytes).1
}

/// Returns the blocks, and the raw text that is not read.
fn read_typst(bytes: &[u8]) -> (Vec<PageBlock>, Vec<UnreadBlock>) {
    let mut blocks = Vec::new();
    let mut unread = Vec::new();
    let mut line = LineCount::new(bytes);
    let mut offset = 0;
    while let Some(&byte) = bytes.get(offset) {
        let rest = &bytes[offset..];
        offset += match byte {
            // A backslash escapes the next character.
            b'\\' => 2,
            // After a colon, `//` is part of an address.
            b'/' if rest.starts_with(b"//") && !bytes[..offset].ends_with(b":") => {
                to_line_end(rest)
            }
            b'/' if rest.starts_with(b"/*") => comment_length(rest),
            b'`' => {
                let Some(raw) = RawText::at_start_of(rest) else {
                    let fence = rest.iter().take_while(|&&byte| byte == b'`').count();
                    if fence >= 3 && is_pips(&rest[fence..]) {
                        unread.push(UnreadBlock::new(offset, &mut line, UNCLOSED));
                    }
                    break;
                };
                let content = offset + raw.fence..offset + raw.fence + raw.content;
                let inside = &bytes[content.clone()];
                let tag = &inside[..inside.len().min(TAG.len())];
                if raw.fence >= 3 && is_pips(inside) {
                    let range = offset..offset + raw.whole;
                    let after_tag = content.start + TAG.len()..content.end;
                    blocks.push(read_block(bytes, range, after_tag, &mut line));
                } else if raw.fence >= 3 && is_pips_in_wrong_case(tag) && ends_tag(inside) {
                    let message = wrong_case(&String::from_utf8_lossy(tag));
                    unread.push(UnreadBlock::new(offset, &mut line, message));
                }
                raw.whole
            }
            _ => 1,
        };
    }

    (blocks, unread)
}

/// Returns true if the text after the tag of a block is block attributes and not the first line of
/// the record.
pub(crate) fn is_info(line: &str) -> bool {
    let line = line.trim();
    // A record may start with a turn number, a tag or a `#` comment.
    !line.is_empty()
        && !line.starts_with(|first: char| first.is_ascii_digit() || "[#".contains(first))
}

/// Lengths of raw text: text between fences of backticks.
struct RawText {
    /// Length of a fence.
    fence: usize,
    /// Length of the text between the fences.
    content: usize,
    /// Length of the text with its fences.
    whole: usize,
}

impl RawText {
    /// Finds the raw text with which a text begins; `None` if nothing closes it.
    fn at_start_of(text: &[u8]) -> Option<Self> {
        let fence = text.iter().take_while(|&&byte| byte == b'`').count();
        if fence == 2 {
            // Two backticks enclose nothing.
            return Some(Self {
                fence,
                content: 0,
                whole: 2,
            });
        }
        let (opening, after) = text.split_at(fence);
        let content = memmem::find(after, opening)?;
        Some(Self {
            fence,
            content,
            whole: fence + content + fence,
        })
    }
}

/// Returns the length of the text up to the end of its line.
fn to_line_end(rest: &[u8]) -> usize {
    memchr::memchr(b'\n', rest).unwrap_or(rest.len())
}

/// Returns the length of a comment, which may contain other comments.
fn comment_length(rest: &[u8]) -> usize {
    let mut depth = 0_usize;
    let mut offset = 0;
    while offset < rest.len() {
        let (step, change) = match rest[offset..] {
            [b'/', b'*', ..] => (2, 1),
            [b'*', b'/', ..] => (2, -1),
            _ => (1, 0),
        };
        offset += step;
        depth = depth.saturating_add_signed(change);
        if depth == 0 {
            break;
        }
    }
    offset
}

/// Returns true if raw text is tagged `pips`.
fn is_pips(text: &[u8]) -> bool {
    text.starts_with(TAG) && ends_tag(text)
}

/// Returns true if the tag of raw text is not longer than `pips`. A longer name is a different tag.
fn ends_tag(text: &[u8]) -> bool {
    let goes_on =
        |byte: &u8| byte.is_ascii_alphanumeric() || b"_-".contains(byte) || !byte.is_ascii();
    !text.get(TAG.len()).is_some_and(goes_on)
}

/// Reads a block from the range of its raw text, without the fences and the tag.
fn read_block(
    bytes: &[u8],
    range: Range<usize>,
    content: Range<usize>,
    lines: &mut LineCount<'_>,
) -> PageBlock {
    let inside = &bytes[content.clone()];
    let first_length = memchr::memchr(b'\n', inside).map_or(inside.len(), |end| end + 1);
    let first_end = content.start + first_length;
    let first_line = &bytes[content.start..first_end];
    let has_info = std::str::from_utf8(first_line).map_or(true, is_info);
    let blank = first_line.len() - first_line.trim_ascii_start().len();
    let info = if has_info {
        let info_start = content.start + blank;
        info_start..info_start + first_line.trim_ascii().len()
    } else {
        content.start..content.start
    };

    let mut text = RawRecord::default();
    if has_info || first_line.trim_ascii().is_empty() {
        text.offset = first_end as u64;
    } else {
        text.offset = (content.start + blank) as u64;
        text.bytes.extend_from_slice(&first_line[blank..]);
    }

    let rest: Vec<&[u8]> = bytes[first_end..content.end]
        .split_inclusive(|&byte| byte == b'\n')
        .collect();
    let margin = common_margin(&rest, bytes[..content.end].ends_with(b"\n"));
    let mut line_start = first_end;
    for line in rest {
        let line_end = line_start + line.len();
        let is_last = line_end == content.end;
        // The line of the closing fence is not part of the text.
        let is_before_fence = is_last && line.trim_ascii().is_empty() && !line.ends_with(b"\n");
        if !is_before_fence {
            push_dedented(&mut text, bytes, line_start..line_end, margin);
        }
        line_start = line_end;
    }

    text.line = lines.line_of(usize::try_from(text.offset).unwrap_or(usize::MAX));
    text.claim = Some(Claim::of_info(
        std::str::from_utf8(&bytes[info.clone()]).unwrap_or_default(),
    ));
    PageBlock {
        range,
        info,
        options: Vec::new(),
        text,
    }
}

/// Returns the common indentation of the lines of a block. `ends_with_line_end` is true if the
/// closing fence is at the start of its own line; otherwise the last line is the text before it.
fn common_margin(lines: &[&[u8]], ends_with_line_end: bool) -> usize {
    // The indentation of the closing fence counts too.
    let closing = if lines.is_empty() {
        None
    } else if ends_with_line_end {
        Some(&b""[..])
    } else {
        lines.last().copied()
    };
    let is_filled = |line: &&&[u8]| !line.trim_ascii().is_empty();
    let margins = lines.iter().filter(is_filled).copied().chain(closing);
    margins.map(indent_length).min().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::text::{SourceText, Span};

    /// Returns the attributes of each block, its text, and the line on which the text begins.
    /// Checks the place of every byte.
    fn blocks(page: &str) -> Vec<(&str, String, u64)> {
        let read = typst_blocks(page.as_bytes()).into_iter().map(|block| {
            let (start, lines) = block.text.lines();
            let start = usize::try_from(start).unwrap();
            assert_eq!(
                page.as_bytes().get(start..start + lines.len()),
                Some(lines.as_slice()),
                "{page:?}"
            );
            let text = String::from_utf8_lossy(&block.text.bytes).into_owned();
            let source = SourceText::new(text.clone(), block.text.offset, block.text.line)
                .with_margins(block.text.margins.clone());
            for index in 0..block.text.bytes.len() {
                let in_file = source.in_file(Span::new(index, index + 1));
                let range =
                    usize::try_from(in_file.start).unwrap()..usize::try_from(in_file.end).unwrap();
                assert_eq!(
                    page.as_bytes().get(range),
                    Some(&block.text.bytes[index..=index]),
                    "{page:?}"
                );
            }
            (&page[block.info], text, block.text.line)
        });
        read.collect()
    }

    #[test]
    fn raw_blocks_with_the_tag_are_read() {
        assert_eq!(
            blocks("a\n```pips\n[x]\nb\n```\n"),
            [("", "[x]\nb\n".to_owned(), 3)]
        );
        assert_eq!(
            blocks("```pips,turn=2 \r\n[x]\r\n```"),
            [(",turn=2", "[x]\r\n".to_owned(), 2)]
        );
        assert_eq!(
            blocks("- a\n  ````pips {turn=2}\n  [x]\n\n    b\n  ````"),
            [("{turn=2}", "[x]\n\n  b\n".to_owned(), 3)]
        );
        assert_eq!(
            blocks("#f(```pips [x]\nb```)"),
            [("", "[x]\nb".to_owned(), 1)]
        );
        assert_eq!(blocks("```pips 1. b3```"), [("", "1. b3".to_owned(), 1)]);
        assert_eq!(
            blocks("  ```pips\n  a\n```\n"),
            [("", "  a\n".to_owned(), 2)],
            "the closing fence says the margin"
        );
        assert_eq!(blocks("```pips```"), [("", String::new(), 1)]);
        assert_eq!(blocks("https://a.b ```pips\n[x]\n``` `a` ``").len(), 1);
    }

    #[test]
    fn raw_blocks_that_are_not_read_are_reported() {
        for (page, line, message) in [
            ("a\n```pips\n[x]\n", 2, UNCLOSED),
            ("````pips turn=2\n[x]\n```\n", 1, UNCLOSED),
            ("a\n\n```Pips turn=2\n[x]\n```\n", 3, "instead of `Pips`"),
            ("```PIPS```", 1, "instead of `PIPS`"),
        ] {
            let unread = unread_typst_blocks(page.as_bytes());
            assert_eq!(unread.len(), 1, "{page}: {unread:?}");
            assert_eq!(unread[0].line, line, "{page}");
            assert!(unread[0].message.contains(message), "{page}: {unread:?}");
        }
        for page in [
            "```pips\n[x]\n```",
            "// ```pips\n",
            "```PIPScribe\n```",
            "```rust\n",
        ] {
            assert_eq!(unread_typst_blocks(page.as_bytes()), [], "{page}");
        }
    }

    #[test]
    fn other_raw_blocks_are_not_records() {
        for page in [
            "// ```pips\n[x]\n",
            "/* /* */ ```pips\n[x]\n``` */",
            "````typ\n```pips\n[x]\n```\n````",
            "`x ```pips` [x]\n",
            "\\```pips ``",
            "```pipscribe\n[x]\n```",
            "```pips\n[x]\n",
            "``pips``",
            "```pip\n```",
        ] {
            assert_eq!(blocks(page), [], "{page}");
        }
    }

    proptest! {
        #[test]
        fn any_page_keeps_its_bytes(page in "(( |  |\t){0,2}(```|````|```pips|`|/\\*|\\*/|//|\\[x\\]|é|\\\\| \
            turn=2|\r)?\n?){0,14}") {
            blocks(&page);
        }
    }
}
