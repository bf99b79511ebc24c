//! Tables of turns. Any text whose lines have cells becomes a grid, and one reader tries what the
//! columns may mean: rounds with a column for each player, one turn in a row, blocks side by side,
//! one row for each player, turns that are split into several cells. The reading with the most
//! legal turns counts.

use std::collections::BTreeMap;

use super::layered::{Layered, Part, Peel};
use super::movetext::{
    ClockTime, has_place, is_count, is_number, is_readable, is_result, plain, start_of_movetext,
};
use crate::games::GameId;
use crate::text::{Span, lines_with_starts};

/// The minimum number of rows with turns of a table, and of its turns.
const MIN_ROWS: usize = 3;
/// The maximum number of rows, and of cells in a row.
const MAX_ROWS: usize = 400;
const MAX_COLUMNS: usize = 80;
/// The maximum number of different names in a column of names.
const MAX_NAMES: usize = 4;

/// Signs around a result.
const SIGNS_OF_RESULT: [char; 4] = ['*', '_', '"', '`'];

/// What separates the cells of a row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Separator {
    Sign(char),
    /// Two blanks or more.
    Blanks,
}

/// The separators, in the order in which they are tried.
const SEPARATORS: [Separator; 7] = [
    Separator::Sign('\t'),
    Separator::Sign('|'),
    Separator::Sign(';'),
    Separator::Sign(','),
    Separator::Sign('&'),
    Separator::Sign('/'),
    Separator::Blanks,
];

impl Separator {
    /// Returns true if the sign joins the parts of turns, as the comma in `a5,c3`: what it
    /// separates could be cells only in rows that begin with a number and the sign, as in a file
    /// with commas.
    fn is_within_turns(self, text: &str, game: GameId) -> bool {
        let Self::Sign(sign) = self else {
            return false;
        };
        let movetext = text.get(start_of_movetext(text)..).unwrap_or_default();
        let is_turn = |word: &str| word.contains(sign) && is_readable(game, word);
        let lines = || movetext.lines().filter(|line| line.contains(sign));
        let joined = lines().filter(|line| line.split_whitespace().any(is_turn));
        let is_row = |line: &&str| {
            let first = line.split(sign).next().unwrap_or_default();
            let number = first.trim_matches(['"', ' ']);
            !number.is_empty() && is_count(number)
        };
        joined.count() > 0 && lines().filter(is_row).count() * 2 < lines().count()
    }
}

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

/// Reads a table.
pub(super) fn peel(
    text: &Layered,
    game: GameId,
    legal: &dyn Fn(&str) -> u32,
) -> Option<(Layered, String)> {
    let source = text.text();
    let before = legal(source);
    let tags = source.get(..start_of_movetext(source))?;
    let mut best: Option<(u32, Read)> = None;
    // Most readings of a text have the same turns.
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for separator in SEPARATORS {
        if separator.is_within_turns(source, game) {
            continue;
        }
        let Some(grid) = Grid::new(source, separator, game) else {
            continue;
        };
        for reading in readings() {
            let Some(read) = grid.read(reading) else {
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
    // A mistake ends the legal turns, so a table without doubt needs no more than it had.
    let explains = count as usize * 2 >= read.turns && count > before && read.is_mostly_rows;
    let is_kept = read.is_regular && count >= before;
    if !(explains || is_kept) {
        return None;
    }
    let next = text.assembled(&read.parts)?;
    Some((next, "table of turns".to_owned()))
}

/// A table that was read.
struct Read {
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

impl Read {
    /// Returns what readings are compared by: whether all turns of most lines are legal, the number
    /// of legal turns, and the number of all turns. A wrong reading may have more turns, and more
    /// of them legal by chance, but hardly all.
    fn rank(&self, legal: u32) -> (bool, u32, usize) {
        let is_legal = legal as usize >= self.turns;
        (is_legal && self.is_mostly_rows, legal, self.turns)
    }
}

/// Returns the readings, the usual ones first.
fn readings() -> Vec<Reading> {
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

/// What a cell contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Empty,
    /// A number, alone or with a sign after it.
    Number(u32),
    Turn,
    Time,
    Result,
    Text,
}

/// A cell: its places in the text, more than one if it goes on in further rows.
#[derive(Clone, Debug, Default)]
struct Cell {
    spans: Vec<Span>,
}

/// A line of the text.
struct Row {
    line: Span,
    cells: Vec<Cell>,
}

/// The meaning of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Numbers,
    Turns,
    /// Names or numbers of the players.
    Names,
    Times,
    /// Remarks, and anything else.
    Remarks,
}

/// The cells of a text.
struct Grid<'t> {
    text: &'t str,
    game: GameId,
    separator: Separator,
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

    fn slice(&self, cell: &Cell) -> String {
        let parts = cell.spans.iter().map(|span| span.slice(self.text));
        parts.collect()
    }

    fn kind(&self, cell: &Cell, joins_words: bool) -> Kind {
        kind_of(&self.slice(cell), self.game, joins_words)
    }

    /// Returns the parts of the text in the order of a reading, and the number of turns.
    fn read(&self, reading: Reading) -> Option<Read> {
        let joined;
        let rows = if reading.joins_rows {
            joined = self.with_joined_rows()?;
            &joined
        } else {
            &self.rows
        };
        let kinds: Vec<Vec<Kind>> = rows
            .iter()
            .map(|row| {
                let cells = row.cells.iter();
                cells
                    .map(|cell| self.kind(cell, reading.joins_words))
                    .collect()
            })
            .collect();
        let is_data = |kinds: &[Kind]| kinds.len() > 1 && kinds.contains(&Kind::Turn);
        let data: Vec<usize> = (0..rows.len())
            .filter(|&row| is_data(&kinds[row]))
            .collect();
        let is_small = data.len()
            < if reading.order == Order::Columns {
                2
            } else {
                MIN_ROWS
            };
        if is_small {
            return None;
        }

        let width = data.iter().map(|&row| kinds[row].len()).max()?;
        let columns: Vec<Column> = (0..width)
            .map(|column| column_of(rows, &kinds, &data, column, self))
            .collect();
        if !columns.contains(&Column::Turns) {
            return None;
        }
        let mut writer = Writer {
            grid: self,
            reading,
            parts: vec![Part::Kept(Span::new(0, self.from)), written("\n\n")],
            next: 1,
            turns: 0,
            hidden: 0,
            turns_only: String::new(),
        };
        let first = *data.first()?;
        let last = *data.last()?;
        let mut result = None;
        for row in &rows[..first] {
            writer.remark_line(row)?;
        }
        match reading.order {
            Order::Columns => writer.columns(rows, &kinds, &data, width)?,
            Order::Rows => {
                for block in blocks(&columns) {
                    writer.block(rows, &kinds, &data, &columns, block)?;
                }
            }
            Order::RowsOfBlocks => {
                if blocks(&columns).len() < 2 {
                    return None;
                }
                writer.block(rows, &kinds, &data, &columns, (0, width))?;
            }
        }
        let is_in_place = reading.order != Order::Columns;
        for (index, row) in rows.iter().enumerate().skip(first) {
            if data.contains(&index) {
                continue;
            }
            let found = kinds[index].iter().position(|kind| *kind == Kind::Result);
            match found {
                Some(found) if result.is_none() && index > last => {
                    result = Some(writer.result_row(row, found)?);
                }
                _ if index > last => writer.line_after(row),
                _ if is_in_place => {}
                _ => writer.remark_line(row)?,
            }
        }
        if let Some(result) = result {
            writer.parts.push(Part::Kept(result));
            writer.parts.push(written("\n"));
        }
        // A remark may name a turn, but a reading with most turns in remarks is wrong.
        let is_plausible = writer.turns >= MIN_ROWS && writer.hidden * 4 <= writer.turns;
        let is_sure = !matches!(
            self.separator,
            Separator::Blanks | Separator::Sign(',' | '/')
        );
        is_plausible.then(|| Read {
            parts: writer.parts,
            turns: writer.turns,
            turns_only: writer.turns_only,
            is_mostly_rows: data.len() * 2 > last + 1 - first,
            is_regular: is_sure && data.len() * 5 >= (last + 1 - first) * 4,
        })
    }

    /// Joins the rows without a number to the rows above them; `None` if every row has one.
    fn with_joined_rows(&self) -> Option<Vec<Row>> {
        let mut rows: Vec<Row> = Vec::new();
        let mut count = 0;
        for row in &self.rows {
            let first = row.cells.first()?;
            let has_number = matches!(self.kind(first, false), Kind::Number(_));
            let is_more = self.slice(first).trim().is_empty() && row.cells.len() > 1;
            let above = rows
                .last_mut()
                .filter(|above| above.cells.len() >= row.cells.len());
            let above_has_number = above
                .as_ref()
                .is_some_and(|above| matches!(self.kind(&above.cells[0], false), Kind::Number(_)));
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

/// Returns the blocks of columns, each beginning with a column of numbers.
fn blocks(columns: &[Column]) -> Vec<(usize, usize)> {
    let starts: Vec<usize> = (0..columns.len())
        .filter(|&column| columns[column] == Column::Numbers)
        .collect();
    let has_turns = |block: &(usize, usize)| columns[block.0..block.1].contains(&Column::Turns);
    let mut borders = vec![0];
    borders.extend(starts.into_iter().skip(1));
    borders.push(columns.len());
    let found: Vec<(usize, usize)> = borders.windows(2).map(|pair| (pair[0], pair[1])).collect();
    if found.iter().all(has_turns) {
        found
    } else {
        vec![(0, columns.len())]
    }
}

/// Returns the meaning of a column.
fn column_of(
    rows: &[Row],
    kinds: &[Vec<Kind>],
    data: &[usize],
    column: usize,
    grid: &Grid<'_>,
) -> Column {
    let found: Vec<(usize, Kind)> = data
        .iter()
        .filter_map(|&row| Some((row, *kinds[row].get(column)?)))
        .filter(|(_, kind)| *kind != Kind::Empty)
        .collect();
    let count = |wanted: &dyn Fn(Kind) -> bool| {
        let fitting = found.iter().filter(|(_, kind)| wanted(*kind));
        fitting.count()
    };
    let turns = count(&|kind| kind == Kind::Turn);
    let times = count(&|kind| kind == Kind::Time);
    let numbers: Vec<u32> = found
        .iter()
        .filter_map(|(_, kind)| match kind {
            Kind::Number(number) => Some(*number),
            _ => None,
        })
        .collect();
    let is_counting = numbers.windows(2).all(|pair| pair[0] < pair[1]);
    if turns * 2 >= found.len() && turns > 0 {
        return Column::Turns;
    }
    if numbers.len() * 4 >= found.len() * 3 && !numbers.is_empty() && is_counting {
        return Column::Numbers;
    }
    if times * 2 >= found.len() && times > 0 {
        return Column::Times;
    }
    let mut names: Vec<String> = found
        .iter()
        .filter_map(|(row, _)| rows[*row].cells.get(column))
        .map(|cell| grid.slice(cell))
        .collect();
    names.sort();
    names.dedup();
    let is_full = found.len() * 5 >= data.len() * 4 && data.len() > 2 * names.len().max(1) - 1;
    if is_full && names.len() <= MAX_NAMES && !names.is_empty() {
        return Column::Names;
    }
    Column::Remarks
}

/// Returns what the text of a cell is.
fn kind_of(text: &str, game: GameId, joins_words: bool) -> Kind {
    let inside = text.trim();
    if !inside.contains(|sign: char| sign.is_alphanumeric() || sign == '*') {
        return Kind::Empty;
    }
    let number = inside
        .trim_end_matches(['.', ')', ':'])
        .trim_start_matches(['#', '('])
        .trim_end_matches(",00")
        .trim_end_matches(".0");
    if number.len() <= 4
        && let Ok(number) = number.parse()
    {
        return Kind::Number(number);
    }
    if ClockTime::parse(inside).is_some() {
        return Kind::Time;
    }
    if turn_in(inside, game, joins_words).is_some() {
        return Kind::Turn;
    }
    let core = inside.trim_matches(SIGNS_OF_RESULT);
    if is_result(if core.is_empty() { inside } else { core }) {
        return Kind::Result;
    }
    // A turn and a remark, or several turns.
    let (_, rest) = number_before(inside);
    let mut words = rest.split_whitespace();
    let first = words.next().unwrap_or_default();
    // A text with turn numbers is no cell.
    let is_numbered = words.any(is_number);
    if has_place(first) && plain(game, first).is_some() && !is_numbered {
        return Kind::Turn;
    }
    // A result after its name: `Result: *1-0*`.
    let is_short = inside.split_whitespace().count() <= 3;
    let last = inside.split_whitespace().next_back().unwrap_or_default();
    let before = &inside[..inside.len() - last.len()];
    if is_short
        && is_result(last.trim_matches(SIGNS_OF_RESULT))
        && !before.contains(|sign: char| sign.is_ascii_digit())
    {
        return Kind::Result;
    }
    Kind::Text
}

/// Returns the turn that a whole cell is, in the notation.
fn turn_in(text: &str, game: GameId, joins_words: bool) -> Option<String> {
    let (_, rest) = number_before(text.trim());
    let core = rest.trim_end_matches(['!', '?']);
    let joined = || {
        let is_several = joins_words && core.contains(' ');
        if is_several {
            plain(game, &joined_words(core))
        } else {
            None
        }
    };
    plain(game, core).or_else(joined)
}

/// Splits a text into the number at its start, with its sign, and the rest: `12. d6`, `12 d6`.
fn number_before(text: &str) -> (&str, &str) {
    let digits = text.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let rest = digits.trim_start_matches(['.', ')', ':']);
    let number = &text[..text.len() - rest.len()];
    let is_apart = rest.starts_with(' ') || rest.len() < digits.len();
    let is_number = digits.len() < text.len() && is_count(number) && is_apart;
    if is_number && rest.contains(char::is_alphanumeric) {
        let rest = rest.trim_start();
        (&text[..text.len() - rest.len()], rest)
    } else {
        ("", text)
    }
}

/// Joins words to one turn: `d5 e1` is `d5,e1`.
fn joined_words(text: &str) -> String {
    let words: Vec<&str> = text
        .split([' ', ','])
        .filter(|word| !word.is_empty())
        .collect();
    words.join(",")
}

fn written(text: &str) -> Part {
    Part::Written(text.to_owned())
}

/// Splits a line into cells without the blanks and quotes around them.
fn cells(text: &str, start: usize, end: usize, separator: Separator) -> Vec<Cell> {
    let line = text.get(start..end).unwrap_or_default();
    let mut borders: Vec<(usize, usize)> = Vec::new();
    match separator {
        Separator::Blanks => {
            let mut at = 0;
            while let Some(found) = line[at..].find("  ") {
                let from = at + found;
                let rest = &line[from..];
                let length = rest.len() - rest.trim_start_matches([' ', '\t']).len();
                borders.push((from, from + length));
                at = from + length;
            }
            // Blanks before the first cell do not separate it.
            borders.retain(|(from, _)| *from > 0);
        }
        Separator::Sign(sign) => {
            let mut in_quotes = false;
            let mut in_comment = false;
            let mut at_start = true;
            for (at, found) in line.char_indices() {
                match found {
                    '"' if in_quotes || at_start => in_quotes = !in_quotes,
                    '{' => in_comment = true,
                    '}' => in_comment = false,
                    _ if found == sign && !in_quotes && !in_comment => {
                        // `||` separates cells as `|` does.
                        let is_double = sign == '|'
                            && borders
                                .last()
                                .is_some_and(|(_, last)| *last == at && at > 0);
                        if is_double {
                            if let Some(last) = borders.last_mut() {
                                last.1 = at + 1;
                            }
                        } else {
                            borders.push((at, at + found.len_utf8()));
                        }
                    }
                    _ => {}
                }
                at_start = found == sign || (at_start && found.is_whitespace());
            }
        }
    }

    let mut found = Vec::new();
    let mut from = 0;
    let ends = borders.iter().map(|border| border.0).chain([line.len()]);
    let starts = borders.iter().map(|border| border.1);
    for (cell_end, next) in ends.zip(starts.chain([line.len()])) {
        let inside = line.get(from..cell_end).unwrap_or_default();
        let trimmed = inside.trim_matches([' ', '\t', '"', '`', '\\']);
        let offset = inside.find(trimmed).unwrap_or(0);
        let at = start + from + offset;
        found.push(Cell {
            spans: vec![Span::new(at, at + trimmed.len())],
        });
        from = next;
    }
    found
}

struct Writer<'g, 't> {
    grid: &'g Grid<'t>,
    reading: Reading,
    parts: Vec<Part>,
    /// The number of the next turn.
    next: u32,
    turns: usize,
    /// The number of turns in remarks.
    hidden: usize,
    turns_only: String,
}

impl Writer<'_, '_> {
    /// Writes the rows of a block of columns.
    fn block(
        &mut self,
        rows: &[Row],
        kinds: &[Vec<Kind>],
        data: &[usize],
        columns: &[Column],
        (from, to): (usize, usize),
    ) -> Option<()> {
        let turn_columns = (from..to).filter(|&column| columns[column] == Column::Turns);
        let width = turn_columns.count();
        let first = *data.first()?;
        let last = *data.last()?;
        for index in first..=last {
            let row = &rows[index];
            let kinds = &kinds[index];
            if !data.contains(&index) {
                if from == 0 {
                    self.remark_line(row)?;
                }
                continue;
            }
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
                        // The turn of a round that is missing has its number.
                        let is_gap = meaning == Column::Turns && index_in_round > 0;
                        let is_between = column + 1 < to && count > index_in_round;
                        if is_gap && is_between && width > 2 && !self.reading.joins_cells {
                            self.next += 1;
                        }
                    }
                    Kind::Turn if self.reading.joins_cells => {
                        if is_first {
                            self.number(cell);
                        } else {
                            self.parts.push(written(","));
                            self.turns_only.push(',');
                        }
                        self.turn_text(cell);
                        is_first = false;
                    }
                    Kind::Turn => {
                        self.number(cell);
                        self.turn(cell);
                        index_in_round += 1;
                    }
                    Kind::Number(number) if meaning == Column::Numbers => {
                        let is_of_turn = width == 1 && columns[from] == Column::Numbers;
                        if is_of_turn && number >= self.next && column == from {
                            self.next = number;
                        }
                        self.taken(cell, Peel::Number);
                    }
                    _ if meaning == Column::Names => self.taken(cell, Peel::Label),
                    _ => self.remark(cell)?,
                }
            }
            if self.reading.joins_cells {
                self.turns += 1;
            }
            self.parts.push(written("\n"));
            self.turns_only.push('\n');
        }
        Some(())
    }

    /// Writes the rows of the players column by column.
    fn columns(
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
                        self.number(cell);
                        self.turn(cell);
                    }
                    Kind::Number(_) => self.taken(cell, Peel::Number),
                    Kind::Text if column == 0 => self.taken(cell, Peel::Label),
                    _ => self.remark(cell)?,
                }
            }
            self.parts.push(written("\n"));
        }
        Some(())
    }

    /// Writes the number of the turn in a cell, which may name it.
    fn number(&mut self, cell: &Cell) {
        let text = self.grid.slice(cell);
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

    fn taken(&mut self, cell: &Cell, peel: Peel) {
        let spans = cell.spans.iter();
        self.parts
            .extend(spans.map(|span| Part::Taken(*span, peel)));
    }

    /// Writes a turn with the remark or the turns after it in its cell.
    fn turn(&mut self, cell: &Cell) {
        self.turns += 1;
        let game = self.grid.game;
        let text = self.grid.slice(cell);
        let (number, rest) = number_before(&text);
        let first = rest.split_whitespace().next().unwrap_or_default();
        let is_whole = turn_in(&text, game, self.reading.joins_words).is_some();
        let [span] = cell.spans.as_slice() else {
            self.turn_text(cell);
            return;
        };
        if is_whole || first.len() == rest.len() {
            self.turn_text(cell);
            return;
        }

        let start = span.start as usize;
        let mut at = start + number.len() + first.len();
        self.turn_text(&Cell {
            spans: vec![Span::new(start, at)],
        });
        for word in rest[first.len()..].split_whitespace() {
            if !has_place(word) || plain(game, word).is_none() {
                break;
            }
            let from = at + self.grid.text[at..].find(word).unwrap_or(0);
            let next = Cell {
                spans: vec![Span::new(from, from + word.len())],
            };
            self.number(&next);
            self.turns += 1;
            self.turn_text(&next);
            at = from + word.len();
        }
        let left = &self.grid.text[at..span.end as usize];
        let remark = left.trim_matches([' ', '\'', '_', '(', ')', '*']);
        let from = at + left.find(remark).unwrap_or(0);
        let place = Span::new(from, from + remark.len());
        if remark.contains(['{', '}']) {
            self.parts
                .extend([Part::Kept(Span::new(at, span.end as usize)), written(" ")]);
        } else if !remark.is_empty() {
            self.comment(place);
        }
    }

    /// Writes the text of a turn, with commas between its words if they are one turn.
    fn turn_text(&mut self, cell: &Cell) {
        let game = self.grid.game;
        let text = self.grid.slice(cell);
        let (number, rest) = number_before(&text);
        let now = turn_in(&text, game, self.reading.joins_words);
        self.turns_only.push_str(now.as_deref().unwrap_or(rest));
        let is_word = now.is_some() && !rest.contains(|sign: char| sign.is_ascii_digit());
        let has_blank = rest.trim().contains(char::is_whitespace) && now.is_some();
        let is_joined = has_blank && now.as_deref() == Some(joined_words(rest).as_str());
        let is_rewritten = is_word || (has_blank && !is_joined);
        let mut left = number.len();
        for span in &cell.spans {
            let start = span.start as usize;
            let end = span.end as usize;
            let from = (start + left).min(end);
            left = left.saturating_sub(end - start);
            self.parts
                .push(Part::Taken(Span::new(start, from), Peel::Number));
            let place = Span::new(from, end);
            if is_rewritten {
                self.parts.push(Part::Taken(place, Peel::Word));
            } else if is_joined {
                self.words_of_turn(place);
            } else {
                self.parts.push(Part::Kept(place));
            }
        }
        if let Some(now) = now.filter(|_| is_rewritten) {
            self.parts.push(Part::Written(now));
        }
        if !self.reading.joins_cells {
            self.parts.push(written(" "));
            self.turns_only.push(' ');
        }
    }

    /// Writes words with commas between them.
    fn words_of_turn(&mut self, place: Span) {
        let mut at = place.start as usize;
        let mut is_first = true;
        for word in place.slice(self.grid.text).split([' ', ',']) {
            if !word.is_empty() {
                if !is_first {
                    self.parts.push(written(","));
                }
                self.parts.push(Part::Kept(Span::new(at, at + word.len())));
                is_first = false;
            }
            at += word.len() + 1;
        }
    }

    /// Writes a part of the text as a comment.
    fn comment(&mut self, place: Span) {
        let game = self.grid.game;
        let words = place.slice(self.grid.text).split_whitespace();
        let turns = words.filter(|word| has_place(word) && plain(game, word).is_some());
        self.hidden += turns.count();
        self.parts
            .extend([written("{"), Part::Kept(place), written("} ")]);
    }

    /// Writes a cell as a comment, or a time as a command.
    fn remark(&mut self, cell: &Cell) -> Option<()> {
        for span in &cell.spans {
            let text = span.slice(self.grid.text);
            if text.starts_with('{') && text.ends_with('}') && text.matches('{').count() == 1 {
                self.parts.extend([Part::Kept(*span), written(" ")]);
            } else if text.contains(['{', '}']) {
                return None;
            } else if !text.is_empty() {
                self.comment(*span);
            }
        }
        Some(())
    }

    /// Writes a line that is not a row as a comment.
    fn remark_line(&mut self, row: &Row) -> Option<()> {
        let span = row.line;
        let text = span.slice(self.grid.text);
        if text.starts_with('#') || (text.starts_with('{') && text.ends_with('}')) {
            self.parts.extend([Part::Kept(span), written("\n")]);
        } else if !text.contains(char::is_alphanumeric) {
            self.parts.push(Part::Taken(span, Peel::Markup));
        } else if text.contains(['{', '}']) {
            return None;
        } else {
            let inside = text.trim_matches(['|', '\t', ' ']);
            let start = span.start as usize + text.find(inside).unwrap_or(0);
            let kept = Span::new(start, start + inside.len());
            self.comment(kept);
            self.parts.push(written("\n"));
        }
        Some(())
    }

    /// Writes a line after the table: as it is, unless it has a number and may be read as a turn.
    fn line_after(&mut self, row: &Row) {
        let text = row.line.slice(self.grid.text);
        let has_digits = text.contains(|sign: char| sign.is_ascii_digit());
        let is_talk = has_digits && !text.contains(['{', '}']) && !text.starts_with('#');
        if is_talk {
            // The line has no braces, so it is always a comment.
            let _ = self.remark_line(row);
        } else if text.contains(char::is_alphanumeric) {
            self.parts.extend([Part::Kept(row.line), written("\n")]);
        } else {
            self.parts.push(Part::Taken(row.line, Peel::Markup));
        }
    }

    /// Takes the row of the result, and returns the place of the result.
    fn result_row(&mut self, row: &Row, found: usize) -> Option<Span> {
        let mut result = None;
        for (column, cell) in row.cells.iter().enumerate() {
            if column != found {
                self.taken(cell, Peel::Label);
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
        let (next, _) = peel(&Layered::new(&text), GameId::Pippinzip, &legal)?;
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
