//! Decks of the Pipe Game that a caller gives, before those that ship.

use std::collections::BTreeMap;
use std::sync::Arc;

use pipscribe::decks::{Deck, DeckFile, Decks, NoDeck, ShippedDecks};
use pipscribe::games::Context;

use crate::refused::Refused;

/// Decks as YAML, by name.
pub(crate) type DeckTexts = BTreeMap<String, String>;

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

/// What records are judged with.
pub(crate) fn context(decks: &Option<DeckTexts>) -> Result<Context, Refused> {
    let Some(texts) = decks else { return Ok(Context::default()) };
    let read = |(name, text): (&String, &String)| {
        let file = DeckFile::read(text.as_bytes());
        if let Some(finding) = file.findings.first() {
            let line = file.source.place(finding.span.start).line;
            return Err(Refused::new(finding.code.id, format!("the deck `{name}`, line {line}: {}", finding.message)));
        }
        let deck = file.deck.ok_or_else(|| Refused::new("options", format!("the deck `{name}` cannot be read")))?;
        Ok((name.clone(), Arc::new(deck)))
    };
    let decks = texts.iter().map(read).collect::<Result<_, _>>()?;
    Ok(Context::with_decks(Arc::new(GivenDecks(decks))))
}
