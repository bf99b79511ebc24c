//! Turns and the board as typed values.

use super::Gipf;
use super::board::{Point, Spot};
use super::position::Position;
use super::setup::Setup;
use super::turn::{Action, Push, Turn};
use crate::games::{Inspect, Piece, RemovedPiece, TurnAction};

impl Inspect for Gipf {
    fn actions(turn: &Turn) -> Vec<TurnAction> {
        turn.actions.iter().map(action).collect()
    }

    fn places(_setup: &Setup, _state: &Position) -> Vec<String> {
        Spot::all().map(|spot| spot.to_string()).collect()
    }

    fn piece_at(_setup: &Setup, state: &Position, place: &str) -> Option<Piece> {
        let piece = state.text.pieces.at(Point::named(place)?.spot()?)?;
        Some(Piece::Gipf {
            seat: piece.colour.seat(),
            is_gipf: piece.kind.is_gipf(),
        })
    }
}

fn action(action: &Action) -> TurnAction {
    match action {
        Action::Push(Push { kind, from, to }) => TurnAction::Push {
            is_gipf: kind.is_gipf(),
            from: from.map(|name| name.to_string()),
            to: to.to_string(),
        },
        Action::Remove(items) => {
            let removed = |item: &super::turn::Item| {
                RemovedPiece::new(item.spot.to_string(), item.kind.is_gipf(), item.other_seat)
            };
            TurnAction::Remove {
                pieces: items.iter().map(removed).collect(),
            }
        }
    }
}
