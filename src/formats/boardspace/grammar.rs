//! The parser that pest derives from `grammar/boardspace.pest`.
#![allow(missing_docs, reason = "the rules are documented in the grammar")]

use pest_derive::Parser;

#[derive(Parser)]
#[grammar = "grammar/boardspace.pest"]
pub(super) struct Grammar;
