//! The codes, a file for each family: those that all games share, those of puzzles, those of each game in the order of
//! its sheet, those of decks, and those of foreign texts.

pub mod common;
pub mod deck;
pub mod gipf;
pub mod import;
pub mod pipe;
pub mod pippinzip;
pub mod pippip;
pub mod puzzle;

use super::catalogue::{Code, CodePage, codes};

/// Every code, those that all games share first.
pub fn all_codes() -> impl Iterator<Item = Code> {
    let families =
        [common::ALL, puzzle::ALL, gipf::ALL, pippinzip::ALL, pippip::ALL, pipe::ALL, deck::ALL, import::ALL];
    families.into_iter().flatten().copied()
}

/// The pages of all codes.
pub(super) fn all_pages() -> impl Iterator<Item = &'static CodePage> {
    let families = [
        common::PAGES,
        puzzle::PAGES,
        gipf::PAGES,
        pippinzip::PAGES,
        pippip::PAGES,
        pipe::PAGES,
        deck::PAGES,
        import::PAGES,
    ];
    families.into_iter().flatten()
}

/// The code of that name.
pub fn code_named(id: &str) -> Option<Code> {
    all_codes().find(|code| code.id == id)
}
