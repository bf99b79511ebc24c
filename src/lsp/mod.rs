//! The language server: what editors ask of records while they are written.
//!
//! [`serve`] talks to one client, [`serve_frames`] to one over a pair of streams. Its main loop keeps the documents and waits for nothing; threads work on snapshots of them.
//! [`SteppedServer`] is the same without threads: it is handed messages, and works when it is told to. A
//! document is a rope beside a list of its records: an edit asks only for the records beside it to be cut and judged anew,
//! so that a file of any size answers at once. What was found in a document that was edited since is not published.
//!
//! Each feature is a file with one function from a request to its answer.

mod actions;
mod board;
mod cancel;
mod capabilities;
mod cards;
mod checking;
mod client;
mod commands;
mod completion;
mod cursor;
mod definition;
mod diagnostics;
mod dispatch;
mod documents;
mod edits;
mod folding;
mod formatting;
mod frames;
mod highlight;
mod hover;
mod incomplete_text;
mod inlay;
mod lenses;
mod links;
mod outbox;
mod page;
mod pages;
mod places;
mod pool;
mod positions;
mod progress;
mod pull_diagnostics;
mod record_cache;
mod records;
mod references;
mod remarks;
mod rename;
mod sections;
mod selection;
mod server;
mod session;
mod show;
mod snapshot;
mod stamps;
mod stdio;
mod stepped;
mod surroundings;
mod symbols;
mod threads;
mod tokens;
mod uri;
mod words;
mod workers;
mod workspace;

pub use board::{Board, BoardParams};
pub use records::{ListedRecord, Records, RecordsParams};
pub use server::Ended;
pub use stdio::serve_frames;
pub use stepped::SteppedServer;
pub use surroundings::{NoFiles, Surroundings};
pub use threads::serve;
