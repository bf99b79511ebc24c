//! Books: documents in Markdown and LaTeX whose records get figures, tables of turns and findings; books of
//! mdBook; and single blocks, for Typst and JavaScript.

mod attribute;
mod attributes;
mod block;
mod finding;
mod html;
mod latex;
mod markdown;
mod mdbook;
mod page;
#[cfg(test)]
mod page_tests;
mod parts;
mod pieces;
mod preview;
mod reader;
mod region;

pub use attributes::{AttributeError, BlockAttributes, Number, PlayerLink, WantedFigure, Width};
pub use block::{BlockOptions, BlockParts, attributes_and_text, block_parts};
pub use mdbook::{ChapterFault, MdbookError, preprocessed, supports};
pub use page::{BookOptions, Illustrated, Image, PieceMacro, PlayerPage, illustrated, prefix, refers_to_image};
pub use parts::{BookFault, BookFigure};
pub use pieces::{TypstPiece, typst_piece};
pub use preview::{BlockPreview, previews};
