//! Positions as tensors ([`Encode`]): planes of the dice, and numbers for the stores.
//!
//! - `board`, 24 planes: own dice by their top (1 to 6), own dice by their north side, then the
//!   same for the other colour.
//! - `seats`, a row for each colour, own first: the number of stored dice of each value
//!   (1 to 6), whether it is to move, and whether it is dark.

use super::Pippip;
use super::board::{SIDE, SQUARES, Square};
use super::choices::CHOICE_COUNT;
use super::dice::Die;
use super::position::PositionText;
use super::setup::Setup;
use crate::games::{Encode, TensorPart, push_flags, push_share};

/// The faces of a die.
const FACES: usize = 6;
/// Planes of the board: for each of two colours, the faces on top and those on the north side.
const PLANES: usize = 2 * 2 * FACES;
/// Values of a colour: the store by value, to move, dark.
const SEAT_VALUES: usize = FACES + 2;
/// A number of equal dice in a store that counts as 1.
const USUAL_STORE: u32 = 8;
/// Upper bound for the number of choices about one die: to roll it, to put it aside, to pull it
/// from the store, its square, its north side, and the end of its turn.
const CHOICES_PER_DIE: usize = 6;

impl Encode for Pippip {
    fn choice_count(_setup: &Setup) -> usize {
        CHOICE_COUNT
    }

    fn outcome_count(_setup: &Setup) -> usize {
        FACES
    }

    /// Each die, also one that was put aside, is placed once.
    fn max_choices_per_game(_setup: &Setup) -> usize {
        CHOICES_PER_DIE * SQUARES
    }

    fn tensor_parts(_setup: &Setup) -> Vec<TensorPart> {
        vec![
            TensorPart::new("board", [PLANES, SIDE.into(), SIDE.into()]),
            TensorPart::new("seats", [2, SEAT_VALUES]),
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
                push_share(out, store.count(value), USUAL_STORE);
            }
            push_flags(out, [colour == state.to_move, colour.index() == 1]);
        }
    }
}
