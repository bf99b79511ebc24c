//! The empty squares around the cards of a table, and the places of new cards there.
//!
//! A bitboard finds them if all cards are near the origin, as in most games. Otherwise, they are
//! collected in a map. A test compares the two.

use rustc_hash::{FxHashMap, FxHashSet};

use super::board::{Heading, Square};
use super::near_squares::NearSquares;
use super::table::Table;
use super::turn::Placement;

/// The distance from the cards, in squares, at which a new card can end.
const REACH: usize = 2;

/// Returns the places within one square of the cards on the table or, if there are none, at the
/// origin, in ascending order.
pub(super) fn places_near_cards(table: &Table) -> Vec<(Square, Heading)> {
    if table.is_empty() {
        return Heading::ALL
            .map(|heading| (Square { x: 0, y: 0 }, heading))
            .to_vec();
    }
    match table.near_squares(REACH) {
        Some(covered) => near_places(covered),
        None => far_places(table),
    }
}

/// Returns the empty squares within one square of the cards, in ascending order.
pub(super) fn empty_near(table: &Table) -> Vec<Square> {
    match table.near_squares(REACH) {
        Some(covered) => empty_around(covered).iter().collect(),
        None => far_empty_around(table),
    }
}

/// Returns the empty squares within one square of covered ones.
fn empty_around(covered: &NearSquares) -> NearSquares {
    let rows = with_neighbours(covered, [Heading::North, Heading::South]);
    with_neighbours(&rows, [Heading::East, Heading::West]).without(covered)
}

/// Returns the squares with their neighbours on some sides.
fn with_neighbours<const N: usize>(squares: &NearSquares, sides: [Heading; N]) -> NearSquares {
    sides
        .into_iter()
        .fold(squares.clone(), |all, side| all.or(&squares.seen_on(side)))
}

fn near_places(covered: &NearSquares) -> Vec<(Square, Heading)> {
    let near = empty_around(covered);
    let free = with_neighbours(&near, Heading::ALL).without(covered);
    // A card lies on two free squares, at least one of which is near the other cards.
    let halves = Heading::ALL.map(|heading| {
        let has_near_half = near.or(&near.seen_on(heading));
        free.and(&free.seen_on(heading)).and(&has_near_half)
    });
    let mut places = Vec::new();
    for square in free.iter() {
        for (heading, halves) in Heading::ALL.into_iter().zip(&halves) {
            if halves.contains(square) == Some(true) {
                places.push((square, heading));
            }
        }
    }
    places
}

fn far_places(table: &Table) -> Vec<(Square, Heading)> {
    // The empty squares near the cards, and those beside them; true if near.
    let mut free: FxHashMap<Square, bool> = FxHashMap::default();
    let near = far_empty_around(table);
    free.extend(near.iter().map(|&square| (square, true)));
    for square in near {
        for beside in Heading::ALL
            .into_iter()
            .filter_map(|side| square.beside(side))
        {
            if !table.covers(beside) {
                free.entry(beside).or_insert(false);
            }
        }
    }
    let mut halves: Vec<(Square, bool)> =
        free.iter().map(|(&square, &near)| (square, near)).collect();
    halves.sort_unstable();
    let mut places = Vec::with_capacity(halves.len() * Heading::ALL.len());
    for (square, is_near) in halves {
        for heading in Heading::ALL {
            let placement = Placement {
                card: 0,
                square,
                heading,
            };
            let other = placement.squares().and_then(|[_, other]| free.get(&other));
            if other.is_some_and(|&is_other_near| is_near || is_other_near) {
                places.push((square, heading));
            }
        }
    }
    places
}

fn far_empty_around(table: &Table) -> Vec<Square> {
    let column = |square: Square| {
        [
            Some(square),
            square.beside(Heading::North),
            square.beside(Heading::South),
        ]
    };
    let around = |square: Square| {
        let middle = [
            Some(square),
            square.beside(Heading::West),
            square.beside(Heading::East),
        ];
        middle.into_iter().flatten().flat_map(column).flatten()
    };
    let near = table.covered().flat_map(around);
    let empty = near.filter(|&square| !table.covers(square));
    let unique: FxHashSet<Square> = empty.collect();
    let mut empty: Vec<Square> = unique.into_iter().collect();
    empty.sort_unstable();
    empty
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a table with cards around a square.
    fn table(middle: Square) -> Table {
        let mut table = Table::default();
        let offsets = [
            (0, 0, Heading::East),
            (0, 1, Heading::North),
            (1, 1, Heading::East),
            (3, 0, Heading::South),
            (-4, -3, Heading::West),
            (5, 5, Heading::North),
        ];
        for (card, (x, y, heading)) in (1..).zip(offsets) {
            let square = Square {
                x: middle.x + x,
                y: middle.y + y,
            };
            table.put(Placement {
                card,
                square,
                heading,
            });
        }
        table
    }

    #[test]
    fn the_bitboard_and_the_map_find_the_same_squares() {
        let near = table(Square { x: 0, y: 0 });
        let covered = near.near_squares(REACH).unwrap();
        assert_eq!(near_places(covered), far_places(&near));
        assert!(empty_around(covered).iter().eq(far_empty_around(&near)));

        // Tables at the edges of the near squares: cards keep their places relative to each other.
        for (x, y) in [(0, 23), (0, 24), (-24, 0), (-26, 0), (1_000, -1_000)] {
            let moved = table(Square { x, y });
            let shifted = |square: Square| Square {
                x: square.x + x,
                y: square.y + y,
            };
            let expected: Vec<_> = near_places(covered)
                .into_iter()
                .map(|(square, heading)| (shifted(square), heading))
                .collect();
            assert_eq!(places_near_cards(&moved), expected, "{x} {y}");
            assert!(
                empty_around(covered)
                    .iter()
                    .map(shifted)
                    .eq(empty_near(&moved)),
                "{x} {y}"
            );
        }
    }

    #[test]
    fn cards_on_an_empty_table_are_placed_at_the_origin() {
        let origin = Square { x: 0, y: 0 };
        assert_eq!(
            places_near_cards(&Table::default()),
            Heading::ALL.map(|heading| (origin, heading))
        );
        assert!(empty_near(&Table::default()).is_empty());
    }
}
