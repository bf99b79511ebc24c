//! What judging a turn is in every game: a fault refuses the turn unless the record lets it stand.
//!
//! Each game says its rules once, for every [`Observer`]. Whoever only asks whether a turn is legal takes
//! [`NoObserver`], and then nothing is worked out, copied or kept that a finding would need.

use crate::findings::Code;

use super::fault::{Fault, Part, Refusal};
use super::narration::StepText;
use super::rules::{Played, Rules};

/// Who watches while a turn is judged.
pub trait Observer<G: Rules + ?Sized> {
    /// What there is to say of a turn that is refused.
    type Refusal;

    /// Whether anything is told: what is only needed for that is left out else.
    const REPORTS: bool = false;

    /// Whether rules that are kept, and what the parts of a turn did, are told too.
    const NARRATES: bool = false;

    /// Whether the turn is one of very many that are guessed: what a long search would have to show is then refused.
    const IS_TRIAL: bool = false;

    /// A refusal for a fault that shows in `position`.
    fn refusal(&self, position: &G::State, fault: Fault<G::Fault>) -> Self::Refusal;

    /// Whether a fault can be passed over.
    #[inline]
    fn is_waived(&self, _code: Code) -> bool {
        false
    }

    /// Passes over a fault.
    #[inline]
    fn record_waived(&mut self, _refusal: Self::Refusal) {}

    /// Is told the turn in canonical form, once it is known to be legal.
    #[inline]
    fn canonical(&mut self, _turn: impl FnOnce() -> G::Turn) {}

    /// Is told a rule that the turn keeps, once it has been held against it.
    #[inline]
    fn keeps(&mut self, _rule: &'static str) {}

    /// Is told what a part of the turn did, which led to `position`.
    #[inline]
    fn did(&mut self, _position: &G::State, _did: impl FnOnce(&G::State) -> StepText) {}
}

/// Observer that needs to know only whether a turn is legal.
#[derive(Clone, Copy, Debug)]
pub struct NoObserver;

/// The same for one of very many turns that are tried.
#[derive(Clone, Copy, Debug)]
pub struct TrialObserver;

/// A turn is illegal; nobody asked why.
#[derive(Clone, Copy, Debug)]
pub struct IllegalTurn;

impl<G: Rules + ?Sized> Observer<G> for NoObserver {
    type Refusal = IllegalTurn;

    #[inline]
    fn refusal(&self, _position: &G::State, _fault: Fault<G::Fault>) -> IllegalTurn {
        IllegalTurn
    }
}

impl<G: Rules + ?Sized> Observer<G> for TrialObserver {
    type Refusal = IllegalTurn;
    const IS_TRIAL: bool = true;

    #[inline]
    fn refusal(&self, _position: &G::State, _fault: Fault<G::Fault>) -> IllegalTurn {
        IllegalTurn
    }
}

/// Keeps all that can be told of a turn.
#[derive(Debug)]
pub struct FaultObserver<'a, G: Rules + ?Sized> {
    /// The codes of the faults that the record lets stand.
    waived: &'a [Code],
    /// Faults passed over.
    pub(super) passed: Vec<Refusal<G>>,
    canonical: Option<G::Turn>,
}

impl<'a, G: Rules + ?Sized> FaultObserver<'a, G> {
    pub(crate) fn new(waived: &'a [Code]) -> Self {
        Self { waived, passed: Vec::new(), canonical: None }
    }

    /// The turn in canonical form, if the game said it, and the faults that were passed over.
    pub(crate) fn into_parts(self) -> (Option<G::Turn>, Vec<Refusal<G>>) {
        (self.canonical, self.passed)
    }

    /// A turn that was accepted and led to `state`.
    pub(super) fn played(self, written: &G::Turn, state: G::State) -> Played<G> {
        let turn = self.canonical.unwrap_or_else(|| written.clone());
        Played { turn, state, waived: self.passed }
    }
}

impl<G: Rules + ?Sized> Observer<G> for FaultObserver<'_, G> {
    type Refusal = Box<Refusal<G>>;
    const REPORTS: bool = true;

    fn refusal(&self, position: &G::State, fault: Fault<G::Fault>) -> Box<Refusal<G>> {
        let passed = self.passed.iter().map(|refusal| refusal.fault.code).collect();
        Box::new(Refusal { fault, at: position.clone(), passed })
    }

    fn is_waived(&self, code: Code) -> bool {
        code.can_stand && self.waived.contains(&code)
    }

    fn record_waived(&mut self, refusal: Box<Refusal<G>>) {
        self.passed.push(*refusal);
    }

    fn canonical(&mut self, turn: impl FnOnce() -> G::Turn) {
        self.canonical = Some(turn());
    }
}

/// What a step of judging gives, unless it refuses the turn.
pub(crate) type Judged<G, W, T = ()> = Result<T, <W as Observer<G>>::Refusal>;

/// A turn while it is judged; the steps of a game are methods of its own judge.
pub(crate) struct Judge<'a, G: Rules, W, Notes> {
    pub(crate) setup: &'a G::Setup,
    /// The position so far.
    pub(crate) position: &'a mut G::State,
    pub(crate) observer: &'a mut W,
    /// What the game itself notes of the turn.
    pub(crate) notes: Notes,
}

impl<G: Rules, W: Observer<G>, Notes> Judge<'_, G, W, Notes> {
    /// A rule was held against the turn, which keeps it.
    #[inline]
    pub(crate) fn keeps(&mut self, rule: &'static str) {
        self.observer.keeps(rule);
    }

    /// A part of the turn is done, which led to the position so far.
    #[inline]
    pub(crate) fn did(&mut self, did: impl FnOnce(&G::State) -> StepText) {
        self.observer.did(self.position, did);
    }

    /// A refusal for a fault that shows in the position so far.
    #[inline]
    pub(crate) fn refuse(&self, code: Code, rule: &'static str, part: Part, kind: G::Fault) -> W::Refusal {
        self.observer.refusal(self.position, Fault { code, rule, part, kind })
    }

    /// Whether a fault can be passed over.
    pub(crate) fn is_waived(&self, code: Code) -> bool {
        self.observer.is_waived(code)
    }

    /// Passes over a fault that the record lets stand; refuses the turn else.
    pub(crate) fn waive_or_refuse(
        &mut self,
        code: Code,
        rule: &'static str,
        part: Part,
        kind: G::Fault,
    ) -> Judged<G, W> {
        let refusal = self.refuse(code, rule, part, kind);
        if self.is_waived(code) {
            self.observer.record_waived(refusal);
            return Ok(());
        }
        Err(refusal)
    }
}
