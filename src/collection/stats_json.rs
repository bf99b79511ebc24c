//! JSON form of the statistics of a collection: a stable contract.

use std::collections::BTreeMap;

use serde::Serialize;

use super::stats::{Opening, Outcomes, Stats};
use crate::games::GameId;

/// What a collection holds, as JSON has it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct StatsJson {
    /// How many records there are.
    records: u64,
    /// How many of them are valid.
    valid: u64,
    /// What is known of each variant of each game.
    variants: Vec<VariantJson>,
    /// In how many records each code is found.
    codes: BTreeMap<&'static str, u64>,
    /// How many games begin in a way for which there was no room.
    openings_cut: u64,
}

/// A variant of a game.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct VariantJson {
    /// The game; null where records do not say a known one.
    game: Option<&'static str>,
    /// The variant; null where records do not say it.
    variant: Option<String>,
    /// How many of its records are valid.
    valid: u64,
    #[serde(flatten)]
    outcomes: Outcomes,
    /// All turns of its games together.
    turns: u64,
    /// The length such that as many games are shorter as are longer, the lower of two.
    median_turns: u32,
    /// How many games have each number of turns.
    lengths: BTreeMap<u32, u64>,
    /// How many ended with each result; `*` where there is none.
    results: BTreeMap<String, u64>,
    /// How many have each value of the tag `Termination`; under the empty name those without it.
    terminations: BTreeMap<String, u64>,
    /// How many games have a score.
    scored: u64,
    /// What each seat had in all of those together, seat 1 first.
    score_sums: Vec<u64>,
    /// How games begin that start where all do.
    openings: Opening,
}

impl StatsJson {
    /// Creates the object for a collection.
    pub fn new(stats: &Stats) -> Self {
        let variants = stats.variants.iter().map(|((game, variant), of)| VariantJson {
            game: game.map(GameId::name),
            variant: Some(variant.clone()).filter(|variant| !variant.is_empty()),
            valid: of.valid,
            outcomes: of.outcomes.clone(),
            turns: of.turns(),
            median_turns: of.median(),
            lengths: of.lengths.clone(),
            results: of.results.clone(),
            terminations: of.terminations.clone(),
            scored: of.scores.0,
            score_sums: of.scores.1.clone(),
            openings: of.openings(),
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
