//! Compares legal turns with a written text, to suggest the most similar ones.

use std::borrow::Cow;
use std::ops::ControlFlow;

use super::ranking::Ranking;
use crate::games::{Game, TurnFilter};
use crate::notation::likeness::{Likeness, NEAR};

/// The maximum number of legal turns compared with the written text.
const MAX_COMPARED: usize = 400;
/// The maximum number of prefixes of legal turns compared with it.
const MAX_BEGUN: usize = 2_000;
/// Initial capacity for the text of the suggestions, in bytes.
pub(super) const USUAL_WORDS: usize = 64;

/// Visitor that compares legal turns with the written text.
pub(super) struct Listing<'n, 'w> {
    ranking: &'n mut Ranking,
    written: &'w str,
    /// The highest cost at which a first candidate is kept.
    longest: u32,
    to_whole: Likeness<'w>,
    /// Comparison with the written text without its lists, if it has any.
    to_core: Option<Likeness<'w>>,
    compared: usize,
    /// The number of prefixes compared.
    begun: usize,
    /// The turn being compared; its memory is reused.
    text: String,
}

impl<'n, 'w> Listing<'n, 'w> {
    /// Creates the comparison with a written text. `core` is the text without its lists.
    pub(super) fn new(
        ranking: &'n mut Ranking,
        written: &'w str,
        core: &'w str,
        longest: u32,
    ) -> Self {
        let to_whole = Likeness::to(written);
        let to_core = (core.len() < written.len()).then(|| Likeness::to(core));
        let text = String::with_capacity(USUAL_WORDS);
        Self {
            ranking,
            written,
            longest,
            to_whole,
            to_core,
            compared: 0,
            begun: 0,
            text,
        }
    }

    /// Returns the highest cost at which a candidate can still be suggested.
    fn most(&self) -> u32 {
        let first = self
            .ranking
            .near
            .first()
            .map_or(self.longest, |near| near.cost);
        self.ranking.most().min(first + NEAR)
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
        let most = self.most();
        let text = &self.text;
        let whole = self.to_whole.distance(text, most);
        let core = self.to_core.as_mut().zip(most.checked_sub(NEAR));
        let completed = core.and_then(|(core, most)| core.distance(&without_lists(text), most));
        let completed = completed.map(|cost| cost + NEAR);
        if let Some(cost) = whole.into_iter().chain(completed).min() {
            self.ranking.keep(cost, self.written, text, true);
        }
    }

    /// Returns true if the prefix in `text` can become a similar turn.
    fn is_near_so_far(&mut self) -> bool {
        let most = self.most();
        let text = &self.text;
        let completed =
            |core: &mut Likeness<'_>| core.least_of_beginning(&without_lists(text)) + NEAR <= most;
        self.to_whole.least_of_beginning(text) <= most
            || self.to_core.as_mut().is_some_and(completed)
    }
}

impl<G: Game> TurnFilter<G> for Listing<'_, '_> {
    fn show(&mut self, turn: &G::Turn) -> ControlFlow<()> {
        self.write::<G>(turn);
        self.compare();
        self.go_on()
    }

    fn accepts_prefix(&mut self, begun: &G::Turn) -> ControlFlow<(), bool> {
        self.write::<G>(begun);
        let accepts_prefix = self.is_near_so_far();
        // An accepted prefix is counted when its turn is complete.
        self.compared -= usize::from(accepts_prefix);
        self.begun += 1;
        if self.begun < MAX_BEGUN {
            ControlFlow::Continue(accepts_prefix)
        } else {
            ControlFlow::Break(())
        }
    }

    fn weight(&mut self, before: Option<char>, part: &str) -> u32 {
        self.to_whole.in_common_with_part(before, part)
    }

    fn accepts_length(&mut self, length: usize, weight: u32) -> ControlFlow<(), bool> {
        let all = u32::try_from(self.written.len() + length).unwrap_or(u32::MAX);
        if self.to_core.is_some() || all.saturating_sub(weight) <= self.most() {
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
