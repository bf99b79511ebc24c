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

mod gipf;
mod pippinzip;
mod pippip;

use pest::Parser;
use pest::iterators::Pair;

use super::{
    Assumptions, DraftItem, ExportError, Exported, Format, Frame, Imported, candidates, codes, position::last_position,
};
use crate::draw::write_text;
use crate::findings::Finding;
use crate::games::GameId;
use crate::notation::Record;
use crate::text::{SourceText, Span};

use candidates::Tags;
use grammar::{Grammar, Rule};

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
        let Some(board) = boards.first().filter(|board| board.rows.len() > 2) else { return false };
        match board.game() {
            // Names of dots alone are turns.
            Some(GameId::Gipf) => gipf::has_spots(board),
            Some(_) => true,
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

/// A line of a source, with where it stands.
#[derive(Clone, Copy, Debug)]
struct Line<'t> {
    text: &'t str,
    span: Span,
}

impl<'t> Line<'t> {
    /// What a rule of the grammar finds in it.
    fn parse(self, rule: Rule) -> Option<Pair<'t, Rule>> {
        Grammar::parse(rule, self.text).ok()?.next()
    }

    fn is_note(self) -> bool {
        Grammar::parse(Rule::note_begin, self.text.trim()).is_ok()
    }

    /// The span of a part that the grammar found.
    fn part(self, pair: &Pair<'_, Rule>) -> Span {
        self.span.within(&(pair.as_span().start()..pair.as_span().end()))
    }

    fn fault(self, message: impl Into<String>) -> Box<Finding> {
        fault(self.span, message)
    }
}

/// A board with what stands beneath it.
#[derive(Debug, Default)]
struct Board<'t> {
    rows: Vec<Line<'t>>,
    notes: Vec<Line<'t>>,
    caption: Vec<&'t str>,
}

impl<'t> Board<'t> {
    /// The boards of a text: paragraphs, and those behind them that are none.
    fn all(text: &'t str) -> Vec<Self> {
        let mut boards: Vec<Self> = Vec::new();
        let mut paragraph: Vec<Line<'t>> = Vec::new();
        let mut start = 0;
        for line in text.split_inclusive('\n').chain([""]) {
            let trimmed = line.trim_end();
            if trimmed.trim().is_empty() {
                Self::add(&mut boards, std::mem::take(&mut paragraph));
            } else {
                paragraph.push(Line { text: trimmed, span: Span::new(start, start + trimmed.len()) });
            }
            start += line.len();
        }
        boards
    }

    fn add(boards: &mut Vec<Self>, paragraph: Vec<Line<'t>>) {
        let Some(first) = paragraph.first() else { return };
        // Notes may stand right beneath the board.
        let rows = paragraph.iter().take_while(|line| !line.is_note()).count();
        let is_board = paragraph[..rows].iter().any(|line| {
            line.parse(Rule::gipf_row).is_some()
                || line.parse(Rule::zip_row).is_some()
                || line.text.contains([':', '░'])
        });
        match boards.last_mut() {
            Some(board) if first.is_note() => board.notes.extend(paragraph),
            Some(board) if !is_board => board.caption.extend(paragraph.iter().map(|line| line.text)),
            _ => {
                let notes = paragraph[rows..].to_vec();
                boards.push(Self { rows: paragraph[..rows].to_vec(), notes, caption: Vec::new() });
            }
        }
    }

    /// The game that it looks like.
    fn game(&self) -> Option<GameId> {
        let by_note = self.notes.iter().find_map(|line| {
            let note = Grammar::parse(Rule::note_begin, line.text.trim()).ok()?.next()?;
            Some(match note.as_str() {
                "White" | "Black" => GameId::Gipf,
                "Light" | "Dark" => GameId::Pippip,
                _ => GameId::Pippinzip,
            })
        });
        if by_note.is_some() {
            return by_note;
        }
        let all = |rule: Rule| self.rows.iter().all(|line| line.parse(rule).is_some());
        let is_zip = |line: &Line<'_>| line.parse(Rule::zip_row).is_some() || line.parse(Rule::column_names).is_some();
        if self.rows.iter().all(is_zip) && !gipf::has_form(self) {
            Some(GameId::Pippinzip)
        } else if all(Rule::gipf_row) {
            Some(GameId::Gipf)
        } else {
            self.rows.iter().any(|line| line.text.contains(":::") || line.text.contains('░')).then_some(GameId::Pippip)
        }
    }

    fn span(&self) -> Span {
        let [first, last] =
            [self.rows.first(), self.rows.last()].map(|line| line.map_or(Span::default(), |line| line.span));
        Span { start: first.start, end: last.end }
    }

    /// What is told of each note that can be read.
    fn told(&self, findings: &mut Vec<Finding>) -> Vec<(Line<'t>, Pair<'t, Rule>)> {
        let mut told = Vec::new();
        for &line in &self.notes {
            match line.parse(Rule::note).and_then(|note| note.into_inner().next()) {
                Some(note) => told.push((line, note)),
                None => findings.push(line.fault("This note cannot be read.").with_help("It is left out.")),
            }
        }
        told
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
        GameId::Gipf => gipf::read(board),
        GameId::Pippinzip => pippinzip::read(board),
        GameId::Pippip => pippip::read(board),
        GameId::Pipe => Err(fault(board.span(), "Diagrams of this game do not show enough to be read.")),
    };
    let Reading { candidates, findings } = match read {
        Ok(reading) => reading,
        Err(finding) => return Imported::refused(vec![*finding]),
    };
    let mut draft = candidates::settle(game, candidates, board.span(), assumptions);
    draft.findings.extend(findings);
    if !board.caption.is_empty() {
        draft.line.opening.push(DraftItem::Comment(board.caption.join("\n")));
    }
    draft.import(source)
}
