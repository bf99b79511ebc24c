//! Pages and books whose records get figures.

mod finding_pages;
mod mdbook;
mod pages;
mod railroads;
