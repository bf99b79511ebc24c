//! Symmetries of the square board: all eight.

use super::board::{SIDE, Square};
use super::position::Position;
use super::turn::Turn;
use super::{Setup, Tictactoe};
use crate::games::{Language as _, Symmetric, Symmetry};

fn turned(square: Square, by: Symmetry) -> Option<Square> {
    let (column, row) = by.on_board((square.column(), square.row()), SIDE);
    Square::new(column, row)
}

impl Symmetric for Tictactoe {
    fn symmetries() -> Vec<Symmetry> {
        let degrees = [0, 90, 180, 270];
        let reflections = degrees.map(Symmetry::mirrored);
        degrees
            .map(Symmetry::turned)
            .into_iter()
            .chain(reflections)
            .collect()
    }

    fn turned_turn(_setup: &Setup, turn: &Turn, by: Symmetry) -> Option<Turn> {
        turned(turn.square()?, by).map(Turn::from)
    }

    fn turned_position(_setup: &Setup, position: &Position, by: Symmetry) -> Option<Position> {
        let mut image = *position;
        for square in Square::all() {
            image.set(turned(square, by)?, position.at(square));
        }
        Some(image)
    }

    fn turned_place(_setup: &Setup, place: &str, by: Symmetry) -> Option<String> {
        turned(Square::named(place)?, by).map(|square| square.to_string())
    }

    fn key_prefix(_setup: &Setup, _by: Symmetry) -> String {
        Self::NAME.to_owned()
    }
}
