//! The library as its users see it.

mod examples;
mod files_and_games;
mod given_decks;
mod fast_check;
mod timelines;
