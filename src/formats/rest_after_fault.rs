//! Keeps the rest of a game after an illegal turn, in a dialect whose turns depend on the preceding
//! position.

use super::draft::{Draft, DraftItem};
use super::{KeepFindings as _, codes};
use crate::findings::Finding;
use crate::text::{SourceText, Span};

/// Returns the comment that keeps the rest of a game as in the source, and the finding on its first
/// turn. Read as turns of the notation, it would have another meaning.
pub(super) fn rest_of(source: &SourceText, first: Span, last: Span) -> (String, Finding) {
    let rest = source.text_of(first.to(last));
    let text = format!("the source continues, in its own notation: {rest}");
    let message = "The text after the error is kept in a comment: in this dialect its meaning depends on the board.";
    let finding = Finding::new(&codes::LEFT_OUT, first, message);
    (
        text,
        finding.with_help("Fix the source and convert it again."),
    )
}

impl Draft {
    /// Moves everything after an illegal turn into a comment on that turn.
    pub(super) fn keep_rest(&mut self, source: &SourceText, fault: usize) {
        let rest = self.line.turns.get(fault + 1..).unwrap_or_default();
        let (Some(first), Some(last)) = (rest.first(), rest.last()) else {
            return;
        };
        let (text, finding) = rest_of(source, first.span, last.span);
        let closing = last.after.clone();
        self.findings.keep(finding);
        self.line.turns.truncate(fault + 1);
        if let Some(turn) = self.line.turns.last_mut() {
            turn.after.push(DraftItem::Comment(text));
            turn.after.extend(closing);
        }
    }
}
