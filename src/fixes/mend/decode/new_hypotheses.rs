//! Keeps new hypotheses, and puts them into the queue.
//!
//! [`Decoder::reach`] reads on from the place that a hypothesis has reached. If it explains the
//! record, it is kept as a [`Complete`]. Otherwise, if it leads far enough, it is a new [`Node`],
//! or two: the second one (`back_of`) searches for the next slip before the last change. Each
//! node comes into the queue once for every [`Stage`] of its expansion.

use std::rc::Rc;

use super::end::Ending;
use super::expand::cost_of_choice;
use super::queue::{Outlook, Queued, Stage};
use super::walk::{Counts, ReadUpTo, Walk};
use super::{
    CHEAP, Complete, DEAR, Decoder, FEW_TURNS, LEAST, MAX_COST, MAX_EXPLANATIONS, MAX_NODES, Node,
    PROOF, Premises, Reached, Step, cost,
};
use crate::games::Game;

impl<G: Game> Decoder<'_, G> {
    /// Reads on from a walk, and keeps the hypothesis if it explains the record, or leads farther
    /// than its parent. Returns true if it is kept.
    pub(super) fn reach(
        &mut self,
        step: Step<G>,
        reached: Reached<G>,
        farther_than: Option<usize>,
    ) -> bool {
        let premises = step.premises;
        let from = reached.walk.clone();
        let Some(read) = self.read_on(premises, from, reached.token, &reached.later) else {
            return false;
        };

        let mut agrees = false;
        let mut is_kept = false;
        if read.is_whole {
            for ending in self.endings_at(premises.start, &read.walk) {
                agrees |= ending.agrees();
                is_kept |= self.keep_explanation(&step, ending, &read.walk.counts);
            }
        }
        let place = self.place(premises.reading, read.refused);
        let leads_farther = farther_than.is_none_or(|than| place > than);
        if agrees || !leads_farther {
            return is_kept;
        }
        self.keep_node(step, reached, &read) || is_kept
    }

    /// Keeps a hypothesis that has read all tokens, with one way to explain the end of the record.
    /// Returns false if it costs too much, or contradicts the answers of the user.
    fn keep_explanation(&mut self, step: &Step<G>, ending: Ending, counts: &Counts) -> bool {
        let cost = counts.cost + ending.cost;
        let moves = counts.moves;
        let mut answers = self.answers.iter();
        // The user knows a turn after the end of this game.
        let is_short = answers.any(|(&turn, known)| known.is_some() && turn > moves);
        if cost > self.highest() || is_short {
            return false;
        }
        if self.complete.len() >= MAX_EXPLANATIONS {
            self.stopped = true;
            return false;
        }
        self.best = self.best.min(cost);
        self.complete.push(Complete {
            step: step.clone(),
            ending,
            cost,
            moves,
            ahead: counts.ahead,
        });
        true
    }

    /// Keeps a hypothesis, to search for its next slip. Returns false if it costs too much.
    fn keep_node(&mut self, step: Step<G>, reached: Reached<G>, read: &ReadUpTo<G>) -> bool {
        let refused = read.refused;
        let tokens = self.readings[step.premises.reading].tokens.len();
        let node = Node {
            walk: reached.walk,
            token: reached.token,
            until: refused + 1,
            is_back: false,
            later: reached.later,
            changes: reached.changes,
            paid: reached.paid,
            refused,
            is_gap: read.is_gap,
            legal: read.walk.counts.moves,
            tried: 0,
            waits: false,
            twins: Vec::new(),
            step,
        };
        let needs = self.readings[node.step.premises.reading].least_cost_after(refused);
        let least = if read.is_gap { cost::MISSING } else { LEAST };
        if read.walk.counts.cost + least + needs > self.highest() {
            return false;
        }
        if self.nodes.len() + 1 >= MAX_NODES {
            self.stopped = true;
            return false;
        }
        if read.is_gap {
            // The number shows the place of the mistake.
            let node = Node {
                walk: read.walk.clone(),
                token: refused,
                ..node
            };
            let Some(node) = self.merge(node) else {
                return true;
            };
            let bound = read.walk.counts.cost + cost::MISSING + needs;
            let outlook = Outlook {
                left: tokens - refused,
                window: 1,
                is_back: false,
            };
            self.queue(self.nodes.len(), Stage::Gap, bound, outlook);
            self.nodes.push(node);
            return true;
        }

        let back = self.back_of(&node);
        if let Some(node) = self.merge(node) {
            self.queue_all_stages(node, needs, tokens);
        }
        if let Some(back) = back {
            self.queue_all_stages(back, needs, tokens);
        }
        true
    }

    /// Returns the node that searches for a mistake before the last change of another one.
    fn back_of(&self, node: &Node<G>) -> Option<Node<G>> {
        let change = node.step.change.as_ref()?;
        if change.token == 0 {
            return None;
        }
        let Premises { start, reading } = node.step.premises;
        let counts = Counts {
            moves: 0,
            added: 0,
            ahead: self.readings[reading].first_ahead(),
            cost: node.paid,
        };
        let progress = self.starts[start].trial.start();
        Some(Node {
            step: node.step.clone(),
            walk: Walk { progress, counts },
            token: 0,
            until: change.token,
            is_back: true,
            later: Rc::clone(&node.changes),
            changes: Rc::clone(&node.changes),
            twins: Vec::new(),
            ..*node
        })
    }

    /// Adds a node, and puts it into the queue for every stage.
    fn queue_all_stages(&mut self, node: Node<G>, needs: u32, tokens: usize) {
        let index = self.nodes.len();
        let outlook = Outlook {
            left: tokens - node.refused,
            window: node.until - node.token,
            is_back: node.is_back,
        };
        let cost = node.walk.counts.cost + needs;
        let cheap = self.least_in(&node);
        let stages = [
            (Stage::Cheap, cheap),
            (Stage::Dear, CHEAP),
            (Stage::Dearest, DEAR),
            (Stage::Missing, cost::MISSING),
            (
                Stage::MissingOfMany,
                cost::MISSING + cost_of_choice(FEW_TURNS),
            ),
        ];
        self.nodes.push(node);
        for (stage, more) in stages {
            self.queue(index, stage, cost + more, outlook);
        }
        self.wait_for_repairs(index);
    }

    /// Returns the least cost of a likely slip in the tokens of a hypothesis.
    fn least_in(&mut self, node: &Node<G>) -> u32 {
        if node.until > node.refused {
            return LEAST;
        }
        let tokens = node.token..node.until;
        let each = tokens.map(|token| self.least_at(node.step.premises.reading, token));
        each.min().unwrap_or(MAX_COST)
    }

    /// Puts a stage of a hypothesis into the queue.
    pub(super) fn queue(&mut self, node: usize, stage: Stage, bound: u32, outlook: Outlook) {
        if bound > self.highest() {
            return;
        }
        let queued = Queued::new(node, stage, bound, outlook);
        self.queue.push(if self.is_explained {
            queued.needed_up_to(self.best + PROOF)
        } else {
            queued
        });
    }
}
