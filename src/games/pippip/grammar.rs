//! Parser generated from `grammar/pippip.pest`.

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/pippip.pest"]
pub(crate) struct Grammar;
