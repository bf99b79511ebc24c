//! Consumers of generated legal turns. One generator serves two purposes: it lists all legal turns
//! with their positions, or it searches for turns similar to a text, where filters skip most turns
//! before they are complete.

use std::ops::ControlFlow;

use super::{Language, Rules, VisitTurns};

/// Search among generated legal turns, with cheap filters to skip most of them.
pub trait TurnFilter<G: Language + ?Sized> {
    /// Receives a legal turn in canonical form. May stop the search.
    fn show(&mut self, turn: &G::Turn) -> ControlFlow<()>;

    /// Returns true if turns whose text starts like that of `prefix` are of interest. May stop
    /// the search: many prefixes can come before the first complete turn.
    fn accepts_prefix(&mut self, prefix: &G::Turn) -> ControlFlow<(), bool>;

    /// Returns the weight of a part of a turn's text after the character `before`. A larger weight
    /// means that the turn may be more similar to the text searched for.
    fn weight(&mut self, _before: Option<char>, _part: &str) -> u32 {
        0
    }

    /// Returns true if a turn with this length of text and total weight is of interest. A rejected
    /// turn still counts towards the limit. May stop the search.
    fn accepts_length(&mut self, _length: usize, _weight: u32) -> ControlFlow<(), bool> {
        ControlFlow::Continue(true)
    }
}

/// A function that receives turns is a filter that skips none.
impl<G: Language + ?Sized, F: FnMut(&G::Turn) -> ControlFlow<()>> TurnFilter<G> for F {
    fn show(&mut self, turn: &G::Turn) -> ControlFlow<()> {
        self(turn)
    }

    fn accepts_prefix(&mut self, _prefix: &G::Turn) -> ControlFlow<(), bool> {
        ControlFlow::Continue(true)
    }
}

/// Consumer of legal turns.
pub(crate) enum TurnSink<'a, G: Rules> {
    /// Visits all legal turns, with the positions after them.
    All(VisitTurns<'a, G>),
    /// Searches for a few turns, without positions.
    Filter(&'a mut dyn TurnFilter<G>),
}

impl<G: Rules> TurnSink<'_, G> {
    /// Returns true if turns that start with `prefix` are of interest.
    pub(crate) fn accepts_prefix(&mut self, prefix: &G::Turn) -> ControlFlow<(), bool> {
        match self {
            Self::All(_) => ControlFlow::Continue(true),
            Self::Filter(filter) => filter.accepts_prefix(prefix),
        }
    }

    /// Returns the weight of a part of a turn's text.
    pub(crate) fn weight(&mut self, before: Option<char>, part: &str) -> u32 {
        match self {
            Self::All(_) => 0,
            Self::Filter(filter) => filter.weight(before, part),
        }
    }

    /// Returns true if a turn with this length of text and total weight is of interest.
    pub(crate) fn accepts_length(&mut self, length: usize, weight: u32) -> ControlFlow<(), bool> {
        match self {
            Self::All(_) => ControlFlow::Continue(true),
            Self::Filter(filter) => filter.accepts_length(length, weight),
        }
    }

    /// Passes a legal turn on. `after` computes the position after it, which only some consumers
    /// need.
    pub(crate) fn show(
        &mut self,
        turn: &G::Turn,
        after: impl FnOnce() -> G::State,
    ) -> ControlFlow<()> {
        match self {
            Self::All(visit) => visit(turn, &after()),
            Self::Filter(filter) => filter.show(turn),
        }
    }
}
