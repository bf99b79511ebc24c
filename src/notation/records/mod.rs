//! Splits streams and files into records: where a record begins, and to which record the comments
//! between two records belong.
//!
//! A stream is cut into pieces, which put together are its bytes: records, and white space and `#`
//! comments before a record. Every program that handles more than one record cuts with
//! [`RecordSplitter`], so that they all agree.
//!
//! - A record begins at a line that begins with `[Game "`, optionally after a byte order mark,
//!   wherever this line is. A damaged one, such as `[Game gipf]`, begins a record outside comments:
//!   after the movetext of the record before, or after a blank line.
//! - Tags before that line belong to the record if the stream begins with them, or if they come
//!   after the result of the record before: the order of PGN.
//! - `#` comments after a result belong to the next record from the first blank line on. Those
//!   before the first record are about the whole stream up to their last blank line.
//! - Other text before the first record is a separate record.
//!
//! Most boundaries are found by their bytes. Where tags, comments or a damaged line come before,
//! the lexer reads what the text above ends with.

mod cut;
mod entry;
mod file_part;
mod opening;
#[cfg(test)]
mod reference_splitter;
mod splitter;

pub use entry::{Entries, Entry};
pub use file_part::PartSplitter;
pub use opening::opens_a_record;
pub(crate) use opening::{OPENING, Opening};
pub use splitter::{RecordSplitter, split_text};
