//! Reading an index: of each thing that is asked for no more than it stands in.

use std::io::{self, Read, Seek, SeekFrom};

use super::filter::{Print, width_of};
use super::{BLOCK, DIRECTORY_ENTRY, ENTRY, Entry, FileMark, KEY, MAGIC, ROW_KEY, TRAILER, key_of};
use crate::text::Key;

/// Why an index is of no use.
#[derive(Debug, thiserror::Error)]
pub enum NoIndex {
    /// The file has changed since.
    #[error("the file has changed since its index was made")]
    Stale,
    /// Its bytes are not those that were written.
    #[error("the index is damaged")]
    Damaged,
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// An index that fits its file.
#[derive(Debug)]
pub struct Index<R> {
    input: R,
    groups: Vec<Group>,
    /// How many records there are.
    pub records: u64,
}

/// Where a group stands.
#[derive(Clone, Copy, Debug)]
struct Group {
    offset: u64,
    /// How many records are before it.
    before: u64,
    records: u64,
    /// The rows of its filters.
    rows: u64,
}

impl Group {
    fn blocks(&self) -> u64 {
        self.records.div_ceil(BLOCK as u64)
    }

    /// Where a block stands, and how many records it has.
    fn block(&self, block: u64) -> Option<(u64, u64)> {
        let before = block.checked_mul(BLOCK as u64)?;
        let records = self.records.checked_sub(before)?.min(BLOCK as u64);
        let offset = before.checked_mul(ENTRY as u64)?.checked_add(block.checked_mul(KEY as u64)?)?;
        Some((self.offset.checked_add(offset)?, records))
    }

    /// Where a row stands, and how many bytes it has without its key.
    fn row(&self, row: u64) -> Option<(u64, u64)> {
        let blocks = self.blocks();
        let entries = self.records.checked_mul(ENTRY as u64)?.checked_add(blocks.checked_mul(KEY as u64)?)?;
        let width = width_of(usize::try_from(blocks).ok()?) as u64;
        let offset = row.checked_mul(width + ROW_KEY as u64)?.checked_add(entries)?;
        Some((self.offset.checked_add(offset)?, width))
    }
}

fn number(bytes: &[u8], at: usize) -> u64 {
    let mut number = [0; 8];
    number.iter_mut().zip(bytes.iter().skip(at)).for_each(|(to, byte)| *to = *byte);
    u64::from_le_bytes(number)
}

fn sixteen(bytes: &[u8], at: usize) -> [u8; 16] {
    let mut sixteen = [0; 16];
    sixteen.iter_mut().zip(bytes.iter().skip(at)).for_each(|(to, byte)| *to = *byte);
    sixteen
}

impl<R: Read + Seek> Index<R> {
    /// Opens an index, if it is that of a file with that mark.
    ///
    /// # Errors
    /// Where it is that of another file, or not what was written.
    pub fn open(mut input: R, mark: &FileMark) -> Result<Self, NoIndex> {
        let length = input.seek(SeekFrom::End(0))?;
        let start = length.checked_sub(TRAILER as u64).ok_or(NoIndex::Damaged)?;
        let trailer = read_at(&mut input, start, TRAILER as u64)?;
        let (told, key) = trailer.split_at(TRAILER - KEY);
        if !told.starts_with(MAGIC) {
            return Err(NoIndex::Damaged);
        }
        let [from, groups, records, size] = [8, 16, 24, 32].map(|at| number(told, at));
        let directory_length = groups.checked_mul(DIRECTORY_ENTRY as u64).ok_or(NoIndex::Damaged)?;
        if from.checked_add(directory_length) != Some(start) {
            return Err(NoIndex::Damaged);
        }
        let directory = read_at(&mut input, from, directory_length)?;
        if key_of(&[&directory, told]).bytes().as_slice() != key {
            return Err(NoIndex::Damaged);
        }
        let samples = Key::of_bytes(sixteen(told, 56));
        let made_for = FileMark { size, modified: i128::from_le_bytes(sixteen(told, 40)), samples };
        if made_for != *mark {
            return Err(NoIndex::Stale);
        }
        let mut before = 0_u64;
        let groups = directory.chunks_exact(DIRECTORY_ENTRY).map(|told| {
            let [offset, records, rows] = [0, 8, 16].map(|at| number(told, at));
            let group = Group { offset, before, records, rows };
            before = before.saturating_add(records);
            group
        });
        Ok(Self { input, groups: groups.collect(), records })
    }

    /// Where record `record` (from 1) stands; `None` where there are fewer.
    ///
    /// # Errors
    /// Where the index is damaged.
    pub fn record(&mut self, record: u64) -> Result<Option<Entry>, NoIndex> {
        let Some(at) = record.checked_sub(1).filter(|_| record <= self.records) else { return Ok(None) };
        let group = self.groups.partition_point(|group| group.before <= at).checked_sub(1);
        let group = *group.and_then(|group| self.groups.get(group)).ok_or(NoIndex::Damaged)?;
        let inside = at - group.before;
        let entries = self.block(&group, inside / BLOCK as u64)?;
        Ok(entries.get(usize::try_from(inside % BLOCK as u64).unwrap_or(usize::MAX)).copied())
    }

    /// The records that may come by a position with one of these keys, each with its number from 1.
    ///
    /// # Errors
    /// Where the index is damaged.
    pub fn candidates(&mut self, keys: &[Key]) -> Result<Vec<(u64, Entry)>, NoIndex> {
        let mut found = Vec::new();
        for at in 0..self.groups.len() {
            let group = *self.groups.get(at).ok_or(NoIndex::Damaged)?;
            let mut blocks = Vec::new();
            for key in keys {
                let having = self.having(&group, *key)?;
                blocks.resize(having.len(), 0);
                blocks.iter_mut().zip(having).for_each(|(block, having)| *block |= having);
            }
            let may_have = |block: &u64| {
                let byte = usize::try_from(block / 8).ok().and_then(|byte| blocks.get(byte));
                byte.is_some_and(|byte| byte >> (block % 8) & 1 != 0)
            };
            for block in (0..group.blocks()).filter(may_have) {
                let first = group.before + block * BLOCK as u64 + 1;
                found.extend((first..).zip(self.block(&group, block)?));
            }
        }
        Ok(found)
    }

    /// A bit for each block of a group that may have a position.
    fn having(&mut self, group: &Group, key: Key) -> Result<Vec<u8>, NoIndex> {
        let mut blocks: Option<Vec<u8>> = None;
        for row in Print::of(key).rows(group.rows) {
            let bits = self.row(group, row)?;
            match &mut blocks {
                None => blocks = Some(bits),
                Some(blocks) => blocks.iter_mut().zip(bits).for_each(|(block, bits)| *block &= bits),
            }
            if blocks.as_ref().is_some_and(|blocks| blocks.iter().all(|bits| *bits == 0)) {
                break;
            }
        }
        Ok(blocks.unwrap_or_default())
    }

    fn row(&mut self, group: &Group, row: u64) -> Result<Vec<u8>, NoIndex> {
        let (offset, width) = group.row(row).ok_or(NoIndex::Damaged)?;
        let mut bytes = read_at(&mut self.input, offset, width.saturating_add(ROW_KEY as u64))?;
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
            key: Key::of_bytes(sixteen(bytes, 24)),
        };
        Ok(entries.chunks_exact(ENTRY).map(entry).collect())
    }
}

fn read_at(input: &mut (impl Read + Seek), from: u64, length: u64) -> Result<Vec<u8>, NoIndex> {
    let mut bytes = Vec::new();
    input.seek(SeekFrom::Start(from))?;
    input.take(length).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == length { Ok(bytes) } else { Err(NoIndex::Damaged) }
}

#[cfg(test)]
impl<R: Read + Seek> Index<R> {
    /// Reads all of it, so that what is damaged is found.
    pub(super) fn read_all(&mut self) -> Result<(), NoIndex> {
        for group in self.groups.clone() {
            (0..group.blocks()).try_for_each(|block| self.block(&group, block).map(drop))?;
            (0..group.rows).try_for_each(|row| self.row(&group, row).map(drop))?;
        }
        Ok(())
    }
}
