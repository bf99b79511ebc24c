//! The fourth layer: signs of comments, crossed-out turns, and signs inside turns.

mod atoms;
mod changes;
mod comments;
mod rules;
mod struck;
mod tables;

pub(super) use atoms::peel as peel_atoms;
pub(super) use comments::{
    ABOUT_RESULT, peel as peel_comments, peel_footnotes, peel_unclosed, peel_wrong_closers,
};
pub(super) use rules::peel as peel_rules;
pub(super) use struck::{NAME as ONE_OF_TWO, peel as peel_struck};
