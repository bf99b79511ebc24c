//! Records in the format that is wanted, one after the other.

use super::table::{Table, TableWriter};
use super::{ConvertTally, Foreign, tell_findings};
use crate::checked::Checked;
use crate::cli::collect::TOO_LONG;
use crate::cli::input::Source;
use crate::cli::output::{Output, look, tell};
use crate::cli::{Failure, Status};
use crate::formats::{FileFrame, Imported, pips, record_as_text};
use crate::games::Context;
use crate::notation::Record;
use crate::reports::{HumanWriter, Look};
use crate::text::RawRecord;

/// Writes records one after the other.
pub(super) struct RecordsWriter<'a> {
    to: Foreign,
    sink: Sink<'a>,
    joiner: pips::Joiner,
    /// How many records were written.
    count: u64,
    /// The `#` comments before the first record of a file.
    hashes: Option<RawRecord>,
    /// The first record, where it is not known yet whether others follow and a frame stands around them.
    first: Option<String>,
    /// What the records of the file are judged with.
    pub(super) context: Context,
}

/// Where records go.
enum Sink<'a> {
    /// As texts, one after the other.
    Texts(&'a mut Output),
    /// As rows.
    Table(TableWriter<'a>),
}

impl<'a> RecordsWriter<'a> {
    pub(super) fn new(to: Foreign, table: Option<Table>, out: &'a mut Output) -> Result<Self, Failure> {
        let (joiner, context) = (pips::Joiner::default(), Context::default());
        let sink = match table {
            Some(table) => Sink::Table(TableWriter::new(table, out)?),
            None => Sink::Texts(out),
        };
        Ok(Self { to, sink, joiner, count: 0, hashes: None, first: None, context })
    }

    /// Whether records become rows.
    pub(super) fn is_table(&self) -> bool {
        matches!(self.sink, Sink::Table(_))
    }

    fn out(&mut self, text: &str) -> Result<(), Failure> {
        match &mut self.sink {
            Sink::Texts(out) => out.write(text),
            Sink::Table(_) => Ok(()),
        }
    }

    /// A record of the notation, which is judged as those of other formats are.
    pub(super) fn raw(&mut self, raw: RawRecord, source: &Source, tally: &mut ConvertTally) -> Result<(), Failure> {
        if let Sink::Table(table) = &mut self.sink {
            return if raw.preamble { Ok(()) } else { table.push(&source.name, raw, &self.context) };
        }
        if raw.is_too_long() && (raw.preamble || self.to.is_none()) {
            tell!("{}:{}: left out: {TOO_LONG}", source.name, raw.line);
            tally.status = tally.status.max(Status::Findings);
            return Ok(());
        }
        if raw.preamble {
            match self.to {
                None => self.piece(pips::FormattedPiece::of(raw, false, &self.context))?,
                Some(_) => self.hashes = Some(raw),
            }
            return Ok(());
        }
        let line = raw.line;
        let judged = match self.to {
            None => raw.clone().capped(),
            // A text in another encoding is carried over as what it says.
            Some(_) => {
                let (judged, assumed) = record_as_text(raw.clone().capped());
                if let Some(assumed) = assumed {
                    tell!("{}:{line}: {assumed}", source.name);
                }
                judged
            }
        };
        // They belong to the first record of the file.
        let judged = match self.hashes.take() {
            Some(hashes) => hashes.with_next(&judged),
            None => judged,
        };
        let checked = match self.to {
            // The canonical form wants every position.
            None => Checked::in_full(Record::parse(judged), &self.context),
            Some(_) => Checked::read(judged, &self.context),
        };
        let report = &checked.report;
        if !report.findings.is_empty() {
            let human = HumanWriter::new(
                &source.name,
                checked.record(),
                report,
                Look { colours: false, links: None, ..look() },
            );
            tell_findings(&human, &report.findings, report.findings_dropped, tally);
        }
        match self.to {
            None => self.piece(pips::FormattedPiece::of_checked(&checked, raw.bytes)),
            Some(_) => self.foreign(&checked, source, line, tally),
        }
    }

    pub(super) fn imported(
        &mut self,
        game: Imported,
        source: &Source,
        tally: &mut ConvertTally,
    ) -> Result<(), Failure> {
        if let Sink::Table(table) = &mut self.sink {
            let raw = RawRecord { line: 1, bytes: game.text.into_bytes(), ..RawRecord::default() };
            return table.push(&source.name, raw, &self.context);
        }
        match self.to {
            None => self.piece(pips::FormattedPiece::Canonical(game.text)),
            Some(_) => {
                // Its first bytes may be `#` comments, which are no record of their own.
                let bytes = game.text.into_bytes();
                let raw = RawRecord { line: 1, bytes, ..RawRecord::default() };
                let checked = Checked::read(raw, &self.context);
                self.foreign(&checked, source, 1, tally)
            }
        }
    }

    fn piece(&mut self, piece: pips::FormattedPiece) -> Result<(), Failure> {
        let mut bytes = Vec::new();
        self.joiner.push(piece, &mut bytes);
        match &mut self.sink {
            Sink::Texts(out) => out.write_bytes(&bytes),
            Sink::Table(_) => Ok(()),
        }
    }

    fn foreign(
        &mut self,
        checked: &Checked,
        source: &Source,
        line: u64,
        tally: &mut ConvertTally,
    ) -> Result<(), Failure> {
        let Some(format) = self.to else { return Ok(()) };
        match format.write_numbered(checked, self.count + 1) {
            Ok(exported) => {
                self.count += 1;
                tally.losses.merge(exported.losses);
                self.framed(exported.text)
            }
            Err(error) => {
                tell!("{}:{line}: {error}", source.name);
                tally.status = Status::Failed;
                Ok(())
            }
        }
    }

    /// Writes the text of a record, with what stands before it.
    fn framed(&mut self, text: String) -> Result<(), Failure> {
        let Some(format) = self.to else { return Ok(()) };
        let FileFrame { head, between, .. } = format.frame();
        if self.count == 1 && !format.frames_one() {
            self.first = Some(text);
            return Ok(());
        }
        if let Some(first) = self.first.take() {
            self.out(head)?;
            self.out(&first)?;
        }
        self.out(if self.count > 1 { between } else { head })?;
        self.out(&text)
    }

    pub(super) fn finish(self) -> Result<(), Failure> {
        let out = match self.sink {
            Sink::Table(table) => return table.finish(),
            Sink::Texts(out) => out,
        };
        let Some(format) = self.to else { return Ok(()) };
        if let Some(first) = self.first {
            out.write(&first)?;
            return out.write("\n");
        }
        let FileFrame { head, tail, .. } = format.frame();
        out.write(if self.count > 0 { "" } else { head })?;
        out.write(tail)
    }
}
