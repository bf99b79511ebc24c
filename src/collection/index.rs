//! An index of a file of records, `NAME.pips.pipx`: where each record stands, and which blocks of records come by a position.
//!
//! It is made of blocks of records, a directory of the blocks, and a trailer of fixed length at its end:
//!
//! | part | bytes, numbers with the lowest byte first |
//! |---|---|
//! | block | records, 4; bytes of the filter, 4; for each record its offset, its length and its line, 8 each, and its key, 16; the filter |
//! | directory | for each block its offset, 8, its length, 8, and its key, 16 |
//! | trailer | `pipx0001`; offset of the directory, 8; blocks, 8; records, 8; of the file its size, 8, its time, 16, and the key of samples of it, 16; the key of directory and trailer up to here, 16 |
//!
//! A key is the first half of a SHA-256. The filter of a block says of the symmetric key of a position that none of its records
//! comes by it, or that one may (a Bloom filter of sixteen bits a position, of which eight are set). Nothing is taken from an
//! index without its key being held against its bytes, and from the file neither.

use std::io::{self, Read, Seek, SeekFrom, Write};

use super::filter::Filter;
use crate::text::{Key, KeyMaker};

const MAGIC: &[u8; 8] = b"pipx0001";
/// How many records a block has: those that are replayed in vain where its filter is wrong.
const BLOCK: usize = 64;
const ENTRY: usize = 40;
const DIRECTORY_ENTRY: usize = 32;
const TRAILER: usize = 8 + 4 * 8 + 16 + 16 + 16;
/// The most bytes of a block that are read: its filter grows with the positions of 64 records.
const MOST_BLOCK_BYTES: u64 = 1 << 28;
/// The samples of a file by which it is known, and the bytes of each.
const SAMPLES: u64 = 64;
const SAMPLE: u64 = 4096;

/// What a file is known by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileMark {
    /// Its size in bytes.
    pub size: u64,
    /// When it was changed last, in nanoseconds since 1970.
    pub modified: i128,
    /// The key of samples of it, of all of it where it is small.
    pub samples: Key,
}

impl FileMark {
    /// The mark of a file.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn of(file: &mut (impl Read + Seek), size: u64, modified: i128) -> io::Result<Self> {
        let mut maker = KeyMaker::default();
        let mut read = |from: u64, length: u64| {
            let mut sample = Vec::new();
            file.seek(SeekFrom::Start(from))?;
            file.by_ref().take(length).read_to_end(&mut sample)?;
            maker.push(&sample);
            io::Result::Ok(())
        };
        if size <= SAMPLES * SAMPLE {
            read(0, size)?;
        } else {
            for at in 0..SAMPLES {
                let from = u128::from(size - SAMPLE) * u128::from(at) / u128::from(SAMPLES - 1);
                read(u64::try_from(from).unwrap_or(0), SAMPLE)?;
            }
        }
        Ok(Self { size, modified, samples: maker.key() })
    }
}

/// Where a record stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its first byte.
    pub offset: u64,
    /// How many it has.
    pub length: u64,
    /// The line on which it begins, from 1.
    pub line: u64,
    /// The key of its bytes.
    pub key: Key,
}

/// What the index learns of a record.
#[derive(Clone, Debug)]
pub struct Indexed {
    /// Where it stands.
    pub entry: Entry,
    /// The symmetric keys of its positions; `None` where any position may be one of them.
    pub positions: Option<Vec<Key>>,
}

/// Writes an index, block by block.
#[derive(Debug)]
pub struct IndexWriter<W> {
    out: W,
    written: u64,
    block: Vec<Indexed>,
    directory: Vec<u8>,
    blocks: u64,
    records: u64,
}

impl<W: Write> IndexWriter<W> {
    /// An index without records.
    pub fn new(out: W) -> Self {
        Self { out, written: 0, block: Vec::new(), directory: Vec::new(), blocks: 0, records: 0 }
    }

    /// Adds the next record of the file.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn add(&mut self, indexed: Indexed) -> io::Result<()> {
        self.block.push(indexed);
        if self.block.len() == BLOCK { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.block.is_empty() {
            return Ok(());
        }
        let positions = self.block.iter().map(|indexed| indexed.positions.as_deref());
        let filter = Filter::of(positions);
        let mut bytes = Vec::new();
        bytes.extend((self.block.len() as u32).to_le_bytes());
        bytes.extend(u32::try_from(filter.bytes().len()).map_err(io::Error::other)?.to_le_bytes());
        for Indexed { entry, .. } in &self.block {
            [entry.offset, entry.length, entry.line].iter().for_each(|number| bytes.extend(number.to_le_bytes()));
            bytes.extend(entry.key.bytes());
        }
        bytes.extend(filter.bytes());
        let length = bytes.len() as u64;
        self.directory.extend(self.written.to_le_bytes());
        self.directory.extend(length.to_le_bytes());
        self.directory.extend(key_of(&[&bytes]).bytes());
        self.out.write_all(&bytes)?;
        self.written += length;
        self.blocks += 1;
        self.records += self.block.len() as u64;
        self.block.clear();
        Ok(())
    }

    /// Writes what is left, for a file of that mark.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn finish(mut self, mark: &FileMark) -> io::Result<W> {
        self.flush()?;
        let mut trailer = MAGIC.to_vec();
        [self.written, self.blocks, self.records, mark.size]
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

fn key_of(parts: &[&[u8]]) -> Key {
    let mut maker = KeyMaker::default();
    parts.iter().for_each(|part| maker.push(part));
    maker.key()
}

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
    directory: Vec<u8>,
    /// How many records there are.
    pub records: u64,
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
        let (told, key) = trailer.split_at(TRAILER - 16);
        if !told.starts_with(MAGIC) {
            return Err(NoIndex::Damaged);
        }
        let [from, blocks, records, size] = [8, 16, 24, 32].map(|at| number(told, at));
        let directory_length = blocks.checked_mul(DIRECTORY_ENTRY as u64).ok_or(NoIndex::Damaged)?;
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
        Ok(Self { input, directory, records })
    }

    /// Where record `record` (from 1) stands; `None` where there are fewer.
    ///
    /// # Errors
    /// Where the index is damaged.
    pub fn record(&mut self, record: u64) -> Result<Option<Entry>, NoIndex> {
        let Some(at) = record.checked_sub(1).filter(|_| record <= self.records) else { return Ok(None) };
        let (block, inside) = (at / BLOCK as u64, at % BLOCK as u64);
        let (entries, _) = self.block(usize::try_from(block).unwrap_or(usize::MAX))?;
        Ok(entries.get(usize::try_from(inside).unwrap_or(usize::MAX)).copied())
    }

    /// The records that may come by a position with one of these symmetric keys, each with its number from 1.
    ///
    /// # Errors
    /// Where the index is damaged.
    pub fn candidates(&mut self, keys: &[Key]) -> Result<Vec<(u64, Entry)>, NoIndex> {
        let mut found = Vec::new();
        for at in 0..self.directory.len() / DIRECTORY_ENTRY {
            let (entries, filter) = self.block(at)?;
            if keys.iter().any(|key| filter.may_have(*key)) {
                found.extend((1 + (at * BLOCK) as u64..).zip(entries));
            }
        }
        Ok(found)
    }

    fn block(&mut self, at: usize) -> Result<(Vec<Entry>, Filter), NoIndex> {
        let told = self.directory.chunks_exact(DIRECTORY_ENTRY).nth(at).ok_or(NoIndex::Damaged)?;
        let (offset, length, key) = (number(told, 0), number(told, 8), sixteen(told, 16));
        if length > MOST_BLOCK_BYTES {
            return Err(NoIndex::Damaged);
        }
        let bytes = read_at(&mut self.input, offset, length)?;
        if key_of(&[&bytes]).bytes() != key {
            return Err(NoIndex::Damaged);
        }
        let count = usize::try_from(number(&bytes, 0) & u64::from(u32::MAX)).unwrap_or(0);
        let entries = bytes.get(8..8 + count * ENTRY).ok_or(NoIndex::Damaged)?;
        let entry = |bytes: &[u8]| Entry {
            offset: number(bytes, 0),
            length: number(bytes, 8),
            line: number(bytes, 16),
            key: Key::of_bytes(sixteen(bytes, 24)),
        };
        let filter = Filter::of_bytes(bytes.get(8 + count * ENTRY..).unwrap_or_default().to_vec());
        Ok((entries.chunks_exact(ENTRY).map(entry).collect(), filter))
    }
}

fn read_at(input: &mut (impl Read + Seek), from: u64, length: u64) -> Result<Vec<u8>, NoIndex> {
    let mut bytes = Vec::new();
    input.seek(SeekFrom::Start(from))?;
    input.take(length).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == length { Ok(bytes) } else { Err(NoIndex::Damaged) }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn entry(at: u64) -> Entry {
        Entry { offset: at * 100, length: 100, line: at * 7 + 1, key: Key::of(&at.to_string()) }
    }

    fn mark() -> FileMark {
        FileMark { size: 20_000, modified: 17, samples: Key::of("samples") }
    }

    fn index(records: u64) -> Vec<u8> {
        let mut writer = IndexWriter::new(Vec::new());
        for at in 0..records {
            let positions = (0..20).map(|turn| Key::of(&format!("{at} {turn}"))).collect();
            writer.add(Indexed { entry: entry(at), positions: Some(positions) }).unwrap();
        }
        writer.finish(&mark()).unwrap()
    }

    #[test]
    fn records_and_positions_are_found() {
        let mut index = Index::open(Cursor::new(index(200)), &mark()).unwrap();
        for record in [1, 64, 65, 200] {
            assert_eq!(index.record(record).unwrap(), Some(entry(record - 1)));
        }
        assert_eq!((index.record(0).unwrap(), index.record(201).unwrap()), (None, None));
        let found = index.candidates(&[Key::of("130 7")]).unwrap();
        assert!(found.contains(&(131, entry(130))) && found.len() <= 128, "{}", found.len());
        let in_vain = (0..100).map(|at| index.candidates(&[Key::of(&format!("none {at}"))]).unwrap().len());
        assert!(in_vain.sum::<usize>() < 100 * 200 / 50);
    }

    #[test]
    fn an_index_that_is_stale_or_damaged_is_of_no_use() {
        let bytes = index(100);
        let open = |bytes: &[u8], mark: &FileMark| Index::open(Cursor::new(bytes.to_vec()), mark);
        for other in [
            FileMark { size: 1, ..mark() },
            FileMark { modified: 18, ..mark() },
            FileMark { samples: Key::default(), ..mark() },
        ] {
            assert!(matches!(open(&bytes, &other), Err(NoIndex::Stale)));
        }
        let whole = |bytes: &[u8]| -> Result<(), NoIndex> {
            let mut index = open(bytes, &mark())?;
            index.record(1)?;
            index.record(100)?;
            Ok(())
        };
        assert!(whole(&bytes).is_ok());
        for at in 0..bytes.len() {
            let mut wrong = bytes.clone();
            wrong[at] ^= 1;
            assert!(whole(&wrong).is_err(), "byte {at}");
        }
        for length in [0, 1, TRAILER, bytes.len() - 1] {
            assert!(matches!(open(&bytes[..length], &mark()), Err(NoIndex::Damaged)), "{length}");
        }
    }

    #[test]
    fn a_file_is_known_by_samples() {
        let mut large = vec![b'a'; 1 << 20];
        let mark = |bytes: &[u8]| FileMark::of(&mut Cursor::new(bytes.to_vec()), bytes.len() as u64, 0).unwrap();
        let before = mark(&large);
        large[(1 << 20) - 1] = b'b';
        assert_ne!(mark(&large), before);
        assert_eq!(mark(b"small").samples, Key::of("small"));
    }
}
