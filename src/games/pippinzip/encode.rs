//! Positions as tensors: planes of the board, and numbers for the seats.

use super::Pippinzip;
use super::board::Point;
use super::choices::numbers;
use super::position::{Colour, Phase, Position};
use super::setup::Setup;
use crate::games::{Encode, TensorPart, push_flags, seats_from};

impl Encode for Pippinzip {
    fn choices(setup: &Setup) -> usize {
        numbers(setup)
    }

    /// Each turn but `take` places a stone, or is the pass of a team's second seat after a stone of
    /// the first.
    fn longest(setup: &Setup) -> usize {
        let points = usize::from(setup.size) * usize::from(setup.size);
        // A stone, the end of its turn, and a pass.
        3 * points + 1
    }

    fn parts(setup: &Setup) -> Vec<TensorPart> {
        let size = usize::from(setup.size);
        vec![
            TensorPart::new("board", [3, size, size]),
            TensorPart::new("seats", [usize::from(setup.seats), 4]),
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
        push_flags(
            out,
            Point::all(setup.size).map(|point| Some(point) == first),
        );
        let taker = match state.text.phase {
            Phase::Auction => None,
            Phase::Taken(taker) => Some(taker),
        };
        for other in seats_from(seat, setup.seats) {
            let colour = taker.map(|taker| setup.colour_of(other, taker));
            let colours = Colour::BOTH.map(|known| colour == Some(known));
            push_flags(
                out,
                [other == state.text.to_move, taker == Some(other)]
                    .into_iter()
                    .chain(colours),
            );
        }
    }
}
