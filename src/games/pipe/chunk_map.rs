//! Map from squares or cards to values, stored in chunks that are copied on write: the storage of
//! large tables.

use std::hash::Hash;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::board::Square;
use super::turn::Id;

/// The number of rows and columns of a chunk of squares. A power of two, so that masks and shifts
/// find a square in its chunk.
const SIDE: i32 = 8;
/// The number of squares or cards in a chunk.
const CHUNK: usize = (SIDE * SIDE) as usize;
type Chunk<V> = [Option<V>; CHUNK];

/// The number of rows and columns of chunks of squares that are found without hashing.
const DIRECT_SIDE: i32 = 8;
/// The number of chunks that are found without hashing: those of the first 4,096 cards, and those
/// of the 64 x 64 squares around the origin.
const DIRECT: usize = (DIRECT_SIDE * DIRECT_SIDE) as usize;

/// Values by square or by card. Chunks are copied on write, so that the many copies of a large
/// table that a replay keeps stay small. The order of the map has no meaning and must not affect
/// any output.
#[derive(Clone, Debug)]
pub(super) struct ChunkMap<K, V> {
    direct: [Option<Arc<Chunk<V>>>; DIRECT],
    hashed: FxHashMap<K, Arc<Chunk<V>>>,
}

/// The place of a chunk.
#[derive(Clone, Copy)]
pub(super) enum ChunkPlace<K> {
    /// The index among the chunks that are found without hashing.
    Direct(usize),
    /// The key among the other chunks.
    Hashed(K),
}

/// A key of [`ChunkMap`].
pub(super) trait ChunkKey: Copy + Eq + Hash {
    /// Returns the place of the chunk that contains this key, and the index there.
    fn place(self) -> (ChunkPlace<Self>, usize);

    /// Returns the key at an index of a chunk.
    fn from_place(chunk: ChunkPlace<Self>, index: usize) -> Self;
}

impl ChunkKey for Square {
    #[inline]
    fn place(self) -> (ChunkPlace<Self>, usize) {
        // The side is a power of two, so masks and shifts round down, also below zero.
        let index = (self.y & (SIDE - 1)) * SIDE + (self.x & (SIDE - 1));
        let chunk = Self {
            x: self.x >> SIDE.trailing_zeros(),
            y: self.y >> SIDE.trailing_zeros(),
        };
        let column = chunk.x + DIRECT_SIDE / 2;
        let row = chunk.y + DIRECT_SIDE / 2;
        let is_direct = (0..DIRECT_SIDE).contains(&column) && (0..DIRECT_SIDE).contains(&row);
        let place = if is_direct {
            ChunkPlace::Direct((row * DIRECT_SIDE + column).unsigned_abs() as usize)
        } else {
            ChunkPlace::Hashed(chunk)
        };
        (place, index.unsigned_abs() as usize)
    }

    fn from_place(chunk: ChunkPlace<Self>, index: usize) -> Self {
        let (chunk_x, chunk_y) = match chunk {
            ChunkPlace::Direct(chunk_index) => (
                chunk_index as i32 % DIRECT_SIDE - DIRECT_SIDE / 2,
                chunk_index as i32 / DIRECT_SIDE - DIRECT_SIDE / 2,
            ),
            ChunkPlace::Hashed(chunk) => (chunk.x, chunk.y),
        };
        Self {
            x: chunk_x * SIDE + index as i32 % SIDE,
            y: chunk_y * SIDE + index as i32 / SIDE,
        }
    }
}

impl ChunkKey for Id {
    #[inline]
    fn place(self) -> (ChunkPlace<Self>, usize) {
        let chunk = self as usize / CHUNK;
        let place = if chunk < DIRECT {
            ChunkPlace::Direct(chunk)
        } else {
            ChunkPlace::Hashed(self / CHUNK as Id)
        };
        (place, self as usize % CHUNK)
    }

    fn from_place(chunk: ChunkPlace<Self>, index: usize) -> Self {
        let chunk = match chunk {
            ChunkPlace::Direct(chunk_index) => chunk_index as Id,
            ChunkPlace::Hashed(chunk) => chunk,
        };
        chunk * CHUNK as Id + index as Id
    }
}

impl<K, V> Default for ChunkMap<K, V> {
    fn default() -> Self {
        Self {
            direct: [const { None }; DIRECT],
            hashed: FxHashMap::default(),
        }
    }
}

impl<K: ChunkKey, V: Copy> ChunkMap<K, V> {
    /// Returns the value of a key.
    #[inline]
    pub(super) fn get(&self, key: K) -> Option<V> {
        let (place, index) = key.place();
        let chunk = match place {
            ChunkPlace::Direct(chunk_index) => self.direct[chunk_index].as_ref()?,
            ChunkPlace::Hashed(chunk) => self.hashed.get(&chunk)?,
        };
        chunk[index % CHUNK]
    }

    /// Sets or clears a value, and returns the previous one.
    pub(super) fn set(&mut self, key: K, value: Option<V>) -> Option<V> {
        let (place, index) = key.place();
        let empty = || Arc::new([None; CHUNK]);
        let chunk = match place {
            ChunkPlace::Direct(chunk_index) => self.direct[chunk_index].get_or_insert_with(empty),
            ChunkPlace::Hashed(chunk) => self.hashed.entry(chunk).or_insert_with(empty),
        };
        std::mem::replace(&mut Arc::make_mut(chunk)[index % CHUNK], value)
    }

    /// Returns all values with their keys, in an unspecified order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (K, V)> {
        let direct = self.direct.iter().enumerate();
        let direct = direct.filter_map(|(chunk_index, chunk)| {
            Some((ChunkPlace::Direct(chunk_index), chunk.as_ref()?))
        });
        let hashed = self.hashed.iter();
        let hashed = hashed.map(|(&chunk, values)| (ChunkPlace::Hashed(chunk), values));
        direct.chain(hashed).flat_map(|(chunk, values)| {
            let values = values.iter().enumerate();
            values.filter_map(move |(index, value)| Some((K::from_place(chunk, index), (*value)?)))
        })
    }
}
