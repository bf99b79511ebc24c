//! A record as a sequence of bytes, with its place in its file.

use memchr::memchr_iter;

use super::edits::sort_edits;
use super::{Claim, MAX_RECORD_BYTES, Margins, Span};

/// The byte order mark of UTF-8.
pub const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Kind of a piece of a stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RawKind {
    /// A record.
    #[default]
    Record,
    /// White space and `#` comments about the whole stream, before its first record.
    Heading,
    /// White space and `#` comments about the record directly after them.
    Leading,
}

/// The bytes of one record, or of the comments before it, with their place in the stream.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RawRecord {
    /// The offset in the stream, in bytes.
    pub offset: u64,
    /// The line of the stream on which it begins, from 1.
    pub line: u64,
    /// The bytes; at most [`MAX_RECORD_BYTES`], unless the splitter keeps all bytes.
    pub bytes: Vec<u8>,
    /// The number of bytes beyond the limit, which were dropped.
    pub dropped: u64,
    /// Kind: a record, or comments to preserve.
    pub kind: RawKind,
    /// The margins before its lines, if it is in a list or a quote.
    pub margins: Margins,
    /// The claim in the first line of its code block, such as `illegal`; `None` outside a document.
    pub claim: Option<Claim>,
    /// True if another record follows in the stream.
    pub is_followed: bool,
    /// True if it is the last record of a code block that is never closed.
    pub is_block_open: bool,
}

/// Message for a record that is too long, to be appended to the word for the record.
pub const TOO_LONG: &str = "longer than 4 MiB, the limit for a record";

impl RawRecord {
    /// Returns true for a record, false for comments before one.
    pub fn is_record(&self) -> bool {
        self.kind == RawKind::Record
    }

    /// Returns true if more bytes are kept than are parsed. Such a record cannot be written again,
    /// because the rest of it was dropped.
    pub fn is_too_long(&self) -> bool {
        self.bytes.len() > MAX_RECORD_BYTES
    }

    /// Cuts the record to [`MAX_RECORD_BYTES`].
    #[must_use]
    pub fn capped(mut self) -> Self {
        let beyond = self.bytes.len().saturating_sub(MAX_RECORD_BYTES);
        self.bytes.truncate(MAX_RECORD_BYTES);
        self.dropped += beyond as u64;
        self
    }

    /// Returns the record with spans replaced.
    #[must_use]
    pub fn edited(&self, mut edits: Vec<(Span, String)>) -> Self {
        sort_edits(&mut edits);
        let (bytes, margins) = self.margins.edited(&self.bytes, &edits);
        Self {
            bytes,
            margins,
            claim: self.claim.clone(),
            ..*self
        }
    }

    /// Joins these comments with the piece directly after them.
    #[must_use]
    pub fn with_next(mut self, next: &Self) -> Self {
        self.margins = self.margins.joined_with(&next.margins, self.bytes.len());
        self.bytes.extend_from_slice(&next.bytes);
        Self {
            dropped: next.dropped,
            kind: next.kind,
            claim: next.claim.clone(),
            is_followed: next.is_followed,
            is_block_open: next.is_block_open,
            ..self
        }
    }

    /// Returns the offset of the record's lines in the stream and their bytes, including margins.
    pub fn lines(&self) -> (u64, Vec<u8>) {
        (
            self.offset
                .saturating_sub(u64::from(self.margins.first_length())),
            self.margins.with_text(&self.bytes),
        )
    }
}

/// Returns the number of line ends.
pub(crate) fn count_lines(bytes: &[u8]) -> u64 {
    memchr_iter(b'\n', bytes).count() as u64
}
