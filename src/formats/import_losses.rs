//! Parts of a source that a record cannot hold, such as the colour of a text.

use std::collections::BTreeMap;

use super::codes;
use crate::findings::Finding;
use crate::formats::KeepFindings as _;
use crate::text::Span;

/// Parts that were dropped, by their kind: the name of a property or an element of the format.
#[derive(Debug, Default)]
pub(super) struct LeftOut(BTreeMap<String, PartsOfKind>);

/// Parts of one kind.
#[derive(Debug)]
struct PartsOfKind {
    count: u64,
    /// Span of the first one, where all are reported.
    first: Span,
}

impl LeftOut {
    /// Counts one part of a kind.
    pub(super) fn add(&mut self, kind: impl Into<String>, span: Span) {
        let parts = self.0.entry(kind.into()).or_insert(PartsOfKind {
            count: 0,
            first: span,
        });
        parts.count += 1;
    }

    /// Adds one finding per kind.
    pub(super) fn report(self, findings: &mut Vec<Finding>) {
        for (kind, PartsOfKind { count, first }) in self.0 {
            let times = if count == 1 {
                String::new()
            } else {
                format!(", {count} times")
            };
            let message = format!("`{kind}` is left out{times}: a record has no place for it.");
            findings.keep(Finding::new(&codes::LEFT_OUT, first, message));
        }
    }
}
