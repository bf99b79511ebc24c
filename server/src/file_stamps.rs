//! Stamps of judged files. A file whose stamp still holds need not be judged again.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use serde::{Deserialize, Serialize};

use super::locked;
use pipscribe::decks::{Deck, Decks, NoDeck};
use pipscribe::games::Context;
use pipscribe::text::sha256;

type DeckFound = Result<Arc<Deck>, NoDeck>;

/// Returns a fingerprint of a deck, or of the reason why it was not found.
fn fingerprint_of(found: &DeckFound) -> String {
    sha256(&format!("{found:?}"))
}

/// Decks that keep track of which of them the records of a file have requested.
#[derive(Debug)]
pub(super) struct NamedDecks {
    decks: Context,
    /// Fingerprints of the requested decks, by their names.
    fingerprints: Mutex<BTreeMap<String, String>>,
}

impl NamedDecks {
    /// Returns the decks, and a context in which the file is judged with them.
    pub(super) fn new(decks: Context) -> (Arc<Self>, Context) {
        let named = Arc::new(Self {
            decks,
            fingerprints: Mutex::default(),
        });
        (Arc::clone(&named), Context::with_decks(named))
    }
}

impl Decks for NamedDecks {
    fn deck(&self, name: &str) -> DeckFound {
        let found = self.decks.decks().deck(name);
        let mut fingerprints = locked(&self.fingerprints);
        if !fingerprints.contains_key(name) {
            fingerprints.insert(name.to_owned(), fingerprint_of(&found));
        }
        found
    }

    fn names(&self) -> Vec<String> {
        self.decks.decks().names()
    }
}

/// Stamp of a file and of the decks that its records name.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct Stamp {
    file: String,
    decks: BTreeMap<String, String>,
}

impl Stamp {
    pub(super) fn new(file: String, decks: &NamedDecks) -> Self {
        let fingerprints = locked(&decks.fingerprints);
        Self {
            file,
            decks: fingerprints.clone(),
        }
    }

    /// Returns the text that a client stores and sends back.
    pub(super) fn written(&self) -> Option<String> {
        serde_json::to_string(self).ok()
    }

    /// Returns true if a stamp sent back by a client matches the file's current stamp, and its
    /// decks are unchanged.
    pub(super) fn holds(written: &str, file: &str, context: &Context) -> bool {
        let stamp: Option<Self> = serde_json::from_str(written).ok();
        stamp.is_some_and(|stamp| {
            let is_same = |(name, fingerprint): (&String, &String)| {
                fingerprint_of(&context.decks().deck(name)) == *fingerprint
            };
            stamp.file == file && stamp.decks.iter().all(is_same)
        })
    }
}
