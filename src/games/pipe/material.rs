//! Material of a position: cards on the table, and cards that each seat has picked up.

use super::position::PositionText;
use crate::games::Material;

pub(super) const MATERIALS: &[Material<PositionText>] = &[
    Material::new("cards", |position| Some(position.table.len() as u64)),
    Material::new("score1", |position| score(position, 1)),
    Material::new("score2", |position| score(position, 2)),
    Material::new("score3", |position| score(position, 3)),
    Material::new("score4", |position| score(position, 4)),
];

/// Returns the number of cards that a seat has picked up; `None` if there is no such seat.
fn score(position: &PositionText, seat: usize) -> Option<u64> {
    position.scores.get(seat - 1).copied().map(u64::from)
}
