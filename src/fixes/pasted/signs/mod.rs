//! The fourth layer: signs of comments, crossed-out turns, and signs inside turns.
//!
//! - `comments.rs`: comments in other delimiters, and bare words; `damaged_braces.rs`: comments
//!   whose braces are damaged; `footnotes.rs`: remarks to which marks after turns refer.
//! - `taken_back.rs`: turns that the scorer crossed out or replaced.
//! - `rules.rs` finds rules for the signs of the whole record; `turn_changes.rs` applies a rule to
//!   one turn.
//! - `unknown_signs.rs`: turns whose signs no rule explains.

mod comments;
mod damaged_braces;
mod footnotes;
mod rules;
mod taken_back;
mod turn_changes;
mod unknown_signs;
mod written_signs;

pub(super) use comments::{ABOUT_RESULT, peel_comments};
pub(super) use damaged_braces::{peel_unclosed, peel_wrong_closers};
pub(super) use footnotes::peel_footnotes;
pub(super) use rules::peel_rules;
pub(super) use taken_back::{ONE_OF_TWO, peel_taken_back};
pub(super) use unknown_signs::peel_unknown_signs;
