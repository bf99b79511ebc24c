//! Records in Markdown: code blocks that are fenced as `pips`.
//!
//! A document is first prepared for the CommonMark parser ([`text_for_parser`]): whatever the
//! parser would misread is blanked without changing the length, so that its ranges hold for the
//! document too. `code_blocks.rs` then finds the blocks, and [`FencedBlock`] turns each into a
//! [`PageBlock`].

use std::borrow::Cow;
use std::ops::Range;

use super::cell_options::CellOptions;
use super::code_blocks::{code_blocks, is_pips};
use super::front_matter::front_matter_length;
use super::mdx::without_jsx;
use super::page_block::{LineCount, PageBlock};
use super::unread_block::{UnreadBlock, is_pips_in_wrong_case, wrong_case};
use crate::text::{
    BlockAttribute, Claim, RawRecord, after_cell_language, block_attributes, last_line_start,
    lines_with_starts, utf8_or_marks,
};

/// The maximum column at which a line may open lists and quotes, in bytes. The run time of the
/// parser is proportional to the number of lines times the number of open lists and quotes.
const MAX_MARGIN: usize = 64;

/// A list item whose content begins in the fifth column.
const LIST_MARK: &str = "-   ";

/// Lines before and after a record in a comment, which readers of the document do not see.
pub(crate) const HIDING: [&str; 2] = ["<!-- pipscribe: hidden", "pipscribe: shown -->"];
/// The same in MDX.
pub(crate) const MDX_HIDING: [&str; 2] = ["{/* pipscribe: hidden", "pipscribe: shown */}"];

/// Form of Markdown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum MarkdownDialect {
    CommonMark,
    Mdx,
}

/// Returns every block of a CommonMark document that is fenced as `pips`: the info string has
/// `pips` as its first word or as a class, ` ```{.pips} `. Blocks in lists and quotes are included.
/// A block that is not closed extends to the end of its container.
pub(crate) fn markdown_blocks(bytes: &[u8]) -> Vec<PageBlock> {
    blocks_in(bytes, MarkdownDialect::CommonMark)
}

/// Returns every block of an MDX document that is fenced as `pips`, including blocks between tags.
pub(super) fn mdx_blocks(bytes: &[u8]) -> Vec<PageBlock> {
    blocks_in(bytes, MarkdownDialect::Mdx)
}

fn blocks_in(bytes: &[u8], dialect: MarkdownDialect) -> Vec<PageBlock> {
    // Most documents in a folder have no records.
    if memchr::memmem::find(bytes, b"pips").is_none() {
        return Vec::new();
    }
    // The text begins after the byte order mark, whose length is `shift`.
    let (text, shift) = text_for_parser(bytes, dialect);
    let mut lines = LineCount::new(bytes);
    let in_file = |range: Range<usize>| range.start + shift..range.end + shift;
    let mut blocks = Vec::new();
    for block in code_blocks(&text) {
        if !block.is_pips {
            continue;
        }
        let mut fenced = FencedBlock {
            range: in_file(block.range),
            pieces: Vec::new(),
        };
        for piece in block.pieces {
            fenced.push(bytes, in_file(piece));
        }
        blocks.push(fenced.into_page_block(bytes, &mut lines));
    }
    blocks
}

/// Returns the fenced code blocks of a document whose language is `pips` in capital letters.
pub(super) fn unread_markdown_blocks(bytes: &[u8], dialect: MarkdownDialect) -> Vec<UnreadBlock> {
    // Most documents do not have the word in capital letters.
    if !bytes.windows(b"pips".len()).any(is_pips_in_wrong_case) {
        return Vec::new();
    }
    let (text, shift) = text_for_parser(bytes, dialect);
    let mut lines = LineCount::new(bytes);
    let mut unread = Vec::new();
    for block in code_blocks(&text) {
        let is_fenced = text[block.range.clone()].starts_with(['`', '~']);
        let start = block.range.start + shift;
        // The text of an indented block may also begin like a fence.
        if block.is_pips || !is_fenced || margin(bytes, start).ends_with(b"    ") {
            continue;
        }
        let fenced = FencedBlock {
            range: start..block.range.end + shift,
            pieces: Vec::new(),
        };
        let info = utf8_or_marks(bytes.get(fenced.info_range(bytes)).unwrap_or_default());
        if !is_pips(&info) && is_pips(&info.to_ascii_lowercase()) {
            let word = info
                .split([' ', '\t', ',', '{', '}', '.'])
                .find(|word| is_pips_in_wrong_case(word.as_bytes()));
            let message = wrong_case(word.unwrap_or(&info));
            unread.push(UnreadBlock::new(start, &mut lines, message));
        }
    }
    unread
}

/// Returns the ranges of the code blocks of a document, fenced or indented.
pub(crate) fn markdown_code(bytes: &[u8], dialect: MarkdownDialect) -> Vec<Range<usize>> {
    let (text, shift) = text_for_parser(bytes, dialect);
    code_blocks(&text)
        .into_iter()
        .map(|block| block.range.start + shift..block.range.end + shift)
        .collect()
}

/// Returns a document as the CommonMark parser should read it: without its byte order mark, and
/// with blank lines instead of front matter. Also returns the length of the byte order mark.
pub(super) fn text_for_parser(bytes: &[u8], dialect: MarkdownDialect) -> (Cow<'_, str>, usize) {
    let page = bytes.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(bytes);
    let mut text = without_front_matter(with_line_feeds(utf8_or_marks(page)));
    text = without_hiding(text, dialect);
    if dialect == MarkdownDialect::Mdx {
        text = without_jsx(text);
    }
    text = with_containers_as_lists(text);
    (without_deep_margins(text), bytes.len() - page.len())
}

/// Returns a text of the same length in which containers of other dialects are list items, because
/// their content is also indented by four columns: admonitions and tabs of MkDocs (`!!! note`,
/// `=== "Tab"`), footnotes (`[^1]:`) and definitions (`:   `).
fn with_containers_as_lists(text: Cow<'_, str>) -> Cow<'_, str> {
    let mut marks: Vec<Range<usize>> = Vec::new();
    for (start, line) in lines_with_starts(&text) {
        let content = line.trim_start_matches([' ', '\t', '>']);
        if let Some(length) = container_mark_length(content) {
            let mark_start = start + line.len() - content.len();
            marks.push(mark_start..mark_start + length);
        }
    }
    if marks.is_empty() {
        return text;
    }

    let mut text = text.into_owned();
    for range in marks {
        // The letters after the mark of the list become text of the item.
        let letters = "x".repeat(range.len() - LIST_MARK.len());
        text.replace_range(range, &format!("{LIST_MARK}{letters}"));
    }
    Cow::Owned(text)
}

/// Returns the length of the mark with which a container begins, which is at least that of
/// [`LIST_MARK`].
fn container_mark_length(line: &str) -> Option<usize> {
    if let Some(footnote) = line.strip_prefix("[^") {
        let end = footnote.find([']', ' '])?;
        let is_mark = end > 0 && footnote[end..].starts_with("]:");
        return is_mark.then_some("[^]:".len() + end);
    }
    if line.starts_with(":   ") {
        return Some(LIST_MARK.len());
    }

    let is_title = |title: &str| title.starts_with(|first: char| first.is_alphabetic());
    for mark in ["!!! ", "??? ", "???+ "] {
        if line.strip_prefix(mark).is_some_and(is_title) {
            return Some(mark.len());
        }
    }
    let tabs = ["=== ", "===! ", "===+ "];
    tabs.into_iter()
        .find(|mark| {
            line.strip_prefix(mark)
                .is_some_and(|title| title.starts_with('"'))
        })
        .map(str::len)
}

/// Returns a text of the same length in which every CR without an LF becomes an LF. The parser
/// treats such a CR as a line end only in some places.
fn with_line_feeds(text: Cow<'_, str>) -> Cow<'_, str> {
    if !text.contains('\r') {
        return text;
    }

    let mut converted = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let is_lone = character == '\r' && characters.peek() != Some(&'\n');
        converted.push(if is_lone { '\n' } else { character });
    }
    Cow::Owned(converted)
}

/// Returns a text of the same length without the marks of comments around records, so that the
/// parser reads the records.
fn without_hiding(text: Cow<'_, str>, dialect: MarkdownDialect) -> Cow<'_, str> {
    let marks = match dialect {
        MarkdownDialect::CommonMark => HIDING,
        MarkdownDialect::Mdx => MDX_HIDING,
    };
    let mut found: Vec<Range<usize>> = Vec::new();
    for (start, line) in lines_with_starts(&text) {
        let line = line.trim_end();
        if let Some(margin) = marks.iter().find_map(|mark| line.strip_suffix(mark))
            && margin.bytes().all(may_be_margin)
        {
            found.push(start + margin.len()..start + line.len());
        }
    }
    if found.is_empty() {
        return text;
    }

    let mut text = text.into_owned();
    for range in found {
        let blank = " ".repeat(range.len());
        text.replace_range(range, &blank);
    }
    Cow::Owned(text)
}

/// Returns a text of the same length with blank lines instead of front matter.
fn without_front_matter(text: Cow<'_, str>) -> Cow<'_, str> {
    let length = front_matter_length(&text);
    if length == 0 {
        return text;
    }
    let (front_matter, rest) = text.split_at(length);
    let mut blanked = String::with_capacity(text.len());
    for byte in front_matter.bytes() {
        let is_line_end = b"\r\n".contains(&byte);
        blanked.push(if is_line_end { char::from(byte) } else { ' ' });
    }
    blanked.push_str(rest);
    Cow::Owned(blanked)
}

/// Returns a text of the same length in which no line opens a list or a quote too far to the right.
fn without_deep_margins(text: Cow<'_, str>) -> Cow<'_, str> {
    let mut deep: Vec<usize> = Vec::new();
    for (start, line) in lines_with_starts(&text) {
        let mut first_bytes = line.bytes().take(MAX_MARGIN + 1);
        if line.len() > MAX_MARGIN && first_bytes.all(may_be_margin) {
            deep.push(start + MAX_MARGIN);
        }
    }
    if deep.is_empty() {
        return text;
    }

    let mut text = text.into_owned();
    // A letter starts a paragraph. The text of a block is read from the file, so the change has no
    // effect there.
    for offset in deep {
        text.replace_range(offset..=offset, "x");
    }
    Cow::Owned(text)
}

/// Returns true for a byte that may be part of the margin of a line: white space, or a mark of a
/// quote or a list.
fn may_be_margin(byte: u8) -> bool {
    b" \t>-*+.)".contains(&byte) || byte.is_ascii_digit()
}

/// A fenced block: the ranges of the file that are its text.
struct FencedBlock {
    range: Range<usize>,
    pieces: Vec<Range<usize>>,
}

impl FencedBlock {
    /// Adds the next range, which may continue the one before.
    fn push(&mut self, bytes: &[u8], range: Range<usize>) {
        let before = range.start.saturating_sub(1);
        // The parser gives an empty range for a tab that belongs partly to the margin, and only the
        // LF of a CR LF. The byte before is then a part of the text.
        let start = if range.is_empty() || bytes.get(before) == Some(&b'\r') {
            before
        } else {
            range.start
        };
        match self.pieces.last_mut() {
            Some(last) if last.end == start => last.end = range.end,
            _ => self.pieces.push(start..range.end),
        }
    }

    /// Reads the attributes and the text of the block.
    fn into_page_block(mut self, bytes: &[u8], lines: &mut LineCount<'_>) -> PageBlock {
        let info = self.info_range(bytes);
        let info_text = utf8_or_marks(bytes.get(info.clone()).unwrap_or_default());
        let after_fence = self.range.start + self.first_line(bytes).len() + 1;
        let mut text = RawRecord {
            offset: after_fence.min(self.range.end) as u64,
            ..RawRecord::default()
        };
        let options = if after_cell_language(&info_text).is_some() {
            self.take_options(bytes, info.start, &mut text)
        } else {
            Vec::new()
        };
        let mut attributes = block_attributes(&info_text).attributes;
        attributes.extend_from_slice(&options);
        text.claim = Some(Claim::of_attributes(&attributes));
        text.is_block_open = !self.is_closed(bytes);

        if let Some(first) = self.pieces.first() {
            text.offset = first.start as u64;
        }
        for piece in &self.pieces {
            let margin = margin(bytes, piece.start);
            if !margin.is_empty() {
                text.margins.push(text.bytes.len(), margin);
            }
            text.bytes
                .extend_from_slice(bytes.get(piece.clone()).unwrap_or_default());
        }

        let offset = usize::try_from(text.offset).unwrap_or(usize::MAX);
        text.line = lines.line_of(offset.min(bytes.len()));
        PageBlock {
            range: self.range,
            info,
            options,
            text,
        }
    }

    /// Returns the line of the opening fence.
    fn first_line<'b>(&self, bytes: &'b [u8]) -> &'b [u8] {
        let block = bytes.get(self.range.clone()).unwrap_or_default();
        block
            .split(|&byte| byte == b'\n')
            .next()
            .unwrap_or_default()
    }

    /// Returns true if the last line of the block is a closing fence.
    fn is_closed(&self, bytes: &[u8]) -> bool {
        let block = bytes.get(self.range.clone()).unwrap_or_default();
        let block = block.trim_ascii_end();
        let Some(&mark) = block.first() else {
            return false;
        };
        let Some(line_end) = block.iter().rposition(|byte| matches!(byte, b'\n' | b'\r')) else {
            return false;
        };
        let last_line = &block[line_end + 1..];
        let fence_length = last_line
            .iter()
            .rev()
            .take_while(|&&byte| byte == mark)
            .count();
        let before_fence = &last_line[..last_line.len() - fence_length];
        // In Markdown, a fence has at least three signs.
        fence_length >= 3 && before_fence.iter().all(|&byte| may_be_margin(byte))
    }

    /// Returns the range of the info string: the text after the marks of the opening fence.
    fn info_range(&self, bytes: &[u8]) -> Range<usize> {
        let line = self.first_line(bytes);
        let is_mark = |byte: &&u8| Some(*byte) == line.first();
        let fence_length = line.iter().take_while(is_mark).count();
        let after_fence = &line[fence_length..];
        let blank_length = after_fence.len() - after_fence.trim_ascii_start().len();
        let start = self.range.start + fence_length + blank_length;
        start..start + after_fence.trim_ascii().len()
    }

    /// Removes the option lines of a cell from its start, and returns their attributes. `text` then
    /// begins after them.
    fn take_options(
        &mut self,
        bytes: &[u8],
        origin: usize,
        text: &mut RawRecord,
    ) -> Vec<BlockAttribute> {
        let mut options = CellOptions::new(origin);
        for piece in &mut self.pieces {
            piece.start += options.take(bytes, piece.clone());
            text.offset = piece.start as u64;
            if piece.start < piece.end {
                break;
            }
        }
        self.pieces.retain(|piece| !piece.is_empty());
        options.finish()
    }
}

/// Returns the text before a byte on its line.
fn margin(bytes: &[u8], offset: usize) -> &[u8] {
    let before = bytes.get(..offset).unwrap_or_default();
    &before[last_line_start(before)..]
}

#[cfg(feature = "markdown")]
#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::PageKind;
    use super::*;
    use crate::text::{LineIndex, SourceText, Span};

    /// Returns the texts of the records of a document. Checks that every byte of them has the
    /// place, line and column that they state.
    fn records(page: &[u8]) -> Vec<String> {
        let whole = utf8_or_marks(page);
        let lines = LineIndex::new(&whole);
        let texts = PageKind::Markdown.records(page).into_iter().map(|raw| {
            let (start, bytes) = raw.lines();
            let start = usize::try_from(start).unwrap();
            assert_eq!(
                page.get(start..start + bytes.len()),
                Some(bytes.as_slice()),
                "the lines of {raw:?}"
            );
            let text = utf8_or_marks(&raw.bytes).into_owned();
            let source =
                SourceText::new(text.clone(), raw.offset, raw.line).with_margins(raw.margins);
            assert_eq!(source.in_file(Span::new(0, 0)).start, raw.offset);
            for (byte, character) in text.char_indices() {
                let end = byte + character.len_utf8();
                let range = source.in_file(Span::new(byte, end));
                let in_page =
                    usize::try_from(range.start).unwrap()..usize::try_from(range.end).unwrap();
                assert_eq!(
                    page.get(in_page.clone()),
                    Some(&raw.bytes[byte..end]),
                    "byte {byte} of {text:?}"
                );
                let in_page = u32::try_from(in_page.start).unwrap();
                assert_eq!(
                    source.place(u32::try_from(byte).unwrap()),
                    lines.place(&whole, in_page, 1),
                    "{byte}: {text:?}"
                );
            }
            text
        });
        texts.collect()
    }

    #[test]
    fn blocks_are_records_with_their_places() {
        let text = b"# Page\n\n```pips\n[Game \"gipf\"]\n```\n\
            ~~~rust\n[Game \"x\"]\n~~~\n````pips title\n# a\n[Game \"a\"]\n```\n[Game \"b\"]\n";
        let raws = PageKind::Markdown.records(text);
        let places: Vec<_> = raws
            .iter()
            .map(|raw| (raw.line, raw.offset, raw.bytes.as_slice()))
            .collect();
        assert_eq!(
            places,
            [
                (4, 16, &b"[Game \"gipf\"]\n"[..]),
                (11, 76, b"[Game \"a\"]\n```\n"),
                (13, 91, b"[Game \"b\"]\n")
            ]
        );
        assert_eq!(records(text).len(), 3);
    }

    #[test]
    fn blocks_are_found_in_lists_and_quotes() {
        for (page, expected) in [
            (
                "- a\n\n  ```pips\n  [Game \"é\"]\n\n    b3\n  ```\n",
                "[Game \"é\"]\n\n  b3\n",
            ),
            (
                "1. ~~~pips\n   # x\n\n   [Game \"a\"]\n   b\n   ~~~",
                "[Game \"a\"]\nb\n",
            ),
            (
                "> ```pips\n>[Game \"a\"]\n>\n>  b\n> ```\n",
                "[Game \"a\"]\n\n b\n",
            ),
            (
                "> 1. > ```pips\n>    > [Game \"a\"]\n>    > b3\n>    > ```\n",
                "[Game \"a\"]\nb3\n",
            ),
            (
                "* * ```pips\n    [Game \"a\"]\n\n    b\n* x\n",
                "[Game \"a\"]\n\nb\n",
            ),
            // An indented fence: the content has the same indentation or less.
            (
                "   ```pips\n   [Game \"a\"]\n b\n     c\n   ```\n",
                "[Game \"a\"]\nb\n  c\n",
            ),
            (
                "> ```pips\r\n> [Game \"a\"]\r\n>\r\n> b\r\n> ```\r\n",
                "[Game \"a\"]\r\n\r\nb\r\n",
            ),
            (
                "-\t```pips\n\t[Game \"a\"]\n\t\tb\tc\n\t```\n",
                "[Game \"a\"]\n\tb\tc\n",
            ),
            // A tab that belongs partly to the margin and partly to the text is kept in the text.
            (
                "- ```pips\n  [Game \"a\"]\n\tb\n>\tx\n",
                "[Game \"a\"]\n\tb\n",
            ),
            ("> ```pips\n> [Game \"a\"]\r\n>\tb", "[Game \"a\"]\r\n\tb"),
            (">\t```pips\n>\t[Game \"a\"]\r\n>\tb", "[Game \"a\"]\r\nb"),
            // An unclosed block ends with its container.
            ("> ```pips\n> [Game \"a\"]\nb3\n", "[Game \"a\"]\n"),
            ("- ```pips\n  [Game \"a\"]\n\nb3\n", "[Game \"a\"]\n\n"),
            ("\u{FEFF}```pips\n[Game \"a\"]", "[Game \"a\"]"),
            (
                "<details>\n\n```pips\n[Game \"a\"]\n```\n\n</details>\n",
                "[Game \"a\"]\n",
            ),
        ] {
            assert_eq!(records(page.as_bytes()), [expected], "{page:?}");
        }

        let two = "> ```pips\n> # why\n> [Game \"a\"]\n> b\n>\n> [Game \"b\"]\n> c\n";
        assert_eq!(
            records(two.as_bytes()),
            ["[Game \"a\"]\nb\n\n", "[Game \"b\"]\nc\n"]
        );
        assert_eq!(
            records(b"> ```pips\n> [Game \"\xE9\"]\n> \xFF\xFE b\n"),
            ["[Game \"\u{1A}\"]\n\u{1A}\u{1A} b\n"]
        );
    }

    #[test]
    fn blocks_are_found_in_containers_of_other_dialects() {
        let indented = "    ```pips\n    [Game \"a\"]\n\n    b\n    ```\n";
        for header in [
            "!!! note",
            "!!! warning \"Title\"",
            "??? note",
            "???+ note",
            "=== \"Tab\"",
            "===+ \"Tab\"",
            "[^1]: Text",
            "[^note]:",
            "text\n:   Definition",
        ] {
            for between in ["\n", "\n\n", "\n    Text\n\n"] {
                let page = format!("Text\n\n{header}{between}{indented}\nText\n");
                assert_eq!(records(page.as_bytes()), ["[Game \"a\"]\n\nb\n"], "{page}");
            }
        }
        let nested =
            "!!! note\n\n    === \"Tab\"\n\n        ```pips\n        [Game \"a\"]\n        ```\n";
        assert_eq!(records(nested.as_bytes()), ["[Game \"a\"]\n"]);
        let quoted = "> !!! note\n>\n>     ```pips\n>     [Game \"a\"]\n>     ```\n";
        assert_eq!(records(quoted.as_bytes()), ["[Game \"a\"]\n"]);
        let in_code = "```text\n!!! note\n\n    ```pips\n    [Game \"a\"]\n```\n";
        assert_eq!(records(in_code.as_bytes()), [""; 0]);
        // These are not containers.
        for text in [
            "!!! ", "!!!!", "=== Tab", "[^]: x", "[a]: x", "::: note", ": a",
        ] {
            let page = format!("{text}\n\n{indented}");
            assert_eq!(records(page.as_bytes()), [""; 0], "{page}");
        }
    }

    #[test]
    fn blocks_in_capital_letters_are_reported() {
        for (info, word) in [
            ("PIPS", "PIPS"),
            ("Pips,turn=2", "Pips"),
            ("{.Pips}", "Pips"),
            ("{PIPS, echo=FALSE}", "PIPS"),
        ] {
            let page = format!("a\n\n- ```{info}\n  [Game \"a\"]\n  ```\n");
            let unread = PageKind::Markdown.unread_blocks(page.as_bytes());
            assert_eq!(unread.len(), 1, "{page}: {unread:?}");
            assert_eq!((unread[0].offset, unread[0].line), (5, 3), "{page}");
            assert!(
                unread[0].message.contains(&format!("instead of `{word}`")),
                "{unread:?}"
            );
        }
        for page in [
            "```pips caption=Pips\n```\n",
            "```rust\nPips\n```\n",
            "    ```PIPS\n",
            "````\n```PIPS\n```\n````\n",
            "```PIPScribe\n```\n",
        ] {
            assert_eq!(
                PageKind::Markdown.unread_blocks(page.as_bytes()),
                [],
                "{page}"
            );
        }
    }

    #[test]
    fn text_outside_fences_is_not_a_record() {
        for page in [
            "    ```pips\n    [Game \"a\"]\n    ```\n",
            "-     ```pips\n      [Game \"a\"]\n",
            "<!--\n```pips\n[Game \"a\"]\n```\n-->\n",
            "<pre>\n```pips\n[Game \"a\"]\n</pre>\n",
            "``pips\n[Game \"a\"]\n``\n",
            "```pips ` \n[Game \"a\"]\n",
            "````\n```pips\n[Game \"a\"]\n```\n````\n",
            "    [Game \"a\"]\n",
        ] {
            assert_eq!(records(page.as_bytes()), [""; 0], "{page:?}");
        }
    }

    #[test]
    fn a_word_or_a_class_marks_a_block_of_records() {
        for (info, expected) in [
            ("pips", true),
            ("  pips  ", true),
            ("pips title", true),
            ("pips,ignore", true),
            ("pips {.wide}", true),
            ("pips{#a}", true),
            ("{.pips}", true),
            (" {.pips}", true),
            ("{ #game .wide .pips key=\"a b\" }", true),
            ("", false),
            ("text pips", false),
            ("pipscribe", false),
            ("PIPS", false),
            ("{.pipscribe}", false),
            ("{pips}", true),
            ("{pips, echo=FALSE}", true),
            ("{pips} turn=2", true),
            ("{pipsqueak}", false),
            ("{key=\"a .pips\"}", false),
            ("{.pips", false),
        ] {
            for fence in ["```", "~~~"] {
                let page = format!("{fence}{info}\n[Game \"a\"]\n{fence}\n");
                assert_eq!(
                    records(page.as_bytes()).len(),
                    usize::from(expected),
                    "{page:?}"
                );
            }
        }
    }

    #[test]
    fn nesting_takes_linear_time() {
        let quoted = |depth: usize| {
            let margin = "> ".repeat(depth);
            format!("{margin}```pips\n{margin}[Game \"a\"]\n")
        };
        assert_eq!(records(quoted(30).as_bytes()), ["[Game \"a\"]\n"]);
        assert_eq!(records(quoted(40).as_bytes()), [""; 0]);
        for page in [
            format!("{}```pips\n{}", "- ".repeat(100_000), "\n".repeat(200_000)),
            quoted(100_000),
        ] {
            assert_eq!(PageKind::Markdown.records(page.as_bytes()), []);
        }
        let wide = format!("```pips\n[Game \"a\"]\n{}9 b\n```\n", " ".repeat(100));
        assert_eq!(
            records(wide.as_bytes()).len(),
            1,
            "in a block nothing is too far right"
        );
    }

    #[test]
    fn a_control_character_before_a_line_end_is_text() {
        let page = b"```pips\n\0\rb3\n```\n";

        assert_eq!(PageKind::Markdown.records(page)[0].bytes, b"\0\rb3\n");
    }

    proptest! {
        #[test]
        fn any_page_keeps_its_bytes(
            page in "((> ?|- |1\\. |  |\t|    ){0,3}(```|~~~|```pips|\\[Game \"|é|b3|\\{|\\}|<!--|-->|#|\r)?\r?\n\
                ){0,12}"
        ) {
            records(page.as_bytes());
        }

        #[test]
        fn any_block_keeps_its_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..60), margin in "(> |- \
            |\t){0,2}") {
            let page = [margin.as_bytes(), b"```pips\n", bytes.as_slice()].concat();
            records(&page);
        }
    }
}
