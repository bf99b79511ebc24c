//! Material of a position: dice on the board and in the stores.

use super::dice::Colour;
use super::position::PositionText;
use crate::games::Material;

pub(super) const MATERIALS: &[Material<PositionText>] = &[
    Material::new("light", |position| Some(on_board(position, Colour::Light))),
    Material::new("dark", |position| Some(on_board(position, Colour::Dark))),
    Material::new("light-store", |position| {
        Some(store(position, Colour::Light))
    }),
    Material::new("dark-store", |position| Some(store(position, Colour::Dark))),
];

fn on_board(position: &PositionText, colour: Colour) -> u64 {
    let dice = position.dice.iter().flatten();
    dice.filter(|die| die.colour() == colour).count() as u64
}

fn store(position: &PositionText, colour: Colour) -> u64 {
    position.stores[colour.index()].len().into()
}
