//! Grid of squares in which a table of cards is drawn. The grid is found from the sides of the
//! cards, so text to the left of the table or trimmed spaces do not matter.

use std::ops::Range;

use super::super::drawn_board::DrawnLine;
use super::super::fault;
use super::axis_names::{Axis, AxisNames};
use super::signs::{SQUARE_HEIGHT, SQUARE_WIDTH, is_name, is_side};
use crate::findings::Finding;
use crate::text::Span;

/// Square of the drawing, counted from its upper left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cell {
    pub(super) row: usize,
    pub(super) column: usize,
}

/// Line with its characters, each with its byte offset.
struct Row<'t> {
    line: DrawnLine<'t>,
    signs: Vec<(usize, char)>,
}

/// Lines of a table, split into squares.
pub(super) struct SquareGrid<'t> {
    rows: Vec<Row<'t>>,
    /// Number of the first line.
    first: usize,
    /// Column and line at which the squares begin, less than [`SQUARE_WIDTH`] and
    /// [`SQUARE_HEIGHT`].
    left: usize,
    top: usize,
    /// Leftmost column of a card.
    edge: usize,
}

impl<'t> SquareGrid<'t> {
    /// Finds the grid. Returns `None` if there is no card.
    pub(super) fn from_lines(lines: &[DrawnLine<'t>]) -> Option<Self> {
        let first = lines.first()?.number;
        let rows: Vec<Row<'t>> = lines
            .iter()
            .map(|&line| Row {
                line,
                signs: line.text.char_indices().collect(),
            })
            .collect();
        let mut by_column = [0_usize; SQUARE_WIDTH];
        let mut by_line = [0_usize; SQUARE_HEIGHT];
        let mut edge = None;
        for row in &rows {
            let signs: Vec<char> = row.signs.iter().map(|(_, sign)| *sign).collect();
            for (column, _) in signs
                .windows(SQUARE_WIDTH)
                .enumerate()
                .filter(|(_, signs)| is_side(signs))
            {
                by_column[column % SQUARE_WIDTH] += 1;
                by_line[(row.line.number - first) % SQUARE_HEIGHT] += 1;
                edge = Some(edge.map_or(column, |edge: usize| edge.min(column)));
            }
        }
        // A card has sides in the first and last line of a square.
        let last = |top: usize| (top + SQUARE_HEIGHT - 1) % SQUARE_HEIGHT;
        let top = (0..SQUARE_HEIGHT).max_by_key(|&top| by_line[top] + by_line[last(top)])?;
        let left = (0..SQUARE_WIDTH).max_by_key(|&left| by_column[left])?;
        Some(Self {
            rows,
            first,
            left,
            top,
            edge: edge?,
        })
    }

    /// Returns the row of squares to which a line belongs.
    fn row_of(&self, line: DrawnLine<'_>) -> usize {
        (line.number - self.first + SQUARE_HEIGHT - self.top) / SQUARE_HEIGHT
    }

    /// Returns the column of squares to which a column of characters belongs.
    fn column_of(&self, column: usize) -> usize {
        (column + SQUARE_WIDTH - self.left) / SQUARE_WIDTH
    }

    /// Reads the names of columns and rows and erases them.
    pub(super) fn take_names(&mut self) -> Result<[AxisNames; 2], Box<Finding>> {
        let mut names = [AxisNames::new(Axis::Columns), AxisNames::new(Axis::Rows)];
        for index in 0..self.rows.len() {
            let Some(row) = self.rows.get(index) else {
                break;
            };
            let words = words(&row.signs, row.line.text);
            let text_of = |word: &Word| &row.line.text[word.bytes.clone()];
            // A line of numbers names columns. A single number to the left of the cards names the
            // row.
            let is_of_columns = words.iter().all(|word| is_name(text_of(word)))
                && (words.len() > 1
                    || words.first().is_some_and(|word| word.middle() >= self.edge));
            let last = words.len().saturating_sub(1);
            let row_index = self.row_of(row.line);
            let mut wiped: Vec<Range<usize>> = Vec::new();
            for (number, word) in words.iter().enumerate() {
                if !is_name(text_of(word)) || !(is_of_columns || number == 0 || number == last) {
                    continue;
                }
                let span = row.line.span.within(&word.bytes);
                let Ok(coordinate) = text_of(word).parse::<i32>() else {
                    return Err(fault(span, "This coordinate is too large."));
                };
                if is_of_columns {
                    names[0].add(self.column_of(word.middle()), i64::from(coordinate), span)?;
                } else {
                    names[1].add(row_index, i64::from(coordinate), span)?;
                }
                wiped.push(word.columns.clone());
            }
            let Some(row) = self.rows.get_mut(index) else {
                break;
            };
            for columns in wiped {
                for (_, sign) in row.signs.get_mut(columns).into_iter().flatten() {
                    *sign = ' ';
                }
            }
        }

        Ok(names)
    }

    /// Returns the squares that are not empty, row by row.
    pub(super) fn cells(&self) -> Vec<Cell> {
        let mut cells = Vec::new();
        for row in &self.rows {
            let row_index = self.row_of(row.line);
            for (column, _) in row
                .signs
                .iter()
                .enumerate()
                .filter(|(_, (_, sign))| !sign.is_whitespace())
            {
                let cell = Cell {
                    row: row_index,
                    column: self.column_of(column),
                };
                if cells.last() != Some(&cell) {
                    cells.push(cell);
                }
            }
        }
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Returns the line of the drawing that is `line` within a square.
    fn row_at(&self, cell: Cell, line: usize) -> Option<&Row<'t>> {
        let number =
            (cell.row * SQUARE_HEIGHT + line + self.top).checked_sub(SQUARE_HEIGHT)? + self.first;
        let index = self
            .rows
            .binary_search_by_key(&number, |row| row.line.number)
            .ok()?;
        self.rows.get(index)
    }

    /// Returns the characters of a square, line by line.
    pub(super) fn signs(&self, cell: Cell) -> [[char; SQUARE_WIDTH]; SQUARE_HEIGHT] {
        std::array::from_fn(|line| {
            let row = self.row_at(cell, line);
            std::array::from_fn(|column| {
                let index =
                    (cell.column * SQUARE_WIDTH + column + self.left).checked_sub(SQUARE_WIDTH);
                index
                    .and_then(|index| row?.signs.get(index))
                    .map_or(' ', |(_, sign)| *sign)
            })
        })
    }

    /// Returns the span of a line of a square without the surrounding spaces; if the line is empty,
    /// the span of another line of the square.
    pub(super) fn span(&self, cell: Cell, line: usize) -> Span {
        let lines = [line, 0, 1, 2, 3];
        lines
            .into_iter()
            .find_map(|line| self.span_of_line(cell, line))
            .unwrap_or_default()
    }

    fn span_of_line(&self, cell: Cell, line: usize) -> Option<Span> {
        let row = self.row_at(cell, line)?;
        let from = (cell.column * SQUARE_WIDTH + self.left).saturating_sub(SQUARE_WIDTH);
        let to = (cell.column * SQUARE_WIDTH + self.left).min(row.signs.len());
        let mut seen = row
            .signs
            .get(from..to)?
            .iter()
            .filter(|(_, sign)| !sign.is_whitespace());
        let (start, first) = *seen.next()?;
        let (end, last) = *seen.next_back().unwrap_or(&(start, first));
        Some(row.line.span.within(&(start..end + last.len_utf8())))
    }
}

/// Word of a line.
struct Word {
    columns: Range<usize>,
    bytes: Range<usize>,
}

impl Word {
    /// Returns the column on which a name is centred.
    fn middle(&self) -> usize {
        self.columns.start + self.columns.len().saturating_sub(1) / 2
    }
}

/// Returns the words of a line, between white space.
fn words(signs: &[(usize, char)], text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut inside = false;
    for (column, (byte, sign)) in signs.iter().enumerate() {
        if sign.is_whitespace() {
            inside = false;
            continue;
        }
        let bytes_end = byte + sign.len_utf8();
        match words.last_mut() {
            Some(word) if inside => {
                word.columns.end = column + 1;
                word.bytes.end = bytes_end.min(text.len());
            }
            _ => words.push(Word {
                columns: column..column + 1,
                bytes: *byte..bytes_end,
            }),
        }
        inside = true;
    }
    words
}
