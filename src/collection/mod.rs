//! Collections of records: tables, search, statistics, duplicates.
//!
//! The tables are made for databases and data frames. They have one row per record or one row per
//! turn. Their keys identify records and positions, regardless of how the board is rotated or
//! reflected. The other parts of this module serve users without a database.

mod columns;
mod fullest;
mod games;
mod material;
mod occasion;
mod position_condition;
mod turns;

pub use columns::{Cell, Column, Kind};
pub use fullest::{Fullness, Groups, Identity, SHORT_GAME, Sameness, Verdict, WhyDropped};
pub use games::{GAME_COLUMNS, Game, GameColumn, PREFIXES};
pub use material::{material, material_names, materials};
pub use occasion::OccasionDifference;
pub use position_condition::PositionCondition;
pub use turns::{TURN_COLUMNS, Turn, TurnColumn, each_turn};
