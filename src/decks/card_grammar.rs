//! Parser generated from `grammar/card.pest`.

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/card.pest"]
pub(super) struct Grammar;
