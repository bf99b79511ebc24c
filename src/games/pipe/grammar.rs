//! Parser generated from `grammar/pipe.pest`.

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/pipe.pest"]
pub(crate) struct Grammar;
