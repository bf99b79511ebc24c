//! Functions for collections of records that only the program has: `grep` conditions, statistics,
//! duplicates, Parquet.

mod duplicates;
#[cfg(feature = "parquet")]
mod parquet;
mod players_and_date;
mod query;
mod stats;
mod stats_json;
mod variation_counts;

pub(crate) use duplicates::{Groups, Identity, SHORT_GAME, Sameness, Verdict, WhyDropped};
#[cfg(feature = "parquet")]
pub(crate) use parquet::{ParquetField, ParquetWriter};
pub(crate) use players_and_date::OccasionDifference;
pub(crate) use query::{MaterialCondition, Query, TagCondition, TurnCondition, natural_order};
pub(crate) use stats::{Opening, OpeningOptions, Outcomes, RecordFacts, Stats, VariantStats};
pub(crate) use stats_json::StatsJson;
pub(crate) use variation_counts::VariationCounts;
