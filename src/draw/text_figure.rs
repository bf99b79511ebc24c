//! The text forms of figures: boards of ASCII or Unicode characters, with their notes below.
//! Annotations have characters too: a mark is a pair of brackets around its place, such as `[ ]`.
//!
//! [`write_text_figure`] puts the characters of each element on a `Canvas`, whose cells are the
//! rows and columns of the text. Then it adds straight lines (`TextLines`), the names at the edges,
//! the notes and the caption.

use std::collections::{BTreeMap, BTreeSet};

use super::axis_names::AxisName;
use super::elements::Element;
use super::figure::Figure;
use super::geometry::{Place, Rect};
use super::note::{Note, NoteKind, Run};
use super::role::Role;
use super::scene::Scene;
use super::shape::{Anchor, Shape};
use crate::text;

/// Characters allowed in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Charset {
    /// ASCII, which every program supports.
    Ascii,
    /// Unicode.
    Unicode,
}

/// Writes a scene without annotations as lines of ASCII text.
pub fn write_text(scene: &Scene) -> String {
    write_text_figure(&Figure::plain(scene.clone()), Charset::Ascii)
}

/// Writes a figure as lines of text. Marks become brackets around their places.
pub fn write_text_figure(figure: &Figure, charset: Charset) -> String {
    if !figure.has_text {
        return "This board has no text format when it is rotated.\n".to_owned();
    }

    let visible = figure.cut.any().then_some(figure.visible);
    // Links between pieces need lines between those of the pieces; without a link, such a line is
    // left out.
    let has_links = figure
        .elements
        .iter()
        .any(|element| element.role == Role::ChainEdge);
    let grid = Place {
        y: if has_links {
            figure.text_grid.y / 2
        } else {
            figure.text_grid.y
        },
        ..figure.text_grid
    };
    let mut canvas = Canvas {
        grid,
        has_links,
        from: figure.span.from,
        visible,
        written: Vec::new(),
    };
    put_elements(&mut canvas, figure, charset);
    canvas.put_names(figure);
    let mut written = canvas.into_text();
    push_notes(&mut written, figure, charset);
    if let Some(caption) = &figure.caption {
        written.push('\n');
        written.push_str(&text::lines(caption));
        written.push('\n');
    }

    written
}

/// Puts the elements of a board on a canvas, with straight lines below everything else.
fn put_elements(canvas: &mut Canvas, figure: &Figure, charset: Charset) {
    let mut lines = TextLines::default();
    for element in &figure.elements {
        let (place, anchor) = match &element.shape {
            Shape::Disc { at: place, .. } => (*place, Anchor::Middle),
            Shape::Label {
                at: place, anchor, ..
            } => (*place, *anchor),
            Shape::Polygon { corners } if !element.text.is_empty() => {
                canvas.fill(corners, glyphs(element, charset));
                continue;
            }
            Shape::Line { from, to }
                if charset == Charset::Unicode && !glyphs(element, charset).is_empty() =>
            {
                lines.add(canvas, *from, *to);
                continue;
            }
            Shape::Line { from, to } if element.role == Role::ChainEdge => {
                canvas.put_link(*from, *to, charset);
                continue;
            }
            Shape::Line { .. } | Shape::Polygon { .. } | Shape::Path { .. } => continue,
        };
        if canvas.shows(place) {
            canvas.put(place, anchor, glyphs(element, charset));
        }
    }

    lines.put_below(canvas);
}

/// Adds the notes of a figure after an empty line.
fn push_notes(written: &mut String, figure: &Figure, charset: Charset) {
    let lines: Vec<String> = figure
        .notes
        .iter()
        .filter(|note| !note.lacks_sign())
        .map(|note| note_in_text(note, figure, charset))
        .chain(figure.text_notes.iter().cloned())
        .filter(|line| !line.is_empty())
        .collect();
    if !lines.is_empty() {
        written.push('\n');
    }
    for line in lines {
        written.push_str(&text::lines(line.trim_end()));
        written.push('\n');
    }
}

/// Returns a note as text. The sign of a legend consists of the characters on the board.
fn note_in_text(note: &Note, figure: &Figure, charset: Charset) -> String {
    let words = note.words();
    let sign = match note.runs.first() {
        Some(Run::Drawing { words: sign, .. }) if note.kind == NoteKind::Sign => sign,
        _ => return words,
    };
    if charset == Charset::Ascii {
        return words;
    }
    let shown = |part: &str| {
        let is_it = |element: &&Element| element.text == part && element.unicode.is_some();
        match figure.elements.iter().find(is_it) {
            Some(element) if part.starts_with(char::is_alphabetic) => {
                glyphs(element, charset).to_owned()
            }
            _ if part == "=" => "═".to_owned(),
            _ => part.to_owned(),
        }
    };
    let parts: Vec<String> = sign.split(' ').map(shown).collect();
    words.replacen(sign, &parts.join(" "), 1)
}

/// Returns the characters of an element.
fn glyphs(element: &Element, charset: Charset) -> &str {
    match (&element.unicode, charset) {
        (Some(unicode), Charset::Unicode) => unicode,
        _ => &element.text,
    }
}

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

/// Straight lines drawn with characters, joined where they meet.
#[derive(Default)]
struct TextLines {
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
    fn add(&mut self, canvas: &Canvas, from: Place, to: Place) {
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
    fn put_below(self, canvas: &mut Canvas) {
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

/// Characters in cells, the rows and columns of a text.
struct Canvas {
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
    /// Returns true if a place is in the visible part.
    fn shows(&self, place: Place) -> bool {
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
    fn put(&mut self, place: Place, anchor: Anchor, text: &str) {
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
    fn put_link(&mut self, from: Place, to: Place, charset: Charset) {
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
    fn fill(&mut self, corners: &[Place], glyph: &str) {
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
    fn put_names(&mut self, figure: &Figure) {
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
    fn into_text(self) -> String {
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
