//! The parser that pest derives from `grammar/sgf.pest`.
#![allow(missing_docs, reason = "the rules are documented in the grammar")]

use pest_derive::Parser;

#[derive(Parser)]
#[grammar = "grammar/sgf.pest"]
pub(super) struct Grammar;
