//! Marks of pieces in the text of Markdown: `![](pip:W)`, and the tags that replace them.

use super::piece_mark::PieceMark;
use crate::text::xml;

/// Start of the tag that replaces a piece.
pub(crate) const PIECE_TAG: &str = "<img data-pip=\"";

/// Escapes a text for an attribute of a tag in Markdown. A backtick could close a code span that
/// begins before the tag, and a bar would end a cell of a table.
pub(crate) fn escaped_for_tag(text: &str) -> String {
    xml::escaped(text)
        .replace('`', "&#96;")
        .replace('|', "&#124;")
}

/// Returns the images of a CommonMark document whose address is `pip:NAME`, and the tags that
/// replaced such images earlier: `<img data-pip="NAME" …>`. Empty if this crate is built without
/// `markdown`.
#[cfg(not(feature = "markdown"))]
pub(super) fn markdown_pieces(_bytes: &[u8]) -> Vec<PieceMark> {
    Vec::new()
}

/// Returns the same for an MDX document.
#[cfg(not(feature = "markdown"))]
pub(super) fn mdx_pieces(_bytes: &[u8]) -> Vec<PieceMark> {
    Vec::new()
}

#[cfg(feature = "markdown")]
pub(super) use self::with_parser::{markdown_pieces, mdx_pieces};

#[cfg(feature = "markdown")]
mod with_parser {
    use std::ops::Range;

    use memchr::memmem;
    use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd};

    use super::super::markdown::{MarkdownDialect, text_for_parser};
    use super::super::mdx::jsx_parts;
    use super::{PIECE_TAG, PieceMark};
    use crate::text::{utf8_or_marks, xml};

    const ADDRESS: &str = "pip:";

    /// Returns the images of a CommonMark document whose address is `pip:NAME`, and the tags that
    /// replaced such images earlier: `<img data-pip="NAME" …>`.
    pub(in super::super) fn markdown_pieces(bytes: &[u8]) -> Vec<PieceMark> {
        pieces(bytes, MarkdownDialect::CommonMark)
    }

    /// Returns the same for an MDX document.
    pub(in super::super) fn mdx_pieces(bytes: &[u8]) -> Vec<PieceMark> {
        let mut marks = pieces(bytes, MarkdownDialect::Mdx);
        if memmem::find(bytes, PIECE_TAG.as_bytes()).is_some() {
            let text = utf8_or_marks(bytes);
            let parts = jsx_parts(&text).into_iter();
            let tags = parts.filter(|part| text[part.clone()].starts_with(PIECE_TAG));
            marks.extend(tags.flat_map(|tag| replaced(&text, tag, None)));
            marks.sort_by_key(|mark| mark.range.start);
        }
        marks
    }

    fn pieces(bytes: &[u8], dialect: MarkdownDialect) -> Vec<PieceMark> {
        let has_pieces = [ADDRESS, PIECE_TAG]
            .iter()
            .any(|sign| memmem::find(bytes, sign.as_bytes()).is_some());
        if !has_pieces {
            return Vec::new();
        }

        let (text, shift) = text_for_parser(bytes, dialect);
        let mut reader = PieceReader {
            text: &text,
            marks: Vec::new(),
            alternative: None,
            opens_block: false,
        };
        for (event, range) in Parser::new_ext(&text, Options::empty()).into_offset_iter() {
            reader.read(event, range);
        }
        let mut marks = reader.marks;
        for mark in &mut marks {
            for range in [&mut mark.range, &mut mark.name] {
                *range = range.start + shift..range.end + shift;
            }
        }
        marks
    }

    /// Reader of the events of the parser, which collects the pieces.
    struct PieceReader<'t> {
        text: &'t str,
        marks: Vec<PieceMark>,
        /// The alternative text of the image that is being read.
        alternative: Option<String>,
        /// True before the first text of a block.
        opens_block: bool,
    }

    impl PieceReader<'_> {
        fn read(&mut self, event: Event<'_>, range: Range<usize>) {
            let opens_block = self.opens_block;
            self.opens_block = is_block_boundary(&event);
            match event {
                Event::Start(Tag::Image {
                    link_type: LinkType::Inline,
                    dest_url,
                    ..
                }) => {
                    self.start_image(&dest_url, range, opens_block);
                }
                Event::End(TagEnd::Image) => {
                    if let (Some(alternative), Some(mark)) =
                        (self.alternative.take(), self.marks.last_mut())
                    {
                        mark.alternative = alternative;
                    }
                }
                Event::InlineHtml(words) if self.alternative.is_some() => {
                    self.add_alternative(&words);
                }
                Event::Text(words) | Event::Code(words) => self.add_alternative(&words),
                Event::SoftBreak | Event::HardBreak => self.add_alternative(" "),
                Event::InlineHtml(_) | Event::Html(_) => {
                    let start = opens_block.then_some(range.start);
                    self.marks.extend(replaced(self.text, range, start));
                }
                _ => {}
            }
        }

        fn start_image(&mut self, address: &str, range: Range<usize>, opens_block: bool) {
            let source = &self.text[range.clone()];
            let Some(name) = address.strip_prefix(ADDRESS) else {
                return;
            };
            // The address is at the end, where it cannot be mistaken for a part of the alternative
            // text.
            let Some(offset) = source.rfind(address) else {
                return;
            };
            let start = range.start + offset + ADDRESS.len();
            let name = start..start + name.len();
            self.marks.push(PieceMark {
                range,
                name,
                alternative: String::new(),
                opens_block,
            });
            self.alternative = Some(String::new());
        }

        fn add_alternative(&mut self, words: &str) {
            if let Some(alternative) = &mut self.alternative {
                alternative.push_str(words);
            }
        }
    }

    /// Returns true if the text after an event begins a block. In a tight list, a paragraph after
    /// another block has no separate event, so the end of that block counts as well.
    fn is_block_boundary(event: &Event<'_>) -> bool {
        let tag = match event {
            Event::Start(tag) => tag.to_end(),
            Event::End(tag) => *tag,
            Event::Rule => return true,
            _ => return false,
        };
        !matches!(
            tag,
            TagEnd::Emphasis
                | TagEnd::Strong
                | TagEnd::Strikethrough
                | TagEnd::Superscript
                | TagEnd::Subscript
                | TagEnd::Link
                | TagEnd::Image
        )
    }

    /// Returns the tags of pieces in a range of HTML, which begins a block at `block_start`.
    fn replaced(text: &str, range: Range<usize>, block_start: Option<usize>) -> Vec<PieceMark> {
        let html = &text[range.clone()];
        let mut marks = Vec::new();
        for (offset, _) in html.match_indices(PIECE_TAG) {
            let start = range.start + offset;
            let opens_block = block_start.is_some_and(|block| text[block..start].trim().is_empty());
            marks.extend(mark_of_tag(&html[offset..], start, opens_block));
        }
        marks
    }

    /// Returns the mark of the tag `<img data-pip="NAME" …>` with which some HTML begins, at byte
    /// `start` of the document; `None` if the tag is not complete.
    fn mark_of_tag(html: &str, start: usize, opens_block: bool) -> Option<PieceMark> {
        let tag_length = html.find('>')? + 1;
        let tag = &html[..tag_length];
        let after_name = tag.strip_prefix(PIECE_TAG)?;
        let name_length = after_name.find('"')?;
        let name_start = start + PIECE_TAG.len();
        let alternative = tag
            .split_once(" alt=\"")
            .and_then(|(_, rest)| rest.split_once('"'))
            .map_or("", |(alternative, _)| alternative);
        Some(PieceMark {
            range: start..start + tag_length,
            name: name_start..name_start + name_length,
            alternative: xml::unescaped(alternative),
            opens_block,
        })
    }
}
