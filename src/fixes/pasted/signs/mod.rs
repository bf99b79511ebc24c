//! The fourth layer: signs of comments, crossed-out turns, and signs inside turns.

mod comments;
mod rules;
mod taken_back;
mod turn_changes;
mod unknown_signs;
mod written_signs;

pub(super) use comments::{
    ABOUT_RESULT, peel as peel_comments, peel_footnotes, peel_unclosed, peel_wrong_closers,
};
pub(super) use rules::peel as peel_rules;
pub(super) use taken_back::{NAME as ONE_OF_TWO, peel as peel_struck};
pub(super) use unknown_signs::peel as peel_atoms;
