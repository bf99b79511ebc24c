//! Positions as tensors: planes of the dice, and numbers for the stores.

use super::Pippip;
use super::board::{SIDE, SQUARES, Square};
use super::choices::NUMBERS;
use super::position::{Die, PositionText};
use super::setup::Setup;
use crate::games::{Encode, TensorPart, push_flags, push_share};

impl Encode for Pippip {
    fn choices(_setup: &Setup) -> usize {
        NUMBERS
    }

    /// The six faces.
    fn outcomes(_setup: &Setup) -> usize {
        6
    }

    /// A turn rolls or pulls a die, and chooses its square and its north side. A die put aside
    /// takes a roll more, and has to be placed later.
    fn longest(_setup: &Setup) -> usize {
        6 * SQUARES
    }

    fn parts(_setup: &Setup) -> Vec<TensorPart> {
        vec![
            TensorPart::new("board", [24, SIDE.into(), SIDE.into()]),
            TensorPart::new("seats", [2, 8]),
        ]
    }

    fn encode(setup: &Setup, state: &PositionText, seat: u8, out: &mut Vec<f32>) {
        let own = setup.colour_of(seat);
        let colours = [own, own.other()];
        for (colour, side) in colours
            .into_iter()
            .flat_map(|colour| [Die::top, Die::north].map(|side| (colour, side)))
        {
            for value in 1..=6 {
                let shows = |square| {
                    state
                        .at(square)
                        .is_some_and(|die| die.colour() == colour && side(die) == value)
                };
                push_flags(out, Square::all().map(shows));
            }
        }
        for colour in colours {
            let store = &state.stores[colour.index()];
            for value in 1..=6 {
                push_share(out, store.count(value), 8);
            }
            push_flags(out, [colour == state.to_move, colour.index() == 1]);
        }
    }
}
