//! Books: pages of Markdown and LaTeX whose records get figures, tables of turns and findings, and a book of mdBook.

mod attributes;
mod html;
mod info;
mod latex;
mod markdown;
mod mdbook;
mod page;
mod parts;
mod region;

pub use attributes::{AttributeError, BlockAttributes, Number, WantedFigure, Width};
pub use mdbook::{ChapterFault, MdbookError, preprocessed, supports};
pub use page::{BookOptions, Illustrated, Image, PageKind, illustrated, prefix};
pub use parts::{BookFault, BookFigure};
