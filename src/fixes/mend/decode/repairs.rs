//! Repairs: changes that have helped a hypothesis against a refusal.
//!
//! Hypotheses that differ before an illegal turn mostly need the same repair after it. So a repair
//! that helped one of them ([`Decoder::learn`]) is tried first for the others
//! ([`Decoder::try_repairs`]).

use std::collections::HashMap;
use std::rc::Rc;

use super::Decoder;
use super::expand::Attempt;
use super::hypothesis::{Change, Premises};
use super::queue::{Outlook, Stage};
use crate::games::Game;

/// The maximum number of repairs that are known for one refusal.
const MAX_REPAIRS: usize = 40;

/// Known facts about each refusal.
pub(super) type Refusals<G> = HashMap<RefusedToken, Refusal<G>>;

/// A token that is refused under some premises.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct RefusedToken {
    premises: Premises,
    token: usize,
}

/// The hypotheses that are refused at one token.
pub(super) struct Refusal<G: Game> {
    /// The changes with which a hypothesis has led farther.
    repairs: Vec<Rc<Change<G>>>,
    /// The hypotheses.
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
    fn refused_token(&self, node: usize) -> RefusedToken {
        let node = &self.nodes[node];
        RefusedToken {
            premises: node.step.premises,
            token: node.refused,
        }
    }

    /// Adds a hypothesis to those that get the repairs of its refusal.
    pub(super) fn wait_for_repairs(&mut self, node: usize) {
        let refused = self.refused_token(node);
        self.refusals.entry(refused).or_default().nodes.push(node);
        self.queue_repairs(node);
    }

    /// Keeps a change that has helped a hypothesis against its refusal.
    pub(super) fn learn(&mut self, node: usize, change: &Rc<Change<G>>) {
        let refused = self.refused_token(node);
        let refusal = self.refusals.entry(refused).or_default();
        let is_known = refusal.repairs.iter().any(|known| is_same(known, change));
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
        let hypothesis = &self.nodes[node];
        if hypothesis.has_queued_repairs {
            return;
        }
        let costs = self.untried_repairs(node).map(|change| change.cost);
        let Some(least) = costs.min() else {
            return;
        };
        let reading = &self.readings[hypothesis.step.premises.reading];
        let later_cost = reading.least_cost_after(hypothesis.refused);
        let bound = hypothesis.walk.counts.cost + least + later_cost;
        let outlook = Outlook {
            unread: reading.tokens.len() - hypothesis.refused,
            window: hypothesis.window.len(),
            is_before_change: hypothesis.is_before_change,
        };
        self.nodes[node].has_queued_repairs = true;
        self.queue(node, Stage::Known, bound, outlook);
    }

    /// Returns the repairs in the window of a hypothesis that it has not tried.
    fn untried_repairs(&self, node: usize) -> impl Iterator<Item = &Rc<Change<G>>> {
        let hypothesis = &self.nodes[node];
        let refusal = self.refusals.get(&self.refused_token(node));
        let untried = refusal.map_or(&[][..], |refusal| {
            &refusal.repairs[hypothesis.repairs_tried..]
        });
        untried
            .iter()
            .filter(move |change| hypothesis.window.contains(&change.token))
    }

    /// Tries the repairs that have helped others.
    pub(super) fn try_repairs(&mut self, node: usize) {
        let mut repairs: Vec<Rc<Change<G>>> = self.untried_repairs(node).cloned().collect();
        repairs.sort_by_key(|change| change.token);
        let refused = self.refused_token(node);
        let count = self
            .refusals
            .get(&refused)
            .map_or(0, |all| all.repairs.len());
        let hypothesis = &mut self.nodes[node];
        hypothesis.has_queued_repairs = false;
        hypothesis.repairs_tried = count;

        let premises = hypothesis.step.premises;
        let later = Rc::clone(&hypothesis.later);
        let mut token = hypothesis.window.start;
        let mut walk = hypothesis.walk.clone();
        for change in repairs {
            while token < change.token {
                match self.advance(premises, &later, &mut walk, token) {
                    Some(next) => token = next,
                    None => return,
                }
            }
            if self.stopped {
                return;
            }
            // Another change may have replaced the token of the repair.
            let is_at_token = token == change.token;
            let is_changed = later.iter().any(|other| other.token == change.token);
            if is_at_token && !is_changed {
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

/// Returns true if two changes put the same turns in place of the same tokens.
fn is_same<G: Game>(one: &Change<G>, other: &Change<G>) -> bool {
    let turns = |change: &Change<G>| -> Vec<_> {
        let moves = change.moves.iter();
        moves.map(|played| played.game_turn().cloned()).collect()
    };
    one.token == other.token && one.replaced == other.replaced && turns(one) == turns(other)
}
