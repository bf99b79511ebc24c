//! Index of a file of records, `NAME.pips.pipx`. It holds the place of each record and the
//! positions that each block of records may contain.
//!
//! An index consists of groups of records, a directory of the groups, and a trailer of fixed length
//! at the end:
//!
//! | part | bytes; numbers are little-endian |
//! |---|---|
//! | group | its records in blocks of 64, then the rows of its filters |
//! | block | for each record its offset, length and line, 8 each, and its key, 16; then the key of all that, 16 |
//! | row | one bit per block, lowest bit first; then the first 8 bytes of the row's key |
//! | directory | for each group its offset, its number of records and its number of rows, 8 each |
//! | trailer | `pipx0002`; offset of the directory, groups, records, size of file, 8 each; time, samples, key, 16 each |
//!
//! A key is the first half of a SHA-256. The trailer has the time of the file, the key of samples
//! of its content, and the key of the directory and of the trailer before it. The filter of a block
//! is a Bloom filter with 16 bits per position, of which 8 are set. For the key of a position it
//! answers either that no record of the block reaches the position, or that one may.
//!
//! The filters of a group are bit-sliced: a row holds the same bit of all of them. Reading eight
//! short rows of each group is therefore enough to find the blocks that may contain a position.
//! Every part read from the index or from the file is verified against its key.

mod filter;
mod read;
mod write;

use std::io::{self, Read, Seek, SeekFrom};

use pipscribe::text::{Key, KeyMaker};

pub(crate) use read::{Index, NoIndex};
pub(crate) use write::IndexWriter;

const MAGIC: &[u8; 8] = b"pipx0002";
/// Records per block. A false positive of a filter costs replaying this many records.
const BLOCK: usize = 64;
const ENTRY: usize = 40;
const KEY: usize = 16;
/// Bytes of a row's key. A row itself is hardly longer.
const ROW_KEY: usize = 8;
const DIRECTORY_ENTRY: usize = 24;
const TRAILER: usize = 8 + 4 * 8 + 16 + KEY + KEY;
/// Number of samples that identify a file, and the bytes of each.
const SAMPLES: u64 = 64;
const SAMPLE: u64 = 4096;

/// Fingerprint of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FileMark {
    /// Size in bytes.
    pub size: u64,
    /// Time of the last change, in nanoseconds since 1970.
    pub modified: i128,
    /// Key of samples of the content, or of all of it if the file is small.
    pub samples: Key,
}

impl FileMark {
    /// Computes the fingerprint of a file.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(crate) fn of(file: &mut (impl Read + Seek), size: u64, modified: i128) -> io::Result<Self> {
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
            for index in 0..SAMPLES {
                let from = u128::from(size - SAMPLE) * u128::from(index) / u128::from(SAMPLES - 1);
                read(u64::try_from(from).unwrap_or(0), SAMPLE)?;
            }
        }
        Ok(Self {
            size,
            modified,
            samples: maker.key(),
        })
    }
}

/// Place of a record in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Offset of the first byte.
    pub offset: u64,
    /// Length in bytes.
    pub length: u64,
    /// Line on which the record begins, from 1.
    pub line: u64,
    /// Key of its bytes.
    pub key: Key,
}

/// Data that the index stores about a record.
#[derive(Clone, Debug)]
pub(crate) struct Indexed {
    /// Place of the record.
    pub entry: Entry,
    /// Keys of its positions.
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
        Entry {
            offset: at * 100,
            length: 100,
            line: at * 7 + 1,
            key: Key::from_text(&at.to_string()),
        }
    }

    fn mark() -> FileMark {
        FileMark {
            size: 20_000,
            modified: 17,
            samples: Key::from_text("samples"),
        }
    }

    /// Returns an index of `records` records with `positions` positions each.
    fn index(records: u64, positions: u64) -> Vec<u8> {
        let mut writer = IndexWriter::new(Vec::new());
        for at in 0..records {
            let positions = (0..positions)
                .map(|turn| Key::from_text(&format!("{at} {turn}")))
                .collect();
            writer
                .add(Indexed {
                    entry: entry(at),
                    positions,
                })
                .unwrap();
        }
        writer.finish(&mark()).unwrap()
    }

    #[test]
    fn records_and_positions_are_found() {
        let mut index = Index::open(Cursor::new(index(200, 20)), &mark()).unwrap();
        for record in [1, 64, 65, 200] {
            assert_eq!(index.record(record).unwrap(), Some(entry(record - 1)));
        }
        assert_eq!(
            (index.record(0).unwrap(), index.record(201).unwrap()),
            (None, None)
        );
        let found = index.candidates(&[Key::from_text("130 7")]).unwrap();
        assert!(
            found.contains(&(131, entry(130))) && found.len() <= 128,
            "{}",
            found.len()
        );
        let in_vain = (0..100).map(|at| {
            index
                .candidates(&[Key::from_text(&format!("none {at}"))])
                .unwrap()
                .len()
        });
        assert!(in_vain.sum::<usize>() < 100 * 200 / 50);
    }

    #[test]
    fn records_are_found_in_every_group() {
        let records = 512 * 64 * 2 + 70;
        let mut index = Index::open(Cursor::new(index(records, 1)), &mark()).unwrap();
        for record in [
            1,
            512 * 64,
            512 * 64 + 1,
            512 * 64 * 2,
            512 * 64 * 2 + 1,
            records,
        ] {
            assert_eq!(index.record(record).unwrap(), Some(entry(record - 1)));
            let found = index
                .candidates(&[Key::from_text(&format!("{} 0", record - 1))])
                .unwrap();
            assert!(
                found.contains(&(record, entry(record - 1))) && found.len() < 6 * 64,
                "{}",
                found.len()
            );
        }
        assert_eq!(index.record(records + 1).unwrap(), None);
        let both = index
            .candidates(&[Key::from_text("0 0"), Key::from_text("65600 0")])
            .unwrap();
        assert!(
            [(1, entry(0)), (65_601, entry(65_600))]
                .iter()
                .all(|found| both.contains(found))
        );
    }

    #[test]
    fn a_file_is_identified_by_samples() {
        let mut large = vec![b'a'; 1 << 20];
        let mark = |bytes: &[u8]| {
            FileMark::of(&mut Cursor::new(bytes.to_vec()), bytes.len() as u64, 0).unwrap()
        };
        let before = mark(&large);
        large[(1 << 20) - 1] = b'b';
        assert_ne!(mark(&large), before);
        assert_eq!(mark(b"small").samples, Key::from_text("small"));
    }

    mod slow {
        use super::*;

        #[test]
        fn a_stale_or_damaged_index_is_not_used() {
            let bytes = index(100, 1);
            let open =
                |bytes: &[u8], mark: &FileMark| Index::open(Cursor::new(bytes.to_vec()), mark);
            for other in [
                FileMark { size: 1, ..mark() },
                FileMark {
                    modified: 18,
                    ..mark()
                },
                FileMark {
                    samples: Key::default(),
                    ..mark()
                },
            ] {
                assert!(matches!(open(&bytes, &other), Err(NoIndex::Stale)));
            }
            let whole = |bytes: &[u8]| open(bytes, &mark())?.read_all();
            assert!(whole(&bytes).is_ok());
            // Damages one byte of each row and every byte elsewhere.
            for at in
                (0..bytes.len()).filter(|at| *at < 6_000 || at % 9 == 0 || at + 500 > bytes.len())
            {
                let mut wrong = bytes.clone();
                wrong[at] ^= 1;
                assert!(whole(&wrong).is_err(), "byte {at}");
            }
            for length in [0, 1, TRAILER, bytes.len() - 1] {
                assert!(
                    matches!(open(&bytes[..length], &mark()), Err(NoIndex::Damaged)),
                    "{length}"
                );
            }
        }
    }
}
