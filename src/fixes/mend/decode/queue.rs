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
/// Usual cost of a likely slip above its minimum.
const USUAL: u32 = 2_000;
/// Weight of a mistake before the last change: it is less likely, because nothing revealed it.
const BACK: u32 = 2_500;
/// Weight that puts a stage after all stages that may find something as likely as the best
/// explanation.
const NOT_NEEDED: u32 = 1_000_000;

/// A stage of expanding a hypothesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Likely slips in one or two tokens.
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

/// A hypothesis that waits to be expanded.
#[derive(PartialEq, Eq)]
pub(super) struct Queued {
    /// The place in the queue.
    pub(super) priority: u32,
    /// Lower bound on the cost of the results of the stage.
    pub(super) bound: u32,
    pub(super) node: usize,
    pub(super) stage: Stage,
}

impl Queued {
    pub(super) fn new(node: usize, stage: Stage, bound: u32, outlook: Outlook) -> Self {
        Self {
            priority: bound + outlook.delay(stage),
            bound,
            node,
            stage,
        }
    }

    /// Returns the same with its place in the queue once something explains the record. Stages that
    /// cost more than `highest` come last.
    pub(super) fn needed_up_to(self, highest: u32) -> Self {
        let is_late = self.bound > highest && self.priority < NOT_NEEDED;
        Self {
            priority: self.priority + if is_late { NOT_NEEDED } else { 0 },
            ..self
        }
    }

    /// Returns true if it has a place in the queue before it is needed.
    pub(super) fn is_early(&self, highest: u32) -> bool {
        self.bound > highest && self.priority < NOT_NEEDED
    }
}

impl Ord for Queued {
    /// The cheapest is the greatest; of equals, the oldest.
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |queued: &Self| (Reverse(queued.priority), Reverse(queued.node));
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
    pub(super) left: usize,
    /// The number of tokens in which mistakes are searched for.
    pub(super) window: usize,
    /// True if these are the tokens before the last change.
    pub(super) is_back: bool,
}

impl Outlook {
    /// Returns the amount that this adds to the cost of a stage in the order of the search.
    pub(super) fn delay(self, stage: Stage) -> u32 {
        let usual = if stage == Stage::Cheap { USUAL } else { 0 };
        let back = if self.is_back { BACK } else { 0 };
        usual + back + self.ahead() + self.work(stage)
    }

    /// Returns the weight of the tokens that are not read yet.
    fn ahead(self) -> u32 {
        /// The maximum number of tokens that count.
        const MAX_LEFT: u32 = 1_000;
        let left = u32::try_from(self.left).unwrap_or(MAX_LEFT).min(MAX_LEFT);
        let next = left.min(NEXT_TOKENS);
        next * NEXT_TOKEN + (left - next) * LATER_TOKEN
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
