//! Suggested fixes: finds the smallest changes after which a record can be replayed.

mod candidate_games;
pub(crate) mod conventions;
mod correction;
mod decode;
mod edit;
mod fix_in_words;
mod fix_search;
mod json;
mod pasted_text;
mod safe_to_apply;
mod tag_values;

pub use edit::Edit;
pub(crate) use edit::trace_before_turns;
#[cfg(test)]
pub(crate) use json::MendsJson;
pub use json::mends_json;
pub(crate) use pasted_text::{contains_pasted_record, game_of_pasted, read_pasted, read_pasted_as};
pub(crate) use tag_values::tag_values;

use std::cmp::Reverse;
use std::sync::Arc;

use serde::Serialize;

use correction::Correction;
use decode::{Decoding, Explanation};
use edit::Original;
use fix_search::{Corrected, FixSearch};
use safe_to_apply::is_safe_to_apply;

use super::pasted::{CROSSED_OUT, words_for_turns};
use crate::findings::{Code, Finding, codes};
use crate::games::{Context, with_game};
use crate::notation::Record;
use crate::replay::Report;
use crate::text::{Claim, TextEdit, edited};

/// The maximum number of fixes reported for a record.
const MAX_LISTED: usize = 10;
/// The maximum number of fixes that are kept beyond those, because they change other turns.
const MAX_ELSEWHERE: usize = 4;
/// Budget of a search, in judged turns.
pub const MAX_WORK: u64 = 200_000;
/// The least number of words in the place of turns that show that a text without legal turns was
/// pasted.
const MIN_WORDS: usize = 2;
/// Smaller budget, for the unambiguous fix while checking a record.
pub const MAX_QUICK_WORK: u64 = 60_000;
/// While checking, a fix is searched only for records that begin within this many bytes of a file,
/// because a search takes a hundred times as long as checking.
pub(crate) const MAX_BYTES_BEFORE_FIX: u64 = 262_144;

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
    correction: Option<Arc<Correction>>,
    /// The edits after the correction, in the corrected record.
    #[serde(skip)]
    later_edits: Vec<Edit>,
    /// True if the main line ends as the record claims, but errors of another kind are left.
    #[serde(skip)]
    leaves_errors: bool,
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
        let written = record.text();
        let Some(correction) = self.correction.as_deref() else {
            let original = Original::new(written, &[]);
            return edit::in_text(&self.later_edits, record, trace.then_some(original));
        };
        let original = trace.then(|| correction.original(written));
        let edits = edit::in_text(&self.later_edits, &correction.record, original)?;
        correction.in_text(&edits, trace)
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
            later_edits: Vec::new(),
            explanation: None,
            weight: if is_valid { 1_000 } else { 0 },
        }
    }

    /// Creates the fix that makes comments of a text without a record.
    fn of_talk(correction: Correction) -> Self {
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
    fn explains(&self) -> bool {
        self.complete && self.result_agrees
    }

    /// Returns true if the fix explains the record, and is likelier than all other games together.
    pub fn is_likely(&self) -> bool {
        self.explains() && self.weight > 500
    }

    /// Returns true if at least as many turns are legal with the fix as without, and some of them
    /// if it changes turns.
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

    /// Returns true if the fix deletes a turn.
    fn deletes(&self) -> bool {
        self.edits
            .iter()
            .any(|edit| matches!(edit, Edit::Delete { .. }))
    }

    /// Returns the fixed text of the record; `None` if it is a fix of another record.
    pub fn text(&self, record: &Record) -> Option<String> {
        edited(record.text(), &self.in_text(record, false)?)
    }

    /// Returns true if the fixed record has no errors.
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
        let mends = Mends::search(record, report, context, MAX_QUICK_WORK);
        mends.map_or((None, 0), |mends| (mends.sole().cloned(), mends.work))
    }
}

/// The question whose answer distinguishes the likely games best.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Question {
    /// The turn, counted in the game from 1.
    pub turn: u32,
    /// What the likely games have there, the likeliest first; an empty text for a game that ends
    /// before.
    pub values: Vec<String>,
}

/// A turn of the game that is certain: the answer to a [`Question`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The turn, counted in the game from 1.
    pub turn: u32,
    /// The turn in the notation; `resign` for a resignation; empty if the game ends before.
    pub text: String,
}

/// An answer that is not written as `27=h8,b9`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "write the number of a turn, `=` and the turn, such as `27=h8,b9`, or `27=` if the game ends \
     before it"
)]
pub struct InvalidAnswer;

impl Answer {
    /// Creates an answer. Fails if the number is 0.
    pub fn new(turn: u32, text: &str) -> Result<Self, InvalidAnswer> {
        if turn == 0 {
            return Err(InvalidAnswer);
        }
        let text = text.trim().to_owned();
        Ok(Self { turn, text })
    }
}

/// An answer that no likely game has.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RejectedAnswer {
    /// The answer.
    pub answer: Answer,
    /// True if the text is a turn of the game.
    pub is_turn: bool,
    /// The turns of the likely games at this place, the likeliest first; an empty text for a game
    /// that ends before.
    pub values: Vec<String>,
}

impl std::str::FromStr for Answer {
    type Err = InvalidAnswer;

    fn from_str(text: &str) -> Result<Self, InvalidAnswer> {
        let (turn, text) = text.split_once('=').ok_or(InvalidAnswer)?;
        let turn = turn.trim().parse().map_err(|_| InvalidAnswer)?;
        Self::new(turn, text)
    }
}

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
        let (mut found, _) = Self::search_for(record, report, context, work, answers, None)?;
        let is_explained = found.mends.iter().any(Mend::explains);
        let game = record.game();
        let is_turn = |answer: &Answer| {
            game.is_some_and(|game| with_game!(game, G => decode::is_possible::<G>(answer)))
        };
        let wrong = answers.iter().find(|answer| !is_turn(answer));
        if let (false, Some(wrong)) = (is_explained, wrong.or(answers.last())) {
            let mut others = answers.to_vec();
            others.retain(|answer| answer != wrong && is_turn(answer));
            let asked = Some(wrong.turn);
            let other = Self::search_for(record, report, context, work, &others, asked);
            let (other, values) = other?;
            found.work += other.work;
            found.rejected = Some(RejectedAnswer {
                answer: wrong.clone(),
                is_turn: is_turn(wrong),
                values,
            });
        }
        Some(found)
    }

    /// Searches for fixes, and for the values of the turn `asked` in the likely games.
    fn search_for(
        record: &Record,
        report: &Report,
        context: &Context,
        work: u64,
        answers: &[Answer],
        asked: Option<u32>,
    ) -> Option<(Self, Vec<String>)> {
        let first = report.first_error()?;
        if let Some(Claim::Illegal(_)) = record.source().claim() {
            // The block claims that the record is illegal, so it must stay illegal.
            let none = Self {
                turn: first.turn,
                ..Self::none(record, first)
            };
            return Some((none, Vec::new()));
        }
        if record.tags.is_empty()
            && let Some(talk) = Correction::of_talk(record)
        {
            let of_talk = Self {
                mends: vec![Mend::of_talk(talk)],
                count: 1,
                ..Self::none(record, first)
            };
            return Some((of_talk, Vec::new()));
        }
        if let Some((glued, first_report)) = Correction::of_glued(record, report, context) {
            let of_glued = Self {
                mends: vec![Mend::of_correction(&Arc::new(glued), &first_report)],
                count: 1,
                ..Self::none(record, first)
            };
            return Some((of_glued, Vec::new()));
        }
        let search = FixSearch {
            record,
            report,
            context,
            first,
            answers,
            asked,
        };
        search.search(work)
    }

    /// Converts the result of a search into fixes of `record`. The search ran on the record after
    /// `correction`.
    fn of_decoding(
        decoding: Decoding,
        record: &Record,
        first: &Finding,
        context: &Context,
        correction: Option<&Arc<Correction>>,
    ) -> Self {
        let corrected = correction.map_or(&[][..], |correction| &correction.edits);
        let Decoding {
            found,
            proved,
            exhaustive,
            judged,
            question,
            values: _,
        } = decoding;
        let count = found.len();
        let decoded = correction.map_or(record, |correction| &correction.record);
        let original = correction.map_or(Original::new(record.text(), &[]), |correction| {
            correction.original(record.text())
        });
        let is_sole = |index: usize, found: &Explanation| {
            let is_certain = correction.is_none_or(|correction| {
                !correction.is_ambiguous
                    && !correction.may_be_cut_short
                    && !correction.dropped_a_sign_of(&found.edits)
            });
            let is_likeliest = index == 0 && proved && is_certain;
            is_likeliest && is_safe_to_apply(decoded.game(), decoded, first, found)
        };
        let to_mend = |(index, found): (usize, Explanation)| Mend {
            sole: is_sole(index, &found),
            legal_turns: found.legal,
            complete: found.complete,
            result_agrees: found.agrees,
            cost: found.cost,
            explanation: found.reason,
            edits: edit::one_after_the_other(corrected, &found.edits, decoded, original),
            later_edits: found.edits,
            correction: correction.cloned(),
            leaves_errors: false,
            weight: thousandths(found.weight),
        };
        let others = first_at_other_turns(&found).into_iter();
        let mut elsewhere: Vec<Mend> = others.map(to_mend).collect();
        let listed = found.into_iter().take(MAX_LISTED).enumerate();
        let mut mends: Vec<Mend> = listed.map(to_mend).collect();
        // The fixed record must also meet its expectations, and have no other errors.
        let all = mends.iter_mut().chain(&mut elsewhere);
        for mend in all.filter(|mend| mend.explains()) {
            let holds = mend.holds(record, context);
            mend.result_agrees = holds;
            mend.sole &= holds;
            mend.leaves_errors = !holds;
        }
        mends.sort_by_key(|mend| !mend.explains());
        Self {
            mends,
            elsewhere,
            count,
            exhaustive,
            proved,
            question: question.map(|question| Question {
                turn: question.turn,
                values: question.values,
            }),
            work: judged,
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

    /// Returns the result of an exhaustive search that found no fix.
    fn none(record: &Record, first: &Finding) -> Self {
        let turn = place_of(record, first);
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

    /// Returns the result for a record if the budget is used up; `None` under the same conditions.
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

/// Returns the explanations after the listed ones that are the first to change their turn, with
/// their indices.
fn first_at_other_turns(found: &[Explanation]) -> Vec<(usize, Explanation)> {
    let mut known = Vec::new();
    let mut others = Vec::new();
    for (index, explanation) in found.iter().enumerate() {
        let turn = changed_turn(&explanation.edits);
        let Some(turn) = turn.filter(|turn| !known.contains(turn)) else {
            continue;
        };
        known.push(turn);
        if index >= MAX_LISTED {
            others.push((index, explanation.clone()));
        }
        if others.len() == MAX_ELSEWHERE {
            break;
        }
    }
    others
}

/// Returns the correction of a record and the report of the corrected record; `None` if the
/// correction does not improve the report.
fn correction_of(
    record: &Record,
    report: &Report,
    context: &Context,
) -> Option<(Arc<Correction>, Report)> {
    let plain = checked_correction(Correction::new(record, context), context);
    let pasted = checked_correction(Correction::of_pasted(record, context), context);
    // A turn that was crossed out may be legal as well.
    let is_struck = pasted.as_ref().is_some_and(|(correction, corrected)| {
        corrected.is_valid() && correction.recognised.iter().any(|name| name == CROSSED_OUT)
    });
    let certain = plain
        .as_ref()
        .filter(|plain| plain.1.is_valid() && !is_struck);
    if let Some((correction, corrected)) = certain {
        return Some((Arc::clone(correction), corrected.clone()));
    }
    // A corrected value may turn out to contradict another one.
    let is_of_text = |id: &str| {
        let families = ["syntax/", "tag/", "turn/not-for-this-game"];
        families.iter().any(|family| id.starts_with(family)) && id != codes::common::INCONSISTENT.id
    };
    let is_further = |corrected: &Report, report: &Report| {
        corrected.turns > report.turns
            || error_count(corrected, |_| true) < error_count(report, |_| true)
            || error_count(corrected, is_of_text) < error_count(report, is_of_text)
    };
    // If the first turn of a chat is not legal, only its words show that it is one.
    let words = |record: &Record| {
        let game = record.game();
        game.map_or(0, |game| words_for_turns(record, game))
    };
    let is_plainer = |(correction, corrected): &Corrected, record: &Record, report: &Report| {
        corrected.turns >= report.turns
            && error_count(corrected, |_| true) <= error_count(report, |_| true)
            && words(&correction.record) + MIN_WORDS <= words(record)
    };
    // The layers of a pasted text count only if they lead further than other corrections.
    let (read, before) = plain
        .as_ref()
        .map_or((record, report), |(correction, corrected)| {
            (&correction.record, corrected)
        });
    let pasted = pasted.filter(|pasted| {
        let corrected = &pasted.1;
        is_struck
            || (corrected.turns >= before.turns && is_further(corrected, before))
            || is_plainer(pasted, read, before)
    });
    pasted
        .or(plain)
        .filter(|found| is_further(&found.1, report) || is_plainer(found, record, report))
}

/// Returns the number of errors with codes for which a predicate is true.
fn error_count(report: &Report, is_counted: fn(&str) -> bool) -> usize {
    let counted = report
        .findings
        .iter()
        .filter(|finding| finding.is_error() && is_counted(finding.code.id));
    counted.count()
}

/// Returns a correction with the report of the corrected record.
fn checked_correction(
    correction: Option<Correction>,
    context: &Context,
) -> Option<(Arc<Correction>, Report)> {
    let correction = correction?;
    let corrected = correction.record.game()?.check(&correction.record, context);
    Some((Arc::new(correction), corrected))
}

/// Returns the number of the turn of a finding, counted in the main line from 1; otherwise the turn
/// in the finding.
fn place_of(record: &Record, finding: &Finding) -> u32 {
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

/// Returns a share in thousandths.
fn thousandths(share: f64) -> u32 {
    // From 0 to 1,000.
    (share * 1_000.0).round() as u32
}
