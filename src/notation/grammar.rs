//! Parser generated from `grammar/notation.pest`.

use pest::RuleType;
use pest::error::{Error, InputLocation};

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/notation.pest"]
pub(crate) struct Grammar;

/// Returns the byte offset at which pest failed.
pub(crate) fn error_at<R: RuleType>(error: &Error<R>) -> usize {
    match error.location {
        InputLocation::Pos(offset) | InputLocation::Span((offset, _)) => offset,
    }
}
