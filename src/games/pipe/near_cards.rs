//! Cards near the origin, in flat arrays: the storage of the table for usual games.

use super::board::{Heading, Square};
use super::table::PlacedHalf;
use super::turn::{Id, Placement};

/// The number of rows and columns of the squares here: those from -16 to 15. Most games stay there.
const SIDE: i32 = 32;
/// The number of squares.
const SQUARES: usize = (SIDE * SIDE) as usize;
/// The number that is above those of the cards stored here. The usual deck has 48 cards.
const CARDS: usize = 128;

/// Cards with low numbers that lie on these squares. They do not overlap.
#[derive(Clone, Debug)]
pub(super) struct NearCards {
    /// The card on each square, row by row; 0 on an empty one.
    squares: [u8; SQUARES],
    /// The placement of each card.
    placements: [Option<NearPlacement>; CARDS],
}

/// A placement on these squares, in three bytes.
#[derive(Clone, Copy, Debug)]
struct NearPlacement {
    x: i8,
    y: i8,
    heading: Heading,
}

impl NearPlacement {
    #[inline]
    fn with_card(self, card: Id) -> Placement {
        Placement {
            card,
            square: Square {
                x: self.x.into(),
                y: self.y.into(),
            },
            heading: self.heading,
        }
    }
}

/// Returns the index of a square, or `None` if it is not among those of the arrays.
#[inline]
fn square_index(Square { x, y }: Square) -> Option<usize> {
    let column = x.wrapping_add(SIDE / 2);
    let row = y.wrapping_add(SIDE / 2);
    let is_here = (0..SIDE).contains(&column) && (0..SIDE).contains(&row);
    is_here.then(|| (row * SIDE + column).unsigned_abs() as usize)
}

impl Default for NearCards {
    fn default() -> Self {
        Self {
            squares: [0; SQUARES],
            placements: [None; CARDS],
        }
    }
}

impl NearCards {
    /// Places a card. Returns false if it cannot be stored here: if its number is high, its squares
    /// are far or covered by another card of this storage, or it is here already.
    #[inline]
    pub(super) fn put(&mut self, placement: &Placement, squares: [Square; 2]) -> bool {
        let ([Some(half_a), Some(half_b)], Ok(number @ 1..), Ok(x), Ok(y)) = (
            squares.map(square_index),
            u8::try_from(placement.card),
            i8::try_from(placement.square.x),
            i8::try_from(placement.square.y),
        ) else {
            return false;
        };
        let Some(slot) = self.placements.get_mut(usize::from(number)) else {
            return false;
        };
        if slot.is_some() || self.squares[half_a] != 0 || self.squares[half_b] != 0 {
            return false;
        }
        *slot = Some(NearPlacement {
            x,
            y,
            heading: placement.heading,
        });
        self.squares[half_a] = number;
        self.squares[half_b] = number;
        true
    }

    /// Removes a card. Returns its squares, or `None` if it is not here.
    #[inline]
    pub(super) fn take(&mut self, card: Id) -> Option<[Square; 2]> {
        let slot = self.placements.get_mut(card as usize)?;
        let squares = slot.take()?.with_card(card).squares()?;
        for index in squares.into_iter().filter_map(square_index) {
            self.squares[index] = 0;
        }
        Some(squares)
    }

    /// Returns the placement of a card.
    #[inline]
    pub(super) fn placement(&self, card: Id) -> Option<Placement> {
        let placement = (*self.placements.get(card as usize)?)?;
        Some(placement.with_card(card))
    }

    /// Returns the half of a card on a square.
    #[inline]
    pub(super) fn half_on(&self, square: Square) -> Option<PlacedHalf> {
        let card = self.squares[square_index(square)?];
        let placement = self.placement(card.into())?;
        Some(PlacedHalf {
            placement,
            is_b: placement.square != square,
        })
    }

    /// Returns all placements, in ascending order of card numbers.
    pub(super) fn placements(&self) -> impl Iterator<Item = Placement> {
        let cards = (0..).zip(&self.placements);
        cards.filter_map(|(card, placement)| Some((*placement)?.with_card(card)))
    }
}
