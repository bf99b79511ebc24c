//! The files of the program GF1, for GIPF.
//!
//! - `gf1-log` is the log that it writes: the kind of game, the players, and numbered lines with White's
//!   turn and Black's. A turn is `dot-last`, always with the dot; behind it, or before it, stand groups
//!   between semicolons: the own pieces of a row, `x(first-last)` with the ends of the four or more, and
//!   the other seat's pieces. It is read and written. It carries the variant and the names of two players;
//!   everything else is lost, and told.
//! - `gf1` is a saved game, or the log or the board of one: elements as in XML, not always well-formed. It is
//!   read. Rows of one turn are taken together; a board alone becomes a `Position`. Clocks are not read.
//!   A board beside a log is not compared with it.
//!
//! A log of `other game` has no variant, nor has a board; they are read as `standard`, or as `tournament`
//! where a seat still introduces GIPF pieces, as `basic` where there are none, unless the caller knows
//! better.

mod elements;
mod grammar;
mod log;
mod rows;

use super::{Assumptions, Cut, Draft, ExportError, Exported, Format, Imported, game_for};
use crate::games::GameId;
use crate::notation::Record;
use crate::text::SourceText;

/// The log.
#[derive(Clone, Copy, Debug)]
pub struct Gf1Log;

impl Format for Gf1Log {
    fn name(&self) -> &'static str {
        "gf1-log"
    }

    fn about(&self) -> &'static str {
        "the log of the program GF1"
    }

    fn games(&self) -> &'static [GameId] {
        &[GameId::Gipf]
    }

    fn endings(&self) -> &'static [&'static str] {
        &["log"]
    }

    fn reads(&self) -> bool {
        true
    }

    fn writes(&self) -> bool {
        true
    }

    fn recognises(&self, text: &str) -> bool {
        let first = text.lines().next().unwrap_or_default().trim();
        ["basic", "standard", "tournament", "other game"].contains(&first)
    }

    fn cut(&self) -> Cut {
        Cut::Whole
    }

    fn read(&self, source: &SourceText, assumptions: &Assumptions) -> Vec<Imported> {
        vec![log::read(source, assumptions)]
    }

    fn write(&self, record: &Record) -> Result<Exported, ExportError> {
        game_for(self, record)?;
        log::write(record)
    }
}

/// The saved game, its log, or its board.
#[derive(Clone, Copy, Debug)]
pub struct Gf1;

impl Format for Gf1 {
    fn name(&self) -> &'static str {
        "gf1"
    }

    fn about(&self) -> &'static str {
        "a saved game of GF1, its log or its board"
    }

    fn games(&self) -> &'static [GameId] {
        &[GameId::Gipf]
    }

    fn endings(&self) -> &'static [&'static str] {
        &["gf1", "brd"]
    }

    fn reads(&self) -> bool {
        true
    }

    fn recognises(&self, text: &str) -> bool {
        ["<gipfgame", "<gamelog", "<board"].iter().any(|name| text.trim_start().starts_with(name))
    }

    fn read(&self, source: &SourceText, assumptions: &Assumptions) -> Vec<Imported> {
        vec![elements::read(source, assumptions)]
    }
}

/// What the caller knows better, before what the file says.
fn assume(draft: &mut Draft, assumptions: &Assumptions, variant: Option<&str>) {
    draft.assume("Game", "gipf");
    let said = assumptions.variant.as_deref().or(variant);
    draft.assume("Variant", said.unwrap_or("standard"));
    if let Some(options) = &assumptions.options {
        draft.assume("Options", options.as_str());
    }
}
