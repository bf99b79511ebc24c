//! Result of a search: the likely games with their weights, whether the first one may be written
//! without asking, and the question that distinguishes the others best.

use std::collections::{BTreeMap, HashMap};

use super::merging::Way;
use super::reading::Token;
use super::{Change, Complete, Decoder, Node, PROOF, Step};
use crate::fixes::mend::edit::Edit;
use crate::games::Game;

/// The share of the weight that belongs to games which the channel does not know: slips that are
/// legal turns, or of a kind without a cost.
const UNKNOWN: f64 = 0.01;
/// The maximum number of games that are distinguished by their turns.
const MAX_GAMES: usize = 2_000;
/// The maximum number of texts of turns in these games; of long games, fewer are distinguished.
const MAX_TEXTS: usize = 400_000;
/// The number of games that are distinguished, however long they are.
const MIN_GAMES: usize = 10;
/// The maximum number of games that a question distinguishes.
const MAX_ASKED: usize = 200;
/// Games with less than this part of the weight of the first one are not asked about.
const LEAST_PART: f64 = 0.02;
/// Weights that differ by less are the same, apart from rounding.
const SAME_WEIGHT: f64 = 0.000_5;
/// The maximum number of values that a question names.
const MAX_VALUES: usize = 8;

/// A game that the record may mean, and the changes that lead to it.
#[derive(Clone, Debug)]
pub(in crate::fixes::mend) struct Explanation {
    pub(in crate::fixes::mend) edits: Vec<Edit>,
    /// The common reason for several edits.
    pub(in crate::fixes::mend) reason: Option<String>,
    /// The cost, in thousandths of a nat.
    pub(in crate::fixes::mend) cost: u32,
    /// The number of legal turns.
    pub(in crate::fixes::mend) legal: u32,
    /// True if all turns are legal.
    pub(in crate::fixes::mend) complete: bool,
    /// True if the end agrees with the claims of the record.
    pub(in crate::fixes::mend) agrees: bool,
    /// True if the written numbers also count the turns, so no turn is missing or superfluous.
    pub(in crate::fixes::mend) numbers_agree: bool,
    /// The probability, given the channel, from 0 to 1.
    pub(in crate::fixes::mend) weight: f64,
}

/// The turn that distinguishes the likely games best.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::fixes::mend) struct Question {
    /// The turn, from 1.
    pub(in crate::fixes::mend) turn: u32,
    /// The turns of the likely games there, the likeliest first; an empty text if a game ends
    /// before.
    pub(in crate::fixes::mend) values: Vec<String>,
}

/// Result of a search, independent of the game.
#[derive(Clone, Debug)]
pub(in crate::fixes::mend) struct Decoding {
    /// The games, the likeliest first.
    pub(in crate::fixes::mend) found: Vec<Explanation>,
    /// True if nothing likelier than the first game, or about as likely, was left out.
    pub(in crate::fixes::mend) proved: bool,
    /// True if the budget sufficed.
    pub(in crate::fixes::mend) exhaustive: bool,
    /// The judged turns.
    pub(in crate::fixes::mend) judged: u64,
    pub(in crate::fixes::mend) question: Option<Question>,
    /// The turns of the likely games at the place that the caller asks about, the likeliest first.
    pub(in crate::fixes::mend) values: Vec<String>,
}

/// A game that explains the record, with its turns.
struct LikelyGame {
    explanation: Explanation,
    turns: Vec<String>,
    /// The token of the last change.
    last_change: usize,
}

impl<G: Game> Decoder<'_, G> {
    pub(super) fn into_decoding(mut self, budget: u64, asked: Option<u32>) -> Decoding {
        let left = self.queue.iter().map(|queued| queued.bound).min();
        let mut complete = std::mem::take(&mut self.complete);
        let highest = self.highest();
        complete.retain(|complete| complete.cost <= highest);
        complete.sort_by_key(|complete| complete.cost);
        let turns = self.readings[0].tokens.len().max(1);
        let most_games = (MAX_TEXTS / turns).clamp(MIN_GAMES, MAX_GAMES);
        complete.truncate(most_games);

        let likely = self.likely_games(&complete, left, most_games);
        let question = question(&likely);
        let values = asked.map_or_else(Vec::new, |turn| values_of(&likely, turn));
        let proved = !likely.is_empty()
            && left.is_none_or(|left| left >= self.best + PROOF)
            && (!self.stopped || left.is_some());
        let mut found: Vec<Explanation> = likely.into_iter().map(|game| game.explanation).collect();
        if found.is_empty() {
            found = self.partial();
        }
        Decoding {
            found,
            proved,
            exhaustive: !self.stopped,
            judged: budget - self.left,
            question,
            values,
        }
    }

    /// Returns the games of complete hypotheses with their weights, the likeliest first. Hypotheses
    /// that give the same game count as one.
    fn likely_games(
        &self,
        complete: &[Complete<G>],
        left: Option<u32>,
        most_games: usize,
    ) -> Vec<LikelyGame> {
        let share = |cost: u32| (-f64::from(cost - self.best) / 1_000.0).exp();
        let mut likely: Vec<LikelyGame> = Vec::new();
        let mut known: HashMap<Vec<String>, usize> = HashMap::new();
        let highest = self.highest();
        let mut ways: Vec<(&Complete<G>, Way<'_, G>)> = complete
            .iter()
            .flat_map(|complete| {
                let ways = self.ways(complete, highest);
                ways.into_iter().map(move |way| (complete, way))
            })
            .collect();
        ways.sort_by_key(|(complete, way)| complete.cost + way.above);
        ways.truncate(most_games);
        for (complete, way) in ways {
            let cost = complete.cost + way.above;
            let path = path(way.changes);
            let turns = self.turns(&complete.step, &path);
            let mut key = turns.clone();
            let tags = self.starts[complete.step.start]
                .edits
                .iter()
                .chain(&complete.ending.edits);
            key.extend(tags.map(|edit| format!("{edit:?}")));
            let weight = share(cost);
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
        // Stages that were not searched may be as likely as their lower bound allows.
        let unsearched = match left {
            Some(left) if self.stopped => {
                let above = f64::from(left.saturating_sub(self.best));
                (-above / 1_000.0).exp()
            }
            _ => 0.0,
        };
        let total: f64 = likely.iter().map(|game| game.explanation.weight).sum();
        let total = (total + unsearched) / (1.0 - UNKNOWN);
        for game in &mut likely {
            let weight = game.explanation.weight / total;
            game.explanation.weight = (weight * 1_000.0).round() / 1_000.0;
        }
        // Of equally likely games, the one whose change is nearest to where it shows.
        likely.sort_by(|left, right| {
            let weight = right.explanation.weight.total_cmp(&left.explanation.weight);
            weight.then(right.last_change.cmp(&left.last_change))
        });
        likely
    }

    fn explanation(&self, complete: &Complete<G>, path: &[&Change<G>]) -> Explanation {
        let Step { start, reading, .. } = complete.step;
        let start = &self.starts[start];
        let reading_explanation = self.readings[reading].explanation.clone();
        let mut edits = start.edits.clone();
        edits.extend(self.edits(reading, path));
        edits.extend(complete.ending.edits.iter().cloned());
        let reason = [start.explanation, complete.ending.explanation]
            .into_iter()
            .flatten()
            .next()
            .map(str::to_owned);
        Explanation {
            edits,
            reason: reading_explanation.or(reason),
            cost: complete.cost,
            legal: complete.moves,
            complete: true,
            agrees: true,
            numbers_agree: complete.ahead == self.readings[reading].first_ahead(),
            weight: 0.0,
        }
    }

    /// Returns the turns of a hypothesis.
    fn turns(&self, step: &Step<G>, path: &[&Change<G>]) -> Vec<String> {
        let tokens = &self.readings[step.reading].tokens;
        let mut turns = Vec::with_capacity(tokens.len() + 1);
        let mut next = 0;
        // Turns that are not played do not belong to the game.
        let played = |tokens: &[Token<G>]| -> Vec<String> {
            tokens
                .iter()
                .filter(|token| !token.recorded.is_not_played())
                .map(|token| token.text.clone())
                .collect()
        };
        for change in path {
            turns.extend(played(&tokens[next..change.token]));
            turns.extend(change.moves.iter().map(ToString::to_string));
            next = change.token + change.replaced;
        }
        turns.extend(played(&tokens[next..]));
        turns
    }

    /// Returns the fixes that make more turns legal without explaining the whole record, the most
    /// turns first.
    fn partial(&self) -> Vec<Explanation> {
        let Some(root) = self.nodes.first() else {
            return Vec::new();
        };
        let mut farther: Vec<&Node<G>> = self
            .nodes
            .iter()
            .filter(|node| {
                let is_changed = node.step.parent.is_some()
                    || node.step.reading > 0
                    || !self.starts[node.step.start].edits.is_empty();
                let place = self.place(node.step.reading, node.refused);
                let root_place = if self.starts[root.step.start].edits.is_empty() {
                    Some(self.place(0, root.refused))
                } else {
                    None
                };
                // Removing a token is not progress.
                let is_progress = node.legal > root.legal || root_place.is_none();
                !node.is_back
                    && is_changed
                    && is_progress
                    && root_place.is_none_or(|root| place > root)
            })
            .collect();
        farther.sort_by_key(|node| {
            let place = self.place(node.step.reading, node.refused);
            (std::cmp::Reverse(place), node.walk.counts.cost)
        });
        farther.truncate(MAX_GAMES);
        let each = farther.into_iter().map(|node| {
            let Step { start, reading, .. } = node.step;
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
                legal: node.legal,
                complete: node.refused == tokens,
                agrees: false,
                numbers_agree: false,
                weight: 0.0,
            }
        });
        each.collect()
    }
}

/// Returns changes in the order of the tokens. Insertions before a token come before its
/// replacement.
fn path<G: Game>(mut changes: Vec<&Change<G>>) -> Vec<&Change<G>> {
    changes.retain(|change| !change.is_of_number());
    changes.sort_by_key(|change| (change.token, change.replaced > 0));
    changes
}

/// Returns the turns of the likely games at a turn number, from 1, the likeliest first.
fn values_of(likely: &[LikelyGame], turn: u32) -> Vec<String> {
    let index = usize::try_from(turn).map_or(usize::MAX, |turn| turn.saturating_sub(1));
    let mut values: Vec<String> = Vec::new();
    for game in likely {
        let value = game.turns.get(index).map_or("", String::as_str);
        if values.len() < MAX_VALUES && !values.iter().any(|known| known == value) {
            values.push(value.to_owned());
        }
    }
    values
}

/// The weight of the likeliest value of a turn, the turn, and all its values with their weights.
type Split<'t> = (f64, usize, Vec<(&'t str, f64)>);

/// Returns the turn whose values split the weight of the likely games most evenly.
fn question(likely: &[LikelyGame]) -> Option<Question> {
    let first = likely.first()?.explanation.weight;
    let likely: Vec<&LikelyGame> = likely
        .iter()
        .take(MAX_ASKED)
        .filter(|game| game.explanation.weight >= first * LEAST_PART)
        .collect();
    let turns = likely.iter().map(|game| game.turns.len()).max()?;
    let mut best: Option<Split<'_>> = None;
    for turn in 0..turns {
        let mut values: BTreeMap<&str, f64> = BTreeMap::new();
        for game in &likely {
            let value = game.turns.get(turn).map_or("", String::as_str);
            *values.entry(value).or_default() += game.explanation.weight;
        }
        if values.len() < 2 {
            continue;
        }
        let most = values.values().copied().fold(0.0, f64::max);
        // If several turns split the weight equally, the last one is nearest to the place where the
        // mistake shows.
        let is_best = best
            .as_ref()
            .is_none_or(|(least, ..)| most < *least + SAME_WEIGHT);
        if is_best {
            best = Some((most, turn, values.into_iter().collect()));
        }
    }
    let (_, turn, mut values) = best?;
    values.sort_by(|left, right| right.1.total_cmp(&left.1).then(left.0.cmp(right.0)));
    values.truncate(MAX_VALUES);
    Some(Question {
        turn: u32::try_from(turn + 1).ok()?,
        values: values
            .into_iter()
            .map(|(value, _)| value.to_owned())
            .collect(),
    })
}
