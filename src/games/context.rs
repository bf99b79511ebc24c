//! What the rules need besides a record.

use std::sync::Arc;

use super::pipe::{Decks, ShippedDecks};

/// What a record names and does not hold: where its deck is found. Unless somebody says where, among those that ship.
#[derive(Clone, Debug, Default)]
pub struct Context {
    decks: Option<Arc<dyn Decks>>,
}

impl Context {
    /// A context in which decks are found there.
    pub fn with_decks(decks: Arc<dyn Decks>) -> Self {
        Self { decks: Some(decks) }
    }

    /// Where a deck is found that a record only names.
    pub fn decks(&self) -> &dyn Decks {
        self.decks.as_deref().unwrap_or(&ShippedDecks)
    }
}
