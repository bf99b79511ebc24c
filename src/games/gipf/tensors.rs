//! Positions as tensors ([`Encode`]): planes of nine columns and nine rows, and numbers for the
//! reserves.
//!
//! - `board`, four planes: own single pieces, own GIPF pieces, then the same for the other colour.
//! - `seats`, a row for each colour, own first: whether it is to move, whether it may
//!   introduce GIPF pieces, whether it owes the first GIPF piece, its reserve and its lost pieces.

use super::Gipf;
use super::board::Point;
use super::choices::CHOICE_COUNT;
use super::pieces::{Colour, Piece, PieceKind};
use super::position::Position;
use super::setup::Setup;
use crate::games::{Encode, TensorPart, push_flags, push_share};

/// The columns and rows of the planes.
const SIDE: u8 = 9;
/// The pieces of a seat (G2).
const PIECES: u32 = 18;
/// The limit, because the rules set none: at least three times the number of choices in the random
/// games of the tests.
const MAX_CHOICES: usize = 3_000;
/// Planes of the board: two colours with two kinds of pieces.
const PLANES: usize = 4;
/// Values of a colour: three flags, reserve, lost pieces.
const SEAT_VALUES: usize = 5;

impl Encode for Gipf {
    fn choice_count(_setup: &Setup) -> usize {
        CHOICE_COUNT
    }

    fn max_choices_per_game(_setup: &Setup) -> usize {
        MAX_CHOICES
    }

    fn tensor_parts(_setup: &Setup) -> Vec<TensorPart> {
        vec![
            TensorPart::new("board", [PLANES, SIDE.into(), SIDE.into()]),
            TensorPart::new("seats", [2, SEAT_VALUES]),
        ]
    }

    fn encode(_setup: &Setup, state: &Position, seat: u8, out: &mut Vec<f32>) {
        let own = if seat == 2 {
            Colour::Black
        } else {
            Colour::White
        };
        let colours = [own, own.other()];
        for colour in colours {
            for kind in PieceKind::BOTH {
                push_plane(state, Piece { colour, kind }, out);
            }
        }
        for colour in colours {
            let colour_index = colour.index();
            push_flags(
                out,
                [
                    state.text.to_move == colour,
                    state.text.may_introduce[colour_index],
                    state.text.owes_first[colour_index],
                ],
            );
            push_share(out, state.text.reserve[colour_index], PIECES);
            push_share(out, state.text.lost[colour_index], PIECES);
        }
    }
}

/// Appends a plane with a 1 on each spot that has such a piece.
fn push_plane(state: &Position, piece: Piece, out: &mut Vec<f32>) {
    let places = (0..SIDE).flat_map(|column| (1..=SIDE).map(move |row| (column, row)));
    let has_piece = |(column, row)| {
        // The corners of the plane are outside the hexagon.
        let spot = Point::from_column_and_row(column, row).and_then(Point::spot);
        spot.and_then(|spot| state.text.pieces.at(spot)) == Some(piece)
    };
    push_flags(out, places.map(has_piece));
}
