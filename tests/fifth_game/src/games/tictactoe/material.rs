//! Material of a position: marks on the board.

use super::board::Mark;
use super::position::Position;
use crate::games::Material;

pub(super) const MATERIALS: &[Material<Position>] = &[
    Material::new("cross", |position| Some(position.count(Mark::Cross))),
    Material::new("nought", |position| Some(position.count(Mark::Nought))),
];
