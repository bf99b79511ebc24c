//! Collections of records: tables, search, statistics, duplicates.
//!
//! The tables are made for databases and data frames. They have one row per record or one row per
//! turn. Their keys identify records and positions, regardless of how the board is rotated or
//! reflected. The rest of this module serves users without a database.

mod columns;
mod fullest;
mod games;
mod index;
mod material;
mod occasion;
#[cfg(feature = "parquet")]
mod parquet;
mod position_condition;
mod query;
mod stats;
mod stats_json;
mod turns;
mod variations;

pub use columns::{Cell, Column, Kind};
pub use fullest::{Fullness, Groups, Identity, SHORT_GAME, Sameness, Verdict, WhyDropped};
pub use games::{GAME_COLUMNS, Game, GameColumn, PREFIXES};
pub use index::{Entry, FileMark, Index, IndexWriter, Indexed, NoIndex};
pub use material::{material, material_names, materials};
pub use occasion::OccasionDifference;
#[cfg(feature = "parquet")]
pub use parquet::{ParquetField, ParquetWriter};
pub use position_condition::PositionCondition;
pub use query::{
    Comparison, MaterialCondition, NoCondition, Query, TagCondition, TurnCondition, natural,
};
pub use stats::{Counted, MOST_OPENINGS, Opening, OpeningOptions, Outcomes, Stats, VariantStats};
pub use stats_json::StatsJson;
pub use turns::{TURN_COLUMNS, Turn, TurnColumn, each_turn};
pub use variations::VariationCounts;
