//! Code actions that close unclosed comments, strings and brackets.

use lsp_types::Diagnostic;

use super::Offers;
use crate::record_comments::comments;
use pipscribe::findings::{Finding, codes::common as code};
use pipscribe::fixes::closing::closing_edits;
use pipscribe::text::{Span, TextEdit, shorten};

impl Offers<'_> {
    /// Offers to close a comment, a command, a string or a variation at the first place where that
    /// works.
    pub(super) fn closing(&mut self, finding: &Finding, diagnostic: &Diagnostic) {
        let edits = self.edits_that_close(finding);
        let Some(edit) = edits.into_iter().find(|edit| self.closes(finding, edit)) else {
            return;
        };
        let title = self.closing_title(finding, &edit);
        self.quick_fix(title, &[edit], diagnostic);
    }

    /// Returns the title of the action that writes a closing bracket. It names the turn before
    /// which the bracket is written.
    fn closing_title(&self, finding: &Finding, (place, close): &TextEdit) -> String {
        let record = self.replayed.record();
        // The help of a finding on another brace says `Write`.
        let is_in_help = finding.code.id == code::BRACE_IN_COMMENT.id;
        let verb = if is_in_help { "Write" } else { "Close it with" };
        if !place.is_empty() {
            let wrong = record.text_of(*place);
            return format!("{verb} `{close}` for `{wrong}`");
        }
        let rest = record.text().get(place.end as usize..).unwrap_or_default();
        let next = rest.split_whitespace().next().unwrap_or_default();
        let is_number = |word: &str| {
            let digits = word.strip_suffix('.').unwrap_or_default();
            !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
        };
        if is_in_help || is_number(next) {
            format!("{verb} `{close}` before `{}`", shorten(next))
        } else {
            format!("{verb} `{close}`")
        }
    }

    /// Returns the edits that may close the unclosed part, the most likely one first.
    fn edits_that_close(&self, finding: &Finding) -> Vec<TextEdit> {
        let record = self.replayed.record();
        let start = finding.span.start as usize;
        let rest = record.text().get(start..).unwrap_or_default();
        let line = rest.lines().next().unwrap_or_default().trim_end();
        let end = start + line.len();
        let before = |offset: Option<usize>, close| offset.map(|offset| (start + offset, close));
        let places = match finding.code.id {
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
            _ => return closing_edits(record, finding, &self.request.document.context),
        };
        let places = places.into_iter().flatten();
        places
            .map(|(offset, close): (usize, &str)| (Span::new(offset, offset), close.to_owned()))
            .collect()
    }
}
