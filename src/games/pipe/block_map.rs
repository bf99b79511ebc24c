//! Map from squares or cards to values, stored in blocks that are copied on write: the storage of
//! the table.

use std::hash::Hash;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::board::Square;
use super::turn::Id;

/// The number of squares or cards in a block. A block of squares has 8 columns and 8 rows.
const BLOCK: usize = 64;
/// The number of rows and columns of a block of squares.
pub(super) const SIDE: i32 = 8;
type Block<V> = [Option<V>; BLOCK];

/// The number of blocks that are found without hashing: those of the first 4,096 cards, and those
/// of the 64 x 64 squares around the origin. All cards of a usual game are there.
const NEAR: usize = 64;
/// The number of rows and columns of near blocks of squares.
pub(super) const NEAR_SIDE: i32 = 8;

/// Values by square or by card. Blocks are copied on write, so that the many copies of a large
/// table that a replay keeps stay small. The order of the map has no meaning and must not affect
/// any output.
#[derive(Clone, Debug)]
pub(super) struct BlockMap<K, V> {
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

/// A key of [`BlockMap`].
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

impl<K, V> Default for BlockMap<K, V> {
    fn default() -> Self {
        Self {
            near: [const { None }; NEAR],
            far: FxHashMap::default(),
        }
    }
}

impl<K: BlockKey, V: Copy> BlockMap<K, V> {
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
