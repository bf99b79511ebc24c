//! Records in the format that is wanted, one after the other.

use std::sync::Arc;

use super::{Foreign, Tally};
use crate::cli::input::Source;
use crate::cli::output::{Output, tell};
use crate::cli::{Failure, Status};
use crate::formats::{Frame, Imported, pips};
use crate::games::pipe::{Decks, ShippedDecks};
use crate::notation::Record;
use crate::text::RawRecord;

/// Writes records one after the other.
pub(super) struct Writer<'a> {
    to: Foreign,
    out: &'a mut Output,
    joiner: pips::Joiner,
    /// How many records were written.
    count: u64,
    /// The `#` comments before the first record of a file.
    hashes: Vec<u8>,
    /// Where the records of the file find their decks.
    pub(super) decks: Arc<dyn Decks>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(to: Foreign, out: &'a mut Output) -> Self {
        let decks = Arc::new(ShippedDecks);
        Self { to, out, joiner: pips::Joiner::default(), count: 0, hashes: Vec::new(), decks }
    }

    pub(super) fn raw(&mut self, raw: RawRecord, source: &Source, tally: &mut Tally) -> Result<(), Failure> {
        if self.to.is_none() {
            return self.piece(pips::Piece::of(raw, false, Some(&self.decks)));
        }
        if raw.preamble {
            self.hashes = raw.bytes;
            return Ok(());
        }
        let line = raw.line;
        let mut raw = raw.capped();
        if !self.hashes.is_empty() {
            // They belong to the first record of the file.
            raw.bytes.splice(0..0, std::mem::take(&mut self.hashes));
        }
        self.foreign(Record::parse(raw), source, line, tally)
    }

    pub(super) fn imported(&mut self, game: Imported, source: &Source, tally: &mut Tally) -> Result<(), Failure> {
        match self.to {
            None => self.piece(pips::Piece::Canonical(game.text)),
            Some(_) => {
                // Its first bytes may be `#` comments, which are no record of their own.
                let bytes = game.text.into_bytes();
                let raw = RawRecord { line: 1, bytes, ..RawRecord::default() };
                self.foreign(Record::parse(raw), source, 1, tally)
            }
        }
    }

    fn piece(&mut self, piece: pips::Piece) -> Result<(), Failure> {
        let mut bytes = Vec::new();
        self.joiner.push(piece, &mut bytes);
        self.out.write_bytes(&bytes)
    }

    fn foreign(&mut self, record: Record, source: &Source, line: u64, tally: &mut Tally) -> Result<(), Failure> {
        let Some(format) = self.to else { return Ok(()) };
        let record = record.with_decks(Arc::clone(&self.decks));
        match format.write_numbered(&record, self.count + 1) {
            Ok(exported) => {
                let Frame { head, between, .. } = format.frame();
                self.out.write(if self.count > 0 { between } else { head })?;
                self.count += 1;
                tally.losses.merge(exported.losses);
                self.out.write(&exported.text)
            }
            Err(error) => {
                tell!("{}:{line}: {error}", source.name);
                tally.status = Status::Failed;
                Ok(())
            }
        }
    }

    pub(super) fn finish(self) -> Result<(), Failure> {
        let Some(format) = self.to else { return Ok(()) };
        let Frame { head, tail, .. } = format.frame();
        self.out.write(if self.count > 0 { "" } else { head })?;
        self.out.write(tail)
    }
}
