//! Figures of a record: which positions are shown, and with which marks. Records are replayed for them;
//! [`crate::draw`] does the drawing.

mod format;
mod of_finding;
mod of_frame;
mod of_record;
mod options;
mod piece_numbers;
mod player;
mod puzzle;
mod request;
#[cfg(test)]
mod room_tests;

pub use format::{RenderFormat, UnknownRenderFormat};
pub(crate) use of_finding::{figure_at_fault, shown_by};
pub use of_frame::figure_beside;
pub use of_record::{FigureOf, Figures, Selection, figures};
pub use options::{FigureOptions, OptionError, OptionValue};
pub use player::{PLAYER_ELEMENT, Player, PlayerCollection, PlayerError, PlayerOptions, player};
pub use puzzle::{PuzzleOf, puzzles};
pub use request::{RenderError, RenderRequest, Rendered};
