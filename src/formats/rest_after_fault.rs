//! Keeps the rest of a game after an illegal turn, in a dialect whose turns depend on the preceding
//! position: after the illegal turn, that is not known. An example is a turn that names only the
//! row to remove, or the spot that a push passes first.

use super::draft::{Draft, DraftItem};
use super::{KeepFindings as _, codes};
use crate::findings::Finding;
use crate::text::{SourceText, Span};

/// Returns the text of the comment that keeps the rest of a game as in the source, and the finding
/// on its first turn. Read as turns of the notation, the rest would have another meaning.
pub(super) fn rest_of(source: &SourceText, first: Span, last: Span) -> (String, Finding) {
    let rest = source.text_of(first.to(last));
    let text = format!("the source continues, in its own notation: {rest}");
    let message = "The text after the error is kept in a comment: in this dialect its meaning depends on the board.";
    let finding = Finding::new(&codes::LEFT_OUT, first, message)
        .with_help("Fix the source and convert it again.");
    (text, finding)
}

impl Draft {
    /// Moves everything after an illegal turn into a comment on that turn. `illegal` is its index.
    pub(super) fn keep_rest(&mut self, source: &SourceText, illegal: usize) {
        let rest = self.line.turns.get(illegal + 1..).unwrap_or_default();
        let (Some(first), Some(last)) = (rest.first(), rest.last()) else {
            return;
        };
        let (text, finding) = rest_of(source, first.span, last.span);
        let items_after_game = last.after.clone();
        self.findings.keep(finding);
        self.line.turns.truncate(illegal + 1);
        if let Some(illegal_turn) = self.line.turns.last_mut() {
            illegal_turn.after.push(DraftItem::Comment(text));
            illegal_turn.after.extend(items_after_game);
        }
    }
}
