//! What judging a turn is in every game: a fault refuses the turn unless the record lets it stand.

use crate::findings::Code;

use super::fault::{Fault, Part, Refusal};
use super::rules::{Game, Played};

/// What a step of judging gives, unless it refuses the turn.
pub(crate) type Judged<G, T = ()> = Result<T, Box<Refusal<G>>>;

/// A turn while it is judged; the steps of a game are methods of its own judge.
pub(crate) struct Judge<'a, G: Game, Notes> {
    pub(crate) setup: &'a G::Setup,
    /// The codes of the faults that the record lets stand.
    let_stand: &'a [Code],
    /// The position so far.
    pub(crate) position: G::State,
    /// Faults passed over.
    passed: Vec<Refusal<G>>,
    /// What the game itself notes of the turn.
    pub(crate) notes: Notes,
}

impl<'a, G: Game, Notes> Judge<'a, G, Notes> {
    pub(crate) fn new(setup: &'a G::Setup, position: &G::State, let_stand: &'a [Code], notes: Notes) -> Self {
        Self { setup, let_stand, position: position.clone(), passed: Vec::new(), notes }
    }

    /// A refusal for a fault that shows in the position so far.
    pub(crate) fn refuse(&self, code: Code, rule: &'static str, part: Part, kind: G::Fault) -> Box<Refusal<G>> {
        let fault = Fault { code, rule, part, kind };
        Box::new(Refusal { fault, at: self.position.clone(), passed: self.passed_codes() })
    }

    /// The codes of the faults passed over so far.
    pub(crate) fn passed_codes(&self) -> Vec<Code> {
        self.passed.iter().map(|refusal| refusal.fault.code).collect()
    }

    /// Whether a fault can be passed over.
    pub(crate) fn stands(&self, code: Code) -> bool {
        code.can_stand && self.let_stand.contains(&code)
    }

    /// Passes over a fault that the record lets stand; refuses the turn else.
    pub(crate) fn let_stand_or(&mut self, code: Code, rule: &'static str, part: Part, kind: G::Fault) -> Judged<G> {
        let refusal = self.refuse(code, rule, part, kind);
        if self.stands(code) {
            self.passed.push(*refusal);
            return Ok(());
        }
        Err(refusal)
    }

    /// The turn, accepted in that form, led to the position so far.
    pub(crate) fn played(self, turn: G::Turn) -> Played<G> {
        Played { turn, state: self.position, let_stand: self.passed }
    }
}
