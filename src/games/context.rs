//! Context of a record: the decks that the rules need in addition to its text.

use std::sync::Arc;

use crate::decks::{Decks, ShippedDecks};

/// Sources of what a record names but does not contain: decks. The default source is the bundled
/// decks.
///
/// ```
/// use std::sync::Arc;
///
/// use pipscribe::decks::{GivenDecks, ShippedDecks};
/// use pipscribe::games::Context;
///
/// let text = ShippedDecks::text("twin-works").ok_or("there is no such deck")?;
/// let context = Context::with_decks(Arc::new(GivenDecks::read([("own", text)])));
/// assert!(context.decks().deck("own").is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Context {
    decks: Option<Arc<dyn Decks>>,
}

impl Context {
    /// Creates a context with the given source of decks.
    pub fn with_decks(decks: Arc<dyn Decks>) -> Self {
        Self { decks: Some(decks) }
    }

    /// Returns the source of decks.
    pub fn decks(&self) -> &dyn Decks {
        self.decks.as_deref().unwrap_or(&ShippedDecks)
    }
}
