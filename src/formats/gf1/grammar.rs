//! The parser that pest derives from `grammar/gf1.pest`.
#![allow(missing_docs, reason = "the rules are documented in the grammar")]

use pest_derive::Parser;

#[derive(Parser)]
#[grammar = "grammar/gf1.pest"]
pub(super) struct Grammar;
