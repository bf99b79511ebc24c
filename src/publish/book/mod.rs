//! Books: documents in Markdown and LaTeX whose records get figures, tables of turns and findings;
//! mdBook books; and single blocks, for plugins.
//!
//! A *block* is a section of a document that holds records, such as a fenced code block of the
//! language `pips`. Its *attributes* request *parts*: figures, tables, findings and players. A
//! *player* is an HTML page on which a reader goes through a record.

mod attribute_value;
mod block_attributes;
mod block_previews;
mod figure_labels;
mod figure_parts;
mod figure_width;
mod generated_regions;
mod html_writer;
mod illustrated;
#[cfg(test)]
mod illustrated_tests;
mod image_names;
mod latex_writer;
mod markdown_writer;
mod mdbook;
mod page_language;
mod page_writer;
mod parts;
mod parts_reader;
mod pieces_in_text;
mod plugin_blocks;
mod shown_finding;

pub use block_previews::{BlockPreview, previews};
pub use figure_width::Width;
pub use illustrated::{
    BookOptions, Illustrated, Image, PieceMacro, PlayerPage, illustrated, refers_to_image,
};
pub use image_names::prefix;
pub use mdbook::{ChapterFault, MdbookError, preprocessed};
pub use parts::{BookFault, BookFigure};
pub use pieces_in_text::{TypstPiece, typst_piece};
pub use plugin_blocks::{BlockParts, ChapterOptions, GivenBlock, chapter_parts};
