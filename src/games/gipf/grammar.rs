//! The parser that pest derives from `grammar/gipf.pest`.
#![allow(missing_docs, reason = "the rules are documented in the grammar")]

use pest_derive::Parser;

#[derive(Parser)]
#[grammar = "grammar/gipf.pest"]
pub(super) struct Grammar;
