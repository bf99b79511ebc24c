//! Diagrams of GIPF: rows of spots, with or without the dots around them, and notes on the
//! reserves. A dot is a point at the edge of the board and is drawn by its name: `a1`. A spot is
//! any other point and is drawn as its piece, or as empty. The reserve of a seat is its pieces off
//! the board.

use pest::iterators::Pair;

use super::grammar::Rule;
use super::{BoardReader, BoardReading, DrawnBoard, DrawnLine, Tags, assumed, fault};
use crate::findings::Finding;
use crate::games::gipf::board::{Point, Spot};
use crate::games::gipf::{Colour, Piece, PieceKind, Pieces, PositionText};
use crate::games::{GameId, Language, gipf::Gipf};

/// Reader of GIPF boards.
pub(super) const READER: BoardReader = BoardReader {
    game: GameId::Gipf,
    notes: &["White", "Black"],
    has_rows: |board| {
        board
            .rows
            .iter()
            .all(|line| line.parse(Rule::gipf_row).is_some())
    },
    // A text that names only dots consists of turns.
    is_whole: |board| board.rows.len() > 2 && has_spots(board),
    read: |board, _| read(board).map_err(|finding| vec![*finding]),
};

/// Number of spots in each row that has any, from the top.
const SPOTS: [usize; 13] = [1, 2, 3, 4, 3, 4, 3, 4, 3, 4, 3, 2, 1];

/// Reads a board and its notes.
fn read(board: &DrawnBoard<'_>) -> Result<BoardReading, Box<Finding>> {
    let pieces = read_pieces(board)?;
    let mut findings = Vec::new();
    let notes = read_notes(board, &mut findings);
    report_assumptions(board, &notes, &mut findings);

    // Likeliest first. GIPF pieces do not exist in the first variant, `basic`.
    let mut variants = Gipf::FACTS.variants.to_vec();
    if !pieces.gipf().is_empty() {
        variants.rotate_left(1);
    }

    let mut candidates: Vec<Tags> = Vec::new();
    for variant in variants {
        let position = position_in_variant(pieces, &notes, variant).to_string();
        candidates.push(vec![
            ("Variant".into(), variant.to_owned()),
            ("Position".into(), position),
        ]);
    }
    Ok(BoardReading {
        candidates,
        findings,
    })
}

/// Reports what the notes do not give.
fn report_assumptions(board: &DrawnBoard<'_>, notes: &Notes, findings: &mut Vec<Finding>) {
    let missing: Vec<&str> = Colour::BOTH
        .into_iter()
        .filter(|colour| notes.seats[colour.index()].reserve.is_none())
        .map(Colour::name)
        .collect();
    if !missing.is_empty() {
        let message = format!(
            "The reserve of {} is not given; all remaining pieces are assumed to be in it.",
            missing.join(" or ")
        );
        findings.push(
            assumed(board.span(), message)
                .with_help("Write it below the board: `White: 12 in reserve`."),
        );
    }

    if notes.to_move.is_none() {
        let finding = assumed(
            board.span(),
            "The seat to move is not given; White is assumed.",
        );
        findings
            .push(finding.with_help("Write it below the board: `Black: 12 in reserve, to move`."));
    }
}

/// Returns the position in a variant, which determines the number of pieces in a reserve that is
/// not given.
fn position_in_variant(pieces: Pieces, notes: &Notes, variant: &str) -> PositionText {
    // The pieces of a seat in all; a GIPF piece counts as two.
    let total: u32 = if variant == "basic" { 15 } else { 18 };
    let reserve = Colour::BOTH.map(|colour| {
        let seat = notes.seats[colour.index()];
        let on_board: u32 = Spot::all()
            .filter_map(|spot| pieces.at(spot))
            .filter(|piece| piece.colour == colour)
            .map(|piece| piece.kind.weight())
            .sum();
        let remaining = total.saturating_sub(on_board + seat.lost);
        seat.reserve.unwrap_or(remaining)
    });
    PositionText {
        pieces,
        to_move: notes.to_move.unwrap_or(Colour::White),
        reserve,
        is_unknown: notes.seats.map(|seat| seat.is_unknown),
        lost: notes.seats.map(|seat| seat.lost),
        may_introduce: notes.seats.map(|seat| seat.introduces),
        owes_first: notes.seats.map(|seat| seat.owes),
    }
}

/// Reads the rows of a board.
fn read_pieces(board: &DrawnBoard<'_>) -> Result<Pieces, Box<Finding>> {
    let points = points_as_drawn();
    let has_dots = board.rows.iter().any(|&line| {
        places(line)
            .iter()
            .any(|place| place.as_rule() == Rule::point)
    });
    let mut expected_points = points
        .into_iter()
        .filter(|point| has_dots || !point.is_dot());
    let mut expected_counts = SPOTS.into_iter();
    let mut pieces = Pieces::default();
    for &line in &board.rows {
        if line.parse(Rule::gipf_row).is_none() {
            return Err(line.fault("This is not a row of a GIPF board."));
        }
        let count = spot_count(line);
        if count > 0 && expected_counts.next() != Some(count) {
            let finding = line.fault(format!("This row has {count} spots here."));
            let help = "The rows have 1, 2, 3, 4, then alternately 3 and 4, and at the end 4, 3, 2, 1 spots.";
            return Err(Box::new(finding.with_help(help)));
        }
        for place in places(line) {
            read_place(&place, expected_points.next(), &mut pieces)
                .map_err(|message| fault(line.span_of_part(&place), message))?;
        }
    }

    match (expected_points.next(), board.rows.last()) {
        (Some(point), Some(line)) => Err(line.fault(format!("The board ends before {point}."))),
        _ => Ok(pieces),
    }
}

/// Reads a place, which must be the point `expected`. Returns a message if it is another one.
fn read_place(
    place: &Pair<'_, Rule>,
    expected: Option<Point>,
    pieces: &mut Pieces,
) -> Result<(), String> {
    let is_dot = place.as_rule() == Rule::point;
    match (expected, expected.and_then(Point::spot)) {
        (Some(dot), None) if is_dot && place.as_str() == dot.to_string() => Ok(()),
        (Some(dot), None) => Err(format!("The dot {dot} is expected here.")),
        (_, Some(spot)) if !is_dot => {
            pieces.set(spot, piece_of_rule(place.as_rule()));
            Ok(())
        }
        _ if is_dot => Err("No dot belongs here.".to_owned()),
        _ => Err("There is no such place on the board.".to_owned()),
    }
}

/// Returns the points row by row from the top, with each row from left to right.
fn points_as_drawn() -> Vec<Point> {
    let mut points: Vec<Point> = Point::all().collect();
    // Half rows: the points of a column are half a row higher than those of the next column towards
    // the middle, which is column 4.
    let height =
        |point: Point| 2 * i32::from(point.row()) + i32::from(point.column()).abs_diff(4) as i32;
    points.sort_by_key(|&point| (-height(point), point.column()));
    points
}

/// Returns the places in a row with their contents; none if the line is not a row.
fn places<'t>(line: DrawnLine<'t>) -> Vec<Pair<'t, Rule>> {
    let Some(row) = line.parse(Rule::gipf_row) else {
        return Vec::new();
    };
    row.into_inner()
        .filter(|place| place.as_rule() != Rule::EOI)
        .collect()
}

fn spot_count(line: DrawnLine<'_>) -> usize {
    places(line)
        .iter()
        .filter(|place| place.as_rule() != Rule::point)
        .count()
}

/// Returns the piece that a grammar rule means; `None` for an empty spot.
fn piece_of_rule(rule: Rule) -> Option<Piece> {
    let (colour, kind) = match rule {
        Rule::white => (Colour::White, PieceKind::Single),
        Rule::black => (Colour::Black, PieceKind::Single),
        Rule::white_gipf => (Colour::White, PieceKind::Gipf),
        Rule::black_gipf => (Colour::Black, PieceKind::Gipf),
        _ => return None,
    };
    Some(Piece { colour, kind })
}

/// Returns true if there are spots and no word is a push. The hyphen of a push would look like a
/// spot.
fn has_spots(board: &DrawnBoard<'_>) -> bool {
    let is_push =
        |word: &str| word.len() > 1 && Gipf::parse_turn(word).is_ok() && word.contains('-');
    let has_push = board
        .rows
        .iter()
        .any(|line| line.text.split_whitespace().any(is_push));
    board.rows.iter().any(|&line| spot_count(line) > 0) && !has_push
}

/// Returns true if the rows have the lengths of a GIPF board.
pub(super) fn has_form(board: &DrawnBoard<'_>) -> bool {
    board
        .rows
        .iter()
        .map(|&line| spot_count(line))
        .filter(|&count| count > 0)
        .eq(SPOTS)
}

/// Contents of the notes.
#[derive(Default)]
struct Notes {
    /// Pieces of White and Black.
    seats: [SeatNotes; 2],
    to_move: Option<Colour>,
}

/// Pieces of a seat according to the notes.
#[derive(Clone, Copy, Default)]
struct SeatNotes {
    reserve: Option<u32>,
    /// True if the reserve is given as `?`.
    is_unknown: bool,
    /// Number of pieces that the other seat has captured.
    lost: u32,
    /// True if the seat must still introduce its first GIPF piece.
    owes: bool,
    /// True if the seat may introduce GIPF pieces.
    introduces: bool,
}

/// Reads notes such as `White: 12 in reserve, 3 lost, to move`.
fn read_notes(board: &DrawnBoard<'_>, findings: &mut Vec<Finding>) -> Notes {
    let mut notes = Notes::default();
    for (line, note) in board.readable_notes(findings) {
        if note.as_rule() != Rule::gipf_note {
            findings.push(
                line.fault("This is not a note of GIPF.")
                    .with_help("It is left out."),
            );
            continue;
        }
        let mut colour = Colour::White;
        for part in note.into_inner() {
            let number = || {
                let digits = part.clone().into_inner().next();
                digits
                    .and_then(|digits| digits.as_str().parse().ok())
                    .unwrap_or(0)
            };
            let seat = &mut notes.seats[colour.index()];
            match part.as_rule() {
                Rule::gipf_colour if part.as_str() == "Black" => colour = Colour::Black,
                Rule::reserve => {
                    seat.reserve = Some(number());
                    seat.is_unknown = part.as_str().starts_with('?');
                }
                Rule::lost => seat.lost = number(),
                Rule::owes => {
                    seat.owes = true;
                    seat.introduces = true;
                }
                Rule::introduces => seat.introduces = true,
                Rule::to_move => notes.to_move = Some(colour),
                Rule::other => {
                    let finding = fault(line.span_of_part(&part), "This text cannot be parsed.");
                    findings.push(finding.with_help("It is left out."));
                }
                _ => {}
            }
        }
    }

    notes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_as_many_spots_as_are_drawn() {
        let height = |point: &Point| {
            2 * i32::from(point.row()) + i32::from(point.column()).abs_diff(4) as i32
        };
        let drawn = points_as_drawn();
        let rows = drawn.chunk_by(|point, next| height(point) == height(next));
        let counts = rows.map(|row| row.iter().filter(|point| !point.is_dot()).count());
        assert_eq!(counts.filter(|&count| count > 0).collect::<Vec<_>>(), SPOTS);
    }
}
