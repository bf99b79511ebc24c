//! Which positions may be among those of some records, in few bits: a Bloom filter.

use crate::text::{Key, Order};

/// How many bits of the filter a position has, and how many of them are set.
const FILTER_BITS: usize = 16;
const FILTER_HASHES: u64 = 8;

/// Which positions may be among those of a block.
#[derive(Clone, Debug)]
pub(super) struct Filter(Vec<u8>);

impl Filter {
    /// That of the positions of some records; of one that has `None` they may be any.
    pub(super) fn of<'k>(mut records: impl Iterator<Item = Option<&'k [Key]>>) -> Self {
        let positions = records.try_fold(Vec::new(), |mut all, keys| {
            all.push(keys?);
            Some(all)
        });
        let Some(positions) = positions else { return Self(vec![u8::MAX]) };
        let mut keys: Vec<Key> = positions.into_iter().flatten().copied().collect();
        keys.order();
        keys.dedup();
        let mut filter = Self(vec![0; (keys.len() * FILTER_BITS).div_ceil(8)]);
        for key in keys {
            for bit in bits(key, filter.0.len()) {
                if let Some(byte) = filter.0.get_mut(bit / 8) {
                    *byte |= 1 << (bit % 8);
                }
            }
        }
        filter
    }

    /// The filter of those bytes.
    pub(super) fn of_bytes(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }

    /// Its bytes.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Whether a position may be one of them.
    pub(super) fn may_have(&self, key: Key) -> bool {
        bits(key, self.0.len()).all(|bit| self.0.get(bit / 8).is_some_and(|byte| byte >> (bit % 8) & 1 != 0))
    }
}

/// The bits that a key sets in a filter of so many bytes.
fn bits(key: Key, bytes: usize) -> impl Iterator<Item = usize> {
    let [first, second] = [0, 8].map(|from| {
        let mut half = [0; 8];
        half.iter_mut().zip(key.bytes().iter().skip(from)).for_each(|(to, byte)| *to = *byte);
        u64::from_le_bytes(half)
    });
    let all = (bytes as u64 * 8).max(1);
    (0..FILTER_HASHES).map(move |at| (first.wrapping_add(at.wrapping_mul(second | 1)) % all) as usize)
}
