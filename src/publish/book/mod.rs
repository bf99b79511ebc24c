//! Books: documents in Markdown and LaTeX whose records get figures, tables of turns and findings;
//! mdBook books; and single blocks, for plugins.

mod attribute;
mod attributes;
mod block;
mod block_previews;
mod finding;
mod html_writer;
mod illustrated;
#[cfg(test)]
mod illustrated_tests;
mod labels;
mod latex_writer;
mod markdown_writer;
mod mdbook;
mod parts;
mod pieces;
mod reader;
mod region;

pub use attributes::Width;
pub use block::{BlockParts, ChapterOptions, GivenBlock, chapter_parts};
pub use block_previews::{BlockPreview, previews};
pub use illustrated::{
    BookOptions, Illustrated, Image, PieceMacro, PlayerPage, illustrated, prefix, refers_to_image,
};
pub use mdbook::{ChapterFault, MdbookError, preprocessed};
pub use parts::{BookFault, BookFigure};
pub use pieces::{TypstPiece, typst_piece};
