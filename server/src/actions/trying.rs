//! Trial application of edits, so that an action is offered only if it fixes its finding.

use super::Offers;
use pipscribe::Checked;
use pipscribe::findings::Finding;
use pipscribe::notation::Record;
use pipscribe::notation::split_text;
use pipscribe::text::{RawRecord, TextEdit};

impl Offers<'_> {
    /// Returns true if the edits keep the record a single record that ends with the same white
    /// space.
    pub(super) fn stays_one_record(&self, edits: &[TextEdit]) -> bool {
        let before = self.ask.document.raw(&self.replayed.entry);
        let after = before.edited(edits.to_vec());
        let white_space = |raw: &RawRecord| raw.bytes[raw.bytes.trim_ascii_end().len()..].to_vec();
        let count = |raw: &RawRecord| split_text(&raw.bytes).len();
        count(&before) == count(&after) && white_space(&before) == white_space(&after)
    }

    /// Parses the record after an edit.
    fn read_after(&self, edit: &TextEdit) -> Record {
        Record::parse(
            self.ask
                .document
                .raw(&self.replayed.entry)
                .edited(vec![edit.clone()]),
        )
    }

    /// Checks the record after an edit.
    pub(super) fn judged_after(&self, edit: &TextEdit) -> Checked {
        Checked::from_record(self.read_after(edit), &self.ask.document.context)
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
        let after = self.read_after(edit);
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
        let after = of_code(&self.judged_after(edit).report.findings);
        !after.contains(&finding.span.start) || after.len() < before.len()
    }
}
