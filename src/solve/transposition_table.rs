//! Transposition table: the results for positions that a search has already seen, with a bounded
//! number of slots.

use std::mem::size_of;

use crate::games::{SearchKey, Stage};

/// Key of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TableKey {
    pub(super) position: SearchKey,
    pub(super) stage: Stage,
    /// The number of turns that are left, if the value depends on it; otherwise 0.
    pub(super) left: u32,
}

struct Entry<V> {
    key: TableKey,
    value: V,
    /// The number of steps that the value cost.
    work: u64,
}

/// The entries of a bucket: the one that cost the most steps, and the newest of the others.
type Bucket<V> = [Option<Entry<V>>; 2];

/// Table of positions that have been searched.
///
/// It grows with its entries up to a fixed number of buckets of two slots. A new entry then
/// replaces another one of its bucket: the first slot keeps the entry that cost the most steps, and
/// all others go to the second slot (the scheme "TwoBig" of Breuker, Uiterwijk and van den Herik,
/// 1994). Keys are compared in full, so a replaced entry costs steps and never changes an answer.
/// The hash is the same on every machine, and so is the number of steps.
pub(super) struct Table<V> {
    buckets: Vec<Bucket<V>>,
    max_buckets: usize,
    /// The length of keys for which memory is reserved. Longer ones are not stored.
    max_words: usize,
    /// The number of slots that have an entry.
    filled: usize,
}

/// The keys of a search can become this many times as long as its first one: cards move from hands
/// to the table.
const GROWTH_OF_KEYS: usize = 2;
/// Bytes that an allocation costs in addition to its content.
const ALLOCATION: usize = 16;
/// A table begins with fewer buckets than this.
const FEW_BUCKETS: usize = 64;

impl<V> Table<V> {
    /// Creates a table of at most `bytes` bytes for keys like `first`. While the table grows, it
    /// needs half of this size in addition.
    pub(super) fn new(bytes: u64, first: &SearchKey) -> Self {
        // A short key is stored inside its entry, a long one in an allocation.
        let (max_words, allocated_bytes) = if first.spilled() {
            let words = first.len() * GROWTH_OF_KEYS;
            (words, words * size_of::<u64>() + ALLOCATION)
        } else {
            (first.inline_size(), 0)
        };
        let bytes_per_bucket = size_of::<Bucket<V>>() + 2 * allocated_bytes;
        let max_buckets = usize::try_from(bytes).unwrap_or(usize::MAX) / bytes_per_bucket;
        Self {
            buckets: Vec::new(),
            max_buckets: max_buckets.max(1),
            max_words,
            filled: 0,
        }
    }

    pub(super) fn get(&self, key: &TableKey) -> Option<&V> {
        let bucket = self.buckets.get(bucket_index(key, self.buckets.len()))?;
        let entry = bucket.iter().flatten().find(|entry| entry.key == *key)?;
        Some(&entry.value)
    }

    /// Stores a value that cost `work` steps.
    pub(super) fn insert(&mut self, mut key: TableKey, value: V, work: u64) {
        if key.position.len() > self.max_words {
            return;
        }
        // The table grows when a quarter of its slots are filled, one for every other bucket; few
        // buckets are full then.
        if 2 * self.filled >= self.buckets.len() && self.buckets.len() < self.max_buckets {
            self.grow();
        }
        key.position.shrink_to_fit();
        self.put(Entry { key, value, work });
    }

    /// Puts an entry into its bucket, in place of the entry with the same key or of the cheaper
    /// and older ones.
    fn put(&mut self, entry: Entry<V>) {
        let index = bucket_index(&entry.key, self.buckets.len());
        let Some([first, second]) = self.buckets.get_mut(index) else {
            return;
        };
        for slot in [&mut *first, &mut *second] {
            if let Some(old) = slot.as_mut().filter(|old| old.key == entry.key) {
                old.value = entry.value;
                old.work = old.work.max(entry.work);
                return;
            }
        }
        self.filled += usize::from(first.is_none() || second.is_none());
        let is_dearest = first.as_ref().is_none_or(|old| entry.work >= old.work);
        if !is_dearest {
            *second = Some(entry);
            return;
        }
        if let Some(old) = first.replace(entry) {
            *second = Some(old);
        }
    }

    /// Doubles the number of buckets. The last step leads exactly to the maximum number.
    fn grow(&mut self) {
        let length = self.next_length();
        // A vector that grew to this length could have a larger capacity.
        let mut buckets = Vec::with_capacity(length);
        buckets.resize_with(length, || [None, None]);
        let old = std::mem::replace(&mut self.buckets, buckets);
        self.filled = 0;
        for entry in old.into_iter().flatten().flatten() {
            self.put(entry);
        }
    }

    /// Returns the next number of buckets. All numbers are the maximum, halved again and again.
    fn next_length(&self) -> usize {
        let is_too_large = |length: usize| match self.buckets.len() {
            0 => length >= FEW_BUCKETS,
            old => length / 2 > old,
        };
        let mut length = self.max_buckets;
        while is_too_large(length) {
            length /= 2;
        }
        length.max(1)
    }
}

/// Returns the index of a key's bucket among `buckets`.
fn bucket_index(key: &TableKey, buckets: usize) -> usize {
    let stage = match key.stage {
        Stage::Choice => 0,
        Stage::Roll => 1,
        Stage::Rolled(value) => 2 + u64::from(value),
    };
    let words = key
        .position
        .iter()
        .copied()
        .chain([stage << 32 | u64::from(key.left)]);
    // The rotation makes the hash depend on the order of the words. Its amount is arbitrary.
    let hash = words.fold(0, |hash: u64, word| {
        mixed(hash ^ word).wrapping_add(hash.rotate_left(23))
    });
    // The high half of the product is evenly distributed over the buckets.
    usize::try_from((u128::from(hash) * buckets as u128) >> 64).unwrap_or(0)
}

/// Mixes the bits of a word (the finaliser of SplitMix64).
fn mixed(word: u64) -> u64 {
    let mut mixed = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(words: &[u64]) -> TableKey {
        TableKey {
            position: words.iter().copied().collect(),
            stage: Stage::Choice,
            left: 0,
        }
    }

    #[test]
    fn a_table_never_exceeds_its_bytes() {
        for bytes in [0, 100, 1_000, 10_000, 1_000_000] {
            let mut table = Table::new(bytes, &key(&[0; 4]).position);
            for number in 0..20_000 {
                table.insert(key(&[number, 1, 2, 3]), number, number % 7);
            }
            let held = table.buckets.capacity() * size_of::<Bucket<u64>>();
            assert!(
                held as u64 <= bytes.max(size_of::<Bucket<u64>>() as u64),
                "{bytes}: {held}"
            );
            let found = (0..20_000)
                .filter(|&number| table.get(&key(&[number, 1, 2, 3])) == Some(&number))
                .count();
            assert!(
                found > 0 && found <= 2 * table.buckets.len(),
                "{bytes}: {found}"
            );
        }
    }

    #[test]
    fn small_tables_keep_everything() {
        let mut table = Table::new(1 << 20, &key(&[0; 6]).position);
        for number in 0..500 {
            table.insert(key(&[number; 6]), number, 1);
        }
        let found = (0..500)
            .filter(|&number| table.get(&key(&[number; 6])) == Some(&number))
            .count();
        assert!(found > 450, "{found}");
        table.insert(key(&[7; 13]), 0, 1);
        assert_eq!(table.get(&key(&[7; 13])), None);
    }

    #[test]
    fn the_dearest_and_the_newest_entry_of_a_bucket_are_kept() {
        let mut table = Table::new(0, &key(&[0]).position);
        for (number, work) in [(1, 5), (2, 9), (3, 1), (4, 2)] {
            table.insert(key(&[number]), number, work);
        }
        let kept: Vec<u64> = (1..=4)
            .filter(|&number| table.get(&key(&[number])).is_some())
            .collect();
        assert_eq!(kept, [2, 4]);
    }
}
