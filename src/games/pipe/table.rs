//! The cards on the table (V1): what covers a square, what an entry meets, pillars.
//!
//! A table is copied with every position of a replay, so that copies share what they have in
//! common: copying one and placing a card cost the same whether it holds ten cards or thousands.

use super::board::{Heading, Square};
use super::layout::RIM;
use super::table_size::Bounds;
use super::tiles::{Near, Tiles};
use super::tree::Tree;
use super::turn::{Id, Placement};

/// So many cards, by their numbers, are kept together.
const BLOCK: usize = 64;

/// How cards lie that are kept together.
#[derive(Clone, Debug)]
struct Block {
    placements: [Option<Placement>; BLOCK],
}

impl Default for Block {
    fn default() -> Self {
        Self { placements: [None; BLOCK] }
    }
}

/// Where a card is kept.
fn block_of(card: Id) -> (Id, usize) {
    (card / BLOCK as Id, card as usize % BLOCK)
}

/// The greatest number that a placement can be written with.
const FARTHEST: i32 = 999_999_999;

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
#[derive(Clone, Debug, Default)]
pub struct Table {
    tiles: Tiles,
    cards: Tree<Block>,
    len: usize,
}

/// Tables are equal on which the same cards lie.
impl PartialEq for Table {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && self.placements() == other.placements()
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
        self.len
    }

    /// Whether none does.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How a card lies; `None` where it is not on the table.
    pub fn placement(&self, card: Id) -> Option<Placement> {
        let (block, at) = block_of(card);
        self.cards.get(block)?.placements[at % BLOCK]
    }

    /// All cards, their numbers rising.
    pub fn placements(&self) -> Vec<Placement> {
        let mut all = Vec::with_capacity(self.len);
        self.cards.each(|block| all.extend(block.placements.iter().flatten()));
        all
    }

    /// The squares that cards cover, in no order that means anything.
    pub fn covered(&self) -> impl Iterator<Item = Square> {
        self.tiles.covered().into_iter()
    }

    /// The smallest rectangle around the squares that cards cover.
    pub(super) fn bounds(&self) -> Option<Bounds> {
        Bounds::around(self.covered())
    }

    /// The card that covers a square.
    pub fn card_at(&self, square: Square) -> Option<Id> {
        self.near().card_at(square)
    }

    /// Places a card. What lay there, or where the card lay before, is for the caller to see to.
    pub fn put(&mut self, placement: Placement) {
        if let Some(squares) = placement.squares() {
            self.put_on(squares, placement);
        }
    }

    /// The same, where its squares are known.
    pub(super) fn put_on(&mut self, squares: [Square; 2], placement: Placement) {
        self.tiles.cover(squares, placement.card, placement.heading);
        let (block, at) = block_of(placement.card);
        if let Some(block) = self.cards.get_mut(block, Block::default) {
            self.len += usize::from(block.placements[at].replace(placement).is_none());
        }
    }

    /// Takes a card off; whether it was there.
    pub fn take(&mut self, card: Id) -> bool {
        let (block, at) = block_of(card);
        let taken = self.cards.get_mut(block, Block::default).and_then(|block| block.placements[at].take());
        if let Some(squares) = taken.and_then(|placement| placement.squares()) {
            self.tiles.uncover(squares);
        }
        self.len -= usize::from(taken.is_some());
        taken.is_some()
    }

    /// Whether it is an empty square between four covered ones (V1.3).
    pub fn is_pillar(&self, square: Square) -> bool {
        let mut near = self.near();
        let mut covered = |square: Square| near.card_at(square).is_some();
        !covered(square) && Heading::ALL.into_iter().all(|side| square.beside(side).is_some_and(&mut covered))
    }

    /// The entries that lie against a square, from the north on clockwise.
    pub fn around(&self, square: Square) -> impl Iterator<Item = Entry> {
        let mut near = self.near();
        Heading::ALL.into_iter().filter_map(move |side| near.against(square, side).map(|(entry, _)| entry))
    }

    /// What lies before an entry of a card on the table.
    pub fn before(&self, entry: Entry) -> Option<Before> {
        let placement = self.placement(entry.card)?;
        let square = placement.before(entry.number)?;
        if let Some((met, _)) = self.near().met(&placement, entry.number) {
            return Some(Before::Card(met));
        }
        Some(if self.is_pillar(square) { Before::Pillar(square) } else { Before::Open(square) })
    }

    /// Looks at squares that lie near each other.
    pub(super) fn near(&self) -> Near<'_> {
        self.tiles.near()
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
        let Ok(super::super::Turn::Play(play)) = <super::super::Pipe as crate::games::Language>::parse_turn(text)
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
                    if let Some((_, found)) = table.near().met(&one, entry) {
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
