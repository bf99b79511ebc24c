//! State shared by all threads ([`Session`]), and the context of a request.
//!
//! Requests about a position need a record replayed, with every position kept. Replayed records are
//! large, so the session keeps only the most recently used ones.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use lsp_types::notification::{Notification, ShowMessage};
use lsp_types::{MarkupContent, MarkupKind, MessageType, ShowMessageParams};
use serde_json::Value;

use super::cancel::Cancel;
use super::client::Client;
use super::environment::{Environment, Project};
use super::hint_text::hint_text;
use super::locked;
use super::markdown_as_text::plain_text;
use super::outbox::Outbox;
use super::semantic_tokens::LastTokens;
use super::snapshot::{Entry, Snapshot};
use super::user_settings::UserSettings;
use pipscribe::Checked;
use pipscribe::findings::{Finding, Hinted};
use pipscribe::notation::Record;
use pipscribe::replay::Timeline;
use pipscribe::text::Span;

/// Maximum number of replayed records kept.
const MAX_REPLAYED: usize = 32;
/// Maximum length of all replayed records kept, in bytes. A longer record is judged only.
const MAX_BYTES_REPLAYED: usize = 1 << 20;

/// Maximum number of shown sentences about settings that are remembered.
const MAX_COMPLAINTS: usize = 100;

/// State shared by all threads.
pub(super) struct Session {
    pub(super) client: Client,
    pub(super) settings: Mutex<UserSettings>,
    pub(super) environment: Arc<dyn Environment>,
    pub(super) out: Outbox,
    /// Recently used replayed records, most recent last. The caches of the records have only weak
    /// references to them.
    recent: Mutex<VecDeque<Arc<Checked>>>,
    /// Sentences about settings that were shown.
    complaints: Mutex<Vec<String>>,
    /// Tokens last sent, with the URI of their document.
    pub(super) tokens: Mutex<Option<(String, LastTokens)>>,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Session")
            .field("client", &self.client)
            .finish_non_exhaustive()
    }
}

impl Session {
    pub(super) fn new(client: Client, environment: Arc<dyn Environment>, out: Outbox) -> Self {
        Self {
            client,
            settings: Mutex::default(),
            environment,
            out,
            recent: Mutex::default(),
            complaints: Mutex::default(),
            tokens: Mutex::default(),
        }
    }

    /// Returns the user settings.
    pub(super) fn settings(&self) -> UserSettings {
        locked(&self.settings).clone()
    }

    /// Returns the settings that apply to a file: the user's, then those of its project. Shows
    /// errors in them to the user once.
    pub(super) fn project(&self, path: Option<&Path>) -> Arc<Project> {
        let settings = self.settings();
        let project = settings.applied_to(self.environment.project(path));
        let unknown_names = project.selection.unknown_names();
        let invalid_selection = unknown_names.iter().map(|error| error.with_hint(hint_text));
        let complaints = settings
            .problems
            .into_iter()
            .chain(project.problem.clone())
            .chain(invalid_selection);
        self.complain(complaints);
        Arc::new(project)
    }

    /// Shows errors in the user settings, before any document is open.
    pub(super) fn report_settings(&self) {
        self.project(None);
    }

    /// Shows sentences about settings to the user, in one message, without those that were shown.
    fn complain(&self, complaints: impl Iterator<Item = String>) {
        let mut shown = locked(&self.complaints);
        let new: Vec<String> = complaints
            .filter(|complaint| !shown.contains(complaint))
            .collect();
        if new.is_empty() {
            return;
        }

        let params = ShowMessageParams {
            typ: MessageType::WARNING,
            message: format!("pipscribe: {}", new.join("; ")),
        };
        self.out.notify(ShowMessage::METHOD, params);
        if shown.len() + new.len() > MAX_COMPLAINTS {
            shown.clear();
        }
        shown.extend(new);
    }

    /// Replays a record. Returns `None` for comments without a record, and for a record that is too
    /// long.
    fn replay(&self, document: &Snapshot, entry: &Entry) -> Option<Arc<Checked>> {
        if entry.preamble || entry.range.len() > MAX_BYTES_REPLAYED {
            return None;
        }
        let checked = entry.cache.replayed().unwrap_or_else(|| {
            let record = Record::parse(document.raw(entry));
            let checked = Arc::new(Checked::in_full(record, &document.context));
            entry.cache.remember_replayed(&checked);
            checked
        });
        self.keep(&checked);
        Some(checked)
    }

    /// Keeps a replayed record as the most recent one, and drops older ones beyond the limits.
    fn keep(&self, checked: &Arc<Checked>) {
        let length = |record: &Arc<Checked>| record.source().text().len();
        let mut recent = locked(&self.recent);
        recent.retain(|other| !Arc::ptr_eq(other, checked));
        recent.push_back(Arc::clone(checked));
        let mut bytes: usize = recent.iter().map(length).sum();
        while recent.len() > MAX_REPLAYED || (bytes > MAX_BYTES_REPLAYED && recent.len() > 1) {
            let oldest = recent.pop_front();
            bytes -= oldest.as_ref().map_or(0, length);
        }
    }
}

/// Reason why a request failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The request was cancelled.
    Cancelled,
    /// The request cannot be fulfilled, with the message.
    Failed(String),
}

impl Fault {
    pub(super) fn failed(why: impl Into<String>) -> Self {
        Self::Failed(why.into())
    }
}

/// Result of a request.
pub(super) type Answer<T> = Result<T, Fault>;

/// Context of a request on the workspace folders.
pub(super) struct WorkspaceRequest {
    pub(super) session: Arc<Session>,
    pub(super) cancel: Cancel,
    pub(super) folders: Vec<PathBuf>,
    /// Open documents.
    pub(super) open: Vec<Snapshot>,
}

/// Context of a request on a document.
#[derive(Debug)]
pub(super) struct DocumentRequest {
    pub(super) document: Snapshot,
    pub(super) session: Arc<Session>,
    pub(super) cancel: Cancel,
}

impl DocumentRequest {
    /// Returns the record at a byte of the document, replayed.
    pub(super) fn record_at(&self, byte: usize) -> Option<Replayed> {
        self.replayed(self.document.entry_at(byte)?)
    }

    /// Returns a record of the document, replayed.
    pub(super) fn replayed(&self, entry: Entry) -> Option<Replayed> {
        let checked = self.session.replay(&self.document, &entry)?;
        Some(Replayed { entry, checked })
    }

    /// Returns a record as parsed, without a replay.
    pub(super) fn written(&self, entry: &Entry) -> Arc<Record> {
        match entry.cache.replayed() {
            Some(checked) => Arc::clone(checked.record()),
            None => Arc::new(Record::parse(self.document.raw(entry))),
        }
    }

    /// Returns the comments before the first record and the place of the byte in them, if a byte of
    /// the document is within these comments.
    pub(super) fn preamble_at(&self, byte: usize) -> Option<(Entry, Arc<Record>, u32)> {
        let entry = self
            .document
            .entry_at(byte)
            .filter(|entry| entry.preamble)?;
        let record = self.written(&entry);
        let offset = u32::try_from(entry.in_record(byte)).ok()?;
        Some((entry, record, offset))
    }

    /// Returns text in Markdown, or as plain text if the client does not show Markdown.
    pub(super) fn markup(&self, value: String) -> MarkupContent {
        if self.session.client.markdown {
            MarkupContent {
                kind: MarkupKind::Markdown,
                value,
            }
        } else {
            MarkupContent {
                kind: MarkupKind::PlainText,
                value: plain_text(&value),
            }
        }
    }

    /// Returns true if boards are shown as images.
    pub(super) fn shows_images(&self) -> bool {
        self.session
            .settings()
            .images
            .unwrap_or(self.session.client.images)
    }
}

/// Record of a document with its replay.
#[derive(Clone, Debug)]
pub(super) struct Replayed {
    pub(super) entry: Entry,
    checked: Arc<Checked>,
}

impl Replayed {
    pub(super) fn checked(&self) -> &Checked {
        &self.checked
    }

    pub(super) fn record(&self) -> &Record {
        self.checked.record()
    }

    pub(super) fn timeline(&self) -> Option<&Timeline> {
        self.checked.timeline().ok()
    }

    pub(super) fn findings(&self) -> &[Finding] {
        &self.checked.report.findings
    }

    /// Converts a byte of the document to a byte of the record.
    pub(super) fn offset_at(&self, byte: usize) -> u32 {
        u32::try_from(self.entry.in_record(byte)).unwrap_or(u32::MAX)
    }

    /// Returns the text of a span.
    pub(super) fn text_of(&self, span: Span) -> &str {
        self.record().text_of(span)
    }
}

/// Parses a value of the protocol.
pub(super) fn read<T: serde::de::DeserializeOwned>(value: Value) -> Answer<T> {
    serde_json::from_value(value).map_err(|error| Fault::failed(error.to_string()))
}
