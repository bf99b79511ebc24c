//! The main loop: it reads what the client says, keeps the documents, and gives work to threads. It waits for none of them.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{self, Notification as _};
use lsp_types::request::{InlayHintRefreshRequest, RegisterCapability, Request as _, WorkspaceDiagnosticRefresh};
use lsp_types::{Diagnostic, InitializeParams, PublishDiagnosticsParams, Uri};
use serde::de::DeserializeOwned;
use serde_json::json;

use super::cancel::Cancel;
use super::capabilities::initialized;
use super::checking::check;
use super::client::{Client, Settings};
use super::documents::Documents;
use super::outbox::Outbox;
use super::pool::Pool;
use super::session::Session;
use super::surroundings::Surroundings;
use super::uri::path_of;

/// How many events may wait for the main loop.
const MOST_EVENTS: usize = 1_000;
/// How many requests may wait for a thread; further ones are turned away.
pub(super) const MOST_REQUESTS: usize = 2_000;
/// For how long a document that is edited all the time goes unchecked.
const LONGEST_DELAY: Duration = Duration::from_millis(120);
/// How often a client that reads slowly is looked at.
const PATIENCE: Duration = Duration::from_millis(5);

/// Something that the main loop is told.
pub(super) enum Event {
    /// The client says something.
    Said(Message),
    /// The client is gone.
    Gone,
    /// A request was answered.
    Answered(Response),
    /// A document was checked, as it was then.
    Checked { uri: Uri, generation: u64, diagnostics: Vec<Diagnostic> },
}

/// How far the conversation has got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Begun,
    Running,
    ShutDown,
}

/// How a conversation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The client shut the server down and let it go.
    Well,
    /// The client let it go without shutting it down, or was gone.
    Abruptly,
}

/// Everything that the main loop keeps.
pub(super) struct Server {
    pub(super) session: Arc<Session>,
    pub(super) documents: Documents,
    pub(super) folders: Vec<PathBuf>,
    pub(super) pool: Pool,
    pub(super) events: SyncSender<Event>,
    pub(super) pending: HashMap<RequestId, Cancel>,
    stage: Stage,
    /// How often the client was bidden something.
    bids: u64,
    surroundings: Arc<dyn Surroundings>,
    out: Outbox,
}

/// Serves a client until it lets the server go.
pub fn serve(connection: &Connection, surroundings: Arc<dyn Surroundings>) -> Ended {
    let (events, told) = mpsc::sync_channel(MOST_EVENTS);
    let (out, writer) = Outbox::of(connection);
    listen(connection, events.clone(), out.clone());
    let client = Client::default();
    let session = Session::new(client, Settings::default(), Arc::clone(&surroundings), out.clone());
    let mut server = Server {
        session: Arc::new(session),
        documents: Documents::default(),
        folders: Vec::new(),
        pool: Pool::new(),
        events,
        pending: HashMap::new(),
        stage: Stage::Begun,
        bids: 0,
        surroundings,
        out,
    };
    let ended = server.run(&told);
    server.pending.values().for_each(Cancel::cancel);
    server.documents.iter().filter_map(|document| document.checking.as_ref()).for_each(Cancel::cancel);
    // Nobody listens any more to what threads still have to say.
    drop(told);
    drop(server);
    if ended == Ended::Well {
        let _ = writer.join();
    }
    ended
}

/// Hands on what a client says, unless it reads too slowly.
fn listen(connection: &Connection, events: SyncSender<Event>, out: Outbox) {
    let receiver = connection.receiver.clone();
    thread::spawn(move || {
        for message in receiver {
            let is_exit = matches!(&message, Message::Notification(said) if said.method == notification::Exit::METHOD);
            if events.send(Event::Said(message)).is_err() || is_exit {
                return;
            }
            while out.is_full() {
                thread::sleep(PATIENCE);
            }
        }
        let _ = events.send(Event::Gone);
    });
}

impl Server {
    fn run(&mut self, told: &Receiver<Event>) -> Ended {
        loop {
            let event = match self.next_check() {
                None => told.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(due) => told.recv_timeout(due.saturating_duration_since(Instant::now())),
            };
            match event {
                Ok(Event::Said(Message::Request(request))) => self.request(request),
                Ok(Event::Said(Message::Notification(said))) => {
                    if said.method == notification::Exit::METHOD {
                        return if self.stage == Stage::ShutDown { Ended::Well } else { Ended::Abruptly };
                    }
                    self.said(said);
                }
                // What the client says to progress and refreshes needs no answer.
                Ok(Event::Said(Message::Response(_))) => {}
                Ok(Event::Answered(response)) => {
                    self.pending.remove(&response.id);
                    self.out.respond(response);
                }
                Ok(Event::Checked { uri, generation, diagnostics }) => self.checked(uri, generation, diagnostics),
                Ok(Event::Gone) | Err(RecvTimeoutError::Disconnected) => return Ended::Abruptly,
                Err(RecvTimeoutError::Timeout) => {}
            }
            self.begin_checks();
        }
    }

    fn request(&mut self, request: Request) {
        let refused = |code: ErrorCode, why: &str| Response::new_err(request.id.clone(), code as i32, why.to_owned());
        match (self.stage, request.method.as_str()) {
            (Stage::Begun, "initialize") => self.initialize(request),
            (Stage::Begun, _) => {
                self.out.respond(refused(ErrorCode::ServerNotInitialized, "the server is not initialized yet"));
            }
            (Stage::Running, "initialize") => {
                self.out.respond(refused(ErrorCode::InvalidRequest, "the server is initialized already"));
            }
            (Stage::Running, "shutdown") => {
                self.stage = Stage::ShutDown;
                self.out.respond(Response { id: request.id, response_result: Ok(serde_json::Value::Null) });
            }
            (Stage::Running, _) if self.pool.waiting() > MOST_REQUESTS => {
                self.out.respond(refused(ErrorCode::ServerCancelled, "too many requests are waiting"));
            }
            (Stage::Running, _) => self.dispatch(request),
            (Stage::ShutDown, _) => {
                self.out.respond(refused(ErrorCode::InvalidRequest, "the server was shut down"));
            }
        }
    }

    fn initialize(&mut self, request: Request) {
        let params: InitializeParams = match serde_json::from_value(request.params) {
            Ok(params) => params,
            Err(error) => {
                let code = ErrorCode::InvalidParams as i32;
                self.out.respond(Response::new_err(request.id, code, error.to_string()));
                return;
            }
        };
        let client = Client::of(&params);
        let settings = params.initialization_options.as_ref().and_then(Settings::of).unwrap_or_default();
        self.folders = folders(&params);
        let result = serde_json::to_value(initialized(&client)).unwrap_or_default();
        self.session = Arc::new(Session::new(client, settings, Arc::clone(&self.surroundings), self.out.clone()));
        self.stage = Stage::Running;
        self.out.respond(Response { id: request.id, response_result: Ok(result) });
    }

    fn said(&mut self, said: Notification) {
        if self.stage != Stage::Running {
            return;
        }
        let Notification { method, params } = said;
        match method.as_str() {
            notification::Initialized::METHOD if self.session.client.watches => self.watch_decks(),
            notification::DidOpenTextDocument::METHOD => {
                params_of::<notification::DidOpenTextDocument>(params, |params| {
                    let document = params.text_document;
                    let uri = document.uri.clone();
                    let context = self.surroundings.context(path_of(&uri).as_deref());
                    let book = self.session.surroundings.book();
                    self.documents.open(document, self.session.client.encoding, context, book);
                    self.check_soon(&uri);
                });
            }
            notification::DidChangeTextDocument::METHOD => {
                params_of::<notification::DidChangeTextDocument>(params, |params| {
                    let document = params.text_document;
                    if self.documents.change(&document.uri, document.version, params.content_changes) {
                        self.check_soon(&document.uri);
                    }
                });
            }
            notification::DidCloseTextDocument::METHOD => {
                params_of::<notification::DidCloseTextDocument>(params, |params| self.close(&params.text_document.uri));
            }
            notification::DidSaveTextDocument::METHOD | notification::DidChangeWatchedFiles::METHOD => {
                let is_deck = params.to_string().contains(".yaml");
                if is_deck {
                    self.decks_changed();
                }
            }
            notification::DidChangeConfiguration::METHOD => {
                if let Some(settings) = params.get("settings").and_then(Settings::of) {
                    self.session.settings.set(settings);
                    if self.session.client.refreshes_hints {
                        self.bid(InlayHintRefreshRequest::METHOD, serde_json::Value::Null);
                    }
                }
            }
            notification::DidChangeWorkspaceFolders::METHOD => {
                params_of::<notification::DidChangeWorkspaceFolders>(params, |params| {
                    let paths = |folders: Vec<lsp_types::WorkspaceFolder>| -> Vec<PathBuf> {
                        folders.iter().filter_map(|folder| path_of(&folder.uri)).collect()
                    };
                    let removed = paths(params.event.removed);
                    self.folders.retain(|folder| !removed.contains(folder));
                    self.folders.extend(paths(params.event.added));
                });
            }
            notification::Cancel::METHOD => {
                // The request's own type says what an identity is.
                let id = params.get("id").and_then(|id| serde_json::from_value::<RequestId>(id.clone()).ok());
                id.and_then(|id| self.pending.get(&id)).into_iter().for_each(Cancel::cancel);
            }
            _ => {}
        }
    }

    fn close(&mut self, uri: &Uri) {
        let Some(document) = self.documents.close(uri) else { return };
        document.checking.iter().for_each(Cancel::cancel);
        if !self.session.client.pulls {
            let none = PublishDiagnosticsParams { uri: uri.clone(), diagnostics: Vec::new(), version: None };
            self.out.notify(notification::PublishDiagnostics::METHOD, none);
        }
    }

    /// Decks may be others now: what was judged with them is judged anew.
    fn decks_changed(&mut self) {
        self.surroundings.forget();
        let surroundings = &self.surroundings;
        self.documents.judge_anew(|document| surroundings.context(document.path.as_deref()));
        let open: Vec<Uri> = self.documents.iter().map(|document| document.now.uri.clone()).collect();
        open.iter().for_each(|uri| self.check_soon(uri));
        if self.session.client.refreshes_diagnostics {
            self.bid(WorkspaceDiagnosticRefresh::METHOD, serde_json::Value::Null);
        }
    }

    /// Bids the client do something.
    fn bid(&mut self, method: &str, params: serde_json::Value) {
        self.bids += 1;
        let id = RequestId::from(format!("pipscribe-{}", self.bids));
        self.out.send(Request { id, method: method.to_owned(), params });
    }

    /// Asks to be told of deck files that change.
    fn watch_decks(&mut self) {
        let watched = json!({ "watchers": [{ "globPattern": "**/*.yaml" }] });
        let method = notification::DidChangeWatchedFiles::METHOD;
        let registration = json!({ "id": "decks", "method": method, "registerOptions": watched });
        self.bid(RegisterCapability::METHOD, json!({ "registrations": [registration] }));
    }

    /// Has a document checked when its typist pauses.
    fn check_soon(&mut self, uri: &Uri) {
        if self.session.client.pulls {
            return;
        }
        let delay = Duration::from_millis(self.session.settings.get().delay);
        let now = Instant::now();
        if let Some(document) = self.documents.get_mut(uri) {
            document.checking.take().iter().for_each(Cancel::cancel);
            let first = document.due.map_or(now, |(_, first)| first);
            document.due = Some(((now + delay).min(first + LONGEST_DELAY), first));
        }
    }

    fn next_check(&self) -> Option<Instant> {
        self.documents.iter().filter_map(|document| document.due).map(|(due, _)| due).min()
    }

    fn begin_checks(&mut self) {
        let now = Instant::now();
        for document in self.documents.iter_mut() {
            if document.due.take_if(|(due, _)| *due <= now).is_none() {
                continue;
            }
            let cancel = Cancel::default();
            document.checking = Some(cancel.clone());
            let (snapshot, near, events) = (document.now.clone(), document.edited_at, self.events.clone());
            self.pool.do_later(move || {
                let (uri, generation) = (&snapshot.uri, snapshot.generation);
                let mut tell = |diagnostics| {
                    let _ = events.send(Event::Checked { uri: uri.clone(), generation, diagnostics });
                };
                if let Some(diagnostics) = check(&snapshot, near, &cancel, &mut tell) {
                    tell(diagnostics);
                }
            });
        }
    }

    /// Publishes what was found in a document, unless it is another by now.
    fn checked(&mut self, uri: Uri, generation: u64, diagnostics: Vec<Diagnostic>) {
        let Some(document) = self.documents.get(&uri).filter(|document| document.now.generation == generation) else {
            return;
        };
        let version = Some(document.now.version);
        let params = PublishDiagnosticsParams { uri, diagnostics, version };
        self.out.notify(notification::PublishDiagnostics::METHOD, params);
    }
}

/// Does something with the parameters of a notification; one that has others is passed over, as nobody can be told.
fn params_of<N: notification::Notification>(params: serde_json::Value, act: impl FnOnce(N::Params))
where
    N::Params: DeserializeOwned,
{
    if let Ok(params) = serde_json::from_value(params) {
        act(params);
    }
}

/// The folders that a client works in.
fn folders(params: &InitializeParams) -> Vec<PathBuf> {
    let folders = params.workspace_folders.iter().flatten().filter_map(|folder| path_of(&folder.uri));
    let mut folders: Vec<PathBuf> = folders.collect();
    #[allow(deprecated, reason = "older clients say nothing else")]
    if folders.is_empty() {
        folders.extend(params.root_uri.as_ref().and_then(path_of));
    }
    folders
}
