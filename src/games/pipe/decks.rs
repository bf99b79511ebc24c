//! Where decks come from that a record only names (V2.8). Games open no files: whoever reads
//! records passes a [`Decks`] along with them.

use std::collections::BTreeMap;
use std::fmt::{Debug, Display};
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
    /// The file that should hold it holds another.
    Other {
        /// The file.
        file: String,
        /// The name of the deck that it holds.
        holds: String,
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

/// Decks that a program has as text, before those that ship.
#[derive(Clone, Debug, Default)]
pub struct GivenDecks(BTreeMap<String, Result<Arc<Deck>, NoDeck>>);

impl GivenDecks {
    /// Reads the text of each, YAML as in a file, under the name that records call it by. One with mistakes is kept: records
    /// that name it get the finding.
    pub fn read(files: impl IntoIterator<Item = (impl Into<String>, impl AsRef<[u8]>)>) -> Self {
        let read = |(name, text): (_, _)| {
            let name: String = Into::into(name);
            let deck = DeckFile::read(AsRef::as_ref(&text)).usable(&format_args!("`{name}`"));
            (name, deck)
        };
        Self(files.into_iter().map(read).collect())
    }

    /// What is wrong with those that cannot be used, a sentence each, in the order of their names.
    pub fn faults(&self) -> impl Iterator<Item = &str> {
        self.0.values().filter_map(|deck| match deck {
            Err(NoDeck::Broken { message, .. }) => Some(message.as_str()),
            Ok(_) | Err(NoDeck::Unknown | NoDeck::Other { .. }) => None,
        })
    }
}

impl Decks for GivenDecks {
    fn deck(&self, name: &str) -> Result<Arc<Deck>, NoDeck> {
        self.0.get(name).cloned().unwrap_or_else(|| ShippedDecks.deck(name))
    }

    fn names(&self) -> Vec<String> {
        self.0.keys().cloned().chain(ShippedDecks.names()).collect()
    }
}

impl DeckFile {
    /// The deck, or the first thing that is wrong with it; `called` is what the sentence calls the deck.
    pub(crate) fn usable(self, called: &dyn Display) -> Result<Arc<Deck>, NoDeck> {
        if let Some(finding) = self.findings.first() {
            let line = self.source.place(finding.span.start).line;
            let message = format!("The deck {called}, line {line}: {}", finding.message);
            return Err(NoDeck::Broken { code: finding.code, message });
        }
        self.deck.map(Arc::new).ok_or(NoDeck::Unknown)
    }
}
