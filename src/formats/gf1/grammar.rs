//! Rules of `grammar/gf1.pest`.

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/gf1.pest"]
pub(crate) struct Grammar;
