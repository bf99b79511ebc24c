//! Corrections of a record, each with the report of the corrected record.

use std::sync::Arc;

use super::correction::Correction;
use crate::findings::codes;
use crate::fixes::pasted::{CROSSED_OUT, words_for_turns};
use crate::games::Context;
use crate::notation::Record;
use crate::replay::Report;

/// The least number of words in the place of turns that show that a text without legal turns was
/// pasted.
const MIN_WORDS: usize = 2;

/// A correction of a record, and the report of the corrected record.
pub(super) struct CheckedCorrection {
    pub(super) correction: Arc<Correction>,
    pub(super) report: Report,
}

impl CheckedCorrection {
    /// Checks the corrected record; `None` if it names no game.
    pub(super) fn new(correction: Correction, context: &Context) -> Option<Self> {
        let report = correction.record.game()?.check(&correction.record, context);
        Some(Self {
            correction: Arc::new(correction),
            report,
        })
    }

    /// Returns the best correction of a record with this report; `None` if no correction improves
    /// the report.
    pub(super) fn best_of(record: &Record, report: &Report, context: &Context) -> Option<Self> {
        let checked = |correction: Option<Correction>| Self::new(correction?, context);
        let plain = checked(Correction::new(record, context));
        let pasted = checked(Correction::of_pasted(record, context));
        // A crossed-out turn may be legal, so that a plain correction which keeps it is valid too.
        let crosses_out = pasted.as_ref().is_some_and(Self::crosses_out_turns);

        let is_plain_valid = plain.as_ref().is_some_and(|plain| plain.report.is_valid());
        if is_plain_valid && !crosses_out {
            return plain;
        }

        // Reading a record as a pasted text counts only if it leads further than the plain
        // correction.
        let (read, without_pasted) = match &plain {
            Some(plain) => (&plain.correction.record, &plain.report),
            None => (record, report),
        };
        let pasted = pasted.filter(|pasted| {
            let leads_further = pasted.report.turns >= without_pasted.turns
                && improves(&pasted.report, without_pasted);
            crosses_out || leads_further || pasted.is_plainer_than(read, without_pasted)
        });
        let best = pasted.or(plain)?;
        let is_better = improves(&best.report, report) || best.is_plainer_than(record, report);
        is_better.then_some(best)
    }

    /// Returns true if the corrected record has fewer words in the place of turns than another
    /// reading of it, and neither fewer legal turns nor more errors. If the first turn of a chat is
    /// not legal, only its words show that it is one.
    fn is_plainer_than(&self, record: &Record, report: &Report) -> bool {
        let words = |record: &Record| {
            let game = record.game();
            game.map_or(0, |game| words_for_turns(record, game))
        };
        self.report.turns >= report.turns
            && error_count(&self.report) <= error_count(report)
            && words(&self.correction.record) + MIN_WORDS <= words(record)
    }

    /// Returns true if the corrected record is valid without turns that somebody crossed out.
    fn crosses_out_turns(&self) -> bool {
        let recognised = &self.correction.recognised;
        self.report.is_valid() && recognised.iter().any(|name| name == CROSSED_OUT)
    }
}

/// Returns true if a record has more legal turns, or fewer errors, than another report of it.
fn improves(corrected: &Report, before: &Report) -> bool {
    corrected.turns > before.turns
        || error_count(corrected) < error_count(before)
        || text_error_count(corrected) < text_error_count(before)
}

/// Returns the number of errors.
pub(super) fn error_count(report: &Report) -> usize {
    report.errors().count()
}

/// Returns the number of errors that concern the spelling of the text. Once they are corrected,
/// other errors may show: a corrected value may contradict another one.
fn text_error_count(report: &Report) -> usize {
    const FAMILIES: [&str; 3] = ["syntax/", "tag/", "turn/not-for-this-game"];
    let concerns_spelling = |id: &str| {
        let is_in_a_family = FAMILIES.iter().any(|family| id.starts_with(family));
        is_in_a_family && id != codes::common::INCONSISTENT.id
    };
    let counted = report
        .errors()
        .filter(|error| concerns_spelling(error.code.id));
    counted.count()
}
