//! Corrections of records: edits that make a record legal ([`mend`]), settings (a game, its
//! variant and options) under which the turns of a record are legal ([`infer`]), and the ends of
//! parts that are not closed ([`closing`]).

pub mod closing;
pub mod infer;
pub mod mend;
mod pasted;
mod tag_names;

pub(crate) use pasted::{has_chat_labels, has_tags_on_one_line};
