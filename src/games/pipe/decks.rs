//! Where decks come from that a record only names (V2.8). Games open no files: whoever reads
//! records passes a [`Decks`] along with them.

use std::fmt::Debug;
use std::sync::{Arc, LazyLock};

use super::deck::Deck;
use super::deck_file::DeckFile;
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

    /// The names of those that are known without a record that names them, the likeliest first.
    fn names(&self) -> Vec<String> {
        ShippedDecks::names().map(str::to_owned).collect()
    }
}

/// The decks that ship with the toolkit: `twin-works`, an invented one.
#[derive(Clone, Copy, Debug, Default)]
pub struct ShippedDecks;

/// The name of each and its file.
const SHIPPED: [(&str, &str); 1] = [("twin-works", include_str!("decks/twin-works.yaml"))];

static PARSED: LazyLock<Vec<Arc<Deck>>> = LazyLock::new(|| {
    let decks = SHIPPED.iter().filter_map(|(_, text)| DeckFile::read(text.as_bytes()).deck);
    decks.map(Arc::new).collect()
});

impl ShippedDecks {
    /// Their names.
    pub fn names() -> impl Iterator<Item = &'static str> {
        SHIPPED.iter().map(|(name, _)| *name)
    }

    /// The text of the file of the deck of that name.
    pub fn text(name: &str) -> Option<&'static str> {
        SHIPPED.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
    }
}

impl Decks for ShippedDecks {
    fn deck(&self, name: &str) -> Result<Arc<Deck>, NoDeck> {
        PARSED.iter().find(|deck| deck.name == name).cloned().ok_or(NoDeck::Unknown)
    }
}
