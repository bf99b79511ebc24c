//! Who is shown the turns that a game's moves make.

use std::ops::ControlFlow;

use super::{Language, Rules, VisitTurns};

/// Looks for turns among the legal ones that it is shown.
pub trait TurnFilter<G: Language + ?Sized> {
    /// Is shown a legal turn in canonical form; may stop.
    fn show(&mut self, turn: &G::Turn) -> ControlFlow<()>;

    /// Whether it need be shown turns whose texts begin like that of this one. May stop: a walk can begin very many turns
    /// before it completes one.
    fn accepts_prefix(&mut self, begun: &G::Turn) -> ControlFlow<(), bool>;

    /// The weight of a part of a turn's text, which may stand behind a character: the more, the more alike the text may be to
    /// what is looked for.
    fn weight(&mut self, _before: Option<char>, _part: &str) -> u32 {
        0
    }

    /// Whether it need be shown a turn whose text is so long, of parts that weigh so much together; one that it need not is
    /// counted as if it was. May stop.
    fn accepts_length(&mut self, _length: usize, _weight: u32) -> ControlFlow<(), bool> {
        ControlFlow::Continue(true)
    }
}

impl<G: Language + ?Sized, F: FnMut(&G::Turn) -> ControlFlow<()>> TurnFilter<G> for F {
    fn show(&mut self, turn: &G::Turn) -> ControlFlow<()> {
        self(turn)
    }

    fn accepts_prefix(&mut self, _begun: &G::Turn) -> ControlFlow<(), bool> {
        ControlFlow::Continue(true)
    }
}

/// Who is shown turns.
pub(crate) enum TurnSink<'a, G: Rules> {
    /// Who wants all of them, with the positions after them.
    All(VisitTurns<'a, G>),
    /// Who wants few of them, and no positions.
    Seeker(&'a mut dyn TurnFilter<G>),
}

impl<G: Rules> TurnSink<'_, G> {
    /// Whether to go on with a turn that is begun.
    pub(crate) fn accepts_prefix(&mut self, begun: &G::Turn) -> ControlFlow<(), bool> {
        match self {
            Self::All(_) => ControlFlow::Continue(true),
            Self::Seeker(seeker) => seeker.accepts_prefix(begun),
        }
    }

    /// The weight of a part of a turn's text.
    pub(crate) fn weight(&mut self, before: Option<char>, part: &str) -> u32 {
        match self {
            Self::All(_) => 0,
            Self::Seeker(seeker) => seeker.weight(before, part),
        }
    }

    /// Whether a turn is wanted whose parts weigh so much together.
    pub(crate) fn accepts_length(&mut self, length: usize, weight: u32) -> ControlFlow<(), bool> {
        match self {
            Self::All(_) => ControlFlow::Continue(true),
            Self::Seeker(seeker) => seeker.accepts_length(length, weight),
        }
    }

    pub(crate) fn show(&mut self, turn: &G::Turn, after: impl FnOnce() -> G::State) -> ControlFlow<()> {
        match self {
            Self::All(visit) => visit(turn, &after()),
            Self::Seeker(seeker) => seeker.show(turn),
        }
    }
}
