//! Outbox for messages to the client. Writing to it never blocks, however slowly the client reads:
//! a message waits in a queue until the client has taken the messages before it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

use lsp_server::{Connection, ErrorCode, Message, Notification, RequestId, Response};
use serde::Serialize;

/// Maximum number of unsent messages. While there are more, no messages are read from the client.
pub(super) const MAX_UNSENT: usize = 10_000;

/// Sender of messages to the client.
#[derive(Clone, Debug)]
pub(super) struct Outbox {
    sender: Sender<Message>,
    unsent: Arc<AtomicUsize>,
}

impl Outbox {
    /// Creates an outbox and the thread that empties it. The thread ends when the last sender is
    /// dropped.
    pub(super) fn new(connection: &Connection) -> (Self, JoinHandle<()>) {
        let (sender, receiver) = mpsc::channel::<Message>();
        let unsent = Arc::new(AtomicUsize::new(0));
        let client = connection.sender.clone();
        let count = Arc::clone(&unsent);
        let thread = thread::spawn(move || {
            for message in receiver {
                // Ignore the error: the client has disconnected.
                let _ = client.send(message);
                count.fetch_sub(1, Ordering::Relaxed);
            }
        });
        (Self { sender, unsent }, thread)
    }

    /// Creates an outbox whose messages are kept until they are fetched.
    pub(super) fn kept() -> (Self, Receiver<Message>) {
        let (sender, receiver) = mpsc::channel();
        (
            Self {
                sender,
                unsent: Arc::default(),
            },
            receiver,
        )
    }

    pub(super) fn send(&self, message: impl Into<Message>) {
        self.unsent.fetch_add(1, Ordering::Relaxed);
        if self.sender.send(message.into()).is_err() {
            self.unsent.fetch_sub(1, Ordering::Relaxed);
        }
    }

    pub(super) fn notify(&self, method: &str, params: impl Serialize) {
        let params = serde_json::to_value(params).unwrap_or_default();
        self.send(Notification {
            method: method.to_owned(),
            params,
        });
    }

    /// Answers a request with an error.
    pub(super) fn refuse(&self, id: RequestId, code: ErrorCode, why: impl Into<String>) {
        self.send(Response::new_err(id, code as i32, why.into()));
    }

    /// Returns true if the client reads so slowly that no more of its messages should be read.
    pub(super) fn is_full(&self) -> bool {
        self.unsent.load(Ordering::Relaxed) > MAX_UNSENT
    }
}
