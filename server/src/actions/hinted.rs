//! Code actions from the hints of a finding: advice on what to do about it, such as to set a tag.

use lsp_types::Diagnostic;
use serde_json::json;

use super::Offers;
use crate::descriptions;
use pipscribe::findings::{Finding, Hint};
use pipscribe::notation::quoted;

impl Offers<'_> {
    /// Offers the advice in the hints of a finding, if an edit of the record can carry it out.
    pub(super) fn hinted(&mut self, finding: &Finding, diagnostic: &Diagnostic) {
        for hint in &finding.hints {
            let first_of_hint = self.actions.len();
            match hint {
                // Options are corrected one by one, as part of their tag.
                Hint::SetTag { name, .. } if **name == *"Options" => {}
                Hint::SetTag { name, value } => self.set_tag(name, value, diagnostic),
                Hint::RewriteRecord | Hint::DropCharacters | Hint::RenumberTurns => {
                    self.format_record(diagnostic);
                }
                // These hints need a choice by the user, a file, or a turn that only the user
                // knows.
                Hint::ChooseVariant { .. }
                | Hint::ChooseGame
                | Hint::AddDeck { .. }
                | Hint::WriteCards { .. }
                | Hint::CheckDeck
                | Hint::RaiseBudget
                | Hint::InsertTurn
                | Hint::RemoveTurn
                | Hint::ConvertPasted
                | Hint::ConvertFrom { .. }
                | Hint::ConvertTo { .. }
                | Hint::CheckRecord
                | Hint::FindIllegalTurn
                | Hint::ListAddresses
                | Hint::ListLines
                | Hint::ListCodes
                | Hint::ExplainCode { .. } => {}
                // A hint that the server does not know yet.
                _ => {}
            }
            let game = self.replayed.record().game();
            let meaning = match hint {
                Hint::SetTag { name, value } => descriptions::of_value(game, name, value),
                _ => None,
            };
            self.add_data(first_of_hint, &json!({ "hint": hint, "meaning": meaning }));
        }
    }

    /// Offers to add a tag, or to change its value.
    fn set_tag(&mut self, name: &str, value: &str, diagnostic: &Diagnostic) {
        let record = self.replayed.record();
        let title = match record.tag(name) {
            _ if name == "Result" => format!("The result is `{value}`"),
            Some(_) => format!("Write `{value}`"),
            None => format!("Insert `[{name} {}]`", quoted(value)),
        };
        let edits = record.tag_edits(name, value);
        self.quick_fix(title, &edits, diagnostic);
    }

    /// Offers to format the record. A record with an error stays unchanged, as with `fmt`.
    fn format_record(&mut self, diagnostic: &Diagnostic) {
        if self.replayed.checked().report.is_valid() {
            let edits = self.canonical_edits();
            self.quick_fix("Format this record".to_owned(), &edits, diagnostic);
        }
    }
}
