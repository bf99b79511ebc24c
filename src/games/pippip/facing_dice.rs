//! Facing dice: a placed die and each of its neighbours, with the numbers that face each other
//! (P4.1).

use super::board::{Side, Square, SquareSet};
use super::dice::{Colour, Die, Handedness};
use super::position::PositionText;
use super::setup::Setup;

/// Comparison of a placed die with a neighbour that faces it (P4.1).
#[derive(Clone, Copy, Debug)]
pub(super) struct Facing {
    /// The side of the placed die.
    pub(super) side: Side,
    /// The number on that side.
    pub(super) own_number: u8,
    /// The neighbour's square.
    pub(super) square: Square,
    /// The neighbour.
    pub(super) die: Die,
    /// The number of the neighbour that faces the placed die.
    pub(super) facing_number: u8,
    /// True if the neighbour is converted: it takes the colour of the placed die.
    pub(super) is_converted: bool,
}

/// A placed die with which its neighbours are compared.
#[derive(Clone, Copy)]
struct Placed {
    colour: Colour,
    /// The numbers of its sides, in the order of [`Side::ALL`].
    sides: [u8; 4],
    handedness: Handedness,
}

impl Placed {
    #[inline]
    fn new(setup: &Setup, die: Die) -> Self {
        Self {
            colour: die.colour(),
            sides: die.sides(setup.handedness),
            handedness: setup.handedness,
        }
    }

    /// Compares the die with the neighbour on one of its sides, if there is one (P4.1).
    #[inline]
    fn facing(self, position: &PositionText, square: Square, side: Side) -> Option<Facing> {
        let beside = square.beside(side)?;
        let die = position.at(beside)?;
        let own_number = self.sides[side.index()];
        let facing_number = die.side(self.handedness, side.opposite());
        let is_converted = die.colour() != self.colour && own_number > facing_number;
        Some(Facing {
            side,
            own_number,
            square: beside,
            die,
            facing_number,
            is_converted,
        })
    }
}

/// Compares the die on `square` with each of its neighbours, clockwise from north.
pub(super) fn facings(
    setup: &Setup,
    position: &PositionText,
    square: Square,
) -> impl Iterator<Item = Facing> {
    let placed = position.at(square).map(|die| Placed::new(setup, die));
    Side::ALL
        .into_iter()
        .filter_map(move |side| placed?.facing(position, square, side))
}

/// Returns the dice that a die on `square` converts (P4.1).
#[inline]
pub(super) fn converted(
    setup: &Setup,
    position: &PositionText,
    square: Square,
    die: Die,
) -> SquareSet {
    let placed = Placed::new(setup, die);
    let mut converted = SquareSet::default();
    for &side in &Side::ALL {
        if let Some(facing) = placed.facing(position, square, side)
            && facing.is_converted
        {
            converted.insert(facing.square);
        }
    }
    converted
}
