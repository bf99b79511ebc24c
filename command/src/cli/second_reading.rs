//! Second reading of records, in the order of the first. To save memory, a command stores only the
//! places of its records ([`SecondReading::remember`]), and reads the texts again when it writes
//! them ([`SecondReading::copy`]).

use std::fs::File;
use std::hash::{DefaultHasher, Hasher};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::PathBuf;

use super::Failure;
use super::held_records::HeldBytes;
use super::record_writer::RecordWriter;
use super::source::Source;
use pipscribe::text::RawRecord;

/// Place of a record.
pub(super) struct Place {
    /// Index of its file in [`SecondReading`].
    file: usize,
    /// Number of the record in its file, from 1.
    pub(super) number: u64,
    /// The line on which the record begins.
    pub(super) line: u64,
    text: PlacedText,
}

/// Location of the text of a record.
enum PlacedText {
    /// In its file. The hash shows whether the file has changed since.
    InFile { offset: u64, length: u64, hash: u64 },
    /// In memory, because standard input and pipes can be read only once, and the blocks of
    /// documents have no offsets.
    InMemory(Vec<u8>),
}

/// Files whose records are read a second time.
#[derive(Default)]
pub(super) struct SecondReading {
    files: Vec<ReadFile>,
    /// The file that is being read again. One file is enough, because the records are read in the
    /// order of their files.
    open: Option<OpenFile>,
    /// The bytes of the records that are kept in memory.
    held: HeldBytes,
}

struct OpenFile {
    /// Index among the files.
    index: usize,
    file: File,
}

/// A file of the first reading.
struct ReadFile {
    name: String,
    /// The path; `None` if the file can be read only once.
    path: Option<PathBuf>,
}

impl SecondReading {
    /// Stores the place of a record of the first reading.
    pub(super) fn remember(
        &mut self,
        source: &Source,
        number: u64,
        raw: RawRecord,
    ) -> Result<Place, Failure> {
        let is_new = self
            .files
            .last()
            .is_none_or(|file| file.name != source.name);
        if is_new {
            self.files.push(ReadFile {
                name: source.name.clone(),
                path: rereadable_path(source),
            });
        }

        let can_be_read_again = self.files.last().is_some_and(|file| file.path.is_some());
        let line = raw.line;
        let text = if can_be_read_again {
            PlacedText::InFile {
                offset: raw.offset,
                length: raw.bytes.len() as u64,
                hash: hash_of(&raw.bytes),
            }
        } else {
            self.held.count(&raw)?;
            PlacedText::InMemory(raw.bytes)
        };
        Ok(Place {
            file: self.files.len().saturating_sub(1),
            number,
            line,
            text,
        })
    }

    /// Returns the place of a record for messages.
    pub(super) fn name(&self, place: &Place) -> String {
        format!("{}:{}", self.path(place), place.line)
    }

    /// Returns the path of the file of a record.
    pub(super) fn path(&self, place: &Place) -> &str {
        self.files
            .get(place.file)
            .map_or("-", |file| file.name.as_str())
    }

    /// Writes a record.
    pub(super) fn copy(
        &mut self,
        place: &Place,
        records: &mut RecordWriter,
    ) -> Result<(), Failure> {
        let name = self.name(place);
        match &place.text {
            PlacedText::InMemory(bytes) => records.push(&name, bytes),
            PlacedText::InFile {
                offset,
                length,
                hash,
            } => {
                let bytes = self
                    .read(place.file, *offset, *length)
                    .and_then(|bytes| unchanged(bytes, *hash))
                    .map_err(|error| Failure::reading(self.path(place), error))?;
                records.push(&name, &bytes)
            }
        }
    }

    fn read(&mut self, index: usize, offset: u64, length: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let file = self.file(index)?;
        file.seek(SeekFrom::Start(offset))?;
        file.take(length).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Returns a file. Opens it unless it is the file of the previous record.
    fn file(&mut self, index: usize) -> io::Result<&mut File> {
        let open = match self.open.take() {
            Some(open) if open.index == index => open,
            _ => {
                let path = self.files.get(index).and_then(|file| file.path.as_ref());
                let path = path.ok_or(io::ErrorKind::NotFound)?;
                OpenFile {
                    index,
                    file: File::open(path)?,
                }
            }
        };
        Ok(&mut self.open.insert(open).file)
    }
}

/// Returns the path of a file whose records can be read again by their offsets.
fn rereadable_path(source: &Source) -> Option<PathBuf> {
    let path = source.path.as_ref()?;
    let is_document = source.page_kind().is_some();
    if path.is_file() && !is_document {
        Some(path.clone())
    } else {
        None
    }
}

/// Returns a hash of the text of a record. It is not written anywhere, so it may differ between
/// versions of the program.
fn hash_of(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish()
}

/// Fails if the text differs from the first reading.
fn unchanged(bytes: Vec<u8>, hash: u64) -> io::Result<Vec<u8>> {
    if hash_of(&bytes) == hash {
        Ok(bytes)
    } else {
        Err(io::Error::other("the file was changed while it was read"))
    }
}
