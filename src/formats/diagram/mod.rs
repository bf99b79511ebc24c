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
//! - **The Very Clever Pipe Game**: each square is eight columns wide and four lines high, so spaces do
//!   matter; what stands to the left of all, and trimmed ends of lines, do not. Half A holds the card's
//!   number, its rim the entries and arcs: `BB` or `WW`, `B1` and `B2` where pipes of a colour have to be
//!   told apart, `bb` for an end cap, `.` light, `#` dark. An empty square has one sign at the most,
//!   `pillar` or nothing. Columns and rows are numbered from the names that are there, a gap without a
//!   name being one; without names the first column and the last row with a card are `+0`. Cards that
//!   the notes say were picked up are not put on the table. With notes or the names of its columns
//!   beneath it a table ends.
//!   - The *deck* is not named. Where number, pipes and arcs of every card are those of a deck that the
//!     caller gives or that ships, and it has every card that the notes name, it is that one; else the record gets a deck `drawn` with
//!     the cards that are seen (`Card1` …). Then each face of a card whose fields do not follow from its
//!     pipes (V2.6) is a field of its own.
//!   - The *hands* are read where nothing is left of the stock, because the order of a stock is not drawn;
//!     so they cannot be with a deck `drawn`.
//!   - The *variant* is the first that has the colours of the seats. A table of which a part is left out
//!     (`Cards that lie outside this figure`), and numbers of more than six digits, are refused. A game
//!     that is over cannot be a record that begins there.
//!
//! Figures that are turned, flipped or cut are not read. Writing draws the position at the end of the
//! main line, and leaves all else behind.

mod board;
mod gipf;
mod pipe;
mod pippinzip;
mod pippip;

use super::{
    Assumptions, Cut, DraftItem, ExportError, Exported, Format, Frame, Imported, candidates, codes,
    position::last_position,
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

    fn cut(&self) -> Cut {
        Cut::ParagraphsThatBegin(board::begins_board)
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
        GameId::Pipe => pipe::read(board, assumptions.decks()),
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
