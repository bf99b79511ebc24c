//! Decks of the Pipe Game given by a program; they take precedence over the built-in ones.

use std::collections::BTreeMap;
use std::sync::Arc;

use pipscribe::decks::GivenDecks;
use pipscribe::games::Context;
use pyo3::prelude::*;

use crate::errors::refused;

/// Context for judging records, with the texts of the decks that a program gave, so that it can be pickled.
#[derive(Clone, Debug, Default)]
pub(crate) struct DeckContext {
    pub(crate) context: Context,
    decks: Option<Arc<BTreeMap<String, String>>>,
}

impl DeckContext {
    /// Reads decks; they are YAML texts by name.
    pub(crate) fn new(decks: Option<BTreeMap<String, String>>) -> PyResult<Self> {
        let Some(decks) = decks else {
            return Ok(Self::default());
        };
        let read = GivenDecks::read(decks.clone());
        if let Some(fault) = read.faults().next() {
            return Err(refused(fault));
        }
        Ok(Self {
            context: Context::with_decks(Arc::new(read)),
            decks: Some(Arc::new(decks)),
        })
    }

    /// Returns the texts of the decks by name.
    pub(crate) fn decks(&self) -> Option<BTreeMap<String, String>> {
        self.decks.as_deref().cloned()
    }
}

/// Contexts are equal if the same decks were given.
impl PartialEq for DeckContext {
    fn eq(&self, other: &Self) -> bool {
        self.decks == other.decks
    }
}

impl Eq for DeckContext {}

/// Returns the context for judging records; `decks` are YAML texts by name.
pub(crate) fn context(decks: Option<BTreeMap<String, String>>) -> PyResult<Context> {
    Ok(DeckContext::new(decks)?.context)
}
