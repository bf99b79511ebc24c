//! Edits of a record, as a fix describes them: turn 3 is replaced, a tag gets another value.
//! `edits_in_text.rs` converts them to changes of the text.

use serde::Serialize;

use super::edits_in_text::{in_text, span_of_turns};
use super::mended_comment::Original;
use crate::notation::Record;
use crate::notation::likeness::common_prefix_length;
use crate::text::TextEdit;

/// A change of a record. Turns are counted by their place in the main line, from 1, whatever their
/// numbers are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "lowercase")]
#[non_exhaustive]
pub enum Edit {
    /// A turn is replaced.
    Replace {
        /// The turn.
        turn: u32,
        /// The old turn.
        was: String,
        /// The new turn.
        now: String,
    },
    /// A turn is inserted.
    Insert {
        /// The turn before which to insert it; one past the last for the end.
        turn: u32,
        /// The new turn.
        now: String,
    },
    /// A turn is removed.
    Delete {
        /// The turn.
        turn: u32,
        /// The removed turn.
        was: String,
    },
    /// A turn and the next one change places.
    Swap {
        /// The first of the two.
        turn: u32,
    },
    /// The value of a tag changes.
    Tag {
        /// The name of the tag.
        name: String,
        /// The old value; null if the tag is missing.
        was: Option<String>,
        /// The new value; null if the tag is removed.
        now: Option<String>,
    },
    /// A part of the text that is neither a turn nor a tag changes: a turn number, markup, a line
    /// of a tag.
    Text {
        /// The old text.
        was: String,
        /// The new text.
        now: String,
    },
}

impl Edit {
    /// Returns the turn that is changed; `None` for a tag.
    pub(crate) fn turn(&self) -> Option<u32> {
        match self {
            Self::Replace { turn, .. }
            | Self::Insert { turn, .. }
            | Self::Delete { turn, .. }
            | Self::Swap { turn } => Some(*turn),
            Self::Tag { .. } | Self::Text { .. } => None,
        }
    }

    /// Returns the number of bytes that the edit changes. A swap changes two turns.
    pub(super) fn size(&self) -> usize {
        match self {
            Self::Replace { was, now, .. } | Self::Text { was, now } => changed_length(was, now),
            Self::Insert { now, .. } => now.len(),
            Self::Delete { was, .. } => was.len(),
            Self::Swap { .. } => 2,
            Self::Tag { was, now, .. } => {
                let was = was.as_deref().unwrap_or_default();
                let now = now.as_deref().unwrap_or_default();
                changed_length(was, now)
            }
        }
    }

    /// Returns the text that the edit replaces or removes; `None` if it only adds or moves text.
    pub(super) fn replaced_text(&self) -> Option<&str> {
        match self {
            Self::Replace { was, .. } | Self::Delete { was, .. } | Self::Text { was, .. } => {
                Some(was)
            }
            Self::Tag { was, .. } => was.as_deref(),
            Self::Insert { .. } | Self::Swap { .. } => None,
        }
    }

    /// Returns the edit with the original of the text that it replaces, if there is one.
    pub(super) fn with_original(mut self, original: &str) -> Self {
        if let Self::Replace { was, .. } | Self::Delete { was, .. } | Self::Text { was, .. } =
            &mut self
            && !original.is_empty()
        {
            original.clone_into(was);
        }
        self
    }

    /// Returns the changes of the record's text. With `trace`, a comment preserves the original
    /// text. `None` if the record has no such turn or tag.
    pub(crate) fn in_text(&self, record: &Record, trace: bool) -> Option<Vec<TextEdit>> {
        let written = Original::new(record.text(), &[]);
        in_text(std::slice::from_ref(self), record, trace.then_some(written))
    }

    /// Takes over a later edit if it replaces what this one wrote; otherwise returns false.
    fn continues_with(&mut self, later: &Self) -> bool {
        match (self, later) {
            (
                Self::Replace { turn, now, .. },
                Self::Replace {
                    turn: later_turn,
                    was: later_was,
                    now: later_now,
                },
            ) if turn == later_turn && now == later_was => {
                now.clone_from(later_now);
            }
            (
                Self::Tag { name, now, .. },
                Self::Tag {
                    name: later_name,
                    was: later_was,
                    now: later_now,
                },
            ) if name == later_name && now == later_was => {
                now.clone_from(later_now);
            }
            _ => return false,
        }
        true
    }
}

/// Returns the number of bytes between the common start and the common end of two texts, in the
/// longer one.
fn changed_length(was: &str, now: &str) -> usize {
    let start = common_prefix_length(was.as_bytes(), now.as_bytes());
    let was = &was.as_bytes()[start..];
    let now = &now.as_bytes()[start..];
    let pairs = was.iter().rev().zip(now.iter().rev());
    let common_end = pairs.take_while(|(was, now)| was == now).count();
    was.len().max(now.len()) - common_end
}

/// Concatenates the edits of a correction and those of the corrected record. Two edits of one turn
/// or tag become one. `original` is the text before the correction.
pub(super) fn one_after_the_other(
    correction: &[Edit],
    later: &[Edit],
    corrected: &Record,
    original: Original<'_>,
) -> Vec<Edit> {
    let mut all = correction.to_vec();
    for edit in later {
        let is_continued = all.iter_mut().any(|before| before.continues_with(edit));
        if is_continued {
            continue;
        }
        let replaced = match edit {
            Edit::Replace { turn, was, .. } | Edit::Delete { turn, was } => {
                span_of_turns(corrected, *turn, was)
            }
            _ => None,
        };
        let was = replaced.map_or("", |span| original.part(span));
        all.push(edit.clone().with_original(was));
    }
    all
}
