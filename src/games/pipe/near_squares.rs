//! Set of squares near the origin, as a bitboard. It finds the squares around the cards of most
//! games without looking up each square.

use super::board::{Heading, Square};

/// The number of rows and columns of squares that are near: those from -32 to 31.
const NEAR_SIDE: i32 = u64::BITS as i32;

/// A set of near squares: a word for each column, and a bit for each row, so that the order of the
/// bits is that of the squares.
#[derive(Clone, Debug)]
pub(super) struct NearSquares([u64; NEAR_SIDE as usize]);

impl Default for NearSquares {
    fn default() -> Self {
        Self([0; NEAR_SIDE as usize])
    }
}

/// Returns the column and the row of a square, from 0, or `None` if it is not near.
#[inline]
fn column_and_row(Square { x, y }: Square) -> Option<(usize, usize)> {
    let column = x.wrapping_add(NEAR_SIDE / 2);
    let row = y.wrapping_add(NEAR_SIDE / 2);
    let is_near = (0..NEAR_SIDE).contains(&row) && (0..NEAR_SIDE).contains(&column);
    is_near.then(|| (column.unsigned_abs() as usize, row.unsigned_abs() as usize))
}

impl NearSquares {
    /// Returns true if a square is near.
    pub(super) fn is_near(square: Square) -> bool {
        column_and_row(square).is_some()
    }

    /// Returns true if the set contains a square; `None` if the square is not near.
    #[inline]
    pub(super) fn contains(&self, square: Square) -> Option<bool> {
        let (column, row) = column_and_row(square)?;
        Some(self.0[column] & 1 << row != 0)
    }

    /// Returns true if the set contains all neighbours of a square but that on the side `open`;
    /// `None` if a neighbour may not be near.
    #[inline]
    pub(super) fn surrounds(&self, square: Square, open: Heading) -> Option<bool> {
        let (column, row) = column_and_row(square)?;
        let inner = 1..NEAR_SIDE as usize - 1;
        if !(inner.contains(&row) && inner.contains(&column)) {
            return None;
        }
        let has = |column: usize, row: usize| self.0[column] & 1 << row != 0;
        // Most squares have few covered neighbours, so the first test decides.
        let is_surrounded = (open == Heading::North || has(column, row + 1))
            && (open == Heading::East || has(column + 1, row))
            && (open == Heading::South || has(column, row - 1))
            && (open == Heading::West || has(column - 1, row));
        Some(is_surrounded)
    }

    /// Adds or removes a square, if it is near.
    #[inline]
    pub(super) fn set(&mut self, square: Square, is_covered: bool) {
        if let Some((column, row)) = column_and_row(square) {
            let bit = 1 << row;
            if is_covered {
                self.0[column] |= bit;
            } else {
                self.0[column] &= !bit;
            }
        }
    }

    /// Returns true if no square of the set is among the outer `margin` rows and columns of the
    /// near squares.
    pub(super) fn keeps_margin(&self, margin: usize) -> bool {
        let middle = margin..self.0.len() - margin;
        let outer_rows = !(u64::MAX >> (2 * margin) << margin);
        let columns = self.0.iter().enumerate();
        columns.fold(0, |outer, (column, word)| {
            let rows = if middle.contains(&column) {
                outer_rows
            } else {
                u64::MAX
            };
            outer | word & rows
        }) == 0
    }

    /// Returns the near squares whose neighbour on a side is in the set.
    pub(super) fn seen_on(&self, side: Heading) -> Self {
        let column = |column: Option<usize>| column.and_then(|column| self.0.get(column));
        let words = |index: usize| match side {
            Heading::North => self.0[index] >> 1,
            Heading::South => self.0[index] << 1,
            Heading::East => column(index.checked_add(1)).copied().unwrap_or(0),
            Heading::West => column(index.checked_sub(1)).copied().unwrap_or(0),
        };
        Self(std::array::from_fn(words))
    }

    /// Returns the squares that are in both sets.
    pub(super) fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|index| self.0[index] & other.0[index]))
    }

    /// Returns the squares that are in one of the sets.
    pub(super) fn or(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|index| self.0[index] | other.0[index]))
    }

    /// Returns the squares that are not in another set.
    pub(super) fn without(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|index| self.0[index] & !other.0[index]))
    }

    /// Returns the squares in ascending order.
    pub(super) fn iter(&self) -> impl Iterator<Item = Square> {
        let columns = (-NEAR_SIDE / 2..).zip(&self.0);
        columns.flat_map(|(x, &word)| {
            // Each step takes the lowest bit away.
            let rest = |rows: &u64| Some(rows & (rows - 1)).filter(|rest| *rest != 0);
            let rows = std::iter::successors(Some(word).filter(|word| *word != 0), rest);
            rows.map(move |rows| Square {
                x,
                y: rows.trailing_zeros().cast_signed() - NEAR_SIDE / 2,
            })
        })
    }
}
