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
        let has_same_count = split_text(&before.bytes).len() == split_text(&after.bytes).len();
        has_same_count && white_space_at_end(&before) == white_space_at_end(&after)
    }

    /// Returns true if the record has more errors after edits. A finding about the common cause of
    /// many errors disappears even if the edits remove only a part of that cause.
    pub(super) fn makes_worse(&self, edits: &[TextEdit]) -> bool {
        let record = self.read_after(edits);
        let context = &self.request.document.context;
        // The search for a remaining common cause is skipped, because it takes long.
        let after = match record.game() {
            Some(game) => game.check(&record, context),
            None => Checked::from_record(record, context).report,
        };
        // A common cause hides the errors that it explains, so there may be none of its own before.
        let allowed = count_own_errors(self.replayed.findings()).max(1);
        count_own_errors(&after.findings) > allowed
    }

    /// Returns true if an edit at or after the start of a finding closes the unclosed part: the
    /// finding disappears, and no new error appears before it.
    pub(super) fn closes(&self, finding: &Finding, edit: &TextEdit) -> bool {
        let before = &self.replayed.record().findings;
        let after = self.read_after(std::slice::from_ref(edit));
        if after.findings_dropped > 0 {
            return false;
        }

        after.findings.iter().all(|other| {
            let is_after_part = other.span.start > finding.span.start;
            let was_known = before.iter().any(|known| is_same(known, other));
            !is_same(other, finding) && (is_after_part || !other.is_error() || was_known)
        })
    }

    /// Returns true if an edit fixes a finding: no error with its code remains at its place, or
    /// fewer such errors remain.
    pub(super) fn mends(&self, finding: &Finding, edit: &TextEdit) -> bool {
        let checked = self.judged_after(std::slice::from_ref(edit));
        let before = starts_of_errors_like(finding, self.replayed.findings());
        let after = starts_of_errors_like(finding, &checked.report.findings);
        !after.contains(&finding.span.start) || after.len() < before.len()
    }

    /// Checks the record after edits.
    pub(super) fn judged_after(&self, edits: &[TextEdit]) -> Checked {
        Checked::from_record(self.read_after(edits), &self.request.document.context)
    }

    /// Parses the record after edits.
    fn read_after(&self, edits: &[TextEdit]) -> Record {
        let before = self.request.document.raw(&self.replayed.entry);
        Record::parse(before.edited(edits.to_vec()))
    }
}

fn white_space_at_end(raw: &RawRecord) -> &[u8] {
    let length = raw.bytes.trim_ascii_end().len();
    &raw.bytes[length..]
}

/// Counts the errors that do not depend on whether an earlier error has been corrected: a missing
/// tag or an unmet expectation may show only after that.
fn count_own_errors(findings: &[Finding]) -> usize {
    findings
        .iter()
        .filter(|finding| {
            let id = finding.code.id;
            finding.is_error() && id != code::MISSING.id && family(id) != "expect"
        })
        .count()
}

/// Returns true if two findings have the same code and start at the same byte.
fn is_same(one: &Finding, other: &Finding) -> bool {
    one.code == other.code && one.span.start == other.span.start
}

/// Returns the starts of the errors that have the code of a finding.
fn starts_of_errors_like(finding: &Finding, findings: &[Finding]) -> Vec<u32> {
    findings
        .iter()
        .filter(|other| other.code == finding.code && other.is_error())
        .map(|other| other.span.start)
        .collect()
}
