//! Handling of notifications: documents that are opened, edited and closed, and changed settings.

use std::path::PathBuf;
use std::sync::Arc;

use lsp_server::{Notification, RequestId};
use lsp_types::notification::{self, LogMessage, Notification as _};
use lsp_types::request::{self, Request as _};
use lsp_types::{
    DidChangeWorkspaceFoldersParams, DidCloseTextDocumentParams, DidSaveTextDocumentParams,
    LogMessageParams, MessageType, OptionalVersionedTextDocumentIdentifier,
    PublishDiagnosticsParams, TextDocumentContentChangeEvent, Uri, WorkspaceFolder,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::documents::OpenedText;
use super::locked;
use super::server::{Server, Stage};
use super::uri::path_of;
use super::user_settings::UserSettings;

/// Parameters of `textDocument/didOpen`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Opened {
    text_document: OpenedText,
}

/// Parameters of `textDocument/didChange`. Clients that do not count versions send `null`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Changed {
    text_document: OptionalVersionedTextDocumentIdentifier,
    content_changes: Vec<TextDocumentContentChangeEvent>,
}

impl Server {
    /// Handles a notification.
    pub(super) fn handle_notification(&mut self, message: Notification) {
        if self.stage != Stage::Running {
            return;
        }

        let Notification { method, params } = message;
        match method.as_str() {
            notification::Initialized::METHOD => {
                if self.session.client.watches {
                    self.watch_files();
                }
                self.session.report_settings();
            }
            notification::DidOpenTextDocument::METHOD => {
                self.handle_params(&method, params, Self::open);
            }
            notification::DidChangeTextDocument::METHOD => {
                self.handle_params(&method, params, Self::change);
            }
            notification::DidCloseTextDocument::METHOD => {
                self.handle_params(&method, params, Self::close);
            }
            notification::DidSaveTextDocument::METHOD
            | notification::DidChangeWatchedFiles::METHOD => {
                // Decks and themes are YAML files. The URIs of the files are in the parameters.
                let files = params.to_string();
                let are_settings = [".yaml", ".yml", "pipscribe.toml"]
                    .iter()
                    .any(|end| files.contains(end));
                if are_settings {
                    self.environment.forget();
                    self.judge_again();
                } else if method == notification::DidSaveTextDocument::METHOD {
                    self.handle_params(&method, params, Self::save);
                }
            }
            notification::DidChangeConfiguration::METHOD => {
                if let Some(settings) = params.get("settings").and_then(UserSettings::parse) {
                    self.change_settings(settings);
                }
            }
            notification::DidChangeWorkspaceFolders::METHOD => {
                self.handle_params(&method, params, Self::change_folders);
            }
            notification::Cancel::METHOD => self.cancel(&params),
            _ => {}
        }
    }

    /// Cancels the request that a client names.
    fn cancel(&self, params: &Value) {
        // Request ids are numbers or strings; the type knows how to read both.
        let id = params
            .get("id")
            .and_then(|id| RequestId::deserialize(id).ok());
        if let Some(pending) = id.and_then(|id| self.pending.get(&id)) {
            pending.cancel.cancel();
        }
    }

    /// Sets the user settings while the session runs.
    fn change_settings(&mut self, settings: UserSettings) {
        self.set_settings(settings);
        self.session.report_settings();
        self.judge_again();
        if self.session.client.refreshes_hints {
            self.send_request(request::InlayHintRefreshRequest::METHOD, Value::Null);
        }
    }

    /// Calls `handle` with the parameters of a notification. As a notification has no response,
    /// invalid ones are reported in the log of the client.
    fn handle_params<P: DeserializeOwned>(
        &mut self,
        method: &str,
        params: Value,
        handle: fn(&mut Self, P),
    ) {
        match serde_json::from_value(params) {
            Ok(params) => handle(self, params),
            Err(_) => {
                let message =
                    format!("pipscribe: ignored `{method}`, as its parameters are invalid");
                self.out.notify(
                    LogMessage::METHOD,
                    LogMessageParams {
                        typ: MessageType::WARNING,
                        message,
                    },
                );
            }
        }
    }

    fn open(&mut self, params: Opened) {
        let uri = params.text_document.uri.clone();
        let context = self.environment.context(path_of(&uri).as_deref());
        self.documents
            .open(params.text_document, &self.session, context);
        self.check_soon(&uri);
    }

    fn change(&mut self, params: Changed) {
        let OptionalVersionedTextDocumentIdentifier { uri, version } = params.text_document;
        if self.documents.change(&uri, version, params.content_changes) {
            // The answers to these requests would be edits of a text that no longer exists.
            let stale = self
                .pending
                .values()
                .filter(|pending| self.is_stale(pending));
            for pending in stale {
                pending.cancel.cancel();
            }

            self.check_soon(&uri);
            self.reread_settings(&uri);
        }
    }

    fn save(&mut self, params: DidSaveTextDocumentParams) {
        self.reread_settings(&params.text_document.uri);
    }

    /// Reads the settings of a document again if they have changed and the client does not report
    /// changes of files.
    fn reread_settings(&mut self, uri: &Uri) {
        if !self.session.client.watches && self.environment.has_changed(path_of(uri).as_deref()) {
            self.environment.forget();
            self.judge_again();
        }
    }

    fn close(&mut self, params: DidCloseTextDocumentParams) {
        let uri = params.text_document.uri;
        let Some(document) = self.documents.close(&uri) else {
            return;
        };
        if let Some(checking) = &document.checking {
            checking.cancel();
        }
        if !self.session.client.pulls {
            let none = PublishDiagnosticsParams {
                uri,
                diagnostics: Vec::new(),
                version: None,
            };
            self.out
                .notify(notification::PublishDiagnostics::METHOD, none);
        }
    }

    fn change_folders(&mut self, params: DidChangeWorkspaceFoldersParams) {
        let paths = |folders: Vec<WorkspaceFolder>| -> Vec<PathBuf> {
            folders
                .iter()
                .filter_map(|folder| path_of(&folder.uri))
                .collect()
        };
        let removed = paths(params.event.removed);
        self.folders.retain(|folder| !removed.contains(folder));
        self.folders.extend(paths(params.event.added));
    }

    /// Sets the user settings. Paths of decks in them are relative to the first folder.
    pub(super) fn set_settings(&self, settings: UserSettings) {
        let folder = self.folders.first().cloned().unwrap_or_default();
        // A deck is a file, such as `decks/mine.yaml`, or the name of a bundled deck.
        let path = |deck: &String| {
            if deck.contains(|sign: char| sign == '.' || std::path::is_separator(sign)) {
                folder.join(deck)
            } else {
                PathBuf::from(deck)
            }
        };
        self.environment
            .add_decks(settings.decks.iter().map(path).collect());
        *locked(&self.session.settings) = settings;
    }

    /// Judges all documents again, because decks or settings have changed.
    fn judge_again(&mut self) {
        let environment = Arc::clone(&self.environment);
        let session = Arc::clone(&self.session);
        self.documents.judge_again(|document| {
            let path = document.path.as_deref();
            (environment.context(path), session.project(path))
        });
        let open: Vec<Uri> = self
            .documents
            .iter()
            .map(|document| document.now.uri.clone())
            .collect();
        for uri in &open {
            self.check_soon(uri);
        }
        if self.session.client.refreshes_diagnostics {
            self.send_request(request::WorkspaceDiagnosticRefresh::METHOD, Value::Null);
        }
    }

    /// Asks the client to report changes of deck files and of settings.
    fn watch_files(&mut self) {
        let watched = json!({ "watchers": [{ "globPattern": "**/*.{yaml,yml}" }, { "globPattern": "**/pipscribe.toml" }] });
        let method = notification::DidChangeWatchedFiles::METHOD;
        let registration = json!({ "id": "decks", "method": method, "registerOptions": watched });
        self.send_request(
            request::RegisterCapability::METHOD,
            json!({ "registrations": [registration] }),
        );
    }
}
