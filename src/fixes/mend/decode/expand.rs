//! Expands a hypothesis: tries every slip in its tokens up to the refused one.
//!
//! [`Decoder::expand`] does the work of one [`Stage`]. `try_slips` walks through the tokens;
//! `try_changes` and `try_missing_turns` propose moves at each of them. [`Decoder::attempt`] plays
//! the proposed moves and, if they are legal, reads on from there (`Decoder::reach`).

use std::rc::Rc;

use super::legal_turns::MAX_LISTED;
use super::queue::Stage;
use super::reading::Token;
use super::walk::Walk;
use super::{CHEAP, Change, Decoder, FEW_TURNS, Node, Premises, Reached, Step, cost};
use crate::games::{Game, TurnText};
use crate::notation::is_resignation;
use crate::notation::likeness::MAX_LENGTH;
use crate::replay::Move;

/// The signs that may be left out between two parts of a turn.
const SIGNS_BETWEEN: [&str; 5] = ["", "-", ",", ";", "/"];

/// Place and cost of a replacement of tokens.
#[derive(Clone, Copy)]
pub(super) struct Attempt {
    pub(super) node: usize,
    pub(super) token: usize,
    pub(super) replaced: usize,
    pub(super) cost: u32,
    pub(super) is_swap: bool,
}

/// Returns the cost of one choice out of `count` equally likely ones.
pub(super) fn cost_of_choice(count: usize) -> u32 {
    let nats = f64::from(u32::try_from(count.max(1)).unwrap_or(u32::MAX)).ln();
    // At most 22,181, so nothing is lost.
    (nats * 1_000.0).round() as u32
}

impl<G: Game> Decoder<'_, G> {
    /// Expands a hypothesis with the slips of one stage.
    pub(super) fn expand(&mut self, node: usize, stage: Stage) {
        if matches!(stage, Stage::Tags | Stage::LongTags) {
            self.try_tags(stage);
            return;
        }
        if stage == Stage::Known {
            self.try_repairs(node);
            return;
        }
        if stage == Stage::Gap {
            self.fill_gap(node);
            return;
        }

        self.try_slips(node, stage);
    }

    /// Walks through the tokens in which the next slip of a hypothesis is searched for, and tries
    /// the slips of a stage at each of them.
    fn try_slips(&mut self, node: usize, stage: Stage) {
        let premises = self.nodes[node].step.premises;
        let Node {
            until,
            refused,
            is_back,
            ..
        } = self.nodes[node];
        let tokens = self.readings[premises.reading].tokens.len();
        let later = Rc::clone(&self.nodes[node].later);
        let mut walk = self.nodes[node].walk.clone();
        let mut token = self.nodes[node].token;
        let last = if is_back { until } else { refused };
        while token <= last {
            let after = if token < refused {
                let mut after = walk.clone();
                self.advance(premises, &later, &mut after, token)
                    .map(|next| (after, next))
            } else {
                None
            };
            if self.stopped {
                return;
            }
            let is_free = later.iter().all(|change| change.token != token);
            match stage {
                Stage::Missing | Stage::MissingOfMany => {
                    let is_inserted =
                        |change: &Rc<Change<G>>| change.token == token && change.is_insertion();
                    if !later.iter().any(is_inserted) {
                        self.try_missing_turns(node, stage, &walk, token);
                    }
                }
                _ if token < tokens.min(until) && is_free => {
                    let after = after.as_ref().map(|(walk, _)| walk);
                    self.try_changes(node, stage, &walk, after, token);
                }
                _ => {}
            }
            match after {
                Some((after, next)) => (walk, token) = (after, next),
                None => return,
            }
        }
    }

    /// Tries the missing turn before a token whose number skips one, and that only the number is
    /// wrong.
    fn fill_gap(&mut self, node: usize) {
        let walk = self.nodes[node].walk.clone();
        let token = self.nodes[node].refused;
        let attempt = Attempt {
            node,
            token,
            replaced: 0,
            cost: cost::SKIPPED,
            is_swap: false,
        };
        self.try_missing_turns(node, Stage::Gap, &walk, token);
        self.attempt(&walk, attempt, &[], None);
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
        if self.stopped || changes_again || before.counts.cost + cost > self.highest() {
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
            self.reach_with_change(node, &change, walk);
        }
    }

    /// Reads on after a change of a hypothesis, unless the same changes were made before in another
    /// order. `walk` is the state after the change. A change that helps is tried first for other
    /// hypotheses with the same refusal.
    fn reach_with_change(&mut self, node: usize, change: &Rc<Change<G>>, walk: Walk<G>) {
        let premises = self.nodes[node].step.premises;
        let end = change.end();
        let mut changes = self.nodes[node].changes.to_vec();
        changes.push(Rc::clone(change));
        changes.sort_by_key(|change| (change.token, change.replaced > 0));
        let key = key_of(premises, &changes);
        if self.known.contains(&key) {
            return;
        }
        let parent = &self.nodes[node];
        let later = parent.later.iter().filter(|other| other.token >= end);
        let is_gap = parent.is_gap;
        let farther_than = (!is_gap).then(|| self.place(premises.reading, parent.refused));
        let reached = Reached {
            walk,
            token: end,
            later: later.cloned().collect(),
            changes: changes.into(),
            paid: parent.paid + change.cost,
        };
        let step = Step {
            parent: Some(node),
            premises,
            change: Some(Rc::clone(change)),
        };
        if self.reach(step, reached, farther_than) {
            self.known.insert(key);
            if !is_gap {
                self.learn(node, change);
            }
        }
    }

    /// Tries slips at one token. `after` is the walk after the token as written.
    fn try_changes(
        &mut self,
        node: usize,
        stage: Stage,
        walk: &Walk<G>,
        after: Option<&Walk<G>>,
        token: usize,
    ) {
        let reading = self.nodes[node].step.premises.reading;
        let Token {
            fixed, recorded, ..
        } = &self.readings[reading].tokens[token];
        if recorded.is_not_played() {
            return;
        }
        let fixed = *fixed;
        if !fixed.is_on_two_lines && walk.progress.result.is_none() {
            self.try_other_turns(node, stage, walk, after, token);
        }
        if stage == Stage::Cheap {
            self.try_two_turns(node, walk, token);
            self.try_swap_and_joined_turn(node, walk, after, token);
        }
        if !fixed.stays {
            self.try_no_turn(node, stage, walk, token);
        }
    }

    /// Tries other turns in place of a token.
    fn try_other_turns(
        &mut self,
        node: usize,
        stage: Stage,
        walk: &Walk<G>,
        after: Option<&Walk<G>>,
        token: usize,
    ) {
        let reading = self.nodes[node].step.premises.reading;
        let is_in_stage = |cost: u32| Stage::of_cost(cost) == stage;
        let attempt = |cost: u32| Attempt {
            node,
            token,
            replaced: 1,
            cost,
            is_swap: false,
        };
        let intended = self.intended_turns(reading, token);
        let listed = if token == self.nodes[node].refused {
            self.listed(node, walk, token, &intended)
        } else {
            Rc::new([])
        };
        for (cost, turn) in intended.iter().chain(listed.iter()) {
            if self.stopped {
                return;
            }
            if is_in_stage(*cost) && !self.loses(reading, token, turn, *cost) {
                let moves = [Move::Turn(turn.clone())];
                self.attempt(walk, attempt(*cost), &moves, after);
            }
        }
        let text = &self.readings[reading].tokens[token].text;
        // A known turn is the intended one, whatever the text says.
        let known = self.answers.get(&(walk.counts.moves + 1)).cloned();
        if let Some(known) = known {
            let Some(known) = known else {
                return;
            };
            let cost = self.channel.cost(&known.to_string(), text);
            let cost = cost.min(cost::UNREADABLE);
            if is_in_stage(cost) {
                self.attempt(walk, attempt(cost), &[known], after);
            }
            return;
        }
        let cost = self.channel.cost(crate::notation::RESIGNATION, text);
        if !is_resignation(text) && cost < cost::UNREADABLE && is_in_stage(cost) {
            self.attempt(walk, attempt(cost), &[Move::Resign], after);
        }
    }

    /// Returns true if a turn in place of a token loses information that is nowhere else in the
    /// record: the drawn card (V8.2), or a word that is not a mistyped turn.
    fn loses(&self, reading: usize, token: usize, turn: &G::Turn, cost: u32) -> bool {
        let token = &self.readings[reading].tokens[token];
        let is_word = token.fixed.is_words_or_score && cost > CHEAP;
        if is_word
            && turn
                .to_string()
                .contains(|sign: char| sign.is_ascii_digit())
        {
            return true;
        }
        let Some((action, known_by)) = G::FACTS.turns.drawn else {
            return false;
        };
        token.text.contains(action)
            && self.record.tag(known_by).is_none()
            && !turn.to_string().contains(action)
    }

    /// Tries to read a token as two turns.
    fn try_two_turns(&mut self, node: usize, walk: &Walk<G>, token: usize) {
        let reading = self.nodes[node].step.premises.reading;
        let token_read = &self.readings[reading].tokens[token];
        if !token_read.recorded.is_unreadable() || token_read.text.len() > MAX_LENGTH {
            return;
        }
        let text = token_read.text.clone();
        let attempt = Attempt {
            node,
            token,
            replaced: 1,
            cost: cost::TORN,
            is_swap: false,
        };
        for cut in (2..text.len().saturating_sub(1)).filter(|&cut| text.is_char_boundary(cut)) {
            self.take_text();
            let (first, second) = text.split_at(cut);
            if let (Some(first), Some(second)) = (fast_move(first), fast_move(second)) {
                self.attempt(walk, attempt, &[first, second], None);
            }
        }
    }

    /// Tries to exchange a token with the next one, and to read both as one turn.
    fn try_swap_and_joined_turn(
        &mut self,
        node: usize,
        walk: &Walk<G>,
        after: Option<&Walk<G>>,
        token: usize,
    ) {
        let reading = self.nodes[node].step.premises.reading;
        let tokens = &self.readings[reading].tokens;
        let Some(next) = tokens.get(token + 1) else {
            return;
        };
        let current = &tokens[token];
        let pair = current
            .recorded
            .played()
            .cloned()
            .zip(next.recorded.played().cloned());
        let is_other = current.text != next.text;
        let texts = [current.text.clone(), next.text.clone()];
        let attempt = |cost: u32, is_swap: bool| Attempt {
            node,
            token,
            replaced: 2,
            cost,
            is_swap,
        };
        if let Some((first, second)) = pair
            && is_other
        {
            self.attempt(walk, attempt(cost::SWAPPED, true), &[second, first], None);
        }
        // Two turns that are legal one after the other are not torn.
        if after.is_none() {
            let [first, second] = texts;
            for sign in SIGNS_BETWEEN {
                self.take_text();
                if let Some(joined) = fast_move(&format!("{first}{sign}{second}")) {
                    self.attempt(walk, attempt(cost::TORN, false), &[joined], None);
                }
            }
        }
    }

    /// Tries to leave a token out.
    fn try_no_turn(&mut self, node: usize, stage: Stage, walk: &Walk<G>, token: usize) {
        /// The maximum number of parts of a turn that count.
        const MAX_PARTS: usize = 10;
        let reading = self.nodes[node].step.premises.reading;
        let tokens = &self.readings[reading].tokens;
        let current = &tokens[token];
        let is_twice = token > 0 && tokens[token - 1].text == current.text;
        let has_digit = current.text.contains(|sign: char| sign.is_ascii_digit());
        let cost = if is_twice {
            cost::TWICE
        } else if current.recorded.is_unreadable() && !has_digit {
            cost::WORD
        } else {
            // The more a turn says, the less likely it was made up.
            let parts = current.text.matches([',', ';']).count().min(MAX_PARTS);
            cost::SURPLUS + u32::try_from(parts).unwrap_or(0) * cost::SURPLUS_PART
        };
        if Stage::of_cost(cost) != stage {
            return;
        }
        let attempt = Attempt {
            node,
            token,
            replaced: 1,
            cost,
            is_swap: false,
        };
        self.attempt(walk, attempt, &[], None);
    }

    /// Tries a missing turn before a token, or at the end.
    fn try_missing_turns(&mut self, node: usize, stage: Stage, walk: &Walk<G>, token: usize) {
        if walk.progress.result.is_some() || walk.counts.cost + cost::MISSING > self.highest() {
            return;
        }
        let limit = match stage {
            Stage::Missing => FEW_TURNS + 1,
            _ => MAX_LISTED as usize,
        };
        let mut turns = self.legal_turns(node, walk, limit);
        let are_few = turns.len() <= FEW_TURNS;
        if are_few && stage == Stage::MissingOfMany {
            return;
        }
        // A word is a separate choice: to pass, or to place one of very many pieces.
        if !are_few && stage == Stage::Missing {
            let words = G::FACTS.turns.keywords.iter();
            let parsed = words.filter_map(|word| G::parse_turn(word).ok());
            turns = parsed.collect();
        }
        let attempt = Attempt {
            node,
            token,
            replaced: 0,
            cost: cost::MISSING + cost_of_choice(turns.len()),
            is_swap: false,
        };
        for turn in turns {
            if self.stopped {
                return;
            }
            self.attempt(walk, attempt, &[Move::Turn(turn)], None);
        }
    }
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

/// Parses a move of a common form. The grammar would take many times as long for a text that is not
/// a move, and most are not.
fn fast_move<G: Game>(text: &str) -> Option<Move<G>> {
    if is_resignation(text) {
        return Some(Move::Resign);
    }
    let mut turn = G::Turn::default();
    G::Turn::fast_parse(text.as_bytes(), &mut turn)?;
    Some(Move::Turn(turn))
}
