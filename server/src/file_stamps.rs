//! Stamps of judged files. A file whose stamp still holds need not be judged again.
//!
//! The verdict on a record of the Pipe Game depends on its deck, which may be another file. A stamp
//! therefore also has a fingerprint of each deck that the records of the file name.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use serde::{Deserialize, Serialize};

use super::locked;
use pipscribe::decks::{Deck, Decks, NoDeck};
use pipscribe::games::Context;
use pipscribe::text::Key;

/// Stamp of a file and of the decks that its records name.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct Stamp {
    /// Stamp of the file by itself, such as its time and length.
    file: String,
    /// Fingerprints of the decks by their names.
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

    /// Returns the stamp as the text that a client stores and sends back.
    pub(super) fn written(&self) -> Option<String> {
        serde_json::to_string(self).ok()
    }

    /// Returns true if a stamp sent back by a client matches the file's current stamp, and its
    /// decks are unchanged.
    pub(super) fn holds(written: &str, file: &str, context: &Context) -> bool {
        let Ok(stamp) = serde_json::from_str::<Self>(written) else {
            return false;
        };
        stamp.file == file
            && stamp.decks.iter().all(|(name, fingerprint)| {
                fingerprint_of(&context.decks().deck(name)) == *fingerprint
            })
    }
}

/// Decks of a context that keep track of which of them the records of a file have requested.
#[derive(Debug)]
pub(super) struct NamedDecks {
    context: Context,
    /// Fingerprints of the requested decks, by their names.
    fingerprints: Mutex<BTreeMap<String, String>>,
}

impl NamedDecks {
    /// Returns the decks, and a context in which the file is judged with them.
    pub(super) fn new(context: Context) -> (Arc<Self>, Context) {
        let named = Arc::new(Self {
            context,
            fingerprints: Mutex::default(),
        });
        (Arc::clone(&named), Context::with_decks(named))
    }
}

impl Decks for NamedDecks {
    fn deck(&self, name: &str) -> DeckFound {
        let found = self.context.decks().deck(name);
        let mut fingerprints = locked(&self.fingerprints);
        if !fingerprints.contains_key(name) {
            fingerprints.insert(name.to_owned(), fingerprint_of(&found));
        }
        found
    }

    fn names(&self) -> Vec<String> {
        self.context.decks().names()
    }
}

/// Deck, or the reason why it was not found.
type DeckFound = Result<Arc<Deck>, NoDeck>;

/// Returns a fingerprint of a deck, or of the reason why it was not found.
fn fingerprint_of(found: &DeckFound) -> String {
    Key::of_raw(format!("{found:?}").as_bytes()).to_string()
}
