//! The squares that cards cover (V1.1), tile by tile, and what lies around a card.
//!
//! What a tile covers is in the bits of its rows as well, so that what lies around a card is told by a few operations on
//! those of a window around it.

use triomphe::Arc;

use super::board::{Heading, STEPS, Square};
use super::table::Entry;
use super::tree::{Tree, own};
use super::turn::{Id, Placement};
use super::window::{BEYOND, INTO_WINDOW, Rim, WINDOW};

/// A tile of the grid has so many squares a side, as a power of two.
const TILE_BITS: u32 = 6;
const TILE: usize = 1 << TILE_BITS;
const LAST_IN_TILE: i32 = TILE as i32 - 1;

/// A part of a tile has so many rows, and in each of them so many squares: a tile on which few cards lie takes little memory,
/// and a part no more than what is given out and taken back quickly.
const PART_ROWS: usize = 16;
const PART_COLUMNS: usize = 8;
const PARTS_IN_ROW: usize = TILE / PART_COLUMNS;
const PARTS: usize = TILE / PART_ROWS * PARTS_IN_ROW;
const PART: usize = PART_ROWS * PART_COLUMNS;
/// The middle of the grid, where most games begin, is in the middle of a row of parts, which is one of those in the middle of
/// a tile.
const MIDDLE: i32 = ((TILE + PART_ROWS) / 2) as i32;

/// What covers the squares of a part of a tile, row by row.
#[derive(Clone, Debug)]
struct Cells {
    cards: [Id; PART],
    /// How the cards lie.
    lies: [u8; PART],
}

/// What covers the squares of a tile.
#[derive(Clone, Debug)]
struct Tile {
    /// Its first square.
    corner: Square,
    /// The squares that are covered, a bit each, row by row.
    rows: [u64; TILE],
    /// Its parts on which a card has lain, row by row; copies share those that neither changes.
    parts: [Option<Arc<Cells>>; PARTS],
}

/// The part of a tile that a square of it belongs to, and where it is kept there.
#[inline]
fn cell_of((row, column): (usize, usize)) -> (usize, usize) {
    let part = row / PART_ROWS * PARTS_IN_ROW + column / PART_COLUMNS;
    (part % PARTS, row % PART_ROWS * PART_COLUMNS + column % PART_COLUMNS)
}

impl Tile {
    /// The one in a row and a column, of which nothing is covered.
    fn at(row: i32, column: i32) -> Self {
        let first = |number: i32| (number << TILE_BITS).wrapping_sub(MIDDLE);
        let corner = Square { x: first(column), y: first(row) };
        Self { corner, rows: [0; TILE], parts: [const { None }; PARTS] }
    }

    #[inline]
    fn half_at(&self, (row, column): (usize, usize)) -> Option<Half> {
        if self.rows[row % TILE] >> column & 1 == 0 {
            return None;
        }
        let (part, at) = cell_of((row, column));
        let cells = self.parts[part].as_deref()?;
        Some(Half { card: cells.cards[at], lies: cells.lies[at] })
    }

    /// Covers squares with the halves of a card that lies so.
    #[inline]
    fn cover<const N: usize>(&mut self, halves: [(Square, u8); N], card: Id, heading: Heading) {
        let mut found: Option<(usize, &mut Cells)> = None;
        for (square, half) in halves {
            let (row, column) = place_of(square);
            self.rows[row % TILE] |= 1 << column;
            let (part, at) = cell_of((row, column));
            // Mostly both halves lie on one part, which is then asked once whether it is shared.
            let cells = match found.take() {
                Some((known, cells)) if known == part => cells,
                _ => {
                    let none = || Arc::new(Cells { cards: [0; PART], lies: [0; PART] });
                    let Some(cells) = own(self.parts[part].get_or_insert_with(none)) else { return };
                    cells
                }
            };
            (cells.cards[at], cells.lies[at]) = (card, heading as u8 * 2 + half);
            found = Some((part, cells));
        }
    }

    /// Uncovers squares.
    #[inline]
    fn uncover<const N: usize>(&mut self, squares: [Square; N]) {
        for (row, column) in squares.map(place_of) {
            self.rows[row % TILE] &= !(1 << column);
        }
    }

    /// Adds the squares that are covered.
    fn put_covered(&self, all: &mut Vec<Square>) {
        for (row, mut bits) in (0..).zip(self.rows) {
            while bits > 0 {
                // The grid goes round.
                let column = bits.trailing_zeros().cast_signed();
                all.push(Square { x: self.corner.x.wrapping_add(column), y: self.corner.y.wrapping_add(row) });
                bits &= bits - 1;
            }
        }
    }
}

/// The number of a tile's row, or of its column.
#[inline]
fn tile_number(number: i32) -> i32 {
    number.wrapping_add(MIDDLE) >> TILE_BITS
}

/// Which row of its tile, or which column.
#[inline]
fn within_tile(number: i32) -> usize {
    (number.wrapping_add(MIDDLE) & LAST_IN_TILE).unsigned_abs() as usize
}

/// The row and the column of a square's tile.
#[inline]
fn tile_of(square: Square) -> (i32, i32) {
    (tile_number(square.y), tile_number(square.x))
}

/// The row and the column of its tile where a square is kept.
#[inline]
fn place_of(square: Square) -> (usize, usize) {
    (within_tile(square.y), within_tile(square.x))
}

/// What covers a square: one of a card's two halves (V1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Half {
    card: Id,
    /// How the card lies: by its heading, half A and half B in turn.
    lies: u8,
}

/// So many ways there are for a half to lie.
const WAYS: usize = 2 * Heading::ALL.len();

/// The entries of a half that lies in each way, by the side that they are on from the north on clockwise (V2.1); 0 is the
/// side toward the other half.
const ENTRIES: [[u8; 4]; WAYS] = {
    // As with heading E.
    const AS_EAST: [[u8; 4]; 2] = [[1, 0, 5, 6], [2, 3, 4, 0]];
    let mut entries = [[0; 4]; WAYS];
    let mut lies = 0;
    while lies < WAYS {
        let mut side = 0;
        while side < 4 {
            entries[lies][side] = AS_EAST[lies % 2][(side + 4 - lies / 2 + Heading::East as usize) % 4];
            side += 1;
        }
        lies += 1;
    }
    entries
};

impl Half {
    #[inline]
    fn heading(self) -> Heading {
        Heading::ALL[usize::from(self.lies >> 1) % 4]
    }

    /// The number of its entry on that side; `None` toward its other half (V2.1).
    #[inline]
    fn entry(self, side: Heading) -> Option<u8> {
        let number = ENTRIES[usize::from(self.lies) % WAYS][side as usize];
        (number > 0).then_some(number)
    }

    /// How its card lies; this half lies on that square.
    #[inline]
    fn placement(self, square: Square) -> Placement {
        let (east, north) = FROM_FIRST[usize::from(self.lies) % WAYS];
        let first = Square { x: square.x.wrapping_sub(east), y: square.y.wrapping_sub(north) };
        Placement { card: self.card, square: first, heading: self.heading() }
    }
}

/// How far a half that lies in each way is from half A of its card.
const FROM_FIRST: [(i32, i32); WAYS] = {
    let mut all = [(0, 0); WAYS];
    let mut heading = 0;
    while heading < STEPS.len() {
        all[2 * heading + 1] = STEPS[heading];
        heading += 1;
    }
    all
};

/// The squares that cards cover. Copies share what they have in common.
#[derive(Clone, Debug, Default)]
pub(super) struct Tiles(Tree<Tile>);

impl Tiles {
    /// The tile in a row and a column, to be changed; `None` never.
    #[inline]
    fn tile_at(&mut self, (row, column): (i32, i32)) -> Option<&mut Tile> {
        self.0.get_mut((row, column), || Tile::at(row, column))
    }

    /// Covers the squares of a card that lies so, half A first.
    pub(super) fn cover(&mut self, [first, second]: [Square; 2], card: Id, heading: Heading) {
        let (of_first, of_second) = (tile_of(first), tile_of(second));
        let Some(tile) = self.tile_at(of_first) else { return };
        if of_first == of_second {
            return tile.cover([(first, 0), (second, 1)], card, heading);
        }
        tile.cover([(first, 0)], card, heading);
        if let Some(tile) = self.tile_at(of_second) {
            tile.cover([(second, 1)], card, heading);
        }
    }

    /// Uncovers the squares of a card.
    pub(super) fn uncover(&mut self, [first, second]: [Square; 2]) {
        let (of_first, of_second) = (tile_of(first), tile_of(second));
        let Some(tile) = self.tile_at(of_first) else { return };
        if of_first == of_second {
            return tile.uncover([first, second]);
        }
        tile.uncover([first]);
        if let Some(tile) = self.tile_at(of_second) {
            tile.uncover([second]);
        }
    }

    /// The squares that cards cover, in no order that means anything.
    pub(super) fn covered(&self) -> Vec<Square> {
        let mut all = Vec::new();
        self.0.each(|tile| tile.put_covered(&mut all));
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

impl Near<'_> {
    #[inline]
    fn half_at(&mut self, square: Square) -> Option<Half> {
        self.look_at(tile_number(square.y), tile_number(square.x));
        self.tile?.half_at(place_of(square))
    }

    /// Looks at the tile in that row and column.
    #[inline]
    fn look_at(&mut self, row: i32, column: i32) {
        if (row, column) != (self.row, self.column) {
            (self.row, self.column) = (row, column);
            self.tile = self.tiles.get((row, column));
        }
    }

    /// The card that covers a square.
    pub(super) fn card_at(&mut self, square: Square) -> Option<Id> {
        self.half_at(square).map(|half| half.card)
    }

    /// The entry that lies against a side of a square, and how its card lies.
    pub(super) fn against(&mut self, square: Square, side: Heading) -> Option<(Entry, Placement)> {
        let beside = square.beside(side)?;
        let half = self.half_at(beside)?;
        Some((Entry { card: half.card, number: half.entry(side.opposite())? }, half.placement(beside)))
    }

    /// The entry of another card that an entry of a card meets which lies there, or would, and how the other
    /// one lies.
    #[inline]
    pub(super) fn met(&mut self, placement: &Placement, entry: u8) -> Option<(Entry, Placement)> {
        let &(east, north, side) = BEYOND[placement.heading as usize].get(usize::from(entry).checked_sub(1)?)?;
        let Square { x, y } = placement.square;
        let square = Square { x: x.wrapping_add(east), y: y.wrapping_add(north) };
        let half = self.half_at(square)?;
        Some((Entry { card: half.card, number: half.entry(side.opposite())? }, half.placement(square)))
    }

    /// What lies before the entries of a card that lies there, or would.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn rim(&mut self, placement: &Placement) -> Rim {
        let Placement { square: Square { x, y }, heading, .. } = *placement;
        let (east, north) = INTO_WINDOW[heading as usize];
        let corner = Square { x: x.wrapping_sub(east), y: y.wrapping_sub(north) };
        Rim::of(self.window(corner), heading)
    }

    /// The same for whoever asks in the midst of much else.
    #[cfg_attr(not(target_family = "wasm"), inline(never))]
    pub(super) fn rim_apart(&mut self, placement: &Placement) -> Rim {
        self.rim(placement)
    }

    /// What is covered of the tile that was looked at last, from one of its rows on.
    #[inline]
    fn rows_from(&self, row: usize) -> &[u64] {
        self.tile.and_then(|tile| tile.rows.get(row..)).unwrap_or_default()
    }

    /// The squares that are covered from a corner on to the east and to the north, row by row.
    #[inline]
    fn window(&mut self, corner: Square) -> u64 {
        let (row, column) = place_of(corner);
        if row + WINDOW > TILE || column + WINDOW > TILE {
            return self.window_across(corner);
        }
        self.look_at(tile_number(corner.y), tile_number(corner.x));
        let Some(rows) = self.rows_from(row).first_chunk::<WINDOW>() else { return 0 };
        let mut window = [0; size_of::<u64>()];
        for (byte, bits) in window.iter_mut().zip(rows) {
            *byte = (bits >> column) as u8;
        }
        u64::from_le_bytes(window)
    }

    /// The same where several tiles have a part of it. Apart, so that the other way need not put by what this one works with.
    #[inline(never)]
    fn window_across(&mut self, corner: Square) -> u64 {
        let (row, column) = place_of(corner);
        let (tile_row, tile_column) = (tile_number(corner.y), tile_number(corner.x));
        // How many of its rows and columns lie on the first tile of its column or row.
        let (rows, columns) = (WINDOW.min(TILE - row), WINDOW.min(TILE - column));
        let mut window = [0; size_of::<u64>()];
        let (below, above) = window.split_at_mut(WINDOW).0.split_at_mut(rows);
        for (tile_row, row, bytes) in [(tile_row, row, below), (tile_row.wrapping_add(1), 0, above)] {
            if bytes.is_empty() {
                continue;
            }
            self.look_at(tile_row, tile_column);
            bytes.iter_mut().zip(self.rows_from(row)).for_each(|(byte, bits)| *byte = (bits >> column) as u8);
            if columns < WINDOW {
                self.look_at(tile_row, tile_column.wrapping_add(1));
                bytes.iter_mut().zip(self.rows_from(row)).for_each(|(byte, bits)| *byte |= (bits << columns) as u8);
            }
        }
        u64::from_le_bytes(window)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cards all over some tiles, and how one more lies among them.
    fn scattered() -> (Tiles, Vec<Placement>) {
        let (mut tiles, mut all) = (Tiles::default(), Vec::new());
        let mut number = 1_u32;
        for card in 1..12_000 {
            number = number.wrapping_mul(1_103_515_245).wrapping_add(12_345);
            let [x, y] = [number >> 8 & 127, number >> 16 & 127].map(|of| of.cast_signed() - 64);
            let placement =
                Placement { card, square: Square { x, y }, heading: Heading::ALL[number as usize >> 24 & 3] };
            let squares = placement.squares().unwrap();
            if squares.iter().all(|square| tiles.near().card_at(*square).is_none()) {
                tiles.cover(squares, card, placement.heading);
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
        let everywhere = (-68..68).flat_map(|x| (-68..68).map(move |y| Square { x, y }));
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
                let told = [rim.met, rim.pillars, rim.open].map(|bits| bits >> (entry - 1) & 1 > 0);
                assert_eq!(told, [is_met, is_pillar, !is_met && !is_pillar], "{placement} {entry}");
                // Where cards would lie on each other an entry can meet the inside of one.
                assert!(rim.is_covered || near.met(&placement, entry).is_some() == is_met);
                pillars += u32::from(is_pillar);
            }
        }
        assert!(pillars > 100);
    }

    #[test]
    fn squares_may_lie_as_far_as_numbers_go() {
        for (x, y) in [(i32::MAX - 1, i32::MIN), (i32::MIN, i32::MAX), (i32::MAX, 0), (-1, i32::MIN + 1)] {
            let squares = [Square { x, y }, Square { x: x.wrapping_add(1), y }];
            let mut tiles = Tiles::default();
            tiles.cover(squares, 1, Heading::East);
            let mut covered = tiles.covered();
            covered.sort_unstable_by_key(|&square| square != squares[0]);
            assert_eq!(covered, squares);
            tiles.uncover(squares);
            assert_eq!(tiles.covered(), []);
        }
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
            tiles.uncover(placement.squares().unwrap());
        }
        assert_eq!(tiles.covered(), []);
    }
}
