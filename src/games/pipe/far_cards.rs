//! Cards far from the origin, and cards with high numbers, in maps that are copied on write: the
//! storage of the table for large games.

use super::board::{Heading, Square};
use super::chunk_map::ChunkMap;
use super::table::PlacedHalf;
use super::turn::{Id, Placement};

/// Cards anywhere on the table. In a position that is only drawn, they may overlap other cards.
#[derive(Clone, Debug, Default)]
pub(super) struct FarCards {
    /// The half of a card on each square.
    squares: ChunkMap<Square, Half>,
    /// The placement of each card.
    cards: ChunkMap<Id, Placement>,
    len: usize,
}

/// Half of a card on the square that it covers. The square is known from the place of the half in
/// the map, so that a half takes eight bytes.
#[derive(Clone, Copy, Debug)]
struct Half {
    card: Id,
    heading: Heading,
    is_b: bool,
}

impl Half {
    /// Returns the half with its card, which is on `square`.
    #[inline]
    fn placed_on(self, square: Square) -> PlacedHalf {
        let half_a = if self.is_b {
            square.beside(self.heading.opposite())
        } else {
            None
        };
        PlacedHalf {
            placement: Placement {
                card: self.card,
                square: half_a.unwrap_or(square),
                heading: self.heading,
            },
            is_b: self.is_b,
        }
    }
}

impl FarCards {
    /// Returns true if there are no cards.
    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Places a card.
    pub(super) fn put(&mut self, placement: Placement, squares: [Square; 2]) {
        for (square, is_b) in squares.into_iter().zip([false, true]) {
            let half = Half {
                card: placement.card,
                heading: placement.heading,
                is_b,
            };
            self.squares.set(square, Some(half));
        }
        let previous = self.cards.set(placement.card, Some(placement));
        self.len += usize::from(previous.is_none());
    }

    /// Returns true if a card is here, or if a card here covers one of the squares.
    pub(super) fn has_card_or_covers(&self, card: Id, squares: [Square; 2]) -> bool {
        self.placement(card).is_some() || squares.iter().any(|&square| self.covers(square))
    }

    /// Returns true if a card here covers a square.
    #[inline]
    pub(super) fn covers(&self, square: Square) -> bool {
        self.squares.get(square).is_some()
    }

    /// Removes a card. Returns its squares, or `None` if it is not here.
    pub(super) fn take(&mut self, card: Id) -> Option<[Square; 2]> {
        let squares = self.placement(card)?.squares()?;
        for square in squares {
            self.squares.set(square, None);
        }
        self.cards.set(card, None);
        self.len -= 1;
        Some(squares)
    }

    /// Returns the placement of a card.
    #[inline]
    pub(super) fn placement(&self, card: Id) -> Option<Placement> {
        self.cards.get(card)
    }

    /// Returns the half of a card on a square.
    #[inline]
    pub(super) fn half_on(&self, square: Square) -> Option<PlacedHalf> {
        Some(self.squares.get(square)?.placed_on(square))
    }

    /// Returns all placements in an unspecified order.
    pub(super) fn placements(&self) -> impl Iterator<Item = Placement> {
        self.cards.iter().map(|(_, placement)| placement)
    }

    /// Returns the covered squares in an unspecified order.
    pub(super) fn squares(&self) -> impl Iterator<Item = Square> {
        self.squares.iter().map(|(square, _)| square)
    }
}
