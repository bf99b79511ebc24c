//! Decks of the Pipe Game given by a caller; they take precedence over the built-in ones.

use std::collections::BTreeMap;
use std::sync::Arc;

use pipscribe::decks::{Decks, GivenDecks, NoDeck};
use pipscribe::games::Context;

use crate::refused::Refused;

/// Deck files in YAML, by the names of the decks.
pub(crate) type DeckTexts = BTreeMap<String, String>;

/// Returns the context for judging records.
pub(crate) fn context(decks: &Option<DeckTexts>) -> Result<Context, Refused> {
    let Some(texts) = decks else { return Ok(Context::default()) };
    let decks = GivenDecks::read(texts);
    match texts.keys().find_map(|name| decks.deck(name).err()) {
        Some(NoDeck::Broken { code, message }) => Err(Refused::new(code.id, message)),
        Some(NoDeck::Unknown | NoDeck::Other { .. }) => Err(Refused::new("options", "a deck cannot be read")),
        None => Ok(Context::with_decks(Arc::new(decks))),
    }
}
