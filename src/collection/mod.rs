//! Many records: as tables, searched, counted, told apart.
//!
//! The tables are for the tools that people have: a row for each record, a row for each turn, with keys by which records and
//! positions are told apart, whichever way their boards are turned. What is here besides is for those who have no database.

mod columns;
mod fullest;
mod games;
mod index;
mod material;
#[cfg(feature = "parquet")]
mod parquet;
mod query;
mod stats;
mod stats_json;
mod turns;

pub use columns::{Cell, Column, Kind};
pub use fullest::{Fullness, Groups, Identity, Sameness, Verdict, WhyDropped};
pub use games::{GAME_COLUMNS, Game, GameColumn, PREFIXES};
pub use index::{Entry, FileMark, Index, IndexWriter, Indexed, NoIndex};
pub use material::{material, material_names, materials};
#[cfg(feature = "parquet")]
pub use parquet::ParquetWriter;
pub use query::{
    Comparison, MaterialCondition, NoCondition, PositionCondition, Query, TagCondition, TurnCondition, natural,
};
pub use stats::{Counted, MOST_OPENINGS, Opening, OpeningOptions, Outcomes, Stats, VariantStats};
pub use stats_json::StatsJson;
pub use turns::{TURN_COLUMNS, Turn, TurnColumn, each_turn};
