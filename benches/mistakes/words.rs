//! Misspelt keywords, and spaces instead of the separators between the parts of a turn.

use super::game::{in_one_turn, places};
use super::{Dice, Kind, kind};

pub(super) const KINDS: &[Kind] = &[
    kind("word-misspelt", |game, dice| {
        in_one_turn(game, dice, misspelt)
    }),
    kind("word-letters", |game, dice| {
        in_one_turn(game, dice, other_letters)
    }),
    kind("blank-for-semicolon", |game, dice| {
        in_one_turn(game, dice, |turn, dice| blank_for(turn, ';', dice))
    }),
    kind("blank-for-comma", |game, dice| {
        in_one_turn(game, dice, |turn, dice| blank_for(turn, ',', dice))
    }),
];

/// Ways in which people write the keywords, including colours.
const WORDS: &[(&str, &[&str])] = &[
    (
        "resign",
        &[
            "resihn", "resigned", "resings", "resigns", "resgin", "resing", "resiggn", "Resing",
        ],
    ),
    (
        "discard",
        &[
            "disard",
            "discrad",
            "discards",
            "dicard",
            "discarded",
            "Discrad",
            "dsicard",
        ],
    ),
    (
        "claim",
        &["clam", "claims", "cliam", "claimed", "Claim", "calim"],
    ),
    ("draw", &["draq", "drew", "darw", "draws", "drawn", "Draw"]),
    ("take", &["tkae", "takes", "tske", "taken", "Takes", "tak"]),
    ("pass", &["pas", "passes", "psas", "passed", "Pass"]),
    ("swap", &["swpa", "swaps", "swop", "sawp"]),
    ("keep", &["kepe", "keeps", "kept", "kep"]),
    ("black", &["Black", "blakc", "balck", "blck", "blac"]),
    ("white", &["White", "whtie", "withe", "whit"]),
    ("light", &["Light", "ligth", "lihgt", "ligt"]),
    ("dark", &["Dark", "drak", "darc", "dak"]),
];

/// Returns the indices of the keywords that a turn contains.
fn keywords(turn: &str) -> Vec<usize> {
    (0..WORDS.len())
        .filter(|&index| turn.contains(WORDS[index].0))
        .collect()
}

/// Returns a turn with a keyword in another spelling.
fn misspelt(turn: &str, dice: &mut Dice) -> Option<String> {
    let (word, others) = WORDS[dice.pick(&keywords(turn))?];
    Some(turn.replacen(word, dice.pick(others)?, 1))
}

/// Returns a turn with a letter of a keyword left out, doubled, swapped with the next, or replaced.
fn other_letters(turn: &str, dice: &mut Dice) -> Option<String> {
    let (word, _) = WORDS[dice.pick(&keywords(turn))?];
    let index = dice.below(word.len() - 1);
    let mut letters: Vec<char> = word.chars().collect();
    match dice.below(4) {
        0 => drop(letters.remove(index)),
        1 => letters.insert(index, letters[index]),
        2 => letters.swap(index, index + 1),
        _ => letters[index] = char::from(b"abcdefghiklmnoprstuwxyz"[dice.below(23)]),
    }
    Some(turn.replacen(word, &letters.into_iter().collect::<String>(), 1))
}

/// Returns a turn with a space in the place of a sign.
fn blank_for(turn: &str, sign: char, dice: &mut Dice) -> Option<String> {
    let offset = dice.pick(&places(turn, |character| character == sign))?;
    Some(format!("{} {}", &turn[..offset], &turn[offset + 1..]))
}
