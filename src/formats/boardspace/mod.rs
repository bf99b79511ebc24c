//! The files of Boardspace for GIPF, shaped like SGF; read alone.
//!
//! # What is read
//!
//! - Every game of a file whose `GM` is GIPF; one of another game is told, and has no record. So is Matrx GIPF.
//! - The variant and the revision in `SU`, the players, and every action, in any case of letters; `P0` is White.
//!   Numbers of actions are not looked at. `EV`, `PC`, `RO` are tags, and `DT` where it begins with year, month and
//!   day; `GN` is `SGF_GN`, as in SGF. `C` is a comment behind the turn that it stands in.
//! - `RE` is compared with the result that the rules or a resignation give. Where these give none it counts if
//!   it says why the game ended (`W+T`), or if a turn is at fault, else it is `import/left-out`. It is `W+R` and
//!   its like, or ends in `won by` and a player's name.
//! - All other properties are `import/left-out`: `TM`, `TC`, `AN`, `CM`, `GS`, `GC`, and what `P0` and `P1` say of time.
//!   So are variations, which these files do not have.
//!
//! # Turns
//!
//! - A turn reaches to its `Done`, or to the first action of the other seat. A piece is dropped on a dot and
//!   slides to the *first* spot (`Dropb`, `Pickb`, `Dropb`, or `SlideFrom`, `Slide`); what is dropped again, or
//!   back with `Drop`, is as if it had not been there. `Standard` plays a single piece where a GIPF piece would come.
//! - What leaves the board is not written there but follows. `Remove` on a single piece marks its row, before the
//!   push if it comes before the piece is dropped; a row that nothing crosses goes without. In a row that goes
//!   own GIPF pieces stay and the other seat's go, those at a crossing of rows excepted, which stay; each
//!   `Remove` or `Preserve` on a GIPF piece turns its fate. The legal turn that fits best is taken. Where several
//!   fit as well, as with a mark at the crossing of two rows, that is `import/assumed`; where none fits all that is
//!   marked, `import/value`. A row of GIPF pieces alone stays unless one of them is marked.
//! - A turn without `Done` at the end of the file counts if its push is there, else it is `import/left-out`.
//!
//! # Revisions
//!
//! - Those before 101, and files that name none, give each seat one piece more: 13 in reserve in `basic` are the
//!   option `reserve`, in the other variants such a game starts from a `Position`.
//! - Those before 102 ended games by other rules, which are not known here. A turn behind the end that our rules
//!   give is at fault as ever, and `import/assumed` says that the revision may be why.
//! - In the first months of 2009 the rules changed more often than the revision; such games are read as their
//!   revision says.

mod fates;
mod grammar;
mod notes;
mod read;
mod turns;

use super::sgf::{simple, trees};
use super::{Assumptions, Cut, Format, Imported};
use crate::games::GameId;
use crate::text::SourceText;

/// The format.
#[derive(Clone, Copy, Debug)]
pub struct Boardspace;

impl Format for Boardspace {
    fn name(&self) -> &'static str {
        "boardspace"
    }

    fn about(&self) -> &'static str {
        "games of GIPF as Boardspace saves them"
    }

    fn games(&self) -> &'static [GameId] {
        &[GameId::Gipf]
    }

    fn endings(&self) -> &'static [&'static str] {
        &["sgf"]
    }

    fn reads(&self) -> bool {
        true
    }

    fn recognises(&self, text: &str) -> bool {
        text.trim_start().starts_with('(') && text.to_ascii_lowercase().contains("gm[gipf")
    }

    fn cut(&self) -> Cut {
        Cut::Trees
    }

    fn read(&self, source: &SourceText, assumptions: &Assumptions) -> Vec<Imported> {
        trees(source).into_iter().map(|tree| read::import(source, tree, assumptions)).collect()
    }
}
