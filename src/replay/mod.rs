//! Replays a record turn by turn and collects findings.
//!
//! Two paths lead through this module. `fast_check` checks a record while it is being parsed and
//! keeps none of its turns. If it meets anything unusual, the record is parsed into a tree and
//! `line` replays it in full, with findings.
//!
//! # Words
//!
//! The heads of `notation` and `games` explain the words for the parts of records and for turns. In
//! addition:
//!
//! - A *frame* is a position of a record with the turn that led to it.
//! - A *refusal* is a fault with the position in which it occurred. If a comment expects the turn
//!   to be illegal, the turn is not played; if the record waives the fault, the turn is played.
//! - A *claim* is what a record states about its end: a result or a score. A block of a document
//!   also makes a claim, such as `illegal`.
//! - An *image* is a record or a position on the rotated, mirrored or shifted board. All images
//!   have the same *symmetric key*, a hash.

pub mod actions;
mod canonical;
pub mod choices;
mod claimed_result;
mod clocks;
mod common_tags;
mod fast_check;
mod finding_collector;
mod foreign_text;
mod full_replay;
mod game_position;
mod illegal_turn;
mod json;
mod line;
mod live_game;
mod nearest;
mod new_game;
mod places_in_comments;
mod position;
mod position_keys;
mod progress;
mod random_games;
mod record_keys;
mod remedies;
mod report;
mod rotate;
mod starting_position;
mod stray_puzzle_marks;
mod timeline;
mod tree_json;
mod trial_replay;
mod turn;
mod turns_in_comments;
mod why;

pub use canonical::NotCanonical;
pub(crate) use canonical::{bare, canonical, report_and_bare};
pub(crate) use foreign_text::collapse_foreign_text;
pub(crate) use illegal_turn::game_of_turn;
pub(crate) use line::{take_expected_findings, untested_without_game};

pub(crate) use progress::{Move, Progress};
pub(crate) use trial_replay::{RecordedMove, TagsRead, Trial};
pub(crate) use turns_in_comments::place_of_missing_brace;

pub(crate) use clocks::{clock, clock_of_turn};
pub(crate) use common_tags::CommonTags;
pub(crate) use game_position::{GamePosition, LedBy};
#[cfg(test)]
pub(crate) use json::{EndJson, TurnJson};
pub(crate) use line::taken;
pub use live_game::LiveGame;
pub use new_game::{END_TAGS, NewGame, NewGameError};
pub use position::Position;
pub(crate) use position_keys::images_with_setup;
pub use position_keys::{KeyCache, PositionKeys};
pub use random_games::{RandomGame, RandomTurns};
pub(crate) use record_keys::{PREFIX_LENGTHS, RecordKeys};
pub use report::Report;
pub use rotate::RotateError;
pub(crate) use timeline::Stop;
pub use timeline::{Frame, NoFrame, NoGame, Seen, StoppedAt, Timeline};
pub use tree_json::{NodeJson, TreeJson};
pub use turn::{Turn, TurnInput, TurnRef};
#[cfg(test)]
pub(crate) use why::WhyJson;
pub use why::{NoWhy, WaivedFault, Why, WhyFault, WhyStep};
