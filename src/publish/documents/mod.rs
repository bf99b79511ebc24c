//! Documents that contain records: Markdown, LaTeX and Typst, each with its own kind of block. In
//! Markdown, a block is a fenced code block of the language `pips`. Its *attributes*, such as
//! `turn=12`, are in the *info string*, the text after the opening fence. The *margin* of a line is
//! what a quote or a list puts before its text, such as `> `.

mod cell_options;
mod code_blocks;
mod front_matter;
mod latex;
mod latex_enclosures;
mod markdown;
mod markdown_pieces;
mod mdx;
mod page_block;
mod page_kind;
mod piece_mark;
mod replace_texts;
mod typst;
mod unread_block;

#[cfg(feature = "markdown")]
pub use code_blocks::code_blocks_in;
pub use code_blocks::{CodeBlock, read_code_blocks_by};
pub(crate) use latex::latex_blocks;
pub(crate) use latex_enclosures::{Enclosure, latex_enclosures};
pub(crate) use markdown::markdown_blocks;
pub(crate) use markdown::{HIDING, MDX_HIDING, MarkdownDialect, markdown_code};
pub(crate) use markdown_pieces::{PIECE_TAG, escaped_for_tag};
pub use page_block::PageBlock;
pub(crate) use page_block::margin_length;
pub use page_kind::PageKind;
pub(crate) use piece_mark::{PieceMark, piece_marks};
pub(crate) use replace_texts::{BlockText, with_texts};
pub(crate) use typst::is_info;
pub(crate) use typst::typst_blocks;
pub use unread_block::UnreadBlock;
