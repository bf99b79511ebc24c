//! Replaces the texts of blocks in a document. Every byte around them is unchanged.

use super::{PageBlock, PageKind};
use crate::text::RawRecord;

/// The maximum number of new texts that may be misread. If there are more, the document stays
/// unchanged.
const MAX_MISREAD: usize = 32;

/// New text of a block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct BlockText {
    /// The text as the parser should read it.
    text: Vec<u8>,
    /// The text with the margins of its lines.
    lines: Vec<u8>,
}

impl BlockText {
    /// Returns true if the text differs from the text of the block.
    pub(crate) fn is_new(&self, block: &PageBlock) -> bool {
        self.text != block.text.bytes
    }

    /// Appends text that is in the document already.
    pub(crate) fn push_old(&mut self, raw: &RawRecord) {
        self.text.extend_from_slice(&raw.bytes);
        self.lines.extend_from_slice(&raw.lines().1);
    }

    /// Appends lines, with the margin and the line ends of the block.
    pub(crate) fn push_new(&mut self, block: &PageBlock, lines: &[u8]) {
        let raw = &block.text;
        let margin = raw.margins.of_first_line(&raw.bytes);
        let line_end_of_block = first_line_end(&raw.bytes);
        for line in lines.split_inclusive(|&byte| byte == b'\n') {
            let (content, line_end) = match line.strip_suffix(b"\n") {
                Some(line) => (line.strip_suffix(b"\r").unwrap_or(line), line_end_of_block),
                None => (line, &b""[..]),
            };
            // Blank lines get no trailing white space.
            self.lines.extend_from_slice(if content.is_empty() {
                margin.trim_ascii_end()
            } else {
                margin
            });
            for out in [&mut self.text, &mut self.lines] {
                out.extend_from_slice(content);
                out.extend_from_slice(line_end);
            }
        }
    }
}

/// Returns the line end of the first line of a text.
fn first_line_end(text: &[u8]) -> &'static [u8] {
    let line = text.split_inclusive(|&byte| byte == b'\n').next();
    if line.is_some_and(|line| line.ends_with(b"\r\n")) {
        b"\r\n"
    } else {
        b"\n"
    }
}

/// Returns the document with new texts in its blocks, and the indices of the blocks that could not
/// be replaced, because a line would close the block or would not be read as part of it.
pub(crate) fn with_texts(
    page: &[u8],
    kind: PageKind,
    blocks: &[PageBlock],
    mut texts: Vec<Option<BlockText>>,
) -> (Vec<u8>, Vec<usize>) {
    let mut misread = Vec::new();
    loop {
        let new = replace_blocks(page, blocks, &texts);
        let Some(index) = first_misread(&new, kind, blocks, &texts) else {
            return (new, misread);
        };
        // Earlier blocks are read correctly. The cause is this block, or the last new one before
        // it.
        let candidates = &texts[..texts.len().min(index + 1)];
        let blamed = candidates.iter().rposition(Option::is_some);
        match blamed {
            Some(index) if misread.len() < MAX_MISREAD => {
                texts[index] = None;
                misread.push(index);
            }
            _ => {
                let rest = texts
                    .iter()
                    .enumerate()
                    .filter(|(_, text)| text.is_some())
                    .map(|(index, _)| index);
                misread.extend(rest);
                return (page.to_vec(), misread);
            }
        }
    }
}

/// Returns the document with new texts in its blocks.
fn replace_blocks(page: &[u8], blocks: &[PageBlock], texts: &[Option<BlockText>]) -> Vec<u8> {
    let mut out = Vec::with_capacity(page.len());
    let mut done = 0;
    for (block, new) in blocks.iter().zip(texts) {
        let Some(new) = new else { continue };
        let (start, old) = block.text.lines();
        let start = usize::try_from(start).unwrap_or(usize::MAX);
        out.extend_from_slice(page.get(done..start).unwrap_or_default());
        out.extend_from_slice(&new.lines);
        done = start + old.len();
    }
    out.extend_from_slice(page.get(done..).unwrap_or_default());
    out
}

/// Returns the index of the first block whose text is not read as intended.
fn first_misread(
    page: &[u8],
    kind: PageKind,
    blocks: &[PageBlock],
    texts: &[Option<BlockText>],
) -> Option<usize> {
    if texts.iter().all(Option::is_none) {
        return None;
    }
    let read = kind.blocks(page);
    let intended = blocks
        .iter()
        .zip(texts)
        .map(|(block, new)| new.as_ref().map_or(&block.text.bytes, |new| &new.text));
    let different = intended
        .zip(&read)
        .position(|(intended, read)| *intended != read.text.bytes);
    if different.is_some() {
        return different;
    }
    if read.len() == blocks.len() {
        None
    } else {
        // The first block that is missing, or that was not there before.
        Some(read.len().min(blocks.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Replaces the text of all blocks of a document.
    fn with(page: &str, text: &str) -> (String, Vec<usize>) {
        with_kind(PageKind::Markdown, page, text)
    }

    fn with_kind(kind: PageKind, page: &str, text: &str) -> (String, Vec<usize>) {
        let blocks = kind.blocks(page.as_bytes());
        let texts = blocks.iter().map(|block| {
            let mut new = BlockText::default();
            new.push_new(block, text.as_bytes());
            Some(new)
        });
        let (new, misread) = with_texts(page.as_bytes(), kind, &blocks, texts.collect());
        (String::from_utf8(new).unwrap(), misread)
    }

    #[test]
    fn lines_keep_the_margin_of_their_block() {
        for (page, expected) in [
            ("a\n```pips\nb\n```\nc", "a\n```pips\nx\n\ny\n```\nc"),
            (
                "> ```pips\r\n> b\r\n> ```\r\n",
                "> ```pips\r\n> x\r\n>\r\n> y\r\n> ```\r\n",
            ),
            (
                "- ```pips\n\n  b\n  ```\n",
                "- ```pips\n  x\n\n  y\n  ```\n",
            ),
            (
                "1. > ```pips\n   > b\nc\n",
                "1. > ```pips\n   > x\n   >\n   > y\nc\n",
            ),
            ("\u{FEFF}```pips\nb", "\u{FEFF}```pips\nx\n\ny\n"),
        ] {
            assert_eq!(
                with(page, "x\n\ny\n"),
                (expected.to_owned(), vec![]),
                "{page:?}"
            );
        }
    }

    #[test]
    fn line_ends_are_those_of_the_block() {
        for text in ["x\r\n\r\ny\r\n", "x\n\ny\n"] {
            let crlf = ("```pips\r\nx\r\n\r\ny\r\n```\r\n".to_owned(), vec![]);
            assert_eq!(with("```pips\r\nb\r\n```\r\n", text), crlf);
            assert_eq!(
                with("```pips\nb\n```\n", text),
                (crlf.0.replace('\r', ""), vec![])
            );
        }
    }

    #[test]
    fn latex_and_typst_documents_keep_their_margins() {
        for (kind, page, expected) in [
            (
                PageKind::Latex,
                "\\begin{pips}\nb\n\\end{pips}\n",
                "\\begin{pips}\nx\n\ny\n\\end{pips}\n",
            ),
            (
                PageKind::Latex,
                "  \\begin{pips}\n b\n  \\end{pips}",
                "  \\begin{pips}\n x\n\n y\n  \\end{pips}",
            ),
            (
                PageKind::Latex,
                "%```pips\n% b\n%```\n",
                "%```pips\n% x\n%\n% y\n%```\n",
            ),
            (
                PageKind::Typst,
                "- ```pips\n  b\n  ```\n",
                "- ```pips\n  x\n\n  y\n  ```\n",
            ),
            (PageKind::Typst, "```pips [b]```\n", "```pips x\n\ny\n```\n"),
        ] {
            let (new, misread) = with_kind(kind, page, "x\n\ny\n");
            if page.contains("[b]") {
                // The block would no longer be read as a record.
                assert_eq!((new.as_str(), misread), (page, vec![0]));
            } else {
                assert_eq!((new.as_str(), misread), (expected, vec![]), "{page}");
            }
        }

        assert_eq!(
            with_kind(PageKind::Latex, "%```pips\n% b\n%```\n", "x\n```\n").1,
            [0]
        );
        assert_eq!(
            with_kind(PageKind::Typst, "```pips\nb\n```\n", "x```y\n").1,
            [0]
        );
    }

    #[test]
    fn text_that_would_change_its_meaning_is_not_inserted() {
        let page = "```pips\na\n```\n\n````pips\nb\n````\n\n> ~~~pips\n> c\n";
        let (new, misread) = with(page, "x\n```\ny\n");
        assert_eq!(misread, [0]);
        assert_eq!(
            new,
            "```pips\na\n```\n\n````pips\nx\n```\ny\n````\n\n> ~~~pips\n> x\n> ```\n> y\n"
        );
        // The tab belongs to the text as much as to the list.
        assert_eq!(with("- ```pips\n\tb\n  ```\n", "x\n").1, [0]);
    }
}
