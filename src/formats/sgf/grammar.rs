//! Rules of `grammar/sgf.pest`.

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/sgf.pest"]
pub(crate) struct Grammar;
