//! The squares that cards cover (V1.1), tile by tile, and what lies around a card.
//!
//! What a tile covers is in the bits of one number as well, so that what lies around a card is told by a few operations
//! on those of a window around it.

use super::board::{Heading, Square};
use super::layout::RIM;
use super::table::Entry;
use super::tree::Tree;
use super::turn::{Id, Placement};

/// A tile of the grid has so many squares a side, as a power of two.
const TILE_BITS: u32 = 3;
const TILE: usize = 1 << TILE_BITS;
const LAST_IN_TILE: i32 = TILE as i32 - 1;

/// What covers the squares of a tile, row by row.
#[derive(Clone, Debug)]
struct Tile {
    /// Its first square.
    corner: Square,
    /// The squares that are covered, a bit each.
    covered: u64,
    cards: [Id; TILE * TILE],
    /// How the cards lie.
    lies: [u8; TILE * TILE],
}

impl Default for Tile {
    fn default() -> Self {
        Self { corner: Square { x: 0, y: 0 }, covered: 0, cards: [0; TILE * TILE], lies: [0; TILE * TILE] }
    }
}

impl Tile {
    fn square(&self, at: usize) -> Square {
        let within = |number: usize| i32::try_from(number % TILE).unwrap_or(0);
        Square { x: self.corner.x + within(at), y: self.corner.y + within(at / TILE) }
    }

    fn half_at(&self, at: usize) -> Option<Half> {
        let at = at % (TILE * TILE);
        (self.covered >> at & 1 > 0).then(|| Half::unpacked(self.cards[at], self.lies[at]))
    }

    /// Covers a square, or uncovers it.
    fn set(&mut self, square: Square, half: Option<Half>) {
        let at = place_of(square) % (TILE * TILE);
        self.corner = Square { x: square.x & !LAST_IN_TILE, y: square.y & !LAST_IN_TILE };
        match half {
            Some(half) => {
                self.covered |= 1 << at;
                self.cards[at] = half.card;
                self.lies[at] = half.packed();
            }
            None => self.covered &= !(1 << at),
        }
    }
}

/// The number of a tile's row, or of its column.
fn tile_number(number: i32) -> i32 {
    number >> TILE_BITS
}

/// What a tile is found by: whichever way it lies from the middle, near ones have small numbers.
fn key_of(row: i32, column: i32) -> (u32, u32) {
    let folded = |number: i32| ((number << 1) ^ (number >> (i32::BITS - 1))).cast_unsigned();
    (folded(row), folded(column))
}

fn tile_of(square: Square) -> (u32, u32) {
    key_of(tile_number(square.y), tile_number(square.x))
}

/// Where in its tile a square is kept.
fn place_of(square: Square) -> usize {
    let within = |number: i32| (number & LAST_IN_TILE).unsigned_abs() as usize;
    within(square.y) * TILE + within(square.x)
}

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

impl Half {
    fn packed(self) -> u8 {
        (self.heading as u8) * 2 + self.end as u8
    }

    fn unpacked(card: Id, lies: u8) -> Self {
        let heading = Heading::ALL[usize::from(lies >> 1) % 4];
        Self { card, heading, end: if lies & 1 == 0 { End::A } else { End::B } }
    }

    /// Its entry on that side; `None` toward its other half (V2.1).
    fn entry(self, side: Heading) -> Option<Entry> {
        // As with heading E, from the north on clockwise.
        const NUMBERS: [[u8; 4]; 2] = [[1, 0, 5, 6], [2, 3, 4, 0]];
        let as_east = Heading::East.turned(side.quarters_from(self.heading));
        let number = NUMBERS[self.end as usize][as_east as usize];
        (number > 0).then_some(Entry { card: self.card, number })
    }

    /// How its card lies; this half lies on that square.
    fn placement(self, square: Square) -> Option<Placement> {
        let first = match self.end {
            End::A => square,
            End::B => square.beside(self.heading.opposite())?,
        };
        Some(Placement { card: self.card, square: first, heading: self.heading })
    }
}

/// The squares that cards cover. Copies share what they have in common.
#[derive(Clone, Debug, Default)]
pub(super) struct Tiles(Tree<Tile>);

impl Tiles {
    /// Covers the squares of a card, half A first, or uncovers them.
    pub(super) fn set(&mut self, squares: [Square; 2], card: Option<(Id, Heading)>) {
        let half = |end| card.map(|(card, heading)| Half { card, heading, end });
        let [first, second] = squares;
        let Some(tile) = self.0.get_mut(tile_of(first)) else { return };
        tile.set(first, half(End::A));
        let tile = if tile_of(first) == tile_of(second) { Some(tile) } else { self.0.get_mut(tile_of(second)) };
        if let Some(tile) = tile {
            tile.set(second, half(End::B));
        }
    }

    /// The squares that cards cover, in no order that means anything.
    pub(super) fn covered(&self) -> Vec<Square> {
        let mut all = Vec::new();
        self.0.each(|tile| {
            let covered = (0..TILE * TILE).filter(|at| tile.covered >> at & 1 > 0);
            all.extend(covered.map(|at| tile.square(at)));
        });
        all
    }

    /// Looks at squares that lie near each other.
    pub(super) fn near(&self) -> Near<'_> {
        Near { tiles: &self.0, row: i32::MAX, column: i32::MAX, tile: None }
    }
}

/// Looks at squares of a table that lie near each other, mostly on one tile.
pub(super) struct Near<'t> {
    tiles: &'t Tree<Tile>,
    /// The tile that was looked at last.
    row: i32,
    column: i32,
    tile: Option<&'t Tile>,
}

/// What lies before the entries of a card, a bit each: bit 1 is that of entry 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Rim {
    /// Other cards.
    pub(super) met: u8,
    /// Pillars (V1.3).
    pub(super) pillars: u8,
    /// Empty squares that are none.
    pub(super) open: u8,
    /// Whether any of the card's own squares is covered.
    pub(super) is_covered: bool,
}

/// The way from a card's half A to the square before each of its entries, and the side of the entry, by heading.
const BEYOND: [[(i32, i32, Heading); RIM as usize]; 4] = {
    use Heading::{East, North, South, West};
    [
        [(-1, 0, West), (-1, 1, West), (0, 2, North), (1, 1, East), (1, 0, East), (0, -1, South)],
        [(0, 1, North), (1, 1, North), (2, 0, East), (1, -1, South), (0, -1, South), (-1, 0, West)],
        [(1, 0, East), (1, -1, East), (0, -2, South), (-1, -1, West), (-1, 0, West), (0, 1, North)],
        [(0, -1, South), (-1, -1, South), (-2, 0, West), (-1, 1, North), (0, 1, North), (1, 0, East)],
    ]
};

/// How far half A of a card lies from the corner of the window around it, both ways.
const INTO_WINDOW: i32 = 3;
/// So many squares of a window at most are looked at, both ways.
const OF_WINDOW: i32 = 2 * INTO_WINDOW + 1;

/// The bits of the squares before the entries in a window around a card, by heading.
const BITS_BEYOND: [[u32; RIM as usize]; 4] = {
    let mut bits = [[0; RIM as usize]; 4];
    let mut heading = 0;
    while heading < 4 {
        let mut at = 0;
        while at < RIM as usize {
            let (east, north, _) = BEYOND[heading][at];
            bits[heading][at] = ((INTO_WINDOW + north) * TILE as i32 + INTO_WINDOW + east).unsigned_abs();
            at += 1;
        }
        heading += 1;
    }
    bits
};

/// The bits of a card's own squares in the window around it, by heading.
const OWN: [u64; 4] = {
    let half = 1 << (INTO_WINDOW * TILE as i32 + INTO_WINDOW);
    [half | half << TILE, half | half << 1, half | half >> TILE, half | half >> 1]
};

impl Near<'_> {
    fn half_at(&mut self, square: Square) -> Option<Half> {
        self.look_at(tile_number(square.y), tile_number(square.x));
        self.tile?.half_at(place_of(square))
    }

    fn look_at(&mut self, row: i32, column: i32) {
        if (row, column) != (self.row, self.column) {
            (self.row, self.column) = (row, column);
            self.tile = self.tiles.get(key_of(row, column));
        }
    }

    /// The card that covers a square.
    pub(super) fn card_at(&mut self, square: Square) -> Option<Id> {
        self.half_at(square).map(|half| half.card)
    }

    /// The entry that lies against a side of a square.
    pub(super) fn entry_at(&mut self, square: Square, side: Heading) -> Option<Entry> {
        self.half_at(square.beside(side)?)?.entry(side.opposite())
    }

    /// The entry of another card that an entry of a card meets which lies there, or would, and how the other
    /// one lies.
    pub(super) fn met(&mut self, placement: &Placement, entry: u8) -> Option<(Entry, Placement)> {
        let &(east, north, side) = BEYOND[placement.heading as usize].get(usize::from(entry).checked_sub(1)?)?;
        let Square { x, y } = placement.square;
        let square = Square { x: x.wrapping_add(east), y: y.wrapping_add(north) };
        let half = self.half_at(square)?;
        Some((half.entry(side.opposite())?, half.placement(square)?))
    }

    /// What lies before the entries of a card that lies there, or would.
    pub(super) fn rim(&mut self, placement: &Placement) -> Rim {
        let Square { x, y } = placement.square;
        let corner = Square { x: x.wrapping_sub(INTO_WINDOW), y: y.wrapping_sub(INTO_WINDOW) };
        let (found, own) = (self.window(corner), OWN[placement.heading as usize]);
        let covered = found | own;
        // Beside each other in a row, and in a column.
        let walled = covered << 1 & covered >> 1 & covered << TILE & covered >> TILE;
        let (mut met, mut pillars) = (0, 0);
        for (entry, bit) in (1..).zip(BITS_BEYOND[placement.heading as usize]) {
            met |= ((covered >> bit & 1) as u8) << entry;
            pillars |= ((walled & !covered) >> bit & 1) as u8 * (1 << entry);
        }
        Rim { met, pillars, open: !(met | pillars), is_covered: found & own > 0 }
    }

    /// The squares that are covered from a corner on to the east and to the north, in the order of those of a tile.
    fn window(&mut self, corner: Square) -> u64 {
        let (row, column) = (tile_number(corner.y), tile_number(corner.x));
        let (up, right) = (corner.y & LAST_IN_TILE, corner.x & LAST_IN_TILE);
        self.look_at(row, column);
        let here = self.tile.map_or(0, |tile| tile.covered);
        let other = |row, column| self.tiles.get(key_of(row, column)).map_or(0, |tile| tile.covered);
        // What is farther off is not looked at.
        let (is_higher, is_wider) = (up + OF_WINDOW > TILE as i32, right + OF_WINDOW > TILE as i32);
        let rows = up.unsigned_abs() * TILE as u32;
        let of_column = |low: u64, column: i32| match is_higher {
            true => low >> rows | other(row + 1, column) << (u64::BITS - rows),
            false => low >> rows,
        };
        let left = of_column(here, column) >> right;
        if !is_wider {
            return left;
        }
        let of_left = (u64::MAX / 0xFF) * (0xFF >> right);
        let beside = of_column(other(row, column + 1), column + 1) << (TILE as i32 - right);
        left & of_left | beside & !of_left
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cards all over some tiles, and how one more lies among them.
    fn scattered() -> (Tiles, Vec<Placement>) {
        let (mut tiles, mut all) = (Tiles::default(), Vec::new());
        let mut number = 1_u32;
        for card in 1..700 {
            number = number.wrapping_mul(1_103_515_245).wrapping_add(12_345);
            let [x, y] = [number >> 8 & 31, number >> 16 & 31].map(|of| of.cast_signed() - 16);
            let placement =
                Placement { card, square: Square { x, y }, heading: Heading::ALL[number as usize >> 24 & 3] };
            let squares = placement.squares().unwrap();
            if squares.iter().all(|square| tiles.near().card_at(*square).is_none()) {
                tiles.set(squares, Some((card, placement.heading)));
                all.push(placement);
            }
        }
        (tiles, all)
    }

    #[test]
    fn the_window_shows_what_the_squares_say() {
        let (tiles, all) = scattered();
        assert!(all.len() > 200);
        let mut pillars = 0;
        let mut near = tiles.near();
        let is_covered = |square: Square| tiles.near().card_at(square).is_some();
        let everywhere = (-20..20).flat_map(|x| (-20..20).map(move |y| Square { x, y }));
        for (square, heading) in everywhere.flat_map(|square| Heading::ALL.map(|heading| (square, heading))) {
            let placement = Placement { card: 1_000, square, heading };
            let rim = near.rim(&placement);
            let own = placement.squares().unwrap();
            assert_eq!(rim.is_covered, own.into_iter().any(is_covered), "{placement}");
            for entry in 1..=6 {
                let beyond = placement.before(entry).unwrap();
                let is_met = is_covered(beyond);
                let wall = |side| beyond.beside(side).is_some_and(|beside| own.contains(&beside) || is_covered(beside));
                let is_pillar = !is_met && Heading::ALL.into_iter().all(wall);
                let told = [rim.met, rim.pillars, rim.open].map(|bits| bits >> entry & 1 > 0);
                assert_eq!(told, [is_met, is_pillar, !is_met && !is_pillar], "{placement} {entry}");
                // Where cards would lie on each other an entry can meet the inside of one.
                assert!(rim.is_covered || near.met(&placement, entry).is_some() == is_met);
                pillars += u32::from(is_pillar);
            }
        }
        assert!(pillars > 100);
    }

    #[test]
    fn what_is_uncovered_is_gone() {
        let (mut tiles, all) = scattered();
        let mut covered = tiles.covered();
        let mut known: Vec<Square> = all.iter().flat_map(|placement| placement.squares().unwrap()).collect();
        covered.sort_unstable();
        known.sort_unstable();
        assert_eq!(covered, known);
        for placement in all {
            tiles.set(placement.squares().unwrap(), None);
        }
        assert_eq!(tiles.covered(), []);
    }
}
