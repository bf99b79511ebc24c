//! Notation of turns (T3.1).

use std::fmt;
use std::ops::Range;

use pest::iterators::Pair;

use super::board::Square;
use super::grammar::{Grammar, Rule};
use crate::games::{
    Part, TurnCursor, TurnSyntaxError, TurnText, WriteNotation, impl_display, spans_by_action,
    turn_pairs,
};

/// A turn: a letter and a digit, which may be off the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    column: u8,
    row: u8,
}

impl Turn {
    /// Returns the square; `None` if the board does not have it.
    pub fn square(self) -> Option<Square> {
        Square::new(self.column, self.row)
    }

    /// Returns the number of steps to a square, along columns and rows.
    pub(super) fn steps_to(self, square: Square) -> u8 {
        self.column.abs_diff(square.column()) + self.row.abs_diff(square.row())
    }
}

impl From<Square> for Turn {
    fn from(square: Square) -> Self {
        Self {
            column: square.column(),
            row: square.row(),
        }
    }
}

fn actions(text: &str) -> Result<impl Iterator<Item = Pair<'_, Rule>>, TurnSyntaxError> {
    let pairs = turn_pairs::<Grammar, _>(Rule::turn_only, text)?;
    Ok(pairs.filter(|pair| pair.as_rule() == Rule::square))
}

impl TurnText for Turn {
    fn fast_parse(text: &[u8], turn: &mut Self) -> Option<()> {
        let mut cursor = TurnCursor::new(text);
        let column = cursor.letter()?;
        let row = cursor.digit()?.checked_sub(1)?;
        *turn = Self { column, row };
        cursor.is_at_end().then_some(())
    }

    fn parse_by_grammar(text: &str) -> Result<Self, TurnSyntaxError> {
        let mut turn = Self::default();
        for pair in actions(text)? {
            // The grammar gives a letter and a digit, which are a turn of the common form.
            Self::fast_parse(pair.as_str().as_bytes(), &mut turn)
                .ok_or(TurnSyntaxError { at: 0 })?;
        }
        Ok(turn)
    }

    fn parts(text: &str) -> Vec<(Part, Range<usize>)> {
        actions(text)
            .map(|actions| spans_by_action(actions, |_, _| None))
            .unwrap_or_default()
    }

    fn is_action(text: &str) -> bool {
        actions(text).is_ok()
    }
}

impl_display!(Turn);

impl WriteNotation for Turn {
    fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        (char::from(b'a' + self.column), self.row + 1).write_to(out)
    }
}
