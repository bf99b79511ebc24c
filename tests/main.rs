//! What runs over the corpus, the command and random games.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail where it likes")]

mod bless;
mod catalogue;
mod cli;
mod corpus;
mod decks;
mod faults;
mod figures;
mod formats;
mod formats_abstractplay;
mod formats_boardspace;
mod formats_gipf;
mod formats_sgf;
mod gipf;
mod hostile;
mod manifest;
mod notation;
mod pipe;
mod pippinzip;
mod pippip;
mod readme;
mod support;
