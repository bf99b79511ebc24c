//! Decks of the Pipe Game that a program gives, before those that ship.

use std::collections::BTreeMap;
use std::sync::Arc;

use pipscribe::decks::{Deck, DeckFile, Decks, NoDeck, ShippedDecks};
use pipscribe::games::Context;
use pyo3::prelude::*;

use crate::errors::refused;

#[derive(Debug)]
struct GivenDecks(BTreeMap<String, Arc<Deck>>);

impl Decks for GivenDecks {
    fn deck(&self, name: &str) -> Result<Arc<Deck>, NoDeck> {
        self.0.get(name).map_or_else(|| ShippedDecks.deck(name), |deck| Ok(Arc::clone(deck)))
    }

    fn names(&self) -> Vec<String> {
        self.0.keys().cloned().chain(ShippedDecks.names()).collect()
    }
}

/// What records are judged with; `decks` are YAML by name.
pub(crate) fn context(decks: Option<BTreeMap<String, String>>) -> PyResult<Context> {
    let Some(files) = decks else { return Ok(Context::default()) };
    let read = |(name, text): (String, String)| {
        let file = DeckFile::read(text.as_bytes());
        if let Some(finding) = file.findings.first() {
            let line = file.source.place(finding.span.start).line;
            return Err(refused(format!("the deck `{name}`, line {line}: {}", finding.message)));
        }
        let deck = file.deck.ok_or_else(|| refused(format!("the deck `{name}` cannot be read")))?;
        Ok((name, Arc::new(deck)))
    };
    Ok(Context::with_decks(Arc::new(GivenDecks(files.into_iter().map(read).collect::<PyResult<_>>()?))))
}
