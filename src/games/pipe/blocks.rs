//! Blocks of values by square or by card: the storage of the table, which is copied on write.

use std::hash::Hash;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::board::{Heading, Square};
use super::turn::Id;

/// The number of squares or cards in a block. A block of squares has 8 columns and 8 rows.
const BLOCK: usize = 64;
const SIDE: i32 = 8;
type Block<V> = [Option<V>; BLOCK];

/// A set of squares of the near blocks: a word for each column, and a bit for each row, so that the
/// order of the bits is that of the squares.
#[derive(Clone, Debug)]
pub(super) struct NearSquares([u64; NEAR_ROWS as usize]);

/// The number of rows and columns of the near blocks.
const NEAR_ROWS: i32 = SIDE * NEAR_SIDE;

impl Default for NearSquares {
    fn default() -> Self {
        Self([0; NEAR_ROWS as usize])
    }
}

impl NearSquares {
    /// Returns the word and the bit of a square, or `None` if it is not near.
    #[inline]
    fn place(Square { x, y }: Square) -> Option<(usize, u64)> {
        let row = y.wrapping_add(NEAR_ROWS / 2);
        let column = x.wrapping_add(NEAR_ROWS / 2);
        let is_near = (0..NEAR_ROWS).contains(&row) && (0..NEAR_ROWS).contains(&column);
        is_near.then(|| (column.unsigned_abs() as usize, 1 << row))
    }

    /// Returns true if the set contains a square; `None` if the square is not near.
    #[inline]
    pub(super) fn contains(&self, square: Square) -> Option<bool> {
        let (column, bit) = Self::place(square)?;
        Some(self.0[column] & bit != 0)
    }

    /// Returns true if the set contains all neighbours of a square but that on the side `open`;
    /// `None` if a neighbour may not be near.
    #[inline]
    pub(super) fn surrounds(&self, Square { x, y }: Square, open: Heading) -> Option<bool> {
        let inner = 1..NEAR_ROWS - 1;
        let row = y.wrapping_add(NEAR_ROWS / 2);
        let column = x.wrapping_add(NEAR_ROWS / 2);
        if !(inner.contains(&row) && inner.contains(&column)) {
            return None;
        }
        let column = column.unsigned_abs() as usize;
        let has = |column: usize, row: i32| self.0[column] & 1 << row != 0;
        // Most squares have few covered neighbours, so the first test decides.
        let is_surrounded = (open == Heading::North || has(column, row + 1))
            && (open == Heading::East || has(column + 1, row))
            && (open == Heading::South || has(column, row - 1))
            && (open == Heading::West || has(column - 1, row));
        Some(is_surrounded)
    }

    /// Adds or removes a square, if it is near.
    pub(super) fn set(&mut self, square: Square, is_covered: bool) {
        if let Some((column, bit)) = Self::place(square) {
            if is_covered {
                self.0[column] |= bit;
            } else {
                self.0[column] &= !bit;
            }
        }
    }

    /// Returns true if no square of the set is among the outer `margin` rows and columns of the
    /// near blocks.
    pub(super) fn keeps_margin(&self, margin: usize) -> bool {
        let middle = margin..self.0.len() - margin;
        let outer_rows = !(u64::MAX >> (2 * margin) << margin);
        let columns = self.0.iter().enumerate();
        columns.fold(0, |outer, (column, word)| {
            let rows = if middle.contains(&column) {
                outer_rows
            } else {
                u64::MAX
            };
            outer | word & rows
        }) == 0
    }

    /// Returns the near squares whose neighbour on a side is in the set.
    pub(super) fn seen_on(&self, side: Heading) -> Self {
        let column = |column: Option<usize>| column.and_then(|column| self.0.get(column));
        let words = |index: usize| match side {
            Heading::North => self.0[index] >> 1,
            Heading::South => self.0[index] << 1,
            Heading::East => column(index.checked_add(1)).copied().unwrap_or(0),
            Heading::West => column(index.checked_sub(1)).copied().unwrap_or(0),
        };
        Self(std::array::from_fn(words))
    }

    /// Returns the squares that are in both sets.
    pub(super) fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|index| self.0[index] & other.0[index]))
    }

    /// Returns the squares that are in one of the sets.
    pub(super) fn or(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|index| self.0[index] | other.0[index]))
    }

    /// Returns the squares that are not in another set.
    pub(super) fn without(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|index| self.0[index] & !other.0[index]))
    }

    /// Returns the squares in ascending order.
    pub(super) fn iter(&self) -> impl Iterator<Item = Square> {
        let columns = (-NEAR_ROWS / 2..).zip(&self.0);
        columns.flat_map(|(x, &word)| {
            // Each step takes the lowest bit away.
            let rest = |rows: &u64| Some(rows & (rows - 1)).filter(|rest| *rest != 0);
            let rows = std::iter::successors(Some(word).filter(|word| *word != 0), rest);
            rows.map(move |rows| Square {
                x,
                y: rows.trailing_zeros().cast_signed() - NEAR_ROWS / 2,
            })
        })
    }
}

/// The number of blocks that are found without hashing: those of the first 4,096 cards, and those
/// of the 64 x 64 squares around the origin. All cards of a usual game are there.
const NEAR: usize = 64;
const NEAR_SIDE: i32 = 8;

/// Values by square or by card. Blocks are copied on write, so that the many copies of a large
/// table that a replay keeps stay small. The order of the map has no meaning and must not affect
/// any output.
#[derive(Clone, Debug)]
pub(super) struct Blocks<K, V> {
    near: [Option<Arc<Block<V>>>; NEAR],
    far: FxHashMap<K, Arc<Block<V>>>,
}

/// The place of a block.
#[derive(Clone, Copy)]
pub(super) enum BlockPlace<K> {
    /// The index among the near blocks.
    Near(usize),
    /// The key among the other blocks.
    Far(K),
}

/// A key of [`Blocks`].
pub(super) trait BlockKey: Copy + Eq + Hash {
    /// Returns the place of the block that contains this key, and the index there.
    fn place(self) -> (BlockPlace<Self>, usize);

    /// Returns the key at an index of a block.
    fn from_place(block: BlockPlace<Self>, index: usize) -> Self;
}

impl BlockKey for Square {
    #[inline]
    fn place(self) -> (BlockPlace<Self>, usize) {
        // The side is a power of two, so masks and shifts round down, also below zero.
        let index = (self.y & (SIDE - 1)) * SIDE + (self.x & (SIDE - 1));
        let block = Self {
            x: self.x >> SIDE.trailing_zeros(),
            y: self.y >> SIDE.trailing_zeros(),
        };
        let column = block.x + NEAR_SIDE / 2;
        let row = block.y + NEAR_SIDE / 2;
        let is_near = (0..NEAR_SIDE).contains(&column) && (0..NEAR_SIDE).contains(&row);
        let place = if is_near {
            BlockPlace::Near((row * NEAR_SIDE + column).unsigned_abs() as usize)
        } else {
            BlockPlace::Far(block)
        };
        (place, index.unsigned_abs() as usize)
    }

    fn from_place(block: BlockPlace<Self>, index: usize) -> Self {
        let (block_x, block_y) = match block {
            BlockPlace::Near(near) => (
                near as i32 % NEAR_SIDE - NEAR_SIDE / 2,
                near as i32 / NEAR_SIDE - NEAR_SIDE / 2,
            ),
            BlockPlace::Far(block) => (block.x, block.y),
        };
        Self {
            x: block_x * SIDE + index as i32 % SIDE,
            y: block_y * SIDE + index as i32 / SIDE,
        }
    }
}

impl BlockKey for Id {
    #[inline]
    fn place(self) -> (BlockPlace<Self>, usize) {
        let block = self as usize / BLOCK;
        let place = if block < NEAR {
            BlockPlace::Near(block)
        } else {
            BlockPlace::Far(self / BLOCK as Id)
        };
        (place, self as usize % BLOCK)
    }

    fn from_place(block: BlockPlace<Self>, index: usize) -> Self {
        let block = match block {
            BlockPlace::Near(near) => near as Id,
            BlockPlace::Far(block) => block,
        };
        block * BLOCK as Id + index as Id
    }
}

impl<K, V> Default for Blocks<K, V> {
    fn default() -> Self {
        Self {
            near: [const { None }; NEAR],
            far: FxHashMap::default(),
        }
    }
}

impl<K: BlockKey, V: Copy> Blocks<K, V> {
    /// Returns true if all values are in near blocks.
    pub(super) fn are_near(&self) -> bool {
        self.far.is_empty()
    }

    /// Returns the value of a key.
    #[inline]
    pub(super) fn get(&self, key: K) -> Option<V> {
        let (place, index) = key.place();
        let block = match place {
            BlockPlace::Near(near) => self.near[near].as_ref()?,
            BlockPlace::Far(block) => self.far.get(&block)?,
        };
        block[index % BLOCK]
    }

    /// Sets or clears a value, and returns the previous one.
    pub(super) fn set(&mut self, key: K, value: Option<V>) -> Option<V> {
        let (place, index) = key.place();
        let empty = || Arc::new([None; BLOCK]);
        let block = match place {
            BlockPlace::Near(near) => self.near[near].get_or_insert_with(empty),
            BlockPlace::Far(block) => self.far.entry(block).or_insert_with(empty),
        };
        std::mem::replace(&mut Arc::make_mut(block)[index % BLOCK], value)
    }

    /// Returns all values with their keys, in an unspecified order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (K, V)> {
        let near = self.near.iter().enumerate();
        let near = near.filter_map(|(near, block)| Some((BlockPlace::Near(near), block.as_ref()?)));
        let far = self.far.iter();
        let far = far.map(|(&block, values)| (BlockPlace::Far(block), values));
        near.chain(far).flat_map(|(block, values)| {
            let values = values.iter().enumerate();
            values.filter_map(move |(index, value)| Some((K::from_place(block, index), (*value)?)))
        })
    }
}
