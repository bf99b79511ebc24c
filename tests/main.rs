//! What runs over the corpus, the command and random games.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail where it likes")]

mod bare;
mod bless;
mod browser;
mod catalogue;
mod cli;
mod corpus;
mod decks;
mod examples;
mod faults;
mod figures;
mod formats;
mod formats_abstractplay;
mod formats_boardspace;
mod formats_gf1;
mod formats_gipf;
mod formats_pipe_diagrams;
mod formats_positions;
mod formats_sgf;
mod formats_trees;
mod gallery;
mod gipf;
mod hostile;
#[allow(dead_code, reason = "the long run uses the rest")]
mod library;
mod limits;
mod linear;
mod manifest;
mod markdown;
mod mutation;
mod notation;
mod package;
mod pipe;
mod pipe_figures;
mod pippinzip;
mod pippip;
mod pippip_figures;
mod player;
mod printable;
mod readme;
mod render;
mod reports;
mod scenes;
mod structure;
mod support;
mod survive;
