//! Narration of a turn, part by part: the effect of each part, the rules applied, and the positions
//! between.
//!
//! [`Rules::play`] remains the only implementation of the rules. The narrator is an [`Observer`] of
//! it.

use crate::findings::Code;

use super::Rules;
use super::fault::{Fault, Refusal};
use super::judge::{FaultObserver, Observer};
use super::rules_trait::Played;

/// Effect of a part of a turn, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepText {
    /// The effect.
    pub effect: String,
    /// The part of the turn that its notation leaves implicit, in words.
    pub implicit: Option<String>,
}

impl StepText {
    /// Creates the text of an effect that the turn states in full.
    pub(crate) fn new(effect: impl Into<String>) -> Self {
        Self {
            effect: effect.into(),
            implicit: None,
        }
    }

    /// Adds what the turn leaves unstated.
    #[must_use]
    pub(crate) fn with_implicit(self, implicit: Option<String>) -> Self {
        Self { implicit, ..self }
    }
}

/// A narrated part of a turn.
#[derive(Debug)]
pub struct NarratedPart<G: Rules + ?Sized> {
    /// The effect of the part.
    pub text: StepText,
    /// The rules that were tested and satisfied, in order and without repeats.
    pub rules: Vec<&'static str>,
    /// Faults of the part that were waived.
    pub waived: Vec<Refusal<G>>,
    /// The position after the part.
    pub state: G::State,
}

/// A narrated turn.
#[derive(Debug)]
pub struct Narration<G: Rules> {
    /// The parts of the turn, up to the first fault.
    pub parts: Vec<NarratedPart<G>>,
    /// Rules that were tested after the last of these parts.
    pub rules: Vec<&'static str>,
    /// Faults waived after the last of these parts.
    pub waived: Vec<Refusal<G>>,
    /// The outcome of judging. It does not repeat the faults waived in the parts.
    pub end: Result<Played<G>, Box<Refusal<G>>>,
}

/// Judges a turn as [`Rules::judge`] does, and narrates it part by part.
pub(crate) fn narrate<G: Rules>(
    setup: &G::Setup,
    state: &G::State,
    turn: &G::Turn,
    waived: &[Code],
) -> Narration<G> {
    let mut after = state.clone();
    let mut narrator = Narrator {
        observer: FaultObserver::new(waived),
        rules: Vec::new(),
        parts: Vec::new(),
    };
    let end = G::play(setup, &mut after, turn, &mut narrator);

    let Narrator {
        mut observer,
        rules,
        parts,
    } = narrator;
    let waived = std::mem::take(&mut observer.waived);
    Narration {
        parts,
        rules,
        waived,
        end: end.map(|()| observer.played(turn, after)),
    }
}

/// Observer that narrates a turn while it is judged.
struct Narrator<'a, G: Rules + ?Sized> {
    /// Collects the faults since the last part.
    observer: FaultObserver<'a, G>,
    /// The rules that were tested since the last part.
    rules: Vec<&'static str>,
    parts: Vec<NarratedPart<G>>,
}

impl<G: Rules + ?Sized> Observer<G> for Narrator<'_, G> {
    type Refusal = Box<Refusal<G>>;
    const REPORTS: bool = true;
    const NARRATES: bool = true;

    fn refusal(&self, position: &G::State, fault: Fault<G::Fault>) -> Box<Refusal<G>> {
        self.observer.refusal(position, fault)
    }

    fn is_waived(&self, code: Code) -> bool {
        self.observer.is_waived(code)
    }

    fn record_waived(&mut self, refusal: Box<Refusal<G>>) {
        self.observer.record_waived(refusal);
    }

    fn canonical(&mut self, turn: impl FnOnce() -> G::Turn) {
        self.observer.canonical(turn);
    }

    fn keeps(&mut self, rule: &'static str) {
        if !self.rules.contains(&rule) {
            self.rules.push(rule);
        }
    }

    fn record_effect(&mut self, position: &G::State, text: impl FnOnce(&G::State) -> StepText) {
        self.parts.push(NarratedPart {
            text: text(position),
            rules: std::mem::take(&mut self.rules),
            waived: std::mem::take(&mut self.observer.waived),
            state: position.clone(),
        });
    }
}
