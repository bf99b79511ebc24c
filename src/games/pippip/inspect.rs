//! Turns and the board as typed values.

use super::Pippip;
use super::board::Square;
use super::position::PositionText;
use super::setup::Setup;
use super::turn::{Placement, Turn};
use crate::games::{Inspect, Piece, TurnAction};

impl Inspect for Pippip {
    fn actions(turn: &Turn) -> Vec<TurnAction> {
        let mut actions: Vec<_> = turn
            .put_aside
            .iter()
            .map(|&value| TurnAction::PutAside { value })
            .collect();
        let Placement {
            from_store,
            top,
            square,
            north,
        } = turn.placement;
        actions.push(TurnAction::Die {
            top,
            north,
            to: square.to_string(),
            from_store,
        });
        if !turn.converted.is_empty() {
            actions.push(TurnAction::Convert {
                squares: turn.converted.iter().map(ToString::to_string).collect(),
            });
        }
        actions
    }

    fn places(_setup: &Setup, _state: &PositionText) -> Vec<String> {
        Square::all().map(|square| square.to_string()).collect()
    }

    fn piece_at(setup: &Setup, state: &PositionText, place: &str) -> Option<Piece> {
        let die = state.at(Square::all().find(|square| square.name() == place)?)?;
        Some(Piece::Die {
            seat: setup.seat_of(die.colour()),
            top: die.top(),
            north: die.north(),
        })
    }
}
