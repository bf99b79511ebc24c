//! Places: the points of a board, or the numbers of cards and coordinates, that turns name.

use std::ops::ControlFlow;

use super::parts::{number_at, point, point_at};
use crate::notation::Board;

/// The largest number tried in place of another one: cards have at most two digits, and larger
/// coordinates are rare.
const MAX_NUMBER: u32 = 99;

/// The places that turns name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Places {
    /// A letter and a number, on a board with this number of columns.
    Points { columns: u8, is_hexagon: bool },
    /// Numbers: cards and coordinates.
    Numbers,
}

impl Places {
    /// Returns the places of a game. `columns` is the number of columns of its board.
    pub(super) fn new(board: Board, columns: u8) -> Self {
        match board {
            Board::Table => Self::Numbers,
            Board::Hexagon(_) => Self::Points {
                columns,
                is_hexagon: true,
            },
            Board::Square(_) | Board::SquareOfTag { .. } => Self::Points {
                columns,
                is_hexagon: false,
            },
        }
    }

    /// Returns the length of the place at a byte.
    pub(super) fn length_at(self, text: &[u8], offset: usize) -> Option<usize> {
        match self {
            Self::Points { .. } => point_at(text, offset),
            Self::Numbers => number_at(text, offset),
        }
    }

    /// Returns true if a place exists: a wrong place is usually one that exists.
    pub(super) fn has(self, place: &[u8]) -> bool {
        match self {
            Self::Numbers => true,
            Self::Points { columns, .. } => point(place).is_some_and(|(column, row)| {
                column <= u32::from(columns) && (1..=self.rows(column)).contains(&row)
            }),
        }
    }

    /// Returns the number of rows of a column.
    fn rows(self, column: u32) -> u32 {
        match self {
            // The middle column has as many rows as there are columns; each column away from it has
            // one fewer.
            Self::Points {
                columns,
                is_hexagon: true,
            } => u32::from(columns).saturating_sub(u32::from(columns).div_ceil(2).abs_diff(column)),
            Self::Points { columns, .. } => u32::from(columns),
            Self::Numbers => 0,
        }
    }

    /// Returns true if a place is another one seen from another side of the board, or with column
    /// and row exchanged.
    pub(super) fn are_mirrored(self, right: &[u8], wrong: &[u8]) -> bool {
        let Self::Points { columns, .. } = self else {
            return false;
        };
        let (Some((column, row)), Some(wrong)) = (point(right), point(wrong)) else {
            return false;
        };
        let other_column = (u32::from(columns) + 1).saturating_sub(column);
        let other_row = |column: u32| (self.rows(column) + 1).saturating_sub(row);
        let seen = [
            (other_column, row),
            (column, other_row(column)),
            (row, column),
        ];
        seen.contains(&wrong)
    }

    /// Shows every place.
    pub(super) fn each(self, show: &mut dyn FnMut(&[u8]) -> ControlFlow<()>) -> ControlFlow<()> {
        match self {
            Self::Numbers => {
                (0..=MAX_NUMBER).try_for_each(|number| show(number.to_string().as_bytes()))
            }
            Self::Points { columns, .. } => {
                for column in 1..=u32::from(columns) {
                    for row in 1..=self.rows(column) {
                        // No board has more columns than the alphabet has letters.
                        let letter = b'a'.saturating_add(u8::try_from(column - 1).unwrap_or(25));
                        let name = format!("{}{row}", char::from(letter));
                        show(name.as_bytes())?;
                    }
                }
                ControlFlow::Continue(())
            }
        }
    }
}
