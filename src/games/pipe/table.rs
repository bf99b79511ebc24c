//! The cards on the table (V1): covered squares, neighbours of entries, and pillars.

use std::hash::Hash;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::board::{Heading, Square};
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

/// The cards on the table.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// Placements by covered square.
    squares: Blocks<Square>,
    cards: Blocks<Id>,
    len: usize,
}

/// Placements by square or by card. Blocks are copied on write, so that the many copies of a large
/// table that a replay keeps stay small. The order of the map has no meaning and must not affect
/// any output.
#[derive(Clone, Debug)]
struct Blocks<K>(FxHashMap<K, Arc<Block>>);

/// A block of squares has 8 columns and 8 rows.
const SIDE: i32 = 8;
const BLOCK: usize = 64;
type Block = [Option<Placement>; BLOCK];

/// Returns the block of a square, and its index there.
#[inline]
fn block_of_square(Square { x, y }: Square) -> (Square, usize) {
    let at = y.rem_euclid(SIDE) * SIDE + x.rem_euclid(SIDE);
    (
        Square {
            x: x.div_euclid(SIDE),
            y: y.div_euclid(SIDE),
        },
        at.unsigned_abs() as usize,
    )
}

/// Returns the block of a card, and its index there.
fn block_of_card(card: Id) -> (Id, usize) {
    (card / BLOCK as Id, card as usize % BLOCK)
}

impl<K> Default for Blocks<K> {
    fn default() -> Self {
        Self(FxHashMap::default())
    }
}

impl<K: Eq + Hash> Blocks<K> {
    #[inline]
    fn get(&self, (block, at): (K, usize)) -> Option<&Placement> {
        self.0.get(&block)?.get(at)?.as_ref()
    }

    /// Sets or clears a placement, and returns the previous one.
    fn set(&mut self, (block, at): (K, usize), placement: Option<Placement>) -> Option<Placement> {
        let block = self
            .0
            .entry(block)
            .or_insert_with(|| Arc::new([None; BLOCK]));
        std::mem::replace(&mut Arc::make_mut(block)[at % BLOCK], placement)
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
        let (square, side) = self.beyond(entry)?;
        Some((square.beside(side.opposite())?, side))
    }

    /// Returns the square before an entry from 1 to 6, and the side of the card that it faces.
    #[inline]
    pub(super) fn beyond(&self, entry: u8) -> Option<(Square, Heading)> {
        let &(east, north, side) =
            BEYOND[self.heading as usize].get(usize::from(entry).checked_sub(1)?)?;
        Some((
            Square {
                x: self.square.x.checked_add(east)?,
                y: self.square.y.checked_add(north)?,
            },
            side,
        ))
    }

    /// Returns the square before an entry from 1 to 6.
    pub fn before(&self, entry: u8) -> Option<Square> {
        self.squares()?;
        self.beyond(entry).map(|(square, _)| square)
    }

    /// Returns the entry on a side of one of the card's squares, or `None` on the side where its
    /// halves join (V2.1).
    #[inline]
    pub(super) fn entry_on(&self, square: Square, side: Heading) -> Option<u8> {
        let as_east = Heading::East.turned(side.quarters_from(self.heading));
        ENTRY_ON[usize::from(square == self.square)][as_east as usize]
    }
}

/// For each heading and entry: the offset from half A to the square before the entry, and the side
/// of the card that it faces.
const BEYOND: [[(i32, i32, Heading); RIM as usize]; 4] = {
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

/// The entries of half B and of half A with heading E, to the north, east, south and west.
const ENTRY_ON: [[Option<u8>; 4]; 2] = [
    [Some(2), Some(3), Some(4), None],
    [Some(1), None, Some(5), Some(6)],
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
    pub(crate) fn placement(&self, card: Id) -> Option<Placement> {
        self.cards.get(block_of_card(card)).copied()
    }

    /// Returns all placements, in ascending order of card numbers.
    pub fn placements(&self) -> Vec<Placement> {
        let mut all: Vec<Placement> = self
            .cards
            .0
            .values()
            .flat_map(|block| block.iter().flatten())
            .copied()
            .collect();
        all.sort_unstable_by_key(|placement| placement.card);
        all
    }

    /// Returns the covered squares in an unspecified order.
    pub fn covered(&self) -> impl Iterator<Item = Square> {
        self.squares.0.iter().flat_map(|(corner, block)| {
            let covered = (0..SIDE)
                .flat_map(|y| (0..SIDE).map(move |x| (x, y)))
                .zip(block.iter());
            let covered = covered.filter(|(_, placement)| placement.is_some());
            covered.map(|((x, y), _)| Square {
                x: corner.x * SIDE + x,
                y: corner.y * SIDE + y,
            })
        })
    }

    /// Returns the smallest rectangle around the covered squares.
    pub(super) fn bounds(&self) -> Option<Bounds> {
        Bounds::around(self.covered())
    }

    /// Returns the card that covers a square.
    pub fn card_at(&self, square: Square) -> Option<Id> {
        self.squares
            .get(block_of_square(square))
            .map(|placement| placement.card)
    }

    /// Returns true if a card covers the square.
    #[inline]
    pub(super) fn covers(&self, square: Square) -> bool {
        self.squares.get(block_of_square(square)).is_some()
    }

    /// Places a card. The caller must ensure that its squares are empty and that it is not on the
    /// table yet.
    pub(crate) fn put(&mut self, placement: Placement) {
        let Some(squares) = placement.squares() else {
            return;
        };
        for square in squares {
            self.squares.set(block_of_square(square), Some(placement));
        }
        let before = self
            .cards
            .set(block_of_card(placement.card), Some(placement));
        self.len += usize::from(before.is_none());
    }

    /// Removes a card. Returns true if it was there.
    pub(crate) fn take(&mut self, card: Id) -> bool {
        let Some(placement) = self.placement(card) else {
            return false;
        };
        for square in placement.squares().into_iter().flatten() {
            self.squares.set(block_of_square(square), None);
        }
        self.cards.set(block_of_card(card), None);
        self.len -= 1;
        true
    }

    /// Returns true if the square is a pillar: empty, with four covered neighbours (V1.3).
    pub(crate) fn is_pillar(&self, square: Square) -> bool {
        !self.covers(square) && self.is_walled(square, Heading::ALL)
    }

    /// Returns true if the neighbours of a square on some sides are covered.
    pub(super) fn is_walled(
        &self,
        square: Square,
        sides: impl IntoIterator<Item = Heading>,
    ) -> bool {
        sides
            .into_iter()
            .all(|side| square.beside(side).is_some_and(|wall| self.covers(wall)))
    }

    /// Returns the entries that face a square, clockwise from north.
    pub(crate) fn around(&self, square: Square) -> impl Iterator<Item = Entry> {
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
    pub(super) fn entry_on(&self, square: Square, side: Heading) -> Option<(&Placement, u8)> {
        let placement = self.squares.get(block_of_square(square))?;
        Some((placement, placement.entry_on(square, side)?))
    }

    /// Returns what is before an entry of a card on the table.
    pub(crate) fn before(&self, entry: Entry) -> Option<Before> {
        let (square, side) = self.placement(entry.card)?.beyond(entry.number)?;
        if let Some((met, number)) = self.entry_on(square, side.opposite()) {
            return Some(Before::Card(Entry {
                card: met.card,
                number,
            }));
        }
        Some(if self.is_pillar(square) {
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
            let placement = placement(&format!("1@+3-2/{heading}"));
            let [first, second] = placement.squares().unwrap();
            let all = [first, second]
                .into_iter()
                .flat_map(|square| Heading::ALL.map(|side| (square, side)));
            let sides: Vec<_> = all
                .filter_map(|(square, side)| {
                    Some((placement.entry_on(square, side)?, (square, side)))
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
