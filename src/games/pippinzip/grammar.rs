//! The parser that pest derives from `grammar/pippinzip.pest`.
#![allow(missing_docs, reason = "the rules are documented in the grammar")]

use pest_derive::Parser;

#[derive(Parser)]
#[grammar = "grammar/pippinzip.pest"]
pub(super) struct Grammar;
