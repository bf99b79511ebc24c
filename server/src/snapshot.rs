//! Snapshot of a document, on which threads work while the document is edited further. An [`Entry`]
//! is one of its records, from `sections.rs` or `embedded_records.rs`; the comments before the
//! first record are an entry too, the preamble.
//!
//! The lines of a code block may have a margin in the document, an indent or `> `, that is not part
//! of the record. Bytes of the document and bytes of a record are therefore converted.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use lsp_types::{Location, Position, Range as Places, Uri};

use super::document_text::Text;
use super::embedded_records::{EmbeddedRecord, EmbeddedRecords};
use super::environment::Project;
use super::record_cache::{Judged, RecordCache};
use super::sections::{Block, Section, SectionPlace, Sections};
use pipscribe::findings::BookAddress;
use pipscribe::games::Context;
use pipscribe::publish::documents::PageKind;
use pipscribe::text::{MAX_RECORD_BYTES, RawKind, RawRecord, Span};

/// Records of a document.
#[derive(Clone, Debug)]
pub(super) enum DocumentRecords {
    /// Records of a file in the notation.
    Notation(Sections),
    /// Records of a document in Markdown, LaTeX or Typst.
    Embedded(Arc<EmbeddedRecords>),
}

/// Snapshot of a document. Cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct Snapshot {
    pub(super) uri: Uri,
    pub(super) path: Option<PathBuf>,
    /// Version given by the client.
    pub(super) version: Option<i32>,
    /// Number that is unique among all snapshots of all documents.
    pub(super) generation: u64,
    /// Byte of the last edit.
    pub(super) edited_at: usize,
    pub(super) text: Arc<Text>,
    /// Bytes of a file that is not valid UTF-8. In the text, replacement characters of the same
    /// length stand for the invalid bytes.
    pub(super) undecoded: Option<Arc<[u8]>>,
    pub(super) records: DocumentRecords,
    pub(super) context: Context,
    /// True if the client shows text faded.
    pub(super) fades: bool,
    /// Settings of the project, combined with the user settings.
    pub(super) project: Arc<Project>,
    /// Book to link to.
    pub(super) book: Option<BookAddress<'static>>,
}

/// Record of a document, or the comments before one.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// Bytes in the document.
    pub(super) range: Range<usize>,
    /// True if there is only white space or comments.
    pub(super) preamble: bool,
    /// Cached verdict.
    pub(super) cache: Arc<RecordCache>,
    /// Record of a code block. Its bytes are its range without the margins.
    embedded: Option<Arc<RawRecord>>,
}

impl Entry {
    /// Returns the entry of an empty document, in which a record may be typed.
    fn empty() -> Self {
        Self {
            range: 0..0,
            preamble: true,
            cache: RecordCache::new(&Arc::default()),
            embedded: None,
        }
    }

    /// Returns true if the record is in a code block of a document.
    pub(super) fn is_embedded(&self) -> bool {
        self.embedded.is_some()
    }

    fn of_section(section: &Section, start: usize) -> Self {
        let range = start..start + section.bytes;
        Self {
            range,
            preamble: section.preamble,
            cache: Arc::clone(&section.cache),
            embedded: None,
        }
    }

    fn of_embedded(record: &EmbeddedRecord) -> Self {
        let raw = &record.raw;
        let start = usize::try_from(raw.offset).unwrap_or(usize::MAX);
        let end_of_record = Span::new(raw.bytes.len(), raw.bytes.len());
        let length_with_margins = raw.margins.stretch(end_of_record).end;
        let length = usize::try_from(length_with_margins).unwrap_or(usize::MAX);
        Self {
            range: start..start + length,
            preamble: !raw.is_record(),
            cache: Arc::clone(&record.cache),
            embedded: Some(Arc::clone(raw)),
        }
    }

    /// Returns the kind of the text for the parser.
    fn kind(&self) -> RawKind {
        if self.preamble {
            RawKind::Leading
        } else {
            RawKind::Record
        }
    }

    /// Converts a span of the record to bytes of the document.
    pub(super) fn in_document(&self, span: Span) -> Range<usize> {
        match &self.embedded {
            None => self.range.start + span.start as usize..self.range.start + span.end as usize,
            Some(raw) => {
                // Bytes from the start of the record, with the margins.
                let stretch = raw.margins.stretch(span);
                let in_document = |offset: u64| {
                    let offset = usize::try_from(offset).unwrap_or(usize::MAX);
                    self.range.start.saturating_add(offset)
                };
                in_document(stretch.start)..in_document(stretch.end)
            }
        }
    }

    /// Converts a byte of the document to a byte of the record. A byte in a margin becomes the byte
    /// after the margin.
    pub(super) fn in_record(&self, byte: usize) -> usize {
        match &self.embedded {
            None => byte.clamp(self.range.start, self.range.end) - self.range.start,
            Some(raw) => {
                // Binary search: the conversion to document bytes is monotonic.
                let mut low = 0;
                let mut high = raw.bytes.len();
                while low < high {
                    let middle = (low + high) / 2;
                    if self.in_document(Span::new(middle, middle)).start < byte {
                        low = middle + 1;
                    } else {
                        high = middle;
                    }
                }
                low
            }
        }
    }

    /// Adds to a text to be inserted the margin that the lines of the record have in the document.
    pub(super) fn lines_in_document(&self, text: &str) -> String {
        match &self.embedded {
            Some(raw) if text.contains('\n') => {
                let margin = String::from_utf8_lossy(raw.margins.of_first_line(&raw.bytes));
                text.replace('\n', &format!("\n{margin}"))
            }
            _ => text.to_owned(),
        }
    }
}

impl Snapshot {
    /// Returns the kind of the document if it has code blocks.
    pub(super) fn page_kind(&self) -> Option<PageKind> {
        match &self.records {
            DocumentRecords::Embedded(embedded) => Some(embedded.kind),
            DocumentRecords::Notation(_) => None,
        }
    }

    /// Returns the record that contains a byte of the document or ends there. Comments before a
    /// record count as one.
    pub(super) fn entry_at(&self, byte: usize) -> Option<Entry> {
        match &self.records {
            DocumentRecords::Notation(sections) => {
                let Some(place) = sections.section_at(byte) else {
                    return Some(Entry::empty());
                };
                sections
                    .section(place)
                    .map(|section| Entry::of_section(section, place.start))
            }
            DocumentRecords::Embedded(embedded) => {
                // The last record that starts at or before the byte may contain it.
                let records = embedded.records(&self.text);
                let next = records.partition_point(|record| record.raw.offset <= byte as u64);
                let last_before = records.get(next.checked_sub(1)?)?;
                let entry = Entry::of_embedded(last_before);
                (byte <= entry.range.end).then_some(entry)
            }
        }
    }

    /// Returns the records that overlap or touch a range, in order.
    pub(super) fn entries(&self, range: Range<usize>) -> Box<dyn Iterator<Item = Entry> + '_> {
        match &self.records {
            DocumentRecords::Notation(sections) => {
                let mut next = sections.section_at(range.start);
                Box::new(std::iter::from_fn(move || {
                    let place: SectionPlace = next.filter(|place| place.start <= range.end)?;
                    next = sections.next(place);
                    sections
                        .section(place)
                        .map(|section| Entry::of_section(section, place.start))
                }))
            }
            DocumentRecords::Embedded(embedded) => {
                let all = embedded.records(&self.text).iter().map(Entry::of_embedded);
                let overlaps = move |entry: &Entry| {
                    entry.range.start <= range.end && entry.range.end >= range.start
                };
                Box::new(all.filter(overlaps))
            }
        }
    }

    /// Returns all records.
    pub(super) fn all_entries(&self) -> Box<dyn Iterator<Item = Entry> + '_> {
        self.entries(0..self.text.len())
    }

    /// Returns the records of a block that begins at `start`.
    pub(super) fn entries_of(block: &Block, start: usize) -> impl Iterator<Item = Entry> {
        block.sections.iter().scan(start, |start, section| {
            let entry = Entry::of_section(section, *start);
            *start += section.bytes;
            Some(entry)
        })
    }

    /// Returns a record for parsing, with offsets relative to its own start.
    pub(super) fn raw(&self, entry: &Entry) -> RawRecord {
        match &entry.embedded {
            Some(raw) => RawRecord {
                offset: 0,
                line: 1,
                ..RawRecord::clone(raw)
            },
            None => {
                // The parser gets a record that is too long without its end.
                let end = entry.range.end.min(self.text.len());
                let end_of_read = end.min(entry.range.start + MAX_RECORD_BYTES);
                RawRecord {
                    line: 1,
                    bytes: self.bytes_as_read(entry.range.start..end, MAX_RECORD_BYTES),
                    dropped: (end - end_of_read) as u64,
                    kind: entry.kind(),
                    // Tags at the end of a record may belong to a record that follows.
                    is_followed: !entry.preamble && end < self.text.len(),
                    ..RawRecord::default()
                }
            }
        }
    }

    /// Returns the first `most` bytes of a range as they are in the file, before decoding.
    fn bytes_as_read(&self, range: Range<usize>, most: usize) -> Vec<u8> {
        let length = range.len().min(most);
        if let Some(bytes) = &self.undecoded {
            return bytes
                .get(range.start..range.start + length)
                .unwrap_or_default()
                .to_vec();
        }
        let mut bytes = self.text.part(range).as_bytes().to_vec();
        bytes.truncate(length);
        bytes
    }

    /// Returns a record with all of its text, even if it exceeds the maximum length.
    pub(super) fn whole(&self, entry: &Entry) -> RawRecord {
        match &entry.embedded {
            Some(_) => self.raw(entry),
            None => {
                let bytes = self.text_of(entry.range.clone()).into_bytes();
                RawRecord {
                    line: 1,
                    bytes,
                    kind: entry.kind(),
                    ..RawRecord::default()
                }
            }
        }
    }

    /// Returns the verdict on a record.
    pub(super) fn judged<'e>(&self, entry: &'e Entry) -> &'e Judged {
        entry
            .cache
            .judged(|| self.raw(entry), &self.context, &self.project.selection)
    }

    /// Returns the text of a range of bytes.
    pub(super) fn text_of(&self, range: Range<usize>) -> String {
        self.text.part(range).to_owned()
    }

    pub(super) fn byte_of(&self, position: Position) -> usize {
        self.text.byte_of(position)
    }

    pub(super) fn bytes_of(&self, range: Places) -> Range<usize> {
        self.text.bytes_of(range)
    }

    pub(super) fn range_of(&self, bytes: &Range<usize>) -> Places {
        self.text.range_of(bytes)
    }

    /// Returns the place of a span of a record in the document.
    pub(super) fn range_in(&self, entry: &Entry, span: Span) -> Places {
        self.range_of(&entry.in_document(span))
    }

    pub(super) fn location(&self, entry: &Entry, span: Span) -> Location {
        Location {
            uri: self.uri.clone(),
            range: self.range_in(entry, span),
        }
    }
}
