//! Tests over the corpus, the CLI and random games, in folders by subject. Slow tests are in
//! modules named `slow`; `just fast` skips them.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test may fail where it likes"
)]

mod book;
mod choices;
mod cli;
mod collection;
mod conform;
mod corpus;
mod coverage;
mod example;
mod figures;
mod formats;
mod games;
mod hostile;
mod infer;
mod library;
#[cfg(feature = "lsp")]
mod lsp;
mod mend;
mod notation;
mod project;
mod reports;
mod shrink;
mod solve;
mod support;
mod why;
