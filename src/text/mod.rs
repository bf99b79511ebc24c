//! Lowest layer: bytes, lines, spans, and splitting of streams and documents into records.

mod code_blocks;
mod edits;
#[cfg(feature = "encodings")]
mod encoding;
mod fence;
mod file_part;
mod key;
mod latex;
mod lines;
mod margins;
mod markdown;
mod near;
mod page;
mod pages;
mod printable;
mod records;
mod source;
pub(crate) mod tree;
mod typst;
pub(crate) mod xml;

use std::borrow::Cow;

use serde::Serialize;
use sha2::{Digest, Sha256};

#[cfg(feature = "markdown")]
pub use code_blocks::code_blocks_in;
pub use code_blocks::{CodeBlock, CodeBlockReader, read_code_blocks_by};
pub(crate) use edits::composed;
pub use edits::{TextEdit, edited};
#[cfg(feature = "encodings")]
pub use encoding::encoding_like;
pub use fence::Claim;
pub(crate) use fence::{Word, words};
pub use file_part::PartSplitter;
pub(crate) use key::KeyMaker;
pub use key::{Key, NoKey};
pub(crate) use latex::escaped_for_latex;
pub use latex::latex_blocks;
pub use lines::{LineColumn, LineIndex};
pub use margins::Indent;
pub(crate) use markdown::markdown_code;
pub use markdown::{PageBlock, markdown_blocks, markdown_records};
pub(crate) use near::meant;
pub(crate) use near::near;
pub(crate) use page::{BlockText, with_texts};
pub use pages::PageKind;
pub use printable::json_line;
#[cfg(feature = "human")]
pub(crate) use printable::masked;
pub use printable::{Printable, lines, one_line};
pub(crate) use printable::{acts, is_harmful, spelled_out};
pub(crate) use records::OPENING;
pub(crate) use records::TOO_LONG;
#[cfg(feature = "cli")]
pub(crate) use records::opens_a_record;
pub use records::{RawRecord, RecordSplitter, split_text};
pub use source::SourceText;
pub(crate) use typst::is_info;
pub use typst::typst_blocks;

/// Returns the SHA-256 of a text in 64 lower-case hexadecimal digits.
pub(crate) fn sha256(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Decodes UTF-8. Each invalid byte becomes U+001A, so that offsets are those of the bytes.
pub(crate) fn utf8_or_marks(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => {
            let marked =
                |chunk: std::str::Utf8Chunk<'_>| format!("{}{}", chunk.valid(), "\u{1A}".repeat(chunk.invalid().len()));
            Cow::Owned(bytes.utf8_chunks().map(marked).collect())
        }
    }
}

/// Range of a record's text, in bytes from the start of the record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Span {
    /// Creates the span from `start` to `end`. Records are shorter than 4 GiB ([`MAX_RECORD_BYTES`]).
    #[inline]
    pub fn new(start: usize, end: usize) -> Self {
        let clamp = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Self { start: clamp(start), end: clamp(end.max(start)) }
    }

    /// Returns the span of `inner`, which counts from the start of this span.
    #[must_use]
    pub fn within(self, inner: &std::ops::Range<usize>) -> Self {
        let start = self.start as usize;
        Self::new(start + inner.start, start + inner.end)
    }

    /// Returns the length in bytes.
    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Returns true if the span is empty.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Returns the span as a range of indices.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Returns the text of the span; empty if it does not fit `text`.
    pub fn of(self, text: &str) -> &str {
        text.get(self.range()).unwrap_or_default()
    }
}

impl From<pest::Span<'_>> for Span {
    fn from(span: pest::Span<'_>) -> Self {
        Self::new(span.start(), span.end())
    }
}

/// The maximum length of a record, in bytes. A longer one is `limit/record-size`.
pub const MAX_RECORD_BYTES: usize = 4 << 20;

/// The maximum depth of nested variations. A deeper one is `limit/depth`.
pub const MAX_DEPTH: usize = 64;

/// The maximum number of findings listed for one record. The others are counted.
pub const MAX_FINDINGS: usize = 10_000;

/// The maximum number of cards in a deck for playing a record. With a larger deck (`limit/record-size`), every
/// position would be as long as a record may be.
pub const MAX_DECK_CARDS: usize = 4_000;
