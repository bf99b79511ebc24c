//! Code actions that close unclosed comments, strings and brackets.

use lsp_types::Diagnostic;

use super::Offers;
use crate::record_comments::comments;
use pipscribe::findings::{Finding, codes::common as code};
use pipscribe::notation::{Item, Record, Variation};
use pipscribe::text::Span;

/// Returns the variation that starts at a byte.
fn variation_at(record: &Record, offset: u32) -> Option<&Variation> {
    record
        .turns()
        .flat_map(|(_, node)| node.variations())
        .find(|variation| variation.span.start == offset)
}

impl Offers<'_> {
    /// Offers to close a comment, a command, a string or a variation at the first place where that
    /// works.
    pub(super) fn closing(&mut self, finding: &Finding, diagnostic: &Diagnostic) {
        let places = self.places_to_close(finding);
        let edits = places
            .into_iter()
            .map(|(offset, close)| (Span::new(offset, offset), close.to_owned()));
        let Some(edit) = edits.into_iter().find(|edit| self.closes(finding, edit)) else {
            return;
        };
        self.quick_fix(format!("Close it with `{}`", edit.1), &[edit], diagnostic);
    }

    /// Returns the places where the unclosed part may end, each with the closing text, the most
    /// likely place first.
    fn places_to_close(&self, finding: &Finding) -> Vec<(usize, &'static str)> {
        let record = self.replayed.record();
        let start = finding.span.start as usize;
        let rest = record.text().get(start..).unwrap_or_default();
        let line = rest.lines().next().unwrap_or_default().trim_end();
        let end = start + line.len();
        let before = |offset: Option<usize>, close| offset.map(|offset| (start + offset, close));
        let places = match finding.code.id {
            id if id == code::UNCLOSED_COMMENT.id => vec![Some((end, "}"))],
            id if id == code::UNCLOSED_COMMAND.id => {
                vec![
                    before(line.find('}'), "]"),
                    Some((end, "]}")),
                    Some((end, "]")),
                ]
            }
            id if id == code::UNCLOSED_STRING.id => {
                let is_in_comment =
                    comments(record).any(|comment| comment.span.contains(finding.span));
                if is_in_comment {
                    vec![
                        before(line.find(']'), "\""),
                        before(line.find('}'), "\"]"),
                        Some((end, "\"")),
                    ]
                } else {
                    // An unclosed tag has lost its bracket together with the end of the string.
                    vec![before(line.rfind(']'), "\""), Some((end, "\"]"))]
                }
            }
            id if id == code::UNCLOSED_VARIATION.id => {
                let last = variation_at(record, finding.span.start)
                    .and_then(|variation| variation.line.turns.last());
                let end_of_line = last.map(|node| {
                    // A `#` comment extends to the end of its line, so nothing can be inserted
                    // after it on that line.
                    let items = node
                        .after
                        .iter()
                        .filter(|item| !matches!(item, Item::Hash(_)));
                    items
                        .map(Item::end)
                        .max()
                        .unwrap_or_default()
                        .max(record.end_of_turn(node)) as usize
                });
                vec![
                    end_of_line.map(|offset| (offset, ")")),
                    Some((record.source().end().end as usize, ")")),
                ]
            }
            _ => Vec::new(),
        };
        places.into_iter().flatten().collect()
    }
}
