//! Findings of a replay, up to the limit.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use super::Position;
use crate::findings::{Finding, code, sort_by_place};
use crate::notation::{Record, TurnId};
use crate::text::{MAX_FINDINGS, Span};

/// Boards by position string. Each is parsed on first use.
pub(crate) type Boards =
    BTreeMap<String, Arc<LazyLock<Position, Box<dyn FnOnce() -> Position + Send + Sync>>>>;

/// Collector of findings, up to the limit, and of the expectations in comments.
#[derive(Default)]
pub(super) struct Collector {
    /// Findings on the tags, the text, the result and the score.
    pub(super) of_record: Vec<Finding>,
    /// Findings on turns.
    of_turns: Vec<Finding>,
    /// The boards that the findings show.
    pub(super) boards: Boards,
    /// The findings on turns that are expected to be illegal, if a figure is requested.
    pub(super) expected: Vec<(TurnId, Finding)>,
    /// The number of findings on turns beyond the limit.
    pub(super) dropped: usize,
}

/// The findings of a whole replay.
pub(super) struct CollectedFindings {
    /// The findings in the order of the text, up to the limit.
    pub(super) findings: Vec<Finding>,
    /// The number of findings beyond the limit.
    pub(super) dropped: usize,
    /// The boards that the findings show.
    pub(super) boards: Boards,
}

impl Collector {
    pub(super) fn report_on_record(&mut self, finding: Finding) {
        self.of_record.push(finding);
    }

    pub(super) fn report_on_turn(&mut self, finding: Finding) {
        if self.is_full() {
            self.dropped += 1;
        } else {
            self.of_turns.push(finding);
        }
    }

    /// Removes the finding on a turn number, which repeats an unmet expectation.
    pub(super) fn forget_number(&mut self, number: Span) {
        self.of_record
            .retain(|finding| finding.code != &code::NUMBER || finding.span != number);
    }

    /// Returns true if further findings on turns are only counted.
    pub(super) fn is_full(&self) -> bool {
        self.of_turns.len() >= MAX_FINDINGS
    }

    /// Returns true if an error was reported.
    pub(super) fn has_errors(&self) -> bool {
        let mut all = self.of_record.iter().chain(&self.of_turns);
        self.dropped > 0 || all.any(Finding::is_error)
    }

    /// Returns what was collected.
    pub(super) fn finish(self, record: &Record) -> CollectedFindings {
        let mut all = self.of_record;
        all.extend(self.of_turns);
        sort_by_place(&mut all);
        let mut dropped = self.dropped + record.findings_dropped;
        if all.len() > MAX_FINDINGS {
            dropped += all.len() - MAX_FINDINGS;
            all.truncate(MAX_FINDINGS);
        }
        if dropped > 0 {
            let message = format!("This record has {dropped} more findings, which are not listed.");
            all.push(Finding::new(
                &code::RECORD_SIZE,
                record.source().end(),
                message,
            ));
        }
        CollectedFindings {
            findings: all,
            dropped,
            boards: self.boards,
        }
    }
}
