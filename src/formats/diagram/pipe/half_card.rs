//! Square of a drawing: half a card, or nothing. `src/games/pipe/card_text.rs` draws and describes
//! it.
//!
//! Half a card has three outer sides, and an open side where the other half is. In the middle of
//! each outer side is an entry, the end of a pipe, such as `BB`; beside it are two arcs, light
//! (`.`) or dark (`#`). This is half A of card 10, which is open to the east:
//!
//! ```text
//! ...B1###
//! B  10
//! 2
//! ...ww###
//! ```

use super::super::fault;
use super::signs::{SQUARE_HEIGHT, SQUARE_WIDTH, Sign, is_mark, is_spot, shade};
use super::square_grid::{Cell, SquareGrid};
use crate::decks::card::FieldColour;
use crate::findings::Finding;
use crate::games::pipe::Id;
use crate::games::pipe::board::Heading;

/// Outer side of half a card.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    pub(super) sign: Sign,
    /// Arcs before and after the entry, clockwise, as far as they are drawn.
    pub(super) arcs: [Option<FieldColour>; 2],
}

/// Half a card.
#[derive(Clone, Debug)]
pub(super) struct Half {
    /// Number of the card, which is in its half A.
    pub(super) number: Option<Id>,
    /// Side where the other half is.
    pub(super) open: Heading,
    /// Sides clockwise from the north; `None` for the open side.
    pub(super) sides: [Option<Side>; 4],
}

/// Characters of a square, line by line.
type Signs = [[char; SQUARE_WIDTH]; SQUARE_HEIGHT];

/// Error in a square.
struct Wrong {
    /// Line within the square, from 0.
    line: usize,
    message: String,
}

/// Reads a square. Returns `None` if no card covers it.
pub(super) fn read_half(grid: &SquareGrid<'_>, cell: Cell) -> Result<Option<Half>, Box<Finding>> {
    let signs = grid.signs(cell);
    if is_empty(&signs) {
        return Ok(None);
    }
    read_signs(&signs)
        .map(Some)
        .map_err(|Wrong { line, message }| fault(grid.span(cell, line), message))
}

/// Returns true if no card covers the square. An empty square may show a spot, or the word
/// `pillar`.
fn is_empty(signs: &Signs) -> bool {
    let text: String = signs
        .iter()
        .flatten()
        .filter(|sign| !sign.is_whitespace() && !is_mark(**sign))
        .collect();
    let mut characters = text.chars();
    let has_only_spot = characters.next().is_none_or(is_spot) && characters.next().is_none();
    text == "pillar" || has_only_spot
}

/// Reads the characters of a square that is not empty.
fn read_signs(signs: &Signs) -> Result<Half, Wrong> {
    let mut sides = [None; 4];
    for heading in Heading::ALL {
        sides[heading.index()] = read_side(signs, heading)?;
    }
    let open: Vec<Heading> = Heading::ALL
        .into_iter()
        .filter(|heading| sides[heading.index()].is_none())
        .collect();
    match open.as_slice() {
        &[open] => Ok(Half {
            number: read_number(signs)?,
            open,
            sides,
        }),
        others => {
            let message = format!("Half a card has three entries, not {}.", 4 - others.len());
            // Line 1 would have the number.
            Err(Wrong { line: 1, message })
        }
    }
}

/// Place of a character in a square.
#[derive(Clone, Copy)]
struct SignPlace {
    line: usize,
    column: usize,
}

/// Places of the signs of a side, clockwise.
struct SidePlaces {
    arc_before: [SignPlace; 3],
    entry: [SignPlace; 2],
    arc_after: [SignPlace; 3],
}

/// Returns the places of the signs of a side.
fn places_of_side(heading: Heading) -> SidePlaces {
    let last_line = SQUARE_HEIGHT - 1;
    let last_column = SQUARE_WIDTH - 1;
    let left = [0, 1, 2];
    let right = [5, 6, 7];
    let in_line = |line: usize| move |column: usize| SignPlace { line, column };
    let in_column = |column: usize| move |line: usize| SignPlace { line, column };
    // A vertical side has four lines: one arc character, two for the entry, and one arc character.
    // Each of its arcs is therefore at one place, which is given three times.
    let (arc_before, entry, arc_after) = match heading {
        Heading::North => (
            left.map(in_line(0)),
            [3, 4].map(in_line(0)),
            right.map(in_line(0)),
        ),
        Heading::South => (
            right.map(in_line(last_line)),
            [3, 4].map(in_line(last_line)),
            left.map(in_line(last_line)),
        ),
        Heading::East => (
            [0; 3].map(in_column(last_column)),
            [1, 2].map(in_column(last_column)),
            [last_line; 3].map(in_column(last_column)),
        ),
        Heading::West => (
            [last_line; 3].map(in_column(0)),
            [1, 2].map(in_column(0)),
            [0; 3].map(in_column(0)),
        ),
    };
    SidePlaces {
        arc_before,
        entry,
        arc_after,
    }
}

/// Reads a side of half a card; `None` for the open side, whose entry is empty.
fn read_side(signs: &Signs, heading: Heading) -> Result<Option<Side>, Wrong> {
    let sign_at = |place: SignPlace| signs[place.line][place.column];
    let SidePlaces {
        arc_before,
        entry,
        arc_after,
    } = places_of_side(heading);
    let entry_signs = entry.map(sign_at);
    if entry_signs.iter().all(|sign| sign.is_whitespace()) {
        return Ok(None);
    }

    let line = entry[0].line;
    let Some(sign) = Sign::read(entry_signs) else {
        let [first, second] = entry_signs;
        let message = format!(
            "The {} entry of this half is not a pipe: `{first}{second}`.",
            adjective(heading)
        );
        return Err(Wrong { line, message });
    };
    Ok(Some(Side {
        sign,
        arcs: [
            read_arc(signs, arc_before, heading)?,
            read_arc(signs, arc_after, heading)?,
        ],
    }))
}

/// Reads an arc of a side; `None` if it is not drawn.
fn read_arc(
    signs: &Signs,
    places: [SignPlace; 3],
    heading: Heading,
) -> Result<Option<FieldColour>, Wrong> {
    let mut drawn = places
        .into_iter()
        .map(|place| signs[place.line][place.column])
        .filter(|sign| !sign.is_whitespace());
    let Some(first) = drawn.next() else {
        return Ok(None);
    };
    let is_uniform = drawn.all(|other| other == first);
    match shade(first) {
        Some(colour) if is_uniform => Ok(Some(colour)),
        _ => {
            let message = format!(
                "The field beside the {} entry of this half is neither light nor dark.",
                adjective(heading)
            );
            let line = places[0].line;
            Err(Wrong { line, message })
        }
    }
}

fn adjective(heading: Heading) -> &'static str {
    match heading {
        Heading::North => "northern",
        Heading::East => "eastern",
        Heading::South => "southern",
        Heading::West => "western",
    }
}

/// Reads the number within the rim; `closed` may follow below it.
fn read_number(signs: &Signs) -> Result<Option<Id>, Wrong> {
    let mut number = None;
    let lines_within_rim = signs.iter().enumerate().take(SQUARE_HEIGHT - 1).skip(1);
    for (line, signs_of_line) in lines_within_rim {
        let inner: String = signs_of_line[1..SQUARE_WIDTH - 1]
            .iter()
            .map(|&sign| if is_mark(sign) { ' ' } else { sign })
            .collect();
        for word in inner.split_whitespace().filter(|word| *word != "closed") {
            let is_number =
                word.bytes().all(|byte| byte.is_ascii_digit()) && !word.starts_with('0');
            match word.parse() {
                Ok(id) if is_number && number.is_none() => number = Some(id),
                _ if word.starts_with('…') => {
                    let message = "The number of this card is not drawn in full.".to_owned();
                    return Err(Wrong { line, message });
                }
                _ => {
                    let message = format!("`{word}` is not a card number.");
                    return Err(Wrong { line, message });
                }
            }
        }
    }
    Ok(number)
}
