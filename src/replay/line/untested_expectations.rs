//! Expectations that nothing compared with the record. A record that passes as a test has none.

use std::collections::BTreeSet;

use super::expectations::comments_about_record;
use crate::findings::{Finding, code};
use crate::notation::{Expectation, Item, Record, comments_of, expectations, has_expectations};
use crate::text::{MAX_FINDINGS, Span};

/// The expectations that were judged, by the starts of their commands.
#[derive(Debug, Default)]
pub(super) struct Judged(BTreeSet<u32>);

impl Judged {
    /// Notes that the expectation of a command was judged.
    pub(super) fn add(&mut self, command: Span) {
        self.0.insert(command.start);
    }

    /// Returns true if the expectation of a command was judged.
    pub(super) fn has(&self, command: Span) -> bool {
        self.0.contains(&command.start)
    }
}

/// Returns true for an expectation before the first turn that refers to the record as a whole, so
/// that it needs no position: `legal`, or the code of a finding.
pub(super) fn is_about_record(expectation: &Expectation) -> bool {
    matches!(expectation, Expectation::Code(_) | Expectation::Legal)
}

/// Returns a finding for each expectation of a record without a game that nothing tests. Without
/// rules, only expectations about the record as a whole are judged.
pub(crate) fn untested_without_game(record: &Record) -> Vec<Finding> {
    let mut judged = Judged::default();
    for (expectation, command) in expectations(comments_about_record(record)) {
        if is_about_record(expectation) {
            judged.add(command);
        }
    }
    untested_expectations(record, &judged)
}

/// Returns a finding for each expectation of a record that was not judged, up to the limit.
pub(super) fn untested_expectations(record: &Record, judged: &Judged) -> Vec<Finding> {
    let mut findings = Vec::new();
    if !has_expectations(record) {
        return findings;
    }
    add_untested(&record.moves.opening, (0, &[]), judged, &mut findings);
    for (line, node) in record.turns() {
        let place = (node.number, line.path.as_slice());
        add_untested(&node.after, place, judged, &mut findings);
        for variation in node.variations() {
            let place = (node.number, variation.line.path.as_slice());
            add_untested(&variation.line.opening, place, judged, &mut findings);
        }
    }
    add_untested(&record.closing, (0, &[]), judged, &mut findings);
    findings
}

/// Adds the findings for the comments among some items. `place` is the turn that they belong to,
/// and the path of its line.
fn add_untested(
    items: &[Item],
    place: (u32, &[u32]),
    judged: &Judged,
    findings: &mut Vec<Finding>,
) {
    let (turn, path) = place;
    for (_, command) in expectations(comments_of(items)) {
        if judged.has(command) || findings.len() >= MAX_FINDINGS {
            continue;
        }
        let finding = Finding::new(&code::UNMET, command, "This expectation was not tested.")
            .with_help("No turn is replayed, because the tags do not determine the start.")
            .at(turn, path);
        findings.push(finding);
    }
}
