//! Documents and books with figures for their records.

mod chapter;
mod command_page;
mod documents;
mod embedded;
mod finding_pages;
mod made;
mod mdbook;
mod on_paper;
mod pages;
mod pieces;
mod railroads;
#[cfg(feature = "outlines")]
mod typst;
