//! Bloom filters of the positions of each block of records. The filters of a group of blocks are
//! bit-sliced, so that one look-up tests all blocks of the group.

use pipscribe::text::Key;

/// Bits of filter per position, and bits set per position.
const FILTER_BITS: usize = 16;
const FILTER_HASHES: u64 = 8;
/// Maximum size of the filters, in multiples of the mean number of positions per block. A block
/// with more positions gets more false positives, so that it does not enlarge the filters of all
/// other blocks.
const MAX_TIMES: usize = 4;

/// Fingerprint of a position in a filter: the first half of its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Print(u64);

impl Print {
    pub(super) fn of(key: Key) -> Self {
        Self(
            key.bytes()
                .first_chunk()
                .map_or(0, |half| u64::from_le_bytes(*half)),
        )
    }

    /// Returns the rows, out of `rows`, in which the bit of a block is set if the block contains
    /// the position.
    pub(super) fn rows(self, rows: u64) -> impl Iterator<Item = u64> {
        let first = self.0 >> 32;
        let second = self.0 & u64::from(u32::MAX) | 1;
        (0..FILTER_HASHES).map(move |at| (first + at * second) % rows.max(1))
    }
}

/// Filters of a group of blocks.
#[derive(Debug)]
pub(super) struct Filters {
    bits: Vec<u8>,
    /// Bytes per row.
    width: usize,
}

impl Filters {
    /// Builds the filters from the positions of each block. A block with `None` matches any
    /// position.
    pub(super) fn of(blocks: &[Option<Vec<Print>>]) -> Self {
        let counts = || blocks.iter().flatten().map(Vec::len);
        let mean = counts().sum::<usize>() / blocks.len().max(1);
        let most = counts()
            .max()
            .unwrap_or(0)
            .min(mean.saturating_mul(MAX_TIMES))
            .max(1);
        let rows = most * FILTER_BITS;
        let width = width_of(blocks.len());
        let mut bits = vec![0; rows * width];
        let mut set = |row: usize, block: usize| {
            if let Some(byte) = bits.get_mut(row * width + block / 8) {
                *byte |= 1 << (block % 8);
            }
        };
        for (block, positions) in blocks.iter().enumerate() {
            match positions {
                None => (0..rows).for_each(|row| set(row, block)),
                Some(positions) => {
                    let rows = positions
                        .iter()
                        .flat_map(|position| position.rows(rows as u64));
                    rows.for_each(|row| set(usize::try_from(row).unwrap_or(0), block));
                }
            }
        }
        Self { bits, width }
    }

    /// Returns the rows. Each has one bit per block, lowest bit first.
    pub(super) fn rows(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        self.bits.chunks_exact(self.width.max(1))
    }
}

/// Returns the number of bytes in a row for the given number of blocks.
pub(super) fn width_of(blocks: usize) -> usize {
    blocks.div_ceil(8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn print(text: &str) -> Print {
        Print::of(Key::from_text(text))
    }

    /// Returns the blocks that may contain a position.
    fn found(filters: &Filters, position: &str) -> Vec<usize> {
        let rows: Vec<&[u8]> = filters.rows().collect();
        let has = |block: &usize| {
            let mut rows = print(position)
                .rows(rows.len() as u64)
                .map(|row| rows[usize::try_from(row).unwrap()]);
            rows.all(|row| row[block / 8] >> (block % 8) & 1 == 1)
        };
        (0..filters.width * 8).filter(has).collect()
    }

    #[test]
    fn no_position_is_missed_and_false_positives_are_rare() {
        let block = |block| Some((0..100).map(|at| print(&format!("{block} {at}"))).collect());
        let filters = Filters::of(&(0..20).map(block).collect::<Vec<_>>());
        assert_eq!((filters.width, filters.rows().len()), (3, 1_600));
        let mut in_vain = 0;
        for block in 0..20 {
            for at in 0..100 {
                let found = found(&filters, &format!("{block} {at}"));
                assert!(found.contains(&block));
                in_vain += found.len() - 1;
            }
        }
        assert!(in_vain < 2_000 * 20 / 500, "{in_vain}");
    }

    #[test]
    fn a_block_with_any_positions_is_always_found() {
        let filters = Filters::of(&[Some(vec![print("a")]), None, Some(Vec::new())]);
        assert_eq!(
            (found(&filters, "a"), found(&filters, "b")),
            (vec![0, 1], vec![1])
        );
        assert_eq!(found(&Filters::of(&[None]), "b"), [0]);
    }

    #[test]
    fn a_long_block_does_not_lengthen_the_others() {
        let mut blocks = vec![Some(vec![print("a")]); 63];
        blocks.push(Some((0..10_000).map(|at| print(&at.to_string())).collect()));
        let filters = Filters::of(&blocks);
        assert_eq!(filters.rows().len(), 157 * MAX_TIMES * FILTER_BITS);
        assert!(found(&filters, "77").contains(&63) && found(&filters, "a").contains(&5));
    }
}
