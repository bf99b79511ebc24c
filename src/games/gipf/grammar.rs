//! Parser generated from `grammar/gipf.pest`.

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/gipf.pest"]
pub(crate) struct Grammar;
