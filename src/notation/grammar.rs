//! The parser that pest derives from `grammar/notation.pest`.
#![allow(missing_docs, reason = "the rules are documented in the grammar")]

use pest_derive::Parser;

#[derive(Parser)]
#[grammar = "grammar/notation.pest"]
pub(crate) struct Grammar;
