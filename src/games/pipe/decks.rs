//! Where decks come from that a record only names (V2.8). Games open no files: whoever reads
//! records passes a [`Decks`] along with them.

use std::fmt::Debug;
use std::sync::Arc;

use super::deck::Deck;
use crate::findings::Code;

/// Why there is no deck of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoDeck {
    /// Nobody knows it.
    Unknown,
    /// It was found, but cannot be used.
    Broken {
        /// The first code that its file yields.
        code: Code,
        /// Which file it is and what is wrong with it, in one sentence.
        message: String,
    },
}

/// Finds decks by their names. It is asked once a record: whoever reads files keeps them.
pub trait Decks: Debug + Send + Sync {
    /// The deck of that name.
    ///
    /// # Errors
    /// Where there is none that can be used.
    fn deck(&self, name: &str) -> Result<Arc<Deck>, NoDeck>;
}

/// The decks that ship with the toolkit.
#[derive(Clone, Copy, Debug, Default)]
pub struct ShippedDecks;

impl Decks for ShippedDecks {
    fn deck(&self, _name: &str) -> Result<Arc<Deck>, NoDeck> {
        Err(NoDeck::Unknown)
    }
}
