//! State machine of a session: takes in messages, keeps the documents, and hands out work. Requests
//! go to `dispatch.rs`, notifications to `notifications.rs`; `scheduled_checks.rs` decides when a
//! document is checked.
//!
//! Nothing in these files blocks or knows how the work is executed; `threads` and `stepped` drive
//! them.
//!
//! A server for one text answers only the requests of an editor that shows a single text, such as
//! the one of the web app.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::SyncSender;
use std::time::Duration;

use lsp_server::{ErrorCode, Message, Request, RequestId, Response};
use lsp_types::notification::{self, Notification as _};
use lsp_types::request::{self, Request as _};
use lsp_types::{Diagnostic, Uri};
use serde_json::Value;

use super::cancel::Cancel;
use super::capabilities::initialized;
use super::client::{Client, workspace_folders};
use super::documents::Documents;
use super::environment::Environment;
use super::outbox::Outbox;
use super::session::Session;
use super::uri::encode_uris;
use super::user_settings::UserSettings;
use super::workers::Workers;

/// Maximum number of queued events.
pub(super) const MAX_EVENTS: usize = 1_000;
/// Maximum number of queued requests; further ones are rejected.
pub(super) const MAX_REQUESTS: usize = 2_000;

/// Input of the main loop.
pub(super) enum Event {
    /// The client sent a message.
    Received(Message),
    /// The client disconnected.
    Gone,
    /// A worker finished a request.
    Answered(Response),
    /// A check of one version of a document, which its generation identifies, produced diagnostics.
    Checked {
        uri: Uri,
        generation: u64,
        diagnostics: Vec<Diagnostic>,
    },
}

/// Stage of the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
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

/// Request in progress, which a worker answers.
pub(super) struct Pending {
    pub(super) cancel: Cancel,
    /// For a request whose answer is valid for one text only: the document and its generation.
    pub(super) text: Option<(Uri, u64)>,
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
    pub(super) stage: Stage,
    /// The process that started the client, if the client names it. The server ends when this
    /// process has ended.
    parent: Option<u32>,
    /// Number of requests sent to the client, from which their ids are generated.
    requests_sent: u64,
    pub(super) environment: Arc<dyn Environment>,
    pub(super) out: Outbox,
    pub(super) clock: Clock,
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
                    return Some(self.end_on_exit());
                }
                self.handle_notification(message);
            }
            // Responses to progress and refresh requests are ignored.
            Event::Received(Message::Response(_)) => {}
            Event::Answered(response) => self.pass_on(response),
            Event::Checked {
                uri,
                generation,
                diagnostics,
            } => self.publish(uri, generation, diagnostics),
            Event::Gone => return Some(Ended::Abruptly),
        }

        None
    }

    fn end_on_exit(&self) -> Ended {
        if self.stage == Stage::ShutDown {
            Ended::Well
        } else {
            Ended::Abruptly
        }
    }

    /// Sends the answer of a worker to the client.
    fn pass_on(&mut self, response: Response) {
        let pending = self.pending.remove(&response.id);
        let is_stale = pending.is_some_and(|pending| self.is_stale(&pending));
        self.out.send(if is_stale {
            content_modified(response.id)
        } else {
            response
        });
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

    /// Answers the request `initialize`, after which the session runs.
    fn initialize(&mut self, request: Request) {
        let Request { id, params, .. } = request;
        let capabilities = params.get("capabilities");
        let Some(capabilities) = capabilities.filter(|value| value.is_object()) else {
            let why = "`capabilities` is not an object";
            return self.out.refuse(id, ErrorCode::InvalidParams, why);
        };

        let client = Client::new(capabilities);
        let settings = params
            .get("initializationOptions")
            .and_then(UserSettings::parse_options)
            .unwrap_or_default();
        self.folders = workspace_folders(&params);
        self.parent = params
            .get("processId")
            .and_then(Value::as_u64)
            .and_then(|id| u32::try_from(id).ok());

        let result = initialized(&client, self.other_requests.is_some());
        self.session = Arc::new(Session::new(
            client,
            Arc::clone(&self.environment),
            self.out.clone(),
        ));
        self.set_settings(settings);
        self.stage = Stage::Running;
        self.out.send(Response {
            id,
            response_result: Ok(serde_json::to_value(result).unwrap_or_default()),
        });
    }

    /// Returns true if the answer to a request is about a text that has changed.
    pub(super) fn is_stale(&self, pending: &Pending) -> bool {
        let Some((uri, generation)) = &pending.text else {
            return false;
        };
        self.documents
            .get(uri)
            .is_none_or(|document| document.now.generation != *generation)
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

    /// Sends a request to the client.
    pub(super) fn send_request(&mut self, method: &str, params: Value) {
        self.requests_sent += 1;
        let id = RequestId::from(format!("pipscribe-{}", self.requests_sent));
        self.out.send(Request {
            id,
            method: method.to_owned(),
            params,
        });
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
