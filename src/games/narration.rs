//! Narration of a turn, part by part: the effect of each part, the rules applied, and the positions between.
//!
//! [`Rules::play`] remains the only implementation of the rules. The narrator is an [`Observer`] of it.

use crate::findings::Code;

use super::Rules;
use super::fault::{Fault, Refusal};
use super::judge::{FaultObserver, Observer};
use super::rules::Played;

/// Effect of a part of a turn, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepText {
    /// The effect.
    pub what: String,
    /// The part of the turn that its notation leaves implicit, in words.
    pub unsaid: Option<String>,
}

impl StepText {
    /// Creates the text of an effect that the turn states in full.
    pub(crate) fn said(what: impl Into<String>) -> Self {
        Self { what: what.into(), unsaid: None }
    }

    /// Adds what the turn leaves unstated.
    #[must_use]
    pub(crate) fn but_not(self, unsaid: Option<String>) -> Self {
        Self { unsaid, ..self }
    }
}

/// A narrated part of a turn.
#[derive(Debug)]
pub struct PartTold<G: Rules + ?Sized> {
    /// The effect of the part.
    pub did: StepText,
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
    pub parts: Vec<PartTold<G>>,
    /// Rules that were tested after the last of these parts.
    pub rules: Vec<&'static str>,
    /// Faults waived after the last of these parts.
    pub waived: Vec<Refusal<G>>,
    /// The outcome of judging.
    pub end: Result<Played<G>, Box<Refusal<G>>>,
}

/// Observer that narrates a turn while it is judged.
struct Narrator<'a, G: Rules + ?Sized> {
    teller: FaultObserver<'a, G>,
    rules: Vec<&'static str>,
    parts: Vec<PartTold<G>>,
    /// For each part, the number of faults waived up to its end.
    passed: Vec<usize>,
}

impl<G: Rules + ?Sized> Observer<G> for Narrator<'_, G> {
    type Refusal = Box<Refusal<G>>;
    const REPORTS: bool = true;
    const NARRATES: bool = true;

    fn refusal(&self, position: &G::State, fault: Fault<G::Fault>) -> Box<Refusal<G>> {
        self.teller.refusal(position, fault)
    }

    fn is_waived(&self, code: Code) -> bool {
        self.teller.is_waived(code)
    }

    fn record_waived(&mut self, refusal: Box<Refusal<G>>) {
        self.teller.record_waived(refusal);
    }

    fn canonical(&mut self, turn: impl FnOnce() -> G::Turn) {
        self.teller.canonical(turn);
    }

    fn keeps(&mut self, rule: &'static str) {
        if !self.rules.contains(&rule) {
            self.rules.push(rule);
        }
    }

    fn did(&mut self, position: &G::State, did: impl FnOnce(&G::State) -> StepText) {
        let rules = std::mem::take(&mut self.rules);
        self.parts.push(PartTold { did: did(position), rules, waived: Vec::new(), state: position.clone() });
        self.passed.push(self.teller.passed.len());
    }
}

/// Judges a turn as [`Rules::judge`] does, and narrates it part by part.
pub(crate) fn narrate<G: Rules>(setup: &G::Setup, state: &G::State, turn: &G::Turn, waived: &[Code]) -> Narration<G> {
    let mut after = state.clone();
    let teller = FaultObserver::new(waived);
    let mut narrator = Narrator { teller, rules: Vec::new(), parts: Vec::new(), passed: Vec::new() };
    let end = G::play(setup, &mut after, turn, &mut narrator);
    let Narrator { mut teller, rules, mut parts, passed } = narrator;
    // Assign each waived fault to the part in which it occurred.
    let mut refusals = std::mem::take(&mut teller.passed);
    let waived = refusals.split_off(passed.last().copied().unwrap_or(0));
    for (at, part) in parts.iter_mut().enumerate().rev() {
        let before = at.checked_sub(1).and_then(|before| passed.get(before));
        part.waived = refusals.split_off(before.copied().unwrap_or(0));
    }
    Narration { parts, rules, waived, end: end.map(|()| teller.played(turn, after)) }
}

/// Joins names: `b3, c4 and d5`.
pub(crate) fn and(names: impl IntoIterator<Item = impl ToString>) -> String {
    listed(names, "and")
}

/// Joins names: `b3, c4 or d5`.
pub(crate) fn or(names: impl IntoIterator<Item = impl ToString>) -> String {
    listed(names, "or")
}

fn listed(names: impl IntoIterator<Item = impl ToString>, word: &str) -> String {
    let names: Vec<String> = names.into_iter().map(|name| name.to_string()).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}
