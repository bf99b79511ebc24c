//! Decks of the Pipe Game given by a caller; they take precedence over the built-in ones.

use std::collections::BTreeMap;
#[cfg(any(feature = "core", feature = "formats"))]
use std::sync::Arc;

#[cfg(any(feature = "core", feature = "formats"))]
use pipscribe::decks::{Decks, GivenDecks, NoDeck};
use pipscribe::games::Context;

use crate::refused::Refused;

/// Deck files in YAML, by the names of the decks.
pub(crate) type DeckTexts = BTreeMap<String, String>;

/// Returns the context for judging records.
#[cfg(any(feature = "core", feature = "formats"))]
pub(crate) fn context(decks: &Option<DeckTexts>) -> Result<Context, Refused> {
    let Some(texts) = decks else {
        return Ok(Context::default());
    };
    let decks = GivenDecks::read(texts);
    match texts.keys().find_map(|name| decks.deck(name).err()) {
        Some(NoDeck::Broken { code, message }) => Err(Refused::new(code.id, message)),
        Some(NoDeck::Unknown | NoDeck::Other { .. }) => {
            Err(Refused::options("a deck cannot be read"))
        }
        None => Ok(Context::with_decks(Arc::new(decks))),
    }
}

/// Returns the context with the built-in decks. The first module of the web app has no parser for
/// deck files.
#[cfg(not(any(feature = "core", feature = "formats")))]
pub(crate) fn context(decks: &Option<DeckTexts>) -> Result<Context, Refused> {
    match decks {
        None => Ok(Context::default()),
        Some(_) => Err(Refused::options("this module reads no deck files")),
    }
}
