//! Who is shown the turns that a game's moves make.

use std::ops::ControlFlow;

use super::{Game, Language, VisitTurns};

/// Looks for turns among the legal ones that it is shown.
pub trait SeekTurns<G: Language + ?Sized> {
    /// Is shown a legal turn; may stop.
    fn show(&mut self, turn: &G::Turn) -> ControlFlow<()>;

    /// Whether it need be shown turns whose texts begin like that of this one.
    fn may_begin(&mut self, begun: &G::Turn) -> bool;
}

impl<G: Language + ?Sized, F: FnMut(&G::Turn) -> ControlFlow<()>> SeekTurns<G> for F {
    fn show(&mut self, turn: &G::Turn) -> ControlFlow<()> {
        self(turn)
    }

    fn may_begin(&mut self, _begun: &G::Turn) -> bool {
        true
    }
}

/// Who is shown turns.
pub(crate) enum Shown<'a, G: Game> {
    /// Who wants all of them, with the positions after them.
    All(VisitTurns<'a, G>),
    /// Who wants few of them, and no positions.
    Seeker(&'a mut dyn SeekTurns<G>),
}

impl<G: Game> Shown<'_, G> {
    /// Whether to go on with a turn that is begun.
    pub(crate) fn may_begin(&mut self, begun: &G::Turn) -> bool {
        match self {
            Self::All(_) => true,
            Self::Seeker(seeker) => seeker.may_begin(begun),
        }
    }

    pub(crate) fn show(&mut self, turn: &G::Turn, after: impl FnOnce() -> G::State) -> ControlFlow<()> {
        match self {
            Self::All(visit) => visit(turn, &after()),
            Self::Seeker(seeker) => seeker.show(turn),
        }
    }
}
