//! Writes the cells of a table as turns, comments and results. The parts keep their places in the
//! text, so nothing in a cell is lost.

use super::super::mapped_text::{Part, Peel};
use super::super::movetext::{has_place, to_notation};
use super::cells::{Cell, Kind, Row, SIGNS_OF_RESULT, joined_words, number_before, turn_in};
use super::layout::Column;
use super::{Grid, Reading};
use crate::text::Span;

/// Writes the cells of a grid in the order of a reading.
pub(super) struct Writer<'g, 't> {
    pub(super) grid: &'g Grid<'t>,
    pub(super) reading: Reading,
    pub(super) parts: Vec<Part>,
    /// The number of the next turn.
    pub(super) next: u32,
    pub(super) turns: usize,
    /// The number of turns in remarks.
    pub(super) hidden: usize,
    pub(super) turns_only: String,
}

impl Writer<'_, '_> {
    /// Writes the rows of a block of columns.
    pub(super) fn write_block(
        &mut self,
        rows: &[Row],
        kinds: &[Vec<Kind>],
        data: &[usize],
        columns: &[Column],
        (from, to): (usize, usize),
    ) -> Option<()> {
        let first = *data.first()?;
        let last = *data.last()?;
        for index in first..=last {
            let row = &rows[index];
            if data.contains(&index) {
                self.write_row(row, &kinds[index], columns, (from, to))?;
            } else if from == 0 {
                self.write_remark_line(row)?;
            }
        }
        Some(())
    }

    /// Writes the cells of a row from column `from` up to column `to`, as one line.
    fn write_row(
        &mut self,
        row: &Row,
        kinds: &[Kind],
        columns: &[Column],
        (from, to): (usize, usize),
    ) -> Option<()> {
        let turn_columns = (from..to).filter(|&column| columns[column] == Column::Turns);
        let width = turn_columns.count();
        let in_row = (from..to.min(row.cells.len()))
            .filter(|&column| kinds[column] == Kind::Turn && columns[column] == Column::Turns);
        let count = in_row.count();
        let mut is_first = true;
        let mut index_in_round = 0;
        for column in from..to.min(row.cells.len()) {
            let cell = &row.cells[column];
            let meaning = columns[column];
            match kinds[column] {
                Kind::Empty => {
                    // A turn that is missing between two of a round keeps its number. So at least
                    // three columns have turns.
                    let is_gap = meaning == Column::Turns && index_in_round > 0;
                    let is_between = column + 1 < to && count > index_in_round;
                    if is_gap && is_between && width > 2 && !self.reading.joins_cells {
                        self.next += 1;
                    }
                }
                Kind::Turn if self.reading.joins_cells => {
                    if is_first {
                        self.write_number(cell);
                    } else {
                        self.parts.push(new_text(","));
                        self.turns_only.push(',');
                    }
                    self.write_turn_text(cell);
                    is_first = false;
                }
                Kind::Turn => {
                    self.write_number(cell);
                    self.write_turn(cell);
                    index_in_round += 1;
                }
                Kind::Number(number) if meaning == Column::Numbers => {
                    let is_of_turn = width == 1 && columns[from] == Column::Numbers;
                    if is_of_turn && number >= self.next && column == from {
                        self.next = number;
                    }
                    self.take_cell(cell, Peel::Number);
                }
                _ if meaning == Column::Names => self.take_cell(cell, Peel::Label),
                _ => self.write_remark(cell)?,
            }
        }
        if self.reading.joins_cells {
            self.turns += 1;
        }
        self.parts.push(new_text("\n"));
        self.turns_only.push('\n');
        Some(())
    }

    /// Writes the rows of the players column by column.
    pub(super) fn write_columns(
        &mut self,
        rows: &[Row],
        kinds: &[Vec<Kind>],
        data: &[usize],
        width: usize,
    ) -> Option<()> {
        for column in 0..width {
            for &index in data {
                let (cells, kinds) = (&rows[index].cells, &kinds[index]);
                let (Some(cell), Some(kind)) = (cells.get(column), kinds.get(column)) else {
                    continue;
                };
                match kind {
                    Kind::Empty => {}
                    Kind::Turn => {
                        self.write_number(cell);
                        self.write_turn(cell);
                    }
                    Kind::Number(_) => self.take_cell(cell, Peel::Number),
                    Kind::Text if column == 0 => self.take_cell(cell, Peel::Label),
                    _ => self.write_remark(cell)?,
                }
            }
            self.parts.push(new_text("\n"));
        }
        Some(())
    }

    /// Writes the number of the turn in a cell, which may name it.
    fn write_number(&mut self, cell: &Cell) {
        let text = self.grid.cell_text(cell);
        let (number, _) = number_before(&text);
        let digits: String = number.chars().filter(char::is_ascii_digit).collect();
        if let Ok(number) = digits.parse()
            && number > self.next
        {
            self.next = number;
        }
        self.parts.push(Part::Written(format!("{}. ", self.next)));
        self.turns_only.push_str(&format!("{}. ", self.next));
        self.next += 1;
    }

    fn take_cell(&mut self, cell: &Cell, peel: Peel) {
        let spans = cell.spans.iter();
        self.parts
            .extend(spans.map(|span| Part::Taken(*span, peel)));
    }

    /// Writes a turn with the remark or the turns after it in its cell.
    fn write_turn(&mut self, cell: &Cell) {
        self.turns += 1;
        let game = self.grid.game;
        let text = self.grid.cell_text(cell);
        let (number, rest) = number_before(&text);
        let first = rest.split_whitespace().next().unwrap_or_default();
        let is_whole = turn_in(&text, game, self.reading.joins_words).is_some();
        let [span] = cell.spans.as_slice() else {
            self.write_turn_text(cell);
            return;
        };
        if is_whole || first.len() == rest.len() {
            self.write_turn_text(cell);
            return;
        }

        let start = span.start as usize;
        let mut offset = start + number.len() + first.len();
        self.write_turn_text(&Cell {
            spans: vec![Span::new(start, offset)],
        });
        for word in rest[first.len()..].split_whitespace() {
            if !has_place(word) || to_notation(game, word).is_none() {
                break;
            }
            let from = offset + self.grid.text[offset..].find(word).unwrap_or(0);
            let next = Cell {
                spans: vec![Span::new(from, from + word.len())],
            };
            self.write_number(&next);
            self.turns += 1;
            self.write_turn_text(&next);
            offset = from + word.len();
        }
        let left = &self.grid.text[offset..span.end as usize];
        let remark = left.trim_matches([' ', '\'', '_', '(', ')', '*']);
        let from = offset + left.find(remark).unwrap_or(0);
        let place = Span::new(from, from + remark.len());
        if remark.contains(['{', '}']) {
            self.parts.extend([
                Part::Kept(Span::new(offset, span.end as usize)),
                new_text(" "),
            ]);
        } else if !remark.is_empty() {
            self.write_comment(place);
        }
    }

    /// Writes the text of a turn, with commas between its words if they are one turn.
    fn write_turn_text(&mut self, cell: &Cell) {
        let game = self.grid.game;
        let text = self.grid.cell_text(cell);
        let (number, rest) = number_before(&text);
        let now = turn_in(&text, game, self.reading.joins_words);
        self.turns_only.push_str(now.as_deref().unwrap_or(rest));
        // A turn in words, such as a keyword in another language, or in other signs is written
        // anew. Of several words, each stays, with commas between them.
        let is_word = now.is_some() && !rest.contains(|sign: char| sign.is_ascii_digit());
        let has_blank = rest.trim().contains(char::is_whitespace) && now.is_some();
        let is_joined = has_blank && now.as_deref() == Some(joined_words(rest).as_str());
        let is_rewritten = is_word || (has_blank && !is_joined);
        // The number before the turn goes, also if it extends over several parts of the cell.
        let mut number_left = number.len();
        for span in &cell.spans {
            let start = span.start as usize;
            let end = span.end as usize;
            let from = (start + number_left).min(end);
            number_left = number_left.saturating_sub(end - start);
            self.parts
                .push(Part::Taken(Span::new(start, from), Peel::Number));
            let place = Span::new(from, end);
            if is_rewritten {
                self.parts.push(Part::Taken(place, Peel::Word));
            } else if is_joined {
                self.write_words_of_turn(place);
            } else {
                self.parts.push(Part::Kept(place));
            }
        }
        if let Some(now) = now.filter(|_| is_rewritten) {
            self.parts.push(Part::Written(now));
        }
        if !self.reading.joins_cells {
            self.parts.push(new_text(" "));
            self.turns_only.push(' ');
        }
    }

    /// Writes words with commas between them.
    fn write_words_of_turn(&mut self, place: Span) {
        let mut offset = place.start as usize;
        let mut is_first = true;
        for word in place.slice(self.grid.text).split([' ', ',']) {
            if !word.is_empty() {
                if !is_first {
                    self.parts.push(new_text(","));
                }
                self.parts
                    .push(Part::Kept(Span::new(offset, offset + word.len())));
                is_first = false;
            }
            offset += word.len() + 1;
        }
    }

    /// Writes a part of the text as a comment.
    fn write_comment(&mut self, place: Span) {
        let game = self.grid.game;
        let words = place.slice(self.grid.text).split_whitespace();
        let turns = words.filter(|word| has_place(word) && to_notation(game, word).is_some());
        self.hidden += turns.count();
        self.parts
            .extend([new_text("{"), Part::Kept(place), new_text("} ")]);
    }

    /// Writes a cell as a comment; `None` if it has a brace, but is not a comment by itself.
    fn write_remark(&mut self, cell: &Cell) -> Option<()> {
        for span in &cell.spans {
            let text = span.slice(self.grid.text);
            if text.starts_with('{') && text.ends_with('}') && text.matches('{').count() == 1 {
                self.parts.extend([Part::Kept(*span), new_text(" ")]);
            } else if text.contains(['{', '}']) {
                return None;
            } else if !text.is_empty() {
                self.write_comment(*span);
            }
        }
        Some(())
    }

    /// Writes a line that is not a row as a comment.
    pub(super) fn write_remark_line(&mut self, row: &Row) -> Option<()> {
        let span = row.line;
        let text = span.slice(self.grid.text);
        if text.starts_with('#') || (text.starts_with('{') && text.ends_with('}')) {
            self.parts.extend([Part::Kept(span), new_text("\n")]);
        } else if !text.contains(char::is_alphanumeric) {
            self.parts.push(Part::Taken(span, Peel::Markup));
        } else if text.contains(['{', '}']) {
            return None;
        } else {
            let inside = text.trim_matches(['|', '\t', ' ']);
            let start = span.start as usize + text.find(inside).unwrap_or(0);
            let kept = Span::new(start, start + inside.len());
            self.write_comment(kept);
            self.parts.push(new_text("\n"));
        }
        Some(())
    }

    /// Writes a line after the table: as it is, unless it has a number and may be read as a turn.
    pub(super) fn write_line_after(&mut self, row: &Row) {
        let text = row.line.slice(self.grid.text);
        let has_digits = text.contains(|sign: char| sign.is_ascii_digit());
        let is_talk = has_digits && !text.contains(['{', '}']) && !text.starts_with('#');
        if is_talk {
            // The line has no braces, so it is always a comment.
            let _ = self.write_remark_line(row);
        } else if text.contains(char::is_alphanumeric) {
            self.parts.extend([Part::Kept(row.line), new_text("\n")]);
        } else {
            self.parts.push(Part::Taken(row.line, Peel::Markup));
        }
    }

    /// Takes the row of the result, and returns the place of the result.
    pub(super) fn take_result_row(&mut self, row: &Row, result_column: usize) -> Option<Span> {
        let mut result = None;
        for (column, cell) in row.cells.iter().enumerate() {
            if column != result_column {
                self.take_cell(cell, Peel::Label);
                continue;
            }
            let span = *cell.spans.first()?;
            let text = span.slice(self.grid.text);
            let last = text.split_whitespace().next_back().unwrap_or_default();
            let core = last.trim_matches(SIGNS_OF_RESULT);
            let core = if core.is_empty() { last } else { core };
            let start = span.start as usize + text.rfind(core)?;
            self.parts.push(Part::Taken(
                Span::new(span.start as usize, start),
                Peel::Label,
            ));
            result = Some(Span::new(start, start + core.len()));
        }
        result
    }
}

/// Returns new text.
pub(super) fn new_text(text: &str) -> Part {
    Part::Written(text.to_owned())
}
