//! Functions for collections of records that only the program has: `grep` conditions, statistics,
//! duplicates, Parquet.

mod duplicates;
mod occasion;
#[cfg(feature = "parquet")]
mod parquet;
mod query;
mod stats;
mod stats_json;
mod variations;

pub(crate) use duplicates::{Groups, Identity, SHORT_GAME, Sameness, Verdict, WhyDropped};
pub(crate) use occasion::OccasionDifference;
#[cfg(feature = "parquet")]
pub(crate) use parquet::{ParquetField, ParquetWriter};
pub(crate) use query::{MaterialCondition, Query, TagCondition, TurnCondition, natural};
pub(crate) use stats::{Counted, Opening, OpeningOptions, Outcomes, Stats, VariantStats};
pub(crate) use stats_json::StatsJson;
pub(crate) use variations::VariationCounts;
