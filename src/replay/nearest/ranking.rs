//! Ranking of the legal turns that are most similar to a text.
//!
//! An edit distance, which is fast, chooses the candidates. A [`Channel`] then computes, as in the
//! search for fixes, how likely the mistake is that wrote the text instead of each candidate. The
//! most likely ones come first, so that help and fix agree.

use std::cmp::Reverse;

use crate::notation::likeness::{Channel, common_prefix_length};

/// The maximum number of turns suggested.
pub(super) const MAX_NAMED: usize = 3;
/// The maximum number of candidates kept until duplicates are known.
const MAX_KEPT: usize = 4 * MAX_NAMED;

/// The best candidates so far.
#[derive(Default)]
pub(super) struct Ranking {
    /// Sorted, the nearest first; equal candidates keep the order in which they were found.
    pub(super) near: Vec<Near>,
}

/// A candidate: a legal turn similar to the written text.
pub(super) struct Near {
    /// The edit cost from the text to this turn.
    pub(super) cost: u32,
    /// The length of the common prefix.
    prefix_length: usize,
    pub(super) turn: String,
    pub(super) form: TurnForm,
}

/// Form in which a candidate is kept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TurnForm {
    /// Canonical form.
    Canonical,
    /// The form of the text that was tried.
    AsTried,
}

impl Ranking {
    /// Sorts the candidates by the cost of the mistake that wrote `written` instead of them.
    pub(super) fn sort_by_mistake(&mut self, channel: &Channel, written: &str) {
        self.near.sort_by_cached_key(|near| {
            let mistake_cost = channel.cost(&near.turn, written);
            (mistake_cost, near.cost, Reverse(near.prefix_length))
        });
    }

    /// Returns the highest cost at which a candidate is still kept.
    pub(super) fn max_cost(&self) -> u32 {
        self.near
            .get(MAX_KEPT - 1)
            .map_or(u32::MAX, |near| near.cost)
    }

    /// Keeps a candidate for the text `written` if it is among the nearest ones.
    pub(super) fn keep(&mut self, cost: u32, written: &str, turn: &str, form: TurnForm) {
        let prefix_length = common_prefix_length(written.as_bytes(), turn.as_bytes());
        let rank = (cost, Reverse(prefix_length));
        let index = self
            .near
            .partition_point(|near| (near.cost, Reverse(near.prefix_length)) <= rank);
        if index < MAX_KEPT {
            self.near.insert(
                index,
                Near {
                    cost,
                    prefix_length,
                    turn: turn.to_owned(),
                    form,
                },
            );
            self.near.truncate(MAX_KEPT);
        }
    }
}
