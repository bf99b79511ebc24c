//! Conventions that write the places of a board otherwise: rows counted from the other side,
//! columns off by one, letters as in Go (without `i`), y pointing south.

use super::Rewritten;
use crate::games::GameId;
use crate::notation::Board;

/// A place of a board: column and row, counted from 1. On a table, the coordinates x and y.
#[derive(Clone, Copy)]
struct Place {
    column: i64,
    row: i64,
}

/// The board of a record.
#[derive(Clone, Copy)]
struct Size {
    board: Board,
    /// The number of columns.
    columns: i64,
}

impl Size {
    /// Returns the column counted from the other side.
    fn mirrored_column(self, place: Place) -> i64 {
        self.columns + 1 - place.column
    }

    /// Returns the row counted from the other side.
    fn mirrored_row(self, place: Place) -> i64 {
        self.rows(place.column) + 1 - place.row
    }

    /// Returns the number of rows of a column.
    fn rows(self, column: i64) -> i64 {
        match self.board {
            // The middle column has as many rows as the board has columns. Each column is one row
            // shorter than its neighbour on the side of the middle.
            Board::Hexagon(_) => {
                let middle = (self.columns + 1) / 2;
                self.columns - (middle - column).abs()
            }
            Board::Square(_) | Board::SquareOfTag { .. } | Board::Table => self.columns,
        }
    }
}

/// Convention for writing places.
struct Convention {
    explanation: &'static str,
    /// Converts a place from the convention.
    convert: fn(Place, Size) -> Place,
    /// The letters that replace those for north, east, south and west as headings.
    headings: &'static str,
}

/// The letters of the headings in the notation.
const HEADINGS: &str = "NESW";

impl Convention {
    const fn new(explanation: &'static str, convert: fn(Place, Size) -> Place) -> Self {
        Self {
            explanation,
            convert,
            headings: HEADINGS,
        }
    }

    const fn with_headings(self, headings: &'static str) -> Self {
        Self { headings, ..self }
    }
}

/// Conventions of boards with letters and numbers.
const OF_BOARDS: &[Convention] = &[
    Convention::new("rows are counted from the other side", |place, size| {
        Place {
            row: size.mirrored_row(place),
            ..place
        }
    }),
    Convention::new("columns are counted from the other side", |place, size| {
        Place {
            column: size.mirrored_column(place),
            ..place
        }
    }),
    Convention::new(
        "rows and columns are counted from the other side",
        |place, size| Place {
            column: size.mirrored_column(place),
            row: size.mirrored_row(place),
        },
    ),
    Convention::new(
        "columns are lettered as on a Go board, without `i`",
        |place, _| {
            let is_after_i = place.column > 9;
            Place {
                column: place.column - i64::from(is_after_i),
                ..place
            }
        },
    ),
    Convention::new("columns are off by one, `b` for `a`", |place, _| Place {
        column: place.column - 1,
        ..place
    }),
    Convention::new("columns are off by one, `a` for `b`", |place, _| Place {
        column: place.column + 1,
        ..place
    }),
    Convention::new("rows are off by one, 2 for 1", |place, _| Place {
        row: place.row - 1,
        ..place
    }),
    Convention::new("rows are counted from 0", |place, _| Place {
        row: place.row + 1,
        ..place
    }),
    Convention::new("columns and rows are exchanged", |place, _| Place {
        column: place.row,
        row: place.column,
    }),
];

/// Conventions of tables with coordinates.
const OF_TABLES: &[Convention] = &[
    Convention::new("y is counted to the south", |place, _| Place {
        row: -place.row,
        ..place
    }),
    Convention::new(
        "y is counted to the south, and headings with it",
        |place, _| Place {
            row: -place.row,
            ..place
        },
    )
    .with_headings("SENW"),
    Convention::new("x is counted to the west", |place, _| Place {
        column: -place.column,
        ..place
    }),
    Convention::new(
        "x is counted to the west, and headings with it",
        |place, _| Place {
            column: -place.column,
            ..place
        },
    )
    .with_headings("NWSE"),
    Convention::new("x and y are exchanged", |place, _| Place {
        column: place.row,
        row: place.column,
    }),
    Convention::new("x and y are counted from the other side", |place, _| {
        Place {
            column: -place.column,
            row: -place.row,
        }
    }),
];

/// Returns the turns as written under each convention for places that changes them.
pub(super) fn readings(turns: &[String], game: GameId, columns: u8) -> Vec<Rewritten> {
    let board = game.facts().board;
    let size = Size {
        board,
        columns: i64::from(columns),
    };
    let conventions = if board == Board::Table {
        OF_TABLES
    } else {
        OF_BOARDS
    };
    let mut found = Vec::new();
    for convention in conventions {
        let convert = |place| (convention.convert)(place, size);
        let read: Option<Vec<String>> = turns
            .iter()
            .map(|turn| match board {
                Board::Table => convert_coordinates(turn, &convert, convention.headings),
                Board::Hexagon(_) | Board::Square(_) | Board::SquareOfTag { .. } => {
                    convert_names(turn, &convert)
                }
            })
            .collect();
        if let Some(read) = read
            && read != turns
        {
            found.push(Rewritten {
                explanation: convention.explanation,
                turns: read,
            });
        }
    }
    found
}

/// Returns the turns with each letter of the board for the only letter in them that the board does
/// not have: `q7` for `g7`.
pub(super) fn readings_of_one_letter(
    turns: &[String],
    game: GameId,
    columns: u8,
) -> Vec<Rewritten> {
    if game.facts().board == Board::Table {
        return Vec::new();
    }

    let columns = i64::from(columns);
    let foreign = foreign_columns(turns, columns);
    let [foreign] = foreign.as_slice() else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for column in 1..=columns {
        let convert = |place: Place| {
            if place.column == *foreign {
                Place { column, ..place }
            } else {
                place
            }
        };
        let read: Option<Vec<String>> = turns
            .iter()
            .map(|turn| convert_names(turn, &convert))
            .collect();
        found.extend(read.map(|turns| Rewritten {
            explanation: "one letter replaces another one",
            turns,
        }));
    }
    found
}

/// Returns the columns in turns that a board with this number of columns does not have.
fn foreign_columns(turns: &[String], columns: i64) -> Vec<i64> {
    let mut foreign = Vec::new();
    for turn in turns {
        let mut rest = turn.as_str();
        while let Some((before, name)) = split_at_name(rest) {
            let column = column_of(name.letter);
            if column > columns && !foreign.contains(&column) {
                foreign.push(column);
            }
            rest = &rest[before.len() + name.len()..];
        }
    }
    foreign
}

/// The name of a place in a turn: `c3`.
struct PlaceName<'t> {
    letter: char,
    digits: &'t str,
}

impl PlaceName<'_> {
    /// Returns the length in bytes. The letter is a byte.
    fn len(&self) -> usize {
        1 + self.digits.len()
    }
}

/// Returns the first name of a place in a text, and the text before it.
fn split_at_name(text: &str) -> Option<(&str, PlaceName<'_>)> {
    text.char_indices().find_map(|(offset, letter)| {
        if !letter.is_ascii_lowercase() {
            return None;
        }
        let after = &text[offset + 1..];
        let length = after.bytes().take_while(u8::is_ascii_digit).count();
        let name = PlaceName {
            letter,
            digits: &after[..length],
        };
        (length > 0).then_some((&text[..offset], name))
    })
}

/// Converts places such as `c3`, `Gd4`, `6@d1/4`; `None` if a place cannot be written.
fn convert_names(turn: &str, convert: &dyn Fn(Place) -> Place) -> Option<String> {
    let mut read = String::with_capacity(turn.len());
    let mut rest = turn;
    while let Some((before, name)) = split_at_name(rest) {
        // No convention can overflow 64 bits with a number of 32.
        let row: i32 = name.digits.parse().ok()?;
        let place = convert(Place {
            column: column_of(name.letter),
            row: i64::from(row),
        });
        read.push_str(before);
        read.push(letter_of(place.column)?);
        read.push_str(&u32::try_from(place.row).ok()?.to_string());
        rest = &rest[before.len() + name.len()..];
    }
    Some(read + rest)
}

/// Returns the column of a small letter, from 1.
fn column_of(letter: char) -> i64 {
    i64::from(u32::from(letter) - u32::from('a')) + 1
}

/// Returns the small letter of a column, if there is one.
fn letter_of(column: i64) -> Option<char> {
    let mut letters = 'a'..='z';
    letters.nth(usize::try_from(column - 1).ok()?)
}

/// Converts the coordinates and the heading of a turn such as `17@+2-1/E`; `None` if the turn has
/// another form. `headings` are the letters for north, east, south and west.
fn convert_coordinates(
    turn: &str,
    convert: &dyn Fn(Place) -> Place,
    headings: &str,
) -> Option<String> {
    let Some((card, rest)) = turn.split_once('@') else {
        return Some(turn.to_owned());
    };
    let (square, after) = rest.split_once('/')?;

    // The first sign belongs to x, so the next one begins y.
    let start_of_y = square.get(1..)?.find(['+', '-'])? + 1;
    let x: i32 = square.get(..start_of_y)?.parse().ok()?;
    let y: i32 = square.get(start_of_y..)?.parse().ok()?;
    let Place { column, row } = convert(Place {
        column: i64::from(x),
        row: i64::from(y),
    });

    let heading = HEADINGS.find(after.get(..1)?)?;
    let heading = headings.get(heading..=heading)?;
    Some(format!(
        "{card}@{column:+}{row:+}/{heading}{}",
        after.get(1..)?
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read_by_another_convention() {
        let mirrored = |place: Place| Place {
            row: 10 - place.row,
            ..place
        };
        assert_eq!(
            convert_names("xGd6*,e5;a1-b2", &mirrored).as_deref(),
            Some("xGd4*,e5;a9-b8")
        );
        assert_eq!(convert_names("take", &mirrored).as_deref(), Some("take"));
        let south = |place: Place| Place {
            row: -place.row,
            ..place
        };
        assert_eq!(
            convert_coordinates("17@+2-1/E;draw:9", &south, "NESW").as_deref(),
            Some("17@+2+1/E;draw:9")
        );
        assert_eq!(
            convert_coordinates("17@+2+0/N", &south, "SENW").as_deref(),
            Some("17@+2+0/S")
        );
    }
}
