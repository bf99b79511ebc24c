//! The format `boardspace`, which is only read: `read.rs` walks the game tree, `game_info.rs` reads
//! tags and result, and `turns.rs` makes turns of the actions. The reference page follows.
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
