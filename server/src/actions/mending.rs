//! Code actions that fix a finding.

use std::cmp::Reverse;

use lsp_types::Diagnostic;
use serde_json::json;

use super::Offers;
use crate::descriptions;
use crate::session::Answer;
use pipscribe::findings::codes::deck as deck_codes;
use pipscribe::findings::{Finding, Hint, codes::common as code};
use pipscribe::fixes::infer::Settings;
use pipscribe::fixes::mend::{Answer as KnownTurn, Edit, MAX_QUICK_WORK, Mend, Mends, Question};
use pipscribe::notation::{GameId, Tag, TurnNode, likely_command, likely_tag};
use pipscribe::text::{Span, TextEdit, near};

/// Budget in judged turns for the search for other tags under which a record is legal, and for the
/// search after each answer to a question.
const MAX_JUDGED_FOR_ACTIONS: u64 = 20_000;
/// Maximum number of other turns than the illegal one for which a changed turn is offered.
const MAX_OTHER_TURNS: usize = 2;

/// A change that may fix the first error, and the number of turns that are then legal.
pub(super) struct PossibleFix {
    title: String,
    edits: Vec<TextEdit>,
    legal_turns: u32,
}

impl Offers<'_> {
    /// Returns the turn that contains the span of a finding.
    pub(super) fn turn_of(&self, finding: &Finding) -> Option<&TurnNode> {
        if finding.turn == 0 {
            return None;
        }
        let mut nodes = self.replayed.record().turns().map(|(_, node)| node);
        nodes.find(|node| node.text.contains(finding.span))
    }

    /// Returns the edits of the unambiguous fix of the record.
    pub(super) fn sole_fix(&self) -> Option<Vec<TextEdit>> {
        let checked = self.replayed.checked();
        let context = &self.request.document.context;
        let mend = Mend::sole_of(checked.record(), &checked.report, context)?;
        self.edits_of(&mend)
    }

    /// Searches for fixes of the record, given turns of the game that are certain.
    fn fixes(&self, work: u64, answers: &[KnownTurn]) -> Option<Mends> {
        let checked = self.replayed.checked();
        let context = &self.request.document.context;
        Mends::search_with_answers(checked.record(), &checked.report, context, work, answers)
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
        self.likely_fix(&mends, diagnostic);
        self.ask(&mends, finding, diagnostic)?;
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
                legal_turns: mend.legal_turns,
            })
        });
        possible.take(MAX_OTHER_TURNS).collect()
    }

    /// Offers the answers to the question that distinguishes the likely fixes.
    fn ask(&mut self, mends: &Mends, finding: &Finding, diagnostic: &Diagnostic) -> Answer<()> {
        match mends.open_question() {
            Some(question)
                if question.turn > mends.turn && self.certain_part(mends, question, diagnostic) =>
            {
                Ok(())
            }
            // After this error is corrected, the next one is asked about.
            Some(question)
                if question.turn > mends.turn && self.offers_a_change_of(mends, finding) =>
            {
                Ok(())
            }
            Some(question) => self.answers(question, diagnostic),
            None => Ok(()),
        }
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
        let nearest = self.nearest_turns(finding).map(|(_, nearest)| nearest);
        let nearest = nearest.unwrap_or_default();
        let is_hinted = |tag: &str, written: &str| {
            finding.hints.iter().any(|hint| match hint {
                Hint::SetTag { name, value } => **name == *tag && **value == *written,
                _ => false,
            })
        };
        let edits = mends.mends.first().map_or(&[][..], |mend| &mend.edits);
        edits.iter().any(|edit| match edit {
            Edit::Replace { turn, now, .. } => *turn == mends.turn && nearest.contains(now),
            Edit::Tag { name, now, .. } => {
                now.as_deref().is_some_and(|value| is_hinted(name, value))
            }
            _ => false,
        })
    }

    /// Offers the first fix if it is likely, and prefers it if it is unambiguous.
    fn likely_fix(&mut self, mends: &Mends, diagnostic: &Diagnostic) {
        let is_sole = mends.sole().is_some();
        let Some(mend) = mends.mends.first().filter(|mend| mend.is_likely()) else {
            return;
        };
        let Some(edits) = self.edits_of(mend) else {
            return;
        };
        let mark = mends.mark(0);
        let likelihood = match mark.strip_suffix(": ") {
            Some(how_likely) if mends.count > 1 => format!(", {how_likely}"),
            _ => String::new(),
        };
        let words = mend.in_words(self.replayed.record());
        let title = format!("Suggested fix{likelihood}: {words}");
        self.quick_fix(title, &edits, diagnostic);
        if is_sole {
            self.prefer_last();
        }
    }

    /// Returns the edits of a fix, if the record stays one record.
    fn edits_of(&self, mend: &Mend) -> Option<Vec<TextEdit>> {
        let edits = mend.in_text(self.replayed.record(), false)?;
        self.stays_one_record(&edits).then_some(edits)
    }

    /// Offers the answers to a question, each with the fix to which it leads, if that fix is then
    /// likely.
    fn answers(&mut self, question: &Question, diagnostic: &Diagnostic) -> Answer<()> {
        for value in &question.values {
            self.request.cancel.check()?;
            let turn = question.turn;
            let answer = KnownTurn {
                turn,
                text: value.clone(),
            };
            let mends = self.fixes(MAX_JUDGED_FOR_ACTIONS, &[answer]);
            let first = mends.as_ref().and_then(|mends| mends.mends.first());
            let likely = first.filter(|mend| mend.is_likely());
            if let Some(edits) = likely.and_then(|mend| self.edits_of(mend)) {
                let offered = self.actions.len();
                let title = match value.as_str() {
                    "" => format!("The game ends before turn {turn}"),
                    value => format!("Turn {turn} is `{value}`"),
                };
                self.quick_fix(title, &edits, diagnostic);
                self.add_data(offered, &json!({ "question": question }));
            }
        }
        Ok(())
    }

    /// Returns the turn of an error, and the legal turns most similar to it; `None` if the error
    /// belongs to no turn.
    fn nearest_turns(&self, finding: &Finding) -> Option<(&TurnNode, Vec<String>)> {
        let node = self.turn_of(finding).filter(|_| finding.is_error())?;
        let before = self.replayed.timeline()?.before(node.id)?;
        let written = self.replayed.record().turn_text(node);
        Some((node, before.nearest_turns(written)))
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
    /// most turns are legal come first.
    pub(super) fn near_turns(
        &mut self,
        finding: &Finding,
        possible: Option<Vec<PossibleFix>>,
        diagnostic: &Diagnostic,
    ) {
        let mut offered = Vec::new();
        if let Some((node, nearest)) = self.nearest_turns(finding) {
            let span = node.text;
            let mut named = self.remedies(node);
            named.retain(|turn| !nearest.contains(turn));
            for turn in named {
                let title = format!("Write `{turn}`");
                self.quick_fix(title, &[(span, turn)], diagnostic);
            }
            for turn in nearest {
                let title = format!("Play `{turn}`");
                let edits = vec![(span, turn)];
                // Only the changes of the first error are compared.
                let legal_turns = if possible.is_some() {
                    self.legal_turns_after(&edits)
                } else {
                    0
                };
                offered.push(PossibleFix {
                    title,
                    edits,
                    legal_turns,
                });
            }
        }
        offered.extend(possible.into_iter().flatten());
        offered.sort_by_key(|fix| Reverse(fix.legal_turns));
        for fix in offered {
            self.quick_fix(fix.title, &fix.edits, diagnostic);
        }
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
            if errors(&after.report.findings) < before {
                self.quick_fix(format!("Write `{text}`"), &[edit], diagnostic);
            }
        }
    }

    /// Offers fixes for tags that are missing, misspelt or superfluous or that have an invalid
    /// value, and the changes that the hints of the finding suggest.
    pub(super) fn tags(&mut self, finding: &Finding, diagnostic: &Diagnostic) {
        let record = self.replayed.record();
        let game = record.game();
        let id = finding.code.id;
        let named = record
            .tags
            .iter()
            .find(|tag| tag.span.contains(finding.span) && !finding.span.is_empty());
        let is_of_opening = [code::MISSING.id, code::TAG_OUT_OF_PLACE.id].contains(&id);
        // If `opening` makes the line begin the record, the tag is no longer missing.
        if !(is_of_opening && self.opening(finding, diagnostic)) {
            self.hinted(finding, diagnostic);
        }
        let Some(tag) = named else { return };
        if id == code::MISSPELT.id || id == code::MISSING.id {
            let own = game.map(GameId::tags).unwrap_or_default();
            if let Some(suggestion) =
                likely_tag(&tag.name, own).filter(|suggestion| *suggestion != tag.name)
            {
                let edit = (tag.name_span, suggestion.clone());
                self.quick_fix(format!("Write `{suggestion}`"), &[edit], diagnostic);
            }
        }

        if id == code::UNKNOWN_VALUE.id || id == deck_codes::UNKNOWN.id {
            self.other_values(finding, diagnostic);
        }
        if id == code::DUPLICATE.id || id == code::TAG_NOT_FOR_THIS_GAME.id {
            let after = record
                .text()
                .get(tag.span.end as usize..)
                .unwrap_or_default();
            let line_end = ["\r\n", "\n", "\r"]
                .into_iter()
                .find(|end| after.starts_with(end))
                .unwrap_or_default();
            let edit = (
                Span::new(
                    tag.span.start as usize,
                    tag.span.end as usize + line_end.len(),
                ),
                String::new(),
            );
            let title = format!("Remove the tag `{}`", tag.name);
            self.quick_fix(title, &[edit], diagnostic);
        }
    }

    /// Offers the correct spelling of a misspelt command.
    pub(super) fn commands(&mut self, finding: &Finding, diagnostic: &Diagnostic) {
        if finding.code != &code::COMMAND_MISSPELT {
            return;
        }
        let written = self.replayed.record().text_of(finding.span);
        let Some(suggestion) = likely_command(written) else {
            return;
        };
        let edit = (finding.span, suggestion.clone());
        self.quick_fix(format!("Write `{suggestion}`"), &[edit], diagnostic);
    }

    /// Returns the start of the line that contains a byte.
    fn start_of_line(&self, offset: usize) -> usize {
        let before = self
            .replayed
            .record()
            .text()
            .get(..offset)
            .unwrap_or_default();
        before.rfind('\n').map_or(0, |end| end + 1)
    }

    /// Offers to remove the spaces before a line that would otherwise begin a record. Returns false
    /// if the line is not such a line.
    fn opening(&mut self, finding: &Finding, diagnostic: &Diagnostic) -> bool {
        let line = self.start_of_line(finding.span.start as usize);
        let rest = self
            .replayed
            .record()
            .text()
            .get(line..)
            .unwrap_or_default();
        let opening = rest.trim_start_matches([' ', '\t']);
        let blanks = rest.len() - opening.len();
        if blanks == 0 || !opening.starts_with("[Game \"") {
            return false;
        }
        let edit = (Span::new(line, line + blanks), String::new());
        let title = "Begin the record at the start of the line".to_owned();
        self.quick_fix(title, &[edit], diagnostic);
        true
    }

    /// Offers valid values similar to an invalid one.
    fn other_values(&mut self, finding: &Finding, diagnostic: &Diagnostic) {
        let record = self.replayed.record();
        let Some(tag) = record
            .tags
            .iter()
            .find(|tag| tag.value_span.contains(finding.span))
        else {
            return;
        };

        let written = record.text_of(finding.span).to_owned();
        let values: Vec<String> = match (tag.name.as_str(), record.game()) {
            ("Options", Some(game)) => descriptions::options(game)
                .flat_map(|(key, values)| {
                    values
                        .into_iter()
                        .map(move |value| format!("{key}={value}"))
                })
                .collect(),
            ("Deck", _) => self.request.document.context.decks().names(),
            (name, game) => descriptions::values_of_tag(game, name),
        };
        let alike = near(&written, values.iter().map(String::as_str));
        // If no value is similar and there are only a few, offer all of them.
        let few = if alike.is_empty() && values.len() <= 4 {
            values.iter().map(String::as_str).collect()
        } else {
            alike
        };
        for value in few {
            let edit: TextEdit = (finding.span, value.to_owned());
            if value != written && self.mends(finding, &edit) {
                self.quick_fix(format!("Write `{value}`"), &[edit], diagnostic);
            }
        }

        if tag.name == "Options" && !written.is_empty() {
            self.without_option(finding, tag, diagnostic);
        }
    }

    /// Offers to remove the option to which a finding refers from the tag `Options`.
    fn without_option(&mut self, finding: &Finding, tag: &Tag, diagnostic: &Diagnostic) {
        let record = self.replayed.record();
        let text = record.text();
        let before = text
            .get(tag.value_span.start as usize..finding.span.start as usize)
            .unwrap_or_default();
        let after = text
            .get(finding.span.end as usize..tag.value_span.end as usize)
            .unwrap_or_default();
        // Also remove the space before the option, or after it if the option is the first.
        let blank_before = before.len() - before.trim_end().len();
        let blank_after = if blank_before == 0 {
            after.len() - after.trim_start().len()
        } else {
            0
        };
        let span = Span::new(
            finding.span.start as usize - blank_before,
            finding.span.end as usize + blank_after,
        );
        let edit = (span, String::new());
        if self.mends(finding, &edit) {
            let title = format!("Remove `{}`", record.text_of(finding.span));
            self.quick_fix(title, &[edit], diagnostic);
        }
    }

    /// Offers to correct the turn numbers.
    pub(super) fn numbers(&mut self, finding: &Finding, diagnostic: &Diagnostic) {
        if finding.code.id != code::NUMBER.id {
            return;
        }
        let record = self.replayed.record();
        let edits: Vec<TextEdit> = record
            .turns()
            .filter_map(|(_, node)| {
                let span = node.number_span?;
                let number = format!("{}.", node.number);
                (record.text_of(span) != number).then_some((span, number))
            })
            .collect();
        self.quick_fix("Renumber the turns".to_owned(), &edits, diagnostic);
        self.prefer_last();
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
    let named = help
        .split("rite `")
        .skip(1)
        .filter_map(|rest| rest.split('`').next());
    named.filter(|text| !text.is_empty() && !text.contains('…'))
}
