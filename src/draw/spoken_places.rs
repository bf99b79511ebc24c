//! Places in words that a screen reader speaks in full: the square `+0-2` of a grid whose columns
//! and rows are numbered is `column 0 row minus 2`.

use std::fmt::{self, Display};

use super::crop;
use super::language::Lang;
use super::scene::Scene;

/// Square of a grid whose lines are numbered from a middle: `column 0 row minus 2`. Screen readers
/// may skip the sign in `-2`.
#[derive(Clone, Copy)]
pub(crate) struct SpokenSquare {
    pub(crate) column: i32,
    pub(crate) row: i32,
    pub(crate) lang: Lang,
}

impl Display for SpokenSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |number: i32| match number {
            0.. => number.to_string(),
            _ => self.lang.fill("minus {0}", &[&number.unsigned_abs()]),
        };
        let column = number(self.column);
        let row = number(self.row);
        self.lang
            .filled("column {0} row {1}", &[&column, &row])
            .fmt(f)
    }
}

/// Returns a place in words: with the card on it, if there is one, and its square spoken.
pub(super) fn place(scene: &Scene, name: &str, lang: Lang) -> String {
    let Some((column, row)) = crop::parse_line_numbers(name) else {
        return name.to_owned();
    };
    let square = SpokenSquare { column, row, lang };
    match scene.cards.iter().find(|(known, _)| known == name) {
        Some((_, card)) => lang.fill("card {0} on {1}", &[card, &square]),
        None => square.to_string(),
    }
}
