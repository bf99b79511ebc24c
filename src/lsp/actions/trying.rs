//! What would come of a change: a fix that leaves its finding where it is is none.

use super::Offers;
use crate::Checked;
use crate::findings::Finding;
use crate::notation::Record;
use crate::text::{RawRecord, TextEdit, split_text};

impl Offers<'_> {
    /// True if the record is read as one after some changes, and still ends with the white space that separates it from what
    /// follows.
    pub(super) fn stays_one_record(&self, edits: &[TextEdit]) -> bool {
        let before = self.ask.document.raw(&self.studied.entry);
        let after = before.edited(edits.to_vec());
        let white_space = |raw: &RawRecord| raw.bytes[raw.bytes.trim_ascii_end().len()..].to_vec();
        let count = |raw: &RawRecord| split_text(&raw.bytes).len();
        count(&before) == count(&after) && white_space(&before) == white_space(&after)
    }

    /// The record as it is read after a change.
    fn read_after(&self, edit: &TextEdit) -> Record {
        Record::parse(self.ask.document.raw(&self.studied.entry).edited(vec![edit.clone()]))
    }

    /// The record as it is judged after a change.
    pub(super) fn judged_after(&self, edit: &TextEdit) -> Checked {
        Checked::of(self.read_after(edit), &self.ask.document.context)
    }

    /// Whether a change of the text at a finding, or behind where that begins, closes what was never closed: the finding goes
    /// away, and up to there nothing else comes up.
    pub(super) fn closes(&self, finding: &Finding, edit: &TextEdit) -> bool {
        let is_known = |other: &Finding| {
            let is_same = |known: &Finding| known.code == other.code && known.span.start == other.span.start;
            self.studied.record().findings.iter().any(is_same)
        };
        let is_it = |other: &Finding| other.code == finding.code && other.span.start == finding.span.start;
        let after = self.read_after(edit);
        after.findings_dropped == 0
            && !after.findings.iter().any(|other| {
                is_it(other) || (other.span.start <= finding.span.start && other.is_error() && !is_known(other))
            })
    }

    /// Whether a change at a finding mends it: no error with its code stands where it stood, or there are fewer of them.
    pub(super) fn mends(&self, finding: &Finding, edit: &TextEdit) -> bool {
        let of_code = |findings: &[Finding]| -> Vec<u32> {
            let errors = findings.iter().filter(|other| other.code == finding.code && other.is_error());
            errors.map(|other| other.span.start).collect()
        };
        let (before, after) = (of_code(self.studied.findings()), of_code(&self.judged_after(edit).report.findings));
        !after.contains(&finding.span.start) || after.len() < before.len()
    }
}
