//! Keeps new hypotheses, and puts them into the queue.
//!
//! [`Decoder::read_and_keep`] reads on from the place that a hypothesis has reached. If it explains
//! the record, it is kept as a [`Complete`]. Otherwise, if it leads far enough, it is a new
//! [`Node`], or two: the second one (`search_before_change`) searches for the next mistake before
//! the last change. Each node comes into the queue once for every [`Stage`] of its expansion.

use std::rc::Rc;

use super::claimed_end::Ending;
use super::expand::cost_of_choice;
use super::hypothesis::{Complete, Node, Premises, Reached, Step};
use super::queue::{Outlook, Queued, Stage};
use super::walk::{Counts, ReadUpTo, Walk};
use super::{
    CHEAP, DEAR, Decoder, FEW_TURNS, KnownMove, LEAST, MAX_COST, MAX_EXPLANATIONS, MAX_NODES, cost,
};
use crate::games::Game;

impl<G: Game> Decoder<'_, G> {
    /// Reads on from a walk, and keeps the hypothesis if it explains the record, or leads farther
    /// than a turn of the record. Returns true if it is kept.
    pub(super) fn read_and_keep(
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
        // Where the record claims another end, a mistake in the turns may be the reason as well.
        let refused_turn = self.turn_index(premises.reading, read.refused);
        let leads_farther = farther_than.is_none_or(|turn| refused_turn > turn);
        if !agrees && leads_farther {
            is_kept |= self.keep_node(step, reached, &read);
        }
        is_kept
    }

    /// Keeps a hypothesis that has read all tokens, with one way to explain the end of the record.
    /// Returns false if it costs too much, or contradicts the answers of the user.
    fn keep_explanation(&mut self, step: &Step<G>, ending: Ending, counts: &Counts) -> bool {
        let cost = counts.cost + ending.cost;
        let moves = counts.moves;
        let mut known_moves = self.known_moves.iter();
        // The user knows a turn after the end of this game.
        let is_too_short =
            known_moves.any(|(&turn, known)| matches!(known, KnownMove::Move(_)) && turn > moves);
        if cost > self.highest_cost() || is_too_short {
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

    /// Keeps a hypothesis, to search for its next mistake. Returns false if it costs too much.
    fn keep_node(&mut self, step: Step<G>, reached: Reached<G>, read: &ReadUpTo<G>) -> bool {
        let node = Node {
            step,
            window: reached.token..read.refused + 1,
            walk: reached.walk,
            is_before_change: false,
            later: reached.later,
            changes: reached.changes,
            cost_of_changes: reached.cost_of_changes,
            refused: read.refused,
            is_gap: read.is_gap,
            legal_moves: read.walk.counts.moves,
            repairs_tried: 0,
            has_queued_repairs: false,
            twins: Vec::new(),
        };
        let least = if read.is_gap { cost::MISSING } else { LEAST };
        let bound = read.walk.counts.cost + least + self.least_cost_after_refusal(&node);
        if bound > self.highest_cost() {
            return false;
        }
        // There may be two new nodes.
        if self.nodes.len() + 1 >= MAX_NODES {
            self.stopped = true;
            return false;
        }

        if read.is_gap {
            self.add_gap(node, &read.walk, bound);
            return true;
        }
        let before_change = self.search_before_change(&node);
        if let Some(node) = self.merge(node) {
            self.add_node(node);
        }
        if let Some(node) = before_change {
            self.add_node(node);
        }
        true
    }

    /// Returns the least cost of the mistakes after the refused token of a node.
    fn least_cost_after_refusal(&self, node: &Node<G>) -> u32 {
        self.readings[node.step.premises.reading].least_cost_after(node.refused)
    }

    /// Adds a node whose refused token has a number that shows the place of the mistake, and puts
    /// it into the queue. `walk` is the state before this token.
    fn add_gap(&mut self, node: Node<G>, walk: &Walk<G>, bound: u32) {
        let node = Node {
            walk: walk.clone(),
            window: node.refused..node.window.end,
            ..node
        };
        let outlook = Outlook {
            unread: self.unread_tokens(&node),
            window: 1,
            is_before_change: false,
        };
        if let Some(node) = self.merge(node) {
            self.queue(self.nodes.len(), Stage::Gap, bound, outlook);
            self.nodes.push(node);
        }
    }

    /// Returns the node that searches for a mistake before the last change of another one.
    fn search_before_change(&self, node: &Node<G>) -> Option<Node<G>> {
        let change = node.step.change.as_ref()?;
        if change.token == 0 {
            return None;
        }
        let Premises { start, reading } = node.step.premises;
        let counts = Counts {
            moves: 0,
            added: 0,
            ahead: self.readings[reading].first_ahead(),
            cost: node.cost_of_changes,
        };
        let progress = self.starts[start].trial.start();
        Some(Node {
            step: node.step.clone(),
            window: 0..change.token,
            walk: Walk { progress, counts },
            is_before_change: true,
            later: Rc::clone(&node.changes),
            changes: Rc::clone(&node.changes),
            twins: Vec::new(),
            ..*node
        })
    }

    /// Adds a node, and puts it into the queue for every stage.
    fn add_node(&mut self, node: Node<G>) {
        let index = self.nodes.len();
        let outlook = Outlook {
            unread: self.unread_tokens(&node),
            window: node.window.len(),
            is_before_change: node.is_before_change,
        };
        let cost = node.walk.counts.cost + self.least_cost_after_refusal(&node);
        let cheap = self.least_in_window(&node);
        // Each stage with the least cost of the mistakes that it tries.
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
        for (stage, least) in stages {
            self.queue(index, stage, cost + least, outlook);
        }
        self.wait_for_repairs(index);
    }

    /// Returns the number of tokens that a node has not read.
    fn unread_tokens(&self, node: &Node<G>) -> usize {
        self.readings[node.step.premises.reading].tokens.len() - node.refused
    }

    /// Returns the least cost of a likely mistake in the window of a node.
    fn least_in_window(&mut self, node: &Node<G>) -> u32 {
        let has_refused_token = node.window.end > node.refused;
        if has_refused_token {
            return LEAST;
        }
        let reading = node.step.premises.reading;
        let each = node
            .window
            .clone()
            .map(|token| self.least_in_legal_token(reading, token));
        each.min().unwrap_or(MAX_COST)
    }

    /// Puts a stage of a hypothesis into the queue.
    pub(super) fn queue(&mut self, node: usize, stage: Stage, bound: u32, outlook: Outlook) {
        if bound > self.highest_cost() {
            return;
        }
        let mut queued = Queued::new(node, stage, bound, outlook);
        if self.is_explained {
            queued = queued.postponed_above(self.likely_cost());
        }
        self.queue.push(queued);
    }
}
