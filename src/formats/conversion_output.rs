//! Output of a conversion: the other half of [`Converter`], which `converter.rs` begins.
//!
//! A record is written in the notation (`write_piece`) or in a foreign format (`write_foreign`).
//! Some formats put a wrapper around several records, but none around a single one, so the first
//! record is held back until a second one follows.

use super::converter::{ConversionSink, Converter, Stop, Summary, Target};
use super::pips::FormattedPiece;
use super::{Assumptions, FileWrapper, Format};
use crate::check::Checked;
use crate::text::RawRecord;

impl<S: ConversionSink> Converter<S> {
    /// Writes the text of a record that was read from another format.
    pub(super) fn write_imported(
        &mut self,
        text: String,
        assumptions: &Assumptions,
    ) -> Result<(), Stop<S::Error>> {
        // The text may begin with line comments, which are not a record.
        let raw = |text: String| RawRecord {
            line: 1,
            bytes: text.into_bytes(),
            ..RawRecord::default()
        };
        match self.target {
            Target::Rows => Ok(self.sink.row(raw(text))?),
            Target::Notation => {
                self.summary.records += 1;
                self.write_piece(FormattedPiece::Canonical(text))
            }
            // The checked record of the import is not canonical: its tags and turns are ordered and
            // worded as in the source. Writers expect the canonical form.
            Target::Foreign(format) => {
                self.write_foreign(format, &Checked::new(raw(text), &assumptions.context), 1)
            }
        }
    }

    /// Writes a record of the notation, or comments.
    pub(super) fn write_piece(&mut self, piece: FormattedPiece) -> Result<(), Stop<S::Error>> {
        let mut bytes = Vec::new();
        self.joiner.push(piece, &mut bytes);
        Ok(self.sink.write(&bytes)?)
    }

    /// Writes a record in a foreign format.
    pub(super) fn write_foreign(
        &mut self,
        format: &dyn Format,
        checked: &Checked,
        line: u64,
    ) -> Result<(), Stop<S::Error>> {
        match format.write_numbered(checked, self.summary.records + 1) {
            Ok(exported) => {
                self.summary.records += 1;
                self.summary.losses.merge(exported.losses);
                self.write_framed(format, exported.text)
            }
            Err(error) => {
                self.sink.not_written(line, &error);
                self.summary.refused = Some(error);
                Ok(())
            }
        }
    }

    /// Writes the text of a record, preceded by the opening of the wrapper or a separator.
    fn write_framed(&mut self, format: &dyn Format, text: String) -> Result<(), Stop<S::Error>> {
        let FileWrapper { head, between, .. } = format.info().frame;
        if self.summary.records == 1 && !format.info().wraps_single {
            self.held_first = Some(text);
            return Ok(());
        }

        if let Some(first) = self.held_first.take() {
            self.sink.write(head.as_bytes())?;
            self.sink.write(first.as_bytes())?;
        }
        let before = if self.summary.records > 1 {
            between
        } else {
            head
        };
        self.sink.write(before.as_bytes())?;
        Ok(self.sink.write(text.as_bytes())?)
    }

    /// Writes the end of the wrapper. Returns the sink and the outcome.
    ///
    /// # Errors
    /// Returns an error if the sink fails.
    pub fn finish(mut self) -> Result<(S, Summary), S::Error> {
        let mut comments = Vec::new();
        self.joiner.finish(&mut comments);
        self.sink.write(&comments)?;
        if let Target::Foreign(format) = self.target {
            let FileWrapper { head, tail, .. } = format.info().frame;
            match self.held_first.take() {
                // A single record has no wrapper.
                Some(first) => self.sink.write(format!("{first}\n").as_bytes())?,
                None => {
                    // The first record has written the head.
                    let head = if self.summary.records > 0 { "" } else { head };
                    self.sink.write(format!("{head}{tail}").as_bytes())?;
                }
            }
        }
        Ok((self.sink, self.summary))
    }
}
