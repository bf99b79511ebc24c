//! Diagrams of GIPF: rows of spots, with or without the dots around them, and notes on the
//! reserves.

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

/// Number of spots in each row.
const SPOTS: [usize; 13] = [1, 2, 3, 4, 3, 4, 3, 4, 3, 4, 3, 2, 1];

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

/// Returns the places in a row with their contents.
fn places<'t>(line: DrawnLine<'t>) -> Vec<pest::iterators::Pair<'t, Rule>> {
    let places = line
        .parse(Rule::gipf_row)
        .map(pest::iterators::Pair::into_inner)
        .into_iter()
        .flatten();
    places
        .filter(|place| place.as_rule() != Rule::EOI)
        .collect()
}

fn spot_count(line: DrawnLine<'_>) -> usize {
    places(line)
        .iter()
        .filter(|place| place.as_rule() != Rule::point)
        .count()
}

/// Returns true if there are spots and no word is a push. The hyphen of a push would look like a
/// spot.
fn has_spots(board: &DrawnBoard<'_>) -> bool {
    let is_push =
        |word: &str| word.len() > 1 && Gipf::parse_turn(word).is_ok() && word.contains('-');
    board.rows.iter().any(|&line| spot_count(line) > 0)
        && !board
            .rows
            .iter()
            .any(|line| line.text.split_whitespace().any(is_push))
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

fn read_pieces(board: &DrawnBoard<'_>) -> Result<Pieces, Box<Finding>> {
    let points = points_as_drawn();
    let has_dots = board.rows.iter().any(|&line| {
        places(line)
            .iter()
            .any(|place| place.as_rule() == Rule::point)
    });
    let mut expected = points.iter().filter(|point| has_dots || !point.is_dot());
    let mut rows = SPOTS.into_iter();
    let mut pieces = Pieces::default();
    let mut last = board.rows.first().copied();
    for &line in &board.rows {
        if line.parse(Rule::gipf_row).is_none() {
            return Err(line.fault("This is not a row of a GIPF board."));
        }
        let count = spot_count(line);
        if count > 0 && rows.next() != Some(count) {
            let finding = line.fault(format!("This row has {count} spots here."));
            let help = "The rows have 1, 2, 3, 4, then alternately 3 and 4, and at the end 4, 3, 2, 1 spots.";
            return Err(Box::new(finding.with_help(help)));
        }
        for place in places(line) {
            let span = line.part(&place);
            let wrong = |message: String| Err(fault(span, message));
            match (place.as_rule(), expected.next().copied()) {
                (Rule::point, Some(point))
                    if point.is_dot() && place.as_str() == point.to_string() => {}
                (Rule::point, Some(point)) if point.is_dot() => {
                    return wrong(format!("The dot {point} is expected here."));
                }
                (Rule::point, _) => return wrong("No dot belongs here.".to_owned()),
                (rule, Some(point)) => match point.spot() {
                    Some(spot) => pieces.set(spot, piece_of_rule(rule)),
                    None => return wrong(format!("The dot {point} is expected here.")),
                },
                (_, None) => return wrong("There is no such place on the board.".to_owned()),
            }
        }
        last = Some(line);
    }

    match (expected.next(), last) {
        (Some(point), Some(line)) => Err(line.fault(format!("The board ends before {point}."))),
        _ => Ok(pieces),
    }
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
    lost: u32,
    owes: bool,
    introduces: bool,
}

fn read(board: &DrawnBoard<'_>) -> Result<BoardReading, Box<Finding>> {
    let pieces = read_pieces(board)?;
    let mut findings = Vec::new();
    let notes = read_notes(board, &mut findings);
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
    // Likeliest first.
    let mut variants = Gipf::FACTS.variants.to_vec();
    variants.rotate_left(usize::from(!pieces.gipf().is_empty()));
    let tags = |variant: &str| -> Tags {
        let position = position_in_variant(pieces, &notes, variant).to_string();
        vec![
            ("Variant".into(), variant.to_owned()),
            ("Position".into(), position),
        ]
    };
    Ok(BoardReading {
        candidates: variants.into_iter().map(tags).collect(),
        findings,
    })
}

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
                part.clone()
                    .into_inner()
                    .next()
                    .and_then(|count| count.as_str().parse().ok())
                    .unwrap_or(0)
            };
            let seat = &mut notes.seats[colour.index()];
            match part.as_rule() {
                Rule::gipf_colour if part.as_str() == "Black" => colour = Colour::Black,
                Rule::reserve => {
                    (seat.reserve, seat.is_unknown) =
                        (Some(number()), part.as_str().starts_with('?'));
                }
                Rule::lost => seat.lost = number(),
                Rule::owes => (seat.owes, seat.introduces) = (true, true),
                Rule::introduces => seat.introduces = true,
                Rule::to_move => notes.to_move = Some(colour),
                Rule::other => {
                    let finding = fault(line.part(&part), "This text cannot be parsed.");
                    findings.push(finding.with_help("They are left out."));
                }
                _ => {}
            }
        }
    }

    notes
}

/// Returns the position in a variant, which determines the number of pieces in a reserve that is
/// not given.
fn position_in_variant(pieces: Pieces, notes: &Notes, variant: &str) -> PositionText {
    // The pieces of a seat in all; a GIPF piece counts as two.
    let total = if variant == "basic" { 15 } else { 18 };
    let reserve = Colour::BOTH.map(|colour| {
        let seat = notes.seats[colour.index()];
        let own = Spot::all()
            .filter_map(|spot| pieces.at(spot))
            .filter(|piece| piece.colour == colour);
        let in_play = own.map(|piece| piece.kind.weight()).sum::<u32>() + seat.lost;
        seat.reserve.unwrap_or_else(|| total.max(in_play) - in_play)
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
