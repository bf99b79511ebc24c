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
        (game.id == GameId::Pipe).then(|| every_turn(game, south))?
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
        GameId::Gipf => "abcdefghi".find(column).map(|at| at.min(8 - at) + 5),
        GameId::Pippinzip => game.tag("Size")?.parse().ok(),
        GameId::Pippip => Some(4),
        _ => None,
    }
}

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
    let mut at = 0;
    while at < characters.len() {
        let digits = characters[at + 1..]
            .iter()
            .take_while(|character| character.is_ascii_digit())
            .count();
        let is_place = characters[at].is_ascii_lowercase() && characters[at] != 'x' && digits > 0;
        if !is_place {
            made.push(characters[at]);
            at += 1;
            continue;
        }
        let row: String = characters[at + 1..=at + digits].iter().collect();
        let (column, row) = change(characters[at], row.parse().ok()?)?;
        made.push_str(&format!("{column}{row}"));
        at += 1 + digits;
    }
    Some(made)
}

/// Returns a placement of the Pipe Game with y counted to the south.
fn south(turn: &str) -> Option<String> {
    let Some((card, rest)) = turn.split_once('@') else {
        return Some(turn.to_owned());
    };
    let (place, rest) = rest.split_once('/')?;
    let y = place.rfind(['+', '-'])?;
    let sign = match &place[y..] {
        "+0" => "+",
        other if other.starts_with('+') => "-",
        _ => "+",
    };
    let heading = match rest.get(..1)? {
        "N" => "S",
        "S" => "N",
        other => other,
    };
    Some(format!(
        "{card}@{}{sign}{}/{heading}{}",
        &place[..y],
        &place[y + 1..],
        &rest[1..]
    ))
}
