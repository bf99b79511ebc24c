//! One change that a step of a correction makes to the text.

use super::super::edit::Edit;
use crate::text::{Span, TextEdit};

/// One change of a text, and its meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) span: Span,
    pub(super) now: String,
    /// The change as reported.
    pub(super) edit: Edit,
    /// The byte after which a comment preserves the original text, if there is to be one.
    pub(super) trace: Option<u32>,
}

/// Returns the change of the text from byte `start` to `end`, outside turns.
pub(super) fn change(text: &str, start: usize, end: usize, now: impl Into<String>) -> Change {
    let span = Span::new(start, end);
    let now = now.into();
    let edit = Edit::Text {
        was: span.slice(text).to_owned(),
        now: now.clone(),
    };
    Change {
        span,
        now,
        edit,
        trace: None,
    }
}

/// Returns the edits of the text that changes make.
pub(super) fn text_edits(changes: &[Change]) -> Vec<TextEdit> {
    changes
        .iter()
        .map(|change| (change.span, change.now.clone()))
        .collect()
}

/// Returns a text with changes; `None` if they overlap.
#[cfg(test)]
pub(super) fn with_changes(text: &str, changes: &[Change]) -> Option<String> {
    crate::text::edited(text, &text_edits(changes))
}
