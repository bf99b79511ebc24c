//! The cards on the table (V1): what covers a square, what an entry meets, pillars.
//!
//! A table is copied with every position of a replay, so that copies share what they have in
//! common: copying one and placing a card cost the same whether it holds ten cards or thousands.

use rpds::RedBlackTreeMapSync;

use super::board::{Heading, Square};
use super::layout::RIM;
use super::turn::{Id, Placement};

/// A tile of the grid has so many squares a side, as a power of two: a card is looked for in a tree of tiles,
/// which is sorted, so that nobody can put squares together that are slow to find.
const TILE_BITS: u32 = 3;
const TILE: usize = 1 << TILE_BITS;
/// So many cards, by their numbers, are kept together.
const BLOCK: usize = 16;

/// Things that are kept in blocks, by the key of the block; copies share what they have in common.
#[derive(Clone, Debug, PartialEq)]
struct Blocks<K: Ord, T, const N: usize> {
    blocks: RedBlackTreeMapSync<K, Block<T, N>>,
    len: usize,
}

#[derive(Clone, Debug, PartialEq)]
struct Block<T, const N: usize> {
    things: [Option<T>; N],
    /// How many there are: an empty block is not kept.
    len: usize,
}

impl<K: Ord + Clone, T: Copy, const N: usize> Blocks<K, T, N> {
    fn new() -> Self {
        Self { blocks: RedBlackTreeMapSync::new_sync(), len: 0 }
    }

    fn get(&self, (key, at): (K, usize)) -> Option<&T> {
        self.blocks.get(&key)?.things.get(at)?.as_ref()
    }

    fn insert(&mut self, (key, at): (K, usize), thing: T) {
        if let Some(block) = self.blocks.get_mut(&key) {
            if let Some(slot) = block.things.get_mut(at) {
                let is_new = usize::from(slot.replace(thing).is_none());
                block.len += is_new;
                self.len += is_new;
            }
            return;
        }
        let mut block = Block { things: [None; N], len: 1 };
        if let Some(slot) = block.things.get_mut(at) {
            *slot = Some(thing);
            self.blocks.insert_mut(key, block);
            self.len += 1;
        }
    }

    /// Takes one out; whether it was there.
    fn remove(&mut self, (key, at): (K, usize)) -> bool {
        let Some(block) = self.blocks.get_mut(&key) else { return false };
        let was_there = block.things.get_mut(at).is_some_and(|slot| slot.take().is_some());
        block.len -= usize::from(was_there);
        self.len -= usize::from(was_there);
        if block.len == 0 {
            self.blocks.remove_mut(&key);
        }
        was_there
    }

    /// All, by the keys of their blocks, then by their places in these.
    fn iter(&self) -> impl Iterator<Item = ((&K, usize), &T)> {
        self.blocks.iter().flat_map(|(key, block)| {
            let things = block.things.iter().enumerate();
            things.filter_map(move |(at, thing)| Some(((key, at), thing.as_ref()?)))
        })
    }
}

/// Where a square is kept.
fn place_of(square: Square) -> ((i32, i32), usize) {
    let within = |number: i32| number.rem_euclid(TILE as i32).unsigned_abs() as usize;
    ((square.y >> TILE_BITS, square.x >> TILE_BITS), within(square.y) * TILE + within(square.x))
}

fn square_at((row, column): (i32, i32), at: usize) -> Square {
    let number = |tile: i32, within: usize| (tile << TILE_BITS) + i32::try_from(within).unwrap_or(0);
    Square { x: number(column, at % TILE), y: number(row, at / TILE) }
}

/// Where a card is kept.
fn block_of(card: Id) -> (Id, usize) {
    (card / BLOCK as Id, card as usize % BLOCK)
}

/// The greatest number that a placement can be written with.
const FARTHEST: i32 = 999_999_999;

/// One of a card's two squares (V1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    A,
    B,
}

/// What covers a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Half {
    card: Id,
    heading: Heading,
    end: End,
}

/// An entry of a card on the table (V2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Entry {
    /// The card.
    pub card: Id,
    /// 1 to 6.
    pub number: u8,
}

/// What lies before an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Before {
    /// The entry of another card (V5.2).
    Card(Entry),
    /// A pillar (V1.3).
    Pillar(Square),
    /// An empty square that is no pillar.
    Open(Square),
}

/// The cards on the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    squares: Blocks<(i32, i32), Half, { TILE * TILE }>,
    cards: Blocks<Id, Placement, BLOCK>,
}

impl Default for Table {
    fn default() -> Self {
        Self { squares: Blocks::new(), cards: Blocks::new() }
    }
}

impl Half {
    /// Its entry on that side; `None` toward its other half (V2.1).
    fn entry(self, side: Heading) -> Option<Entry> {
        // As with heading E, from the north on clockwise.
        let numbers = match self.end {
            End::A => [1, 0, 5, 6],
            End::B => [2, 3, 4, 0],
        };
        let as_east = Heading::East.turned(side.quarters_from(self.heading));
        let number = numbers[as_east as usize];
        (number > 0).then_some(Entry { card: self.card, number })
    }
}

impl Placement {
    /// The squares of half A and half B; `None` where they are farther off than can be written
    /// (V1.2).
    pub fn squares(&self) -> Option<[Square; 2]> {
        let Square { x, y } = self.square;
        let writable = [x, y].into_iter().all(|number| (-FARTHEST..=FARTHEST).contains(&number));
        let other = self.square.beside(self.heading)?;
        writable.then_some([self.square, other])
    }

    /// The square that an entry from 1 to 6 belongs to, and the side that it is on (V2.1).
    pub fn side(&self, entry: u8) -> Option<(Square, Heading)> {
        let [first, second] = self.squares()?;
        let (square, as_east) = match entry {
            1 => (first, Heading::North),
            2 => (second, Heading::North),
            3 => (second, Heading::East),
            4 => (second, Heading::South),
            5 => (first, Heading::South),
            6 => (first, Heading::West),
            _ => return None,
        };
        Some((square, self.heading.turned(as_east.quarters_from(Heading::East))))
    }

    /// The square before an entry from 1 to 6.
    pub fn before(&self, entry: u8) -> Option<Square> {
        let (square, side) = self.side(entry)?;
        square.beside(side)
    }
}

impl Table {
    /// How many cards lie on it.
    pub fn len(&self) -> usize {
        self.cards.len
    }

    /// Whether none does.
    pub fn is_empty(&self) -> bool {
        self.cards.len == 0
    }

    /// How a card lies; `None` where it is not on the table.
    pub fn placement(&self, card: Id) -> Option<Placement> {
        self.cards.get(block_of(card)).copied()
    }

    /// All cards, their numbers rising.
    pub fn placements(&self) -> Vec<Placement> {
        self.cards.iter().map(|(_, placement)| *placement).collect()
    }

    /// The squares that cards cover, in no order that means anything.
    pub fn covered(&self) -> impl Iterator<Item = Square> {
        self.squares.iter().map(|((tile, at), _)| square_at(*tile, at))
    }

    fn half_at(&self, square: Square) -> Option<&Half> {
        self.squares.get(place_of(square))
    }

    /// The card that covers a square.
    pub fn card_at(&self, square: Square) -> Option<Id> {
        self.half_at(square).map(|half| half.card)
    }

    /// Places a card. What lay there, or where the card lay before, is for the caller to see to.
    pub fn put(&mut self, placement: Placement) {
        let Some(squares) = placement.squares() else { return };
        for (square, end) in squares.into_iter().zip([End::A, End::B]) {
            self.squares.insert(place_of(square), Half { card: placement.card, heading: placement.heading, end });
        }
        self.cards.insert(block_of(placement.card), placement);
    }

    /// Takes a card off; whether it was there.
    pub fn take(&mut self, card: Id) -> bool {
        let Some(squares) = self.placement(card).and_then(|placement| placement.squares()) else { return false };
        for square in squares {
            self.squares.remove(place_of(square));
        }
        self.cards.remove(block_of(card))
    }

    /// Whether it is an empty square between four covered ones (V1.3).
    pub fn is_pillar(&self, square: Square) -> bool {
        self.half_at(square).is_none() && self.is_walled(square)
    }

    /// Whether the four squares around one are covered.
    fn is_walled(&self, square: Square) -> bool {
        let covered = |square: Square| self.half_at(square).is_some();
        Heading::ALL.into_iter().all(|side| square.beside(side).is_some_and(covered))
    }

    /// The entries that lie against a square, from the north on clockwise.
    pub fn around(&self, square: Square) -> impl Iterator<Item = Entry> {
        Heading::ALL.into_iter().filter_map(move |side| {
            let half = self.half_at(square.beside(side)?)?;
            half.entry(side.opposite())
        })
    }

    /// What lies before an entry of a card on the table.
    pub fn before(&self, entry: Entry) -> Option<Before> {
        self.before_placed(&self.placement(entry.card)?, entry.number)
    }

    /// What lies before an entry of a card that lies there, or would.
    fn before_placed(&self, placement: &Placement, entry: u8) -> Option<Before> {
        self.facing(placement, entry).map(|(before, _)| before)
    }

    /// The same with the placement of the card that lies there; with that of this one where none does.
    pub(super) fn facing(&self, placement: &Placement, entry: u8) -> Option<(Before, Placement)> {
        let (square, side) = placement.side(entry)?;
        let beyond = square.beside(side)?;
        let Some(half) = self.half_at(beyond) else {
            let before = if self.is_walled(beyond) { Before::Pillar(beyond) } else { Before::Open(beyond) };
            return Some((before, *placement));
        };
        let met = half.entry(side.opposite())?;
        let first = match half.end {
            End::A => beyond,
            End::B => beyond.beside(half.heading.opposite())?,
        };
        Some((Before::Card(met), Placement { card: half.card, square: first, heading: half.heading }))
    }

    /// The entry of another card that an entry of a card meets which lies there, or would.
    pub fn met(&self, placement: &Placement, entry: u8) -> Option<Entry> {
        let (square, side) = placement.side(entry)?;
        self.half_at(square.beside(side)?)?.entry(side.opposite())
    }

    /// What lies before each entry of a card on the table, from entry 1 on.
    pub(super) fn all_before(&self, card: Id) -> [Option<Before>; RIM as usize] {
        let placement = self.placement(card);
        std::array::from_fn(|at| self.before_placed(placement.as_ref()?, u8::try_from(at + 1).ok()?))
    }
}

/// The entries of a card (V2.1).
pub(super) fn entries_of(card: Id) -> impl Iterator<Item = Entry> {
    (1..=RIM).map(move |number| Entry { card, number })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placement(text: &str) -> Placement {
        let Ok(super::super::Turn::Play(play)) = super::super::turn::parse(text) else { panic!("{text}") };
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
    fn entries_run_clockwise_and_turn_with_the_card() {
        let before = |text: &str| (1..=6).map(|entry| placement(text).before(entry).unwrap()).collect::<Vec<_>>();
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
                let other = Placement { card: 2, square: square(x, y), ..placement(&format!("2@+0+0/{heading}")) };
                let mut table = table(&["1@+0+0/E"]);
                if other.squares().unwrap().into_iter().any(|square| table.card_at(square).is_some()) {
                    continue;
                }
                table.put(other);
                for entry in entries_of(1).chain(entries_of(2)) {
                    match table.before(entry).unwrap() {
                        Before::Card(met) => assert_eq!(table.before(met), Some(Before::Card(entry))),
                        Before::Open(square) => assert!(table.around(square).any(|around| around == entry)),
                        Before::Pillar(_) => panic!("two cards make no pillar"),
                    }
                }
            }
        }
    }

    #[test]
    fn copies_keep_what_they_had() {
        let mut table = Table::default();
        let placements: Vec<Placement> =
            (0..60).map(|at| placement(&format!("{}@{:+}{:+}/E", at * 7, at % 8 * 2 - 9, at / 8 - 4))).collect();
        for (at, &placement) in placements.iter().enumerate() {
            let before = table.clone();
            table.put(placement);
            assert_eq!((before.len(), before.placement(placement.card), table.len()), (at, None, at + 1));
            assert_eq!(placement.squares().unwrap().map(|square| table.card_at(square)), [Some(placement.card); 2]);
        }
        let mut sorted = placements.clone();
        sorted.sort_by_key(|placement| placement.card);
        assert_eq!(table.placements(), sorted);
        assert_eq!(table.covered().count(), 120);
        let covered = placements.iter().flat_map(|placement| placement.squares().unwrap());
        assert_eq!(table.covered().collect::<std::collections::BTreeSet<_>>(), covered.collect());
        assert!(placements.iter().all(|placement| table.take(placement.card)));
        assert_eq!(table, Table::default());
    }

    #[test]
    fn a_card_that_is_met_is_told_with_how_it_lies() {
        let one = placement("1@+0+0/E");
        for heading in ["N", "E", "S", "W"] {
            for (x, y) in (-2..=3).flat_map(|x| (-2..=2).map(move |y| (x, y))) {
                let other = Placement { card: 2, square: square(x, y), ..placement(&format!("2@+0+0/{heading}")) };
                let mut table = Table::default();
                table.put(other);
                for entry in 1..=6 {
                    if let Some((Before::Card(_), found)) = table.facing(&one, entry) {
                        assert_eq!(found, other);
                    }
                }
            }
        }
    }

    #[test]
    fn a_pillar_has_four_covered_neighbours() {
        let three = ["1@+0+1/E", "2@+1+0/S", "3@+0-1/W"];
        assert!(!table(&three).is_pillar(square(0, 0)));
        let mut four = table(&three);
        four.put(placement("4@-1+0/N"));
        assert!(four.is_pillar(square(0, 0)));
        assert_eq!(four.before(Entry { card: 1, number: 5 }), Some(Before::Pillar(square(0, 0))));
        assert_eq!(four.around(square(0, 0)).map(|entry| entry.card).collect::<Vec<_>>(), [1, 2, 3, 4]);
        // A covered square is none, and without one of the four it is gone.
        assert!(!four.is_pillar(square(0, 1)));
        assert!(four.take(3));
        assert!(!four.is_pillar(square(0, 0)));
        assert!(!four.take(3));
    }

    #[test]
    fn cards_lie_no_farther_than_can_be_written() {
        let far = placement("1@+999999999-999999999/E");
        assert_eq!(far.squares().map(|[_, other]| other.x), Some(1_000_000_000));
        assert!((1..=6).all(|entry| far.before(entry).is_some()));
        for x in [i32::MIN, -1_000_000_000, 1_000_000_000, i32::MAX] {
            assert_eq!(Placement { square: square(x, 0), ..far }.squares(), None);
        }
        assert_eq!(far.side(0), None);
        assert_eq!(far.side(7), None);
    }
}
