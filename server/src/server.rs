//! State machine of a session: takes in messages, keeps the documents, and hands out work.
//!
//! Nothing in this module blocks or knows how the work is executed; `threads` and `stepped` drive
//! it.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::SyncSender;
use std::time::Duration;

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{self, LogMessage, Notification as _};
use lsp_types::request::{self, Request as _};
use lsp_types::{
    Diagnostic, DidChangeWorkspaceFoldersParams, DidCloseTextDocumentParams,
    DidSaveTextDocumentParams, LogMessageParams, MessageType,
    OptionalVersionedTextDocumentIdentifier, PublishDiagnosticsParams,
    TextDocumentContentChangeEvent, Uri, WorkspaceFolder,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::cancel::Cancel;
use super::capabilities::initialized;
use super::client::{Client, workspace_folders};
use super::documents::{Documents, DueCheck, OpenedText};
use super::environment::Environment;
use super::locked;
use super::outbox::Outbox;
use super::session::Session;
use super::snapshot::Snapshot;
use super::uri::{encode_uris, path_of};
use super::user_settings::UserSettings;
use super::workers::Workers;

/// Maximum number of queued events.
pub(super) const MAX_EVENTS: usize = 1_000;
/// Maximum number of queued requests; further ones are rejected.
pub(super) const MAX_REQUESTS: usize = 2_000;
/// Maximum delay of a check while the document is being edited.
const MAX_DELAY: Duration = Duration::from_millis(120);

/// Input of the main loop.
pub(super) enum Event {
    /// The client sent a message.
    Received(Message),
    /// The client disconnected.
    Gone,
    /// A worker finished a request.
    Answered(Response),
    /// A check of one version of a document produced diagnostics.
    Checked {
        uri: Uri,
        generation: u64,
        diagnostics: Vec<Diagnostic>,
    },
}

/// Stage of the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Uninitialized,
    Running,
    ShutDown,
}

/// End of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ended {
    /// The client sent `shutdown` and then `exit`.
    Well,
    /// The client sent `exit` without `shutdown`, or disconnected.
    Abruptly,
}

/// Handler of the requests that a server for one text does not answer. It is called through a
/// pointer, so that a program with only such servers does not contain its code.
pub(super) type OtherRequests = fn(&mut Server, Request);

/// Clock that returns the time since the start of the server.
pub(super) type Clock = Box<dyn Fn() -> Duration>;

/// Document to check, with the byte of its last edit.
pub(super) struct Check {
    pub(super) document: Snapshot,
    pub(super) near: usize,
    pub(super) cancel: Cancel,
}

/// Request in progress.
pub(super) struct Pending {
    pub(super) cancel: Cancel,
    /// For a request whose answer is valid for one text only: the document and its generation.
    pub(super) text: Option<(Uri, u64)>,
}

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

/// State of a session.
pub(super) struct Server {
    pub(super) session: Arc<Session>,
    pub(super) documents: Documents,
    pub(super) folders: Vec<PathBuf>,
    pub(super) workers: Arc<dyn Workers>,
    pub(super) events: SyncSender<Event>,
    pub(super) pending: HashMap<RequestId, Pending>,
    /// Handler of further requests; `None` for a server for one text.
    pub(super) other_requests: Option<OtherRequests>,
    stage: Stage,
    /// The process that started the client, if the client names it. The server ends when this
    /// process has ended.
    parent: Option<u32>,
    /// Number of requests sent to the client, from which their ids are generated.
    requests_sent: u64,
    environment: Arc<dyn Environment>,
    out: Outbox,
    clock: Clock,
}

impl Server {
    /// Creates a server before initialisation. Work goes to `workers`, whose results arrive as
    /// `events`; messages to the client go to `out`.
    pub(super) fn new(
        environment: Arc<dyn Environment>,
        workers: Arc<dyn Workers>,
        events: SyncSender<Event>,
        out: Outbox,
        clock: Clock,
        other_requests: Option<OtherRequests>,
    ) -> Self {
        let session = Session::new(Client::default(), Arc::clone(&environment), out.clone());
        Self {
            session: Arc::new(session),
            documents: Documents::default(),
            folders: Vec::new(),
            workers,
            events,
            pending: HashMap::new(),
            other_requests,
            stage: Stage::Uninitialized,
            parent: None,
            requests_sent: 0,
            environment,
            out,
            clock,
        }
    }

    /// Handles an event. Returns how the session ended, if it did.
    pub(super) fn handle_event(&mut self, event: Event) -> Option<Ended> {
        match event {
            Event::Received(Message::Request(mut request)) => {
                encode_uris(&mut request.params);
                self.handle_request(request);
            }
            Event::Received(Message::Notification(mut message)) => {
                encode_uris(&mut message.params);
                if message.method == notification::Exit::METHOD {
                    return Some(if self.stage == Stage::ShutDown {
                        Ended::Well
                    } else {
                        Ended::Abruptly
                    });
                }
                self.handle_notification(message);
            }
            // Responses to progress and refresh requests are ignored.
            Event::Received(Message::Response(_)) => {}
            Event::Answered(response) => {
                let pending = self.pending.remove(&response.id);
                let is_stale = pending.is_some_and(|pending| self.is_stale(&pending));
                self.out.send(if is_stale {
                    content_modified(response.id)
                } else {
                    response
                });
            }
            Event::Checked {
                uri,
                generation,
                diagnostics,
            } => self.publish(uri, generation, diagnostics),
            Event::Gone => return Some(Ended::Abruptly),
        }

        None
    }

    /// Cancels all work in progress.
    pub(super) fn cancel_all(&self) {
        for pending in self.pending.values() {
            pending.cancel.cancel();
        }

        for document in self.documents.iter() {
            if let Some(checking) = &document.checking {
                checking.cancel();
            }
        }
    }

    /// Handles a request: dispatches it, or rejects it if the stage of the session does not allow
    /// it.
    fn handle_request(&mut self, request: Request) {
        let (code, why) = match (self.stage, request.method.as_str()) {
            (Stage::Uninitialized, request::Initialize::METHOD) => return self.initialize(request),
            (Stage::Uninitialized, _) => (
                ErrorCode::ServerNotInitialized,
                "the server is not initialized yet",
            ),
            (Stage::Running, request::Initialize::METHOD) => (
                ErrorCode::InvalidRequest,
                "the server is already initialized",
            ),
            (Stage::Running, request::Shutdown::METHOD) => {
                self.stage = Stage::ShutDown;
                return self.out.send(Response {
                    id: request.id,
                    response_result: Ok(Value::Null),
                });
            }
            (Stage::Running, _) if self.workers.waiting() > MAX_REQUESTS => {
                (ErrorCode::ServerCancelled, "too many requests are waiting")
            }
            (Stage::Running, _) => return self.dispatch(request),
            (Stage::ShutDown, _) => (ErrorCode::InvalidRequest, "the server was shut down"),
        };
        self.out.refuse(request.id, code, why);
    }

    fn initialize(&mut self, request: Request) {
        let Request { id, params, .. } = request;
        let Some(capabilities) = params
            .get("capabilities")
            .filter(|capabilities| capabilities.is_object())
        else {
            return self.out.refuse(
                id,
                ErrorCode::InvalidParams,
                "`capabilities` is not an object",
            );
        };
        let client = Client::new(capabilities);
        let settings = params
            .get("initializationOptions")
            .and_then(UserSettings::parse)
            .unwrap_or_default();
        self.folders = workspace_folders(&params);
        self.parent = params
            .get("processId")
            .and_then(Value::as_u64)
            .and_then(|id| u32::try_from(id).ok());
        let result = serde_json::to_value(initialized(&client, self.other_requests.is_some()))
            .unwrap_or_default();
        self.session = Arc::new(Session::new(
            client,
            Arc::clone(&self.environment),
            self.out.clone(),
        ));
        self.set_settings(settings);
        self.stage = Stage::Running;
        self.out.send(Response {
            id,
            response_result: Ok(result),
        });
    }

    /// Handles a notification.
    fn handle_notification(&mut self, message: Notification) {
        if self.stage != Stage::Running {
            return;
        }

        let Notification { method, params } = message;
        match method.as_str() {
            notification::Initialized::METHOD if self.session.client.watches => self.watch_files(),
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
                let files = params.to_string();
                if files.contains(".yaml") || files.contains("pipscribe.toml") {
                    self.environment.forget();
                    self.judge_anew();
                } else if method == notification::DidSaveTextDocument::METHOD {
                    self.handle_params(&method, params, Self::save);
                }
            }
            notification::DidChangeConfiguration::METHOD => {
                if let Some(settings) = params.get("settings").and_then(UserSettings::parse) {
                    self.set_settings(settings);
                    self.judge_anew();
                    if self.session.client.refreshes_hints {
                        self.send_request(request::InlayHintRefreshRequest::METHOD, Value::Null);
                    }
                }
            }
            notification::DidChangeWorkspaceFolders::METHOD => {
                self.handle_params(&method, params, Self::change_folders);
            }
            notification::Cancel::METHOD => {
                // Request ids are numbers or strings; the type knows how to read both.
                let id = params
                    .get("id")
                    .and_then(|id| RequestId::deserialize(id).ok());
                if let Some(pending) = id.and_then(|id| self.pending.get(&id)) {
                    pending.cancel.cancel();
                }
            }
            _ => {}
        }
    }

    /// Returns true if the answer to a request is about a text that has changed.
    fn is_stale(&self, pending: &Pending) -> bool {
        let Some((uri, generation)) = &pending.text else {
            return false;
        };
        self.documents
            .get(uri)
            .is_none_or(|document| document.now.generation != *generation)
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

    /// Returns the process after whose end the server ends.
    pub(super) fn parent(&self) -> Option<u32> {
        self.parent
    }

    /// Returns true if the process that started the client is known to have ended.
    pub(super) fn is_orphaned(&self) -> bool {
        self.parent
            .is_some_and(|process| !self.environment.is_running(process))
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
            self.judge_anew();
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
    fn set_settings(&self, settings: UserSettings) {
        let folder = self.folders.first().cloned().unwrap_or_default();
        let path = |deck: &String| {
            if deck.contains(['.', '/']) {
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
    fn judge_anew(&mut self) {
        let Self {
            environment,
            session,
            ..
        } = &*self;
        let environment = Arc::clone(environment);
        let session = Arc::clone(session);
        self.documents.judge_anew(|document| {
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

    /// Sends a request to the client.
    fn send_request(&mut self, method: &str, params: Value) {
        self.requests_sent += 1;
        let id = RequestId::from(format!("pipscribe-{}", self.requests_sent));
        self.out.send(Request {
            id,
            method: method.to_owned(),
            params,
        });
    }

    /// Asks the client to report changes of deck files and of settings.
    fn watch_files(&mut self) {
        let watched = json!({ "watchers": [{ "globPattern": "**/*.yaml" }, { "globPattern": "**/pipscribe.toml" }] });
        let method = notification::DidChangeWatchedFiles::METHOD;
        let registration = json!({ "id": "decks", "method": method, "registerOptions": watched });
        self.send_request(
            request::RegisterCapability::METHOD,
            json!({ "registrations": [registration] }),
        );
    }

    /// Schedules a check for the next pause in typing.
    fn check_soon(&mut self, uri: &Uri) {
        if self.session.client.pulls {
            return;
        }
        let delay = Duration::from_millis(self.session.settings().delay);
        let now = (self.clock)();
        if let Some(document) = self.documents.get_mut(uri) {
            if let Some(checking) = document.checking.take() {
                checking.cancel();
            }

            let first = document.due.map_or(now, |due| due.first_due);
            document.due = Some(DueCheck {
                time: (now + delay).min(first + MAX_DELAY),
                first_due: first,
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
    fn publish(&self, uri: Uri, generation: u64, diagnostics: Vec<Diagnostic>) {
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

/// Returns the answer to a request on a text that has changed.
fn content_modified(id: RequestId) -> Response {
    Response::new_err(
        id,
        ErrorCode::ContentModified as i32,
        "the document was changed".to_owned(),
    )
}
