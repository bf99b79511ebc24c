//! The library as its users see it.

mod examples;
mod fast_check;
mod files_and_games;
mod given_decks;
mod hints;
mod positions;
mod timelines;
mod turns;
mod typed;
mod values;
