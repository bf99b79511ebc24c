//! Mistakes that occur in every turn, or in every line.

use pipscribe::games::GameId;

use super::{Game, Kind, Wrong, kind};

pub(super) const KINDS: &[Kind] = &[
    kind("rows-from-the-other-side", |game, _| {
        every_turn(game, |turn| {
            coordinates(turn, |column, row| {
                Some((column, (rows(game, column)? + 1).checked_sub(row)?))
            })
        })
    }),
    kind("columns-shifted", |game, _| {
        if game.id == GameId::Pipe {
            return None;
        }
        let shifted = |column: char| char::from_u32(u32::from(column) + 1);
        every_turn(game, |turn| {
            coordinates(turn, |column, row| Some((shifted(column)?, row)))
        })
    }),
    kind("letters-of-go", |game, _| {
        if game.id != GameId::Pippinzip {
            return None;
        }
        // Go has no column `i`.
        let without_i = |column: char| {
            if column < 'i' {
                Some(column)
            } else {
                char::from_u32(u32::from(column) + 1)
            }
        };
        every_turn(game, |turn| {
            coordinates(turn, |column, row| Some((without_i(column)?, row)))
        })
    }),
    kind("y-to-the-south", |game, _| {
        if game.id != GameId::Pipe {
            return None;
        }
        every_turn(game, south)
    }),
    kind("capitals-throughout", |game, _| {
        every_turn(game, |turn| Some(turn.to_uppercase()))
    }),
    kind("seats-exchanged", |game, _| {
        let mut wrong = game.clone();
        let pairs = wrong
            .turns
            .chunks_exact_mut(2)
            .filter(|pair| pair.iter().all(|turn| turn != "resign"));
        pairs.for_each(|pair| pair.swap(0, 1));
        Some(Wrong {
            text: wrong.text(),
            turn: None,
            right: None,
        })
    }),
    kind("quoted-mail", |game, dice| {
        let quote = dice.pick(&["> ", ">", ">> ", "| "])?;
        every_line(game, |line| format!("{quote}{line}"))
    }),
    kind("escaped-markdown", |game, _| {
        every_line(game, |line| {
            let mut made = String::new();
            for character in line.chars() {
                if "[]*_`#.".contains(character) {
                    made.push('\\');
                }
                made.push(character);
            }
            made
        })
    }),
    kind("escaped-html", |game, dice| {
        let breaks = if dice.below(2) == 0 { "<br>" } else { "" };
        every_line(game, |line| {
            let line = line
                .replace('&', "&amp;")
                .replace('<', "&lt;")
                .replace('>', "&gt;")
                .replace('"', "&quot;");
            format!("{line}{breaks}")
        })
    }),
];

/// Returns the number of rows in a column, including dots.
fn rows(game: &Game, column: char) -> Option<usize> {
    match game.id {
        // The columns have 5, 6, 7, 8, 9, 8, 7, 6 and 5 points.
        GameId::Gipf => "abcdefghi"
            .find(column)
            .map(|index| index.min(8 - index) + 5),
        GameId::Pippinzip => game.tag("Size")?.parse().ok(),
        GameId::Pippip => Some(4),
        _ => None,
    }
}

/// Changes every turn; `None` if a turn cannot be changed so.
fn every_turn(game: &Game, change: impl Fn(&str) -> Option<String>) -> Option<Wrong> {
    let mut wrong = game.clone();
    for turn in &mut wrong.turns {
        *turn = change(turn)?;
    }
    let right = game.turns.first().cloned();
    (wrong.turns != game.turns).then(|| Wrong {
        text: wrong.text(),
        turn: None,
        right,
    })
}

/// Changes every line of the record.
fn every_line(game: &Game, change: impl Fn(&str) -> String) -> Option<Wrong> {
    let text = game
        .text()
        .lines()
        .map(|line| change(line) + "\n")
        .collect();
    Some(Wrong {
        text,
        turn: None,
        right: None,
    })
}

/// Returns the turn with its places, each a letter and a number, changed. Words and dice are kept.
fn coordinates(
    turn: &str,
    change: impl Fn(char, usize) -> Option<(char, usize)>,
) -> Option<String> {
    let characters: Vec<char> = turn.chars().collect();
    let mut made = String::new();
    let mut rest = characters.as_slice();
    while let Some((&first, after)) = rest.split_first() {
        let digits = after
            .iter()
            .take_while(|character| character.is_ascii_digit())
            .count();
        // `x` begins a list of removed pieces.
        let is_place = first.is_ascii_lowercase() && first != 'x' && digits > 0;
        if is_place {
            let row: String = after[..digits].iter().collect();
            let (column, row) = change(first, row.parse().ok()?)?;
            made.push_str(&format!("{column}{row}"));
            rest = &after[digits..];
        } else {
            made.push(first);
            rest = after;
        }
    }
    Some(made)
}

/// Returns a placement of the Pipe Game, such as `17@+3-2/E`, with y counted to the south.
fn south(turn: &str) -> Option<String> {
    let Some((card, rest)) = turn.split_once('@') else {
        return Some(turn.to_owned());
    };
    let (place, rest) = rest.split_once('/')?;
    let (x, y) = place.split_at(place.rfind(['+', '-'])?);
    let other_sign = match y {
        "+0" => "+",
        y if y.starts_with('+') => "-",
        _ => "+",
    };
    let heading = match rest.get(..1)? {
        "N" => "S",
        "S" => "N",
        other => other,
    };
    let (distance, after_heading) = (&y[1..], &rest[1..]);
    Some(format!(
        "{card}@{x}{other_sign}{distance}/{heading}{after_heading}"
    ))
}
