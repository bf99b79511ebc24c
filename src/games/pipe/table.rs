//! The cards on the table (V1): what covers a square, what an entry meets, pillars.
//!
//! A table is copied with every position of a replay, so that copies share what they have in
//! common: copying one and placing a card cost the same whether it holds ten cards or thousands.

use std::hash::{BuildHasherDefault, DefaultHasher, Hash};

use rpds::HashTrieMapSync;

use super::board::{Heading, Square};
use super::layout::RIM;
use super::turn::{Id, Placement};

/// A map whose copies share what they have in common. Its hasher has no secret, so that nothing
/// differs from run to run.
type SharedMap<K, V> = HashTrieMapSync<K, V, BuildHasherDefault<DefaultHasher>>;

/// How many branches a node of such a map has. A change copies a node on every level: with few
/// branches that costs nearly the same in small maps and in large ones.
const BRANCHES: u8 = 16;

fn shared_map<K: Eq + Hash, V>() -> SharedMap<K, V> {
    SharedMap::new_with_hasher_and_degree_and_ptr_kind(BuildHasherDefault::default(), BRANCHES)
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
    squares: SharedMap<Square, Half>,
    cards: SharedMap<Id, Placement>,
}

impl Default for Table {
    fn default() -> Self {
        Self { squares: shared_map(), cards: shared_map() }
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
        self.cards.size()
    }

    /// Whether none does.
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    /// How a card lies; `None` where it is not on the table.
    pub fn placement(&self, card: Id) -> Option<Placement> {
        self.cards.get(&card).copied()
    }

    /// All cards, their numbers rising.
    pub fn placements(&self) -> Vec<Placement> {
        let mut all: Vec<Placement> = self.cards.values().copied().collect();
        all.sort_unstable_by_key(|placement| placement.card);
        all
    }

    /// The squares that cards cover, in no order that means anything.
    pub fn covered(&self) -> impl Iterator<Item = Square> {
        self.squares.keys().copied()
    }

    /// The card that covers a square.
    pub fn card_at(&self, square: Square) -> Option<Id> {
        self.squares.get(&square).map(|half| half.card)
    }

    /// Places a card. What lay there, or where the card lay before, is for the caller to see to.
    pub fn put(&mut self, placement: Placement) {
        let Some(squares) = placement.squares() else { return };
        for (square, end) in squares.into_iter().zip([End::A, End::B]) {
            self.squares.insert_mut(square, Half { card: placement.card, heading: placement.heading, end });
        }
        self.cards.insert_mut(placement.card, placement);
    }

    /// Takes a card off; whether it was there.
    pub fn take(&mut self, card: Id) -> bool {
        let Some(squares) = self.placement(card).and_then(|placement| placement.squares()) else { return false };
        for square in squares {
            self.squares.remove_mut(&square);
        }
        self.cards.remove_mut(&card)
    }

    /// Whether it is an empty square between four covered ones (V1.3).
    pub fn is_pillar(&self, square: Square) -> bool {
        !self.squares.contains_key(&square) && self.is_walled(square)
    }

    /// Whether the four squares around one are covered.
    fn is_walled(&self, square: Square) -> bool {
        let covered = |square: Square| self.squares.contains_key(&square);
        Heading::ALL.into_iter().all(|side| square.beside(side).is_some_and(covered))
    }

    /// The entries that lie against a square, from the north on clockwise.
    pub fn around(&self, square: Square) -> impl Iterator<Item = Entry> {
        Heading::ALL.into_iter().filter_map(move |side| {
            let half = self.squares.get(&square.beside(side)?)?;
            half.entry(side.opposite())
        })
    }

    /// What lies before an entry of a card on the table.
    pub fn before(&self, entry: Entry) -> Option<Before> {
        self.before_placed(&self.placement(entry.card)?, entry.number)
    }

    /// What lies before an entry of a card that lies there, or would.
    fn before_placed(&self, placement: &Placement, entry: u8) -> Option<Before> {
        if let Some(met) = self.met(placement, entry) {
            return Some(Before::Card(met));
        }
        let beyond = placement.before(entry)?;
        Some(if self.is_walled(beyond) { Before::Pillar(beyond) } else { Before::Open(beyond) })
    }

    /// The entry of another card that an entry of a card meets which lies there, or would.
    pub fn met(&self, placement: &Placement, entry: u8) -> Option<Entry> {
        let (square, side) = placement.side(entry)?;
        self.squares.get(&square.beside(side)?)?.entry(side.opposite())
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
