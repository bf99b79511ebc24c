//! Code actions: changes offered at the cursor. [`Offers`] collects those on one record; its
//! methods are in one file for each kind.
//!
//! Some of them rewrite a record in its canonical form, the one way in which `fmt` writes it, or
//! bless its expectations: `[%expect …]` commands then state what the record really gives.

mod closing;
mod corrections;
mod expecting;
mod hinted;
mod mending;
mod rewriting;
mod trial_edits;

use std::ops::Range;

use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeActionResponse,
    Diagnostic,
};
use serde_json::Value;

use super::diagnostics::diagnostic;
use super::edits::{in_document, of_document, of_record};
use super::session::{Answer, DocumentRequest, Replayed};
use pipscribe::findings::{Finding, Hint};
use pipscribe::text::{Span, TextEdit};

/// Kind of the action that writes a record in canonical form.
pub(super) const CANONICAL: CodeActionKind = CodeActionKind::new("source.pipscribe.canonical");
/// Kind of the action that updates the expectations of a record.
pub(super) const BLESS: CodeActionKind = CodeActionKind::new("source.pipscribe.bless");

/// Kind of the action that applies the unambiguous fix of each record.
pub(super) const FIX_ALL: CodeActionKind = CodeActionKind::new("source.fixAll.pipscribe");

/// Maximum number of records that are fixed at once.
const MAX_FIXED: usize = 100;
/// Maximum number of selected records that get actions.
const MAX_RECORDS: usize = 8;
/// Maximum number of findings of a record that get actions.
const MAX_FINDINGS: usize = 12;

/// Collects the actions on a record.
struct Offers<'a> {
    request: &'a DocumentRequest,
    replayed: &'a Replayed,
    /// Selected byte range of the record.
    selected: Span,
    actions: Vec<CodeAction>,
}

impl Offers<'_> {
    /// Offers a change of the record.
    fn offer(
        &mut self,
        title: String,
        kind: CodeActionKind,
        edits: &[TextEdit],
        fixes: Option<&Diagnostic>,
    ) {
        let is_known = self.actions.iter().any(|action| action.title == title);
        if !is_known && !edits.is_empty() {
            self.actions.push(CodeAction {
                title,
                kind: Some(kind),
                diagnostics: fixes.map(|finding| vec![finding.clone()]),
                edit: Some(of_record(self.request, self.replayed, edits)),
                ..CodeAction::default()
            });
        }
    }

    /// Offers a change that fixes a finding, unless the record has more errors after it.
    fn quick_fix(&mut self, title: String, edits: &[TextEdit], finding: &Diagnostic) {
        if !self.makes_worse(edits) {
            self.offer(title, CodeActionKind::QUICKFIX, edits, Some(finding));
        }
    }

    /// Marks the last action as preferred, unless another one is.
    fn prefer_last(&mut self) {
        let is_any_preferred = self
            .actions
            .iter()
            .any(|action| action.is_preferred == Some(true));
        if !is_any_preferred && let Some(last) = self.actions.last_mut() {
            last.is_preferred = Some(true);
        }
    }

    /// Returns true if an action has this title, or begins with it and says what follows.
    fn has_action_titled(&self, title: &str) -> bool {
        let begins_so = |action: &CodeAction| {
            let rest = action.title.strip_prefix(title);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(';'))
        };
        self.actions.iter().any(begins_so)
    }

    /// Adds data to the actions from an index on, for clients that keep such data.
    fn add_data(&mut self, from: usize, data: &Value) {
        if self.request.session.client.action_data {
            for action in self.actions.iter_mut().skip(from) {
                action.data = Some(data.clone());
            }
        }
    }

    fn is_selected(&self, span: Span) -> bool {
        span.start <= self.selected.end && self.selected.start <= span.end
    }
}

pub(super) fn actions(
    request: &DocumentRequest,
    params: CodeActionParams,
) -> Answer<Option<CodeActionResponse>> {
    if !request.session.client.literal_actions {
        return Ok(None);
    }

    let mut actions: Vec<CodeAction> = Vec::new();
    let bytes = request.document.bytes_of(params.range);
    match &params.context.only {
        None => actions.extend(actions_on_records(request, &bytes)?),
        Some(only) => {
            // The search is slow, so editors must request it explicitly, for example before saving
            // a document.
            if includes(only, &FIX_ALL) {
                actions.extend(fix_all(request)?);
            }
            let is_only_fix_all = only
                .iter()
                .all(|kind| includes(&[CodeActionKind::SOURCE_FIX_ALL], kind));
            if !is_only_fix_all {
                actions.extend(actions_on_records(request, &bytes)?);
            }
            actions.retain(|action| {
                action
                    .kind
                    .as_ref()
                    .is_some_and(|kind| includes(only, kind))
            });
        }
    }

    Ok(Some(
        actions
            .into_iter()
            .map(CodeActionOrCommand::CodeAction)
            .collect(),
    ))
}

/// Returns true if any of the kinds includes another kind. A kind includes its sub-kinds: `source`
/// includes `source.fixAll`. The empty kind includes all others.
fn includes(kinds: &[CodeActionKind], other: &CodeActionKind) -> bool {
    kinds.iter().any(|kind| {
        kind.as_str().is_empty()
            || other
                .as_str()
                .strip_prefix(kind.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    })
}

/// Returns the actions on the records in a range of the document.
fn actions_on_records(request: &DocumentRequest, bytes: &Range<usize>) -> Answer<Vec<CodeAction>> {
    let mut actions = Vec::new();
    for entry in request.document.entries(bytes.clone()).take(MAX_RECORDS) {
        request.cancel.check()?;
        let Some(replayed) = request.replayed(entry) else {
            continue;
        };
        let selected = Span::new(
            replayed.offset_at(bytes.start) as usize,
            replayed.offset_at(bytes.end) as usize,
        );
        let mut offers = Offers {
            request,
            replayed: &replayed,
            selected,
            actions: Vec::new(),
        };
        offers.of_findings()?;
        offers.canonical_turn();
        offers.canonical_record();
        offers.updated_expectations();
        offers.first_expectation();
        actions.append(&mut offers.actions);
    }
    Ok(actions)
}

/// Returns the action that applies the unambiguous fix of each record of the document, as
/// `check --fix` does.
fn fix_all(request: &DocumentRequest) -> Answer<Option<CodeAction>> {
    let mut edits = Vec::new();
    let mut searched = 0;
    for entry in request.document.all_entries() {
        request.cancel.check()?;
        if entry.preamble || searched == MAX_FIXED {
            continue;
        }
        let findings = &request.document.judged(&entry).findings;
        if !findings.iter().any(Finding::is_error) {
            continue;
        }
        searched += 1;
        let Some(replayed) = request.replayed(entry) else {
            continue;
        };
        let offers = Offers {
            request,
            replayed: &replayed,
            selected: Span::default(),
            actions: Vec::new(),
        };
        let fix = offers.sole_fix().unwrap_or_default();
        edits.extend(
            fix.iter()
                .map(|edit| in_document(&request.document, &replayed.entry, edit)),
        );
    }

    Ok((!edits.is_empty()).then(|| CodeAction {
        title: "Apply all unambiguous fixes".to_owned(),
        kind: Some(FIX_ALL),
        edit: Some(of_document(request, edits)),
        ..CodeAction::default()
    }))
}

impl Offers<'_> {
    /// Offers fixes of the findings at the cursor, and ways to expect or waive them.
    fn of_findings(&mut self) -> Answer<()> {
        let replayed = self.replayed;
        let first_error = replayed.findings().iter().position(Finding::is_error);
        // The selection of a project: the codes that it reports.
        let selection = &self.request.document.project.selection;
        let selected: Vec<(usize, &Finding)> = replayed
            .findings()
            .iter()
            .enumerate()
            .filter(|(_, finding)| selection.has(finding) && self.is_about(finding))
            .take(MAX_FINDINGS)
            .collect();
        for (index, finding) in selected {
            self.request.cancel.check()?;
            let diagnostic = diagnostic(&self.request.document, &replayed.entry, finding);
            let possible = if Some(index) == first_error {
                Some(self.likely_fixes(finding, &diagnostic)?)
            } else {
                None
            };
            // Other changes would correct only a part of what was pasted.
            if finding.hints.contains(&Hint::ConvertPasted) {
                continue;
            }
            self.near_turns(finding, possible, &diagnostic);
            self.text_in_help(finding, &diagnostic);
            self.tags(finding, &diagnostic);
            self.commands(finding, &diagnostic);
            self.numbers(finding, &diagnostic);
            self.closing(finding, &diagnostic);
            self.unmet(finding, &diagnostic);
            if Some(index) == first_error {
                self.settings(&diagnostic);
            }
            self.expect_or_waive(finding, &diagnostic);
        }

        Ok(())
    }

    /// Returns true if a finding concerns the selection. A finding about a turn concerns the whole
    /// turn.
    fn is_about(&self, finding: &Finding) -> bool {
        let turn = self.turn_of(finding).map_or(finding.span, |node| node.text);
        if self.is_selected(finding.span) || self.is_selected(turn) {
            return true;
        }

        // An unclosed part extends to the end of its line.
        if !finding.code.id.starts_with("syntax/unclosed-") {
            return false;
        }
        let text = self.replayed.record().text();
        let from_part_to_cursor = text.get(finding.span.end as usize..self.selected.start as usize);
        from_part_to_cursor.is_some_and(|between| !between.contains('\n'))
    }
}
