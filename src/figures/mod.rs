//! Figures of a record: which positions are shown, and with which marks. Records are replayed for them;
//! [`crate::draw`] does the drawing.

mod of_finding;
mod of_record;
mod options;
mod player;
#[cfg(test)]
mod room_tests;

pub use of_record::{FigureOf, Figures, Selection, figure_beside, figures};
pub use options::{FigureOptions, OptionError};
pub use player::{PLAYER_ELEMENT, Player, PlayerCollection, PlayerError, PlayerOptions, player};
