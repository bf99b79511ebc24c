//! The server with threads: the main loop reads messages and never blocks on work, because a thread
//! pool does the work.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use lsp_server::{Connection, Message};
use lsp_types::notification::{self, Notification as _};

use super::checking::check;
use super::diagnostics::known_diagnostics;
use super::environment::Environment;
use super::outbox::Outbox;
use super::pool::Pool;
use super::scheduled_checks::Check;
use super::server::{Ended, Event, MAX_EVENTS, OtherRequests, Server};

/// Interval for polling a client that reads slowly.
const READ_PAUSE: Duration = Duration::from_millis(5);
/// Interval for publishing intermediate results of a long check.
const PUBLISH_INTERVAL: Duration = Duration::from_millis(500);
/// Interval for checking that the process that started the client is still there.
const PARENT_CHECK_INTERVAL: Duration = Duration::from_secs(2);

/// Serves a client until the session ends.
pub fn serve(connection: &Connection, environment: Arc<dyn Environment>) -> Ended {
    let (events, received) = mpsc::sync_channel(MAX_EVENTS);
    let (out, writer) = Outbox::new(connection);
    listen(connection, events.clone(), out.clone());
    let start = Instant::now();
    let clock = Box::new(move || start.elapsed());
    let other_requests = Some(Server::dispatch_other as OtherRequests);
    let mut server = Server::new(
        environment,
        Arc::new(Pool::new()),
        events,
        out,
        clock,
        other_requests,
    );
    let ended = run(&mut server, &received);
    server.cancel_all();
    // Drop the receiver: results of running work are no longer needed.
    drop(received);
    drop(server);
    if ended == Ended::Well {
        let _ = writer.join();
    }
    ended
}

/// Forwards messages from the client, pausing while it reads too slowly.
fn listen(connection: &Connection, events: SyncSender<Event>, out: Outbox) {
    let receiver = connection.receiver.clone();
    thread::spawn(move || {
        for message in receiver {
            let is_exit = matches!(&message, Message::Notification(last) if last.method == notification::Exit::METHOD);
            if events.send(Event::Received(message)).is_err() || is_exit {
                return;
            }
            while out.is_full() {
                thread::sleep(READ_PAUSE);
            }
        }
        let _ = events.send(Event::Gone);
    });
}

/// Main loop: handles events and starts the checks that are due.
fn run(server: &mut Server, received: &Receiver<Event>) -> Ended {
    let mut last_parent_check = Instant::now();
    loop {
        // A process that inherited the input can keep it open after the client has ended.
        let mut until_parent_check = None;
        if server.parent().is_some() {
            if last_parent_check.elapsed() >= PARENT_CHECK_INTERVAL {
                if server.is_orphaned() {
                    return Ended::Abruptly;
                }
                last_parent_check = Instant::now();
            }
            until_parent_check =
                Some(PARENT_CHECK_INTERVAL.saturating_sub(last_parent_check.elapsed()));
        }

        let waits = [server.next_check(), until_parent_check];
        let event = match waits.into_iter().flatten().min() {
            None => received.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(wait) => received.recv_timeout(wait),
        };
        match event {
            Ok(event) => {
                if let Some(ended) = server.handle_event(event) {
                    return ended;
                }
            }
            Err(RecvTimeoutError::Disconnected) => return Ended::Abruptly,
            Err(RecvTimeoutError::Timeout) => {}
        }

        while let Some(check) = server.due_check() {
            start_check(server, check);
        }
    }
}

/// Starts the check of a document.
fn start_check(
    server: &Server,
    Check {
        document,
        near,
        cancel,
    }: Check,
) {
    let events = server.events.clone();
    server.workers.do_later(Box::new(move || {
        let uri = &document.uri;
        let generation = document.generation;
        let publish = |diagnostics| {
            let _ = events.send(Event::Checked {
                uri: uri.clone(),
                generation,
                diagnostics,
            });
        };
        let mut last: Option<Instant> = None;
        let mut on_progress = || {
            if last.is_none_or(|last| last.elapsed() > PUBLISH_INTERVAL) && !cancel.is_cancelled() {
                publish(known_diagnostics(&document, near));
                last = Some(Instant::now());
            }
        };
        if let Some(diagnostics) = check(&document, near, &cancel, &mut on_progress) {
            publish(diagnostics);
        }
    }));
}
