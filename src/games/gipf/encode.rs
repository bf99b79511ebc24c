//! Positions as tensors: planes of nine columns and nine rows, and numbers for the reserves.

use super::Gipf;
use super::board::Point;
use super::choices::NUMBERS;
use super::position::{Colour, PieceKind, Position};
use super::setup::Setup;
use crate::games::{Encode, TensorPart, push_flags, push_share};

/// The columns and rows of the planes.
const SIDE: u8 = 9;
/// The pieces of a seat (G2).
const PIECES: u32 = 18;
/// The limit, because the rules set none: at least three times the number of choices in the random
/// games of the tests.
const MAX_LENGTH: usize = 3_000;

impl Encode for Gipf {
    fn choices(_setup: &Setup) -> usize {
        NUMBERS
    }

    fn longest(_setup: &Setup) -> usize {
        MAX_LENGTH
    }

    fn parts(_setup: &Setup) -> Vec<TensorPart> {
        vec![
            TensorPart::new("board", [4, SIDE.into(), SIDE.into()]),
            TensorPart::new("seats", [2, 5]),
        ]
    }

    fn encode(_setup: &Setup, state: &Position, seat: u8, out: &mut Vec<f32>) {
        let own = if seat == 2 {
            Colour::Black
        } else {
            Colour::White
        };
        let colours = [own, own.other()];
        for (colour, kind) in colours
            .into_iter()
            .flat_map(|colour| PieceKind::BOTH.map(|kind| (colour, kind)))
        {
            let points =
                (0..SIDE).flat_map(|column| (1..=SIDE).map(move |row| Point::at(column, row)));
            let piece = |point: Option<Point>| {
                point
                    .and_then(Point::spot)
                    .and_then(|spot| state.text.pieces.at(spot))
            };
            let is_it = |point| {
                piece(point).is_some_and(|piece| (piece.colour, piece.kind) == (colour, kind))
            };
            push_flags(out, points.map(is_it));
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
