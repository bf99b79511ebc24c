//! Sources of the decks that records only name (V2.8). The games open no files: callers pass a [`Decks`] along
//! with the records.

use std::collections::BTreeMap;
use std::fmt::{Debug, Display};
use std::sync::{Arc, LazyLock};

use super::card::{Card, Section};
use super::deck::{Deck, Id};
use super::deck_file::DeckFile;
use super::layout::Layout;
use crate::findings::Code;

/// Reason why no deck was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoDeck {
    /// The name is not known.
    Unknown,
    /// The deck was found, but cannot be used.
    Broken {
        /// The first code of its file.
        code: Code,
        /// The file and its mistake, in one sentence.
        message: String,
    },
    /// The file for this name contains another deck.
    Other {
        /// The file.
        file: String,
        /// The name of the deck in the file.
        holds: String,
    },
}

/// Finds decks by name. It is asked once per record, so implementations that read files should cache them.
pub trait Decks: Debug + Send + Sync {
    /// Returns the deck with this name.
    ///
    /// # Errors
    /// If there is no such deck, or it cannot be used.
    fn deck(&self, name: &str) -> Result<Arc<Deck>, NoDeck>;

    /// Returns the names of decks that are known in advance, the likeliest first.
    fn names(&self) -> Vec<String> {
        ShippedDecks::names().map(str::to_owned).collect()
    }
}

/// The bundled decks: `twin-works`, an invented one.
#[derive(Clone, Copy, Debug, Default)]
pub struct ShippedDecks;

/// The name and the file of each deck.
const SHIPPED: [(&str, &str); 1] = [("twin-works", include_str!("twin-works.yaml"))];

static PARSED: LazyLock<Vec<Arc<Deck>>> = LazyLock::new(|| {
    let decks = SHIPPED.iter().filter_map(|(_, text)| shipped(text));
    decks.map(Arc::new).collect()
});

/// Reads a bundled deck. Each value and each card of its file is on a line of its own, so that this takes no parser for
/// YAML, which is large, and which a program without other decks then does not contain.
fn shipped(text: &str) -> Option<Deck> {
    let mut deck = Deck::default();
    for line in text.lines() {
        if let Some(fields) = line.strip_prefix("  - {").and_then(|line| line.strip_suffix('}')) {
            let (id, layout) = shipped_card(fields)?;
            deck.insert(id, layout);
        } else if let Some((key, value)) = line.split_once(": ") {
            let value = value.trim_matches('"').to_owned();
            match key {
                "name" => deck.name = value,
                "edition" => deck.edition = value,
                "source" => deck.source = value,
                _ => {}
            }
        }
    }
    Some(deck)
}

/// Reads a card of a bundled deck, such as `id: 1, pipes: B13 W26 B4 W5, arcs: LLDDDD`.
fn shipped_card(fields: &str) -> Option<(Id, Layout)> {
    let (mut id, mut card) = (None, Card::default());
    for (key, value) in fields.split(", ").filter_map(|field| field.split_once(": ")) {
        let section = match key {
            "pipes" => Section::Pipes,
            "arcs" => Section::Arcs,
            "fields" => Section::Fields,
            _ => {
                id = value.parse().ok();
                continue;
            }
        };
        card.read_section(section, value).ok()?;
    }
    Some((id?, Layout::of(&card).ok()?))
}

impl ShippedDecks {
    /// Returns the names of the decks.
    pub fn names() -> impl Iterator<Item = &'static str> {
        SHIPPED.iter().map(|(name, _)| *name)
    }

    /// Returns the text of the file of a deck.
    pub fn text(name: &str) -> Option<&'static str> {
        SHIPPED.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
    }
}

impl Decks for ShippedDecks {
    fn deck(&self, name: &str) -> Result<Arc<Deck>, NoDeck> {
        PARSED.iter().find(|deck| deck.name == name).cloned().ok_or(NoDeck::Unknown)
    }
}

/// Decks that a program supplies as text. They take precedence over those that ship.
#[derive(Clone, Debug, Default)]
pub struct GivenDecks(BTreeMap<String, Result<Arc<Deck>, NoDeck>>);

impl GivenDecks {
    /// Reads decks in YAML, each with the name that records use. A deck with mistakes is kept: records that
    /// name it get the finding.
    pub fn read(files: impl IntoIterator<Item = (impl Into<String>, impl AsRef<[u8]>)>) -> Self {
        let read = |(name, text): (_, _)| {
            let name: String = Into::into(name);
            let deck = DeckFile::read(AsRef::as_ref(&text)).usable(&format_args!("`{name}`"));
            (name, deck)
        };
        Self(files.into_iter().map(read).collect())
    }

    /// Returns a description of the mistake of each unusable deck, one sentence each, in the order of their
    /// names.
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
    /// Returns the deck, or its first mistake. `called` is what the message calls the deck.
    pub(crate) fn usable(self, called: &dyn Display) -> Result<Arc<Deck>, NoDeck> {
        if let Some(finding) = self.findings.first() {
            let line = self.source.place(finding.span.start).line;
            let message = format!("The deck {called}, line {line}: {}", finding.message);
            return Err(NoDeck::Broken { code: finding.code, message });
        }
        self.deck.map(Arc::new).ok_or(NoDeck::Unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bundled_decks_are_what_their_files_say() {
        for (name, text) in SHIPPED {
            let deck = ShippedDecks.deck(name).unwrap();
            assert_eq!(Some(Deck::clone(&deck)), DeckFile::read(text.as_bytes()).deck);
            assert!(!deck.is_empty());
        }
    }
}
