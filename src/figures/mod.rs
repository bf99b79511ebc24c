//! Figures of a record: which positions are shown, and with which marks. Records are replayed for
//! them; [`crate::draw`] does the drawing.

mod board;
mod board_choices;
mod contradiction;
mod finding_figure;
mod frame_figure;
mod options;
mod piece_numbers;
mod player;
mod puzzle;
mod render_format;
mod render_key;
mod rendering;
mod request;
mod seat_to_move;
mod selection;
#[cfg(test)]
mod text_room_tests;

pub use board::{Board, BoardOptions, NoBoard, Seat, Way, board_at};
pub use board_choices::{ChoiceShown, Choices, choices_shown};
pub use contradiction::Contradiction;
pub(crate) use finding_figure::{figure_at_fault, shown_by};
pub use frame_figure::figure_beside;
pub use options::{FigureOptions, OptionError, OptionValue};
pub use player::{PLAYER_ELEMENT, Player, PlayerCollection, PlayerError, PlayerOptions, player};
pub use puzzle::{PuzzleOf, puzzles};
pub use render_format::{RenderFormat, UnknownRenderFormat};
pub use render_key::RenderKey;
pub use rendering::Rendered;
pub use request::{RenderError, RenderRequest};
pub use selection::{FigureOf, Figures, Selection, figures};
