//! Turns and the board as typed values.

use super::board::{Mark, Square};
use super::position::Position;
use super::turn::Turn;
use super::{Setup, Tictactoe};
use crate::games::{Inspect, Piece, TurnAction};

impl Inspect for Tictactoe {
    fn actions(turn: &Turn) -> Vec<TurnAction> {
        vec![TurnAction::Stone {
            to: turn.to_string(),
        }]
    }

    fn places(_setup: &Setup, _state: &Position) -> Vec<String> {
        Square::all().map(|square| square.to_string()).collect()
    }

    fn piece_at(_setup: &Setup, state: &Position, place: &str) -> Option<Piece> {
        let mark = state.at(Square::named(place)?)?;
        Some(Piece::Stone {
            is_white: mark == Mark::Cross,
        })
    }
}
