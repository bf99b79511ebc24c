//! Wrong characters, parts and turns, and unfinished last turns.

use super::game::in_one_turn;
use super::{Dice, Game, Kind, Sheet, Typo, Wrong, kind, mistyped};

pub(super) const KINDS: &[Kind] = &[
    kind("neighbouring-key", |game, dice| {
        typed(game, Typo::Key, dice)
    }),
    kind("look-alike", |game, dice| {
        typed(game, Typo::LookAlike, dice)
    }),
    kind("next-character", |game, dice| {
        typed(game, Typo::Following, dice)
    }),
    kind("swapped-characters", |game, dice| {
        typed(game, Typo::Swapped, dice)
    }),
    kind("left-out-character", |game, dice| {
        typed(game, Typo::LeftOut, dice)
    }),
    kind("doubled-character", |game, dice| {
        typed(game, Typo::Doubled, dice)
    }),
    kind("part", |game, dice| typed(game, Typo::Part, dice)),
    kind("two-characters", |game, dice| {
        in_one_turn(game, dice, two_characters)
    }),
    kind("last-turn-garbled", |game, dice| {
        last(game, dice, two_characters)
    }),
    Kind {
        knowable: false,
        ..kind("last-turn-unreadable", |game, dice| {
            last(game, dice, |_, dice| {
                dice.pick(&[
                    "zzzz",
                    "???",
                    "xx",
                    "illegible",
                    "g1-e9xx",
                    "—",
                    "..",
                    "[?]",
                ])
                .map(str::to_owned)
            })
        })
    },
    Kind {
        knowable: false,
        ..kind("last-turn-cut-short", |game, dice| {
            last(game, dice, |turn, dice| {
                let length = turn.chars().count();
                if length < 2 {
                    return None;
                }
                Some(turn.chars().take(1 + dice.below(length - 1)).collect())
            })
        })
    },
    kind("turn-left-out", |game, dice| {
        typed(game, Typo::TurnLeftOut, dice)
    }),
    kind("turn-twice", |game, dice| {
        typed(game, Typo::TurnTwice, dice)
    }),
    kind("turns-swapped", |game, dice| {
        typed(game, Typo::TurnsSwapped, dice)
    }),
];

/// Makes a typing error somewhere in the game.
fn typed(game: &Game, typo: Typo, dice: &mut Dice) -> Option<Wrong> {
    let (text, turn) = (0..20).find_map(|_| mistyped(&game.text(), typo, dice))?;
    // After these, no single turn has another text.
    let moves_turns = matches!(
        typo,
        Typo::TurnLeftOut | Typo::TurnTwice | Typo::TurnsSwapped
    );
    let right = if moves_turns {
        None
    } else {
        game.turns.get(turn).cloned()
    };
    Some(Wrong {
        text,
        turn: Some(turn),
        right,
    })
}

/// Two wrong characters in one turn.
fn two_characters(turn: &str, dice: &mut Dice) -> Option<String> {
    const KINDS: [Typo; 4] = [Typo::Key, Typo::LookAlike, Typo::Following, Typo::Swapped];
    let one = super::typing::other_character(turn, KINDS[dice.below(4)], dice)?;
    let two = super::typing::other_character(&one, KINDS[dice.below(4)], dice)?;
    let differing = |other: &str| {
        turn.chars()
            .zip(other.chars())
            .filter(|(one, other)| one != other)
            .count()
    };
    (differing(&two) >= 2).then_some(two)
}

/// A mistake in the last turn of an open record.
fn last(
    game: &Game,
    dice: &mut Dice,
    change: impl Fn(&str, &mut Dice) -> Option<String>,
) -> Option<Wrong> {
    if !["", "*"].contains(&game.result.as_str()) {
        return None;
    }
    let last = game.turns.len() - 1;
    let turn = &game.turns[last];
    let made = (0..20).find_map(|_| change(turn, dice).filter(|made| made != turn))?;
    let mut sheet = Sheet::of(game);
    sheet.set_turn(last, &made);
    Some(Wrong {
        text: sheet.text(),
        turn: Some(last),
        right: Some(turn.clone()),
    })
}
