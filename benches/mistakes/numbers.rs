//! Turn numbers as people write them.

use super::noise::full_width;
use super::{Dice, Game, Kind, Sheet, Wrong, kind};

pub(super) const KINDS: &[Kind] = &[
    kind("number-without-dot", |game, dice| {
        numbered(game, dice, |number, turn| format!("{number} {turn}"))
    }),
    kind("number-colon", |game, dice| {
        numbered(game, dice, |number, turn| format!("{number}: {turn}"))
    }),
    kind("number-parenthesis", |game, dice| {
        numbered(game, dice, |number, turn| format!("{number}) {turn}"))
    }),
    kind("number-blank-dot", |game, dice| {
        numbered(game, dice, |number, turn| format!("{number} . {turn}"))
    }),
    kind("number-in-parentheses", |game, dice| {
        numbered(game, dice, |number, turn| format!("({number}) {turn}"))
    }),
    kind("number-then-comma", |game, dice| {
        let last = game.turns.len();
        numbered(game, dice, |number, turn| {
            let comma = if number == last { "" } else { "," };
            format!("{number}. {turn}{comma}")
        })
    }),
    kind("number-by-rounds", |game, dice| {
        let dots = dice.below(2) == 0;
        everywhere(game, |number, turn| {
            let round = number.div_ceil(2);
            match (number % 2, dots) {
                (1, _) => format!("{round}. {turn}"),
                (_, true) => format!("{round}... {turn}"),
                (_, false) => turn.to_owned(),
            }
        })
    }),
    kind("number-full-width", |game, dice| {
        let only_signs = dice.below(2) == 0;
        numbered(game, dice, |number, turn| {
            let number: String = format!("{number}.")
                .chars()
                .map(|character| full_width(character, only_signs))
                .collect();
            format!("{number} {turn}")
        })
    }),
    kind("number-hash", |game, dice| {
        numbered(game, dice, |number, turn| format!("#{number} {turn}"))
    }),
    kind("number-other", |game, dice| {
        // `@` is the number.
        let shape = dice.pick(&["[@]", "@.)", "@ -", "No. @", "@°", "0@."])?;
        numbered(game, dice, |number, turn| {
            format!("{} {turn}", shape.replace('@', &number.to_string()))
        })
    }),
];

/// Writes the numbers of all turns, or of one turn, in another form.
fn numbered(game: &Game, dice: &mut Dice, write: impl Fn(usize, &str) -> String) -> Option<Wrong> {
    if dice.below(2) == 0 {
        return everywhere(game, write);
    }
    let index = dice.below(game.turns.len());
    let turn = &game.turns[index];
    let mut sheet = Sheet::of(game);
    sheet.turns[index] = write(index + 1, turn);
    Some(Wrong {
        text: sheet.text(),
        turn: Some(index),
        right: Some(turn.clone()),
    })
}

/// Writes the numbers of all turns in another form.
fn everywhere(game: &Game, write: impl Fn(usize, &str) -> String) -> Option<Wrong> {
    let mut sheet = Sheet::of(game);
    for ((number, written), turn) in (1..).zip(&mut sheet.turns).zip(&game.turns) {
        *written = write(number, turn);
    }
    Some(sheet.wrong(None))
}
