//! Rules of `grammar/boardspace.pest`.

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/boardspace.pest"]
pub(crate) struct Grammar;
