//! Parser generated from `grammar/notation.pest`.

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/notation.pest"]
pub(crate) struct Grammar;
