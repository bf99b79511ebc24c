//! Tries two wrong characters in one turn, and turns that were cut short.

use std::ops::ControlFlow;

use super::candidate::cost;
use super::search::{PARSING_COST, Search};
use crate::games::{Game, TurnFilter};
use crate::notation::likeness::{Likeness, MAX_LENGTH};
use crate::notation::retyped;

/// Distance of two characters that are not near the written ones.
const TWO_CHARACTERS: u32 = 4;
/// Maximum distance for a text that has hardly more characters than these two.
const TWO_OF_A_SHORT_TEXT: u32 = 2;
/// The maximum length of such a text, in bytes.
const SHORT: usize = 3;
/// The maximum number of turns, and prefixes of turns, compared with the written one.
const MAX_SHOWN: usize = 3_000;

impl<G: Game> Search<'_, G> {
    /// Tries the legal turns that differ in two characters from the turn at index `at`, or start
    /// with it.
    pub(super) fn try_two_typos_at(&mut self, at: usize) -> ControlFlow<()> {
        let Some(trial) = self.trial.clone() else {
            return ControlFlow::Continue(());
        };
        let written = self.text(at);
        if written.len() > MAX_LENGTH || self.reached[at].result.is_some() {
            return ControlFlow::Continue(());
        }
        let plain = retyped(written, G::ID).map(|retyped| retyped.text);
        let written = plain.as_deref().unwrap_or(written);
        let most = if written.len() <= SHORT {
            TWO_OF_A_SHORT_TEXT
        } else {
            TWO_CHARACTERS
        };
        let like = self.written[at].game_turn().cloned();
        let mut near = Near::<G> {
            written,
            most,
            likeness: Likeness::to(written),
            text: String::new(),
            shown: 0,
            found: Vec::new(),
        };
        let begun = G::beginnings(written);
        let mut likes: Vec<Option<G::Turn>> = begun.into_iter().map(Some).collect();
        // What looks like a beginning may be the two wrong characters.
        likes.push(like);
        for like in likes {
            let walked = G::turns_like(
                trial.setup(),
                &self.reached[at].state,
                like.as_ref(),
                &mut near,
            );
            self.hit_limit |= walked.is_break();
        }
        self.work.take(PARSING_COST * near.shown as u64)?;
        for (turn, distance) in near.found {
            let cost = if distance < TWO_CHARACTERS {
                cost::TWO
            } else {
                cost::TWO + 1
            };
            let text = turn.to_string();
            self.try_replacement(at, turn, cost, distance, &|| text.clone())?;
        }
        ControlFlow::Continue(())
    }
}

/// Visitor that collects legal turns similar to a text.
struct Near<'w, G: Game> {
    written: &'w str,
    most: u32,
    likeness: Likeness<'w>,
    /// The turn being compared; its memory is reused.
    text: String,
    shown: usize,
    found: Vec<(G::Turn, u32)>,
}

impl<G: Game> Near<'_, G> {
    fn write(&mut self, turn: &G::Turn) {
        self.shown += 1;
        self.text.clear();
        G::write_turn(turn, &mut self.text);
    }
}

impl<G: Game> TurnFilter<G> for Near<'_, G> {
    fn show(&mut self, turn: &G::Turn) -> ControlFlow<()> {
        self.write(turn);
        let is_cut_short = self.written.len() > 1 && self.text.starts_with(self.written);
        let distance = self.likeness.distance(&self.text, self.most);
        let distance = distance.or_else(|| is_cut_short.then_some(self.most));
        self.found
            .extend(distance.map(|distance| (turn.clone(), distance)));
        if self.shown < MAX_SHOWN {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }

    fn accepts_prefix(&mut self, begun: &G::Turn) -> ControlFlow<(), bool> {
        self.write(begun);
        if self.shown >= MAX_SHOWN {
            return ControlFlow::Break(());
        }
        let accepts_prefix = self.text.starts_with(self.written)
            || self.written.starts_with(&self.text)
            || self.likeness.least_of_beginning(&self.text) <= self.most;
        ControlFlow::Continue(accepts_prefix)
    }
}
