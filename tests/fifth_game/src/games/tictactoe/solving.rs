//! Solving puzzles: keys of positions.

use super::board::{Mark, Square};
use super::position::Position;
use super::{Setup, Tictactoe};
use crate::games::{SearchKey, Solving};

impl Solving for Tictactoe {
    fn search_key(_setup: &Setup, state: &Position) -> SearchKey {
        let marks = Square::all().fold(0, |marks, square| {
            marks * 3 + state.at(square).map_or(0, |mark| u64::from(mark.seat()))
        });
        let to_move = u64::from(state.to_move() == Mark::Nought);
        SearchKey::from_slice(&[marks * 2 + to_move])
    }
}
