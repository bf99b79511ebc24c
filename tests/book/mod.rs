//! Pages and books whose records get figures.

mod mdbook;
mod pages;
mod typst;
