//! Finds the boards in a text: which lines are rows, notes or captions.
//!
//! [`DrawnBoard::all`] adds a text to [`Boards`] paragraph by paragraph. Every paragraph is a
//! board, or belongs to the one above. Only a table of cards (the Pipe Game) may contain empty
//! lines, so `Boards` joins its paragraphs. Of such a table, a paragraph can show cards, or only
//! the spots in the middle of empty squares ([`TablePart`]).

use pest::Parser;
use pest::iterators::Pair;

use super::grammar::{Grammar, Rule};
use super::pipe::{self, TablePart};
use super::{BoardReader, READERS, fault};
use crate::findings::Finding;
use crate::text::{Span, lines_with_starts};

/// Line of a source, with its position.
#[derive(Clone, Copy, Debug)]
pub(super) struct DrawnLine<'t> {
    pub(super) text: &'t str,
    pub(super) span: Span,
    /// Line number in the source, from 0.
    pub(super) number: usize,
}

impl<'t> DrawnLine<'t> {
    /// Parses the line with a grammar rule.
    pub(super) fn parse(self, rule: Rule) -> Option<Pair<'t, Rule>> {
        Grammar::parse(rule, self.text).ok()?.next()
    }

    /// Returns true if the line begins like a note.
    pub(super) fn is_note(self) -> bool {
        Grammar::parse(Rule::note_begin, self.text.trim()).is_ok()
    }

    /// Parses the line as a note.
    fn note(self) -> Option<Pair<'t, Rule>> {
        self.parse(Rule::note)?.into_inner().next()
    }

    /// Returns the span of a parsed part in the source.
    pub(super) fn span_of_part(self, part: &Pair<'_, Rule>) -> Span {
        let in_line = part.as_span().start()..part.as_span().end();
        self.span.within(&in_line)
    }

    /// Creates a finding for an error in the line.
    pub(super) fn fault(self, message: impl Into<String>) -> Box<Finding> {
        fault(self.span, message)
    }

    /// Returns true if the line is a row of a board of stones.
    pub(super) fn is_row_of_stones(self) -> bool {
        self.parse(Rule::gipf_row).is_some() || self.parse(Rule::zip_row).is_some()
    }
}

/// Board with the lines below it.
#[derive(Debug, Default)]
pub(super) struct DrawnBoard<'t> {
    /// True for a table of cards.
    is_table: bool,
    pub(super) rows: Vec<DrawnLine<'t>>,
    pub(super) notes: Vec<DrawnLine<'t>>,
    pub(super) caption: Vec<&'t str>,
}

impl<'t> DrawnBoard<'t> {
    /// Returns the boards of a text, each with the paragraphs after it that are not boards.
    pub(super) fn all(text: &'t str) -> Vec<Self> {
        let mut boards = Boards::default();
        let mut paragraph: Vec<DrawnLine<'t>> = Vec::new();
        // An empty line ends the last paragraph.
        let lines = lines_with_starts(text).chain([(text.len(), "")]);
        for (number, (start, line)) in lines.enumerate() {
            let trimmed = line.trim_end();
            if trimmed.trim().is_empty() {
                boards.add_paragraph(std::mem::take(&mut paragraph));
            } else {
                paragraph.push(DrawnLine {
                    text: trimmed,
                    span: Span::new(start, start + trimmed.len()),
                    number,
                });
            }
        }
        boards.stop_waiting();
        boards.boards
    }

    /// Adds a paragraph with this number of rows; the lines after them are notes.
    fn extend(&mut self, mut paragraph: Vec<DrawnLine<'t>>, rows: usize) {
        self.notes.extend(paragraph.split_off(rows));
        self.rows.extend(paragraph);
    }

    /// Returns true if more of a table of cards can follow; names of columns below a table end it.
    fn is_open_table(&self) -> bool {
        let has_text_below = !self.notes.is_empty() || !self.caption.is_empty();
        let has_names_below = self
            .rows
            .last()
            .is_some_and(|line| pipe::is_names(line.text));
        self.is_table && !has_text_below && !has_names_below
    }

    /// Returns the reader of the game whose board it looks like.
    pub(super) fn reader(&self) -> Option<&'static BoardReader> {
        let is_note_of_cards =
            |line: &DrawnLine<'_>| line.note().is_some_and(|note| pipe::is_note(&note));
        if self.is_table || self.notes.iter().any(is_note_of_cards) {
            return Some(&pipe::READER);
        }

        let by_note = self.notes.iter().find_map(|line| {
            let beginning = Grammar::parse(Rule::note_begin, line.text.trim())
                .ok()?
                .next()?;
            READERS
                .into_iter()
                .find(|reader| reader.notes.contains(&beginning.as_str()))
        });
        by_note.or_else(|| READERS.into_iter().find(|reader| (reader.has_rows)(self)))
    }

    /// Returns the span of the rows, or of the notes if the board has no rows.
    pub(super) fn span(&self) -> Span {
        let lines = if self.rows.is_empty() {
            &self.notes
        } else {
            &self.rows
        };
        match (lines.first(), lines.last()) {
            (Some(first), Some(last)) => first.span.to(last.span),
            _ => Span::default(),
        }
    }

    /// Returns the notes that can be parsed, and reports the others.
    pub(super) fn readable_notes(
        &self,
        findings: &mut Vec<Finding>,
    ) -> Vec<(DrawnLine<'t>, Pair<'t, Rule>)> {
        let mut readable = Vec::new();
        for &line in &self.notes {
            match line.note() {
                Some(note) => readable.push((line, note)),
                None => findings.push(
                    line.fault("This note cannot be read.")
                        .with_help("It is left out."),
                ),
            }
        }
        readable
    }
}

/// Boards of a text under construction.
#[derive(Default)]
struct Boards<'t> {
    boards: Vec<DrawnBoard<'t>>,
    /// Paragraphs that belong to the table of cards below them, if one follows.
    waiting: Vec<Vec<DrawnLine<'t>>>,
}

impl<'t> Boards<'t> {
    fn add_paragraph(&mut self, paragraph: Vec<DrawnLine<'t>>) {
        let rows = row_count(&paragraph);
        let part = pipe::part_of_table(&paragraph[..rows]);
        let open_table = self
            .boards
            .last_mut()
            .filter(|board| self.waiting.is_empty() && board.is_open_table());
        match (part, open_table) {
            // A table can have empty lines where its rows have gaps.
            (Some(_), Some(table)) => table.extend(paragraph, rows),
            (Some(TablePart::Cards), None) => {
                let rows_above = std::mem::take(&mut self.waiting).concat();
                let mut board = DrawnBoard {
                    rows: rows_above,
                    is_table: true,
                    ..DrawnBoard::default()
                };
                board.extend(paragraph, rows);
                self.boards.push(board);
            }
            (Some(TablePart::Spots), None) => self.waiting.push(paragraph),
            (None, _) => {
                self.stop_waiting();
                self.add_separately(paragraph);
            }
        }
    }

    /// Adds the waiting paragraphs one by one, because no table follows them.
    fn stop_waiting(&mut self) {
        for paragraph in std::mem::take(&mut self.waiting) {
            self.add_separately(paragraph);
        }
    }

    /// Adds a paragraph that is not part of a table of cards: notes or a caption of the board
    /// above, or a board.
    fn add_separately(&mut self, paragraph: Vec<DrawnLine<'t>>) {
        let Some(first) = paragraph.first().copied() else {
            return;
        };
        let rows = row_count(&paragraph);
        match self.boards.last_mut() {
            Some(board) if first.is_note() && !pipe::is_empty_table(first) => {
                board.notes.extend(paragraph);
            }
            Some(board) if !is_board(&paragraph) && !first.is_note() => {
                board.caption.extend(paragraph.iter().map(|line| line.text));
            }
            _ => {
                let mut board = DrawnBoard::default();
                board.extend(paragraph, rows);
                self.boards.push(board);
            }
        }
    }
}

/// Returns true if a paragraph begins a board, given only the paragraph `before` it. A table of
/// cards can contain empty lines, so it can only be recognised after a paragraph that is not part
/// of a table.
pub(super) fn begins_board(before: &str, paragraph: &str) -> bool {
    let part_of = |lines: &[DrawnLine<'_>]| pipe::part_of_table(&lines[..row_count(lines)]);
    let lines_before = split_lines(before);
    let paragraph = split_lines(paragraph);

    // Notes end a table.
    let has_notes_before = row_count(&lines_before) < lines_before.len();
    let is_table_open = part_of(&lines_before).is_some() && !has_notes_before;
    match part_of(&paragraph) {
        Some(TablePart::Cards | TablePart::Spots) => !is_table_open,
        None => {
            is_board(&paragraph)
                || paragraph
                    .first()
                    .is_some_and(|line| pipe::is_empty_table(*line))
        }
    }
}

/// Splits a paragraph into lines, whose places do not matter.
fn split_lines(text: &str) -> Vec<DrawnLine<'_>> {
    let lines = text
        .lines()
        .map(str::trim_end)
        .filter(|line| !line.is_empty());
    lines
        .map(|text| DrawnLine {
            text,
            span: Span::default(),
            number: 0,
        })
        .collect()
}

/// Returns true if a paragraph shows a board that is not a table of cards.
fn is_board(paragraph: &[DrawnLine<'_>]) -> bool {
    let rows = &paragraph[..row_count(paragraph)];
    // Boards of dice have dark squares that are filled with `:` or `░`.
    rows.iter()
        .any(|line| line.is_row_of_stones() || line.text.contains([':', '░']))
}

/// Returns the number of lines before the notes, which may follow directly below the board.
fn row_count(paragraph: &[DrawnLine<'_>]) -> usize {
    paragraph.iter().take_while(|line| !line.is_note()).count()
}
