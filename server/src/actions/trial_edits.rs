//! Applies edits on trial, so that an action is offered only if it fixes its finding.

use super::Offers;
use pipscribe::Checked;
use pipscribe::check::family;
use pipscribe::findings::{Finding, codes::common as code};
use pipscribe::notation::Record;
use pipscribe::notation::split_text;
use pipscribe::text::{RawRecord, TextEdit};

impl Offers<'_> {
    /// Returns true if the record stays a single record after the edits, and ends with the same
    /// white space.
    pub(super) fn stays_one_record(&self, edits: &[TextEdit]) -> bool {
        let before = self.request.document.raw(&self.replayed.entry);
        let after = before.edited(edits.to_vec());
        let white_space = |raw: &RawRecord| raw.bytes[raw.bytes.trim_ascii_end().len()..].to_vec();
        let count = |raw: &RawRecord| split_text(&raw.bytes).len();
        count(&before) == count(&after) && white_space(&before) == white_space(&after)
    }

    /// Parses the record after edits.
    fn read_after(&self, edits: &[TextEdit]) -> Record {
        let before = self.request.document.raw(&self.replayed.entry);
        Record::parse(before.edited(edits.to_vec()))
    }

    /// Checks the record after edits.
    pub(super) fn judged_after(&self, edits: &[TextEdit]) -> Checked {
        Checked::from_record(self.read_after(edits), &self.request.document.context)
    }

    /// Returns the number of turns of the main line that are legal after edits.
    pub(super) fn legal_turns_after(&self, edits: &[TextEdit]) -> u32 {
        let record = self.read_after(edits);
        let context = &self.request.document.context;
        let game = record.game();
        game.map_or(0, |game| game.check(&record, context).turns)
    }

    /// Returns true if the record has more errors after edits. A finding about the common cause of
    /// many errors disappears even if the edits remove only a part of that cause.
    pub(super) fn makes_worse(&self, edits: &[TextEdit]) -> bool {
        // A missing tag or an unmet expectation may show only after an earlier error has been
        // corrected.
        let counts = |finding: &&Finding| {
            let id = finding.code.id;
            finding.is_error() && id != code::MISSING.id && family(id) != "expect"
        };
        let count = |findings: &[Finding]| findings.iter().filter(counts).count();
        let record = self.read_after(edits);
        let context = &self.request.document.context;
        // The search for a remaining common cause is skipped, because it takes long.
        let after = match record.game() {
            Some(game) => game.check(&record, context),
            None => Checked::from_record(record, context).report,
        };
        count(&after.findings) > count(self.replayed.findings()).max(1)
    }

    /// Returns true if an edit at or after the start of a finding closes the unclosed part: the
    /// finding disappears, and no new error appears before it.
    pub(super) fn closes(&self, finding: &Finding, edit: &TextEdit) -> bool {
        let is_known = |other: &Finding| {
            let is_same =
                |known: &Finding| known.code == other.code && known.span.start == other.span.start;
            self.replayed.record().findings.iter().any(is_same)
        };
        let is_it =
            |other: &Finding| other.code == finding.code && other.span.start == finding.span.start;
        let after = self.read_after(std::slice::from_ref(edit));
        after.findings_dropped == 0
            && !after.findings.iter().any(|other| {
                is_it(other)
                    || (other.span.start <= finding.span.start
                        && other.is_error()
                        && !is_known(other))
            })
    }

    /// Returns true if an edit fixes a finding: no error with its code remains at its place, or
    /// fewer such errors remain.
    pub(super) fn mends(&self, finding: &Finding, edit: &TextEdit) -> bool {
        let of_code = |findings: &[Finding]| -> Vec<u32> {
            let errors = findings
                .iter()
                .filter(|other| other.code == finding.code && other.is_error());
            errors.map(|other| other.span.start).collect()
        };
        let before = of_code(self.replayed.findings());
        let after = of_code(
            &self
                .judged_after(std::slice::from_ref(edit))
                .report
                .findings,
        );
        !after.contains(&finding.span.start) || after.len() < before.len()
    }
}
