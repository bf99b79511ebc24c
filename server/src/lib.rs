//! The language server.
//!
//! [`serve_frames`] talks to one client over a pair of streams. The main loop keeps the documents
//! and never blocks; threads work on snapshots of the documents. [`SteppedServer`] is the same
//! server without threads: the caller passes in messages and decides when it works.
//!
//! A document is a text with an index of its lines and a list of its records. After an edit only
//! the neighbouring records are split and judged again, so files of any size are answered at once.
//! Findings for an outdated version of a document are not published.
//!
//! Each feature has its own file, with one function that maps a request to its answer;
//! `dispatch.rs` lists them. `server.rs` is the state machine of a session.

mod actions;
mod board;
mod book_pages;
mod cancel;
mod capabilities;
mod cards_outside_turns;
mod checking;
mod client;
mod code_lenses;
mod completion;
mod cursor;
mod definition;
mod descriptions;
mod diagnostics;
mod dispatch;
mod document_highlight;
mod document_links;
mod document_symbols;
mod document_text;
mod documents;
mod edits;
mod embedded_records;
mod environment;
mod execute_command;
mod file_stamps;
mod folding;
mod formatting;
mod frame_reader;
mod hint_text;
mod hover;
mod inlay_hints;
mod markdown_as_text;
mod notifications;
mod outbox;
mod places_in_turns;
mod pool;
mod position_encoding;
mod progress;
mod pull_diagnostics;
mod record_cache;
mod record_comments;
mod record_list;
mod references;
mod rename;
mod scheduled_checks;
mod sections;
mod selection_ranges;
mod semantic_tokens;
mod server;
mod session;
mod shown_position;
mod snapshot;
mod stdio;
mod stepped;
mod threads;
mod token_roles;
mod uri;
mod user_settings;
mod workers;
mod workspace_diagnostics;
mod workspace_symbols;

use std::sync::{Mutex, MutexGuard, PoisonError};

pub use environment::{Environment, NoFiles, Project};
pub use server::Ended;
pub use stdio::serve_frames;
pub use stepped::SteppedServer;
// Its types come from `lsp-server`, whose versions change. It is public only for tests and
// measurements.
#[doc(hidden)]
pub use threads::serve;

/// Locks a mutex. No code that holds a lock of the server can panic while the value is only partly
/// changed.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
