//! The parser that pest derives from `grammar/pippip.pest`.
#![allow(missing_docs, reason = "the rules are documented in the grammar")]

use pest_derive::Parser;

#[derive(Parser)]
#[grammar = "grammar/pippip.pest"]
pub(super) struct Grammar;
