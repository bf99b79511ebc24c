//! What lies around a card, told by the bits of the squares in a window around it (V1.3, V2.1).

use super::board::{Heading, STEPS};
use super::layout::RIM;

/// What lies before the entries of a card, a bit each: the first is that of entry 1.
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

impl Rim {
    /// That of a card that lies so, or would, in the middle of a window of which these squares are covered.
    #[inline]
    pub(super) fn of(found: u64, heading: Heading) -> Self {
        const ALL: u8 = (1 << RIM) - 1;
        let own = OWN[heading as usize];
        let covered = found | own;
        let met = beyond(covered, heading);
        // Beside each other in a row, and in a column.
        let walled = covered << 1 & covered >> 1 & covered << ROW & covered >> ROW & !covered;
        let pillars = if walled & ALL_BEYOND[heading as usize] == 0 { 0 } else { beyond(walled, heading) };
        Self { met, pillars, open: ALL & !(met | pillars), is_covered: found & own > 0 }
    }
}

/// The way from a card's half A to the square before each of its entries, and the side of the entry, by heading.
pub(super) const BEYOND: [[(i32, i32, Heading); RIM as usize]; 4] = {
    use Heading::{East, North, South, West};
    [
        [(-1, 0, West), (-1, 1, West), (0, 2, North), (1, 1, East), (1, 0, East), (0, -1, South)],
        [(0, 1, North), (1, 1, North), (2, 0, East), (1, -1, South), (0, -1, South), (-1, 0, West)],
        [(1, 0, East), (1, -1, East), (0, -2, South), (-1, -1, West), (-1, 0, West), (0, 1, North)],
        [(0, -1, South), (-1, -1, South), (-2, 0, West), (-1, 1, North), (0, 1, North), (1, 0, East)],
    ]
};

/// So many squares a window has to the north and to the east: on each side of a card those before its entries, and beyond these
/// the walls of pillars.
pub(super) const WINDOW: usize = 6;
/// So many bits a row of it has, of which the last two say nothing.
const ROW: usize = 8;

/// How far half A of a card lies to the east and to the north of the corner of the window around it, by heading.
pub(super) const INTO_WINDOW: [(i32, i32); 4] = [(2, 2), (2, 2), (2, 3), (3, 2)];

/// The bit of a square so far from half A of a card in the window around that, by heading.
const fn bit_in_window(heading: usize, (east, north): (i32, i32)) -> u32 {
    let (from_west, from_south) = INTO_WINDOW[heading];
    ((from_south + north) * ROW as i32 + from_west + east).unsigned_abs()
}

/// The bits of the squares before the entries in a window around a card, by heading.
const BITS_BEYOND: [[u32; RIM as usize]; 4] = {
    let mut bits = [[0; RIM as usize]; 4];
    let mut heading = 0;
    while heading < 4 {
        let mut at = 0;
        while at < RIM as usize {
            let (east, north, _) = BEYOND[heading][at];
            bits[heading][at] = bit_in_window(heading, (east, north));
            at += 1;
        }
        heading += 1;
    }
    bits
};

/// The squares before the entries of a card in the window around it, by heading.
const ALL_BEYOND: [u64; 4] = {
    let mut all = [0; 4];
    let mut heading = 0;
    while heading < 4 {
        let mut at = 0;
        while at < RIM as usize {
            all[heading] |= 1 << BITS_BEYOND[heading][at];
            at += 1;
        }
        heading += 1;
    }
    all
};

/// The bits of a card's own squares in the window around it, by heading.
const OWN: [u64; 4] = {
    let mut own = [0; 4];
    let mut heading = 0;
    while heading < 4 {
        own[heading] = 1 << bit_in_window(heading, (0, 0)) | 1 << bit_in_window(heading, STEPS[heading]);
        heading += 1;
    }
    own
};

/// Factors that bring the squares before a card's entries together, by heading: the products of no two sets of them have the
/// same highest bits, one for each entry.
const FACTORS: [u64; 4] = [UPRIGHT, LYING, UPRIGHT, LYING];
const UPRIGHT: u64 = 0x0002_0810_A000_0000;
const LYING: u64 = 0x0002_1050_0000_0000;
/// Where the highest bits of the products begin.
const HIGHEST: u32 = u64::BITS - RIM as u32;

/// The entries by these bits, by heading.
const GATHERED: [[u8; 1 << RIM]; 4] = {
    let mut gathered = [[0; 1 << RIM]; 4];
    let mut heading = 0;
    while heading < 4 {
        let mut entries = 0;
        while entries < 1 << RIM {
            let (mut squares, mut at) = (0_u64, 0);
            while at < RIM as usize {
                squares |= (entries as u64 >> at & 1) << BITS_BEYOND[heading][at];
                at += 1;
            }
            gathered[heading][(squares.wrapping_mul(FACTORS[heading]) >> HIGHEST) as usize] = entries;
            entries += 1;
        }
        heading += 1;
    }
    gathered
};

/// Those of the squares before a card's entries that are among some of the window around it.
#[inline]
fn beyond(window: u64, heading: Heading) -> u8 {
    let squares = window & ALL_BEYOND[heading as usize];
    GATHERED[heading as usize][(squares.wrapping_mul(FACTORS[heading as usize]) >> HIGHEST) as usize]
}
