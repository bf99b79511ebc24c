//! Several mistakes in one record, wrong places, and mistakes in every turn.

use pipscribe::games::GameId;

use super::{Dice, Game, Kind, Sheet, Typo, Wrong, kind};

pub(super) const KINDS: &[Kind] = &[
    kind("slips-1", |game, dice| slips(game, dice, 1)),
    kind("slips-2", |game, dice| slips(game, dice, 2)),
    kind("slips-3", |game, dice| slips(game, dice, 3)),
    kind("wrong-place", |game, dice| {
        let mut sheet = Sheet::of(game);
        let (index, made) = changed(game, dice, &[], other_place)?;
        sheet.set_turn(index, &made);
        Some(sheet.wrong(None))
    }),
    kind("sign-everywhere", |game, dice| {
        let sheet = sign_everywhere(game, dice)?;
        Some(sheet.wrong(None))
    }),
    kind("sign-everywhere-and-slip", |game, dice| {
        let mut other = game.clone();
        let (index, made) = changed(game, dice, &[], slip)?;
        other.turns[index] = made;
        let sheet = sign_everywhere(&other, dice)?;
        Some(sheet.wrong(None))
    }),
    kind("missing-turn-and-slips", |game, dice| {
        missing(game, dice, true)
    }),
    kind("missing-turn-renumbered-and-slips", |game, dice| {
        missing(game, dice, false)
    }),
];

/// Makes mistakes in a number of different turns.
fn slips(game: &Game, dice: &mut Dice, count: usize) -> Option<Wrong> {
    let mut sheet = Sheet::of(game);
    let mut places = Vec::new();
    for _ in 0..count {
        let (index, made) = changed(game, dice, &places, slip)?;
        sheet.set_turn(index, &made);
        places.push(index);
    }
    Some(sheet.wrong(None))
}

/// Returns the index of a turn, not one of `excluded`, and its text after a change.
fn changed(
    game: &Game,
    dice: &mut Dice,
    excluded: &[usize],
    change: fn(&Game, &str, &mut Dice) -> Option<String>,
) -> Option<(usize, String)> {
    (0..40).find_map(|_| {
        let index = dice.below(game.turns.len());
        let turn = game.turns.get(index)?;
        if turn == "resign" || excluded.contains(&index) {
            return None;
        }
        let made = change(game, turn, dice).filter(|made| made != turn)?;
        Some((index, made))
    })
}

/// Makes a typing error in one character of a turn.
fn slip(_: &Game, turn: &str, dice: &mut Dice) -> Option<String> {
    const SLIPS: [Typo; 6] = [
        Typo::Key,
        Typo::LookAlike,
        Typo::Following,
        Typo::Swapped,
        Typo::LeftOut,
        Typo::Doubled,
    ];
    super::typing::other_character(turn, SLIPS[dice.below(SLIPS.len())], dice)
}

/// Returns the turn with a different place on the board, or a different square of the table.
fn other_place(game: &Game, turn: &str, dice: &mut Dice) -> Option<String> {
    let side = match game.id {
        GameId::Gipf => 9,
        GameId::Pippip => 4,
        GameId::Pippinzip => game.tag("Size")?.parse().ok()?,
        _ => return None,
    };
    // A place is a small letter and a number.
    let bytes = turn.as_bytes();
    let places: Vec<(usize, usize)> = (0..bytes.len())
        .filter_map(|start| {
            let digits = bytes[start + 1..]
                .iter()
                .take_while(|byte| byte.is_ascii_digit())
                .count();
            let is_place = bytes[start].is_ascii_lowercase() && digits > 0;
            is_place.then_some((start, start + 1 + digits))
        })
        .collect();
    let (start, end) = dice.pick(&places)?;
    let column = dice.below(side);
    let rows = match game.id {
        // The board is a hexagon: the middle column, the fifth, has the most rows.
        GameId::Gipf => 9 - column.abs_diff(4),
        _ => side,
    };
    let letter = char::from(b'a' + u8::try_from(column).ok()?);
    let row = 1 + dice.below(rows);
    Some(format!("{}{letter}{row}{}", &turn[..start], &turn[end..]))
}

/// Replaces one of the game's signs with the same odd sign in every turn.
fn sign_everywhere(game: &Game, dice: &mut Dice) -> Option<Sheet> {
    let (sign, others): (&str, &[&str]) = match game.id {
        GameId::Gipf => (
            "-",
            &[
                "", ":", ">", "->", "=", "/", "_", "~", "|", ".", "..", " - ", " to ",
            ],
        ),
        GameId::Pippinzip => (",", &["", ":", ".", "/", "+", "&", ";", "-", " and "]),
        GameId::Pippip => ("@", &["", ":", "-", ">", "=", "at", " ", "~"]),
        _ => ("@", &[":", "->", ">", "=", "at", " ", "~"]),
    };
    // Other signs for the slash before an orientation.
    const SLASHES: [&str; 6] = [".", "|", ":", "-", ">", "\\"];
    let (sign, other) = match dice.below(3) {
        0 if matches!(game.id, GameId::Pippip | GameId::Pipe) => ("/", dice.pick(&SLASHES)?),
        _ => (sign, dice.pick(others)?),
    };
    let mut sheet = Sheet::of(game);
    let mut count = 0;
    for (index, turn) in game.turns.iter().enumerate() {
        if turn.contains(sign) {
            sheet.set_turn(index, &turn.replace(sign, other));
            count += 1;
        }
    }
    (count > 2).then_some(sheet)
}

/// Leaves out a turn, and makes mistakes in two others.
fn missing(game: &Game, dice: &mut Dice, keeps_numbers: bool) -> Option<Wrong> {
    if game.turns.len() < 6 {
        return None;
    }
    let mut other = game.clone();
    let mut places = Vec::new();
    for _ in 0..2 {
        let (index, made) = changed(game, dice, &places, slip)?;
        other.turns[index] = made;
        places.push(index);
    }
    let gone = (0..20)
        .map(|_| dice.below(game.turns.len() - 1))
        .find(|index| !places.contains(index))?;
    // A sheet has the turns with their numbers, a game without.
    let sheet = if keeps_numbers {
        let mut sheet = Sheet::of(&other);
        sheet.turns.remove(gone);
        sheet
    } else {
        other.turns.remove(gone);
        Sheet::of(&other)
    };
    Some(sheet.wrong(None))
}
