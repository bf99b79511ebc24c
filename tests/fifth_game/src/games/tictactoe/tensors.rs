//! Positions as tensors: a plane of the board for each seat.

use super::board::{Mark, Square};
use super::position::Position;
use super::{Setup, Tictactoe};
use crate::games::{Encode, TensorPart, push_flags, seats_from};

impl Encode for Tictactoe {
    fn choice_count(_setup: &Setup) -> usize {
        9
    }

    fn max_choices_per_game(_setup: &Setup) -> usize {
        // Each turn has a choice and its end.
        2 * 9
    }

    fn tensor_parts(_setup: &Setup) -> Vec<TensorPart> {
        vec![TensorPart::new("board", [2, 3, 3])]
    }

    fn encode(_setup: &Setup, state: &Position, seat: u8, out: &mut Vec<f32>) {
        for other in seats_from(seat, 2) {
            let mark = Mark::of_seat(other);
            push_flags(
                out,
                Square::all().map(|square| state.at(square) == Some(mark)),
            );
        }
    }
}
