//! Effects of a turn, in words.

use super::board::{Mark, Square};
use crate::games::StepText;

/// Narrates the placing of a mark.
pub(super) fn mark(mark: Mark, square: Square) -> StepText {
    StepText::new(format!("{} marks {square}.", mark.name()))
}
