//! The turns played so far on the line that is being replayed.

use crate::games::Game;
use crate::notation::TurnNode;
use crate::replay::progress::Move;

/// A turn that was played.
pub(in crate::replay) struct Passed<'a, G: Game> {
    pub(in crate::replay) node: &'a TurnNode,
    /// The move in canonical form.
    pub(super) canonical: Move<G>,
}

/// Stack of played turns. Positions are not kept: code that needs them replays the turns.
pub(in crate::replay) struct PlayedTurns<'a, G: Game> {
    passed: Vec<Passed<'a, G>>,
}

impl<'a, G: Game> PlayedTurns<'a, G> {
    pub(super) fn new() -> Self {
        Self { passed: Vec::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.passed.len()
    }

    /// Reserves memory for more turns.
    pub(super) fn reserve(&mut self, turns: usize) {
        self.passed.reserve(turns);
    }

    pub(super) fn push(&mut self, node: &'a TurnNode, canonical: Move<G>) {
        self.passed.push(Passed { node, canonical });
    }

    pub(super) fn truncate(&mut self, turns: usize) {
        self.passed.truncate(turns);
    }

    /// Removes and returns the last turn, if there are more than `turns`.
    pub(super) fn take_behind(&mut self, turns: usize) -> Option<Passed<'a, G>> {
        if self.len() > turns { self.passed.pop() } else { None }
    }

    pub(super) fn put_back(&mut self, passed: Passed<'a, G>) {
        self.passed.push(passed);
    }

    /// Returns the turn that was played last.
    pub(in crate::replay) fn last(&self) -> Option<&Passed<'a, G>> {
        self.passed.last()
    }

    /// Returns the nodes of the turns, from first to last.
    pub(in crate::replay) fn nodes(&self) -> impl DoubleEndedIterator<Item = &'a TurnNode> + ExactSizeIterator {
        self.passed.iter().map(|passed| passed.node)
    }
}
