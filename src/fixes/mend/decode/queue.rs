//! The queue of the search: which hypothesis is expanded next.
//!
//! The order is by probability per work: likely hypotheses that are expanded quickly come first.
//! Once something explains the record, stages that can only find less likely games come last.

use std::cmp::{Ordering, Reverse};

use super::expand::cost_of_choice;
use super::{CHEAP, DEAR, FEW_TURNS};

/// Weight of each of the first unread tokens in the order of the search, so that hypotheses which
/// lead far are expanded first. Together they count about as much as a mistake.
const NEXT_TOKEN: u32 = 250;
/// The number of first tokens.
const NEXT_TOKENS: u32 = 16;
/// Weight of each token after them.
const LATER_TOKEN: u32 = 50;
/// Usual cost of a mistake of the stage [`Stage::Cheap`] above its bound. The bounds of the other
/// stages are near the usual costs of their mistakes.
const USUAL: u32 = 2_000;
/// Weight of a mistake before the last change: it is less likely, because nothing revealed it.
const BEFORE_CHANGE: u32 = 2_500;

/// A stage of expanding a hypothesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Likely mistakes in one or two tokens.
    Cheap,
    /// Unlikely ones, and surplus tokens.
    Dear,
    /// Turns that are nothing like the text.
    Dearest,
    /// A turn that is missing where the numbers jump.
    Gap,
    /// A turn that is missing elsewhere, where there are few to choose from.
    Missing,
    /// The same for a place with many turns, so that nearly everything else is likelier.
    MissingOfMany,
    /// Repairs that have helped other hypotheses against the same refusal.
    Known,
    /// Other values of short tags.
    Tags,
    /// Other values of long tags.
    LongTags,
}

/// A stage of a hypothesis that waits to be expanded.
#[derive(PartialEq, Eq)]
pub(super) struct Queued {
    /// True if the stage can only find games that are less likely than the best explanation.
    is_postponed: bool,
    /// The place among the stages that are postponed, or those that are not.
    priority: u32,
    /// Lower bound on the cost of the results of the stage.
    pub(super) bound: u32,
    pub(super) node: usize,
    pub(super) stage: Stage,
}

impl Queued {
    pub(super) fn new(node: usize, stage: Stage, bound: u32, outlook: Outlook) -> Self {
        Self {
            is_postponed: false,
            priority: bound + outlook.delay(stage),
            bound,
            node,
            stage,
        }
    }

    /// Returns the same, postponed if its results cost more than `likely_cost`.
    pub(super) fn postponed_above(self, likely_cost: u32) -> Self {
        Self {
            is_postponed: self.is_postponed || self.bound > likely_cost,
            ..self
        }
    }

    /// Returns true if its results cost more than `likely_cost`, but it is not postponed yet.
    pub(super) fn must_wait(&self, likely_cost: u32) -> bool {
        self.bound > likely_cost && !self.is_postponed
    }
}

impl Ord for Queued {
    /// The greatest is expanded next: the cheapest, and of equals, the oldest.
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |queued: &Self| Reverse((queued.is_postponed, queued.priority, queued.node));
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Queued {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Criteria for the order of the search, in addition to costs.
#[derive(Clone, Copy)]
pub(super) struct Outlook {
    /// The number of tokens that the hypothesis does not read.
    pub(super) unread: usize,
    /// The number of tokens in which mistakes are searched for.
    pub(super) window: usize,
    /// True if these are the tokens before the last change.
    pub(super) is_before_change: bool,
}

impl Outlook {
    /// Returns the amount that this adds to the cost of a stage in the order of the search.
    pub(super) fn delay(self, stage: Stage) -> u32 {
        let usual = if stage == Stage::Cheap { USUAL } else { 0 };
        let before_change = if self.is_before_change {
            BEFORE_CHANGE
        } else {
            0
        };
        usual + before_change + self.weight_of_unread() + self.work(stage)
    }

    /// Returns the weight of the tokens that are not read yet.
    fn weight_of_unread(self) -> u32 {
        /// The maximum number of tokens that count.
        const MAX_LEFT: u32 = 1_000;

        let unread = u32::try_from(self.unread).unwrap_or(MAX_LEFT).min(MAX_LEFT);
        let next = unread.min(NEXT_TOKENS);
        next * NEXT_TOKEN + (unread - next) * LATER_TOKEN
    }

    /// Returns the logarithm of about how many turns are judged in a stage, in thousandths.
    fn work(self, stage: Stage) -> u32 {
        /// Approximate number of texts that a token may stand for.
        const TEXTS: usize = 30;

        let tries = match stage {
            Stage::Gap | Stage::Known => 1,
            // The turns that follow mostly show at once that nothing is missing there.
            Stage::Missing => TEXTS / 4,
            Stage::Cheap | Stage::Tags => TEXTS,
            Stage::Dear | Stage::Dearest | Stage::LongTags => 2 * TEXTS,
            Stage::MissingOfMany => FEW_TURNS,
        };
        // The tokens after a change are read again, on average half of the window.
        cost_of_choice(tries) + cost_of_choice(self.window) + cost_of_choice(self.window / 2 + 1)
    }
}

impl Stage {
    /// Returns the stage in which a mistake in a token is tried.
    pub(super) fn of_cost(cost: u32) -> Self {
        if cost <= CHEAP {
            Self::Cheap
        } else if cost <= DEAR {
            Self::Dear
        } else {
            Self::Dearest
        }
    }
}
