//! Collections of records: the tables of games and turns, and parts of searches and statistics that
//! the CLI builds on.
//!
//! The tables are made for databases and data frames. They have one row per record or one row per
//! turn. Their keys identify records and positions, regardless of how the board is rotated or
//! reflected. The other parts of this module serve users without a database.

mod columns;
mod fullness;
mod games_table;
mod material;
mod position_condition;
mod turns_table;

pub use columns::{Cell, Column, Kind};
pub use fullness::{Fullness, is_known_value};
pub use games_table::{GAME_COLUMNS, Game, GameColumn};
pub use material::{material, material_names, materials};
pub use position_condition::PositionCondition;
pub use turns_table::{TURN_COLUMNS, Turn, TurnColumn, each_turn};
