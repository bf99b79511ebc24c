//! Hypotheses, the changes that they consist of, and how they were made.

use std::ops::Range;
use std::rc::Rc;

use super::claimed_end::Ending;
use super::twin_hypotheses::Twin;
use super::walk::Walk;
use crate::games::Game;
use crate::replay::Move;

/// Change to the tokens at one place.
#[derive(Debug)]
pub(super) struct Change<G: Game> {
    /// The first token.
    pub(super) token: usize,
    /// The number of tokens that are replaced.
    pub(super) replaced: usize,
    /// The moves in their place: turns or resignations. A change without replaced tokens and
    /// without moves states that a number is skipped by mistake.
    pub(super) moves: Vec<Move<G>>,
    pub(super) is_swap: bool,
    pub(super) cost: u32,
}

impl<G: Game> Change<G> {
    /// Returns the token after the change.
    pub(super) fn end(&self) -> usize {
        self.token + self.replaced
    }

    pub(super) fn is_insertion(&self) -> bool {
        self.replaced == 0
    }

    /// Returns true if only a number is wrong.
    pub(super) fn is_of_number(&self) -> bool {
        self.replaced == 0 && self.moves.is_empty()
    }

    /// Returns the key by which changes are sorted: insertions before a token come before its
    /// replacement.
    pub(super) fn order(&self) -> (usize, bool) {
        (self.token, !self.is_insertion())
    }
}

/// Changes in the order of the tokens.
pub(super) type Changes<G> = Rc<[Rc<Change<G>>]>;

/// The tags and the reading under which the tokens of a hypothesis are played. They are the same
/// for everything that is made from it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Premises {
    /// Index in `Decoder::starts`.
    pub(super) start: usize,
    /// Index in `Decoder::readings`.
    pub(super) reading: usize,
}

/// How a hypothesis was made.
pub(super) struct Step<G: Game> {
    /// The hypothesis that was expanded; `None` for the first one with its premises.
    pub(super) parent: Option<usize>,
    pub(super) premises: Premises,
    /// The change that was made to it.
    pub(super) change: Option<Rc<Change<G>>>,
}

impl<G: Game> Step<G> {
    /// Creates the step to a hypothesis without changes.
    pub(super) fn first(premises: Premises) -> Self {
        Self {
            parent: None,
            premises,
            change: None,
        }
    }
}

impl<G: Game> Clone for Step<G> {
    fn clone(&self) -> Self {
        Self {
            change: self.change.clone(),
            ..*self
        }
    }
}

/// The place that a new hypothesis has reached, directly after its last change.
pub(super) struct Reached<G: Game> {
    pub(super) walk: Walk<G>,
    /// The next token.
    pub(super) token: usize,
    /// The changes from there on.
    pub(super) later: Changes<G>,
    /// All changes.
    pub(super) changes: Changes<G>,
    pub(super) cost_of_changes: u32,
}

impl<G: Game> Reached<G> {
    /// Creates the place of a hypothesis without changes: before its first token.
    pub(super) fn first(walk: Walk<G>) -> Self {
        Self {
            cost_of_changes: walk.counts.cost,
            walk,
            token: 0,
            later: Rc::new([]),
            changes: Rc::new([]),
        }
    }
}

/// A hypothesis that does not explain the whole record, and waits for its next change.
///
/// The next mistake may be in the tokens after the last change. It may be before that change as
/// well, if it does not show there: then another node searches for it, which is read from the
/// start.
pub(super) struct Node<G: Game> {
    pub(super) step: Step<G>,
    /// The tokens in which the next mistake is searched for.
    pub(super) window: Range<usize>,
    /// The state before the window.
    pub(super) walk: Walk<G>,
    /// True if the window is before the last change.
    pub(super) is_before_change: bool,
    /// The changes from the start of the window on.
    pub(super) later: Changes<G>,
    /// All changes.
    pub(super) changes: Changes<G>,
    /// The cost of the changes, without the cost of odd numbers.
    pub(super) cost_of_changes: u32,
    /// The token that is refused; the number of tokens if only the end is wrong.
    pub(super) refused: usize,
    /// True if the number before the refused token indicates that a turn is missing.
    pub(super) is_gap: bool,
    /// The number of moves before the refused token.
    pub(super) legal_moves: u32,
    /// The number of known repairs that were tried.
    pub(super) repairs_tried: usize,
    /// True if the queue has a stage in which known repairs are tried.
    pub(super) has_queued_repairs: bool,
    /// Other ways to the same place, which cost at least as much.
    pub(super) twins: Vec<Twin<G>>,
}

/// A hypothesis that explains the record to its end.
pub(super) struct Complete<G: Game> {
    pub(super) step: Step<G>,
    pub(super) ending: Ending,
    pub(super) cost: u32,
    pub(super) moves: u32,
    /// How far the written numbers are ahead of the turns at the end.
    pub(super) ahead: i64,
}
