//! The library as its users see it.

mod examples;
#[allow(dead_code, reason = "the long run uses the rest")]
mod files_and_games;
mod short_way;
mod timelines;
