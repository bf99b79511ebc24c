//! The cards on the table (V1): covered squares, neighbours of entries, and pillars.

use std::sync::Arc;

use super::board::{Heading, Square};
use super::far_cards::FarCards;
use super::near_cards::NearCards;
use super::near_squares::NearSquares;
use super::table_size::Bounds;
use super::turn::{Id, Placement};
use crate::decks::RIM;

/// The greatest coordinate that can be written.
const FARTHEST: i32 = 999_999_999;

/// An entry of a card on the table (V2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Entry {
    /// The card.
    pub card: Id,
    /// The number, 1 to 6.
    pub number: u8,
}

/// Neighbour in front of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Before {
    /// The entry of another card (V5.2).
    Card(Entry),
    /// A pillar (V1.3).
    Pillar(Square),
    /// An empty square that is not a pillar.
    Open(Square),
}

/// The cards on the table. Usual cards near the origin are in flat arrays, which are fast. The
/// others are in maps, which share their memory with copies of the table.
#[derive(Clone, Debug, Default)]
pub struct Table {
    near: NearCards,
    /// The cards that `near` cannot store; usually `None`. They have precedence, because
    /// a position that is only drawn may list a card twice, or cards that overlap.
    far: Option<Arc<FarCards>>,
    /// The squares within 32 squares of the origin that any card covers: most squares that are
    /// tested are empty.
    covered_near: NearSquares,
    len: usize,
}

/// A covered square: the card on it, and which half of the card this is.
#[derive(Clone, Copy)]
pub(super) struct PlacedHalf {
    pub(super) placement: Placement,
    pub(super) is_b: bool,
}

impl PlacedHalf {
    /// Returns the entry on a side of the square, or `None` on the side where the halves join
    /// (V2.1).
    #[inline]
    fn entry_on(self, side: Heading) -> Option<u8> {
        let as_east = Heading::East.turned(side.quarters_from(self.placement.heading));
        ENTRIES_OF_HALVES[usize::from(self.is_b)][as_east as usize]
    }
}

/// Tables are equal if they have the same placements.
impl PartialEq for Table {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && self.placements() == other.placements()
    }
}

impl Placement {
    /// Returns the squares of half A and half B, or `None` beyond the range of coordinates (V1.2).
    #[inline]
    pub fn squares(&self) -> Option<[Square; 2]> {
        let Square { x, y } = self.square;
        let writable = [x, y]
            .into_iter()
            .all(|number| (-FARTHEST..=FARTHEST).contains(&number));
        let other = self.square.beside(self.heading)?;
        writable.then_some([self.square, other])
    }

    /// Returns the square of an entry from 1 to 6, and its side of that square (V2.1).
    pub(crate) fn side(&self, entry: u8) -> Option<(Square, Heading)> {
        self.squares()?;
        let (square, side) = self.facing_square(entry)?;
        Some((square.beside(side.opposite())?, side))
    }

    /// Returns the square in front of an entry from 1 to 6, and the side of the card that it faces.
    #[inline]
    pub(super) fn facing_square(&self, entry: u8) -> Option<(Square, Heading)> {
        let &(east, north, side) =
            FACING_SQUARES[self.heading as usize].get(usize::from(entry).checked_sub(1)?)?;
        Some((
            Square {
                x: self.square.x.checked_add(east)?,
                y: self.square.y.checked_add(north)?,
            },
            side,
        ))
    }

    /// Returns the squares in front of the entries, in order, each with the side of the card that
    /// it faces. The card must be within the range of coordinates.
    #[inline]
    pub(super) fn facing_squares(&self) -> impl Iterator<Item = (Square, Heading)> {
        let Square { x, y } = self.square;
        let offsets = FACING_SQUARES[self.heading as usize].iter();
        offsets.map(move |&(east, north, side)| {
            let square = Square {
                x: x + east,
                y: y + north,
            };
            (square, side)
        })
    }

    /// Returns the half of an entry from 1 to 6, 0 for half A and 1 for half B, and its side of
    /// that half (V2.1).
    pub(super) fn half_and_side(&self, entry: u8) -> Option<(usize, Heading)> {
        let index = usize::from(entry).checked_sub(1)?;
        let (_, _, side) = FACING_SQUARES[self.heading as usize].get(index)?;
        Some((usize::from((2..=4).contains(&entry)), *side))
    }

    /// Returns the square in front of an entry from 1 to 6.
    pub fn before(&self, entry: u8) -> Option<Square> {
        self.squares()?;
        self.facing_square(entry).map(|(square, _)| square)
    }
}

/// For each heading and entry: the offset from half A to the square in front of the entry, and the
/// side of the card that it faces.
static FACING_SQUARES: [[(i32, i32, Heading); RIM as usize]; 4] = {
    use Heading::{East, North, South, West};
    [
        [
            (-1, 0, West),
            (-1, 1, West),
            (0, 2, North),
            (1, 1, East),
            (1, 0, East),
            (0, -1, South),
        ],
        [
            (0, 1, North),
            (1, 1, North),
            (2, 0, East),
            (1, -1, South),
            (0, -1, South),
            (-1, 0, West),
        ],
        [
            (1, 0, East),
            (1, -1, East),
            (0, -2, South),
            (-1, -1, West),
            (-1, 0, West),
            (0, 1, North),
        ],
        [
            (0, -1, South),
            (-1, -1, South),
            (-2, 0, West),
            (-1, 1, North),
            (0, 1, North),
            (1, 0, East),
        ],
    ]
};

/// The entries of half A and of half B with heading E, to the north, east, south and west.
const ENTRIES_OF_HALVES: [[Option<u8>; 4]; 2] = [
    [Some(1), None, Some(5), Some(6)],
    [Some(2), Some(3), Some(4), None],
];

impl Table {
    /// Returns the number of cards.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns true if the table has no cards.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the placement of a card, or `None` if it is not on the table.
    #[inline]
    pub(crate) fn placement(&self, card: Id) -> Option<Placement> {
        let far = self.far.as_ref().and_then(|far| far.placement(card));
        far.or_else(|| self.near.placement(card))
    }

    /// Returns all placements, in ascending order of card numbers.
    pub fn placements(&self) -> Vec<Placement> {
        let mut all = Vec::with_capacity(self.len);
        all.extend(self.near.placements());
        if let Some(far) = &self.far {
            all.retain(|near| far.placement(near.card).is_none());
            all.extend(far.placements());
            all.sort_unstable_by_key(|placement| placement.card);
        }
        all
    }

    /// Returns the covered squares in an unspecified order.
    pub fn covered(&self) -> impl Iterator<Item = Square> {
        self.covered_near.iter().chain(self.covered_far())
    }

    /// Returns the covered squares that are not near.
    fn covered_far(&self) -> impl Iterator<Item = Square> {
        let far = self.far.iter().flat_map(|far| far.squares());
        far.filter(|&square| !NearSquares::is_near(square))
    }

    /// Returns the smallest rectangle around the covered squares.
    pub(super) fn bounds(&self) -> Option<Bounds> {
        Bounds::around(self.covered())
    }

    /// Returns the card that covers a square.
    pub fn card_at(&self, square: Square) -> Option<Id> {
        self.half_on(square).map(|half| half.placement.card)
    }

    /// Returns the half of a card on a square.
    #[inline]
    fn half_on(&self, square: Square) -> Option<PlacedHalf> {
        if self.covered_near.contains(square) == Some(false) {
            return None;
        }
        let far = self.far.as_ref().and_then(|far| far.half_on(square));
        far.or_else(|| self.near.half_on(square))
    }

    /// Returns true if a card covers the square.
    #[inline]
    pub(super) fn covers(&self, square: Square) -> bool {
        match self.covered_near.contains(square) {
            Some(is_covered) => is_covered,
            None => self.far.as_ref().is_some_and(|far| far.covers(square)),
        }
    }

    /// Returns the covered squares as a bitboard, if all of them are near the origin and at least
    /// `margin` squares away from the end of the bitboard.
    pub(super) fn near_squares(&self, margin: usize) -> Option<&NearSquares> {
        let are_all_near = self.covered_far().next().is_none();
        (are_all_near && self.covered_near.keeps_margin(margin)).then_some(&self.covered_near)
    }

    /// Places a card. The caller must ensure that its squares are empty and that it is not on the
    /// table yet.
    pub(crate) fn put(&mut self, placement: Placement) {
        let Some(squares) = placement.squares() else {
            return;
        };
        let is_in_way = self
            .far
            .as_ref()
            .is_some_and(|far| far.has_card_or_covers(placement.card, squares));
        if !is_in_way && self.near.put(&placement, squares) {
            self.len += 1;
        } else {
            self.len += usize::from(self.placement(placement.card).is_none());
            let far = self.far.get_or_insert_default();
            Arc::make_mut(far).put(placement, squares);
        }
        for square in squares {
            self.covered_near.set(square, true);
        }
    }

    /// Removes a card. Returns true if it was there.
    pub(crate) fn take(&mut self, card: Id) -> bool {
        let Some(squares) = self.take_far(card).or_else(|| self.near.take(card)) else {
            return false;
        };
        for square in squares {
            self.covered_near.set(square, false);
        }
        self.len -= 1;
        true
    }

    /// Removes a card that `near` cannot store. Returns its squares, or `None` if it is not one.
    fn take_far(&mut self, card: Id) -> Option<[Square; 2]> {
        let far = self.far.as_mut()?;
        far.placement(card)?;
        let far_cards = Arc::make_mut(far);
        let squares = far_cards.take(card);
        if far_cards.is_empty() {
            self.far = None;
        }
        squares
    }

    /// Returns true if the square is a pillar: empty, with four covered neighbours (V1.3).
    pub(crate) fn is_pillar(&self, square: Square) -> bool {
        let is_wall = |side| square.beside(side).is_some_and(|wall| self.covers(wall));
        !self.covers(square) && Heading::ALL.into_iter().all(is_wall)
    }

    /// Returns true if the neighbours of a square are covered, apart from that on one side.
    #[inline]
    pub(super) fn is_walled_except(&self, square: Square, open: Heading) -> bool {
        if let Some(is_walled) = self.covered_near.surrounds(square, open) {
            return is_walled;
        }
        let is_wall = |side| square.beside(side).is_some_and(|wall| self.covers(wall));
        Heading::ALL
            .into_iter()
            .all(|side| side == open || is_wall(side))
    }

    /// Returns the entries that face a square, clockwise from north.
    #[cfg(test)]
    fn around(&self, square: Square) -> impl Iterator<Item = Entry> {
        Heading::ALL.into_iter().filter_map(move |side| {
            let (placement, number) = self.entry_on(square.beside(side)?, side.opposite())?;
            Some(Entry {
                card: placement.card,
                number,
            })
        })
    }

    /// Returns the card on a square, and its entry on a side of the square.
    #[inline]
    pub(super) fn entry_on(&self, square: Square, side: Heading) -> Option<(Placement, u8)> {
        let half = self.half_on(square)?;
        Some((half.placement, half.entry_on(side)?))
    }

    /// Returns what is in front of an entry of a card on the table.
    pub(crate) fn before(&self, entry: Entry) -> Option<Before> {
        self.before_placed(&self.placement(entry.card)?, entry.number)
    }

    /// Returns what is in front of an entry of a card that is on the table or is tried there.
    pub(super) fn before_placed(&self, placement: &Placement, entry: u8) -> Option<Before> {
        let (square, side) = placement.facing_square(entry)?;
        if let Some((met, number)) = self.entry_on(square, side.opposite()) {
            return Some(Before::Card(Entry {
                card: met.card,
                number,
            }));
        }
        // The card itself covers the fourth neighbour.
        let is_pillar = !self.covers(square) && self.is_walled_except(square, side.opposite());
        Some(if is_pillar {
            Before::Pillar(square)
        } else {
            Before::Open(square)
        })
    }
}

/// Returns the entries of a card (V2.1).
pub(super) fn entries_of(card: Id) -> impl Iterator<Item = Entry> {
    (1..=RIM).map(move |number| Entry { card, number })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placement(text: &str) -> Placement {
        let Ok(super::super::Turn::Play(play)) =
            <super::super::Pipe as crate::games::Language>::parse_turn(text)
        else {
            panic!("{text}")
        };
        play.placement
    }

    fn table(cards: &[&str]) -> Table {
        let mut table = Table::default();
        cards.iter().for_each(|text| table.put(placement(text)));
        table
    }

    fn square(x: i32, y: i32) -> Square {
        Square { x, y }
    }

    #[test]
    fn entries_run_clockwise_and_rotate_with_the_card() {
        let before = |text: &str| {
            (1..=6)
                .map(|entry| placement(text).before(entry).unwrap())
                .collect::<Vec<_>>()
        };
        let east = [(0, 1), (1, 1), (2, 0), (1, -1), (0, -1), (-1, 0)];
        let south = [(1, 0), (1, -1), (0, -2), (-1, -1), (-1, 0), (0, 1)];
        let west = [(0, -1), (-1, -1), (-2, 0), (-1, 1), (0, 1), (1, 0)];
        let north = [(-1, 0), (-1, 1), (0, 2), (1, 1), (1, 0), (0, -1)];
        for (heading, squares) in [("E", east), ("S", south), ("W", west), ("N", north)] {
            let expected: Vec<_> = squares.into_iter().map(|(x, y)| square(x, y)).collect();
            assert_eq!(before(&format!("1@+0+0/{heading}")), expected, "{heading}");
        }
    }

    #[test]
    fn entries_that_meet_are_the_same_from_both_sides() {
        for heading in ["N", "E", "S", "W"] {
            for (x, y) in (-3..=3).flat_map(|x| (-3..=3).map(move |y| (x, y))) {
                let other = Placement {
                    card: 2,
                    square: square(x, y),
                    ..placement(&format!("2@+0+0/{heading}"))
                };
                let mut table = table(&["1@+0+0/E"]);
                if other
                    .squares()
                    .unwrap()
                    .into_iter()
                    .any(|square| table.card_at(square).is_some())
                {
                    continue;
                }
                table.put(other);
                for entry in entries_of(1).chain(entries_of(2)) {
                    match table.before(entry).unwrap() {
                        Before::Card(met) => {
                            assert_eq!(table.before(met), Some(Before::Card(entry)));
                        }
                        Before::Open(square) => {
                            assert!(table.around(square).any(|around| around == entry));
                        }
                        Before::Pillar(_) => panic!("two cards make no pillar"),
                    }
                }
            }
        }
    }

    #[test]
    fn copies_are_independent() {
        let mut table = Table::default();
        let placements: Vec<Placement> = (0..60)
            .map(|at| {
                placement(&format!(
                    "{}@{:+}{:+}/E",
                    at * 7,
                    at % 8 * 2 - 9,
                    at / 8 - 4
                ))
            })
            .collect();
        for (at, &placement) in placements.iter().enumerate() {
            let before = table.clone();
            table.put(placement);
            assert_eq!(
                (before.len(), before.placement(placement.card), table.len()),
                (at, None, at + 1)
            );
            assert_eq!(
                placement
                    .squares()
                    .unwrap()
                    .map(|square| table.card_at(square)),
                [Some(placement.card); 2]
            );
        }
        let mut sorted = placements.clone();
        sorted.sort_by_key(|placement| placement.card);
        assert_eq!(table.placements(), sorted);
        assert_eq!(table.covered().count(), 120);
        let covered = placements
            .iter()
            .flat_map(|placement| placement.squares().unwrap());
        assert_eq!(
            table.covered().collect::<std::collections::BTreeSet<_>>(),
            covered.collect()
        );
        assert!(
            placements
                .iter()
                .all(|placement| table.take(placement.card))
        );
        assert_eq!(table, Table::default());
    }

    #[test]
    fn sides_lead_back_to_their_entries() {
        for heading in ["N", "E", "S", "W"] {
            let text = format!("1@+3-2/{heading}");
            let placement = placement(&text);
            let table = table(&[&text]);
            let [first, second] = placement.squares().unwrap();
            let all = [first, second]
                .into_iter()
                .flat_map(|square| Heading::ALL.map(|side| (square, side)));
            let sides: Vec<_> = all
                .filter_map(|(square, side)| {
                    let (_, entry) = table.entry_on(square, side)?;
                    Some((entry, (square, side)))
                })
                .collect();
            assert_eq!(sides.len(), usize::from(RIM), "{heading}");
            assert!(
                sides
                    .iter()
                    .all(|&(entry, side)| placement.side(entry) == Some(side)),
                "{heading}"
            );
        }
    }

    #[test]
    fn a_pillar_has_four_covered_neighbours() {
        let three = ["1@+0+1/E", "2@+1+0/S", "3@+0-1/W"];
        assert!(!table(&three).is_pillar(square(0, 0)));
        let mut four = table(&three);
        four.put(placement("4@-1+0/N"));
        assert!(four.is_pillar(square(0, 0)));
        assert_eq!(
            four.before(Entry { card: 1, number: 5 }),
            Some(Before::Pillar(square(0, 0)))
        );
        assert_eq!(
            four.around(square(0, 0))
                .map(|entry| entry.card)
                .collect::<Vec<_>>(),
            [1, 2, 3, 4]
        );
        // A covered square is not a pillar, and a pillar vanishes without one of the four.
        assert!(!four.is_pillar(square(0, 1)));
        assert!(four.take(3));
        assert!(!four.is_pillar(square(0, 0)));
        assert!(!four.take(3));
    }

    #[test]
    fn coordinates_stay_within_the_notation() {
        let far = placement("1@+999999999-999999999/E");
        assert_eq!(far.squares().map(|[_, other]| other.x), Some(1_000_000_000));
        assert!((1..=6).all(|entry| far.before(entry).is_some()));
        for x in [i32::MIN, -1_000_000_000, 1_000_000_000, i32::MAX] {
            assert_eq!(
                Placement {
                    square: square(x, 0),
                    ..far
                }
                .squares(),
                None
            );
        }
        assert_eq!(far.side(0), None);
        assert_eq!(far.side(7), None);
    }
}
