//! Corrections of records: edits that make a record legal ([`mend`]), settings under which its
//! turns are legal ([`infer`]), and the ends of parts that are not closed ([`closing`]).

pub mod closing;
pub mod infer;
pub mod mend;
mod pasted;
mod tag_names;
