//! JSON form of the statistics of a collection: a stable contract.

use std::collections::BTreeMap;

use serde::Serialize;

use super::stats::{Opening, Outcomes, Stats};
use super::variation_counts::VariationCounts;
use pipscribe::games::GameId;

/// Statistics of a collection, as JSON.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct StatsJson {
    /// The number of records.
    records: u64,
    /// The number of valid records.
    valid: u64,
    /// Statistics of each variant of each game.
    variants: Vec<VariantJson>,
    /// The number of records with each code.
    codes: BTreeMap<&'static str, u64>,
    /// The number of games whose openings were not counted because there are too many.
    openings_cut: u64,
}

/// A variant of a game.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct VariantJson {
    /// The game; null if the records do not name a known one.
    game: Option<&'static str>,
    /// The variant; null if the records do not name it.
    variant: Option<String>,
    /// The number of its valid records.
    valid: u64,
    #[serde(flatten)]
    outcomes: Outcomes,
    /// The number of turns of all its games.
    turns: u64,
    /// The median number of turns; the lower one of two.
    median_turns: u32,
    /// The number of games with each number of turns.
    lengths: BTreeMap<u32, u64>,
    /// The number of games with each result; `*` for those without a result.
    results: BTreeMap<String, u64>,
    /// The number of games with each value of the tag `Termination`; the empty name is for those
    /// without it.
    terminations: BTreeMap<String, u64>,
    /// The number of games with a score.
    scored: u64,
    /// The sum of the points of each seat in those games, seat 1 first.
    score_sums: Vec<u64>,
    /// The variations of its records, with `--variations`.
    #[serde(skip_serializing_if = "Option::is_none")]
    variations: Option<VariationCounts>,
    /// The openings of the games that start from the usual position.
    openings: Opening,
}

impl StatsJson {
    /// Creates the object for a collection.
    pub(crate) fn new(stats: &Stats) -> Self {
        let variants = stats
            .variants
            .iter()
            .map(|((game, variant), variant_stats)| VariantJson {
                game: game.map(GameId::name),
                variant: Some(variant.clone()).filter(|variant| !variant.is_empty()),
                valid: variant_stats.valid,
                outcomes: variant_stats.outcomes.clone(),
                turns: variant_stats.turns(),
                median_turns: variant_stats.median(),
                lengths: variant_stats.lengths.clone(),
                results: variant_stats.results.clone(),
                terminations: variant_stats.terminations.clone(),
                scored: variant_stats.scores.games,
                score_sums: variant_stats.scores.by_seat.clone(),
                variations: variant_stats.variations,
                openings: variant_stats.openings(),
            });
        Self {
            records: stats.records,
            valid: stats.valid,
            variants: variants.collect(),
            codes: stats.codes.clone(),
            openings_cut: stats.openings_cut,
        }
    }
}
