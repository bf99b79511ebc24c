//! Canvas of a figure as text: characters in cells, which are the rows and columns of the text, and
//! straight lines that are joined where they meet.
//!
//! Places of the board are converted to cells by the size of a row and a column. A *link* is a line
//! between two neighbouring pieces of a chain.

use std::collections::{BTreeMap, BTreeSet};

use super::axis_names::AxisName;
use super::figure::Figure;
use super::geometry::{Place, Rect};
use super::shape::Anchor;
use super::text_figure::Charset;
use crate::text;

/// Cell of a canvas. Rows and columns may be negative.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Cell {
    row: i32,
    column: i32,
}

/// Character in a cell.
struct CellCharacter {
    cell: Cell,
    character: char,
}

/// Characters in cells, the rows and columns of a text.
pub(super) struct Canvas {
    /// Width of a column and height of a row.
    grid: Place,
    /// Centre of the cell in row 0 and column 0.
    from: Place,
    /// Visible part of the board; `None` for all of it.
    visible: Option<Rect>,
    /// Characters from the bottom up: of several in one cell, the last is visible.
    written: Vec<CellCharacter>,
    /// True if there are links between pieces, so that rows without characters are left out.
    has_links: bool,
}

impl Canvas {
    /// Creates an empty canvas. `from` is the centre of the cell in row 0 and column 0.
    pub(super) fn new(grid: Place, from: Place, visible: Option<Rect>, has_links: bool) -> Self {
        Self {
            grid,
            from,
            visible,
            written: Vec::new(),
            has_links,
        }
    }

    /// Returns true if a place is in the visible part.
    pub(super) fn shows(&self, place: Place) -> bool {
        self.visible.is_none_or(|visible| visible.contains(place))
    }

    /// Returns the cell nearest to a place.
    fn cell(&self, place: Place) -> Cell {
        let rounded = |distance: i32, step: i32| (distance + step / 2).div_euclid(step.max(1));
        Cell {
            row: rounded(place.y - self.from.y, self.grid.y),
            column: rounded(place.x - self.from.x, self.grid.x),
        }
    }

    /// Returns the centre of a cell.
    fn centre(&self, cell: Cell) -> Place {
        self.from.plus(Place {
            x: cell.column * self.grid.x,
            y: cell.row * self.grid.y,
        })
    }

    /// Writes a text in a row, beginning in a cell.
    fn write_from(&mut self, start: Cell, text: &str) {
        for (column, character) in (start.column..).zip(text.chars()) {
            let cell = Cell {
                row: start.row,
                column,
            };
            self.written.push(CellCharacter { cell, character });
        }
    }

    /// Writes a text in a row, from, around or up to a place.
    pub(super) fn put(&mut self, place: Place, anchor: Anchor, text: &str) {
        let Cell { row, column } = self.cell(place);
        let length = i32::try_from(text.chars().count()).unwrap_or(0);
        let first_column = match anchor {
            Anchor::Start => column,
            Anchor::Middle => column - (length - 1) / 2,
            Anchor::End => column - length + 1,
        };
        let start = Cell {
            row,
            column: first_column,
        };
        self.write_from(start, text);
    }

    /// Draws a link in the free cells between two neighbouring pieces.
    pub(super) fn put_link(&mut self, from: Place, to: Place, charset: Charset) {
        let [along, down] = match charset {
            Charset::Ascii => ['=', '"'],
            Charset::Unicode => ['═', '║'],
        };
        if !self.shows(from) || !self.shows(to) {
            return;
        }
        let first = self.cell(from.min(to));
        let last = self.cell(from.max(to));
        if first.row == last.row {
            for column in first.column + 1..last.column {
                let cell = Cell {
                    row: first.row,
                    column,
                };
                self.written.push(CellCharacter {
                    cell,
                    character: along,
                });
            }
        } else if first.column == last.column {
            let rows = first.row.min(last.row) + 1..first.row.max(last.row);
            for row in rows {
                let cell = Cell {
                    row,
                    column: first.column,
                };
                self.written.push(CellCharacter {
                    cell,
                    character: down,
                });
            }
        }
    }

    /// Fills the cells whose centres are in the bounding box of the corners.
    pub(super) fn fill(&mut self, corners: &[Place], glyph: &str) {
        let (Some(rect), Some(character)) =
            (Rect::around(corners.iter().copied()), glyph.chars().next())
        else {
            return;
        };
        // The indices of the cells whose centres are between two coordinates, ends excluded.
        let within = |from: i32, to: i32, step: i32| {
            let first = from.div_euclid(step.max(1)) + 1;
            let last = (to - 1).div_euclid(step.max(1));
            first..=last
        };
        let from = rect.from.minus(self.from);
        let to = rect.to.minus(self.from);
        for row in within(from.y, to.y, self.grid.y) {
            for column in within(from.x, to.x, self.grid.x) {
                let cell = Cell { row, column };
                if self.shows(self.centre(cell)) {
                    self.written.push(CellCharacter { cell, character });
                }
            }
        }
    }

    /// Adds the names of columns and rows, clear of what is already there.
    pub(super) fn put_names(&mut self, figure: &Figure) {
        let edges = figure.coordinates;
        let rows = || self.written.iter().map(|one| one.cell.row);
        let top = rows().min().unwrap_or(0);
        let bottom = rows().max().unwrap_or(0);
        let columns = || self.written.iter().map(|one| one.cell.column);
        let left = columns().min().unwrap_or(0);
        let right = columns().max().unwrap_or(0);
        let length = |name: &AxisName| i32::try_from(name.name.chars().count()).unwrap_or(0);

        for name in figure.columns.iter().filter(|name| name.in_text) {
            let middle = self.cell(Place {
                x: name.at,
                y: self.from.y,
            });
            let column = middle.column - (length(name) - 1) / 2;
            if edges.top {
                let row = top - 1;
                self.write_from(Cell { row, column }, &name.name);
            }
            if edges.bottom {
                let row = bottom + 1;
                self.write_from(Cell { row, column }, &name.name);
            }
        }

        for name in figure.rows.iter().filter(|name| name.in_text) {
            let middle = self.cell(Place {
                x: self.from.x,
                y: name.at,
            });
            let row = middle.row;
            if edges.left {
                let column = left - 1 - length(name);
                self.write_from(Cell { row, column }, &name.name);
            }
            if edges.right {
                let column = right + 2;
                self.write_from(Cell { row, column }, &name.name);
            }
        }
    }

    /// Returns the text. Characters that would affect a terminal become `?`.
    pub(super) fn into_text(self) -> String {
        let columns = self.written.iter().map(|one| one.cell.column);
        let rows = self.written.iter().map(|one| one.cell.row);
        let (Some(left), Some(top), Some(bottom)) = (columns.min(), rows.clone().min(), rows.max())
        else {
            return String::new();
        };

        let mut lines: Vec<Vec<char>> =
            vec![Vec::new(); usize::try_from(bottom - top + 1).unwrap_or(0)];
        for CellCharacter { cell, character } in self.written {
            let Some(line) = usize::try_from(cell.row - top)
                .ok()
                .and_then(|row| lines.get_mut(row))
            else {
                continue;
            };
            let column = usize::try_from(cell.column - left).unwrap_or(0);
            if line.len() <= column {
                line.resize(column + 1, ' ');
            }
            line[column] = if text::has_effect(character) {
                '?'
            } else {
                character
            };
        }

        let mut text = String::new();
        for line in lines {
            if self.has_links && line.is_empty() {
                continue;
            }
            text.push_str(line.into_iter().collect::<String>().trim_end());
            text.push('\n');
        }

        text
    }
}

/// Straight lines drawn with characters, joined where they meet.
#[derive(Default)]
pub(super) struct TextLines {
    /// Sides to which a line continues, as a set of bits.
    sides: BTreeMap<Cell, u8>,
}

impl TextLines {
    // Bits of the sides of a cell.
    const UP: u8 = 1;
    const RIGHT: u8 = 2;
    const DOWN: u8 = 4;
    const LEFT: u8 = 8;
    /// Characters of a cell, by the sides to which lines continue.
    const CHARACTERS: [char; 16] = [
        ' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼',
    ];

    /// Adds the visible part of a line. Only lines along columns and rows are drawn.
    pub(super) fn add(&mut self, canvas: &Canvas, from: Place, to: Place) {
        let from = canvas.cell(from);
        let to = canvas.cell(to);
        let first = Cell {
            row: from.row.min(to.row),
            column: from.column.min(to.column),
        };
        let last = Cell {
            row: from.row.max(to.row),
            column: from.column.max(to.column),
        };
        // The sides to which a cell continues the line: towards its start, and towards its end.
        let (backward, forward) = match (first.row == last.row, first.column == last.column) {
            (true, false) => (Self::LEFT, Self::RIGHT),
            (false, true) => (Self::UP, Self::DOWN),
            _ => return,
        };
        for row in first.row..=last.row {
            for column in first.column..=last.column {
                let cell = Cell { row, column };
                if !canvas.shows(canvas.centre(cell)) {
                    continue;
                }
                let sides = self.sides.entry(cell).or_default();
                *sides |= if cell == first { 0 } else { backward };
                *sides |= if cell == last { 0 } else { forward };
            }
        }
    }

    /// Draws the lines below everything on a canvas.
    pub(super) fn put_below(self, canvas: &mut Canvas) {
        let character = |sides: u8| {
            Self::CHARACTERS
                .get(usize::from(sides))
                .copied()
                .unwrap_or(' ')
        };
        let rows: BTreeSet<i32> = canvas.written.iter().map(|one| one.cell.row).collect();
        let mut below = Vec::new();
        for (cell, sides) in self.sides {
            // A row between two rows of pieces is shown only if a link is in it.
            if !canvas.has_links || rows.contains(&cell.row) {
                below.push(CellCharacter {
                    cell,
                    character: character(sides),
                });
            }
        }
        canvas.written.splice(0..0, below);
    }
}
