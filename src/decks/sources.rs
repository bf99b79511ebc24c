//! Sources of decks that records only name (V2.8). The games open no files: callers pass a
//! [`Decks`] along with the records.

use std::collections::BTreeMap;
use std::fmt::{Debug, Display};
use std::sync::{Arc, LazyLock};

use super::card::Card;
use super::deck::Deck;
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
        /// The code of the first mistake in its file.
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

/// Finds decks by name. It is called once per record, so implementations that read files should
/// cache the decks.
pub trait Decks: Debug + Send + Sync {
    /// Returns the deck with this name.
    ///
    /// # Errors
    /// Returns an error if there is no such deck, or it cannot be used.
    fn deck(&self, name: &str) -> Result<Arc<Deck>, NoDeck>;

    /// Returns the names of decks that are known in advance, the likeliest first.
    fn names(&self) -> Vec<String> {
        ShippedDecks::names().map(str::to_owned).collect()
    }
}

/// The bundled decks: only `twin-works`, an invented deck.
#[derive(Clone, Copy, Debug, Default)]
pub struct ShippedDecks;

/// The name of each deck, and its file.
const FILES: [(&str, &str); 1] = [("twin-works", include_str!("twin-works.yaml"))];

/// The name of each deck, and the deck in a brief form that a test generates from the file: name,
/// edition and source in the first line, then the number and the text of each card, with tabs
/// between them. Checking a record therefore needs no YAML parser.
const IN_BRIEF: [(&str, &str); 1] = [("twin-works", include_str!("twin-works.txt"))];

static PARSED: LazyLock<Vec<Arc<Deck>>> = LazyLock::new(|| {
    let decks = IN_BRIEF.iter().filter_map(|(_, brief)| parse_brief(brief));
    decks.map(Arc::new).collect()
});

/// Parses a deck in the brief form.
fn parse_brief(brief: &str) -> Option<Deck> {
    let mut lines = brief
        .lines()
        .map(|line| line.split('\t').collect::<Vec<_>>());
    let head = lines.next()?;
    let [name, edition, source] = *head.as_slice() else {
        return None;
    };
    let mut deck = Deck::named(name);
    (deck.edition, deck.source) = (edition.to_owned(), source.to_owned());
    for line in lines {
        let [id, card] = *line.as_slice() else {
            return None;
        };
        deck.insert(
            id.parse().ok()?,
            Layout::from_card(&Card::parse(card).ok()?).ok()?,
        );
    }
    Some(deck)
}

impl ShippedDecks {
    /// Returns the names of the decks.
    pub fn names() -> impl Iterator<Item = &'static str> {
        IN_BRIEF.iter().map(|(name, _)| *name)
    }

    /// Returns the text of the file of a deck.
    pub fn text(name: &str) -> Option<&'static str> {
        FILES
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, text)| *text)
    }
}

impl Decks for ShippedDecks {
    fn deck(&self, name: &str) -> Result<Arc<Deck>, NoDeck> {
        PARSED
            .iter()
            .find(|deck| deck.name == name)
            .cloned()
            .ok_or(NoDeck::Unknown)
    }
}

/// Decks that a program supplies as text. They take precedence over the bundled decks.
#[derive(Clone, Debug, Default)]
pub struct GivenDecks(BTreeMap<String, Result<Arc<Deck>, NoDeck>>);

impl GivenDecks {
    /// Reads decks in YAML, each with the name that records use. A deck with mistakes is kept, so
    /// that records that name it get the finding.
    pub fn read(files: impl IntoIterator<Item = (impl Into<String>, impl AsRef<[u8]>)>) -> Self {
        let mut decks = BTreeMap::new();
        for (name, text) in files {
            let name: String = name.into();
            let deck = DeckFile::read(text.as_ref()).usable(&format_args!("`{name}`"));
            decks.insert(name, deck);
        }
        Self(decks)
    }

    /// Returns a description of the mistake of each unusable deck, one sentence each, in the order
    /// of their names.
    pub fn faults(&self) -> impl Iterator<Item = &str> {
        self.0.values().filter_map(|deck| match deck {
            Err(NoDeck::Broken { message, .. }) => Some(message.as_str()),
            Ok(_) | Err(NoDeck::Unknown | NoDeck::Other { .. }) => None,
        })
    }
}

impl Decks for GivenDecks {
    fn deck(&self, name: &str) -> Result<Arc<Deck>, NoDeck> {
        self.0
            .get(name)
            .cloned()
            .unwrap_or_else(|| ShippedDecks.deck(name))
    }

    fn names(&self) -> Vec<String> {
        self.0.keys().cloned().chain(ShippedDecks.names()).collect()
    }
}

impl DeckFile {
    /// Returns the deck, or its first mistake. `called` is the name of the deck in the message.
    pub fn usable(self, called: &dyn Display) -> Result<Arc<Deck>, NoDeck> {
        if let Some(finding) = self.findings.first() {
            let line = self.source.place(finding.span.start).line;
            let message = format!("The deck {called}, line {line}: {}", finding.message);
            return Err(NoDeck::Broken {
                code: finding.code,
                message,
            });
        }
        self.deck.map(Arc::new).ok_or(NoDeck::Unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_committed;

    #[test]
    fn bundled_decks_are_what_their_files_say() {
        for (name, text) in FILES {
            let deck = DeckFile::read(text.as_bytes()).deck.unwrap();
            let cards: String = deck
                .cards()
                .map(|(id, layout)| format!("{id}\t{}\n", layout.card()))
                .collect();
            let brief = format!("{}\t{}\t{}\n{cards}", deck.name, deck.edition, deck.source);
            assert_committed(&format!("src/decks/{name}.txt"), &brief);
            assert_eq!(*ShippedDecks.deck(name).unwrap(), deck);
        }
    }
}
