//! Pages and books whose records get figures.

mod command_page;
mod finding_pages;
mod made;
mod mdbook;
mod on_paper;
mod pages;
mod railroads;
mod typst;
