//! Diagrams of Pip•Pip: squares of several lines with dice, and notes on the stores, which hold the
//! dice that a seat has captured.
//!
//! A die shows its colour and five of its numbers, as seen from above with north at the top. Here
//! the top is 3:
//!
//! ```text
//!  L 1
//!  2 3 5
//!    6
//! ```

use super::grammar::Rule;
use super::{BoardReader, BoardReading, DrawnBoard, DrawnLine, assumed, fault};
use crate::findings::Finding;
use crate::games::GameId;
use crate::games::pippip::board::{SIDE, SQUARES, Side, Square};
use crate::games::pippip::{Colour, Die, Handedness, PositionText, Store};
use crate::text::Span;

/// Reader of Pip•Pip boards.
pub(super) const READER: BoardReader = BoardReader {
    game: GameId::Pippip,
    notes: &["Light", "Dark"],
    has_rows: |board| {
        board
            .rows
            .iter()
            .any(|line| line.text.contains(":::") || line.text.contains('░'))
    },
    is_whole: |board| board.rows.len() > 2,
    read: |board, _| read(board).map_err(|finding| vec![*finding]),
};

/// Reads a board and its notes.
fn read(board: &DrawnBoard<'_>) -> Result<BoardReading, Box<Finding>> {
    let mut position = PositionText {
        dice: [None; SQUARES],
        to_move: Colour::Light,
        stores: [Store::default(); 2],
    };
    let handedness = read_dice(&Cells::from_board(board)?, &mut position)?;
    let mut findings = Vec::new();
    read_notes(board, &mut position, &mut findings);

    let mut tags = Vec::new();
    if handedness == Handedness::Clockwise {
        tags.push(("Options".into(), "dice=cw".to_owned()));
    }
    tags.push(("Position".into(), position.to_string()));
    Ok(BoardReading {
        candidates: vec![tags],
        findings,
    })
}

/// Reads the dice. Returns their common handedness: the direction in which 1, 2 and 3 run around
/// the corner where they meet. If the dice fit both, it is counterclockwise.
fn read_dice(cells: &Cells<'_>, position: &mut PositionText) -> Result<Handedness, Box<Finding>> {
    let mut possible = vec![Handedness::Counterclockwise, Handedness::Clockwise];
    for square in Square::all() {
        let Some((die, east)) = cells.read_die(square)? else {
            continue;
        };
        position.dice[square.index()] = Some(die);
        possible.retain(|&handedness| die.side(handedness, Side::East) == east);
        if possible.is_empty() {
            let message =
                format!("The die on {square} is made differently from the dice before it.");
            return Err(fault(cells.span_of_line(square, 1), message));
        }
    }
    Ok(possible[0])
}

/// Reads the stores and the seat to move. Reports assumptions.
fn read_notes(board: &DrawnBoard<'_>, position: &mut PositionText, findings: &mut Vec<Finding>) {
    let mut has_store = [false; 2];
    let mut to_move = None;
    for (line, note) in board.readable_notes(findings) {
        let rule = note.as_rule();
        let mut colour = Colour::Light;
        for part in note.into_inner() {
            match part.as_rule() {
                Rule::dice_colour if part.as_str() == "Dark" => colour = Colour::Dark,
                Rule::store => {
                    has_store[colour.index()] = true;
                    let digits = part.as_str().chars().filter_map(|digit| digit.to_digit(10));
                    for digit in digits {
                        position.stores[colour.index()].put(digit as u8);
                    }
                }
                _ => {}
            }
        }
        match rule {
            Rule::dice_to_move => to_move = Some(colour),
            Rule::dice_note => {}
            _ => findings.push(
                line.fault("This is not a note of Pip•Pip.")
                    .with_help("It is left out."),
            ),
        }
    }

    let missing: Vec<&str> = Colour::BOTH
        .into_iter()
        .filter(|colour| !has_store[colour.index()])
        .map(Colour::name)
        .collect();
    if !missing.is_empty() {
        let message = format!(
            "The store of {} is not given; it is assumed to be empty.",
            missing.join(" or ")
        );
        findings.push(
            assumed(board.span(), message)
                .with_help("Write it below the board: `Light: 0 points, store 26`."),
        );
    }

    if to_move.is_none() {
        let finding = assumed(
            board.span(),
            "The seat to move is not given; Light is assumed.",
        );
        findings.push(finding.with_help("Write it below the board: `Dark to move`."));
    }

    position.to_move = to_move.unwrap_or(Colour::Light);
}

/// Width of a square in columns.
const SQUARE_WIDTH: usize = 7;
/// Height of a square in lines.
const SQUARE_HEIGHT: usize = 3;

/// Characters of a board, square by square.
struct Cells<'t> {
    lines: Vec<DrawnLine<'t>>,
    /// Column at which the squares begin.
    left: usize,
}

impl<'t> Cells<'t> {
    fn from_board(board: &DrawnBoard<'t>) -> Result<Self, Box<Finding>> {
        let is_row = |line: &DrawnLine<'_>| line.parse(Rule::column_names).is_none();
        let lines: Vec<_> = board.rows.iter().copied().filter(is_row).collect();
        let height = SQUARE_HEIGHT * usize::from(SIDE);
        if lines.len() != height {
            let message = format!(
                "A board of Pip•Pip has {height} lines, not {}.",
                lines.len()
            );
            return Err(fault(board.span(), message));
        }

        // In the second and the last rank from the top, the dark squares begin at the left edge of
        // the board.
        let second_rank = &lines[SQUARE_HEIGHT..2 * SQUARE_HEIGHT];
        let last_rank = &lines[3 * SQUARE_HEIGHT..];
        let first_filled_column = |line: &DrawnLine<'_>| {
            line.text
                .chars()
                .position(|character| matches!(character, ':' | '░'))
        };
        let left = second_rank
            .iter()
            .chain(last_rank)
            .filter_map(first_filled_column)
            .min();
        let Some(left) = left else {
            let message = "The dark squares of this board are not filled with `:`.";
            return Err(fault(board.span(), message));
        };

        let cells = Self { lines, left };
        cells.check_rank_names()?;
        Ok(cells)
    }

    /// Reports a wrong name to the left of a rank, in the middle of its lines. It may be missing.
    fn check_rank_names(&self) -> Result<(), Box<Finding>> {
        let middle_lines = self.lines.iter().skip(1).step_by(SQUARE_HEIGHT);
        for (index, line) in middle_lines.enumerate() {
            let rank = (usize::from(SIDE) - index).to_string();
            let name: String = line
                .text
                .chars()
                .take(self.left)
                .filter(|character| !character.is_whitespace())
                .collect();
            if !name.is_empty() && name != rank {
                return Err(line.fault(format!("This is rank {rank} of the board.")));
            }
        }
        Ok(())
    }

    /// Returns a line of a square, from 0.
    fn line_of_square(&self, square: Square, line: usize) -> DrawnLine<'t> {
        let ranks_above = usize::from(SIDE - 1 - square.rank());
        self.lines[SQUARE_HEIGHT * ranks_above + line]
    }

    /// Returns the character of a square in a line and a column, both from 0.
    fn character_at(&self, square: Square, line: usize, column: usize) -> char {
        let column = self.left + SQUARE_WIDTH * usize::from(square.column()) + column;
        self.line_of_square(square, line)
            .text
            .chars()
            .nth(column)
            .unwrap_or(' ')
    }

    /// Returns the span of a line of a square.
    fn span_of_line(&self, square: Square, line: usize) -> Span {
        let line = self.line_of_square(square, line);
        let first = self.left + SQUARE_WIDTH * usize::from(square.column());
        let byte = |column: usize| {
            line.text
                .char_indices()
                .nth(column)
                .map_or(line.text.len(), |(offset, _)| offset)
        };
        line.span.within(&(byte(first)..byte(first + SQUARE_WIDTH)))
    }

    /// Returns the die on a square, with the number on its east side.
    fn read_die(&self, square: Square) -> Result<Option<(Die, u8)>, Box<Finding>> {
        let wrong =
            |line: usize, message: String| Err(fault(self.span_of_line(square, line), message));
        let number = |line: usize, column: usize| {
            self.character_at(square, line, column)
                .to_digit(10)
                .map(|digit| digit as u8)
        };
        let north = number(0, 3);
        let west = number(1, 1);
        let top = number(1, 3);
        let east = number(1, 5);
        let south = number(2, 3);
        let numbers = [north, east, south, west, top];
        if numbers.iter().all(Option::is_none) {
            return Ok(None);
        }
        let [Some(north), Some(east), Some(south), Some(west), Some(top)] = numbers else {
            let message =
                format!("The die on {square} does not have its five numbers in their places.");
            return wrong(1, message);
        };

        let colour = match self.character_at(square, 0, 1) {
            'L' => Colour::Light,
            'D' => Colour::Dark,
            _ => {
                let message =
                    format!("The die on {square} has no colour: `L` or `D` before its north.");
                return wrong(0, message);
            }
        };
        // Opposite sides of a die add up to 7.
        match Die::new(colour, top, north) {
            Some(die) if north + south == 7 && east + west == 7 => Ok(Some((die, east))),
            _ => wrong(1, format!("No die has the numbers shown on {square}.")),
        }
    }
}
