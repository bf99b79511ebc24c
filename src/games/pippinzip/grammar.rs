//! Parser generated from `grammar/pippinzip.pest`.

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/pippinzip.pest"]
pub(crate) struct Grammar;
