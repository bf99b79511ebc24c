//! Corrections of records: edits after which a record can be replayed ([`mend`]), and the variant
//! and options under which its turns are legal ([`infer`]).

pub mod infer;
pub mod mend;
mod pasted;
