//! Work on collections of records that only the program does: conditions of `grep`, statistics, the
//! index of a file, Parquet.

mod index;
#[cfg(feature = "parquet")]
mod parquet;
mod query;
mod stats;
mod stats_json;
mod variations;

pub(crate) use index::{Entry, FileMark, Index, IndexWriter, Indexed, NoIndex};
#[cfg(feature = "parquet")]
pub(crate) use parquet::{ParquetField, ParquetWriter};
pub(crate) use query::{MaterialCondition, Query, TagCondition, TurnCondition, natural};
pub(crate) use stats::{Counted, Opening, OpeningOptions, Outcomes, Stats, VariantStats};
pub(crate) use stats_json::StatsJson;
pub(crate) use variations::VariationCounts;
