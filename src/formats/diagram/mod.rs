//! The format `diagram`: boards drawn with characters. `drawn_board.rs` finds the boards of a text,
//! and one module for each game reads them. The text figures of the library are the exported
//! diagrams. The reference page follows.
//!
//! A diagram consists of rows; notes, which are lines in set words, such as `Dark to move`; and a
//! caption, which is any other text below the board.
//!
#![doc = include_str!("page.md")]

mod drawn_board;
mod gipf;
mod pipe;
mod pippinzip;
mod pippip;

use super::{
    Assumptions, Cut, DraftItem, ExportError, Exported, Format, FormatInfo, Imported,
    candidate_setups, codes, position::last_position,
};
use crate::check::Checked;
use crate::draw::write_text;
use crate::findings::Finding;
use crate::games::GameId;
use crate::text::{SourceText, Span};

use candidate_setups::Tags;
use drawn_board::{DrawnBoard, DrawnLine};

mod grammar {
    //! Rules of `grammar/diagram.pest`.

    #[derive(pest_derive::Parser)]
    #[grammar = "../grammar/diagram.pest"]
    pub(crate) struct Grammar;
}

/// The format `diagram`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Diagram;

impl Format for Diagram {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            name: "diagram",
            about: "diagrams of text, like figures in the format `text`",
            page: include_str!("page.md"),
            cut: Cut::ParagraphsThatBegin(drawn_board::begins_board),
            ..FormatInfo::USUAL
        }
    }

    fn recognises(&self, text: &str) -> bool {
        let boards = DrawnBoard::all(text);
        let Some(board) = boards.first() else {
            return false;
        };
        board
            .reader()
            .is_some_and(|reader| (reader.is_whole)(board))
    }

    fn read(&self, source: &SourceText, assumptions: &Assumptions) -> Vec<Imported> {
        DrawnBoard::all(source.text())
            .iter()
            .map(|board| import(board, source, assumptions))
            .collect()
    }

    fn write(&self, checked: &Checked) -> Result<Exported, ExportError> {
        let (position, losses) = last_position(self, checked)?;
        Ok(Exported {
            text: write_text(&position.scene()),
            losses,
        })
    }
}

/// Recognition and reading of the boards of one game.
struct BoardReader {
    game: GameId,
    /// Texts with which the notes of the game begin.
    notes: &'static [&'static str],
    /// Returns true if the rows are a board of the game.
    has_rows: fn(&DrawnBoard<'_>) -> bool,
    /// Returns true if a board of the game has enough rows for a text that is not declared to be a
    /// diagram.
    is_whole: fn(&DrawnBoard<'_>) -> bool,
    read: fn(&DrawnBoard<'_>, &Assumptions) -> Result<BoardReading, Vec<Finding>>,
}

/// Result of reading a board: its possible set-ups, likeliest first.
struct BoardReading {
    candidates: Vec<Tags>,
    findings: Vec<Finding>,
}

/// The games whose diagrams can be read. Rows that fit several of them are read by the first.
const READERS: [&BoardReader; 4] = [
    &pippinzip::READER,
    &gipf::READER,
    &pippip::READER,
    &pipe::READER,
];

/// Text of a note about the winning seat.
const WON: &str = ", has won";

/// Reads a board as a record without turns that starts from its position.
fn import(board: &DrawnBoard<'_>, source: &SourceText, assumptions: &Assumptions) -> Imported {
    let reader = match assumptions.game {
        Some(game) => READERS.into_iter().find(|reader| reader.game == game),
        None => board.reader(),
    };
    let Some(reader) = reader else {
        let message = "This is not a board of a game whose diagrams are supported.";
        return Imported::refused(vec![Finding::new(&codes::BOARD, board.span(), message)]);
    };

    if let Some(line) = board.notes.iter().find(|line| line.text.contains(WON)) {
        let finding = line.fault("This game is over, so no record can begin here.");
        return Imported::refused(vec![*finding]);
    }

    let BoardReading {
        candidates,
        findings,
    } = match (reader.read)(board, assumptions) {
        Ok(reading) => reading,
        Err(findings) => return Imported::refused(findings),
    };
    let mut draft =
        candidate_setups::choose_setup(reader.game, candidates, board.span(), assumptions);
    draft.findings.extend(findings);
    if !board.caption.is_empty() {
        let caption = DraftItem::Comment(board.caption.join("\n"));
        draft.line.opening.push(caption);
    }
    draft.import(source)
}

/// Creates a finding for an error in a board.
fn fault(span: Span, message: impl Into<String>) -> Box<Finding> {
    Box::new(Finding::new(&codes::BOARD, span, message))
}

/// Creates a finding for an assumption about something that the diagram does not show.
fn assumed(span: Span, message: impl Into<String>) -> Finding {
    Finding::new(&codes::ASSUMED, span, message)
}
