//! The formats `sgf` and `sgf-moves`: `tree.rs` parses the text, `read.rs` makes a draft of a game
//! tree, and `write.rs` exports.
//!
//! SGF writes a game as a tree of nodes: `(;GM[1]SZ[9]PB[Ann];B[aa];W[bb]C[a comment])`. A node
//! begins with `;` and has properties, each with a name and values in brackets. The first node, the
//! root, describes the game. Private properties, whose names begin with `PIP`, keep what SGF cannot
//! express. The reference page follows.
//!
#![doc = include_str!("page.md")]

mod grammar;
mod join_turns;
mod note;
mod read;
mod read_markup;
mod read_notes;
mod read_root;
mod read_setup;
mod result;
mod shown_properties;
mod stones;
mod tree;
mod value;
mod write;
mod write_root;

pub(in crate::formats) use result::{Seats, is_only_result, result_of};
pub(in crate::formats) use tree::{Property, SgfNode, Tree};
pub(in crate::formats) use value::{simple, unescape};

use super::{
    Assumptions, Cut, ExportError, Exported, FileWrapper, Format, FormatInfo, Imported, game_for,
};
use crate::check::Checked;
use crate::games::GameId;
use crate::notation::SgfTurns;
use crate::text::SourceText;

/// Form of the turns after which a Go program would capture stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CapturingTurns {
    /// Set-up in nodes after the root, so that viewers show the correct board.
    SetUp,
    /// Moves, for programs that support set-up only in the root.
    Moves,
}

/// The format in the form for viewers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sgf;

impl Format for Sgf {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            name: "sgf",
            about: "SGF, FF[4]; Pippinzip as stones that any viewer shows",
            page: include_str!("page.md"),
            endings: &["sgf"],
            cut: Cut::Trees,
            frame: FileWrapper::PLAIN,
            ..FormatInfo::USUAL
        }
    }

    fn recognises(&self, text: &str) -> bool {
        text.trim_start()
            .strip_prefix('(')
            .is_some_and(|rest| rest.trim_start().starts_with(';'))
    }

    fn declared_encoding(&self, bytes: &[u8]) -> Option<String> {
        /// The length within which the name of an encoding ends, in bytes.
        const BYTES_OF_NAME: usize = 40;

        let index = bytes.windows(3).position(|window| window == b"CA[")?;
        let value = bytes.get(index + 3..)?;
        let mut name = value.iter().take(BYTES_OF_NAME);
        let end = name.position(|&byte| byte == b']')?;
        String::from_utf8(value[..end].to_vec()).ok()
    }

    fn is_empty_file(&self, _text: &str) -> bool {
        // A text without a game, even an empty one, is not SGF.
        false
    }

    fn read(&self, source: &SourceText, assumptions: &Assumptions) -> Vec<Imported> {
        games(source, |tree| read::import(source, tree, assumptions))
    }

    fn write(&self, checked: &Checked) -> Result<Exported, ExportError> {
        let game = game_for(self, checked.record())?;
        Ok(write::write(checked, game, CapturingTurns::SetUp))
    }
}

/// The format in the form for programs that support set-up only in the root. [`Sgf`] reads it.
#[derive(Clone, Copy, Debug)]
pub(super) struct SgfMoves;

impl Format for SgfMoves {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            name: "sgf-moves",
            about: "the same, for programs that support set-up only in the root",
            endings: &[],
            reads: false,
            ..Sgf.info()
        }
    }

    fn write(&self, checked: &Checked) -> Result<Exported, ExportError> {
        let game = game_for(self, checked.record())?;
        Ok(write::write(checked, game, CapturingTurns::Moves))
    }
}

/// Imports the game trees of a text. Text outside trees is reported with the next one, or on its
/// own.
pub(in crate::formats) fn games(
    source: &SourceText,
    import: impl Fn(Tree) -> Imported,
) -> Vec<Imported> {
    let trees = tree::trees(source).into_iter();
    let read = trees.map(|tree| {
        if tree.nodes.is_empty() {
            Imported::refused(tree.findings)
        } else {
            import(tree)
        }
    });
    read.collect()
}

/// Returns the form of a game's turns, if the game is known.
fn turns_of(game: Option<GameId>) -> SgfTurns {
    game.map_or(SgfTurns::Private, |game| game.facts().sgf.turns)
}

/// Returns true if a property has a meaning in every node, so that a kept property cannot have this
/// name.
fn is_reserved(name: &str) -> bool {
    name.starts_with("PIP") || ["B", "W", "AB", "AW", "FF", "GM", "CA", "AP", "SZ"].contains(&name)
}
