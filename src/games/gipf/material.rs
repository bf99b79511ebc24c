//! Material of a position: pieces on the board, in reserve and lost for good.

use super::pieces::Colour;

use super::position::PositionText;
use crate::games::Material;

pub(super) const MATERIALS: &[Material<PositionText>] = &[
    Material::new("white", |position| Some(on_board(position, Colour::White))),
    Material::new("black", |position| Some(on_board(position, Colour::Black))),
    Material::new("white-gipf", |position| {
        Some(gipf_pieces(position, Colour::White))
    }),
    Material::new("black-gipf", |position| {
        Some(gipf_pieces(position, Colour::Black))
    }),
    Material::new("white-reserve", |position| reserve(position, Colour::White)),
    Material::new("black-reserve", |position| reserve(position, Colour::Black)),
    Material::new("white-lost", |position| Some(lost(position, Colour::White))),
    Material::new("black-lost", |position| Some(lost(position, Colour::Black))),
];

/// Returns the number of pieces on the board; a GIPF piece counts as one.
fn on_board(position: &PositionText, colour: Colour) -> u64 {
    position.pieces.of_colour(colour).len().into()
}

fn gipf_pieces(position: &PositionText, colour: Colour) -> u64 {
    let gipf = position.pieces.gipf();
    position.pieces.of_colour(colour).and(gipf).len().into()
}

/// Returns the number of pieces in reserve; `None` if it is unknown.
fn reserve(position: &PositionText, colour: Colour) -> Option<u64> {
    let index = colour.index();
    if position.is_unknown[index] {
        None
    } else {
        Some(position.reserve[index].into())
    }
}

fn lost(position: &PositionText, colour: Colour) -> u64 {
    position.lost[colour.index()].into()
}
