//! Turns and the board as typed values.

use super::Pippinzip;
use super::board::Point;
use super::position::Position;
use super::setup::Setup;
use super::stones::Colour;
use super::turn::Turn;
use crate::games::{Inspect, Piece, TurnAction};

impl Inspect for Pippinzip {
    fn actions(turn: &Turn) -> Vec<TurnAction> {
        match turn {
            Turn::Stones(points) => points
                .iter()
                .map(|point| TurnAction::Stone {
                    to: point.to_string(),
                })
                .collect(),
            Turn::Take => vec![TurnAction::Take],
            Turn::Pass => vec![TurnAction::Pass],
        }
    }

    fn places(setup: &Setup, _state: &Position) -> Vec<String> {
        Point::all(setup.size)
            .map(|point| point.to_string())
            .collect()
    }

    fn piece_at(setup: &Setup, state: &Position, place: &str) -> Option<Piece> {
        let point = Point::all(setup.size).find(|point| point.name() == place)?;
        let colour = state.text.stones.at(point)?;
        Some(Piece::Stone {
            is_white: colour == Colour::White,
        })
    }
}
