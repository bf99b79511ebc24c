//! The fourth layer: signs of comments, crossed-out turns, and signs inside turns.
//!
//! - `comments.rs`: comments in other delimiters, and bare words; `damaged_braces.rs`: comments
//!   whose braces are damaged; `footnotes.rs`: remarks to which marks after turns refer.
//! - `taken_back.rs`: turns that the scorer crossed out or replaced.
//! - `sign_rules.rs` finds rules for the signs of the whole record, from the *parts* of the
//!   movetext, one for each turn (`turn_parts.rs`), and the rules in `candidate_rules.rs`;
//!   `turn_changes.rs` applies a rule to one part. `pieces_and_digits.rs` replaces marks of pieces
//!   and other digits before.
//! - `unknown_signs.rs`: turns whose signs no rule explains.

mod bracket_changes;
mod candidate_rules;
mod comments;
mod damaged_braces;
mod digit_changes;
mod footnotes;
mod pieces_and_digits;
mod place_changes;
mod sign_rules;
mod taken_back;
mod turn_changes;
mod turn_parts;
mod unknown_signs;
mod word_changes;
mod written_signs;

pub(super) use comments::{ABOUT_RESULT, is_result_open, peel_comments};
pub(super) use damaged_braces::{peel_unclosed, peel_wrong_closers};
pub(super) use footnotes::peel_footnotes;
pub(super) use sign_rules::peel_rules;
pub(super) use taken_back::{ONE_OF_TWO, is_word_of_correction, peel_taken_back};
pub(super) use unknown_signs::peel_unknown_signs;
