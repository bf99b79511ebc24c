//! Comparison of a placed die with its neighbours (P4.1).

use super::board::{Side, Square, SquareSet};
use super::dice::Handedness;
use super::position::{Colour, Die, PositionText};
use super::setup::Setup;

/// Comparison of a placed die with a neighbour (P4.1).
#[derive(Clone, Copy, Debug)]
pub(super) struct Facing {
    /// The side of the placed die.
    pub(super) side: Side,
    /// The number on that side.
    pub(super) own: u8,
    /// The neighbour's square.
    pub(super) square: Square,
    /// The neighbour.
    pub(super) die: Die,
    /// The number of the neighbour that faces the placed die.
    pub(super) number: u8,
    /// True if the neighbour is converted.
    pub(super) converts: bool,
}

/// A placed die, as its neighbours are compared with it.
#[derive(Clone, Copy)]
struct Placed {
    colour: Colour,
    sides: [u8; 4],
    handedness: Handedness,
}

impl Placed {
    #[inline]
    fn new(setup: &Setup, die: Die) -> Self {
        Self { colour: die.colour(), sides: die.sides(setup.handedness), handedness: setup.handedness }
    }

    /// Returns the number on a side of the placed die, and the number of the neighbour that faces it.
    #[inline]
    fn numbers(self, side: Side, beside: Option<Die>) -> (u8, u8) {
        (self.sides[side.index()], Die::sides_of(beside, self.handedness)[side.opposite().index()])
    }

    /// Returns true if the neighbour on this side, if any, is converted (P4.1).
    #[inline]
    fn converts(self, side: Side, beside: Option<Die>) -> bool {
        let (own, number) = self.numbers(side, beside);
        Die::is_of(beside, self.colour.other()) & (own > number)
    }
}

/// Compares the die on `square` with each of its neighbours, clockwise from north.
pub(super) fn facings(setup: &Setup, position: &PositionText, square: Square) -> impl Iterator<Item = Facing> {
    let placed = position.at(square).map(|die| Placed::new(setup, die));
    Side::ALL.into_iter().filter_map(move |side| {
        let placed = placed?;
        let beside = square.beside(side)?;
        let die = position.at(beside)?;
        let (own, number) = placed.numbers(side, Some(die));
        Some(Facing { side, own, square: beside, die, number, converts: placed.converts(side, Some(die)) })
    })
}

/// Returns the dice that a die on `square` converts. Branch-free: the branches would be unpredictable.
#[inline]
pub(super) fn converted(setup: &Setup, position: &PositionText, square: Square, die: Die) -> SquareSet {
    let placed = Placed::new(setup, die);
    let mut converted = SquareSet::default();
    for side in Side::ALL {
        let (beside, is_on_board) = square.step(side);
        converted.insert_if(is_on_board & placed.converts(side, position.at(beside)), beside);
    }
    converted
}
