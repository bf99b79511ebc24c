//! Result of a search: the likely games with their weights, and whether the first one may be
//! applied without asking.
//!
//! [`Decoder::into_decoding`] takes the hypotheses that explain the record. Each, with its twins
//! ([`super::twin_hypotheses`]), becomes a game with its edits; ways to the same game count as one.
//! The cost of a game becomes its weight. The weights are shares of all games, including those that
//! the search did not reach. If nothing explains the record, the result is the hypotheses that lead
//! farther than the record as written.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::Decoder;
use super::hypothesis::{Change, Complete, Node, Premises, Step};
use super::question_to_user::{best_question, likely_turns_at};
use super::reading::Token;
use super::twin_hypotheses::Way;
use crate::fixes::mend::Question;
use crate::fixes::mend::edit::Edit;
use crate::fixes::mend::fix::rank;
use crate::games::Game;

/// The share of the weight that belongs to games with mistakes which the channel does not know:
/// legal turns that were not intended, or kinds of mistakes without a cost. The channel is
/// [`crate::notation::likeness::Channel`].
const UNKNOWN: f64 = 0.01;
/// The maximum number of games that are distinguished by their turns.
const MAX_GAMES: usize = 2_000;
/// The maximum number of texts of turns in these games; of long games, fewer are distinguished.
const MAX_TEXTS: usize = 400_000;
/// The number of games that are distinguished, however long they are.
const MIN_GAMES: usize = 10;

/// A game that the record may mean, and the changes that lead to it.
#[derive(Clone, Debug)]
pub(crate) struct Explanation {
    pub(crate) edits: Vec<Edit>,
    /// The common reason for several edits.
    pub(crate) reason: Option<String>,
    /// The cost, in thousandths of a nat.
    pub(crate) cost: u32,
    /// The number of legal turns.
    pub(crate) legal: u32,
    /// True if all turns are legal.
    pub(crate) complete: bool,
    /// True if the end agrees with the claims of the record.
    pub(crate) agrees: bool,
    /// True if the written numbers also count the turns, so no turn is missing or superfluous.
    pub(crate) numbers_agree: bool,
    /// The probability, given the channel, from 0 to 1.
    pub(crate) weight: f64,
}

/// Result of a search, independent of the game.
#[derive(Clone, Debug)]
pub(crate) struct Decoding {
    /// The games, the likeliest first.
    pub(crate) found: Vec<Explanation>,
    /// True if nothing likelier than the first game, or about as likely, was left out.
    pub(crate) proved: bool,
    /// True if the budget sufficed.
    pub(crate) exhaustive: bool,
    /// The judged turns.
    pub(crate) judged: u64,
    pub(crate) question: Option<Question>,
    /// The turns of the likely games at the place that the caller asks about, the likeliest first.
    pub(crate) values: Vec<String>,
}

/// A game that explains the record, with its turns.
pub(super) struct LikelyGame {
    pub(super) explanation: Explanation,
    pub(super) turns: Vec<String>,
    /// The token of the last change.
    last_change: usize,
}

impl<G: Game> Decoder<'_, G> {
    /// Returns the result of the search. `budget` is the number of turns that it might judge, and
    /// `asked` is a turn whose likely values the caller wants.
    pub(super) fn into_decoding(mut self, budget: u64, asked: Option<u32>) -> Decoding {
        let lowest_open_bound = self.queue.iter().map(|queued| queued.bound).min();
        let mut complete = std::mem::take(&mut self.complete);
        let highest = self.highest_cost();
        complete.retain(|complete| complete.cost <= highest);
        complete.sort_by_key(|complete| complete.cost);
        let turns_of_a_game = self.readings[0].tokens.len().max(1);
        let max_games = (MAX_TEXTS / turns_of_a_game).clamp(MIN_GAMES, MAX_GAMES);
        complete.truncate(max_games);

        let mut likely = self.distinct_games(&complete, max_games);
        self.share_weight(&mut likely, lowest_open_bound);
        order_by_weight(&mut likely);

        let question = best_question(&likely);
        let values = asked.map_or_else(Vec::new, |turn| likely_turns_at(&likely, turn));
        let proved = !likely.is_empty() && self.is_proved(lowest_open_bound);
        let mut found: Vec<Explanation> = likely.into_iter().map(|game| game.explanation).collect();
        if found.is_empty() {
            found = self.partial_explanations();
        }
        Decoding {
            found,
            proved,
            exhaustive: !self.stopped,
            judged: budget - self.budget_left,
            question,
            values,
        }
    }

    /// Returns true if no game that is about as likely as the best one can be missing.
    /// `lowest_open_bound` is the lowest cost of what is still in the queue.
    fn is_proved(&self, lowest_open_bound: Option<u32>) -> bool {
        match lowest_open_bound {
            Some(bound) => bound >= self.likely_cost(),
            // An empty queue proves it only if the search was not stopped. At a limit, hypotheses
            // were dropped that never came into the queue.
            None => !self.stopped,
        }
    }

    /// Returns the games of complete hypotheses, the cheapest first. Hypotheses that give the same
    /// game count as one, with the sum of their weights. The weights are relative to that of the
    /// best game.
    fn distinct_games(&self, complete: &[Complete<G>], max_games: usize) -> Vec<LikelyGame> {
        let highest = self.highest_cost();
        let mut all: Vec<(&Complete<G>, Way<'_, G>)> = Vec::new();
        for complete in complete {
            let ways = self.ways(complete, highest);
            all.extend(ways.into_iter().map(|way| (complete, way)));
        }
        all.sort_by_key(|(complete, way)| complete.cost + way.extra_cost);
        all.truncate(max_games);

        let mut likely: Vec<LikelyGame> = Vec::new();
        // The games by their turns and the edits of their tags.
        let mut known: HashMap<Vec<String>, usize> = HashMap::new();
        for (complete, way) in all {
            let cost = complete.cost + way.extra_cost;
            let weight = relative_weight(cost - self.best);
            let path = path(way.changes);
            let turns = self.turn_texts(&complete.step, &path);
            let start = &self.starts[complete.step.premises.start];
            let tag_edits = start.edits.iter().chain(&complete.ending.edits);
            let mut key = turns.clone();
            key.extend(tag_edits.map(|edit| format!("{edit:?}")));
            if let Some(&index) = known.get(&key) {
                likely[index].explanation.weight += weight;
                continue;
            }

            known.insert(key, likely.len());
            likely.push(LikelyGame {
                last_change: path.last().map_or(0, |change| change.token),
                explanation: Explanation {
                    weight,
                    cost,
                    ..self.explanation(complete, &path)
                },
                turns,
            });
        }
        likely
    }

    /// Turns the relative weights of games into shares of the whole, with three digits.
    fn share_weight(&self, likely: &mut [LikelyGame], lowest_open_bound: Option<u32>) {
        // Stages that were not searched may be as likely as their lower bound allows.
        let unsearched = match lowest_open_bound {
            Some(bound) if self.stopped => relative_weight(bound.saturating_sub(self.best)),
            _ => 0.0,
        };
        let total: f64 = likely.iter().map(|game| game.explanation.weight).sum();
        let total = (total + unsearched) / (1.0 - UNKNOWN);
        for game in likely {
            let weight = game.explanation.weight / total;
            game.explanation.weight = (weight * 1_000.0).round() / 1_000.0;
        }
    }

    /// Returns the edits of a complete hypothesis with their reason. The weight is still missing.
    fn explanation(&self, complete: &Complete<G>, path: &[&Change<G>]) -> Explanation {
        let Premises { start, reading } = complete.step.premises;
        let start = &self.starts[start];
        let mut edits = start.edits.clone();
        edits.extend(self.edits(reading, path));
        edits.extend(complete.ending.edits.iter().cloned());
        let reason_of_reading = self.readings[reading].explanation.clone();
        let reason_of_tags = start.explanation.or(complete.ending.explanation);
        Explanation {
            edits,
            reason: reason_of_reading.or(reason_of_tags.map(str::to_owned)),
            cost: complete.cost,
            legal: complete.moves,
            complete: true,
            agrees: true,
            numbers_agree: complete.ahead == self.readings[reading].first_ahead(),
            weight: 0.0,
        }
    }

    /// Returns the turns of the game that a hypothesis gives, as texts.
    fn turn_texts(&self, step: &Step<G>, path: &[&Change<G>]) -> Vec<String> {
        let tokens = &self.readings[step.premises.reading].tokens;
        let mut turns = Vec::with_capacity(tokens.len() + 1);
        let mut next = 0;
        for change in path {
            turns.extend(played_texts(&tokens[next..change.token]));
            turns.extend(change.moves.iter().map(ToString::to_string));
            next = change.end();
        }
        turns.extend(played_texts(&tokens[next..]));
        turns
    }

    /// Returns the fixes that make more turns legal without explaining the whole record, in the
    /// order of their ranks ([`rank`]). Of equal ones, the likeliest comes first.
    fn partial_explanations(&self) -> Vec<Explanation> {
        let Some(root) = self.nodes.first() else {
            return Vec::new();
        };
        let mut farther: Vec<&Node<G>> = self
            .nodes
            .iter()
            .filter(|node| self.leads_farther(node, root))
            .collect();
        farther.sort_by_key(|node| (Reverse(node.legal_moves), node.walk.counts.cost));
        farther.truncate(MAX_GAMES);
        let mut found: Vec<Explanation> = farther
            .into_iter()
            .map(|node| self.partial_explanation(node))
            .collect();
        found.sort_by_cached_key(|partial| (rank(partial.legal, &partial.edits), partial.cost));
        found
    }

    /// Returns true if a hypothesis is worth showing because it makes more turns legal than the
    /// record as written, whose hypothesis is `root`.
    fn leads_farther(&self, node: &Node<G>, root: &Node<G>) -> bool {
        // A node that searches before the last change repeats the changes of another one.
        if node.is_before_change {
            return false;
        }
        let has_tag_edits =
            |node: &Node<G>| !self.starts[node.step.premises.start].edits.is_empty();
        let is_changed =
            node.step.parent.is_some() || node.step.premises.reading > 0 || has_tag_edits(node);
        if !is_changed {
            return false;
        }
        // If the tags as written allow no game, every start of a game leads farther.
        if has_tag_edits(root) {
            return true;
        }
        // Removing a token reaches a later place, but no further legal turn.
        let has_more_turns = node.legal_moves > root.legal_moves;
        let refused_turn = self.turn_index(node.step.premises.reading, node.refused);
        let refused_as_written = self.turn_index(root.step.premises.reading, root.refused);
        has_more_turns && refused_turn > refused_as_written
    }

    /// Returns the edits of a hypothesis that does not explain the whole record.
    fn partial_explanation(&self, node: &Node<G>) -> Explanation {
        let Premises { start, reading } = node.step.premises;
        let tokens = self.readings[reading].tokens.len();
        let path = path(self.changes(&node.step));
        let start = &self.starts[start];
        let mut edits = start.edits.clone();
        edits.extend(self.edits(reading, &path));
        let reason = self.readings[reading].explanation.clone();
        Explanation {
            edits,
            reason: reason.or(start.explanation.map(str::to_owned)),
            cost: node.walk.counts.cost,
            legal: node.legal_moves,
            complete: node.refused == tokens,
            agrees: false,
            numbers_agree: false,
            weight: 0.0,
        }
    }
}

/// Returns the texts of the tokens that are played. A turn that is expected to be illegal does not
/// belong to the game.
fn played_texts<G: Game>(tokens: &[Token<G>]) -> Vec<String> {
    tokens
        .iter()
        .filter(|token| !token.recorded.is_not_played())
        .map(|token| token.text.clone())
        .collect()
}

/// Returns the probability of a game divided by that of the best one. `above` is the difference of
/// their costs, in thousandths of a nat.
fn relative_weight(above: u32) -> f64 {
    (-f64::from(above) / 1_000.0).exp()
}

/// Puts the likeliest game first. Of equally likely games, the one comes first whose last change is
/// nearest to the place where the mistake shows.
fn order_by_weight(likely: &mut [LikelyGame]) {
    likely.sort_by(|first, second| {
        let (weight, other_weight) = (first.explanation.weight, second.explanation.weight);
        let by_weight = other_weight.total_cmp(&weight);
        by_weight.then(second.last_change.cmp(&first.last_change))
    });
}

/// Returns changes in the order of the tokens, without those that concern only a number.
fn path<G: Game>(mut changes: Vec<&Change<G>>) -> Vec<&Change<G>> {
    changes.retain(|change| !change.is_of_number());
    changes.sort_by_key(|change| change.order());
    changes
}
