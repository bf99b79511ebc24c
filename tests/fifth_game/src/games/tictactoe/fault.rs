//! Faults of a turn and their explanations.

use super::Tictactoe;
use super::board::{Mark, Square};
use crate::games::{Explanation, PastTurn, Refusal};

/// Details of a fault.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A name that is not a square.
    OffBoard,
    /// The square has a mark.
    Occupied {
        /// The square.
        square: Square,
        /// The mark.
        mark: Mark,
    },
}

/// Explains a fault in words.
pub(super) fn explain(refusal: &Refusal<Tictactoe>, written: &str) -> Explanation<Tictactoe> {
    let mut explanation = Explanation::default();
    match refusal.fault.kind {
        Kind::OffBoard => {
            explanation.message = format!("{written} is not a square of the board.");
            explanation.help = Some("Its squares are a1 to c3.".to_owned());
        }
        Kind::Occupied { square, mark } => {
            explanation.message = format!("{square} already has the mark of {}.", mark.name());
            explanation.marks = vec![square.to_string()];
            explanation.culprit = Some(Box::new(move |past: &PastTurn<'_, Tictactoe>| {
                let is_there = past.written.square() == Some(square);
                is_there.then(|| format!("`{square}` put it there"))
            }));
        }
    }
    explanation
}
