//! What the seat to move has to do: the number and the colour of its stones (Z3.1, Z4.2 to Z4.6).
//! Pip places the black stones and Zip the white ones. With three seats, two of them form a team
//! that plays Pip: each places one of Pip's two stones.

use std::ops::RangeInclusive;

use super::position::{Phase, Position};

use super::setup::{Setup, Variant};
use super::stones::Colour;

/// The stones that the seat to move has to place, for judging. `Task` in `moves.rs` is the same for
/// the generator. The two are separate, so that tests can compare the generator with the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duty {
    /// One to three stones of the auction's colour, or `take` (Z3.1).
    Auction(Colour),
    /// One stone (Z4.2).
    One(Colour),
    /// Pip's two stones (Z4.3).
    Pair,
    /// One stone of a team's first or second seat (Z4.6).
    Team {
        /// True for the second seat.
        second: bool,
    },
}

impl Duty {
    /// Returns the duty of the seat to move.
    #[inline]
    pub(super) fn new(setup: &Setup, position: &Position) -> Self {
        let Phase::Taken(taker) = position.text.phase else {
            return Self::Auction(setup.variant.auction_colour());
        };
        let colour = setup.colour_of(position.text.to_move, taker);
        match (colour, setup.seats, setup.variant) {
            (Colour::White, _, _) | (Colour::Black, _, Variant::Pipeline) => Self::One(colour),
            (Colour::Black, 3, _) => Self::Team {
                second: setup.second_of_team(taker) == Some(position.text.to_move),
            },
            (Colour::Black, _, _) => Self::Pair,
        }
    }

    /// Returns the colour of its stones.
    #[inline]
    pub(super) fn colour(self) -> Colour {
        match self {
            Self::Auction(colour) | Self::One(colour) => colour,
            Self::Pair | Self::Team { .. } => Colour::Black,
        }
    }

    /// Returns the numbers of stones that a turn may place.
    #[inline]
    pub(super) fn stones(self) -> RangeInclusive<usize> {
        match self {
            Self::Auction(_) => 1..=3,
            Self::One(_) | Self::Team { .. } => 1..=1,
            Self::Pair => 2..=2,
        }
    }

    /// Returns the rule that gives these numbers.
    #[inline]
    pub(super) fn rule(self) -> &'static str {
        match self {
            Self::Auction(_) => "Z3.1",
            Self::One(_) => "Z4.2",
            Self::Pair => "Z4.3",
            Self::Team { .. } => "Z4.6",
        }
    }
}
