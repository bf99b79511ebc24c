//! The rules of each game, and its two derivations of the legal turns.

mod decks;
mod gipf;
mod pipe;
mod pippinzip;
mod pippip;
