//! Question that distinguishes the likely games best, and the likely turns at one place.
//!
//! The question is about one turn of the game. The turn is chosen whose values split the weight of
//! the likely games most evenly, so that any answer excludes many of them.

use std::collections::BTreeMap;

use super::decoding::LikelyGame;
use crate::fixes::mend::Question;

/// The maximum number of games that a question distinguishes.
const MAX_ASKED: usize = 200;
/// Games with less than this part of the weight of the first one are not asked about.
const LEAST_PART: f64 = 0.02;
/// Weights that differ by less are the same, apart from rounding.
const SAME_WEIGHT: f64 = 0.000_5;
/// The maximum number of values that a question names.
const MAX_VALUES: usize = 8;

/// A turn at which the likely games differ.
struct Split<'t> {
    /// The index of the turn.
    turn: usize,
    /// The values of the turn with their weights.
    values: BTreeMap<&'t str, f64>,
    /// The weight of the likeliest value.
    greatest_weight: f64,
}

/// Returns the turn whose values split the weight of the likely games most evenly.
pub(super) fn best_question(likely: &[LikelyGame]) -> Option<Question> {
    let first_weight = likely.first()?.explanation.weight;
    let likely: Vec<&LikelyGame> = likely
        .iter()
        .take(MAX_ASKED)
        .filter(|game| game.explanation.weight >= first_weight * LEAST_PART)
        .collect();
    let turns = likely.iter().map(|game| game.turns.len()).max()?;
    let mut best: Option<Split<'_>> = None;
    for split in (0..turns).filter_map(|turn| split_at(&likely, turn)) {
        // If several turns split the weight equally, the last one is nearest to the place where the
        // mistake shows.
        let is_best = best
            .as_ref()
            .is_none_or(|best| split.greatest_weight < best.greatest_weight + SAME_WEIGHT);
        if is_best {
            best = Some(split);
        }
    }

    let best = best?;
    let mut values: Vec<(&str, f64)> = best.values.into_iter().collect();
    values.sort_by(|left, right| right.1.total_cmp(&left.1).then(left.0.cmp(right.0)));
    values.truncate(MAX_VALUES);
    Some(Question {
        turn: u32::try_from(best.turn + 1).ok()?,
        values: values
            .into_iter()
            .map(|(value, _)| value.to_owned())
            .collect(),
    })
}

/// Returns how a turn splits the weight of games; `None` if they all have the same one.
fn split_at<'t>(games: &[&'t LikelyGame], turn: usize) -> Option<Split<'t>> {
    let mut values: BTreeMap<&str, f64> = BTreeMap::new();
    for game in games {
        let value = text_of_turn(game, turn);
        *values.entry(value).or_default() += game.explanation.weight;
    }
    let greatest_weight = values.values().copied().fold(0.0, f64::max);
    (values.len() > 1).then_some(Split {
        turn,
        values,
        greatest_weight,
    })
}

/// Returns the turns of the likely games at a turn number, from 1, the likeliest first.
pub(super) fn likely_turns_at(likely: &[LikelyGame], turn: u32) -> Vec<String> {
    let index = usize::try_from(turn).map_or(usize::MAX, |turn| turn.saturating_sub(1));
    let mut values: Vec<String> = Vec::new();
    for game in likely {
        let value = text_of_turn(game, index);
        if values.len() < MAX_VALUES && !values.iter().any(|known| known == value) {
            values.push(value.to_owned());
        }
    }
    values
}

/// Returns the text of a turn of a game; an empty text if the game ends before.
fn text_of_turn(game: &LikelyGame, index: usize) -> &str {
    game.turns.get(index).map_or("", String::as_str)
}
