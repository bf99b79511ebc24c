//! Positions: the marks on the board and the seat to move (T3.2).

use std::fmt;

use pest::iterators::Pair;

use super::board::{Mark, SIDE, Square, lines};
use super::grammar::{Grammar, Rule};
use crate::games::{
    PositionError, PositionField, PositionGrammar, WriteNotation, impl_display, range_of,
    write_places,
};

/// A position, which is all that its text says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    marks: [Option<Mark>; 9],
    to_move: Mark,
}

impl Default for Position {
    fn default() -> Self {
        Self {
            marks: [None; 9],
            to_move: Mark::Cross,
        }
    }
}

impl Position {
    /// Returns the mark of the seat to move.
    pub fn to_move(&self) -> Mark {
        self.to_move
    }

    /// Returns the position with another seat to move.
    #[must_use]
    pub fn with_to_move(self, to_move: Mark) -> Self {
        Self { to_move, ..self }
    }

    /// Returns the mark on a square.
    pub fn at(&self, square: Square) -> Option<Mark> {
        self.marks[square.index()]
    }

    /// Puts a mark on a square, or empties it.
    pub fn set(&mut self, square: Square, mark: Option<Mark>) {
        self.marks[square.index()] = mark;
    }

    /// Puts the mark of the seat to move on a square, and ends its turn.
    pub fn play(&mut self, square: Square) {
        self.set(square, Some(self.to_move));
        self.to_move = self.to_move.other();
    }

    /// Returns the number of marks of a seat.
    pub fn count(&self, mark: Mark) -> u64 {
        self.marks
            .iter()
            .flatten()
            .map(|&other| u64::from(other == mark))
            .sum()
    }

    /// Returns the empty squares.
    pub fn empty_squares(&self) -> impl Iterator<Item = Square> {
        let marks = self.marks;
        Square::all().filter(move |square| marks[square.index()].is_none())
    }

    /// Returns a line with three equal marks, and the mark.
    pub fn full_line(&self) -> Option<([Square; 3], Mark)> {
        lines().find_map(|line| {
            let [first, second, third] = line.map(|square| self.at(square));
            let mark = first?;
            (second == first && third == first).then_some((line, mark))
        })
    }
}

/// Checks that the seats have moved by turns.
pub(super) fn check(position: &Position) -> Result<(), PositionError> {
    let [crosses, noughts] = Mark::BOTH.map(|mark| position.count(mark));
    let expected = match position.to_move {
        Mark::Cross => noughts,
        Mark::Nought => noughts + 1,
    };
    if crosses == expected {
        return Ok(());
    }
    let message = format!(
        "With {crosses} crosses and {noughts} noughts, {} is not to move (T2.1).",
        position.to_move.name()
    );
    Err(PositionError::inconsistent(message))
}

fn fill(position: &mut Position, row: u8, text: Pair<'_, Rule>) -> Result<(), PositionError> {
    let span = range_of(&text);
    let mut column = 0;
    for part in text.into_inner() {
        let mark = match part.as_rule() {
            Rule::cross => Mark::Cross,
            Rule::nought => Mark::Nought,
            _ => {
                column += part.as_str().parse().unwrap_or(0);
                continue;
            }
        };
        if let Some(square) = Square::new(column, row) {
            position.set(square, Some(mark));
        }
        column += 1;
    }
    if column == SIDE {
        return Ok(());
    }
    let message = format!("Row {} has {column} squares, not {SIDE}.", row + 1);
    Err(PositionError::malformed(message, span))
}

/// Parses a position.
pub(super) fn parse(text: &str) -> Result<Position, PositionError> {
    let mut position = Position::default();
    for pair in POSITION.pairs::<Grammar>(text)? {
        match pair.as_rule() {
            Rule::rows => {
                for (row, text) in (0..SIDE).rev().zip(pair.into_inner()) {
                    fill(&mut position, row, text)?;
                }
            }
            Rule::to_move if pair.as_str() == "o" => position.to_move = Mark::Nought,
            _ => {}
        }
    }
    Ok(position)
}

/// Parses the board of a position; the other field is that of an example.
pub(super) fn parse_board(text: &str) -> Option<Position> {
    parse(&POSITION.with_board(text)?).ok()
}

/// The position strings.
const POSITION: PositionGrammar<Rule> = PositionGrammar {
    whole: Rule::position_only,
    fields: &[
        PositionField {
            name: "the rows from the top",
            form: "are joined by `/`, such as `3/1x1/3`",
            example: "3/3/3",
        },
        PositionField {
            name: "the seat to move",
            form: "is `x` or `o`",
            example: "x",
        },
    ],
    part_in_words,
};

/// Returns the display name of a part of a field.
fn part_in_words(rule: Rule) -> Option<&'static str> {
    match rule {
        Rule::cross | Rule::nought => Some("a mark `x` or `o`"),
        Rule::empties => Some("a number of empty squares"),
        _ => None,
    }
}

impl_display!(Position);

impl WriteNotation for Position {
    fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        for row in (0..SIDE).rev() {
            let squares = (0..SIDE).filter_map(|column| Square::new(column, row));
            write_places(out, squares.map(|square| self.at(square).map(Mark::letter)))?;
            if row > 0 {
                out.write_char('/')?;
            }
        }
        (' ', self.to_move.letter()).write_to(out)
    }
}
