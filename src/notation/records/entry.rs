//! Records with the comments before them.

use std::io;

use crate::text::{RawKind, RawRecord};

/// A record with the comments before it.
///
/// ```
/// use pipscribe::notation::{Entry, split_text};
///
/// let text = b"# Two short games.\n\n# The first.\n[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 *\n";
/// let mut entry = Entry::default();
/// let is_complete = split_text(text).into_iter().any(|piece| entry.add(piece));
/// assert!(is_complete && entry.record.is_some());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// Comments about the whole stream; only before its first record.
    pub heading: Option<RawRecord>,
    /// Comments about the record.
    pub leading: Option<RawRecord>,
    /// The record, with the text after it up to the next entry; `None` if the stream has only
    /// comments.
    pub record: Option<RawRecord>,
}

impl Entry {
    /// Adds the next piece of a stream. Returns true if the entry is complete.
    pub fn add(&mut self, piece: RawRecord) -> bool {
        let place = match piece.kind {
            RawKind::Heading => &mut self.heading,
            RawKind::Leading => &mut self.leading,
            RawKind::Record => &mut self.record,
        };
        *place = Some(piece);
        self.record.is_some()
    }

    /// Returns true if nothing was added.
    fn is_empty(&self) -> bool {
        self.heading.is_none() && self.leading.is_none() && self.record.is_none()
    }

    /// Joins the record with the comments before it. `None` for an empty entry.
    pub fn joined(self) -> Option<RawRecord> {
        let pieces = [self.heading, self.leading, self.record];
        pieces
            .into_iter()
            .flatten()
            .reduce(|before, next| before.with_next(&next))
    }
}

/// Iterator that puts the pieces of a stream together into entries.
pub struct Entries<I> {
    pieces: I,
}

impl<I: Iterator<Item = io::Result<RawRecord>>> Entries<I> {
    /// Puts pieces together, as a [`RecordSplitter`](super::RecordSplitter) returns them.
    pub fn new(pieces: I) -> Self {
        Self { pieces }
    }
}

impl<I: Iterator<Item = io::Result<RawRecord>>> Iterator for Entries<I> {
    type Item = io::Result<Entry>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut entry = Entry::default();
        for piece in self.pieces.by_ref() {
            match piece.map(|piece| entry.add(piece)) {
                Ok(true) => break,
                Ok(false) => {}
                Err(error) => return Some(Err(error)),
            }
        }
        (!entry.is_empty()).then_some(Ok(entry))
    }
}
