//! Code actions that search for the fix of a record: its likely fixes, answers to the question that
//! distinguishes them, the nearest legal turns, and other tags under which it is legal.

use std::cmp::Reverse;

use lsp_types::Diagnostic;
use serde_json::json;

use super::Offers;
use crate::session::Answer;
use pipscribe::findings::{Finding, Hint, codes::common as code};
use pipscribe::fixes::infer::Settings;
use pipscribe::fixes::mend::{Answer as KnownTurn, Edit, MAX_QUICK_WORK, Mend, Mends, Question};
use pipscribe::notation::TurnNode;
use pipscribe::text::TextEdit;

/// Budget in judged turns for the search for other tags under which a record is legal, and for the
/// search after each answer to a question.
const MAX_JUDGED_FOR_ACTIONS: u64 = 20_000;
/// Maximum number of other turns than the illegal one for which a changed turn is offered.
const MAX_OTHER_TURNS: usize = 2;

/// A change that may fix an error.
pub(super) struct PossibleFix {
    title: String,
    edits: Vec<TextEdit>,
    /// Its rank among the changes that may fix the first error ([`Mend::rank`]); `None` for another
    /// error, and in a variation.
    rank: Option<(Reverse<u32>, usize)>,
}

impl Offers<'_> {
    /// Returns the edits of the unambiguous fix of the record.
    pub(super) fn sole_fix(&self) -> Option<Vec<TextEdit>> {
        let checked = self.replayed.checked();
        let context = &self.request.document.context;
        let mend = Mend::sole_of(checked.record(), &checked.report, context)?;
        self.edits_of(&mend)
    }

    /// Offers the likely fix of the record. If there are several, offers the answers to the
    /// question that distinguishes them. Returns changes of other turns than the illegal one.
    pub(super) fn likely_fixes(
        &mut self,
        finding: &Finding,
        diagnostic: &Diagnostic,
    ) -> Answer<Vec<PossibleFix>> {
        let Some(mends) = self.fixes(MAX_QUICK_WORK, &[]) else {
            return Ok(Vec::new());
        };
        let count = self.actions.len();
        self.likely_fix(&mends, diagnostic);
        self.ask(&mends, finding, diagnostic)?;
        let is_pasted = finding.hints.contains(&Hint::ConvertPasted);
        if is_pasted && self.actions.len() == count {
            self.reading_of_pasted(&mends, diagnostic);
        }
        Ok(self.changes_of_other_turns(&mends))
    }

    /// Returns changes of other turns than the illegal one. The mistake is often in the turn before
    /// it. None if there is only one fix.
    fn changes_of_other_turns(&self, mends: &Mends) -> Vec<PossibleFix> {
        if mends.sole().is_some() {
            return Vec::new();
        }
        let record = self.replayed.record();
        let changes_other_turn = |mend: &&Mend| {
            let mut turns = mend.edits.iter().filter_map(|edit| match edit {
                Edit::Replace { turn, .. } => Some(*turn),
                _ => None,
            });
            !mend.is_likely() && turns.next().is_some_and(|turn| turn != mends.turn)
        };
        let others = mends.by_turn().into_iter().filter(changes_other_turn);
        let possible = others.filter_map(|mend| {
            Some(PossibleFix {
                title: format!("Possible fix: {}", mend.in_words(record)),
                edits: self.edits_of(mend)?,
                rank: Some(mend.rank()),
            })
        });
        possible.take(MAX_OTHER_TURNS).collect()
    }

    /// Offers the answers to the question that distinguishes the likely fixes: which turn was
    /// played at a certain number.
    fn ask(&mut self, mends: &Mends, finding: &Finding, diagnostic: &Diagnostic) -> Answer<()> {
        let Some(question) = mends.open_question() else {
            return Ok(());
        };

        // A question about a later turn waits until this error is corrected, if that is possible.
        let is_about_later_turn = question.turn > mends.turn;
        let waits = is_about_later_turn
            && (self.certain_part(mends, question, diagnostic)
                || self.offers_a_change_of(mends, finding));
        if waits {
            return Ok(());
        }
        self.answers(question, diagnostic)
    }

    /// Searches for fixes of the record, given turns of the game that are certain.
    fn fixes(&self, work: u64, answers: &[KnownTurn]) -> Option<Mends> {
        let checked = self.replayed.checked();
        let context = &self.request.document.context;
        Mends::search_with_answers(checked.record(), &checked.report, context, work, answers)
    }

    /// Offers the first fix if it is likely, and prefers it if it is unambiguous.
    fn likely_fix(&mut self, mends: &Mends, diagnostic: &Diagnostic) {
        let Some(mend) = mends.mends.first().filter(|mend| mend.is_likely()) else {
            return;
        };
        let Some(edits) = self.edits_of(mend) else {
            return;
        };
        // The likelihood in words, as before a fix in a list: `likely (60 %): `.
        let mark = mends.mark(0);
        let likelihood = match mark.strip_suffix(": ") {
            Some(how_likely) if mends.count > 1 => format!(", {how_likely}"),
            _ => String::new(),
        };
        let words = mend.in_words(self.replayed.record());
        let title = format!("Suggested fix{likelihood}: {words}");
        self.quick_fix(title, &edits, diagnostic);
        if mends.sole().is_some() {
            self.prefer_last();
        }
    }

    /// Offers to make comments of the words of a pasted text, although turns in it are illegal.
    fn reading_of_pasted(&mut self, mends: &Mends, diagnostic: &Diagnostic) {
        let Some(reading) = mends.certain_part() else {
            return;
        };
        let Some(edits) = self.edits_of(reading) else {
            return;
        };
        let words = reading.in_words(self.replayed.record());
        self.quick_fix(format!("Suggested fix: {words}"), &edits, diagnostic);
    }

    /// Offers the changes that come before a question about a later turn. Returns false without
    /// any.
    fn certain_part(
        &mut self,
        mends: &Mends,
        question: &Question,
        diagnostic: &Diagnostic,
    ) -> bool {
        let Some(certain) = mends.certain_part() else {
            return false;
        };
        let Some(edits) = self.edits_of(certain) else {
            return false;
        };
        let words = certain.in_words(self.replayed.record());
        let title = format!(
            "Suggested fix: {words}; then turn {} is asked about",
            question.turn
        );
        self.quick_fix(title, &edits, diagnostic);
        true
    }

    /// Returns true if the first fix makes a change that is offered for this finding by itself: one
    /// of the nearest legal turns, or a value of a tag.
    fn offers_a_change_of(&self, mends: &Mends, finding: &Finding) -> bool {
        let Some(first) = mends.mends.first() else {
            return false;
        };
        let nearest = self.nearest_turns(finding).map(|(_, nearest)| nearest);
        let nearest = nearest.unwrap_or_default();
        first.edits.iter().any(|edit| match edit {
            Edit::Replace { turn, now, .. } => *turn == mends.turn && nearest.contains(now),
            Edit::Tag {
                name,
                now: Some(value),
                ..
            } => hints_at_value(finding, name, value),
            _ => false,
        })
    }

    /// Offers the answers to a question, each with the fix to which it leads, if that fix is then
    /// likely.
    fn answers(&mut self, question: &Question, diagnostic: &Diagnostic) -> Answer<()> {
        let turn = question.turn;
        for value in &question.values {
            self.request.cancel.check()?;
            let answer = KnownTurn {
                turn,
                text: value.clone(),
            };
            let mends = self.fixes(MAX_JUDGED_FOR_ACTIONS, &[answer]);
            let first = mends.as_ref().and_then(|mends| mends.mends.first());
            let likely = first.filter(|mend| mend.is_likely());
            let Some(edits) = likely.and_then(|mend| self.edits_of(mend)) else {
                continue;
            };

            let first_of_answer = self.actions.len();
            let title = match value.as_str() {
                "" => format!("The game ends before turn {turn}"),
                value => format!("Turn {turn} is `{value}`"),
            };
            self.quick_fix(title, &edits, diagnostic);
            self.add_data(first_of_answer, &json!({ "question": question }));
        }
        Ok(())
    }

    /// Returns the edits of a fix, if the record stays one record.
    fn edits_of(&self, mend: &Mend) -> Option<Vec<TextEdit>> {
        // No comment keeps the original text, because the editor can undo the change.
        let trace = false;
        let edits = mend.in_text(self.replayed.record(), trace)?;
        self.stays_one_record(&edits).then_some(edits)
    }

    /// Returns the legal turns that the help of the finding on a turn names.
    fn remedies(&self, node: &TurnNode) -> Vec<String> {
        let timeline = self.replayed.timeline();
        let before = timeline.and_then(|timeline| timeline.before(node.id));
        let written = self.replayed.record().turn_text(node);
        before.map_or_else(Vec::new, |before| before.remedies(written))
    }

    /// Offers the legal turns that the help names, then those most similar to the illegal one.
    /// `possible` are other fixes of the first error. Together with them, the changes after which
    /// most turns are legal come first, and of these the smallest ones.
    pub(super) fn near_turns(
        &mut self,
        finding: &Finding,
        possible: Option<Vec<PossibleFix>>,
        diagnostic: &Diagnostic,
    ) {
        let is_first_error = possible.is_some();
        let mut offered = self.turns_to_write(finding, is_first_error);
        offered.extend(possible.into_iter().flatten());
        offered.sort_by_key(|fix| fix.rank);
        for fix in offered {
            self.quick_fix(fix.title, &fix.edits, diagnostic);
        }
    }

    /// Returns the legal turns to write in place of an illegal one: those that its help names, then
    /// the nearest ones. Only the changes of the first error are compared, so only they say how
    /// many turns are then legal.
    fn turns_to_write(&self, finding: &Finding, is_first_error: bool) -> Vec<PossibleFix> {
        let Some((node, nearest)) = self.nearest_turns(finding) else {
            return Vec::new();
        };
        let mut named = self.remedies(node);
        named.retain(|turn| !nearest.contains(turn));
        let named = named.into_iter().map(|turn| ("Write", turn));
        let nearest = nearest.into_iter().map(|turn| ("Play", turn));

        let record = self.replayed.record();
        let context = &self.request.document.context;
        let to_write = named.chain(nearest).map(|(verb, turn)| {
            let mend = if is_first_error {
                Mend::of_turn(record, node, &turn, context)
            } else {
                None
            };
            let effect = mend.as_ref().and_then(Mend::legal_turns_in_words);
            let title = match effect {
                Some(effect) => format!("{verb} `{turn}`; {effect}"),
                None => format!("{verb} `{turn}`"),
            };
            PossibleFix {
                title,
                edits: vec![(node.text, turn)],
                rank: mend.as_ref().map(Mend::rank),
            }
        });
        to_write.collect()
    }

    /// Offers to write what the help of a finding on the text says, in place of that text:
    /// `{[%clock 0:12:30]}` for `[12:30]`, `1-0` for a result in words.
    pub(super) fn text_in_help(&mut self, finding: &Finding, diagnostic: &Diagnostic) {
        let of_text = [code::TOKEN.id, code::TAG.id, code::TAG_OUT_OF_PLACE.id];
        let Some(help) = finding.help.as_deref() else {
            return;
        };
        if !of_text.contains(&finding.code.id) {
            return;
        }
        // A help on a turn writes the whole turn.
        let span = self.turn_of(finding).map_or(finding.span, |node| node.text);
        let errors = |findings: &[Finding]| {
            let errors = findings.iter().filter(|finding| finding.is_error());
            errors.count()
        };
        let before = errors(self.replayed.findings());
        for text in texts_to_write(help) {
            let edit: TextEdit = (span, text.to_owned());
            let after = self.judged_after(std::slice::from_ref(&edit));
            let title = format!("Write `{text}`");
            if errors(&after.report.findings) < before && !self.has_action_titled(&title) {
                self.quick_fix(title, &[edit], diagnostic);
            }
        }
    }

    /// Returns the turn of an error, and the legal turns most similar to it; `None` if the error
    /// belongs to no turn.
    fn nearest_turns(&self, finding: &Finding) -> Option<(&TurnNode, Vec<String>)> {
        if !finding.is_error() {
            return None;
        }
        let node = self.turn_of(finding)?;
        let before = self.replayed.timeline()?.before(node.id)?;
        let written = self.replayed.record().turn_text(node);
        Some((node, before.nearest_turns(written)))
    }

    /// Returns the turn that contains the span of a finding.
    pub(super) fn turn_of(&self, finding: &Finding) -> Option<&TurnNode> {
        if finding.turn == 0 {
            return None;
        }
        let mut nodes = self.replayed.record().turns().map(|(_, node)| node);
        nodes.find(|node| node.text.contains(finding.span))
    }

    /// Offers other tags under which the record is legal without further changes.
    pub(super) fn settings(&mut self, diagnostic: &Diagnostic) {
        let record = self.replayed.record();
        let settings = Settings::search(
            record,
            &self.request.document.context,
            MAX_JUDGED_FOR_ACTIONS,
        );
        let Some(setting) = settings.sole().filter(|setting| !setting.as_written) else {
            return;
        };
        let edits = setting.edits(record);
        let title = format!("Legal as written under `{}`", setting.in_tags());
        self.quick_fix(title, &edits, diagnostic);
    }
}

/// Returns the texts that a help says to write, apart from shortened ones.
fn texts_to_write(help: &str) -> impl Iterator<Item = &str> {
    // `Write` at the beginning of a sentence, or `write`.
    let named = help
        .split("rite `")
        .skip(1)
        .filter_map(|rest| rest.split('`').next());
    named.filter(|text| !text.is_empty() && !text.contains('…'))
}

/// Returns true if a hint of a finding suggests this value of a tag.
fn hints_at_value(finding: &Finding, tag: &str, value: &str) -> bool {
    finding.hints.iter().any(|hint| match hint {
        Hint::SetTag {
            name,
            value: suggested,
        } => **name == *tag && **suggested == *value,
        _ => false,
    })
}
