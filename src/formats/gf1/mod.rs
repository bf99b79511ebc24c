//! The files of the program GF1, for GIPF.
//!
//! - `gf1-log` is the log that it writes: the kind of game, the players, and numbered lines with White's
//!   turn and Black's. A turn is `dot-last`, always with the dot; behind it, or before it, stand groups
//!   between semicolons: the own pieces of a row, `x(first-last)` with the ends of the four or more, and
//!   the other seat's pieces. It is read and written. It carries the variant and the names of two players, `?` for
//!   none; everything else is lost, and told. A file may hold many of them.
//! - `gf1` is a saved game, or the log or the board of one. It is read in both its forms: elements as in XML,
//!   not always well-formed, and the lines of versions before 1.02 (`# saved game for gf1`).
//!
//! # What is read of a saved game
//!
//! - The kind of game, the players and the turns. Rows of one turn are taken together.
//! - A board, where there are no turns: it becomes a `Position`. Where there are turns, the board that they lead to
//!   is compared with it, the pieces, what is in reserve and lost, and whose turn it is; what differs is
//!   `import/disagrees`, and the turns are taken. A game may be saved within a turn, with pieces still to be
//!   removed: then pieces may be missing on the board, none may be there that the turns do not give,
//!   and a last turn that is not over is `import/left-out`. What was still to be removed is not read.
//! - `import/left-out` are the clocks (`timeleft` and `fulltime`, in the old form `timer` and `fulltime`), whether a
//!   person or a program played (`type`), and elements that are not known. How many GIPF pieces the board
//!   notes is not compared, nor who may introduce some.
//!
//! # What is taken for granted
//!
//! - A log of `other game` has no variant, nor has a board; they are read as `standard`, or as `tournament`
//!   where a seat still introduces GIPF pieces, as `basic` where there are none, unless the caller knows better.
//! - In the old form the kind of game stands behind `game:`; which number behind `# gametype:` is which
//!   is not known. `player0` is White; the names in the log count before those in the head. One line between the
//!   head and the board, one behind the board and two before the first turn may say anything. An old board
//!   does not say who may introduce GIPF pieces: in `tournament` it is a seat that has no single piece on it,
//!   and lost none (`import/assumed`).

mod compare;
mod elements;
mod grammar;
mod log;
mod old;
mod rows;
mod save;
mod turns;

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
        is_kind(text.lines().next().unwrap_or_default())
    }

    fn cut(&self) -> Cut {
        Cut::LinesThatBegin(|_, line| is_kind(line))
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
        "a saved game of GF1, old or new, its log or its board"
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
        let elements = ["<gipfgame", "<gamelog", "<board"];
        elements.iter().any(|name| text.trim_start().starts_with(name)) || old::recognises(text)
    }

    fn read(&self, source: &SourceText, assumptions: &Assumptions) -> Vec<Imported> {
        let is_old = old::recognises(source.text());
        vec![if is_old { old::read(source, assumptions) } else { elements::read(source, assumptions) }]
    }
}

/// Whether a line is the kind of a game, with which a log begins.
fn is_kind(line: &str) -> bool {
    ["basic", "standard", "tournament", "other game"].contains(&line.trim())
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
