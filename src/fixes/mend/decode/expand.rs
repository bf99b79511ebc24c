//! Expands a hypothesis: tries every mistake in its tokens up to the refused one.
//!
//! [`Decoder::expand`] does the work of one [`Stage`]. `try_mistakes` walks through the tokens, and
//! `token_changes.rs` proposes moves in place of each of them, or before it. [`Decoder::attempt`]
//! plays the proposed moves and, if they are legal, reads on from there
//! (`Decoder::read_and_keep`).

use std::rc::Rc;

use super::hypothesis::{Change, Node, Premises, Reached, Step};
use super::queue::Stage;
use super::walk::Walk;
use super::{Decoder, cost};
use crate::games::Game;
use crate::replay::Move;

/// Place and cost of a replacement of tokens.
#[derive(Clone, Copy)]
pub(super) struct Attempt {
    pub(super) node: usize,
    /// The first token.
    pub(super) token: usize,
    /// The number of tokens that are replaced.
    pub(super) replaced: usize,
    pub(super) cost: u32,
    pub(super) is_swap: bool,
}

/// A token of a hypothesis at which mistakes are tried.
pub(super) struct Place<'w, G: Game> {
    pub(super) node: usize,
    pub(super) token: usize,
    pub(super) stage: Stage,
    /// The state before the token.
    pub(super) before: &'w Walk<G>,
    /// The state after the token as written; `None` if it is refused.
    pub(super) after: Option<&'w Walk<G>>,
}

impl<G: Game> Place<'_, G> {
    /// Returns the attempt to replace this token and the ones after it.
    pub(super) fn replacement(&self, replaced: usize, cost: u32) -> Attempt {
        Attempt {
            node: self.node,
            token: self.token,
            replaced,
            cost,
            is_swap: false,
        }
    }
}

impl<G: Game> Decoder<'_, G> {
    /// Expands a hypothesis with the mistakes of one stage.
    pub(super) fn expand(&mut self, node: usize, stage: Stage) {
        match stage {
            Stage::Tags | Stage::LongTags => self.try_tags(stage),
            Stage::Known => self.try_repairs(node),
            Stage::Gap => self.fill_gap(node),
            Stage::Cheap | Stage::Dear | Stage::Dearest | Stage::Missing | Stage::MissingOfMany => {
                self.try_mistakes(node, stage);
            }
        }
    }

    /// Walks through the tokens in which the next mistake of a hypothesis is searched for, and
    /// tries the mistakes of a stage at each of them.
    fn try_mistakes(&mut self, node: usize, stage: Stage) {
        let Node {
            step,
            window,
            refused,
            is_before_change,
            later,
            walk,
            ..
        } = &self.nodes[node];
        let premises = step.premises;
        let refused = *refused;
        let later = Rc::clone(later);
        let end = window.end;
        // A turn may also be missing directly after the window, if that ends before a change.
        let last = if *is_before_change { end } else { refused };
        let mut token = window.start;
        let mut walk = walk.clone();
        while token <= last {
            let mut after = None;
            if token < refused {
                let mut walk_after = walk.clone();
                let next = self.advance(premises, &later, &mut walk_after, token);
                after = next.map(|next| (walk_after, next));
            }
            if self.stopped {
                return;
            }

            let place = Place {
                node,
                token,
                stage,
                before: &walk,
                after: after.as_ref().map(|(walk, _)| walk),
            };
            let mut here = later.iter().filter(|change| change.token == token);
            if matches!(stage, Stage::Missing | Stage::MissingOfMany) {
                if !here.any(|change| change.is_insertion()) {
                    self.try_missing_turns(&place);
                }
            } else {
                let tokens = self.readings[premises.reading].tokens.len();
                let is_unchanged = here.next().is_none();
                if token < tokens.min(end) && is_unchanged {
                    self.try_changes(&place);
                }
            }
            match after {
                Some((walk_after, next)) => (walk, token) = (walk_after, next),
                None => return,
            }
        }
    }

    /// Tries the missing turn before a token whose number skips one, and that only the number is
    /// wrong.
    fn fill_gap(&mut self, node: usize) {
        let walk = self.nodes[node].walk.clone();
        let place = Place {
            node,
            token: self.nodes[node].refused,
            stage: Stage::Gap,
            before: &walk,
            after: None,
        };
        self.try_missing_turns(&place);
        self.attempt(&walk, place.replacement(0, cost::SKIPPED), &[], None);
    }

    /// Plays moves in place of tokens, and reads on. `after_written` is the walk after the tokens
    /// as written, if the moves must lead to another position.
    pub(super) fn attempt(
        &mut self,
        before: &Walk<G>,
        attempt: Attempt,
        moves: &[Move<G>],
        after_written: Option<&Walk<G>>,
    ) {
        let Attempt {
            node,
            token,
            replaced,
            cost,
            is_swap,
        } = attempt;
        let end = token + replaced;
        let overlaps = |other: &Rc<Change<G>>| other.token < end && token < other.end();
        let changes_again = self.nodes[node].later.iter().any(overlaps);
        let is_too_dear = before.counts.cost + cost > self.highest_cost();
        if self.stopped || changes_again || is_too_dear {
            return;
        }

        let change = Rc::new(Change {
            token,
            replaced,
            moves: moves.to_vec(),
            is_swap,
            cost,
        });
        let mut walk = before.clone();
        walk.counts.cost += cost;
        let premises = self.nodes[node].step.premises;
        if !self.play_change(premises, &mut walk, &change) {
            return;
        }
        // Another spelling of the same turn changes nothing.
        let is_same = after_written.is_some_and(|written| {
            written.progress.state == walk.progress.state
                && written.progress.result == walk.progress.result
        });
        if !is_same {
            self.read_on_after_change(node, &change, walk);
        }
    }

    /// Reads on after a change of a hypothesis, unless the same changes were made before in another
    /// order. `walk` is the state after the change. A change that helps is tried first for other
    /// hypotheses with the same refusal.
    fn read_on_after_change(&mut self, node: usize, change: &Rc<Change<G>>, walk: Walk<G>) {
        let parent = &self.nodes[node];
        let premises = parent.step.premises;
        let is_gap = parent.is_gap;
        let mut changes = parent.changes.to_vec();
        changes.push(Rc::clone(change));
        changes.sort_by_key(|change| change.order());
        let key = key_of(premises, &changes);
        if self.known_changes.contains(&key) {
            return;
        }

        let end = change.end();
        let later = parent.later.iter().filter(|other| other.token >= end);
        let reached = Reached {
            walk,
            token: end,
            later: later.cloned().collect(),
            changes: changes.into(),
            cost_of_changes: parent.cost_of_changes + change.cost,
        };
        let step = Step {
            parent: Some(node),
            premises,
            change: Some(Rc::clone(change)),
        };
        // At a gap, the number is explained, even if the next token is refused.
        let farther_than = if is_gap {
            None
        } else {
            Some(self.turn_index(premises.reading, parent.refused))
        };
        if self.read_and_keep(step, reached, farther_than) {
            self.known_changes.insert(key);
            if !is_gap {
                self.learn(node, change);
            }
        }
    }
}

/// Returns the cost of one choice out of `count` equally likely ones.
pub(super) fn cost_of_choice(count: usize) -> u32 {
    let nats = f64::from(u32::try_from(count.max(1)).unwrap_or(u32::MAX)).ln();
    // At most 22,181, the cost for the greatest `u32`, so the conversion loses nothing.
    (nats * 1_000.0).round() as u32
}

/// Returns a text that only hypotheses with the same changes have.
pub(super) fn key_of<G: Game>(premises: Premises, changes: &[Rc<Change<G>>]) -> String {
    let Premises { start, reading } = premises;
    let mut key = format!("{start} {reading}");
    for change in changes {
        key.push_str(&format!("|{} {}", change.token, change.replaced));
        for played in &change.moves {
            key.push(' ');
            key.push_str(&played.to_string());
        }
    }
    key
}
