//! The catalogue of codes, with one file for each group of them: codes that all games share, and
//! codes of puzzles, decks and foreign texts. The codes of a game are in its folder, in the order
//! of its rule sheet.

pub mod common;
pub mod deck;
pub mod import;
pub mod puzzle;

use super::code_info::{Code, CodePage, codes};
use crate::game_list::{CODE_PAGES, GameId};

/// All codes: those that all games share, then those of each game, then the others.
pub fn all_codes() -> impl Iterator<Item = Code> {
    let shared = [common::ALL, puzzle::ALL].into_iter();
    let own = GameId::ALL.into_iter().map(GameId::codes);
    let others = [deck::ALL, import::ALL];
    shared.chain(own).chain(others).flatten().copied()
}

/// Returns the pages of all codes, in the same order. The pages are in separate lists, because
/// otherwise every program that lists the codes would contain them: 16 kB of the module for
/// browsers.
pub(super) fn all_pages() -> impl Iterator<Item = &'static CodePage> {
    let shared = [common::PAGES, puzzle::PAGES].into_iter();
    let others = [deck::PAGES, import::PAGES];
    shared.chain(CODE_PAGES).chain(others).flatten()
}

/// Returns the code with this name.
pub fn code_named(id: &str) -> Option<Code> {
    all_codes().find(|code| code.id == id)
}
