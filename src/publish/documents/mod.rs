//! Documents that contain records: Markdown, LaTeX and Typst, each with its own kind of block.

mod block;
mod cell_options;
mod code_blocks;
mod front_matter;
mod kind;
mod latex;
mod markdown;
mod markdown_pieces;
mod mdx;
mod piece_mark;
mod replace;
mod typst;

pub use block::PageBlock;
pub(crate) use block::margin_length;
#[cfg(feature = "markdown")]
pub use code_blocks::code_blocks_in;
pub use code_blocks::{CodeBlock, read_code_blocks_by};
pub use kind::PageKind;
pub(crate) use latex::latex_blocks;
pub(crate) use markdown::markdown_blocks;
pub(crate) use markdown::{HIDING, MDX_HIDING, MarkdownDialect, markdown_code};
pub(crate) use markdown_pieces::{PIECE_TAG, escaped_for_tag};
pub(crate) use piece_mark::{PieceMark, piece_marks};
pub(crate) use replace::{BlockText, with_texts};
pub(crate) use typst::is_info;
pub(crate) use typst::typst_blocks;
