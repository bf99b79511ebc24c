//! Suggested fixes: finds the smallest changes after which a record can be replayed.
//!
//! [`Mends::search`] returns all fixes of a record, and [`Mend::sole_of`] only the fix that may be
//! applied without asking. A search (`fix_search.rs`) has two parts:
//!
//! - A *correction* (`correction/`) replaces spellings whose meaning is clear, such as `Turn 1:`
//!   for `1.`. A record in a mail, a chat or a table is read as a *pasted text* (`fixes/pasted`).
//! - The search for mistakes (`decode/`) replaces, inserts, deletes and swaps turns of the
//!   corrected record, or changes its tags, until the record is legal.

mod answer;
mod candidate_games;
mod checked_correction;
pub(crate) mod conventions;
mod correction;
mod decode;
mod edit;
mod edits_in_text;
mod fix;
mod fix_in_words;
mod fix_list_in_words;
mod fix_search;
mod json;
mod mended_comment;
mod pasted_text;
mod safe_to_apply;
mod tag_edit_in_text;
mod tag_values;

pub use answer::{Answer, InvalidAnswer, Question, RejectedAnswer};
pub use edit::Edit;
pub use fix::Mend;
#[cfg(test)]
pub(crate) use json::MendsJson;
pub use json::mends_json;
pub(crate) use mended_comment::trace_before_turns;
pub(crate) use pasted_text::{contains_pasted_record, game_of_pasted, read_pasted, read_pasted_as};
pub(crate) use tag_values::tag_values;

use std::cmp::Reverse;
use std::sync::Arc;

use correction::Correction;
use decode::{Decoding, Explanation};
use fix_search::FixSearch;
use safe_to_apply::is_safe_to_apply;

use crate::findings::{Code, Finding};
use crate::games::{Context, with_game};
use crate::notation::{Record, tags_of_next_record};
use crate::replay::Report;
use crate::text::RawRecord;

/// The maximum number of fixes reported for a record.
const MAX_LISTED: usize = 10;
/// The maximum number of fixes that are kept beyond those, because they change other turns.
const MAX_ELSEWHERE: usize = 4;
/// Budget of a search, in judged turns.
pub const MAX_WORK: u64 = 200_000;
/// Smaller budget, for the unambiguous fix while checking a record.
pub const MAX_QUICK_WORK: u64 = 60_000;
/// While checking, a fix is searched only for records that begin within this many bytes of a file,
/// because a search takes a hundred times as long as checking.
pub(crate) const MAX_BYTES_BEFORE_FIX: u64 = 262_144;

/// Suggested fixes of an invalid record.
///
/// ```
/// use pipscribe::fixes::mend::Mends;
/// use pipscribe::prelude::*;
///
/// let text = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. a2-b3 2. h1-h2 *\n";
/// let checked = Checked::from_text(text);
/// let mends = Mends::search(checked.record(), &checked.report, &Context::default(), 1_000_000);
/// assert!(mends.is_some_and(|mends| mends.mends.len() > 1 && mends.sole().is_none()));
/// ```
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
    /// True if no game that is about as likely as the first one was left out.
    pub proved: bool,
    /// The turn that distinguishes the likely games best; `None` if there is only one game.
    pub question: Option<Question>,
    /// The answer that no likely game has, if there is one.
    pub rejected: Option<RejectedAnswer>,
    /// The part of the budget that was used.
    pub work: u64,
    /// The correction by itself, if it does not explain the record but makes it better.
    certain_part: Option<Box<Mend>>,
    /// Fixes beyond the listed ones, each the first that changes its turn.
    elsewhere: Vec<Mend>,
}

impl Mends {
    /// Searches for fixes of a record with this report; `None` if it has no errors, or if it does
    /// not name its game and its turns are not those of any. `work` is the budget of the search.
    pub fn search(record: &Record, report: &Report, context: &Context, work: u64) -> Option<Self> {
        Self::search_with_answers(record, report, context, work, &[])
    }

    /// Searches for fixes whose games contain certain turns, as [`Mends::search`] does. If no game
    /// has them, another search finds the possible answers.
    pub fn search_with_answers(
        record: &Record,
        report: &Report,
        context: &Context,
        work: u64,
        answers: &[Answer],
    ) -> Option<Self> {
        if let Some(next_tags) = tags_of_next_record(record) {
            let end = next_tags.start as usize;
            return Self::search_before(end, record, report, context, work, answers);
        }
        let search = FixSearch {
            record,
            report,
            context,
            first: report.first_error()?,
            answers,
            asked: None,
        };
        let mut found = search.search(work)?.mends;
        if found.mends.iter().any(Mend::explains) {
            return Some(found);
        }

        // An answer that is not a turn of the game is rejected first, then the last answer.
        let is_turn = |answer: &Answer| is_turn_of_game(record, answer);
        let impossible = answers.iter().find(|answer| !is_turn(answer));
        let Some(rejected) = impossible.or(answers.last()) else {
            return Some(found);
        };

        // Without the rejected answer, the search finds the possible answers to its question.
        let mut others = answers.to_vec();
        others.retain(|answer| answer != rejected && is_turn(answer));
        let search_without_it = FixSearch {
            answers: &others,
            asked: Some(rejected.turn),
            ..search
        };
        let other = search_without_it.search(work)?;
        found.work += other.mends.work;
        found.rejected = Some(RejectedAnswer {
            answer: rejected.clone(),
            is_turn: is_turn(rejected),
            values: other.asked_values,
        });
        Some(found)
    }

    /// Searches for fixes of the part of a record before tags that may belong to the next record.
    /// These tags stay an error, so none of the fixes is applied without asking.
    fn search_before(
        end: usize,
        record: &Record,
        report: &Report,
        context: &Context,
        work: u64,
        answers: &[Answer],
    ) -> Option<Self> {
        let first = report.first_error()?;
        let before = Record::parse(RawRecord {
            line: 1,
            bytes: record.text().get(..end)?.as_bytes().to_vec(),
            ..RawRecord::default()
        });
        let report_before = before.game()?.check(&before, context);
        let found = Self::search_with_answers(&before, &report_before, context, work, answers);
        let Some(mut found) = found else {
            return Some(Self::none(record, first));
        };
        found.certain_part = None;
        for mend in found.mends.iter_mut().chain(&mut found.elsewhere) {
            mend.note_errors_left();
        }
        Some(found)
    }

    /// Converts the result of a search for mistakes into fixes of `record`. The search ran on the
    /// record after `correction`.
    fn of_decoding(
        decoding: Decoding,
        record: &Record,
        first: &Finding,
        context: &Context,
        correction: Option<&Arc<Correction>>,
    ) -> Self {
        let count = decoding.found.len();
        let decoded = correction.map_or(record, |correction| &correction.record);
        let is_sole = |index: usize, found: &Explanation| {
            let is_likeliest = index == 0 && decoding.proved;
            let is_certain =
                correction.is_none_or(|correction| correction.is_certain_before(&found.edits));
            is_likeliest && is_certain && is_safe_to_apply(decoded.game(), decoded, first, found)
        };

        let others = first_at_other_turns(&decoding.found).into_iter();
        let mut elsewhere: Vec<Mend> = others
            .map(|found| Mend::of_explanation(found, false, record, correction))
            .collect();
        let listed = decoding.found.into_iter().take(MAX_LISTED).enumerate();
        let mut mends: Vec<Mend> = listed
            .map(|(index, found)| {
                let sole = is_sole(index, &found);
                Mend::of_explanation(found, sole, record, correction)
            })
            .collect();
        let all = mends.iter_mut().chain(&mut elsewhere);
        for mend in all.filter(|mend| mend.explains()) {
            mend.check_fixed_record(record, context);
        }
        // The sort is stable: likelier fixes stay before less likely ones.
        mends.sort_by_key(|mend| !mend.explains());

        Self {
            mends,
            elsewhere,
            count,
            exhaustive: decoding.exhaustive,
            proved: decoding.proved,
            question: decoding.question,
            work: decoding.judged,
            ..Self::none(record, first)
        }
    }

    /// Drops the fixes with which fewer turns are legal than without.
    fn drop_harmful(&mut self, before: &Report) {
        let all = self.mends.len();
        self.mends.retain(|mend| mend.is_helpful(before));
        self.count -= all - self.mends.len();
        self.elsewhere.retain(|mend| mend.is_helpful(before));
    }

    /// Drops the fixes that change the result, apart from their correction.
    fn drop_changed_results(&mut self) {
        let all = self.mends.len();
        let is_of_result = |edit: &Edit| matches!(edit, Edit::Tag { name, .. } if name == "Result");
        let keeps_result = |mend: &Mend| !mend.later_edits.iter().any(is_of_result);
        self.mends.retain(keeps_result);
        self.count -= all - self.mends.len();
        self.elsewhere.retain(keeps_result);
    }

    /// Returns the result of an exhaustive search that found no fix.
    fn none(record: &Record, first: &Finding) -> Self {
        let turn = turn_of_finding(record, first);
        Self {
            code: first.code,
            turn,
            mends: Vec::new(),
            count: 0,
            exhaustive: true,
            proved: false,
            question: None,
            rejected: None,
            work: 0,
            certain_part: None,
            elsewhere: Vec::new(),
        }
    }

    /// Returns the result for a record if the budget is used up before the search; `None` if the
    /// record has no errors, or does not name its game.
    pub fn unsearched(record: &Record, report: &Report) -> Option<Self> {
        let first = report.first_error()?;
        record.game()?;
        Some(Self {
            exhaustive: false,
            ..Self::none(record, first)
        })
    }

    /// Returns the changes that all likely games share, if the text has to be read otherwise than
    /// it is written: unambiguous spellings, and talk that becomes comments. They can be made
    /// before an open question is answered.
    pub fn certain_part(&self) -> Option<&Mend> {
        self.certain_part.as_deref()
    }

    /// Returns the best fix for each turn that a fix of one turn changes. The mistake may be in an
    /// earlier turn than the one in which it shows. The fixes that explain the record come first,
    /// then those with the most legal turns.
    pub fn by_turn(&self) -> Vec<&Mend> {
        let mut known = Vec::new();
        let mut best: Vec<&Mend> = Vec::new();
        for mend in self.mends.iter().chain(&self.elsewhere) {
            if let Some(turn) = changed_turn(&mend.later_edits)
                && !known.contains(&turn)
            {
                known.push(turn);
                best.push(mend);
            }
        }
        best.sort_by_key(|mend| (!mend.explains(), Reverse(mend.legal_turns)));
        best
    }

    /// Returns the unambiguous fix, which is safe to apply without asking. A fix that deletes a
    /// turn never is.
    pub fn sole(&self) -> Option<&Mend> {
        self.mends
            .first()
            .filter(|mend| mend.sole && !mend.deletes())
    }
}

/// Returns the turn that edits change, if it is only one.
fn changed_turn(edits: &[Edit]) -> Option<u32> {
    let mut turns = edits.iter().filter_map(Edit::turn);
    let first = turns.next()?;
    turns.next().is_none().then_some(first)
}

/// Returns the explanations after the listed ones that are the first to change their turn.
fn first_at_other_turns(found: &[Explanation]) -> Vec<Explanation> {
    let mut known = Vec::new();
    let mut others = Vec::new();
    for (index, explanation) in found.iter().enumerate() {
        let turn = changed_turn(&explanation.edits);
        let Some(turn) = turn.filter(|turn| !known.contains(turn)) else {
            continue;
        };
        known.push(turn);
        if index >= MAX_LISTED {
            others.push(explanation.clone());
        }
        if others.len() == MAX_ELSEWHERE {
            break;
        }
    }
    others
}

/// Returns true if an answer is a turn of the game of a record, or says that the game ends before.
fn is_turn_of_game(record: &Record, answer: &Answer) -> bool {
    let game = record.game();
    game.is_some_and(|game| with_game!(game, G => decode::is_possible::<G>(answer)))
}

/// Returns the number of the turn of a finding, counted in the main line from 1; otherwise the turn
/// in the finding.
fn turn_of_finding(record: &Record, finding: &Finding) -> u32 {
    let start = finding.span.start;
    let index = record
        .moves
        .turns
        .iter()
        .position(|node| node.text.start <= start && start < node.text.end);
    index.map_or(finding.turn, |index| {
        u32::try_from(index + 1).unwrap_or(u32::MAX)
    })
}
