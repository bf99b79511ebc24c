//! The words of a figure: a note on each seat, and the description of the position for readers who
//! do not see the figure.

use super::board::{Mark, Square};
use super::position::Position;

/// Describes a seat, and whether it is to move or has won.
pub(super) fn note(position: &Position, mark: Mark) -> String {
    let state = match position.full_line() {
        Some((_, winner)) if winner == mark => ", has won",
        None if position.to_move() == mark => ", to move",
        _ => "",
    };
    format!("{}{state}", mark.name())
}

/// Describes the position in words.
pub(super) fn words(position: &Position, notes: &[String]) -> String {
    let squares = |mark| {
        let squares = Square::all().filter(move |&square| position.at(square) == Some(mark));
        squares
            .map(|square| square.to_string())
            .collect::<Vec<_>>()
            .join(", ")
    };
    let [crosses, noughts] = Mark::BOTH.map(squares);
    format!(
        "Crosses on: {crosses}. Noughts on: {noughts}. {}.",
        notes.join(". ")
    )
}
