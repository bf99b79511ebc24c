//! What was meant: the smallest changes of a record under which it replays.

mod claims;
mod conventions;
mod correction;
mod edit;
mod found;
mod json;
mod one_turn;
mod order;
mod parts;
mod search;
mod sole;
mod tags;
mod two_slips;
mod words;

pub use edit::Edit;
pub use json::MendsJson;
pub(crate) use tags::options as option_values;

use std::sync::Arc;

use correction::Correction;
use found::Found;
use search::Search;

use crate::findings::{Code, Finding};
use crate::games::{Context, Game, with_game};
use crate::notation::Record;
use crate::replay::Report;
use crate::text::{Claim, TextEdit, edited};

/// How many mends of a record are told.
const MOST_TOLD: usize = 10;
/// The work that a search may make of itself, in texts read; a turn that is judged is worth some of them.
pub const MOST_WORK: u64 = 4_000_000;
/// The same where checking a record asks for the sole mend.
const MOST_QUICK_WORK: u64 = 150_000;
/// Where the records of a file begin, in bytes from its start, of which checking asks for the sole mend: a search takes a
/// hundred times what checking does.
pub(crate) const MOST_BYTES_BEFORE_FIX: u64 = 262_144;

/// A change under which a record replays further.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mend {
    /// What is to be changed.
    pub edits: Vec<Edit>,
    /// The turns of the main line that are legal then.
    pub legal_turns: u32,
    /// Whether all are.
    pub complete: bool,
    /// Whether the game then ends as the record says.
    pub result_agrees: bool,
    /// Whether nothing else that is as likely explains the record as well.
    pub sole: bool,
    /// How unlikely it is beside others.
    pub cost: u32,
    /// What its first edits do to the text, where they put what is plainly written into the signs of the notation.
    correction: Option<Arc<Correction>>,
    /// The changes of the corrected record.
    own: Vec<Edit>,
    /// Why all of them are needed, where one reason accounts for several.
    pub explanation: Option<&'static str>,
}

impl Mend {
    /// What is to be changed in the text of the record, in its order. With `trace` comments keep what stood there. `None`
    /// where it is a change of another record.
    pub fn in_text(&self, record: &Record, trace: bool) -> Option<Vec<TextEdit>> {
        let correction = self.correction.as_deref();
        let record = correction.map_or(record, |correction| &correction.record);
        let edits: Option<Vec<_>> = self.own.iter().map(|edit| edit.in_text(record, trace)).collect();
        let mut edits: Vec<TextEdit> = edits?.into_iter().flatten().collect();
        edits.sort_by_key(|(span, _)| (span.start, span.end));
        match correction {
            Some(correction) => correction.in_text(&edits, trace),
            None => Some(edits),
        }
    }

    /// Whether it leaves out a turn.
    fn deletes(&self) -> bool {
        self.edits.iter().any(|edit| matches!(edit, Edit::Delete { .. }))
    }

    /// The text of the record with this change; `None` where it is a change of another record.
    pub fn text(&self, record: &Record) -> Option<String> {
        edited(record.text(), &self.in_text(record, false)?)
    }

    /// Whether nothing is wrong any more with a record that has this change.
    fn holds(&self, record: &Record, context: &Context) -> bool {
        let mended = self.text(record).map(|text| Record::parse_str(&text));
        let report = mended.and_then(|record| Some(record.game()?.check(&record, context)));
        report.is_some_and(|report| report.is_valid())
    }

    /// The sole change that mends a record with a report, if it is found with little work.
    pub fn sole_of(record: &Record, report: &Report, context: &Context) -> Option<Self> {
        let mends = Mends::found(record, report, context, MOST_QUICK_WORK, false)?;
        mends.sole().cloned()
    }
}

/// What may have been meant by a record at fault.
#[derive(Clone, Debug)]
pub struct Mends {
    /// The code of its first error.
    pub code: Code,
    /// The turn of it, as turns stand in the record; 0 for none.
    pub turn: u32,
    /// The changes, the best first, ten at most.
    pub mends: Vec<Mend>,
    /// How many changes of the same kind there are, those that are not told included.
    pub count: usize,
    /// Whether everything was tried.
    pub exhaustive: bool,
}

impl Mends {
    /// Looks for what was meant by a record with a report; `None` where nothing is wrong with it, or where it does not say
    /// its game. `work` bounds the search.
    pub fn of(record: &Record, report: &Report, context: &Context, work: u64) -> Option<Self> {
        Self::found(record, report, context, work, true)
    }

    fn found(record: &Record, report: &Report, context: &Context, work: u64, thorough: bool) -> Option<Self> {
        let first = report.findings.iter().find(|finding| finding.is_error())?;
        if let Some(Claim::Illegal(_)) = record.source().claim() {
            // What its block says to be illegal is not to become legal.
            return Some(Self { code: first.code, turn: first.turn, mends: Vec::new(), count: 0, exhaustive: true });
        }
        let Some((correction, corrected)) = correction_of(record, report, context) else {
            let searched = with_game!(record.game()?, G => Searched::of::<G>(record, context, work, thorough));
            return Some(searched.told(record, first, context, None));
        };
        let base = &correction.record;
        let alone = Mend {
            edits: correction.edits.clone(),
            legal_turns: corrected.turns,
            complete: corrected.is_valid(),
            result_agrees: corrected.is_valid(),
            sole: corrected.is_valid() && !correction.may_be_cut_short,
            cost: 0,
            correction: Some(Arc::clone(&correction)),
            own: Vec::new(),
            explanation: None,
        };
        if corrected.is_valid() {
            let turn = place_of(record, first);
            return Some(Self { code: first.code, turn, mends: vec![alone], count: 1, exhaustive: true });
        }
        let searched = with_game!(base.game()?, G => Searched::of::<G>(base, context, work, thorough));
        let mut found = searched.told(record, first, context, Some(&correction));
        // Where nothing explains the rest, what is plainly written comes first; nothing explains away a result that is.
        let explains = |mend: &Mend| mend.complete && mend.result_agrees;
        if correction.has_result {
            let before = found.mends.len();
            let changes_result = |edit: &Edit| matches!(edit, Edit::Tag { name, .. } if name == "Result");
            found.mends.retain(|mend| !mend.own.iter().any(changes_result));
            found.count -= before - found.mends.len();
        }
        let at = found.mends.iter().take_while(|mend| explains(mend)).count();
        found.mends.insert(at, alone);
        found.mends.truncate(MOST_TOLD);
        found.count += 1;
        Some(found)
    }

    /// The change that may be written unasked: the only one that is likely, if it leaves out no turn.
    pub fn sole(&self) -> Option<&Mend> {
        self.mends.first().filter(|mend| mend.sole && !mend.deletes())
    }
}

/// The correction of a record and the report of the corrected record; `None` if no correction leads further.
fn correction_of(record: &Record, report: &Report, context: &Context) -> Option<(Arc<Correction>, Report)> {
    let correction = Correction::of(record, context)?;
    let corrected = correction.record.game()?.check(&correction.record, context);
    let errors = |report: &Report, of: &[&str]| {
        let is_of =
            |finding: &&Finding| finding.is_error() && of.iter().any(|family| finding.code.id.starts_with(family));
        report.findings.iter().filter(is_of).count()
    };
    let (all, of_text) = (&[""][..], &["syntax/", "tag/", "turn/not-for-this-game"][..]);
    let is_further = corrected.turns > report.turns
        || errors(&corrected, all) < errors(report, all)
        || errors(&corrected, of_text) < errors(report, of_text);
    is_further.then(|| (Arc::new(correction), corrected))
}

/// The place of the turn that a finding is on, as turns are written in the main line, from 1; 0 for none.
fn place_of(record: &Record, finding: &Finding) -> u32 {
    let start = finding.span.start;
    let at = record.moves.turns.iter().position(|node| node.text.start <= start && start < node.text.end);
    at.map_or(finding.turn, |at| u32::try_from(at + 1).unwrap_or(u32::MAX))
}

/// What was looked for among the turns of a game.
struct Searched {
    /// The best first.
    found: Vec<Found>,
    /// The first is the only one that is likely.
    has_sole: bool,
    exhaustive: bool,
}

impl Searched {
    fn of<G: Game>(record: &Record, context: &Context, work: u64, thorough: bool) -> Self {
        let mut search = Search::<G>::of(record, context, work);
        search.run(thorough);
        let exhaustive = !(search.work.stopped || search.cut);
        let found = search.distinct();
        let has_sole = search.has_sole(&found);
        Self { found, has_sole, exhaustive }
    }

    /// What was found for `record`, of which it was searched after `correction`.
    fn told(self, record: &Record, first: &Finding, context: &Context, correction: Option<&Arc<Correction>>) -> Mends {
        let Self { found, has_sole, exhaustive } = self;
        let turn = place_of(record, first);
        let corrected = correction.map_or(&[][..], |correction| &correction.edits);
        let count = found.len();
        let mends = found.into_iter().take(MOST_TOLD).enumerate().map(|(at, found)| Mend {
            legal_turns: found.legal,
            complete: found.complete,
            result_agrees: found.agrees,
            sole: at == 0 && has_sole,
            cost: found.likelihood(),
            explanation: found.explanation,
            own: std::iter::once(found.edit).chain(found.more).collect(),
            edits: Vec::new(),
            correction: correction.cloned(),
        });
        let mut mends: Vec<Mend> = mends.collect();
        mends.iter_mut().for_each(|mend| mend.edits = edit::one_after_the_other(corrected, &mend.own));
        // What comments expect is evidence too, and something else may be wrong with the text.
        for mend in mends.iter_mut().filter(|mend| mend.complete && mend.result_agrees) {
            let holds = mend.holds(record, context);
            (mend.result_agrees, mend.sole) = (holds, mend.sole && holds);
        }
        mends.sort_by_key(|mend| !(mend.complete && mend.result_agrees));
        Mends { code: first.code, turn, mends, count, exhaustive }
    }
}
