//! Writer of an index, group by group.

use std::io::{self, Write};

use super::filter::{Filters, Print};
use super::{BLOCK, Entry, FileMark, Indexed, MAGIC, ROW_KEY, key_of};

/// Maximum number of blocks in a group.
const MAX_BLOCKS: usize = 512;
/// Maximum number of positions in a group; they are held in memory until it is written. A block
/// that reaches this number by itself matches any position.
const MAX_POSITIONS: usize = 1 << 22;

/// Writer of an index.
#[derive(Debug)]
pub(crate) struct IndexWriter<W> {
    out: W,
    written: u64,
    group: Group,
    directory: Vec<u8>,
    groups: u64,
    records: u64,
}

/// Records that have not been written yet.
#[derive(Debug, Default)]
struct Group {
    entries: Vec<Entry>,
    /// Positions of each block; `None` for a block that matches any position.
    blocks: Vec<Option<Vec<Print>>>,
    /// Number of positions in all blocks before the last.
    positions: usize,
}

impl Group {
    fn add(&mut self, Indexed { entry, positions }: Indexed) {
        if self.entries.len().is_multiple_of(BLOCK) {
            self.blocks.push(Some(Vec::new()));
        }
        self.entries.push(entry);
        if let Some(block) = self.blocks.last_mut() {
            match block {
                Some(block) if block.len() + positions.len() < MAX_POSITIONS => {
                    block.extend(positions.into_iter().map(Print::of));
                }
                _ => *block = None,
            }
        }
        if self.entries.len().is_multiple_of(BLOCK) {
            self.end_block();
        }
    }

    fn end_block(&mut self) {
        if let Some(Some(block)) = self.blocks.last_mut() {
            block.sort_unstable();
            block.dedup();
            block.shrink_to_fit();
            self.positions += block.len();
        }
    }

    fn is_full(&self) -> bool {
        let is_whole = self.entries.len().is_multiple_of(BLOCK);
        is_whole && (self.blocks.len() == MAX_BLOCKS || self.positions >= MAX_POSITIONS)
    }
}

impl<W: Write> IndexWriter<W> {
    /// Creates a writer of an index without records.
    pub(crate) fn new(out: W) -> Self {
        Self {
            out,
            written: 0,
            group: Group::default(),
            directory: Vec::new(),
            groups: 0,
            records: 0,
        }
    }

    /// Adds the next record of the file.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn add(&mut self, indexed: Indexed) -> io::Result<()> {
        self.group.add(indexed);
        if self.group.is_full() {
            self.flush()
        } else {
            Ok(())
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        let Group {
            entries, blocks, ..
        } = std::mem::take(&mut self.group);
        if entries.is_empty() {
            return Ok(());
        }
        let mut bytes = Vec::new();
        for block in entries.chunks(BLOCK) {
            let from = bytes.len();
            for Entry {
                offset,
                length,
                line,
                key,
            } in block
            {
                [offset, length, line]
                    .iter()
                    .for_each(|number| bytes.extend(number.to_le_bytes()));
                bytes.extend(key.bytes());
            }
            let key = key_of(&[bytes.get(from..).unwrap_or_default()]);
            bytes.extend(key.bytes());
        }
        let filters = Filters::of(&blocks);
        for row in filters.rows() {
            bytes.extend(row);
            bytes.extend(key_of(&[row]).bytes().iter().take(ROW_KEY));
        }
        [
            self.written,
            entries.len() as u64,
            filters.rows().len() as u64,
        ]
        .iter()
        .for_each(|number| self.directory.extend(number.to_le_bytes()));
        self.out.write_all(&bytes)?;
        self.written += bytes.len() as u64;
        self.groups += 1;
        self.records += entries.len() as u64;
        Ok(())
    }

    /// Writes the rest of the index, for a file with this fingerprint.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn finish(mut self, mark: &FileMark) -> io::Result<W> {
        self.group.end_block();
        self.flush()?;
        let mut trailer = MAGIC.to_vec();
        [self.written, self.groups, self.records, mark.size]
            .iter()
            .for_each(|number| trailer.extend(number.to_le_bytes()));
        trailer.extend(mark.modified.to_le_bytes());
        trailer.extend(mark.samples.bytes());
        let key = key_of(&[&self.directory, &trailer]);
        self.out.write_all(&self.directory)?;
        self.out.write_all(&trailer)?;
        self.out.write_all(&key.bytes())?;
        Ok(self.out)
    }
}
