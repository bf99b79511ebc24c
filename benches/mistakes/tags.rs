//! Tags with a wrong value, or in a wrong form.

use super::{Dice, Game, Kind, Sheet, Typo, Wrong, kind, mistyped};

pub(super) const KINDS: &[Kind] = &[
    kind("tag-value", |game, dice| {
        let (text, _) = (0..20).find_map(|_| mistyped(&game.text(), Typo::Tag, dice))?;
        Some(Wrong {
            text,
            turn: None,
            right: None,
        })
    }),
    kind("tag-value-capitals", |game, dice| {
        in_one_tag(game, dice, |name, value, dice| {
            let first = value.chars().next().filter(char::is_ascii_lowercase)?;
            let capital = format!("{}{}", first.to_ascii_uppercase(), &value[1..]);
            let value = if dice.below(2) == 0 {
                value.to_uppercase()
            } else {
                capital
            };
            Some(format!("[{name} \"{value}\"]"))
        })
    }),
    kind("tag-value-misspelt", |game, dice| {
        in_one_tag(game, dice, |name, value, dice| {
            let is_word = value.len() > 3
                && value
                    .chars()
                    .all(|character| character.is_ascii_lowercase());
            if !is_word {
                return None;
            }
            Some(format!("[{name} \"{}\"]", misspelt(value, dice)))
        })
    }),
    kind("tag-name-lower-case", |game, dice| {
        in_one_tag(game, dice, |name, value, dice| {
            let name = if dice.below(3) == 0 {
                name.to_uppercase()
            } else {
                name.to_lowercase()
            };
            Some(format!("[{name} \"{value}\"]"))
        })
    }),
    kind("tag-name-misspelt", |game, dice| {
        in_one_tag(game, dice, |name, value, dice| {
            Some(format!("[{} \"{value}\"]", misspelt(name, dice)))
        })
    }),
    kind("tag-quotes", |game, dice| {
        in_one_tag(game, dice, |name, value, dice| {
            let (open, close) = dice.pick(&[
                ("'", "'"),
                ("“", "”"),
                ("", ""),
                ("\"", ""),
                ("", "\""),
                ("''", "''"),
            ])?;
            Some(format!("[{name} {open}{value}{close}]"))
        })
    }),
    kind("tag-shape", |game, dice| {
        in_one_tag(game, dice, |name, value, dice| {
            Some(match dice.below(6) {
                0 => format!("[{name} \"{value}\""),
                1 => format!("{name} \"{value}\"]"),
                2 => format!("({name} \"{value}\")"),
                3 => format!("[{name}: \"{value}\"]"),
                4 => format!("[{name}=\"{value}\"]"),
                _ => format!("{name}: {value}"),
            })
        })
    }),
    kind("result-and-score-exchanged", |game, _| {
        let (result, score) = (game.tag("Result")?, game.tag("Score")?);
        let reversed = |value: &str| value.split('-').rev().collect::<Vec<_>>().join("-");
        let mut wrong = game.clone();
        wrong.result = reversed(&game.result);
        wrong.set_tag("Result", &reversed(result));
        wrong.set_tag("Score", &reversed(score));
        Some(Wrong {
            text: wrong.text(),
            turn: None,
            right: Some(result.to_owned()),
        })
    }),
    kind("hands-exchanged", |game, _| {
        let (one, two) = (game.tag("Hand1")?, game.tag("Hand2")?);
        let mut wrong = game.clone();
        wrong.set_tag("Hand1", two);
        wrong.set_tag("Hand2", one);
        Some(Wrong {
            text: wrong.text(),
            turn: None,
            right: Some(one.to_owned()),
        })
    }),
];

/// Replaces one tag with another form of it.
fn in_one_tag(
    game: &Game,
    dice: &mut Dice,
    write: impl Fn(&str, &str, &mut Dice) -> Option<String>,
) -> Option<Wrong> {
    for _ in 0..30 {
        let index = dice.below(game.tags.len());
        let (name, value) = &game.tags[index];
        let mut sheet = Sheet::of(game);
        let Some(made) = write(name, value, dice).filter(|made| *made != sheet.tags[index]) else {
            continue;
        };
        sheet.tags[index] = made;
        return Some(sheet.wrong(Some(value)));
    }
    None
}

/// Returns a word with a letter left out, doubled, or swapped with the next.
fn misspelt(word: &str, dice: &mut Dice) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    let index = 1 + dice.below(letters.len().saturating_sub(2));
    match dice.below(3) {
        0 => drop(letters.remove(index)),
        1 => letters.insert(index, letters[index]),
        _ => letters.swap(index - 1, index),
    }
    letters.into_iter().collect()
}
