//! Turns that are complete, with something in or around them that is not notation.

use super::game::{in_one_turn, places};
use super::{Dice, Game, Kind, Wrong, kind};

pub(super) const KINDS: &[Kind] = &[
    kind("blank-before-mark", |game, dice| {
        let mark = |character| matches!(character, ',' | ';');
        in_one_turn(game, dice, |turn, dice| {
            with_character(turn, mark, dice, |mark| format!(" {mark}"))
        })
    }),
    kind("blank-after-mark", |game, dice| {
        let mark = |character| matches!(character, ',' | ';');
        in_one_turn(game, dice, |turn, dice| {
            with_character(turn, mark, dice, |mark| format!("{mark} "))
        })
    }),
    kind("blank-at-sign", |game, dice| {
        let sign = |character| matches!(character, '-' | '@' | '/' | ':' | 'x' | '*');
        in_one_turn(game, dice, |turn, dice| {
            let shape = dice.below(3);
            with_character(turn, sign, dice, |sign| match shape {
                0 => format!(" {sign}"),
                1 => format!("{sign} "),
                _ => format!(" {sign} "),
            })
        })
    }),
    kind("mark-after-turn", |game, dice| {
        after(game, dice, &[".", ",", ";", ":"])
    }),
    kind("marks-after-turn", |game, dice| {
        after(game, dice, &["!!!", "…", "...", "?!?", "+", "#"])
    }),
    kind("markdown-around-turn", |game, dice| {
        around(
            game,
            dice,
            &[("**", "**"), ("*", "*"), ("`", "`"), ("_", "_")],
        )
    }),
    kind("quotes-around-turn", |game, dice| {
        around(
            game,
            dice,
            &[
                ("\"", "\""),
                ("'", "'"),
                ("“", "”"),
                ("«", "»"),
                ("(", ")"),
                ("[", "]"),
            ],
        )
    }),
    kind("html-around-turn", |game, dice| {
        around(
            game,
            dice,
            &[
                ("<b>", "</b>"),
                ("", "<br>"),
                ("<code>", "</code>"),
                ("", "<br/>"),
                ("<td>", "</td>"),
            ],
        )
    }),
    kind("arrow-for-hyphen", |game, dice| {
        in_one_turn(game, dice, |turn, dice| {
            let sign = dice.pick(&["→", "->", ":", "–", ">", "=>", "--", "_"])?;
            with_character(
                turn,
                |character| character == '-',
                dice,
                |_| sign.to_owned(),
            )
        })
    }),
    kind("capitals-in-turn", |game, dice| {
        in_one_turn(game, dice, |turn, _| Some(turn.to_uppercase()))
    }),
    kind("seat-before-turn", |game, dice| {
        let seats = ["w:", "White:", "B ", "White ", "n", "w ", "P1: ", "1:"];
        let seats: Vec<(&str, &str)> = seats.iter().map(|&seat| (seat, "")).collect();
        around(game, dice, &seats)
    }),
    kind("full-width-turn", |game, dice| {
        in_one_turn(game, dice, |turn, dice| {
            let only_signs = dice.below(2) == 0;
            Some(
                turn.chars()
                    .map(|character| full_width(character, only_signs))
                    .collect(),
            )
        })
    }),
    kind("other-alphabet", |game, dice| {
        in_one_turn(game, dice, |turn, dice| {
            let known = |character| OTHER_ALPHABETS.iter().any(|(latin, _)| *latin == character);
            if dice.below(2) == 0 {
                return Some(turn.chars().map(other_alphabet).collect());
            }
            with_character(turn, known, dice, |letter| {
                other_alphabet(letter).to_string()
            })
        })
    }),
    kind("escapes-in-turn", |game, dice| {
        in_one_turn(game, dice, |turn, dice| {
            let sign = |character: char| "*-@/;:,+".contains(character);
            let html = dice.below(2) == 0;
            with_character(turn, sign, dice, |sign| match (html, sign) {
                (true, '-') => "&ndash;".to_owned(),
                (true, _) => format!("&#{};", u32::from(sign)),
                (false, _) => format!("\\{sign}"),
            })
        })
    }),
];

/// Latin letters, and the letters of Cyrillic and Greek that look like them.
const OTHER_ALPHABETS: &[(char, char)] = &[
    ('a', 'а'),
    ('b', 'Ь'),
    ('c', 'с'),
    ('e', 'е'),
    ('i', 'і'),
    ('o', 'о'),
    ('p', 'р'),
    ('s', 'ѕ'),
    ('x', 'х'),
    ('E', 'Е'),
    ('S', 'Ѕ'),
    ('N', 'Ν'),
    ('G', 'Ԍ'),
];

fn other_alphabet(latin: char) -> char {
    OTHER_ALPHABETS
        .iter()
        .find(|(known, _)| *known == latin)
        .map_or(latin, |(_, other)| *other)
}

/// Returns the full-width form of a character, which East Asian keyboards write.
pub(super) fn full_width(character: char, only_signs: bool) -> char {
    let stays = !character.is_ascii_graphic() || (only_signs && character.is_ascii_alphanumeric());
    if stays {
        character
    } else {
        // The full-width forms of ASCII are in the same order, from U+FF01 on.
        char::from_u32(u32::from(character) + 0xFEE0).unwrap_or(character)
    }
}

/// Returns the turn with one of the characters that fit written in another way.
fn with_character(
    turn: &str,
    fits: impl Fn(char) -> bool,
    dice: &mut Dice,
    write: impl Fn(char) -> String,
) -> Option<String> {
    let start = dice.pick(&places(turn, fits))?;
    let (before, rest) = turn.split_at(start);
    let character = rest.chars().next()?;
    let after = &rest[character.len_utf8()..];
    Some(format!("{before}{}{after}", write(character)))
}

/// Writes one of several pairs of signs around a turn.
fn around(game: &Game, dice: &mut Dice, pairs: &[(&str, &str)]) -> Option<Wrong> {
    in_one_turn(game, dice, |turn, dice| {
        dice.pick(pairs)
            .map(|(before, after)| format!("{before}{turn}{after}"))
    })
}

/// Writes one of several marks after a turn.
fn after(game: &Game, dice: &mut Dice, marks: &[&str]) -> Option<Wrong> {
    in_one_turn(game, dice, |turn, dice| {
        dice.pick(marks).map(|mark| format!("{turn}{mark}"))
    })
}
