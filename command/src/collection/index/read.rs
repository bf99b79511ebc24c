//! Reader of an index. Each query reads only the parts that it needs.

use std::io::{self, Read, Seek, SeekFrom};

use super::filter::{Print, width_of};
use super::{BLOCK, DIRECTORY_ENTRY, ENTRY, Entry, FileMark, KEY, MAGIC, ROW_KEY, TRAILER, key_of};
use pipscribe::text::Key;

/// Reason why an index cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum NoIndex {
    /// The file has changed since the index was made.
    #[error("the file has changed since its index was made")]
    Stale,
    /// The bytes of the index differ from those that were written.
    #[error("the index is damaged")]
    Damaged,
    /// The index cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Index that matches its file.
#[derive(Debug)]
pub(crate) struct Index<R> {
    input: R,
    groups: Vec<Group>,
    /// Number of records.
    pub records: u64,
}

/// Place of a group.
#[derive(Clone, Copy, Debug)]
struct Group {
    offset: u64,
    /// Number of records before the group.
    before: u64,
    records: u64,
    /// Number of rows of its filters.
    rows: u64,
}

impl Group {
    fn blocks(&self) -> u64 {
        self.records.div_ceil(BLOCK as u64)
    }

    /// Returns the offset of a block and its number of records.
    fn block(&self, block: u64) -> Option<(u64, u64)> {
        let before = block.checked_mul(BLOCK as u64)?;
        let records = self.records.checked_sub(before)?.min(BLOCK as u64);
        let offset = before
            .checked_mul(ENTRY as u64)?
            .checked_add(block.checked_mul(KEY as u64)?)?;
        Some((self.offset.checked_add(offset)?, records))
    }

    /// Returns the offset of a row and its length in bytes without its key.
    fn row(&self, row: u64) -> Option<(u64, u64)> {
        let blocks = self.blocks();
        let entries = self
            .records
            .checked_mul(ENTRY as u64)?
            .checked_add(blocks.checked_mul(KEY as u64)?)?;
        let width = width_of(usize::try_from(blocks).ok()?) as u64;
        let offset = row
            .checked_mul(width + ROW_KEY as u64)?
            .checked_add(entries)?;
        Some((self.offset.checked_add(offset)?, width))
    }
}

fn number(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(array(bytes, at))
}

fn array<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    bytes
        .get(at..)
        .and_then(<[u8]>::first_chunk)
        .copied()
        .unwrap_or([0; N])
}

impl<R: Read + Seek> Index<R> {
    /// Opens the index of the file with this fingerprint.
    ///
    /// # Errors
    /// If the index belongs to another file or is damaged.
    pub(crate) fn open(mut input: R, mark: &FileMark) -> Result<Self, NoIndex> {
        let length = input.seek(SeekFrom::End(0))?;
        let start = length.checked_sub(TRAILER as u64).ok_or(NoIndex::Damaged)?;
        let trailer = read_at(&mut input, start, TRAILER as u64)?;
        let (content, key) = trailer.split_at(TRAILER - KEY);
        if !content.starts_with(MAGIC) {
            return Err(NoIndex::Damaged);
        }
        let [from, groups, records, size] = [8, 16, 24, 32].map(|at| number(content, at));
        let directory_length = groups
            .checked_mul(DIRECTORY_ENTRY as u64)
            .ok_or(NoIndex::Damaged)?;
        if from.checked_add(directory_length) != Some(start) {
            return Err(NoIndex::Damaged);
        }
        let directory = read_at(&mut input, from, directory_length)?;
        if key_of(&[&directory, content]).bytes().as_slice() != key {
            return Err(NoIndex::Damaged);
        }
        let samples = Key::of_bytes(array(content, 56));
        let made_for = FileMark {
            size,
            modified: i128::from_le_bytes(array(content, 40)),
            samples,
        };
        if made_for != *mark {
            return Err(NoIndex::Stale);
        }
        let mut before = 0_u64;
        let groups = directory.chunks_exact(DIRECTORY_ENTRY).map(|entry| {
            let [offset, records, rows] = [0, 8, 16].map(|at| number(entry, at));
            let group = Group {
                offset,
                before,
                records,
                rows,
            };
            before = before.saturating_add(records);
            group
        });
        Ok(Self {
            input,
            groups: groups.collect(),
            records,
        })
    }

    /// Returns the place of record `record` (from 1), or `None` if the file has fewer records.
    ///
    /// # Errors
    /// If the index is damaged.
    pub(crate) fn record(&mut self, record: u64) -> Result<Option<Entry>, NoIndex> {
        let Some(at) = record.checked_sub(1).filter(|_| record <= self.records) else {
            return Ok(None);
        };
        let group = self
            .groups
            .partition_point(|group| group.before <= at)
            .checked_sub(1);
        let group = *group
            .and_then(|group| self.groups.get(group))
            .ok_or(NoIndex::Damaged)?;
        let inside = at - group.before;
        let entries = self.block(&group, inside / BLOCK as u64)?;
        Ok(entries
            .get(usize::try_from(inside % BLOCK as u64).unwrap_or(usize::MAX))
            .copied())
    }

    /// Returns the records that may reach a position with one of these keys, each with its number
    /// from 1.
    ///
    /// # Errors
    /// If the index is damaged.
    pub(crate) fn candidates(&mut self, keys: &[Key]) -> Result<Vec<(u64, Entry)>, NoIndex> {
        let mut found = Vec::new();
        for index in 0..self.groups.len() {
            let group = *self.groups.get(index).ok_or(NoIndex::Damaged)?;
            let mut blocks = Vec::new();
            for key in keys {
                let having = self.having(&group, *key)?;
                blocks.resize(having.len(), 0);
                blocks
                    .iter_mut()
                    .zip(having)
                    .for_each(|(block, having)| *block |= having);
            }
            let may_have = |block: &u64| {
                let byte = usize::try_from(block / 8)
                    .ok()
                    .and_then(|byte| blocks.get(byte));
                byte.is_some_and(|byte| byte >> (block % 8) & 1 != 0)
            };
            for block in (0..group.blocks()).filter(may_have) {
                let first = group.before + block * BLOCK as u64 + 1;
                found.extend((first..).zip(self.block(&group, block)?));
            }
        }
        Ok(found)
    }

    /// Returns one bit per block of a group, set if the block may contain a position.
    fn having(&mut self, group: &Group, key: Key) -> Result<Vec<u8>, NoIndex> {
        let mut blocks: Option<Vec<u8>> = None;
        for row in Print::of(key).rows(group.rows) {
            let bits = self.row(group, row)?;
            match &mut blocks {
                None => blocks = Some(bits),
                Some(blocks) => blocks
                    .iter_mut()
                    .zip(bits)
                    .for_each(|(block, bits)| *block &= bits),
            }
            if blocks
                .as_ref()
                .is_some_and(|blocks| blocks.iter().all(|bits| *bits == 0))
            {
                break;
            }
        }
        Ok(blocks.unwrap_or_default())
    }

    fn row(&mut self, group: &Group, row: u64) -> Result<Vec<u8>, NoIndex> {
        let (offset, width) = group.row(row).ok_or(NoIndex::Damaged)?;
        let mut bytes = read_at(
            &mut self.input,
            offset,
            width.saturating_add(ROW_KEY as u64),
        )?;
        let key = bytes.split_off(usize::try_from(width).map_err(|_| NoIndex::Damaged)?);
        if key_of(&[&bytes]).bytes().get(..ROW_KEY) != Some(&key) {
            return Err(NoIndex::Damaged);
        }
        Ok(bytes)
    }

    fn block(&mut self, group: &Group, block: u64) -> Result<Vec<Entry>, NoIndex> {
        let (offset, records) = group.block(block).ok_or(NoIndex::Damaged)?;
        let bytes = read_at(&mut self.input, offset, records * ENTRY as u64 + KEY as u64)?;
        let (entries, key) = bytes.split_at(bytes.len().saturating_sub(KEY));
        if key_of(&[entries]).bytes() != key {
            return Err(NoIndex::Damaged);
        }
        let entry = |bytes: &[u8]| Entry {
            offset: number(bytes, 0),
            length: number(bytes, 8),
            line: number(bytes, 16),
            key: Key::of_bytes(array(bytes, 24)),
        };
        Ok(entries.chunks_exact(ENTRY).map(entry).collect())
    }
}

fn read_at(input: &mut (impl Read + Seek), from: u64, length: u64) -> Result<Vec<u8>, NoIndex> {
    let mut bytes = Vec::new();
    input.seek(SeekFrom::Start(from))?;
    input.take(length).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == length {
        Ok(bytes)
    } else {
        Err(NoIndex::Damaged)
    }
}

#[cfg(test)]
impl<R: Read + Seek> Index<R> {
    /// Reads the whole index, so that any damage is found.
    pub(super) fn read_all(&mut self) -> Result<(), NoIndex> {
        for group in self.groups.clone() {
            (0..group.blocks()).try_for_each(|block| self.block(&group, block).map(drop))?;
            (0..group.rows).try_for_each(|row| self.row(&group, row).map(drop))?;
        }
        Ok(())
    }
}
