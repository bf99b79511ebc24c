//! Compares legal turns with a written text, to suggest the most similar ones.
//!
//! A *list* is an action of a turn that follows from the position: removed items (`x…`), or the
//! drawn card. The *core* is a turn without its lists. A written core is compared with the cores of
//! the legal turns too, because its lists may be missing.

use std::borrow::Cow;
use std::ops::ControlFlow;

use super::ranking::{Ranking, TurnForm};
use crate::games::{Game, TurnFilter};
use crate::notation::likeness::{Likeness, NEAR};

/// The maximum number of legal turns compared with the written text.
const MAX_COMPARED: usize = 400;
/// The maximum number of prefixes of legal turns compared with it.
const MAX_PREFIXES: usize = 2_000;
/// The cost of lists that have to be added to the written text.
pub(super) const MISSING_LISTS: u32 = NEAR;
/// Initial capacity for the text of the suggestions, in bytes.
pub(super) const USUAL_WORDS: usize = 64;

/// Visitor that compares legal turns with the written text.
pub(super) struct TurnComparison<'n, 'w> {
    ranking: &'n mut Ranking,
    written: &'w str,
    /// The highest cost at which a first candidate is kept.
    max_first_cost: u32,
    to_whole: Likeness<'w>,
    /// Comparison with the written text without its lists, if it has any.
    to_core: Option<Likeness<'w>>,
    compared: usize,
    /// The number of prefixes compared.
    prefixes: usize,
    /// The turn being compared; its memory is reused.
    text: String,
}

impl<'n, 'w> TurnComparison<'n, 'w> {
    /// Creates the comparison with a written text. `core` is the text without its lists.
    pub(super) fn new(
        ranking: &'n mut Ranking,
        written: &'w str,
        core: &'w str,
        max_first_cost: u32,
    ) -> Self {
        let to_whole = Likeness::to(written);
        let to_core = (core.len() < written.len()).then(|| Likeness::to(core));
        let text = String::with_capacity(USUAL_WORDS);
        Self {
            ranking,
            written,
            max_first_cost,
            to_whole,
            to_core,
            compared: 0,
            prefixes: 0,
            text,
        }
    }

    /// Returns the highest cost at which a candidate can still be suggested.
    fn max_cost(&self) -> u32 {
        let first = self
            .ranking
            .near
            .first()
            .map_or(self.max_first_cost, |near| near.cost);
        self.ranking.max_cost().min(first + NEAR)
    }

    /// Continues until enough turns were compared.
    fn go_on(&self) -> ControlFlow<()> {
        if self.compared < MAX_COMPARED {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }

    fn write<G: Game>(&mut self, turn: &G::Turn) {
        self.compared += 1;
        self.text.clear();
        G::write_turn(turn, &mut self.text);
    }

    /// Compares the turn in `text`, and keeps it if it is similar enough.
    fn compare(&mut self) {
        let max_cost = self.max_cost();
        let text = &self.text;
        let cost_of_whole = self.to_whole.distance(text, max_cost);
        let core = self
            .to_core
            .as_mut()
            .zip(max_cost.checked_sub(MISSING_LISTS));
        let cost_of_core = core
            .and_then(|(to_core, max_cost)| to_core.distance(&without_lists(text), max_cost))
            .map(|cost| cost + MISSING_LISTS);
        if let Some(cost) = cost_of_whole.into_iter().chain(cost_of_core).min() {
            self.ranking
                .keep(cost, self.written, text, TurnForm::Canonical);
        }
    }

    /// Returns true if the prefix in `text` can become a similar turn.
    fn may_become_near(&mut self) -> bool {
        let max_cost = self.max_cost();
        let text = &self.text;
        self.to_whole.lower_bound_for_prefix(text) <= max_cost
            || self.to_core.as_mut().is_some_and(|to_core| {
                let cost = to_core.lower_bound_for_prefix(&without_lists(text));
                cost + MISSING_LISTS <= max_cost
            })
    }
}

impl<G: Game> TurnFilter<G> for TurnComparison<'_, '_> {
    fn show(&mut self, turn: &G::Turn) -> ControlFlow<()> {
        self.write::<G>(turn);
        self.compare();
        self.go_on()
    }

    fn accepts_prefix(&mut self, prefix: &G::Turn) -> ControlFlow<(), bool> {
        self.write::<G>(prefix);
        let is_accepted = self.may_become_near();
        // An accepted prefix is counted when its turn is complete.
        self.compared -= usize::from(is_accepted);
        self.prefixes += 1;
        if self.prefixes < MAX_PREFIXES {
            ControlFlow::Continue(is_accepted)
        } else {
            ControlFlow::Break(())
        }
    }

    fn weight(&mut self, before: Option<char>, part: &str) -> u32 {
        self.to_whole.max_savings_of_part(before, part)
    }

    fn accepts_length(&mut self, length: usize, weight: u32) -> ControlFlow<(), bool> {
        // Deleting the whole text and inserting the turn costs the sum of the lengths. `weight` is
        // an upper bound on what their common parts save, so the difference is a lower bound on the
        // distance. It says nothing about the core.
        let all = u32::try_from(self.written.len() + length).unwrap_or(u32::MAX);
        if self.to_core.is_some() || all.saturating_sub(weight) <= self.max_cost() {
            return ControlFlow::Continue(true);
        }
        self.compared += 1;
        self.go_on().map_continue(|()| false)
    }
}

/// Returns a turn without its lists of removed items and without the drawn card.
pub(super) fn without_lists(turn: &str) -> Cow<'_, str> {
    let is_left_out = |action: &str| action.starts_with('x') || action.starts_with("draw:");
    if !turn.contains(';') && !is_left_out(turn) {
        return turn.into();
    }
    let mut core = String::with_capacity(turn.len());
    for action in turn.split(';').filter(|action| !is_left_out(action)) {
        if !core.is_empty() {
            core.push(';');
        }
        core.push_str(action);
    }
    core.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_left_out() {
        assert_eq!(without_lists("xb2,b3;c3;xd4"), "c3");
        assert_eq!(without_lists("3@+1+0/N;x3,4;swap;draw:7"), "3@+1+0/N;swap");
        for (turn, core) in [
            ("b3;xb2;xc4", "b3"),
            ("b3", "b3"),
            ("xb2", ""),
            ("b3;", "b3;"),
            ("b3;;xb2", "b3;"),
            (";b3", "b3"),
            ("", ""),
        ] {
            assert_eq!(without_lists(turn), core, "{turn}");
        }
    }
}
