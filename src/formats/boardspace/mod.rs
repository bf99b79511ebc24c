//! The format `boardspace`, which is only read: games of GIPF as the site Boardspace saves them, in
//! files that look like SGF. `read.rs` walks the game tree, `game_info.rs` reads tags and result,
//! and `turns.rs` makes turns of the actions.
//!
//! An action is what a player does with the mouse. A turn consists of several, as values of `P0`
//! (White) or `P1` (Black), with a number that is ignored: `;P0[1 dropb a 1]`, then
//! `;P0[2 slidefrom a 1 b 2]`, then `;P0[3 done]`. The reference page follows.
//!
#![doc = include_str!("page.md")]

mod game_info;
mod grammar;
mod read;
mod removal_fit;
mod turns;

use super::sgf::{games, simple};
use super::{Assumptions, Cut, Format, FormatInfo, Imported};
use crate::games::GameId;
use crate::text::SourceText;

/// The format `boardspace`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Boardspace;

impl Format for Boardspace {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            name: "boardspace",
            about: "games of GIPF as Boardspace saves them",
            page: include_str!("page.md"),
            games: &[GameId::Gipf],
            endings: &["sgf"],
            writes: false,
            cut: Cut::Trees,
            ..FormatInfo::USUAL
        }
    }

    fn recognises(&self, text: &str) -> bool {
        text.trim_start().starts_with('(') && text.to_ascii_lowercase().contains("gm[gipf")
    }

    fn read(&self, source: &SourceText, assumptions: &Assumptions) -> Vec<Imported> {
        games(source, |tree| read::import(source, tree, assumptions))
    }
}
