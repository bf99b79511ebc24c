//! Symmetries of the square board: all eight.

use super::board::{SIDE, Square};
use super::position::Position;
use super::turn::Turn;
use super::{Setup, Tictactoe};
use crate::games::{Language as _, Placed, Symmetric, Symmetry};

fn turned(square: Square, by: Symmetry) -> Option<Square> {
    let (column, row) = by.on_board((square.column(), square.row()), SIDE);
    Square::new(column, row)
}

fn placed_at(square: Square, piece: u64) -> Placed {
    Placed {
        place: (square.column().into(), square.row().into()),
        piece,
    }
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

    fn push_placed(position: &Position, placed: &mut Vec<Placed>) {
        for square in Square::all() {
            let mark = position.at(square);
            placed.extend(mark.map(|mark| placed_at(square, mark.seat().into())));
        }
    }

    fn turned_placed(_setup: &Setup, placed: Placed, by: Symmetry) -> Option<Placed> {
        let (column, row) = placed.place;
        let square = Square::new(u8::try_from(column).ok()?, u8::try_from(row).ok()?)?;
        Some(placed_at(turned(square, by)?, placed.piece))
    }

    fn beside_board(position: &Position) -> Vec<u64> {
        vec![position.to_move().seat().into()]
    }

    fn turned_place(_setup: &Setup, place: &str, by: Symmetry) -> Option<String> {
        turned(Square::named(place)?, by).map(|square| square.to_string())
    }

    fn key_prefix(_setup: &Setup, _by: Symmetry) -> String {
        Self::NAME.to_owned()
    }
}
