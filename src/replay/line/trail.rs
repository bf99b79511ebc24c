//! The turns played up to here on the line that is being replayed.

use std::cell::OnceCell;
use std::slice;

use crate::games::Game;
use crate::notation::TurnNode;

/// What is known of a turn that was played.
pub(in crate::replay) enum Told<T> {
    /// It, in canonical form.
    Canonical(T),
    /// That it is legal, as it is written; it in canonical form, once somebody has asked.
    Legal(OnceCell<T>),
    /// That it is `resign`.
    Resignation,
}

/// A turn that was played.
pub(in crate::replay) struct Passed<'a, G: Game> {
    pub(in crate::replay) node: &'a TurnNode,
    pub(in crate::replay) turn: Told<G::Turn>,
}

/// Turns, and the positions after them.
pub(in crate::replay) struct Trail<'a, G: Game> {
    passed: Vec<Passed<'a, G>>,
    /// As many: apart, as what is copied to the end of a list is copied but once.
    states: Vec<G::State>,
}

impl<'a, G: Game> Trail<'a, G> {
    pub(super) fn new() -> Self {
        Self { passed: Vec::new(), states: Vec::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.passed.len()
    }

    /// Makes room for so many more.
    pub(super) fn reserve(&mut self, turns: usize) {
        self.passed.reserve(turns);
        self.states.reserve(turns);
    }

    #[inline]
    pub(super) fn push(&mut self, node: &'a TurnNode, turn: Told<G::Turn>, after: &G::State) {
        self.passed.push(Passed { node, turn });
        self.states.extend_from_slice(slice::from_ref(after));
    }

    pub(super) fn truncate(&mut self, turns: usize) {
        self.passed.truncate(turns);
        self.states.truncate(turns);
    }

    /// Takes off the last turn, if there are more than so many.
    pub(super) fn take_behind(&mut self, turns: usize) -> Option<(Passed<'a, G>, G::State)> {
        if self.len() > turns { self.passed.pop().zip(self.states.pop()) } else { None }
    }

    pub(super) fn put_back(&mut self, (passed, state): (Passed<'a, G>, G::State)) {
        self.passed.push(passed);
        self.states.push(state);
    }

    /// The turn that was played last.
    pub(in crate::replay) fn last(&self) -> Option<&Passed<'a, G>> {
        self.passed.last()
    }

    /// The position after all of them.
    pub(in crate::replay) fn state<'t>(&'t self, start: &'t G::State) -> &'t G::State {
        self.states.last().unwrap_or(start)
    }

    /// The turns, the last first, each with the positions before and after it.
    pub(in crate::replay) fn backwards<'t>(
        &'t self,
        start: &'t G::State,
    ) -> impl Iterator<Item = (&'t Passed<'a, G>, &'t G::State, &'t G::State)> {
        let before = slice::from_ref(start).iter().chain(&self.states).rev().skip(1);
        let turns = self.passed.iter().rev().zip(self.states.iter().rev());
        turns.zip(before).map(|((passed, after), before)| (passed, before, after))
    }
}
