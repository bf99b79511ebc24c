//! What all threads of a server share, and what a request has at hand.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;

use super::cancel::Cancel;
use super::client::{Client, Settings};
use super::outbox::{Outbox, Shared};
use super::snapshot::{Entry, Snapshot};
use super::surroundings::Surroundings;
use crate::Checked;
use crate::findings::Finding;
use crate::notation::Record;
use crate::replay::Timeline;
use crate::text::Span;

/// How many records are kept turn by turn.
const MOST_STUDIED: usize = 32;
/// How long these are at the most, in bytes, all together; a record that is longer by itself is only judged.
const MOST_BYTES_STUDIED: usize = 1 << 20;

/// What all threads share.
pub(super) struct Session {
    pub(super) client: Client,
    pub(super) settings: Shared<Settings>,
    pub(super) surroundings: Arc<dyn Surroundings>,
    pub(super) out: Outbox,
    /// The records that were looked at last, the latest last.
    recent: Mutex<VecDeque<Arc<Checked>>>,
    /// The tokens that a document had last, by its name.
    pub(super) tokens: Mutex<Option<(String, super::tokens::LastTokens)>>,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Session").field("client", &self.client).finish_non_exhaustive()
    }
}

impl Session {
    pub(super) fn new(client: Client, settings: Settings, surroundings: Arc<dyn Surroundings>, out: Outbox) -> Self {
        let shared = Shared::default();
        shared.set(settings);
        let (recent, tokens) = (Mutex::default(), Mutex::default());
        Self { client, settings: shared, surroundings, out, recent, tokens }
    }

    /// A record turn by turn; `None` where it is no record, or too long for that.
    fn study(&self, document: &Snapshot, entry: &Entry) -> Option<Arc<Checked>> {
        if entry.preamble || entry.range.len() > MOST_BYTES_STUDIED {
            return None;
        }
        let checked = entry.cell.studied().unwrap_or_else(|| {
            let checked = Arc::new(Checked::in_full(Record::parse(document.raw(entry)), &document.context));
            entry.cell.keep(&checked);
            checked
        });
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        recent.retain(|other| !Arc::ptr_eq(other, &checked));
        recent.push_back(Arc::clone(&checked));
        let mut bytes: usize = recent.iter().map(|one| one.source().text().len()).sum();
        while recent.len() > MOST_STUDIED || (bytes > MOST_BYTES_STUDIED && recent.len() > 1) {
            bytes -= recent.pop_front().map_or(0, |one| one.source().text().len());
        }
        Some(checked)
    }
}

/// Why a request has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// It is not wanted any more.
    Cancelled,
    /// What it asks for cannot be had.
    Failed(String),
}

impl Fault {
    pub(super) fn failed(why: impl Into<String>) -> Self {
        Self::Failed(why.into())
    }
}

pub(super) type Answer<T> = Result<T, Fault>;

/// What a request on a document has at hand.
#[derive(Debug)]
pub(super) struct Ask {
    pub(super) document: Snapshot,
    pub(super) session: Arc<Session>,
    pub(super) cancel: Cancel,
}

impl Ask {
    /// Whether anybody still wants it.
    pub(super) fn go_on(&self) -> Answer<()> {
        if self.cancel.is_cancelled() { Err(Fault::Cancelled) } else { Ok(()) }
    }

    /// The record at a byte of the document, turn by turn.
    pub(super) fn record_at(&self, byte: usize) -> Option<Studied> {
        self.studied(self.document.entry_at(byte)?)
    }

    /// A record of the document, turn by turn.
    pub(super) fn studied(&self, entry: Entry) -> Option<Studied> {
        let checked = self.session.study(&self.document, &entry)?;
        Some(Studied { entry, checked })
    }

    /// A record as it is written; its turns are not played for that.
    pub(super) fn written(&self, entry: &Entry) -> Arc<Record> {
        match entry.cell.studied() {
            Some(checked) => Arc::clone(checked.record()),
            None => Arc::new(Record::parse(self.document.raw(entry))),
        }
    }

    /// The comments before the first record, if a byte of the document stands among them; and which byte of them it is.
    pub(super) fn preamble_at(&self, byte: usize) -> Option<(Entry, Arc<Record>, u32)> {
        let entry = self.document.entry_at(byte).filter(|entry| entry.preamble)?;
        let record = self.written(&entry);
        let at = u32::try_from(entry.in_record(byte)).ok()?;
        Some((entry, record, at))
    }

    pub(super) fn settings(&self) -> Settings {
        self.session.settings.get()
    }

    /// Whether boards are shown as images.
    pub(super) fn shows_images(&self) -> bool {
        self.settings().images.unwrap_or(self.session.client.images)
    }
}

/// A record of a document with everything that is known of it.
#[derive(Clone, Debug)]
pub(super) struct Studied {
    pub(super) entry: Entry,
    checked: Arc<Checked>,
}

impl Studied {
    pub(super) fn checked(&self) -> &Checked {
        &self.checked
    }

    pub(super) fn record(&self) -> &Record {
        self.checked.record()
    }

    pub(super) fn timeline(&self) -> Option<&Timeline> {
        self.checked.timeline()
    }

    pub(super) fn findings(&self) -> &[Finding] {
        &self.checked.report.findings
    }

    /// Which byte of the record a byte of the document is.
    pub(super) fn at(&self, byte: usize) -> u32 {
        u32::try_from(self.entry.in_record(byte)).unwrap_or(u32::MAX)
    }

    /// The text of a part.
    pub(super) fn text_of(&self, span: Span) -> &str {
        self.record().text_of(span)
    }
}

/// A value of the protocol from what a client sent.
pub(super) fn read<T: serde::de::DeserializeOwned>(value: Value) -> Answer<T> {
    serde_json::from_value(value).map_err(|error| Fault::failed(error.to_string()))
}
