//! Parts of a source that a record cannot hold.

use std::collections::BTreeMap;

use super::codes;
use crate::findings::Finding;
use crate::formats::KeepFindings as _;
use crate::text::Span;

/// Kinds of parts that were dropped, each with its count and the span of the first one.
#[derive(Debug, Default)]
pub(super) struct LeftOut(BTreeMap<String, (u64, Span)>);

impl LeftOut {
    /// Counts one part of a kind.
    pub(super) fn add(&mut self, kind: impl Into<String>, span: Span) {
        self.0.entry(kind.into()).or_insert((0, span)).0 += 1;
    }

    /// Adds one finding per kind.
    pub(super) fn report(self, findings: &mut Vec<Finding>) {
        for (kind, (count, span)) in self.0 {
            let times = if count == 1 {
                String::new()
            } else {
                format!(", {count} times")
            };
            let message = format!("`{kind}` is left out{times}: a record has no place for it.");
            findings.keep(Finding::new(&codes::LEFT_OUT, span, message));
        }
    }
}
