//! Tables of turns. Any text whose lines have cells becomes a grid, and one reader tries what the
//! columns may mean: rounds with a column for each player, one turn in a row, blocks side by side,
//! one row for each player, turns that are split into several cells. The reading with the most
//! legal turns counts.
//!
//! [`peel`] splits the text into cells ([`Grid::new`], `cells.rs`) and tries the readings
//! (`possible_readings`). For each, [`Grid::read_as`] finds the meanings of the columns
//! ([`Layout::find`], `layout.rs`), and a [`Writer`] writes the cells as a movetext.

mod cells;
mod layout;
mod writer;

use std::collections::BTreeMap;

use self::cells::{Cell, Kind, Row, SEPARATORS, Separator, cells, kind_of};
use self::layout::{Layout, column_blocks};
use self::writer::{Writer, new_text};
use super::mapped_text::{MappedText, Part};
use super::movetext::start_of_movetext;
use crate::games::GameId;
use crate::text::{Span, lines_with_starts};

/// The minimum number of rows with turns of a table, and of its turns.
const MIN_ROWS: usize = 3;
/// The maximum number of rows, and of cells in a row.
const MAX_ROWS: usize = 400;
const MAX_COLUMNS: usize = 80;

/// How the cells of a table are read.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Reading {
    order: Order,
    /// True if the turns in the cells of a row are parts of one turn.
    joins_cells: bool,
    /// True if a row without a number continues the row above.
    joins_rows: bool,
    /// True if the words of a cell are parts of one turn.
    joins_words: bool,
}

/// The order of the cells.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    /// Block by block, row by row.
    Rows,
    /// Row by row, through all blocks.
    RowsOfBlocks,
    /// Column by column, through all rows.
    Columns,
}

/// Reads a table. `legal` returns the number of turns at the start of a record's text that are
/// legal.
pub(super) fn peel(
    text: &MappedText,
    game: GameId,
    legal: &dyn Fn(&str) -> u32,
) -> Option<(MappedText, String)> {
    let source = text.text();
    let before = legal(source);
    let tags = source.get(..start_of_movetext(source))?;
    let mut best: Option<(u32, ReadTable)> = None;
    // Most readings of a text have the same turns.
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for separator in SEPARATORS {
        if separator.is_within_turns(source, game) {
            continue;
        }
        let Some(grid) = Grid::new(source, separator, game) else {
            continue;
        };
        for reading in possible_readings() {
            let Some(read) = grid.read_as(reading) else {
                continue;
            };
            let count = match counts.get(&read.turns_only) {
                Some(count) => *count,
                None => legal(&format!("{tags}\n\n{}", read.turns_only)),
            };
            counts.insert(read.turns_only.clone(), count);
            let is_better = best
                .as_ref()
                .is_none_or(|(most, other)| read.rank(count) > other.rank(*most));
            if is_better {
                best = Some((count, read));
            }
        }
    }

    let (count, read) = best?;
    // The table is read if this makes more turns legal, at least half of its turns. Text that is
    // surely a table need only lose none: the first mistake in it ends the legal turns.
    let explains = count as usize * 2 >= read.turns && count > before && read.is_mostly_rows;
    let is_kept = read.is_regular && count >= before;
    if !(explains || is_kept) {
        return None;
    }
    let next = text.assembled(&read.parts)?;
    Some((next, "table of turns".to_owned()))
}

/// A table that was read.
struct ReadTable {
    parts: Vec<Part>,
    /// The number of turns.
    turns: usize,
    /// The turns in the notation, without anything else.
    turns_only: String,
    /// True if most lines are rows.
    is_mostly_rows: bool,
    /// True if nearly all lines are rows, with a sign between the cells that is in no turn.
    is_regular: bool,
}

impl ReadTable {
    /// Returns what readings are compared by: whether all turns of most lines are legal, the number
    /// of legal turns, and the number of all turns. A wrong reading may have more turns, and more
    /// of them legal by chance, but hardly all.
    fn rank(&self, legal: u32) -> (bool, u32, usize) {
        let is_legal = legal as usize >= self.turns;
        (is_legal && self.is_mostly_rows, legal, self.turns)
    }
}

/// Returns the readings, the usual ones first.
fn possible_readings() -> Vec<Reading> {
    let mut readings = Vec::new();
    for order in [Order::Rows, Order::RowsOfBlocks, Order::Columns] {
        for joins_words in [false, true] {
            for joins_rows in [false, true] {
                readings.push(Reading {
                    order,
                    joins_cells: false,
                    joins_rows,
                    joins_words,
                });
            }
        }
    }
    readings.push(Reading {
        order: Order::Rows,
        joins_cells: true,
        joins_rows: false,
        joins_words: true,
    });
    readings
}

/// The cells of a text.
struct Grid<'t> {
    text: &'t str,
    game: GameId,
    separator: Separator,
    /// The start of the movetext.
    from: usize,
    rows: Vec<Row>,
}

impl<'t> Grid<'t> {
    /// Splits the lines after the tags into cells; `None` if too few of them have several.
    fn new(text: &'t str, separator: Separator, game: GameId) -> Option<Self> {
        let from = start_of_movetext(text);
        let mut rows: Vec<Row> = Vec::new();
        for (start, line) in lines_with_starts(text) {
            let end = start + line.trim_end().len();
            // A line of signs is a rule between rows.
            let has_text = line.contains(char::is_alphanumeric) || line.trim() == "*";
            if start < from || !has_text {
                continue;
            }
            rows.push(Row {
                line: Span::new(start, end),
                cells: cells(text, start, end, separator),
            });
        }
        // All lines may begin with the sign.
        let is_first_empty = |row: &Row| {
            let first = row.cells.first();
            row.cells.len() < 2 || first.is_some_and(|cell| cell.spans[0].is_empty())
        };
        if rows.iter().all(is_first_empty) {
            for row in rows.iter_mut().filter(|row| row.cells.len() > 1) {
                row.cells.remove(0);
            }
        }
        let wide = rows.iter().filter(|row| row.cells.len() > 1).count();
        let widest = rows.iter().map(|row| row.cells.len()).max()?;
        let fits = wide >= 2 && rows.len() <= MAX_ROWS && widest <= MAX_COLUMNS;
        fits.then_some(Self {
            text,
            game,
            separator,
            from,
            rows,
        })
    }

    /// Returns the text of a cell.
    fn cell_text(&self, cell: &Cell) -> String {
        let parts = cell.spans.iter().map(|span| span.slice(self.text));
        parts.collect()
    }

    /// Returns what a cell contains.
    fn kind_of_cell(&self, cell: &Cell, joins_words: bool) -> Kind {
        kind_of(&self.cell_text(cell), self.game, joins_words)
    }

    /// Returns the parts of the text in the order of a reading, and the number of turns; `None` if
    /// the table cannot be read in this way.
    fn read_as(&self, reading: Reading) -> Option<ReadTable> {
        let joined;
        let rows = if reading.joins_rows {
            joined = self.with_joined_rows()?;
            &joined
        } else {
            &self.rows
        };
        let layout = Layout::find(self, rows, reading)?;
        let mut writer = Writer {
            grid: self,
            reading,
            parts: vec![Part::Kept(Span::new(0, self.from)), new_text("\n\n")],
            next: 1,
            turns: 0,
            hidden: 0,
            turns_only: String::new(),
        };
        let first = *layout.data.first()?;
        let last = *layout.data.last()?;
        for row in &rows[..first] {
            writer.write_remark_line(row)?;
        }
        write_data(&mut writer, rows, &layout)?;
        write_other_rows(&mut writer, rows, &layout, first, last)?;
        // A remark may name a turn, but a reading with most turns in remarks is wrong.
        let is_plausible = writer.turns >= MIN_ROWS && writer.hidden * 4 <= writer.turns;
        let is_sure = !matches!(
            self.separator,
            Separator::Blanks | Separator::Sign(',' | '/')
        );
        let row_count = last + 1 - first;
        is_plausible.then(|| ReadTable {
            parts: writer.parts,
            turns: writer.turns,
            turns_only: writer.turns_only,
            is_mostly_rows: layout.data.len() * 2 > row_count,
            is_regular: is_sure && layout.data.len() * 5 >= row_count * 4,
        })
    }

    /// Joins the rows without a number to the rows above them; `None` if every row has one.
    fn with_joined_rows(&self) -> Option<Vec<Row>> {
        let mut rows: Vec<Row> = Vec::new();
        let mut count = 0;
        for row in &self.rows {
            let first = row.cells.first()?;
            let has_number = matches!(self.kind_of_cell(first, false), Kind::Number(_));
            let is_more = self.cell_text(first).trim().is_empty() && row.cells.len() > 1;
            let above = rows
                .last_mut()
                .filter(|above| above.cells.len() >= row.cells.len());
            let above_has_number = above.as_ref().is_some_and(|above| {
                matches!(self.kind_of_cell(&above.cells[0], false), Kind::Number(_))
            });
            match above {
                Some(above) if is_more && !has_number && above_has_number => {
                    for (cell, more) in above.cells.iter_mut().zip(&row.cells) {
                        cell.spans.extend(more.spans.iter().copied());
                    }
                    count += 1;
                }
                _ => rows.push(Row {
                    line: row.line,
                    cells: row.cells.clone(),
                }),
            }
        }
        (count > 0).then_some(rows)
    }
}

/// Writes the rows with turns in the order of the reading.
fn write_data(writer: &mut Writer<'_, '_>, rows: &[Row], layout: &Layout) -> Option<()> {
    let Layout {
        kinds,
        data,
        columns,
    } = layout;
    match writer.reading.order {
        Order::Columns => writer.write_columns(rows, kinds, data, columns.len()),
        Order::Rows => {
            for block in column_blocks(columns) {
                writer.write_block(rows, kinds, data, columns, block)?;
            }
            Some(())
        }
        Order::RowsOfBlocks => {
            if column_blocks(columns).len() < 2 {
                return None;
            }
            writer.write_block(rows, kinds, data, columns, (0, columns.len()))
        }
    }
}

/// Writes the rows without turns from the first row with turns on, and then the result. Rows
/// between others were written with them, unless the table was read by columns.
fn write_other_rows(
    writer: &mut Writer<'_, '_>,
    rows: &[Row],
    layout: &Layout,
    first: usize,
    last: usize,
) -> Option<()> {
    let is_in_place = writer.reading.order != Order::Columns;
    let mut result = None;
    for (index, row) in rows.iter().enumerate().skip(first) {
        if layout.data.contains(&index) {
            continue;
        }
        let kinds = &layout.kinds[index];
        let result_column = kinds.iter().position(|kind| *kind == Kind::Result);
        match result_column {
            Some(column) if result.is_none() && index > last => {
                result = Some(writer.take_result_row(row, column)?);
            }
            _ if index > last => writer.write_line_after(row),
            _ if is_in_place => {}
            _ => writer.write_remark_line(row)?,
        }
    }
    if let Some(result) = result {
        writer.parts.push(Part::Kept(result));
        writer.parts.push(new_text("\n"));
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the movetext of a table. A turn is legal if it has the number of its letter.
    fn read(rows: &str) -> Option<String> {
        let text = format!("[Game \"pippinzip\"]\n\n{rows}");
        let legal = |text: &str| {
            let mut words = text.split_whitespace().skip(2);
            let mut count = 0;
            while let (Some(number), Some(turn)) = (words.next(), words.next()) {
                let letter = u32::from(turn.as_bytes()[0].wrapping_sub(b'a')) + 1;
                if number != format!("{letter}.") {
                    break;
                }
                count += 1;
            }
            count
        };
        let (next, _) = peel(&MappedText::new(&text), GameId::Pippinzip, &legal)?;
        let words = next.text().split_whitespace().skip(2);
        Some(words.collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn tables_of_all_kinds_are_read() {
        let turns = "1. a1 2. b2,b3 3. c4 4. d5 5. e6 6. f7";
        for rows in [
            "1\ta1\tb2,b3\n2\tc4\td5\n3\te6\tf7\n",
            "| 1 | a1 | b2,b3 |\n|---|----|----|\n| 2 | c4 | d5 |\n| 3 | e6 | f7 |\n",
            " 1 | a1 | b2,b3\n---+---+---\n 2 | c4 | d5\n 3 | e6 | f7\n",
            "1;a1;\"b2,b3\"\n2;c4;d5\n3;e6;f7\n",
            "a1,\"b2,b3\"\nc4,d5\ne6,f7\n",
            "1  a1   b2,b3\n2  c4   d5\n3  e6   f7\n",
            "1 a1   4 d5\n2 b2,b3   5 e6\n3 c4   6 f7\n",
            "1\ta1\n2\tb2,b3\n3\tc4\n4\td5\n5\te6\n6\tf7\n",
            "1 | a1 || 4 | d5\n2 | b2,b3 || 5 | e6\n3 | c4 || 6 | f7\n",
            "1 | 1 | a1\n2 | 2 | b2 b3\n3 | 1 | c4\n4 | 2 | d5\n5 | 1 | e6\n6 | 2 | f7\n",
            "1 | a1 | b2,\n  |    | b3\n2 | c4 | d5\n3 | e6 | f7\n",
        ] {
            assert_eq!(read(rows).as_deref(), Some(turns), "{rows}");
        }
    }

    #[test]
    fn rows_of_players_are_read_by_columns() {
        let rows = "Move\t1\t2\t3\nAnn\ta1\tc3\te5\nBob\tb2\td4\tf6\n";
        let turns = "{Move 1 2 3} 1. a1 2. b2 3. c3 4. d4 5. e5 6. f6";
        assert_eq!(read(rows).as_deref(), Some(turns));
    }

    #[test]
    fn parts_of_a_turn_in_several_cells_are_joined() {
        let rows = "1;Ann;a1;\n2;Bob;b2;b3\n3;Ann;c4;\n4;Bob;d5;d6\n5;Ann;e6;\n";
        let turns = "1. a1 2. b2,b3 3. c4 4. d5,d6 5. e6";
        assert_eq!(read(rows).as_deref(), Some(turns));
    }

    #[test]
    fn remarks_times_and_results_stay() {
        let rows = "No;Ann;Time;Bob;Time;Note\n1;a1;9:58;b2;9:50;bold\n2;c3;9:40;d4;9:30;\n\
                    3;e5;9:00;f6;8:00;\nResult;;;1-0;;\n";
        let turns = "{No;Ann;Time;Bob;Time;Note} 1. a1 {9:58} 2. b2 {9:50} {bold} 3. c3 {9:40} \
                     4. d4 {9:30} 5. e5 {9:00} 6. f6 {8:00} 1-0";
        assert_eq!(read(rows).as_deref(), Some(turns));
    }

    #[test]
    fn texts_without_rows_stay() {
        for text in [
            "1. a1 2. b2 3. c3\n4. d4 5. e5\n",
            "1. a1,a2 2. b2,b4 3. c3\n4. d4,d5 5. e5 6. f6\n7. g7,g8 8. h8 9. i9\n",
            "",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
