//! Code actions that rewrite a turn or a record.
//!
//! An expectation is a command that makes a record a test: `[%expect legal]`. To bless a record is
//! to replace its expectations with what the checker gives.

use lsp_types::CodeActionKind;

use super::{BLESS, CANONICAL, Offers};
use crate::cursor::{RecordPart, part_at};
use crate::formatting::smallest_edit;
use pipscribe::Checked;
use pipscribe::check::bless;
use pipscribe::notation::{has_expectations, quoted};
use pipscribe::replay::Timeline;
use pipscribe::text::{TextEdit, utf8_or_marks};

/// Maximum length of a record whose expectations are updated while the user waits, in bytes.
const MAX_BYTES_BLESSED: usize = 64 << 10;

impl Offers<'_> {
    /// Offers the canonical form of the turn at the cursor.
    pub(super) fn canonical_turn(&mut self) {
        let replayed = self.replayed;
        let Some(RecordPart::Turn(node)) = part_at(replayed.record(), self.selected.start) else {
            return;
        };

        let written = replayed.text_of(node.text);
        let Some(timeline) = replayed.timeline() else {
            return;
        };
        let Some(canonical) = timeline
            .frame(node.id)
            .and_then(|frame| frame.position.turn())
        else {
            return;
        };
        if canonical == written {
            return;
        }

        // A game may have its own words for a short form that is written out, such as `x` for a
        // list of pieces.
        let short_form = timeline
            .game()
            .facts()
            .turns
            .short_form
            .filter(|form| (form.is_short)(written, &canonical));
        let title = match short_form {
            Some(form) => format!("{}: `{canonical}`", form.offer),
            None => format!("Write `{canonical}`"),
        };
        self.offer(
            title,
            CodeActionKind::REFACTOR_REWRITE,
            &[(node.text, canonical)],
            None,
        );
    }

    /// Offers the canonical form of the record.
    pub(super) fn canonical_record(&mut self) {
        let edits = self.canonical_edits();
        self.offer(
            "Make this record canonical".to_owned(),
            CANONICAL,
            &edits,
            None,
        );
    }

    /// Returns the edits that make the record canonical; none if that is impossible.
    pub(super) fn canonical_edits(&self) -> Vec<TextEdit> {
        let Some(Ok(canonical)) = self.replayed.timeline().map(Timeline::canonical) else {
            return Vec::new();
        };
        let raw = self.request.document.whole(&self.replayed.entry);
        let old = utf8_or_marks(&raw.bytes);
        // The blank lines between records belong to neither of them.
        let body = old.trim_end();
        let canonical = canonical.trim_end();
        // The lines keep the line ends of the document.
        let keeps_ends = body.contains("\r\n");
        let canonical = if keeps_ends {
            canonical.replace('\n', "\r\n")
        } else {
            canonical.to_owned()
        };
        smallest_edit(body, &canonical).into_iter().collect()
    }

    /// Offers to update the expectations of an invalid record.
    pub(super) fn updated_expectations(&mut self) {
        let raw = self.request.document.whole(&self.replayed.entry);
        let old = utf8_or_marks(&raw.bytes);
        if !has_expectations(self.replayed.record())
            || old.len() > MAX_BYTES_BLESSED
            || self.replayed.checked().report.is_valid()
        {
            return;
        }
        let context = &self.request.document.context;
        if let Ok(blessed) = bless(&raw, |raw| Checked::new(raw, context)) {
            let edits: Vec<_> = smallest_edit(&old, &utf8_or_marks(&blessed.raw.bytes))
                .into_iter()
                .collect();
            self.offer(
                "Bless: expect what this record gives".to_owned(),
                BLESS,
                &edits,
                None,
            );
        }
    }

    /// Offers a first expectation, which makes the record a test: the position after the turn at
    /// the cursor.
    pub(super) fn first_expectation(&mut self) {
        let record = self.replayed.record();
        if !has_expectations(record)
            && let Some(RecordPart::Turn(node)) = part_at(record, self.selected.start)
            && let Some(frame) = self
                .replayed
                .timeline()
                .and_then(|timeline| timeline.frame(node.id))
        {
            let command = format!("[%expect position {}]", quoted(&frame.position.text()));
            let edit = Self::after_turn(node, &command);
            self.offer(
                "Expect the position after this turn".to_owned(),
                CodeActionKind::REFACTOR,
                &[edit],
                None,
            );
        }
    }
}
