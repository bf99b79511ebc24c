//! Diagrams of Pippinzip: rows of stones, and notes on the seats below them.

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

/// Returns true for the line with the names of the columns, and for the lines of a figure between
/// two rows.
fn is_without_places(line: DrawnLine<'_>) -> bool {
    line.parse(Rule::column_names).is_some() || line.parse(Rule::zip_between).is_some()
}

type Row<'t> = (DrawnLine<'t>, Vec<Pair<'t, Rule>>);

fn rows<'t>(board: &DrawnBoard<'t>) -> Result<Vec<Row<'t>>, Box<Finding>> {
    let mut rows = Vec::new();
    for &line in &board.rows {
        if is_without_places(line) {
            continue;
        }
        let Some(row) = line.parse(Rule::zip_row) else {
            return Err(line.fault("This is not a row of a Pippinzip board."));
        };
        rows.push((
            line,
            row.into_inner()
                .filter(|place| place.as_rule() != Rule::EOI)
                .collect(),
        ));
    }
    Ok(rows)
}

fn read_stones(board: &DrawnBoard<'_>) -> Result<Stones, Box<Finding>> {
    let rows = rows(board)?;
    let side = rows.len();
    let Some(size) = u8::try_from(side)
        .ok()
        .filter(|size| Stones::empty(*size).size() == *size)
    else {
        return Err(fault(
            board.span(),
            format!("A board of Pippinzip cannot have {side} rows."),
        ));
    };
    let mut stones = Stones::empty(size);
    for ((line, places), number) in rows.iter().zip((0..size).rev()) {
        let (names, signs): (Vec<_>, Vec<_>) = places
            .iter()
            .partition(|place| place.as_rule() == Rule::row_name);
        if let Some(name) = names
            .iter()
            .find(|name| name.as_str() != (number + 1).to_string())
        {
            let message = format!("This is row {} of the board.", number + 1);
            return Err(fault(line.part(name), message));
        }
        if signs.len() != side {
            return Err(line.fault(format!(
                "This row has {} points; there are {side} rows.",
                signs.len()
            )));
        }
        for (sign, column) in signs.into_iter().zip(0..size) {
            let stone = match sign.as_rule() {
                Rule::white => Colour::White,
                Rule::black => Colour::Black,
                _ => continue,
            };
            if let Some(point) = Point::new(column, number, size) {
                stones.set(point, Some(stone));
            }
        }
    }

    Ok(stones)
}

/// Contents of the notes.
#[derive(Default)]
struct Notes {
    auction: Option<Colour>,
    /// Colour of each seat, once the taker is known.
    seats: Vec<Colour>,
    to_move: Option<u8>,
}

impl Notes {
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
            match rule {
                Rule::auction => notes.auction = Some(colour),
                Rule::seat_note if usize::from(seat) == notes.seats.len() + 1 && seat <= 3 => {
                    notes.seats.push(colour);
                }
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

    /// Returns the phases that are possible in a variant with these colours, each with the number
    /// of seats.
    fn phases(&self, variant: Variant) -> Vec<(u8, Phase)> {
        let taker_places = variant.auction_colour();
        if self.seats.is_empty() {
            let fits = self.auction.is_none_or(|colour| colour == taker_places);
            return if fits {
                vec![(2, Phase::Auction), (3, Phase::Auction)]
            } else {
                Vec::new()
            };
        }
        let takers: Vec<u8> = (1..)
            .zip(&self.seats)
            .filter(|(_, colour)| **colour == taker_places)
            .map(|(seat, _)| seat)
            .collect();
        match (takers.as_slice(), u8::try_from(self.seats.len())) {
            ([taker], Ok(seats @ 2..=3)) => vec![(seats, Phase::Taken(*taker))],
            _ => Vec::new(),
        }
    }
}

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
            let phases = notes
                .phases(variant)
                .into_iter()
                .filter(|(count, _)| *count == seats);
            for (_, phase) in phases {
                let position = PositionText {
                    stones,
                    to_move,
                    phase,
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
