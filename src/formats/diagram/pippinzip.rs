//! Diagrams of Pippinzip: rows of stones, and notes on the seats below them.
//!
//! The game begins with an auction, in which the seats place stones of one colour. It ends when a
//! seat, the taker, takes that colour; all others get the other one. The diagram shows only the
//! colours, so it can fit several variants and numbers of seats.

use pest::iterators::Pair;

use super::grammar::Rule;
use super::{BoardReader, BoardReading, DrawnBoard, DrawnLine, Tags, assumed, fault, gipf};
use crate::findings::Finding;
use crate::games::GameId;
use crate::games::pippinzip::board::Point;
use crate::games::pippinzip::{Colour, FirstOfPair, Phase, PositionText, Stones, Variant};

/// Reader of Pippinzip boards.
pub(super) const READER: BoardReader = BoardReader {
    game: GameId::Pippinzip,
    notes: &["Auction", "Seat"],
    has_rows: |board| {
        let is_row =
            |line: &DrawnLine<'_>| line.parse(Rule::zip_row).is_some() || is_without_places(*line);
        board.rows.iter().all(is_row) && !gipf::has_form(board)
    },
    is_whole: |board| board.rows.len() > 2,
    read: |board, _| read(board).map_err(|finding| vec![*finding]),
};

/// Reads a board and its notes.
fn read(board: &DrawnBoard<'_>) -> Result<BoardReading, Box<Finding>> {
    let stones = read_stones(board)?;
    let mut findings = Vec::new();
    let notes = Notes::read(board, &mut findings);
    let to_move = notes.to_move.unwrap_or(1);
    if notes.to_move.is_none() {
        let finding = assumed(
            board.span(),
            "The seat to move is not given; seat 1 is assumed.",
        );
        findings.push(finding.with_help(
            "Write it below the board: `Seat 2 to move`, or `Seat 2: Pip, black, to move`.",
        ));
    }

    let mut candidates: Vec<Tags> = Vec::new();
    for seats in [2, 3] {
        for variant in [Variant::Pipeline, Variant::Zipline, Variant::Freestyle] {
            let Some(phase) = notes.phase(variant, seats) else {
                continue;
            };
            let position = PositionText {
                stones,
                to_move,
                phase,
                // A diagram does not show which stone the first seat of a team has placed.
                pair: FirstOfPair::Absent,
            };
            let mut tags: Tags = vec![
                ("Variant".into(), variant.name().to_owned()),
                ("Size".into(), stones.size().to_string()),
            ];
            if seats == 3 {
                tags.push(("Players".into(), "3".to_owned()));
            }
            tags.push(("Position".into(), position.to_string()));
            candidates.push(tags);
        }
    }

    if candidates.is_empty() {
        return Err(fault(
            board.span(),
            "No variant has seats with these colours.",
        ));
    }

    Ok(BoardReading {
        candidates,
        findings,
    })
}

/// Reads the rows of a board.
fn read_stones(board: &DrawnBoard<'_>) -> Result<Stones, Box<Finding>> {
    let rows = rows(board)?;
    let side = rows.len();
    // `Stones` limits the size to the possible ones.
    let possible_size = u8::try_from(side)
        .ok()
        .filter(|size| Stones::empty(*size).size() == *size);
    let Some(size) = possible_size else {
        let message = format!("A board of Pippinzip cannot have {side} rows.");
        return Err(fault(board.span(), message));
    };

    let mut stones = Stones::empty(size);
    // Rows are numbered from the bottom.
    for (row, index) in rows.iter().zip((0..size).rev()) {
        read_row(row, index, &mut stones)?;
    }
    Ok(stones)
}

/// Reads a row; `index` is its number, from 0.
fn read_row(row: &Row<'_>, index: u8, stones: &mut Stones) -> Result<(), Box<Finding>> {
    let Row { line, parts } = row;
    let size = stones.size();
    let number = index + 1;
    let (names, places): (Vec<_>, Vec<_>) = parts
        .iter()
        .partition(|part| part.as_rule() == Rule::row_name);
    if let Some(name) = names
        .iter()
        .find(|name| name.as_str() != number.to_string())
    {
        let message = format!("This is row {number} of the board.");
        return Err(fault(line.span_of_part(name), message));
    }
    if places.len() != usize::from(size) {
        let message = format!(
            "This row has {} points; there are {size} rows.",
            places.len()
        );
        return Err(line.fault(message));
    }

    for (place, column) in places.into_iter().zip(0..size) {
        let stone = match place.as_rule() {
            Rule::white => Colour::White,
            Rule::black => Colour::Black,
            _ => continue,
        };
        if let Some(point) = Point::new(column, index, size) {
            stones.set(point, Some(stone));
        }
    }
    Ok(())
}

/// Row of a board.
struct Row<'t> {
    line: DrawnLine<'t>,
    /// Names of the row and its places.
    parts: Vec<Pair<'t, Rule>>,
}

/// Returns the rows of a board, from the top.
fn rows<'t>(board: &DrawnBoard<'t>) -> Result<Vec<Row<'t>>, Box<Finding>> {
    let mut rows = Vec::new();
    for &line in &board.rows {
        if is_without_places(line) {
            continue;
        }
        let Some(row) = line.parse(Rule::zip_row) else {
            return Err(line.fault("This is not a row of a Pippinzip board."));
        };
        let parts = row
            .into_inner()
            .filter(|part| part.as_rule() != Rule::EOI)
            .collect();
        rows.push(Row { line, parts });
    }
    Ok(rows)
}

/// Returns true for the line with the names of the columns, and for the lines of a figure between
/// two rows.
fn is_without_places(line: DrawnLine<'_>) -> bool {
    line.parse(Rule::column_names).is_some() || line.parse(Rule::zip_between).is_some()
}

/// Contents of the notes.
#[derive(Default)]
struct Notes {
    /// Colour of the stones in the auction.
    auction: Option<Colour>,
    /// Colour of each seat, once the taker is known.
    seats: Vec<Colour>,
    to_move: Option<u8>,
}

impl Notes {
    /// Reads notes such as `Seat 2: Pip, black, to move`.
    fn read(board: &DrawnBoard<'_>, findings: &mut Vec<Finding>) -> Self {
        let mut notes = Self::default();
        for (line, note) in board.readable_notes(findings) {
            let rule = note.as_rule();
            let mut seat = 0;
            let mut colour = Colour::Black;
            let mut is_to_move = false;
            for part in note.into_inner() {
                match part.as_rule() {
                    Rule::seat => seat = part.as_str().parse().unwrap_or(0),
                    Rule::stones if part.as_str() == "white" => colour = Colour::White,
                    Rule::to_move => is_to_move = true,
                    _ => {}
                }
            }

            // The seats are listed in order.
            let is_next_seat = usize::from(seat) == notes.seats.len() + 1 && seat <= 3;
            match rule {
                Rule::auction => notes.auction = Some(colour),
                Rule::seat_note if is_next_seat => notes.seats.push(colour),
                Rule::seat_state => {}
                _ => findings.push(
                    line.fault("This note contradicts the others.")
                        .with_help("It is left out."),
                ),
            }
            if is_to_move {
                notes.to_move = Some(seat);
            }
        }

        notes
    }

    /// Returns the phase of a game of a variant with this number of seats; `None` if the notes do
    /// not fit it.
    fn phase(&self, variant: Variant, seat_count: usize) -> Option<Phase> {
        let colour_of_taker = variant.auction_colour();
        if self.seats.is_empty() {
            let fits = self.auction.is_none_or(|colour| colour == colour_of_taker);
            return fits.then_some(Phase::Auction);
        }

        let takers: Vec<u8> = (1..)
            .zip(&self.seats)
            .filter(|(_, colour)| **colour == colour_of_taker)
            .map(|(seat, _)| seat)
            .collect();
        match takers.as_slice() {
            [taker] if self.seats.len() == seat_count => Some(Phase::Taken(*taker)),
            _ => None,
        }
    }
}
