//! A record of which only the tags are read: its movetext can be listened to, or read.

use super::outcome::Outcome;
use super::plain::{Listener, Reader, Tree, tell};
use super::record::Record;
use crate::text::{RawRecord, SourceText, Span};

/// A record whose movetext nobody has kept.
#[derive(Clone, Debug)]
pub(crate) struct Unread {
    /// Its text and its tags, without turns.
    record: Box<Record>,
    /// How many of its bytes were too many.
    dropped: u64,
    /// Where its movetext begins; `None` where the grammar has to read it.
    movetext: Option<usize>,
}

impl Unread {
    /// Reads the tags of a record.
    pub(crate) fn new(raw: RawRecord) -> Self {
        let (record, dropped) = Record::unread(raw);
        let mut unread = Self { record: Box::new(record), dropped, movetext: None };
        if dropped == 0 && unread.record.findings.is_empty() {
            let mut reader = Reader::new(unread.record.text(), 0);
            if let Some(tags) = reader.tags() {
                unread.movetext = Some(reader.place());
                unread.record.tags = tags;
            }
        }
        unread
    }

    /// The record as far as it is read: its tags, and no turns. `None` where the grammar has to read it.
    pub(crate) fn head(&self) -> Option<&Record> {
        self.movetext.map(|_| &*self.record)
    }

    /// The same with the result, once that is known.
    pub(crate) fn head_with(&mut self, result: Option<(Outcome, Span)>) -> Option<&Record> {
        self.record.result = result;
        self.head()
    }

    /// Its text and where it stood.
    pub(crate) fn source(&self) -> &SourceText {
        self.record.source()
    }

    /// Tells what its movetext has; `None` where the grammar has to read it, or where the listener has had enough.
    pub(crate) fn tell<'t>(&'t self, listener: &mut impl Listener<'t>) -> Option<()> {
        Reader::new(self.record.text(), self.movetext?).movetext(listener)
    }

    /// The whole record, and whether it is read without the grammar.
    pub(crate) fn read(self) -> (Record, bool) {
        let mut tree = Tree::of(self.record.text().len());
        match self.tell(&mut tree) {
            Some(()) => {
                let Tree { line, result, closing, .. } = tree;
                (Record { moves: line, result, closing, ..*self.record }, true)
            }
            None => (self.read_by_grammar(), false),
        }
    }

    /// The whole record, as the grammar has it.
    pub(crate) fn read_by_grammar(self) -> Record {
        let unread = Record { tags: Vec::new(), result: None, ..*self.record };
        unread.build(self.dropped)
    }
}

impl Record {
    /// Tells what its movetext has, as a reader of its text would.
    pub(crate) fn tell<'t>(&'t self, listener: &mut impl Listener<'t>) -> Option<()> {
        tell(self, listener)
    }
}
