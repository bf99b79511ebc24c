//! Code actions that correct one tag, command or turn number, without a search through the game:
//! `[Varient "basic"]`, `[%cirlce b3]`, `1. b3 3. c2`.

use lsp_types::Diagnostic;

use super::Offers;
use crate::descriptions;
use pipscribe::findings::codes::deck as deck_codes;
use pipscribe::findings::{Finding, codes::common as code};
use pipscribe::notation::{GameId, Record, Tag, likely_command, likely_tag};
use pipscribe::text::{Span, TextEdit, near};

/// Maximum number of values of a tag that are all offered if none is similar to the written one.
const FEW_VALUES: usize = 4;

impl Offers<'_> {
    /// Offers fixes for tags that are missing, misspelt or superfluous or that have an invalid
    /// value, and the changes that the hints of the finding suggest.
    pub(super) fn tags(&mut self, finding: &Finding, diagnostic: &Diagnostic) {
        let id = finding.code.id;
        let may_be_first_line = id == code::MISSING.id || id == code::TAG_OUT_OF_PLACE.id;
        // If the tag is only indented, it is not missing, so the hints about it do not apply.
        let is_indented = may_be_first_line && self.indented_first_line(finding, diagnostic);
        if !is_indented {
            self.hinted(finding, diagnostic);
        }

        let record = self.replayed.record();
        let Some(tag) = record
            .tags
            .iter()
            .find(|tag| tag.span.contains(finding.span) && !finding.span.is_empty())
        else {
            return;
        };
        if id == code::MISSPELT.id || id == code::MISSING.id {
            self.tag_spelling(record, tag, diagnostic);
        }
        if id == code::UNKNOWN_VALUE.id || id == deck_codes::UNKNOWN.id {
            self.other_values(finding, diagnostic);
        }
        if id == code::DUPLICATE.id || id == code::TAG_NOT_FOR_THIS_GAME.id {
            self.without_tag(record, tag, diagnostic);
        }
    }

    /// Offers to remove the spaces before a line that would otherwise begin a record. Returns false
    /// if the line is not such a line.
    fn indented_first_line(&mut self, finding: &Finding, diagnostic: &Diagnostic) -> bool {
        let text = self.replayed.record().text();
        let start = start_of_line(text, finding.span.start as usize);
        let line = text.get(start..).unwrap_or_default();
        let unindented = line.trim_start_matches([' ', '\t']);
        let indent = line.len() - unindented.len();
        if indent == 0 || !unindented.starts_with("[Game \"") {
            return false;
        }

        let edit = (Span::new(start, start + indent), String::new());
        let title = "Begin the record at the start of the line".to_owned();
        self.quick_fix(title, &[edit], diagnostic);
        true
    }

    /// Offers the correct spelling of the name of a tag.
    fn tag_spelling(&mut self, record: &Record, tag: &Tag, diagnostic: &Diagnostic) {
        let tags_of_game = record.game().map(GameId::tags).unwrap_or_default();
        if let Some(suggestion) = likely_tag(&tag.name, tags_of_game)
            && suggestion != tag.name
        {
            let edit = (tag.name_span, suggestion.clone());
            self.quick_fix(format!("Write `{suggestion}`"), &[edit], diagnostic);
        }
    }

    /// Offers to remove a tag with the end of its line.
    fn without_tag(&mut self, record: &Record, tag: &Tag, diagnostic: &Diagnostic) {
        let end = tag.span.end as usize;
        let after = record.text().get(end..).unwrap_or_default();
        let line_end = ["\r\n", "\n", "\r"]
            .into_iter()
            .find(|line_end| after.starts_with(line_end))
            .unwrap_or_default();
        let span = Span::new(tag.span.start as usize, end + line_end.len());
        let title = format!("Remove the tag `{}`", tag.name);
        self.quick_fix(title, &[(span, String::new())], diagnostic);
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
        let values = self.valid_values(record, tag);
        let similar = near(&written, values.iter().map(String::as_str));
        let offered = if similar.is_empty() && values.len() <= FEW_VALUES {
            values.iter().map(String::as_str).collect()
        } else {
            similar
        };
        for value in offered {
            let edit: TextEdit = (finding.span, value.to_owned());
            if value != written && self.mends(finding, &edit) {
                self.quick_fix(format!("Write `{value}`"), &[edit], diagnostic);
            }
        }

        if tag.name == "Options" && !written.is_empty() {
            self.without_option(finding, tag, diagnostic);
        }
    }

    /// Returns the valid values of a tag; of the tag `Options`, its pairs `key=value`.
    fn valid_values(&self, record: &Record, tag: &Tag) -> Vec<String> {
        match (tag.name.as_str(), record.game()) {
            ("Options", Some(game)) => descriptions::options(game)
                .flat_map(|(key, values)| {
                    values
                        .into_iter()
                        .map(move |value| format!("{key}={value}"))
                })
                .collect(),
            ("Deck", _) => self.request.document.context.decks().names(),
            (name, game) => descriptions::values_of_tag(game, name),
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
}

/// Returns the start of the line that contains a byte.
fn start_of_line(text: &str, offset: usize) -> usize {
    let before = text.get(..offset).unwrap_or_default();
    before.rfind('\n').map_or(0, |line_end| line_end + 1)
}
