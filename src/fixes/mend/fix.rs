//! A suggested fix, and the text of the record with the fix.
//!
//! The first edits of a fix are those of its correction ([`Correction`]), which replaces spellings
//! whose meaning is clear. Its later edits change the corrected record: they are the most likely
//! mistakes that the search (`decode`) found in it.

use std::cmp::Reverse;
use std::sync::Arc;

use serde::Serialize;

use super::correction::Correction;
use super::decode::Explanation;
use super::edit::{Edit, one_after_the_other};
use super::edits_in_text::in_text;
use super::mended_comment::{Original, trace_before_turns};
use super::{MAX_QUICK_WORK, Mends};
use crate::games::Context;
use crate::notation::{Record, TurnNode};
use crate::replay::Report;
use crate::text::{TextEdit, composed, edited};

/// Suggested fix: a change after which more of a record is legal.
///
/// ```
/// use pipscribe::fixes::mend::Mend;
/// use pipscribe::prelude::*;
///
/// let text = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. a2-b3 2. h1-h3 3. a2-c44 4. h1-h4 *\n";
/// let checked = Checked::from_text(text);
/// let mend = Mend::sole_of(checked.record(), &checked.report, &Context::default());
/// let fixed = mend.and_then(|mend| mend.text(checked.record()));
/// assert!(fixed.is_some_and(|text| text.contains("3. a2-c4 4. h1-h4")));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "MendJson"))]
#[non_exhaustive]
pub struct Mend {
    /// The edits.
    pub edits: Vec<Edit>,
    /// The number of turns of the main line that are legal after the change.
    pub legal_turns: u32,
    /// True if all turns are legal.
    pub complete: bool,
    /// True if the game then ends as the record claims.
    pub result_agrees: bool,
    /// True if no other change that explains the record is as likely.
    pub sole: bool,
    /// The cost: the higher, the less likely.
    #[serde(skip)]
    pub cost: u32,
    /// The correction that its first edits make: unambiguous spellings, converted to the notation.
    #[serde(skip)]
    pub(super) correction: Option<Arc<Correction>>,
    /// The edits after the correction, in the corrected record.
    #[serde(skip)]
    pub(super) later_edits: Vec<Edit>,
    /// True if the main line ends as the record claims, but errors of another kind are left.
    #[serde(skip)]
    pub(super) leaves_errors: bool,
    /// The common reason for several edits; left out of JSON otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<String>,
    /// The probability that this is the game that was meant, in thousandths: the weights of all
    /// fixes, and of games that were not found, add up to 1,000. In JSON it is from 0 to 1.
    #[serde(serialize_with = "as_share")]
    #[cfg_attr(test, schemars(with = "f64"))]
    pub weight: u32,
}

/// Writes thousandths as a number from 0 to 1.
fn as_share<S: serde::Serializer>(thousandths: &u32, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(f64::from(*thousandths) / 1_000.0)
}

impl Mend {
    /// Returns the changes of the record's text, in order. With `trace`, comments preserve the
    /// original text. `None` if it is a fix of another record.
    pub fn in_text(&self, record: &Record, trace: bool) -> Option<Vec<TextEdit>> {
        let plain = self.changes_in_text(record, false)?;
        if !trace {
            return Some(plain);
        }

        // A trace must not change what the fix says. If a trace cannot be written beside its turn,
        // one before the turns preserves everything.
        let fixed = Record::parse_str(&edited(record.text(), &plain)?);
        let has_same_turns = |changes: &Vec<TextEdit>| {
            let traced = edited(record.text(), changes);
            traced.is_some_and(|text| turn_texts(&Record::parse_str(&text)).eq(turn_texts(&fixed)))
        };
        self.changes_in_text(record, true)
            .filter(has_same_turns)
            .or_else(|| self.with_one_trace(&plain, &fixed))
    }

    /// Returns the changes of the text without traces, and one trace of all that they replace,
    /// before the turns. `fixed` is the record with the changes.
    fn with_one_trace(&self, plain: &[TextEdit], fixed: &Record) -> Option<Vec<TextEdit>> {
        let replaced = self.edits.iter().filter_map(Edit::replaced_text);
        let replaced: Vec<&str> = replaced.collect();
        let trace = trace_before_turns(fixed, &replaced.join(" "));
        composed(plain, fixed.text(), &[trace])
    }

    /// Returns the changes of the record's text, each trace beside what it preserves. `None` if
    /// two of the changes overlap, or if it is a fix of another record.
    fn changes_in_text(&self, record: &Record, trace: bool) -> Option<Vec<TextEdit>> {
        let written = record.text();
        let Some(correction) = self.correction.as_deref() else {
            let original = Original::new(written, &[]);
            return in_text(&self.later_edits, record, trace.then_some(original));
        };
        let original = trace.then(|| correction.original(written));
        let edits = in_text(&self.later_edits, &correction.record, original)?;
        correction.in_text(&edits, trace)
    }

    /// Returns the fixed text of the record; `None` if it is a fix of another record.
    pub fn text(&self, record: &Record) -> Option<String> {
        edited(record.text(), &self.in_text(record, false)?)
    }

    /// Creates the fix that consists of a correction, after which the record has the report
    /// `corrected`.
    pub(super) fn of_correction(correction: &Arc<Correction>, corrected: &Report) -> Self {
        let is_valid = corrected.is_valid();
        Self {
            edits: correction.edits.clone(),
            legal_turns: corrected.turns,
            complete: are_all_turns_legal(&correction.record, corrected),
            leaves_errors: !is_valid,
            result_agrees: is_valid,
            sole: is_valid && !correction.may_be_cut_short && !correction.is_ambiguous,
            cost: 0,
            correction: Some(Arc::clone(correction)),
            later_edits: Vec::new(),
            explanation: None,
            weight: if is_valid { 1_000 } else { 0 },
        }
    }

    /// Creates the fix of `record` that a search has found. The search ran on the record after
    /// `correction`. With `sole`, the fix may be applied without asking.
    pub(super) fn of_explanation(
        found: Explanation,
        sole: bool,
        record: &Record,
        correction: Option<&Arc<Correction>>,
    ) -> Self {
        let written = record.text();
        let corrections = correction.map_or(&[][..], |correction| &correction.edits);
        let corrected = correction.map_or(record, |correction| &correction.record);
        let original = correction.map_or(Original::new(written, &[]), |correction| {
            correction.original(written)
        });
        Self {
            sole,
            legal_turns: found.legal,
            complete: found.complete,
            result_agrees: found.agrees,
            cost: found.cost,
            explanation: found.reason,
            edits: one_after_the_other(corrections, &found.edits, corrected, original),
            later_edits: found.edits,
            correction: correction.cloned(),
            leaves_errors: false,
            weight: thousandths(found.weight),
        }
    }

    /// Creates the fix that writes `now` in place of a turn of the main line; `None` if the turn is
    /// not in the main line. It need not explain the record.
    pub fn of_turn(record: &Record, node: &TurnNode, now: &str, context: &Context) -> Option<Self> {
        let mut main_line = record.moves.turns.iter();
        let index = main_line.position(|other| other.id == node.id)?;
        let edit = Edit::Replace {
            turn: u32::try_from(index + 1).ok()?,
            was: record.text_of(node.text).to_owned(),
            now: now.to_owned(),
        };
        let text = edited(record.text(), &[(node.text, now.to_owned())])?;
        let fixed = Record::parse_str(&text);
        let report = fixed.game()?.check(&fixed, context);
        let complete = are_all_turns_legal(&fixed, &report);
        Some(Self {
            edits: vec![edit.clone()],
            legal_turns: report.turns,
            complete,
            result_agrees: report.is_valid(),
            sole: false,
            cost: 0,
            correction: None,
            later_edits: vec![edit],
            leaves_errors: complete && !report.is_valid(),
            explanation: None,
            weight: 0,
        })
    }

    /// Returns the rank of the fix among those that do not explain the record: first those with
    /// the most legal turns, then the smallest changes. Lower values come first.
    pub fn rank(&self) -> (Reverse<u32>, usize) {
        rank(self.legal_turns, &self.later_edits)
    }

    /// Creates the fix that makes comments of a text without a record.
    pub(super) fn of_talk(correction: Correction) -> Self {
        Self {
            edits: correction.edits.clone(),
            legal_turns: 0,
            complete: true,
            leaves_errors: false,
            result_agrees: true,
            sole: true,
            cost: 0,
            correction: Some(Arc::new(correction)),
            later_edits: Vec::new(),
            explanation: None,
            weight: 1_000,
        }
    }

    /// Returns true if the fix makes comments of a text without a record, so that nothing is left
    /// to check.
    pub fn leaves_only_comments(&self) -> bool {
        let is_comment = |record: &Record| record.tags.is_empty() && record.moves.turns.is_empty();
        let corrected = self.correction.as_deref();
        corrected.is_some_and(|correction| is_comment(&correction.record))
            && self.later_edits.is_empty()
    }

    /// Returns true if the fix explains the whole record.
    pub(super) fn explains(&self) -> bool {
        self.complete && self.result_agrees
    }

    /// Returns true if the fix explains the record, and is likelier than all other games together.
    pub fn is_likely(&self) -> bool {
        self.explains() && self.weight > 500
    }

    /// Returns true if at least as many turns are legal with the fix as without. A fix that changes
    /// turns must also make at least one legal.
    pub(super) fn is_helpful(&self, before: &Report) -> bool {
        if self.complete {
            return true;
        }

        // A deleted turn may have been legal before.
        let is_deletion = |edit: &&Edit| matches!(edit, Edit::Delete { .. });
        let deleted = self.edits.iter().filter(is_deletion).count();
        let deleted = u32::try_from(deleted).unwrap_or(u32::MAX);
        let legal_or_deleted = self.legal_turns.saturating_add(deleted);

        let changes_turns = self.edits.iter().any(|edit| edit.turn().is_some());
        let is_useful = legal_or_deleted > 0 || !changes_turns;
        is_useful && legal_or_deleted >= before.turns
    }

    /// Returns true if the fix deletes a turn.
    pub(super) fn deletes(&self) -> bool {
        self.edits
            .iter()
            .any(|edit| matches!(edit, Edit::Delete { .. }))
    }

    /// Notes that errors of another kind are left, so that the fix is not applied without asking.
    pub(super) fn note_errors_left(&mut self) {
        self.result_agrees = false;
        self.sole = false;
        self.leaves_errors = true;
    }

    /// Checks the fixed record. A fix that explains the record must also leave no errors of another
    /// kind, such as an expectation that is not met.
    pub(super) fn check_fixed_record(&mut self, record: &Record, context: &Context) {
        let fixed = self.text(record).map(|text| Record::parse_str(&text));
        let report = fixed.and_then(|fixed| Some(fixed.game()?.check(&fixed, context)));
        let is_valid = report.is_some_and(|report| report.is_valid());
        self.result_agrees = is_valid;
        self.sole &= is_valid;
        self.leaves_errors = !is_valid;
    }

    /// Returns the unambiguous fix of a record, if a small budget is enough to find it.
    pub fn sole_of(record: &Record, report: &Report, context: &Context) -> Option<Self> {
        Self::sole_with_work(record, report, context).0
    }

    /// Returns the same, and the part of the budget that was used.
    pub(crate) fn sole_with_work(
        record: &Record,
        report: &Report,
        context: &Context,
    ) -> (Option<Self>, u64) {
        let mends = Mends::search(record, report, context, MAX_QUICK_WORK);
        mends.map_or((None, 0), |mends| (mends.sole().cloned(), mends.work))
    }
}

/// Returns the rank of edits after which `legal_turns` turns are legal, as [`Mend::rank`] does.
pub(super) fn rank(legal_turns: u32, edits: &[Edit]) -> (Reverse<u32>, usize) {
    let size: usize = edits.iter().map(Edit::size).sum();
    (Reverse(legal_turns), size)
}

/// Returns true if all turns of the main line of a record with this report are legal.
fn are_all_turns_legal(record: &Record, report: &Report) -> bool {
    let turns = record.moves.turns.iter();
    let played = turns.filter(|node| !node.expects_refusal()).count();
    report.is_valid() || usize::try_from(report.turns).is_ok_and(|legal| legal == played)
}

/// Returns the texts of the turns of a record's main line.
fn turn_texts(record: &Record) -> impl Iterator<Item = &str> {
    let turns = record.moves.turns.iter();
    turns.map(move |node| record.text_of(node.text))
}

/// Returns a share in thousandths.
pub(super) fn thousandths(share: f64) -> u32 {
    // From 0 to 1,000.
    (share * 1_000.0).round() as u32
}
