//! Positions as tensors ([`Encode`]): planes of the board, and numbers for the seats.
//!
//! - `board`, three planes: black stones, white stones, and the first stone of an unfinished pair.
//! - `seats`, a row for each seat, own first: whether it is to move, whether it took, and
//!   whether its colour is black or white (neither during the auction).

use super::Pippinzip;
use super::board::Point;
use super::choices::choice_count;
use super::position::{Phase, Position};
use super::setup::Setup;
use super::stones::Colour;
use crate::games::{Encode, TensorPart, push_flags, seats_from};

/// Planes of the board: black, white, first stone of a pair.
const PLANES: usize = 3;
/// Values of a seat: to move, taker, black, white.
const SEAT_VALUES: usize = 4;

impl Encode for Pippinzip {
    fn choice_count(setup: &Setup) -> usize {
        choice_count(setup)
    }

    /// Each turn but `take` places a stone, or is the pass of a team's second seat after a stone of
    /// the first.
    fn max_choices_per_game(setup: &Setup) -> usize {
        let points = usize::from(setup.size) * usize::from(setup.size);
        // A stone, the end of its turn, and a pass.
        3 * points + 1
    }

    fn tensor_parts(setup: &Setup) -> Vec<TensorPart> {
        let size = usize::from(setup.size);
        vec![
            TensorPart::new("board", [PLANES, size, size]),
            TensorPart::new("seats", [usize::from(setup.seats), SEAT_VALUES]),
        ]
    }

    fn encode(setup: &Setup, state: &Position, seat: u8, out: &mut Vec<f32>) {
        for colour in Colour::BOTH {
            push_flags(
                out,
                Point::all(setup.size).map(|point| state.text.stones.at(point) == Some(colour)),
            );
        }
        let first = state
            .text
            .pair
            .stone()
            .and_then(|name| name.point(setup.size));
        let is_first = |point| Some(point) == first;
        push_flags(out, Point::all(setup.size).map(is_first));
        let taker = match state.text.phase {
            Phase::Auction => None,
            Phase::Taken(taker) => Some(taker),
        };
        for other in seats_from(seat, setup.seats) {
            let colour = taker.map(|taker| setup.colour_of(other, taker));
            push_flags(
                out,
                [
                    other == state.text.to_move,
                    taker == Some(other),
                    colour == Some(Colour::Black),
                    colour == Some(Colour::White),
                ],
            );
        }
    }
}
