//! Repairs that have helped: hypotheses that differ before an illegal turn mostly need the same
//! repair, so a repair that helped one of them is tried first for the others.

use std::collections::HashMap;
use std::rc::Rc;

use super::expand::Attempt;
use super::queue::{Outlook, Stage};
use super::{Change, Decoder, Premises};
use crate::games::Game;

/// The maximum number of repairs that are known for one refusal.
const MAX_REPAIRS: usize = 40;

/// Where hypotheses are refused: their premises and the token.
type Place = (Premises, usize);

/// Known facts about the refusals at each place.
pub(super) type Refusals<G> = HashMap<Place, Refusal<G>>;

/// The hypotheses that are refused at one place.
pub(super) struct Refusal<G: Game> {
    /// The changes with which a hypothesis has led farther.
    repairs: Vec<Rc<Change<G>>>,
    nodes: Vec<usize>,
}

impl<G: Game> Default for Refusal<G> {
    fn default() -> Self {
        Self {
            repairs: Vec::new(),
            nodes: Vec::new(),
        }
    }
}

impl<G: Game> Decoder<'_, G> {
    fn refusal_of(&self, node: usize) -> Place {
        let node = &self.nodes[node];
        (node.step.premises, node.refused)
    }

    /// Adds a hypothesis to those that get the repairs of its refusal.
    pub(super) fn wait_for_repairs(&mut self, node: usize) {
        let place = self.refusal_of(node);
        self.refusals.entry(place).or_default().nodes.push(node);
        self.queue_repairs(node);
    }

    /// Keeps a change that has helped a hypothesis against its refusal.
    pub(super) fn learn(&mut self, node: usize, change: &Rc<Change<G>>) {
        let place = self.refusal_of(node);
        let refusal = self.refusals.entry(place).or_default();
        let is_known = refusal.repairs.iter().any(|known| {
            let is_same_place = known.token == change.token && known.replaced == change.replaced;
            let turns = |change: &Change<G>| -> Vec<_> {
                let moves = change.moves.iter();
                moves.map(|played| played.game_turn().cloned()).collect()
            };
            is_same_place && turns(known) == turns(change)
        });
        if is_known || refusal.repairs.len() == MAX_REPAIRS {
            return;
        }
        refusal.repairs.push(Rc::clone(change));
        let others = refusal.nodes.clone();
        for other in others.into_iter().filter(|&other| other != node) {
            self.queue_repairs(other);
        }
    }

    /// Puts a hypothesis into the queue if there are repairs that it has not tried.
    fn queue_repairs(&mut self, node: usize) {
        let place = self.refusal_of(node);
        let hypothesis = &self.nodes[node];
        let Some(refusal) = self.refusals.get(&place).filter(|_| !hypothesis.waits) else {
            return;
        };
        let window = hypothesis.token..hypothesis.until;
        let untried = &refusal.repairs[hypothesis.tried..];
        let fits = untried
            .iter()
            .filter(|change| window.contains(&change.token));
        let Some(least) = fits.map(|change| change.cost).min() else {
            return;
        };
        let reading = &self.readings[hypothesis.step.premises.reading];
        let bound =
            hypothesis.walk.counts.cost + least + reading.least_cost_after(hypothesis.refused);
        let outlook = Outlook {
            left: reading.tokens.len() - hypothesis.refused,
            window: window.len(),
            is_back: hypothesis.is_back,
        };
        self.nodes[node].waits = true;
        self.queue(node, Stage::Known, bound, outlook);
    }

    /// Tries the repairs that have helped others.
    pub(super) fn try_repairs(&mut self, node: usize) {
        let place = self.refusal_of(node);
        let hypothesis = &mut self.nodes[node];
        hypothesis.waits = false;
        let window = hypothesis.token..hypothesis.until;
        let Some(refusal) = self.refusals.get(&place) else {
            return;
        };
        let untried = refusal.repairs[hypothesis.tried..].iter();
        let mut repairs: Vec<Rc<Change<G>>> = untried
            .filter(|change| window.contains(&change.token))
            .cloned()
            .collect();
        hypothesis.tried = refusal.repairs.len();
        repairs.sort_by_key(|change| change.token);

        let premises = hypothesis.step.premises;
        let later = Rc::clone(&hypothesis.later);
        let mut token = hypothesis.token;
        let mut walk = hypothesis.walk.clone();
        for change in repairs {
            while token < change.token {
                match self.advance(premises, &later, &mut walk, token) {
                    Some(next) => token = next,
                    None => return,
                }
            }
            let is_free =
                token == change.token && later.iter().all(|other| other.token != change.token);
            if self.stopped {
                return;
            }
            if is_free {
                let attempt = Attempt {
                    node,
                    token,
                    replaced: change.replaced,
                    cost: change.cost,
                    is_swap: change.is_swap,
                };
                self.attempt(&walk, attempt, &change.moves, None);
            }
        }
    }
}
