//! Judging a turn, shared by all games: a fault makes the turn illegal unless the record waives its
//! code with `[%irregular CODE]`.
//!
//! Each game implements its rules once, as methods of [`Judge`], generic over an [`Observer`]. The
//! observer decides what is kept about a fault. With [`NoObserver`], which only asks whether a turn
//! is legal, the compiler removes all work that only a finding would need.

use crate::findings::Code;

use super::fault::{Fault, Part, Refusal};
use super::narration::StepText;
use super::rules_trait::{Played, Rules};

/// Observer of the judging of one turn.
pub trait Observer<G: Rules + ?Sized> {
    /// Value that the observer keeps about an illegal turn.
    type Refusal;

    /// True if the observer reports anything. If false, work that only reports need is skipped.
    const REPORTS: bool = false;

    /// True if the observer also wants the rules that the turn satisfies and the effects of its
    /// parts.
    const NARRATES: bool = false;

    /// True in bulk trials. Long searches are then cut short, and a turn that is not found legal
    /// soon counts as illegal.
    const IS_TRIAL: bool = false;

    /// Returns the refusal for a fault that occurs in `position`.
    fn refusal(&self, position: &G::State, fault: Fault<G::Fault>) -> Self::Refusal;

    /// Returns true if the record waives faults with this code.
    #[inline]
    fn is_waived(&self, _code: Code) -> bool {
        false
    }

    /// Records a waived fault.
    #[inline]
    fn record_waived(&mut self, _refusal: Self::Refusal) {}

    /// Receives the turn in canonical form, once the turn is known to be legal.
    #[inline]
    fn canonical(&mut self, _turn: impl FnOnce() -> G::Turn) {}

    /// Receives a rule that was tested and that the turn satisfies.
    #[inline]
    fn keeps(&mut self, _rule: &'static str) {}

    /// Receives the effect of one part of the turn and the position after it.
    #[inline]
    fn record_effect(&mut self, _position: &G::State, _text: impl FnOnce(&G::State) -> StepText) {}
}

/// Observer that needs to know only whether a turn is legal.
#[derive(Clone, Copy, Debug)]
pub struct NoObserver;

/// Like [`NoObserver`], for bulk trials: one of very many turns that are tried.
#[derive(Clone, Copy, Debug)]
pub struct TrialObserver;

/// The turn is illegal; the observer needs no reason.
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

/// Observer that collects everything findings need.
#[derive(Debug)]
pub struct FaultObserver<'a, G: Rules + ?Sized> {
    /// The codes that the record waives.
    waivers: &'a [Code],
    /// The waived faults so far.
    pub(super) waived: Vec<Refusal<G>>,
    /// The turn in canonical form, once the game supplies it.
    canonical: Option<G::Turn>,
}

impl<'a, G: Rules + ?Sized> FaultObserver<'a, G> {
    pub(crate) fn new(waivers: &'a [Code]) -> Self {
        Self {
            waivers,
            waived: Vec::new(),
            canonical: None,
        }
    }

    /// Returns the turn in canonical form, if the game supplied it, and the waived faults.
    pub(crate) fn into_parts(self) -> (Option<G::Turn>, Vec<Refusal<G>>) {
        (self.canonical, self.waived)
    }

    /// Returns an accepted turn that led to `state`.
    pub(super) fn played(self, written: &G::Turn, state: G::State) -> Played<G> {
        let turn = self.canonical.unwrap_or_else(|| written.clone());
        Played {
            turn,
            state,
            waived: self.waived,
        }
    }
}

impl<G: Rules + ?Sized> Observer<G> for FaultObserver<'_, G> {
    type Refusal = Box<Refusal<G>>;
    const REPORTS: bool = true;

    fn refusal(&self, position: &G::State, fault: Fault<G::Fault>) -> Box<Refusal<G>> {
        let waived = self
            .waived
            .iter()
            .map(|refusal| refusal.fault.code)
            .collect();
        Box::new(Refusal {
            fault,
            at: position.clone(),
            waived,
        })
    }

    fn is_waived(&self, code: Code) -> bool {
        code.can_stand && self.waivers.contains(&code)
    }

    fn record_waived(&mut self, refusal: Box<Refusal<G>>) {
        self.waived.push(*refusal);
    }

    fn canonical(&mut self, turn: impl FnOnce() -> G::Turn) {
        self.canonical = Some(turn());
    }
}

/// Result of one step of judging: a value, or the refusal of the turn.
pub(crate) type Judged<G, W, T = ()> = Result<T, <W as Observer<G>>::Refusal>;

/// State of judging one turn. Each game implements its steps as methods of `Judge`.
pub(crate) struct Judge<'a, G: Rules, W, Notes> {
    pub(crate) setup: &'a G::Setup,
    /// The position after the parts judged so far.
    pub(crate) position: &'a mut G::State,
    pub(crate) observer: &'a mut W,
    /// The game's own state while it judges the turn.
    pub(crate) notes: Notes,
}

impl<G: Rules, W: Observer<G>, Notes> Judge<'_, G, W, Notes> {
    /// Notes a rule that was tested and that the turn satisfies.
    #[inline]
    pub(crate) fn keeps(&mut self, rule: &'static str) {
        self.observer.keeps(rule);
    }

    /// Notes the effect of a part of the turn, which led to the current position.
    #[inline]
    pub(crate) fn record_effect(&mut self, text: impl FnOnce(&G::State) -> StepText) {
        self.observer.record_effect(self.position, text);
    }

    /// Returns the refusal for a fault in the current position.
    #[inline]
    pub(crate) fn refuse(
        &self,
        code: Code,
        rule: &'static str,
        part: Part,
        kind: G::Fault,
    ) -> W::Refusal {
        self.observer.refusal(
            self.position,
            Fault {
                code,
                rule,
                part,
                kind,
            },
        )
    }

    /// Returns true if the record waives faults with this code.
    pub(crate) fn is_waived(&self, code: Code) -> bool {
        self.observer.is_waived(code)
    }

    /// Records the fault if the record waives it, and refuses the turn otherwise.
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
