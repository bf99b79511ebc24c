//! Diagrams of text, as `render --format text` and `--format unicode` draw them.
//!
//! A diagram is a board, an empty line, the notes beneath it, and perhaps a caption. Reading gives a
//! record without turns, with the position as `Position` and the caption as a comment; a board behind
//! another one begins the next record. Boards that were typed by hand are read as well: spaces do not
//! matter for GIPF and Pippinzip, `_`, `+` and `-` are empty places too, brackets around a place are
//! looked through, and names at the edges may be left out. What the notes do not say is taken from the
//! start of the game, with a finding that says so.
//!
//! - **GIPF**: 13 rows with 1, 2, 3, 4, 3, … 4, 3, 2, 1 spots, as on a board that stands on a corner. The
//!   names of dots, where they stand, have to be in their places. Of a game that is over it is not said
//!   who would be next: White is taken.
//! - **Pippinzip**: as many rows as signs in each. The first stone of a pair (`pair=`) is not drawn, so a
//!   position in which the second seat of a team is to move cannot be read.
//! - **Pip•Pip**: each square is seven columns wide and three lines high, dark ones filled with `:` or
//!   `░`; so spaces do matter. How the dice are made (`dice=`) is told by their sides.
//! - **The Very Clever Pipe Game** is written but not read: of a card the drawing shows number and rim,
//!   but not which arcs join what, and nothing of the cards that lie elsewhere.
//!
//! Figures that are turned, flipped or cut are not read. Writing draws the position at the end of the
//! main line, and leaves all else behind.

mod board;
mod gipf;
mod pipe;
mod pippinzip;
mod pippip;

use super::{
    Assumptions, DraftItem, ExportError, Exported, Format, Frame, Imported, candidates, codes, position::last_position,
};
use crate::draw::write_text;
use crate::findings::Finding;
use crate::games::GameId;
use crate::notation::Record;
use crate::text::{SourceText, Span};

use board::{Board, Line};
use candidates::Tags;

mod grammar {
    //! The parser that pest derives from `grammar/diagram.pest`.
    #![allow(missing_docs, reason = "the rules are documented in the grammar")]

    use pest_derive::Parser;

    #[derive(Parser)]
    #[grammar = "grammar/diagram.pest"]
    pub(super) struct Grammar;
}

/// The format.
#[derive(Clone, Copy, Debug)]
pub struct Diagram;

impl Format for Diagram {
    fn name(&self) -> &'static str {
        "diagram"
    }

    fn about(&self) -> &'static str {
        "diagrams of text, as `render --format text` draws them"
    }

    fn reads(&self) -> bool {
        true
    }

    fn writes(&self) -> bool {
        true
    }

    fn recognises(&self, text: &str) -> bool {
        let boards = Board::all(text);
        let Some(board) = boards.first() else { return false };
        match board.game() {
            // A table without cards has no rows.
            Some(GameId::Pipe) => true,
            // Names of dots alone are turns.
            Some(GameId::Gipf) => board.rows.len() > 2 && gipf::has_spots(board),
            Some(_) => board.rows.len() > 2,
            None => false,
        }
    }

    fn read(&self, source: &SourceText, assumptions: &Assumptions) -> Vec<Imported> {
        Board::all(source.text()).iter().map(|board| import(board, source, assumptions)).collect()
    }

    fn frame(&self) -> Frame {
        Frame::SPACED
    }

    fn write(&self, record: &Record) -> Result<Exported, ExportError> {
        let (_, losses) = last_position(self, record)?;
        let game = super::game_for(self, record)?;
        let scene = game.rules().scene(record, None).map_err(|error| ExportError::Record(error.to_string()))?;
        Ok(Exported { text: write_text(&scene), losses })
    }
}

/// What was read of a board: the set-ups that it may belong to.
struct Reading {
    candidates: Vec<Tags>,
    findings: Vec<Finding>,
}

/// Says what is wrong with a board.
fn fault(span: Span, message: impl Into<String>) -> Box<Finding> {
    Box::new(Finding::new(&codes::BOARD, span, message))
}

/// Says what the diagram leaves open.
fn assumed(span: Span, message: impl Into<String>) -> Finding {
    Finding::new(&codes::ASSUMED, span, message)
}

fn import(board: &Board<'_>, source: &SourceText, assumptions: &Assumptions) -> Imported {
    let Some(game) = assumptions.game.or_else(|| board.game()) else {
        let message = "This is a board of none of the games whose diagrams are read.";
        return Imported::refused(vec![Finding::new(&codes::BOARD, board.span(), message)]);
    };
    let read = match game {
        GameId::Gipf => gipf::read(board).map_err(|finding| vec![*finding]),
        GameId::Pippinzip => pippinzip::read(board).map_err(|finding| vec![*finding]),
        GameId::Pippip => pippip::read(board).map_err(|finding| vec![*finding]),
        GameId::Pipe => pipe::read(board),
    };
    let Reading { candidates, findings } = match read {
        Ok(reading) => reading,
        Err(findings) => return Imported::refused(findings),
    };
    let mut draft = candidates::settle(game, candidates, board.span(), assumptions);
    draft.findings.extend(findings);
    if !board.caption.is_empty() {
        draft.line.opening.push(DraftItem::Comment(board.caption.join("\n")));
    }
    draft.import(source)
}
