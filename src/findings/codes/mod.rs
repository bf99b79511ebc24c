//! The codes, a file for each family: those that all games share, those of puzzles, those of each
//! game in the order of its sheet, those of decks, and those of foreign texts.

pub mod common;
pub mod deck;
pub mod gipf;
pub mod import;
pub mod pipe;
pub mod pippinzip;
pub mod pippip;
pub mod puzzle;

use super::catalogue::{Code, CodePage, codes};

/// The codes of each family.
const FAMILIES: [&[Code]; 8] = [
    common::ALL,
    puzzle::ALL,
    gipf::ALL,
    pippinzip::ALL,
    pippip::ALL,
    pipe::ALL,
    deck::ALL,
    import::ALL,
];

/// The pages of each family. A list of their own: otherwise every program that lists the codes
/// contains the pages, 16 kB of the module for browsers.
const PAGES: [&[CodePage]; 8] = [
    common::PAGES,
    puzzle::PAGES,
    gipf::PAGES,
    pippinzip::PAGES,
    pippip::PAGES,
    pipe::PAGES,
    deck::PAGES,
    import::PAGES,
];

/// Every code, those that all games share first.
pub fn all_codes() -> impl Iterator<Item = Code> {
    FAMILIES.into_iter().flatten().copied()
}

/// The pages of all codes, in the same order.
pub(super) fn all_pages() -> impl Iterator<Item = &'static CodePage> {
    PAGES.into_iter().flatten()
}

/// The code of that name.
pub fn code_named(id: &str) -> Option<Code> {
    all_codes().find(|code| code.id == id)
}
