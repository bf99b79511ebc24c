//! Material of a position: stones on the board.

use super::position::PositionText;

use super::stones::Colour;
use crate::games::Material;

pub(super) const MATERIALS: &[Material<PositionText>] = &[
    Material::new("black", |position| Some(stones(position, Colour::Black))),
    Material::new("white", |position| Some(stones(position, Colour::White))),
];

fn stones(position: &PositionText, colour: Colour) -> u64 {
    position.stones.of_colour(colour).len().into()
}
