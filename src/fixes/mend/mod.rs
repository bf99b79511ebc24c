//! Suggested fixes: finds the smallest changes after which a record can be replayed.

mod candidate;
mod claims;
pub(crate) mod conventions;
mod correction;
mod edit;
mod json;
mod one_turn;
mod order;
mod parts;
mod search;
mod sole;
mod tags;
mod two_typos;
mod words;

pub use edit::Edit;
pub(crate) use edit::trace_before_turns;
pub use json::MendsJson;
pub(crate) use tags::tag_values;

use std::sync::Arc;

use serde::Serialize;

use candidate::Candidate;
use correction::Correction;
use search::Search;

use crate::findings::{Code, Finding, codes};
use crate::games::{Context, Game, with_game};
use crate::notation::Record;
use crate::replay::Report;
use crate::text::{Claim, TextEdit, edited, sort_edits};

/// The maximum number of fixes reported for a record.
const MAX_LISTED: usize = 10;
/// Budget of a search, in texts parsed. Judging a turn counts as several of them.
pub const MAX_WORK: u64 = 4_000_000;
/// Smaller budget, for the unambiguous fix while checking a record.
const MAX_QUICK_WORK: u64 = 150_000;
/// While checking, a fix is searched only for records that begin within this many bytes of a file,
/// because a search takes a hundred times as long as checking.
pub(crate) const MAX_BYTES_BEFORE_FIX: u64 = 262_144;

/// Suggested fix: a change after which more of a record is legal.
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
    correction: Option<Arc<Correction>>,
    /// The edits of the corrected record.
    #[serde(skip)]
    own: Vec<Edit>,
    /// True if the main line ends as the record claims, but errors of another kind are left.
    #[serde(skip)]
    leaves_errors: bool,
    /// The common reason for several edits; left out of JSON otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<&'static str>,
}

impl Mend {
    /// Returns the changes of the record's text, in order. With `trace`, comments preserve the
    /// original text. `None` if it is a fix of another record.
    pub fn in_text(&self, record: &Record, trace: bool) -> Option<Vec<TextEdit>> {
        let correction = self.correction.as_deref();
        let record = correction.map_or(record, |correction| &correction.record);
        let edits: Option<Vec<_>> = self
            .own
            .iter()
            .map(|edit| edit.in_text(record, trace))
            .collect();
        let mut edits: Vec<TextEdit> = edits?.into_iter().flatten().collect();
        sort_edits(&mut edits);
        match correction {
            Some(correction) => correction.in_text(&edits, trace),
            None => Some(edits),
        }
    }

    /// Creates the fix that consists of a correction, after which the record has the report
    /// `corrected`.
    fn of_correction(correction: &Arc<Correction>, corrected: &Report) -> Self {
        let is_valid = corrected.is_valid();
        let turns = correction
            .record
            .moves
            .turns
            .iter()
            .filter(|node| !node.expects_refusal())
            .count();
        let complete =
            is_valid || usize::try_from(corrected.turns).is_ok_and(|legal| legal == turns);
        Self {
            edits: correction.edits.clone(),
            legal_turns: corrected.turns,
            complete,
            leaves_errors: !is_valid,
            result_agrees: is_valid,
            sole: is_valid && !correction.may_be_cut_short && !correction.is_ambiguous,
            cost: 0,
            correction: Some(Arc::clone(correction)),
            own: Vec::new(),
            explanation: None,
        }
    }

    /// True if the fix explains the whole record.
    fn explains(&self) -> bool {
        self.complete && self.result_agrees
    }

    /// True if at least as many turns are legal with the fix as without, and some of them if it
    /// changes turns.
    fn is_helpful(&self, before: &Report) -> bool {
        let deleted = self
            .edits
            .iter()
            .filter(|edit| matches!(edit, Edit::Delete { .. }))
            .count();
        let legal = self
            .legal_turns
            .saturating_add(u32::try_from(deleted).unwrap_or(u32::MAX));
        let changes_turns = self.edits.iter().any(|edit| edit.turn().is_some());
        self.complete || (legal >= before.turns && (legal > 0 || !changes_turns))
    }

    /// True if the fix deletes a turn.
    fn deletes(&self) -> bool {
        self.edits
            .iter()
            .any(|edit| matches!(edit, Edit::Delete { .. }))
    }

    /// Returns the fixed text of the record; `None` if it is a fix of another record.
    pub fn text(&self, record: &Record) -> Option<String> {
        edited(record.text(), &self.in_text(record, false)?)
    }

    /// True if the fixed record has no errors.
    fn holds(&self, record: &Record, context: &Context) -> bool {
        let mended = self.text(record).map(|text| Record::parse_str(&text));
        let report = mended.and_then(|record| Some(record.game()?.check(&record, context)));
        report.is_some_and(|report| report.is_valid())
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
        let mends = Mends::found(record, report, context, MAX_QUICK_WORK, false);
        mends.map_or((None, 0), |mends| (mends.sole().cloned(), mends.work))
    }
}

/// Suggested fixes of an invalid record.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Mends {
    /// The code of the first error.
    pub code: Code,
    /// The turn of the first error, counted in the main line; 0 if it belongs to no turn.
    pub turn: u32,
    /// The fixes, the best first. At most ten.
    pub mends: Vec<Mend>,
    /// The total number of fixes found, including those that are not listed.
    pub count: usize,
    /// True if the search was exhaustive.
    pub exhaustive: bool,
    /// The part of the budget that was used.
    pub work: u64,
}

impl Mends {
    /// Searches for fixes of a record with this report; `None` if it has no errors, or does not
    /// name its game. `work` is the budget of the search.
    pub fn search(record: &Record, report: &Report, context: &Context, work: u64) -> Option<Self> {
        Self::found(record, report, context, work, true)
    }

    fn found(
        record: &Record,
        report: &Report,
        context: &Context,
        work: u64,
        thorough: bool,
    ) -> Option<Self> {
        let first = report.first_error()?;
        if let Some(Claim::Illegal(_)) = record.source().claim() {
            // The block claims that the record is illegal, so it must stay illegal.
            return Some(Self {
                turn: first.turn,
                ..Self::none(record, first)
            });
        }
        let searched = |record: &Record| {
            Some(
                with_game!(record.game()?, G => Searched::new::<G>(record, context, work, thorough)),
            )
        };
        let Some((correction, corrected)) = correction_of(record, report, context) else {
            let mut found = searched(record)?.into_mends(record, first, context, None);
            found.drop_harmful(report);
            return Some(found);
        };
        let alone = Mend::of_correction(&correction, &corrected);
        if corrected.is_valid() {
            return Some(Self {
                mends: vec![alone],
                count: 1,
                ..Self::none(record, first)
            });
        }
        let mut found =
            searched(&correction.record)?.into_mends(record, first, context, Some(&correction));
        // A corrected result is certain, so fixes that change it are dropped.
        if correction.has_result {
            let before = found.mends.len();
            let changes_result =
                |edit: &Edit| matches!(edit, Edit::Tag { name, .. } if name == "Result");
            found
                .mends
                .retain(|mend| !mend.own.iter().any(changes_result));
            found.count -= before - found.mends.len();
        }
        found.drop_harmful(report);
        if alone.is_helpful(report) {
            // Fixes that explain the record come first, then the correction by itself.
            let at = found
                .mends
                .iter()
                .take_while(|mend| mend.explains())
                .count();
            found.mends.insert(at, alone);
            found.mends.truncate(MAX_LISTED);
            found.count += 1;
        }
        Some(found)
    }

    /// Drops the fixes with which fewer turns are legal than without.
    fn drop_harmful(&mut self, before: &Report) {
        let all = self.mends.len();
        self.mends.retain(|mend| mend.is_helpful(before));
        self.count -= all - self.mends.len();
    }

    /// Returns the result of an exhaustive search that found no fix.
    fn none(record: &Record, first: &Finding) -> Self {
        let turn = place_of(record, first);
        Self {
            code: first.code,
            turn,
            mends: Vec::new(),
            count: 0,
            exhaustive: true,
            work: 0,
        }
    }

    /// Returns the result for a record for which no budget is left; `None` under the same
    /// conditions.
    pub fn unsearched(record: &Record, report: &Report) -> Option<Self> {
        let first = report.first_error()?;
        record.game()?;
        Some(Self {
            exhaustive: false,
            ..Self::none(record, first)
        })
    }

    /// Returns the unambiguous fix, which may be written without asking. A fix that deletes a turn
    /// never is.
    pub fn sole(&self) -> Option<&Mend> {
        self.mends
            .first()
            .filter(|mend| mend.sole && !mend.deletes())
    }
}

/// Returns the correction of a record and the report of the corrected record; `None` if the
/// correction does not improve the report.
fn correction_of(
    record: &Record,
    report: &Report,
    context: &Context,
) -> Option<(Arc<Correction>, Report)> {
    let correction = Correction::new(record, context)?;
    let corrected = correction.record.game()?.check(&correction.record, context);
    let errors = |report: &Report, is_counted: fn(&str) -> bool| {
        report
            .findings
            .iter()
            .filter(|finding| finding.is_error() && is_counted(finding.code.id))
            .count()
    };
    // A corrected value may turn out to contradict another one.
    let is_of_text = |id: &str| {
        let families = ["syntax/", "tag/", "turn/not-for-this-game"];
        families.iter().any(|family| id.starts_with(family)) && id != codes::common::INCONSISTENT.id
    };
    let is_further = corrected.turns > report.turns
        || errors(&corrected, |_| true) < errors(report, |_| true)
        || errors(&corrected, is_of_text) < errors(report, is_of_text);
    is_further.then(|| (Arc::new(correction), corrected))
}

/// Returns the number of the turn of a finding, counted in the main line from 1; otherwise the turn
/// in the finding.
fn place_of(record: &Record, finding: &Finding) -> u32 {
    let start = finding.span.start;
    let at = record
        .moves
        .turns
        .iter()
        .position(|node| node.text.start <= start && start < node.text.end);
    at.map_or(finding.turn, |at| u32::try_from(at + 1).unwrap_or(u32::MAX))
}

/// Result of a search, independent of the game.
struct Searched {
    /// The candidates, the best first.
    found: Vec<Candidate>,
    /// True if only the first one is likely.
    has_sole: bool,
    exhaustive: bool,
    /// The part of the budget that was used.
    work: u64,
}

impl Searched {
    fn new<G: Game>(record: &Record, context: &Context, work: u64, thorough: bool) -> Self {
        let mut search = Search::<G>::new(record, context, work);
        search.run(thorough);
        let exhaustive = !(search.work.stopped || search.hit_limit);
        let found = search.distinct();
        let has_sole = search.has_sole(&found);
        let left = if search.work.stopped {
            0
        } else {
            search.work.left
        };
        Self {
            found,
            has_sole,
            exhaustive,
            work: work - left,
        }
    }

    /// Converts the result into fixes of `record`. The search ran on the record after `correction`.
    fn into_mends(
        self,
        record: &Record,
        first: &Finding,
        context: &Context,
        correction: Option<&Arc<Correction>>,
    ) -> Mends {
        let Self {
            found,
            has_sole,
            exhaustive,
            work,
        } = self;
        let corrected = correction.map_or(&[][..], |correction| &correction.edits);
        let count = found.len();
        let lands_nearer = |found: &Candidate| {
            let game = record.game();
            game.is_some_and(|game| sole::lands_nearer(game, first, found))
        };
        let mends = found
            .into_iter()
            .take(MAX_LISTED)
            .enumerate()
            .map(|(index, found)| Mend {
                legal_turns: found.legal,
                complete: found.complete,
                result_agrees: found.agrees,
                sole: index == 0 && has_sole && !lands_nearer(&found),
                cost: found.total_cost(),
                explanation: found.explanation,
                edits: edit::one_after_the_other(corrected, &found.edits),
                own: found.edits,
                correction: correction.cloned(),
                leaves_errors: false,
            });
        let mut mends: Vec<Mend> = mends.collect();
        // The fixed record must also meet its expectations, and have no other errors.
        for mend in mends.iter_mut().filter(|mend| mend.explains()) {
            let holds = mend.holds(record, context);
            (mend.result_agrees, mend.sole, mend.leaves_errors) =
                (holds, mend.sole && holds, !holds);
        }
        mends.sort_by_key(|mend| !mend.explains());
        Mends {
            mends,
            count,
            exhaustive,
            work,
            ..Mends::none(record, first)
        }
    }
}
