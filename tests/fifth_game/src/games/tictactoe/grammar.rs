//! Parser generated from `grammar/tictactoe.pest`.

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/tictactoe.pest"]
pub(crate) struct Grammar;
