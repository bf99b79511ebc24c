//! What a file was judged by: whoever finds all of it as it was need not judge the file again.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use crate::games::Context;
use crate::games::pipe::{Deck, Decks, NoDeck};
use crate::text::sha256;

type DeckFound = Result<Arc<Deck>, NoDeck>;

/// What a deck is known by: it is another if the deck is, or why there is none.
fn mark_of(found: &DeckFound) -> String {
    sha256(&format!("{found:?}"))
}

/// Decks that keep in mind which of them the records of a file named.
#[derive(Debug)]
pub(super) struct NamedDecks {
    decks: Context,
    /// The marks of those that were asked for, by their names.
    marks: Mutex<BTreeMap<String, String>>,
}

impl NamedDecks {
    /// These decks, and a context in which the file is judged with them.
    pub(super) fn of(decks: Context) -> (Arc<Self>, Context) {
        let named = Arc::new(Self { decks, marks: Mutex::default() });
        (Arc::clone(&named), Context::with_decks(named))
    }
}

impl Decks for NamedDecks {
    fn deck(&self, name: &str) -> DeckFound {
        let found = self.decks.decks().deck(name);
        let mut marks = self.marks.lock().unwrap_or_else(PoisonError::into_inner);
        if !marks.contains_key(name) {
            marks.insert(name.to_owned(), mark_of(&found));
        }
        found
    }

    fn names(&self) -> Vec<String> {
        self.decks.decks().names()
    }
}

/// The stamp of a file and the decks that its records named.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct Stamp {
    file: String,
    decks: BTreeMap<String, String>,
}

impl Stamp {
    pub(super) fn of(file: String, decks: &NamedDecks) -> Self {
        let marks = decks.marks.lock().unwrap_or_else(PoisonError::into_inner);
        Self { file, decks: marks.clone() }
    }

    /// As a client keeps it and sends it back.
    pub(super) fn written(&self) -> Option<String> {
        serde_json::to_string(self).ok()
    }

    /// Whether what a client sends back is the stamp of a file whose own is `file`, and the decks are still the same.
    pub(super) fn holds(written: &str, file: &str, context: &Context) -> bool {
        let stamp: Option<Self> = serde_json::from_str(written).ok();
        stamp.is_some_and(|stamp| {
            let is_same = |(name, mark): (&String, &String)| mark_of(&context.decks().deck(name)) == *mark;
            stamp.file == file && stamp.decks.iter().all(is_same)
        })
    }
}
