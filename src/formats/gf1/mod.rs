//! The formats `gf1` and `gf1-log` of the program GF1, which plays GIPF: `log.rs` reads and writes
//! logs; `new_save.rs` and `old_save.rs` read saved games. A saved game has a log in another form,
//! a board, or both. The reference page follows.
//!
#![doc = include_str!("page.md")]

mod compare_board;
mod grammar;
mod log;
mod new_save;
mod old_save;
mod removals;
mod saved_game;
mod turn_builder;

use super::{
    Assumptions, Cut, Draft, ExportError, Exported, Format, FormatInfo, Imported, game_for,
};
use crate::check::Checked;
use crate::games::GameId;
use crate::text::SourceText;

/// Format of the log.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gf1Log;

impl Format for Gf1Log {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            name: "gf1-log",
            about: "the log of the program GF1",
            page: include_str!("page.md"),
            games: &[GameId::Gipf],
            endings: &["log"],
            cut: Cut::LinesThatBegin(|_, line| is_kind(line)),
            ..FormatInfo::USUAL
        }
    }

    fn recognises(&self, text: &str) -> bool {
        is_kind(text.lines().next().unwrap_or_default())
    }

    fn read(&self, source: &SourceText, assumptions: &Assumptions) -> Vec<Imported> {
        log::read(source, assumptions).into_iter().collect()
    }

    fn write(&self, checked: &Checked) -> Result<Exported, ExportError> {
        game_for(self, checked.record())?;
        log::write(checked.timeline().map_err(|_| ExportError::NoStart)?)
    }
}

/// Format of the saved game, its log, or its board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gf1;

impl Format for Gf1 {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            name: "gf1",
            about: "a saved game of GF1, old or new, its log or its board",
            page: include_str!("page.md"),
            games: &[GameId::Gipf],
            endings: &["gf1", "brd"],
            writes: false,
            ..FormatInfo::USUAL
        }
    }

    fn recognises(&self, text: &str) -> bool {
        let elements = ["<gipfgame", "<gamelog", "<board"];
        elements
            .iter()
            .any(|name| text.trim_start().starts_with(name))
            || old_save::recognises(text)
    }

    fn read(&self, source: &SourceText, assumptions: &Assumptions) -> Vec<Imported> {
        let is_old = old_save::recognises(source.text());
        if is_old {
            old_save::read(source, assumptions)
        } else {
            new_save::read(source, assumptions)
        }
    }
}

/// Returns true if a line names the kind of a game, which begins a log.
fn is_kind(line: &str) -> bool {
    ["basic", "standard", "tournament", "other game"].contains(&line.trim())
}

/// Applies the assumptions of the caller. `likely` is the variant if the caller does not know it.
fn assume(draft: &mut Draft, assumptions: &Assumptions, likely: Option<&str>) {
    draft.assume("Game", "gipf");
    let variant = assumptions.variant.as_deref().or(likely);
    draft.assume("Variant", variant.unwrap_or("standard"));
    draft.assume_options(assumptions);
}
