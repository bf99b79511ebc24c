//! Publications: records within documents ([`documents`]), pages with the figures of their records
//! ([`book`]), and the texts that the library itself carries ([`bundled`]).

pub mod book;
pub mod bundled;
pub mod documents;
