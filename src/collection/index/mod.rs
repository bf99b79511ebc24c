//! An index of a file of records, `NAME.pips.pipx`: where each record stands, and which blocks of records come by a position.
//!
//! It is made of groups of records, a directory of them, and a trailer of fixed length at its end:
//!
//! | part | bytes, numbers with the lowest byte first |
//! |---|---|
//! | group | its records in blocks of 64, then the rows of its filters |
//! | block | for each record its offset, its length and its line, 8 each, and its key, 16; the key of all that, 16 |
//! | row | a bit for each block, from the lowest; the first 8 bytes of the key of that |
//! | directory | for each group its offset, its records and its rows, 8 each |
//! | trailer | `pipx0002`; offset of the directory, 8; groups, 8; records, 8; of the file its size, 8, its time, 16, and the key of samples of it, 16; the key of directory and trailer up to here, 16 |
//!
//! A key is the first half of a SHA-256. The filter of a block says of the key of a position that none of its records comes by it,
//! or that one may (a Bloom filter of sixteen bits a position, of which eight are set). The filters of a group lie across: a
//! row has the same bit of all of them, so that eight short rows of each group tell which blocks a position may be in. Nothing is
//! taken from an index without its key being held against its bytes, and from the file neither.

mod filter;
mod read;
mod write;

use std::io::{self, Read, Seek, SeekFrom};

use crate::text::{Key, KeyMaker};

pub use read::{Index, NoIndex};
pub use write::IndexWriter;

const MAGIC: &[u8; 8] = b"pipx0002";
/// How many records a block has: those that are replayed in vain where its filter is wrong.
const BLOCK: usize = 64;
const ENTRY: usize = 40;
const KEY: usize = 16;
/// The bytes of a row's key: a row is hardly longer.
const ROW_KEY: usize = 8;
const DIRECTORY_ENTRY: usize = 24;
const TRAILER: usize = 8 + 4 * 8 + 16 + KEY + KEY;
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
    /// The keys of its positions.
    pub positions: Vec<Key>,
}

fn key_of(parts: &[&[u8]]) -> Key {
    let mut maker = KeyMaker::default();
    parts.iter().for_each(|part| maker.push(part));
    maker.key()
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

    /// An index of so many records with so many positions each.
    fn index(records: u64, positions: u64) -> Vec<u8> {
        let mut writer = IndexWriter::new(Vec::new());
        for at in 0..records {
            let positions = (0..positions).map(|turn| Key::of(&format!("{at} {turn}"))).collect();
            writer.add(Indexed { entry: entry(at), positions }).unwrap();
        }
        writer.finish(&mark()).unwrap()
    }

    #[test]
    fn records_and_positions_are_found() {
        let mut index = Index::open(Cursor::new(index(200, 20)), &mark()).unwrap();
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
    fn records_are_found_in_every_group() {
        let records = 512 * 64 * 2 + 70;
        let mut index = Index::open(Cursor::new(index(records, 1)), &mark()).unwrap();
        for record in [1, 512 * 64, 512 * 64 + 1, 512 * 64 * 2, 512 * 64 * 2 + 1, records] {
            assert_eq!(index.record(record).unwrap(), Some(entry(record - 1)));
            let found = index.candidates(&[Key::of(&format!("{} 0", record - 1))]).unwrap();
            assert!(found.contains(&(record, entry(record - 1))) && found.len() < 6 * 64, "{}", found.len());
        }
        assert_eq!(index.record(records + 1).unwrap(), None);
        let both = index.candidates(&[Key::of("0 0"), Key::of("65600 0")]).unwrap();
        assert!([(1, entry(0)), (65_601, entry(65_600))].iter().all(|found| both.contains(found)));
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

    mod slow {
        use super::*;

        #[test]
        fn an_index_that_is_stale_or_damaged_is_of_no_use() {
            let bytes = index(100, 1);
            let open = |bytes: &[u8], mark: &FileMark| Index::open(Cursor::new(bytes.to_vec()), mark);
            for other in [
                FileMark { size: 1, ..mark() },
                FileMark { modified: 18, ..mark() },
                FileMark { samples: Key::default(), ..mark() },
            ] {
                assert!(matches!(open(&bytes, &other), Err(NoIndex::Stale)));
            }
            let whole = |bytes: &[u8]| open(bytes, &mark())?.read_all();
            assert!(whole(&bytes).is_ok());
            // One byte of each row, and all others.
            for at in (0..bytes.len()).filter(|at| *at < 6_000 || at % 9 == 0 || at + 500 > bytes.len()) {
                let mut wrong = bytes.clone();
                wrong[at] ^= 1;
                assert!(whole(&wrong).is_err(), "byte {at}");
            }
            for length in [0, 1, TRAILER, bytes.len() - 1] {
                assert!(matches!(open(&bytes[..length], &mark()), Err(NoIndex::Damaged)), "{length}");
            }
        }
    }
}
