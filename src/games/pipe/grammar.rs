//! The parser that pest derives from `grammar/pipe.pest`.
#![allow(missing_docs, reason = "the rules are documented in the grammar")]

use pest_derive::Parser;

#[derive(Parser)]
#[grammar = "grammar/pipe.pest"]
pub(super) struct Grammar;
