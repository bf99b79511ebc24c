//! The server without threads: the caller passes in messages and decides when to work. It runs
//! where there is only one thread, such as in a web worker.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use lsp_server::Message;
use serde::Serialize;

use super::checking::check_some;
use super::diagnostics::known_diagnostics;
use super::environment::Environment;
use super::frame_reader::message_of;
use super::outbox::Outbox;
use super::scheduled_checks::Check;
use super::server::{Ended, Event, MAX_EVENTS, OtherRequests, Server};
use super::workers::{JobQueue, Workers, run_caught};

/// Language server that works only when called. It gives the same answers as
/// [`serve`](super::serve).
///
/// ```
/// use pipscribe_lsp::{NoFiles, SteppedServer};
///
/// let mut server = SteppedServer::new(std::sync::Arc::new(NoFiles));
/// let answers = server.receive(r#"{"id": 1, "method": "initialize", "params": {"capabilities": {}}}"#);
/// assert!(answers[0].contains("hoverProvider"));
/// ```
pub struct SteppedServer {
    server: Server,
    /// Work that the server has handed out.
    jobs: Arc<JobQueue>,
    /// Results of that work.
    received: Receiver<Event>,
    /// Messages to the client.
    written: Receiver<Message>,
    /// Check in progress.
    checking: Option<Checking>,
    ended: Option<Ended>,
}

/// Check in progress.
struct Checking {
    check: Check,
    /// Number of finished blocks, each of a few hundred records, at which diagnostics are published
    /// next.
    next: usize,
}

impl std::fmt::Debug for SteppedServer {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("SteppedServer")
            .field("ended", &self.ended)
            .finish_non_exhaustive()
    }
}

/// Message of the protocol.
#[derive(Serialize)]
struct Written<'m> {
    jsonrpc: &'static str,
    #[serde(flatten)]
    message: &'m Message,
}

impl SteppedServer {
    /// Creates a server before initialisation.
    pub fn new(environment: Arc<dyn Environment>) -> Self {
        Self::with(environment, Some(Server::dispatch_other))
    }

    /// Creates a server that answers only the requests of an editor for one text: hovers,
    /// completion, actions, formatting, definitions, references, renaming, colours, boards and the
    /// list of records. A program that contains only such servers is smaller.
    pub fn for_one_text(environment: Arc<dyn Environment>) -> Self {
        Self::with(environment, None)
    }

    fn with(environment: Arc<dyn Environment>, other_requests: Option<OtherRequests>) -> Self {
        let (events, received) = mpsc::sync_channel(MAX_EVENTS);
        let (out, written) = Outbox::kept();
        let jobs = Arc::new(JobQueue::default());
        // The clock does not advance: a check that waits for a pause in typing runs as soon as
        // there is time for it.
        let clock = Box::new(|| Duration::ZERO);
        let workers = Arc::clone(&jobs);
        let server = Server::new(environment, workers, events, out, clock, other_requests);
        Self {
            server,
            jobs,
            received,
            written,
            checking: None,
            ended: None,
        }
    }

    /// Handles a message of the client, given as JSON without a header. Returns the messages to the
    /// client.
    pub fn receive(&mut self, message: &str) -> Vec<String> {
        match message_of(message.as_bytes()) {
            Ok(message) => {
                self.handle_event(Event::Received(message));
                while let Some(work) = self.jobs.next_urgent() {
                    run_caught(work);
                    self.handle_events();
                }
                self.messages()
            }
            Err(answer) => answer.iter().map(ToString::to_string).collect(),
        }
    }

    /// Does background work, such as checking documents record by record, until `enough` returns
    /// true. Returns the messages to the client.
    pub fn work(&mut self, enough: &mut dyn FnMut() -> bool) -> Vec<String> {
        while !self.is_idle() && !enough() {
            if self.check(enough) {
                continue;
            }
            if let Some(work) = self.jobs.next_background() {
                run_caught(work);
                self.handle_events();
            }
        }
        self.messages()
    }

    /// Returns true if there is no work left.
    pub fn is_idle(&self) -> bool {
        self.ended.is_some()
            || (self.checking.is_none()
                && self.jobs.waiting() == 0
                && self.server.next_check().is_none())
    }

    /// Returns how the session ended, if it did.
    pub fn ended(&self) -> Option<Ended> {
        self.ended
    }

    /// Continues the checks. Returns false if there are none.
    fn check(&mut self, enough: &mut dyn FnMut() -> bool) -> bool {
        let is_in_progress = self
            .checking
            .as_ref()
            .is_some_and(|checking| !checking.check.cancel.is_cancelled());
        if !is_in_progress {
            self.checking = self
                .server
                .any_check()
                .map(|check| Checking { check, next: 0 });
        }

        let Some(Checking { check, mut next }) = self.checking.take() else {
            return false;
        };

        let document = &check.document;
        let near = check.near;
        let mut has_news = false;
        let mut on_progress = |done: usize| {
            // Diagnostics are published each time the number of finished blocks has doubled.
            if done >= next {
                next = (done * 2).max(1);
                has_news = true;
            }
        };
        let is_complete = check_some(document, near, &mut || !enough(), &mut on_progress);
        if is_complete || has_news {
            let uri = document.uri.clone();
            let generation = document.generation;
            self.handle_event(Event::Checked {
                uri,
                generation,
                diagnostics: known_diagnostics(document, near),
            });
        }

        if !is_complete {
            self.checking = Some(Checking { check, next });
        }
        true
    }

    fn handle_event(&mut self, event: Event) {
        if self.ended.is_none() {
            self.ended = self.server.handle_event(event);
        }
    }

    /// Handles the events sent by work.
    fn handle_events(&mut self) {
        while let Ok(event) = self.received.try_recv() {
            self.handle_event(event);
        }
    }

    /// Returns the pending messages to the client.
    fn messages(&self) -> Vec<String> {
        let texts = self.written.try_iter().map(|message| {
            // Protocol messages can always be serialised as JSON.
            serde_json::to_string(&Written {
                jsonrpc: "2.0",
                message: &message,
            })
            .unwrap_or_default()
        });
        texts.collect()
    }
}
