//! Figures of a record: which positions are shown, with which marks. Records are replayed for them;
//! drawing itself is the work of [`crate::draw`].

mod of_finding;
mod of_record;
mod options;
mod player;
#[cfg(test)]
mod room_tests;

pub use of_record::{FigureOf, Figures, Selection, figure_beside, figures};
pub use options::{FigureOptions, OptionError};
pub use player::{PLAYER_ELEMENT, Player, PlayerError, PlayerOptions, player};
