//! Grid of squares in which a table of cards is drawn. The grid is found from the sides of the
//! cards, so text to the left of the table or trimmed spaces do not matter.
//!
//! The text may begin within a square. Column 0 of the grid is therefore the text before the first
//! place where a square can begin, and row 0 the lines before it: often both are empty.

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

/// Line with its characters.
struct Row<'t> {
    line: DrawnLine<'t>,
    /// The character at each column, with its byte offset.
    signs: Vec<(usize, char)>,
}

/// Names of the columns and rows of a grid.
pub(super) struct GridNames {
    pub(super) columns: AxisNames,
    pub(super) rows: AxisNames,
}

/// Lines of a table, split into squares.
pub(super) struct SquareGrid<'t> {
    rows: Vec<Row<'t>>,
    /// Number of the first line.
    first: usize,
    /// Column of the text at which column 1 of the grid begins. Less than [`SQUARE_WIDTH`].
    left: usize,
    /// Line at which row 1 of the grid begins, counted from `first`. Less than [`SQUARE_HEIGHT`].
    top: usize,
    /// Leftmost column of a card.
    leftmost_card: usize,
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

        // The sides that begin at each column and line of the squares. Most of them vote for the
        // true grid, even if some text looks like a side.
        let mut sides_at_column = [0_usize; SQUARE_WIDTH];
        let mut sides_at_line = [0_usize; SQUARE_HEIGHT];
        let mut columns_of_sides: Vec<usize> = Vec::new();
        for row in &rows {
            let signs: Vec<char> = row.signs.iter().map(|(_, sign)| *sign).collect();
            for (column, part) in signs.windows(SQUARE_WIDTH).enumerate() {
                if is_side(part) {
                    sides_at_column[column % SQUARE_WIDTH] += 1;
                    sides_at_line[(row.line.number - first) % SQUARE_HEIGHT] += 1;
                    columns_of_sides.push(column);
                }
            }
        }

        // A card has sides in the first and last line of a square.
        let last_line = |top: usize| (top + SQUARE_HEIGHT - 1) % SQUARE_HEIGHT;
        let top = (0..SQUARE_HEIGHT)
            .max_by_key(|&top| sides_at_line[top] + sides_at_line[last_line(top)])?;
        let left = (0..SQUARE_WIDTH).max_by_key(|&left| sides_at_column[left])?;
        Some(Self {
            rows,
            first,
            left,
            top,
            leftmost_card: columns_of_sides.into_iter().min()?,
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
    pub(super) fn take_names(&mut self) -> Result<GridNames, Box<Finding>> {
        let mut names = GridNames {
            columns: AxisNames::new(Axis::Columns),
            rows: AxisNames::new(Axis::Rows),
        };
        for index in 0..self.rows.len() {
            let name_columns = self.read_names(&self.rows[index], &mut names)?;
            for columns in name_columns {
                for (_, sign) in &mut self.rows[index].signs[columns] {
                    *sign = ' ';
                }
            }
        }
        Ok(names)
    }

    /// Reads the names in a line. Returns their columns.
    fn read_names(
        &self,
        row: &Row<'t>,
        names: &mut GridNames,
    ) -> Result<Vec<Range<usize>>, Box<Finding>> {
        let words = words(&row.signs, row.line.text);
        let text_of = |word: &Word| &row.line.text[word.bytes.clone()];

        // A line of numbers names columns. A single number to the left of the cards names the row.
        let has_only_names = words.iter().all(|word| is_name(text_of(word)));
        let is_beside_cards = match words.as_slice() {
            [word] => word.middle() < self.leftmost_card,
            words => words.is_empty(),
        };
        let names_columns = has_only_names && !is_beside_cards;

        let mut name_columns = Vec::new();
        for (number, word) in words.iter().enumerate() {
            // The names of rows are at both ends of their lines.
            let is_at_end = number == 0 || number == words.len() - 1;
            if !is_name(text_of(word)) || !(names_columns || is_at_end) {
                continue;
            }

            let span = row.line.span.within(&word.bytes);
            let Ok(coordinate) = text_of(word).parse::<i32>() else {
                return Err(fault(span, "This coordinate is too large."));
            };
            let coordinate = i64::from(coordinate);
            if names_columns {
                let column = self.column_of(word.middle());
                names.columns.add(column, coordinate, span)?;
            } else {
                names.rows.add(self.row_of(row.line), coordinate, span)?;
            }
            name_columns.push(word.columns.clone());
        }
        Ok(name_columns)
    }

    /// Returns the squares that are not empty, row by row.
    pub(super) fn cells(&self) -> Vec<Cell> {
        let mut cells = Vec::new();
        for row in &self.rows {
            let row_index = self.row_of(row.line);
            for (column, (_, sign)) in row.signs.iter().enumerate() {
                if !sign.is_whitespace() {
                    cells.push(Cell {
                        row: row_index,
                        column: self.column_of(column),
                    });
                }
            }
        }
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Returns the line of the drawing that is `line` within a square.
    fn row_at(&self, cell: Cell, line: usize) -> Option<&Row<'t>> {
        let line_in_drawing =
            (cell.row * SQUARE_HEIGHT + line + self.top).checked_sub(SQUARE_HEIGHT)?;
        let number = self.first + line_in_drawing;
        // Lines between the paragraphs of a table are left out.
        let index = self
            .rows
            .binary_search_by_key(&number, |row| row.line.number)
            .ok()?;
        self.rows.get(index)
    }

    /// Returns the characters of a square, line by line.
    pub(super) fn signs(&self, cell: Cell) -> [[char; SQUARE_WIDTH]; SQUARE_HEIGHT] {
        std::array::from_fn(|line| {
            std::array::from_fn(|column| self.sign_at(cell, line, column).unwrap_or(' '))
        })
    }

    /// Returns a character of a square; `None` outside the text.
    fn sign_at(&self, cell: Cell, line: usize, column: usize) -> Option<char> {
        let row = self.row_at(cell, line)?;
        let index = (cell.column * SQUARE_WIDTH + column + self.left).checked_sub(SQUARE_WIDTH)?;
        let (_, sign) = row.signs.get(index)?;
        Some(*sign)
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
        let next_square = cell.column * SQUARE_WIDTH + self.left;
        let first_column = next_square.saturating_sub(SQUARE_WIDTH);
        let end_column = next_square.min(row.signs.len());

        let visible: Vec<(usize, char)> = row
            .signs
            .get(first_column..end_column)?
            .iter()
            .copied()
            .filter(|(_, sign)| !sign.is_whitespace())
            .collect();
        let (start, _) = *visible.first()?;
        let (last_start, last) = *visible.last()?;
        Some(row.line.span.within(&(start..last_start + last.len_utf8())))
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
