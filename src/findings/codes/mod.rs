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

/// The codes of each family, and their pages.
const FAMILIES: [(&[Code], &[CodePage]); 8] = [
    (common::ALL, common::PAGES),
    (puzzle::ALL, puzzle::PAGES),
    (gipf::ALL, gipf::PAGES),
    (pippinzip::ALL, pippinzip::PAGES),
    (pippip::ALL, pippip::PAGES),
    (pipe::ALL, pipe::PAGES),
    (deck::ALL, deck::PAGES),
    (import::ALL, import::PAGES),
];

/// Every code, those that all games share first.
pub fn all_codes() -> impl Iterator<Item = Code> {
    FAMILIES.iter().flat_map(|(codes, _)| *codes).copied()
}

/// The pages of all codes.
pub(super) fn all_pages() -> impl Iterator<Item = &'static CodePage> {
    FAMILIES.iter().flat_map(|(_, pages)| *pages)
}

/// The code of that name.
pub fn code_named(id: &str) -> Option<Code> {
    all_codes().find(|code| code.id == id)
}
