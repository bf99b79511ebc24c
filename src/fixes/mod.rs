//! Corrections of records: edits that make a record legal ([`mend`]), and settings (a game, its
//! variant and options) under which the turns of a record are legal ([`infer`]).

pub mod infer;
pub mod mend;
mod pasted;
mod tag_names;
