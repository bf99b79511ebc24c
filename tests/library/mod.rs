//! The library as its users see it.

mod examples;
mod files_and_games;
mod short_way;
mod timelines;
