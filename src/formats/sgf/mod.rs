//! SGF, FF\[4\], for all four games; several games stand behind each other.
//!
//! # What is written
//!
//! - **Pippinzip** is a game of Go for viewers (`GM[1]`, `SZ`): a turn of one stone is `B` or `W`; one of
//!   several, or one where a program for Go would take stones off, is `AB` or `AW`, for stones never leave.
//!   **GIPF** is `GM[39]`, its turns are `B` and `W` with the turn in our notation. The two others are
//!   `GM[0]`, which is on nobody's list; their points have the names of our notation.
//! - `PW`, `PB`, `EV`, `PC`, `RO`, `DT`, `RE`, `AN`, `SO`, `CP`; comments as `C`, those behind the result as
//!   `GC`; marks as `CR SQ TR MA SL` (a shade), `AR`, `LN`, `LB`; views as `VW`, diagrams as `FG`; a start
//!   from a position as `AB`, `AW`, `PL`; `!` and its like as `TE`, `BM`, `IT`, `DO`.
//! - What SGF has no place for stands in own properties, so that nothing is lost: `PIPTAG` a tag (`name:value`),
//!   `PIPHASH` a `#` comment before a tag (`name:# text`), `PIPRES` the result, `PIPTURN` a turn that its stones do not tell, `PIPGLYPH` glyphs, `PIPNOTE` what
//!   stands behind a turn (`()` for each of its variations) where `C` and markup are not all of it,
//!   `PIPOPEN` what stands before the first turn of a variation, `PIPCLOSE` what stands behind the result.
//!   A `PIPNOTE` that no longer fits the `C` and the markup beside it was left behind by another program,
//!   and these count.
//! - Text that cannot be read is lost.
//!
//! # What is read
//!
//! - A game is what `PIPTAG[Game:…]` says, GIPF for `GM[39]`, and Pippinzip for Go where the caller gives a
//!   variant of Pippinzip. A pass in it is `take`. A board that is set up is a `Position` of the auction.
//! - Properties of the root that have no meaning here become tags, `KM` is `SGF_KM`; those of other nodes
//!   commands in a comment, `[%sgf KO ""]`. Both are written back as they were.
//! - A node without a turn belongs to the turn before it. Of the children of a node the first goes on, the
//!   others are variations of it. Variations nest as deep as in the notation.
//! - Text before the first game is skipped.

mod grammar;
mod points;
mod read;
mod read_notes;
mod read_root;
mod root;
mod tree;
mod value;
mod view;
mod write;

pub(in crate::formats) use root::{Seats, result_of};
pub(in crate::formats) use tree::{Node, Property, Tree, trees};
pub(in crate::formats) use value::{simple, unescape};

use super::{Assumptions, Cut, ExportError, Exported, Format, Frame, Imported, game_for};
use crate::notation::Record;
use crate::text::SourceText;

/// The format.
#[derive(Clone, Copy, Debug)]
pub struct Sgf;

impl Format for Sgf {
    fn name(&self) -> &'static str {
        "sgf"
    }

    fn about(&self) -> &'static str {
        "SGF, FF[4]; Pippinzip as stones that any viewer shows"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["sgf"]
    }

    fn reads(&self) -> bool {
        true
    }

    fn writes(&self) -> bool {
        true
    }

    fn recognises(&self, text: &str) -> bool {
        text.trim_start().strip_prefix('(').is_some_and(|rest| rest.trim_start().starts_with(';'))
    }

    fn declared_encoding(&self, bytes: &[u8]) -> Option<String> {
        let at = bytes.windows(3).position(|window| window == b"CA[")?;
        let value = bytes.get(at + 3..)?;
        let end = value.iter().take(40).position(|&byte| byte == b']')?;
        String::from_utf8(value[..end].to_vec()).ok()
    }

    fn cut(&self) -> Cut {
        Cut::Trees
    }

    fn read(&self, source: &SourceText, assumptions: &Assumptions) -> Vec<Imported> {
        let games = trees(source).into_iter();
        games.map(|tree| read::import(source, tree, assumptions)).collect()
    }

    fn frame(&self) -> Frame {
        Frame::PLAIN
    }

    fn write(&self, record: &Record) -> Result<Exported, ExportError> {
        let game = game_for(self, record)?;
        Ok(write::write(record, game))
    }
}

/// Whether a property has a meaning of its own in any node, so that none that is kept can have its name.
fn is_spoken_for(name: &str) -> bool {
    name.starts_with("PIP") || ["B", "W", "AB", "AW", "FF", "GM", "CA", "AP", "ST", "SZ"].contains(&name)
}
