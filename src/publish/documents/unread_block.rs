//! Places of a document that look like a block of records but are not read as one.

use super::page_block::LineCount;

/// Place of a document that looks like a block of records but is not read as one, or like block
/// attributes that belong to no block.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnreadBlock {
    /// Offset in the document, in bytes.
    pub offset: usize,
    /// Line in the document, from 1.
    pub line: u64,
    /// Description of the error, for the author of the document.
    pub message: String,
}

impl UnreadBlock {
    /// Creates an entry for a place whose line is known.
    pub(super) fn on_line(offset: usize, line: u64, message: impl Into<String>) -> Self {
        Self {
            offset,
            line,
            message: message.into(),
        }
    }

    /// Creates an entry for a place after all places that `lines` has counted.
    pub(super) fn new(
        offset: usize,
        lines: &mut LineCount<'_>,
        message: impl Into<String>,
    ) -> Self {
        Self::on_line(offset, lines.line_of(offset), message)
    }
}

/// The message about a block without its last line.
pub(super) const UNCLOSED: &str = "nothing closes this block";

/// Returns the message about a block in which `pips` has capital letters.
pub(super) fn wrong_case(written: &str) -> String {
    format!("this block is not read: write `pips` instead of `{written}`")
}

/// Returns true for `pips` with capital letters.
pub(super) fn is_pips_in_wrong_case(word: &[u8]) -> bool {
    word.eq_ignore_ascii_case(b"pips") && word != b"pips"
}
