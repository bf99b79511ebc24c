//! The layout of a table: which rows have turns, and what each column means.

use super::cells::{Kind, Row};
use super::{Grid, MIN_ROWS, Order, Reading};

/// The minimum number of rows with turns of a table that is read by columns.
const MIN_ROWS_OF_COLUMNS: usize = 2;
/// The maximum number of different names in a column of names.
const MAX_NAMES: usize = 4;

/// Where a table has its turns.
pub(super) struct Layout {
    /// The kinds of the cells of each row.
    pub(super) kinds: Vec<Vec<Kind>>,
    /// The indices of the rows with turns.
    pub(super) data: Vec<usize>,
    /// The meanings of the columns of these rows.
    pub(super) columns: Vec<Column>,
}

impl Layout {
    /// Finds the rows with turns and the meanings of the columns; `None` if there are too few rows,
    /// or no column of turns.
    pub(super) fn find(grid: &Grid<'_>, rows: &[Row], reading: Reading) -> Option<Self> {
        let mut kinds: Vec<Vec<Kind>> = Vec::with_capacity(rows.len());
        for row in rows {
            let cells = row.cells.iter();
            kinds.push(
                cells
                    .map(|cell| grid.kind_of_cell(cell, reading.joins_words))
                    .collect(),
            );
        }
        let is_data = |kinds: &[Kind]| kinds.len() > 1 && kinds.contains(&Kind::Turn);
        let data: Vec<usize> = (0..rows.len())
            .filter(|&row| is_data(&kinds[row]))
            .collect();
        let min_rows = match reading.order {
            Order::Columns => MIN_ROWS_OF_COLUMNS,
            Order::Rows | Order::RowsOfBlocks => MIN_ROWS,
        };
        if data.len() < min_rows {
            return None;
        }

        let width = data.iter().map(|&row| kinds[row].len()).max()?;
        let columns: Vec<Column> = (0..width)
            .map(|column| column_of(rows, &kinds, &data, column, grid))
            .collect();
        columns.contains(&Column::Turns).then_some(Self {
            kinds,
            data,
            columns,
        })
    }
}

/// The meaning of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    Numbers,
    Turns,
    /// Names or numbers of the players.
    Names,
    Times,
    /// Remarks, and anything else.
    Remarks,
}

/// Returns the blocks of columns, each from its first column to the one after its last. Each begins
/// with a column of numbers and has turns; otherwise the table is one block.
pub(super) fn column_blocks(columns: &[Column]) -> Vec<(usize, usize)> {
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
    // Half of the cells have turns or times, or three quarters have numbers that count up.
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
        .map(|cell| grid.cell_text(cell))
        .collect();
    names.sort();
    names.dedup();
    // Most rows have a name, and a name comes twice on average.
    let is_full = found.len() * 5 >= data.len() * 4 && data.len() > 2 * names.len().max(1) - 1;
    if is_full && names.len() <= MAX_NAMES && !names.is_empty() {
        return Column::Names;
    }
    Column::Remarks
}
