//! What was opened and never closed, and how a game ended.

use lsp_types::{CodeActionKind, Diagnostic};

use super::Offers;
use crate::findings::{Finding, code};
use crate::notation::quoted;
use crate::text::{Span, TextEdit};

/// The ways in which a game ends that is not over by the rules.
const ENDINGS: [&str; 5] = ["resignation", "time", "forfeit", "agreement", "adjudication"];

impl Offers<'_> {
    /// Closes a comment, a command or a string at the end of its line, a variation at the end of the record.
    pub(super) fn closing(&mut self, finding: &Finding, told: &Diagnostic) {
        let record = self.studied.record();
        let text = record.text();
        let start = finding.span.start as usize;
        let of_line = || {
            let rest = text.get(start..)?;
            let line = rest.lines().next().unwrap_or_default();
            Some(start + line.trim_end().len())
        };
        let end = record.source().end().end as usize;
        let (at, close) = match finding.code.id {
            id if id == code::UNCLOSED_COMMENT.id => (of_line(), "}"),
            id if id == code::UNCLOSED_COMMAND.id => (of_line(), "]"),
            id if id == code::UNCLOSED_STRING.id => {
                // A tag that has lost its end has lost it with the string.
                let in_tag = record
                    .tags
                    .iter()
                    .any(|tag| tag.span.start <= finding.span.start && finding.span.end <= tag.span.end);
                (of_line(), if in_tag { "\"]" } else { "\"" })
            }
            id if id == code::UNCLOSED_VARIATION.id => (Some(end), ")"),
            _ => return,
        };
        let Some(at) = at else { return };
        let title = format!("Close it with `{close}`");
        self.offer(title, CodeActionKind::QUICKFIX, &[(Span::new(at, at), close.to_owned())], Some(told));
    }

    /// Says why a game ended that the rules have not decided, or makes both results the same.
    pub(super) fn endings(&mut self, finding: &Finding, told: &Diagnostic) {
        let record = self.studied.record();
        if finding.code.id == code::UNDECIDED.id {
            let edits: Vec<(String, TextEdit)> = match (record.tag("Termination"), record.tags.last()) {
                (Some(tag), _) => {
                    ENDINGS.iter().map(|why| (format!("Write `{why}`"), (tag.value_span, (*why).to_owned()))).collect()
                }
                (None, Some(last)) => {
                    let end = last.span.end as usize;
                    let tag = |why: &str| format!("[Termination {}]", quoted(why));
                    let insert = |why: &&str| {
                        (format!("Insert `{}`", tag(why)), (Span::new(end, end), format!("\n{}", tag(why))))
                    };
                    ENDINGS.iter().map(insert).collect()
                }
                (None, None) => Vec::new(),
            };
            for (title, edit) in edits {
                self.offer(title, CodeActionKind::QUICKFIX, &[edit], Some(told));
            }
        }
        if let (Some(tag), Some((outcome, span))) = (record.tag("Result"), &record.result)
            && finding.code.id == code::INCONSISTENT.id
            && tag.value != outcome.to_string()
            && tag.span.start <= finding.span.start
            && finding.span.end <= tag.span.end
        {
            let (value, written) = (tag.value.clone(), outcome.to_string());
            for (result, edit) in [(&written, (tag.value_span, written.clone())), (&value, (*span, value.clone()))] {
                self.offer(format!("The result is `{result}`"), CodeActionKind::QUICKFIX, &[edit], Some(told));
            }
        }
    }
}
