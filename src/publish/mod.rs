//! Publications: records within documents ([`documents`]), pages with the figures of their records
//! ([`book`]), and the texts that are part of the library ([`bundled`]).

pub mod book;
pub mod bundled;
pub mod documents;
