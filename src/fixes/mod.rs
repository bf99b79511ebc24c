//! Corrections of records: edits that make a record legal ([`mend`]), and settings under which its
//! turns are legal ([`infer`]).

pub mod infer;
pub mod mend;
mod pasted;
mod tag_names;
