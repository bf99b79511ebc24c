//! Schedule of checks: each document is checked in the next pause in typing, and its diagnostics
//! are published.

use std::time::Duration;

use lsp_types::notification::{self, Notification as _};
use lsp_types::{Diagnostic, PublishDiagnosticsParams, Uri};

use super::cancel::Cancel;
use super::documents::DueCheck;
use super::server::Server;
use super::snapshot::Snapshot;

/// Maximum delay of a check while the document is being edited.
const MAX_DELAY: Duration = Duration::from_millis(120);

/// Document to check.
pub(super) struct Check {
    pub(super) document: Snapshot,
    /// Byte of the last edit, near which the check begins.
    pub(super) near: usize,
    pub(super) cancel: Cancel,
}

impl Server {
    /// Schedules a check for the next pause in typing.
    pub(super) fn check_soon(&mut self, uri: &Uri) {
        if self.session.client.pulls {
            return;
        }
        let delay = Duration::from_millis(self.session.settings().delay);
        let now = (self.clock)();
        if let Some(document) = self.documents.get_mut(uri) {
            if let Some(checking) = document.checking.take() {
                checking.cancel();
            }

            let first_edit = document.due.map_or(now, |due| due.first_edit);
            document.due = Some(DueCheck {
                time: (now + delay).min(first_edit + MAX_DELAY),
                first_edit,
            });
        }
    }

    /// Returns the time until the next scheduled check.
    pub(super) fn next_check(&self) -> Option<Duration> {
        let due = self
            .documents
            .iter()
            .filter_map(|document| document.due)
            .map(|due| due.time)
            .min();
        due.map(|due| due.saturating_sub((self.clock)()))
    }

    /// Returns a document whose check is due.
    pub(super) fn due_check(&mut self) -> Option<Check> {
        let now = (self.clock)();
        self.take_check(|due| due <= now)
    }

    /// Returns any document with a scheduled check, due or not.
    pub(super) fn any_check(&mut self) -> Option<Check> {
        self.take_check(|_| true)
    }

    fn take_check(&mut self, is_ready: impl Fn(Duration) -> bool) -> Option<Check> {
        let mut documents = self.documents.iter_mut();
        let document = documents.find_map(|document| {
            document.due.take_if(|due| is_ready(due.time))?;
            Some(document)
        })?;
        let cancel = Cancel::default();
        document.checking = Some(cancel.clone());
        Some(Check {
            document: document.now.clone(),
            near: document.now.edited_at,
            cancel,
        })
    }

    /// Publishes the diagnostics of a document, unless it has changed since.
    pub(super) fn publish(&self, uri: Uri, generation: u64, diagnostics: Vec<Diagnostic>) {
        let Some(document) = self
            .documents
            .get(&uri)
            .filter(|document| document.now.generation == generation)
        else {
            return;
        };
        let version = document.now.version;
        let params = PublishDiagnosticsParams {
            uri,
            diagnostics,
            version,
        };
        self.out
            .notify(notification::PublishDiagnostics::METHOD, params);
    }
}
