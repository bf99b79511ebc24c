//! Recognises records written in another convention: rows counted from the other side, columns off
//! by one, letters as in Go (without `i`), y pointing south, seats exchanged. A single explanation
//! covers all turns.

use crate::games::GameId;
use crate::notation::{Board, Capitals};

/// The minimum number of turns in which a convention can be recognised.
pub(crate) const MIN_TURNS: usize = 3;

/// Convention for writing places.
struct Convention {
    explanation: &'static str,
    /// Converts a place from the convention to column and row, both from 1.
    place: fn(Place) -> Option<(i64, i64)>,
    /// The letters that replace those for north, east, south and west as headings.
    headings: &'static str,
}

impl Convention {
    const fn new(explanation: &'static str, place: fn(Place) -> Option<(i64, i64)>) -> Self {
        Self {
            explanation,
            place,
            headings: "NESW",
        }
    }

    const fn with_headings(self, headings: &'static str) -> Self {
        Self { headings, ..self }
    }
}

/// A place as written.
#[derive(Clone, Copy)]
struct Place {
    column: i64,
    row: i64,
    /// The number of columns.
    columns: i64,
    /// The number of rows in a column.
    rows: fn(column: i64, columns: i64) -> i64,
}

/// Conventions of boards with letters and numbers.
const OF_BOARDS: &[Convention] = &[
    Convention::new("rows are counted from the other side", |place| {
        Some((
            place.column,
            (place.rows)(place.column, place.columns) + 1 - place.row,
        ))
    }),
    Convention::new("columns are counted from the other side", |place| {
        Some((place.columns + 1 - place.column, place.row))
    }),
    Convention::new(
        "rows and columns are counted from the other side",
        |place| {
            let column = place.columns + 1 - place.column;
            Some((column, (place.rows)(column, place.columns) + 1 - place.row))
        },
    ),
    Convention::new(
        "columns are lettered as on a Go board, without `i`",
        |place| {
            Some((
                if place.column > 9 {
                    place.column - 1
                } else {
                    place.column
                },
                place.row,
            ))
        },
    ),
    Convention::new("columns are off by one, `b` for `a`", |place| {
        Some((place.column - 1, place.row))
    }),
    Convention::new("columns are off by one, `a` for `b`", |place| {
        Some((place.column + 1, place.row))
    }),
    Convention::new("rows are off by one, 2 for 1", |place| {
        Some((place.column, place.row - 1))
    }),
    Convention::new("rows are counted from 0", |place| {
        Some((place.column, place.row + 1))
    }),
    Convention::new("columns and rows are exchanged", |place| {
        Some((place.row, place.column))
    }),
];

/// Conventions of tables with coordinates.
const OF_TABLES: &[Convention] = &[
    Convention::new("y is counted to the south", |place| {
        Some((place.column, -place.row))
    }),
    Convention::new("y is counted to the south, and headings with it", |place| {
        Some((place.column, -place.row))
    })
    .with_headings("SENW"),
    Convention::new("x is counted to the west", |place| {
        Some((-place.column, place.row))
    }),
    Convention::new("x is counted to the west, and headings with it", |place| {
        Some((-place.column, place.row))
    })
    .with_headings("NWSE"),
    Convention::new("x and y are exchanged", |place| {
        Some((place.row, place.column))
    }),
    Convention::new("x and y are counted from the other side", |place| {
        Some((-place.column, -place.row))
    }),
];

/// Returns the turns of a record under each convention, with its explanation. `side` is the number
/// of columns of the board.
pub(crate) fn readings(
    turns: &[String],
    game: GameId,
    side: u8,
) -> Vec<(&'static str, Vec<String>)> {
    let board = game.facts().board;
    let columns = i64::from(side);
    let rows = rows_of(board);
    let all = if board == Board::Table {
        OF_TABLES
    } else {
        OF_BOARDS
    };
    let read = all.iter().filter_map(|convention| {
        let place = |column, row| {
            (convention.place)(Place {
                column,
                row,
                columns,
                rows,
            })
        };
        let read: Option<Vec<String>> = turns
            .iter()
            .map(|turn| convert_places(turn, game, &place, convention.headings))
            .collect();
        Some((convention.explanation, read.filter(|read| *read != turns)?))
    });
    let mut exchanged = turns.to_vec();
    for pair in exchanged.chunks_exact_mut(2) {
        pair.swap(0, 1);
    }
    read.chain([("the seats are exchanged", exchanged)])
        .chain(turn_conventions(turns, game))
        .chain(letter_conventions(turns, game, side))
        .collect()
}

/// Returns the turns under the conventions that concern more than places.
fn turn_conventions(turns: &[String], game: GameId) -> Vec<(&'static str, Vec<String>)> {
    let facts = &game.facts().turns;
    let mut found = Vec::new();
    if let Capitals::BeforePlace(mark) = facts.capitals {
        let reversed: Vec<String> = turns.iter().map(|turn| reversed_push(turn, mark)).collect();
        found.push(("pushes are written from their last place", reversed));
        let marked = with_marks(turns, mark).into_iter();
        found.extend(marked.map(|read| ("the mark of the first pieces is left out", read)));
    }
    if facts.aside.is_some() {
        let opposite: Vec<String> = turns.iter().map(|turn| opposite_sides(turn)).collect();
        found.push(("dice have the number of their south side", opposite));
    }
    found.retain(|(_, read)| *read != turns);
    found
}

/// Returns the turns with each letter of the board for the only letter in them that the board does
/// not have: `q7` for `g7`.
fn letter_conventions(
    turns: &[String],
    game: GameId,
    side: u8,
) -> Vec<(&'static str, Vec<String>)> {
    let columns = i64::from(side);
    if game.facts().board == Board::Table {
        return Vec::new();
    }
    let found = std::cell::RefCell::new(Vec::new());
    for turn in turns {
        convert_names(turn, &|column, row| {
            if column > columns && !found.borrow().contains(&column) {
                found.borrow_mut().push(column);
            }
            Some((column, row))
        });
    }
    let foreign = found.into_inner();
    let [foreign] = foreign.as_slice() else {
        return Vec::new();
    };
    let read = (1..=columns).filter_map(|column| {
        let place = |written: i64, row: i64| {
            let read = if written == *foreign { column } else { written };
            Some((read, row))
        };
        let read: Option<Vec<String>> = turns
            .iter()
            .map(|turn| convert_names(turn, &place))
            .collect();
        Some(("one letter replaces another one", read?))
    });
    read.collect()
}

/// Returns a turn with its push from the other end: `Gf7-d8` for `Gd8-f7`.
fn reversed_push(turn: &str, mark: char) -> String {
    let actions = turn.split(';').map(|action| match action.split_once('-') {
        Some((first, last)) => {
            let place = first.trim_start_matches(mark);
            let marks = &first[..first.len() - place.len()];
            format!("{marks}{last}-{place}")
        }
        None => action.to_owned(),
    });
    actions.collect::<Vec<_>>().join(";")
}

/// Returns the turns with a mark before the first pushes, for each likely number of these pushes;
/// nothing if a push has the mark.
fn with_marks(turns: &[String], mark: char) -> Vec<Vec<String>> {
    /// The maximum number of pushes with the mark.
    const MAX_MARKED: usize = 16;
    let is_push =
        |action: &str| action.starts_with(|sign: char| sign.is_ascii_lowercase() && sign != 'x');
    let has_mark = |turn: &String| turn.split(';').any(|action| action.starts_with(mark));
    if turns.iter().any(has_mark) {
        return Vec::new();
    }
    let marked = |turn: &String| {
        let actions = turn.split(';').map(|action| {
            if is_push(action) {
                format!("{mark}{action}")
            } else {
                action.to_owned()
            }
        });
        actions.collect::<Vec<_>>().join(";")
    };
    let counts = 2..=MAX_MARKED.min(turns.len());
    counts
        .map(|count| {
            let first = turns.iter().take(count).map(marked);
            first.chain(turns[count..].iter().cloned()).collect()
        })
        .collect()
}

/// Returns a turn whose dice have the numbers of the opposite sides, which add up to 7.
fn opposite_sides(turn: &str) -> String {
    let mut after_slash = false;
    let signs = turn.chars().map(|sign| {
        let is_number = after_slash && matches!(sign, '1'..='6');
        after_slash = sign == '/';
        match sign
            .to_digit(10)
            .and_then(|number| char::from_digit(7 - number.min(7), 10))
        {
            Some(opposite) if is_number => opposite,
            _ => sign,
        }
    });
    signs.collect()
}

/// Returns the function for the number of rows of a column.
fn rows_of(board: Board) -> fn(column: i64, columns: i64) -> i64 {
    match board {
        Board::Hexagon(_) => |column, columns| columns - ((columns + 1) / 2 - column).abs(),
        Board::Square(_) | Board::SquareOfTag { .. } | Board::Table => |_, columns| columns,
    }
}

/// Returns the turns in small letters, if they are in capitals throughout; `None` for any others. A
/// capital that the notation has before a place stays.
pub(crate) fn in_small_letters(turns: &[String], game: GameId) -> Option<Vec<String>> {
    let has_capital = |turn: &String| turn.contains(|letter: char| letter.is_ascii_uppercase());
    let is_shouted = |turn: &String| !turn.contains(|letter: char| letter.is_ascii_lowercase());
    let mark = match game.facts().turns.capitals {
        Capitals::None => None,
        Capitals::BeforePlace(mark) => Some(mark),
        Capitals::AfterSlash(_) => return None,
    };
    if !turns.iter().any(has_capital) || !turns.iter().all(is_shouted) {
        return None;
    }
    let small = |turn: &String| {
        let letters: Vec<char> = turn.chars().collect();
        let is_mark = |index: usize| {
            Some(letters[index]) == mark
                && letters.get(index + 1).is_some_and(char::is_ascii_uppercase)
        };
        let small = (0..letters.len()).map(|index| {
            if is_mark(index) {
                letters[index]
            } else {
                letters[index].to_ascii_lowercase()
            }
        });
        small.collect()
    };
    Some(turns.iter().map(small).collect())
}

/// Returns a turn with every place converted; `None` if a place cannot be written.
fn convert_places(
    turn: &str,
    game: GameId,
    place: &dyn Fn(i64, i64) -> Option<(i64, i64)>,
    headings: &str,
) -> Option<String> {
    match game.facts().board {
        Board::Table => convert_coordinates(turn, place, headings),
        Board::Hexagon(_) | Board::Square(_) | Board::SquareOfTag { .. } => {
            convert_names(turn, place)
        }
    }
}

/// Converts places such as `c3`, `Gd4`, `6@d1/4`.
fn convert_names(turn: &str, place: &dyn Fn(i64, i64) -> Option<(i64, i64)>) -> Option<String> {
    let bytes = turn.as_bytes();
    let mut read = String::with_capacity(turn.len());
    let mut offset = 0;
    while let Some(&byte) = bytes.get(offset) {
        let digits = bytes[offset + 1..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        if !byte.is_ascii_lowercase() || digits == 0 {
            read.push_str(turn.get(offset..offset + turn[offset..].chars().next()?.len_utf8())?);
            offset += turn[offset..].chars().next()?.len_utf8();
            continue;
        }
        // No convention can overflow 64 bits with a number of 32.
        let row: i32 = turn.get(offset + 1..offset + 1 + digits)?.parse().ok()?;
        let (column, row) = place(i64::from(byte - b'a') + 1, i64::from(row))?;
        let letter = u8::try_from(column - 1)
            .ok()
            .filter(|&letter| letter < 26)?;
        read.push(char::from(b'a' + letter));
        read.push_str(&u32::try_from(row).ok()?.to_string());
        offset += 1 + digits;
    }
    Some(read)
}

/// Converts places such as `17@+2-1/E`.
fn convert_coordinates(
    turn: &str,
    place: &dyn Fn(i64, i64) -> Option<(i64, i64)>,
    headings: &str,
) -> Option<String> {
    let Some((card, rest)) = turn.split_once('@') else {
        return Some(turn.to_owned());
    };
    let (square, after) = rest.split_once('/')?;
    let second = square.get(1..)?.find(['+', '-'])? + 1;
    let x: i32 = square.get(..second)?.parse().ok()?;
    let y: i32 = square.get(second..)?.parse().ok()?;
    let (x, y) = place(i64::from(x), i64::from(y))?;
    let heading = headings.chars().nth("NESW".find(after.get(..1)?)?)?;
    Some(format!("{card}@{x:+}{y:+}/{heading}{}", after.get(1..)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read_by_another_convention() {
        let mirrored = |column, row| Some((column, 10 - row));
        assert_eq!(
            convert_names("xGd6*,e5;a1-b2", &mirrored).as_deref(),
            Some("xGd4*,e5;a9-b8")
        );
        assert_eq!(convert_names("take", &mirrored).as_deref(), Some("take"));
        assert_eq!(reversed_push("xd7;Gf7-d8", 'G'), "xd7;Gd8-f7");
        assert_eq!(opposite_sides("5s;4@c3/2;xc3"), "5s;4@c3/5;xc3");
        let turns = ["g6", "h3", "f8-f6"].map(str::to_owned);
        let marked = with_marks(&turns, 'G');
        assert_eq!(marked[0], ["Gg6", "Gh3", "f8-f6"]);
        let south = |x: i64, y: i64| Some((x, -y));
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
