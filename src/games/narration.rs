//! A turn told part by part: what it did, by which rules, and the positions between.
//!
//! The rules of a game stand once, in [`Rules::play`]; whoever wants to be told them watches it as a [`Observer`].

use crate::findings::Code;

use super::Rules;
use super::fault::{Fault, Refusal};
use super::judge::{FaultObserver, Observer};
use super::rules::Played;

/// What a part of a turn did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepText {
    /// It in words.
    pub what: String,
    /// What the turn as written does not say of it, in words.
    pub unsaid: Option<String>,
}

impl StepText {
    /// What was done, the turn having said it all.
    pub(crate) fn said(what: impl Into<String>) -> Self {
        Self { what: what.into(), unsaid: None }
    }

    /// With what the turn did not say.
    #[must_use]
    pub(crate) fn but_not(self, unsaid: Option<String>) -> Self {
        Self { unsaid, ..self }
    }
}

/// A part of a turn, told.
#[derive(Debug)]
pub struct PartTold<G: Rules + ?Sized> {
    /// What it did.
    pub did: StepText,
    /// The rules that were held against it, in that order; each stands once.
    pub rules: Vec<&'static str>,
    /// Faults that it has and that were let stand.
    pub waived: Vec<Refusal<G>>,
    /// The position after it.
    pub state: G::State,
}

/// A turn, told.
#[derive(Debug)]
pub struct Narration<G: Rules> {
    /// Its parts, as far as they were legal.
    pub parts: Vec<PartTold<G>>,
    /// Rules that were held against what stands behind the last of them.
    pub rules: Vec<&'static str>,
    /// Faults that were let stand there.
    pub waived: Vec<Refusal<G>>,
    /// How judging it ended.
    pub end: Result<Played<G>, Box<Refusal<G>>>,
}

/// Is told a turn while it is judged.
struct Narrator<'a, G: Rules + ?Sized> {
    teller: FaultObserver<'a, G>,
    rules: Vec<&'static str>,
    parts: Vec<PartTold<G>>,
    /// For each of them, how many faults had been passed over by then.
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

/// Judges a turn as [`Rules::judge`] does, and tells it part by part.
pub(crate) fn narrate<G: Rules>(setup: &G::Setup, state: &G::State, turn: &G::Turn, waived: &[Code]) -> Narration<G> {
    let mut after = state.clone();
    let teller = FaultObserver::new(waived);
    let mut narrator = Narrator { teller, rules: Vec::new(), parts: Vec::new(), passed: Vec::new() };
    let end = G::play(setup, &mut after, turn, &mut narrator);
    let Narrator { mut teller, rules, mut parts, passed } = narrator;
    // Each fault goes with the part that it was passed over in.
    let mut refusals = std::mem::take(&mut teller.passed);
    let waived = refusals.split_off(passed.last().copied().unwrap_or(0));
    for (at, part) in parts.iter_mut().enumerate().rev() {
        let before = at.checked_sub(1).and_then(|before| passed.get(before));
        part.waived = refusals.split_off(before.copied().unwrap_or(0));
    }
    Narration { parts, rules, waived, end: end.map(|()| teller.played(turn, after)) }
}

/// `b3, c4 and d5`
pub(crate) fn and(names: impl IntoIterator<Item = impl ToString>) -> String {
    listed(names, "and")
}

/// `b3, c4 or d5`
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
