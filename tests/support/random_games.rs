//! Random games of every set-up.

use pipscribe::games::{Context, GameId};
use pipscribe::replay::RandomGame;

/// Setups of random games, as tags.
pub(crate) const SETUPS: &[&[(&str, &str)]] = &[
    &[("Game", "gipf"), ("Variant", "basic")],
    &[
        ("Game", "gipf"),
        ("Variant", "standard"),
        ("Options", "out=empty"),
    ],
    &[("Game", "gipf"), ("Variant", "tournament")],
    &[("Game", "pippip")],
    &[
        ("Game", "pippinzip"),
        ("Variant", "pipeline"),
        ("Size", "5"),
    ],
    &[
        ("Game", "pippinzip"),
        ("Variant", "zipline"),
        ("Size", "7"),
        ("Surface", "cells"),
        ("Players", "3"),
    ],
    &[
        ("Game", "pippinzip"),
        ("Variant", "freestyle"),
        ("Size", "26"),
    ],
    &[
        ("Game", "pippip"),
        ("Options", "dice=cw cap=8 store=roll"),
        ("Colors", "dark,light"),
    ],
    &[("Game", "pipe"), ("Variant", "pipes")],
    &[
        ("Game", "pipe"),
        ("Variant", "fields"),
        ("Options", "recycle=yes"),
    ],
    &[
        ("Game", "pipe"),
        ("Variant", "both"),
        ("Players", "4"),
        ("Options", "teams=13-24"),
    ],
    &[("Game", "pipe"), ("Variant", "both"), ("Players", "3")],
    &[
        ("Game", "pipe"),
        ("Variant", "both"),
        ("Options", "recycle=shuffled table=9x7"),
        ("Players", "3"),
    ],
];

/// A random legal game of one of the set-ups, in canonical form. The first three set-ups are those
/// of GIPF.
pub(crate) fn random_game_of(setup: usize, seed: u64, most_turns: u32) -> String {
    random_game(SETUPS[setup % SETUPS.len()], seed, most_turns)
}

/// A random legal game with these tags, in canonical form. The first tag names the game.
pub(crate) fn random_game(tags: &[(&str, &str)], seed: u64, most_turns: u32) -> String {
    random_game_numbered(tags, seed, 0, most_turns)
}

/// The game with this index among the random games of a seed.
pub(crate) fn random_game_numbered(
    tags: &[(&str, &str)],
    seed: u64,
    index: u64,
    most_turns: u32,
) -> String {
    let tags: Vec<_> = tags
        .iter()
        .map(|&(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let game = RandomGame {
        tags: &tags,
        seed,
        index,
        most_turns,
        context: &Context::default(),
    };
    let id: GameId = tags[0].1.parse().unwrap();
    id.random(&game)
        .unwrap_or_else(|| panic!("no game has the tags {tags:?}"))
}
