//! Assembles the cards of a table from the squares in which they are drawn.
//!
//! [`read`] reads each square as half a card (`half_card.rs`), pairs the halves, finds the
//! coordinates of the squares from the names of rows and columns (`axis_names.rs`), and joins the
//! sides of both halves to the six entries and arcs of a card ([`DrawnCard`]).

use std::collections::BTreeMap;

use super::super::drawn_board::DrawnLine;
use super::super::{assumed, fault};
use super::drawn_card::DrawnCard;
use super::half_card::{Half, Side, read_half};
use super::square_grid::{Cell, GridNames, SquareGrid};
use crate::findings::{Finding, sort_by_place};
use crate::games::pipe::board::{Heading, Square};
use crate::games::pipe::{Id, Placement};
use crate::text::{MAX_DECK_CARDS, MAX_FINDINGS, Span};

/// Line of a square, from 0, at which an error of a card is reported: the line with its number.
const LINE_OF_NUMBER: usize = 1;

/// Contents of a table.
#[derive(Default)]
pub(super) struct DrawnTable {
    /// Cards, in ascending order of their numbers.
    pub(super) cards: Vec<DrawnCard>,
    /// Assumptions made.
    pub(super) findings: Vec<Finding>,
}

/// Reads the rows of a board; `span` covers all of them.
pub(super) fn read(rows: &[DrawnLine<'_>], span: Span) -> Result<DrawnTable, Vec<Finding>> {
    let Some(mut grid) = SquareGrid::from_lines(rows) else {
        return Err(vec![*fault(span, "No card can be recognised here.")]);
    };

    let names = grid.take_names().map_err(|finding| vec![*finding])?;
    let mut faults = Vec::new();
    let halves = read_halves(&grid, &mut faults);
    let cards = pair_halves(&grid, &halves, &mut faults);

    let mut drawn = DrawnTable::default();
    match Coordinates::new(names, &halves, span, &mut drawn.findings) {
        Ok(coordinates) => {
            for card in cards {
                match card.to_drawn_card(&coordinates, &grid) {
                    Ok(card) => drawn.cards.push(card),
                    Err(finding) => faults.push(*finding),
                }
            }
        }
        Err(finding) => faults.push(*finding),
    }

    drawn
        .cards
        .sort_by_key(|card| (card.placement.card, card.span));
    report_duplicates(&drawn.cards, &mut faults);
    if drawn.cards.len() > MAX_DECK_CARDS {
        let message = format!("No table can have more than {MAX_DECK_CARDS} cards.");
        faults = vec![*fault(span, message)];
    }

    sort_by_place(&mut faults);
    faults.truncate(MAX_FINDINGS);
    if faults.is_empty() {
        Ok(drawn)
    } else {
        Err(faults)
    }
}

/// Reports cards that are on the table twice. `cards` are sorted by their numbers.
fn report_duplicates(cards: &[DrawnCard], faults: &mut Vec<Finding>) {
    for pair in cards.windows(2) {
        if let [first, second] = pair
            && first.placement.card == second.placement.card
        {
            let message = format!("Card {} is on the table twice.", second.placement.card);
            faults.push(*fault(second.span, message));
        }
    }
}

/// Halves of cards; `None` for squares that are invalid.
type Halves = BTreeMap<Cell, Option<Half>>;

/// Reads the squares of a table as halves of cards. Reports those that are invalid.
fn read_halves(grid: &SquareGrid<'_>, faults: &mut Vec<Finding>) -> Halves {
    let mut halves = BTreeMap::new();
    for cell in grid.cells() {
        match read_half(grid, cell) {
            Ok(Some(half)) => {
                halves.insert(cell, Some(half));
            }
            // The square is empty.
            Ok(None) => {}
            Err(finding) => {
                faults.push(*finding);
                halves.insert(cell, None);
            }
        }
    }
    halves
}

/// Returns the cell beside another one; `None` beyond the first row or column.
fn neighbour(cell: Cell, heading: Heading) -> Option<Cell> {
    let Cell { row, column } = cell;
    Some(match heading {
        Heading::North => Cell {
            row: row.checked_sub(1)?,
            column,
        },
        Heading::East => Cell {
            row,
            column: column + 1,
        },
        Heading::South => Cell {
            row: row + 1,
            column,
        },
        Heading::West => Cell {
            row,
            column: column.checked_sub(1)?,
        },
    })
}

/// Two halves of a card.
struct Pair<'h> {
    /// Number of the card.
    number: Id,
    /// Squares of half A and half B.
    cells: [Cell; 2],
    halves: [&'h Half; 2],
}

/// Pairs the halves, and reports those without a counterpart.
fn pair_halves<'h>(
    grid: &SquareGrid<'_>,
    halves: &'h Halves,
    faults: &mut Vec<Finding>,
) -> Vec<Pair<'h>> {
    let mut pairs = Vec::new();
    for (&cell, half) in halves {
        let Some(half) = half else { continue };
        let other_cell = neighbour(cell, half.open);
        let other = other_cell.and_then(|other_cell| halves.get(&other_cell));
        // The error in the other square has already been reported.
        if matches!(other, Some(None)) {
            continue;
        }
        let other = other
            .and_then(Option::as_ref)
            .filter(|other| other.open == half.open.opposite());

        // An error of two halves is reported once, at the one that comes first in the drawing.
        let is_first_half = matches!(half.open, Heading::East | Heading::South);
        let message = match (half.number, other, other_cell) {
            (Some(number), Some(other), Some(other_cell)) => {
                if other.number.is_none() {
                    pairs.push(Pair {
                        number,
                        cells: [cell, other_cell],
                        halves: [half, other],
                    });
                    continue;
                }
                if !is_first_half {
                    continue;
                }
                format!("Both halves of this card have a number; the first is {number}.")
            }
            (Some(number), ..) => {
                let side = half.open.name();
                format!("Card {number} has no second half to its {side}.")
            }
            (None, Some(other), _) if other.number.is_some() || !is_first_half => continue,
            (None, ..) => "This card has no number: it belongs in half A.".to_owned(),
        };
        faults.push(*fault(grid.span(cell, LINE_OF_NUMBER), message));
    }

    pairs
}

/// Mapping from the drawing to the squares of the table.
struct Coordinates {
    names: GridNames,
}

impl Coordinates {
    /// Creates the mapping from the names. An axis without names begins at `+0`.
    fn new(
        names: GridNames,
        halves: &Halves,
        span: Span,
        findings: &mut Vec<Finding>,
    ) -> Result<Self, Box<Finding>> {
        let mut coordinates = Self { names };
        let GridNames { columns, rows } = &mut coordinates.names;
        let help = "Write the names of the squares, `+3` or `-2`, beneath the columns and to the left of the rows. A \
            gap without names counts as one.";
        if columns.is_empty() {
            let first = halves.keys().map(|cell| cell.column).min();
            columns.set_zero(first.unwrap_or(0));
            let message =
                "The columns have no names; the first one with a card is assumed to be `+0`.";
            findings.push(assumed(span, message).with_help(help));
        }
        if rows.is_empty() {
            let last = halves.keys().map(|cell| cell.row).max();
            rows.set_zero(last.unwrap_or(0));
            let message = "The rows have no names; the last one with a card is assumed to be `+0`.";
            findings.push(assumed(span, message).with_help(help));
        }
        columns.check()?;
        rows.check()?;
        Ok(coordinates)
    }

    /// Returns the square of the table that a cell shows; `None` if it is too far away.
    fn square(&self, cell: Cell) -> Option<Square> {
        let x = self.names.columns.coordinate(cell.column)?;
        let y = self.names.rows.coordinate(cell.row)?;
        Some(Square {
            x: i32::try_from(x).ok()?,
            y: i32::try_from(y).ok()?,
        })
    }
}

/// Side of a half on which a card has an entry.
struct EntrySide {
    /// 0 for half A, 1 for half B.
    half: usize,
    /// The side if the card heads east.
    side_heading_east: Heading,
}

/// Sides of the entries 1 to 6 (V2.1).
const ENTRY_SIDES: [EntrySide; 6] = [
    EntrySide::new(0, Heading::North),
    EntrySide::new(1, Heading::North),
    EntrySide::new(1, Heading::East),
    EntrySide::new(1, Heading::South),
    EntrySide::new(0, Heading::South),
    EntrySide::new(0, Heading::West),
];

impl EntrySide {
    const fn new(half: usize, side_heading_east: Heading) -> Self {
        Self {
            half,
            side_heading_east,
        }
    }
}

impl Pair<'_> {
    /// Returns the card with its place on the table, its entries and its arcs.
    fn to_drawn_card(
        &self,
        coordinates: &Coordinates,
        grid: &SquareGrid<'_>,
    ) -> Result<DrawnCard, Box<Finding>> {
        let [half_a, _] = self.halves;
        let card = self.number;
        let heading = half_a.open;
        let span = grid.span(self.cells[0], LINE_OF_NUMBER);
        let wrong = |message: String| fault(span, message);
        let too_far = || wrong(format!("Card {card} is farther away than can be written."));

        let squares = self.cells.map(|cell| coordinates.square(cell));
        let square = squares[0].ok_or_else(too_far)?;
        let placement = Placement {
            card,
            square,
            heading,
        };
        let intended = placement.squares().ok_or_else(too_far)?;
        if squares[1] != Some(intended[1]) {
            return Err(wrong(format!(
                "According to the names, the two squares of card {card} are not side by side."
            )));
        }

        let Some(sides) = self.sides_of_entries() else {
            return Err(wrong(format!("Card {card} does not have its six entries.")));
        };

        // Each arc begins on the side of its entry and ends on the side of the next entry.
        let mut arcs = [None; 6];
        for (index, arc) in arcs.iter_mut().enumerate() {
            let [_, beginning] = sides[index].arcs;
            let [end, _] = sides[(index + 1) % sides.len()].arcs;
            if beginning.is_some() && end.is_some() && beginning != end {
                let message = format!(
                    "Arc {} of card {card} is light at one end and dark at the other.",
                    index + 1
                );
                return Err(wrong(message));
            }
            *arc = beginning.or(end);
        }

        let drawn = DrawnCard {
            placement,
            signs: sides.map(|side| side.sign),
            arcs,
            span,
        };
        drawn.check()?;
        Ok(drawn)
    }

    /// Returns the sides of the six entries, in the order of the entries; `None` if one is missing.
    fn sides_of_entries(&self) -> Option<[Side; 6]> {
        let [half_a, _] = self.halves;
        let heading = half_a.open;
        let side_of = |entry: &EntrySide| -> Option<Side> {
            let side = entry
                .side_heading_east
                .turned(heading.quarters_from(Heading::East));
            self.halves.get(entry.half)?.sides[side.index()]
        };
        // Each half has all sides except its open one.
        let sides: Vec<Side> = ENTRY_SIDES.iter().filter_map(side_of).collect();
        <[Side; 6]>::try_from(sides).ok()
    }
}
