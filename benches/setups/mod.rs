//! Games of the benchmarks: seeded random games of every game.

use pipscribe::games::{Context, GameId};
use pipscribe::replay::RandomGame;

/// Set-ups: a name, and the tags of the records.
pub(crate) const SETUPS: &[(&str, &[(&str, &str)])] = &[
    ("gipf basic", &[("Game", "gipf"), ("Variant", "basic")]),
    (
        "gipf tournament",
        &[("Game", "gipf"), ("Variant", "tournament")],
    ),
    (
        "pippinzip 7",
        &[("Game", "pippinzip"), ("Variant", "zipline"), ("Size", "7")],
    ),
    (
        "pippinzip 13",
        &[
            ("Game", "pippinzip"),
            ("Variant", "zipline"),
            ("Size", "13"),
        ],
    ),
    (
        "pippinzip 26",
        &[
            ("Game", "pippinzip"),
            ("Variant", "zipline"),
            ("Size", "26"),
        ],
    ),
    ("pippip", &[("Game", "pippip")]),
    (
        "pipe both",
        &[
            ("Game", "pipe"),
            ("Variant", "both"),
            ("Deck", "twin-works"),
        ],
    ),
];

/// Records of one set-up, as one file.
pub(crate) fn corpus(tags: &[(&str, &str)], records: u64) -> String {
    let id: GameId = tags[0].1.parse().expect("a game of the four");
    let tags: Vec<_> = tags
        .iter()
        .map(|&(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let games = (0..records).map(|index| {
        let game = RandomGame {
            tags: &tags,
            seed: 1,
            index,
            most_turns: 1_000,
            context: &Context::default(),
        };
        id.random(&game).expect("a set-up that can be played")
    });
    games.collect::<Vec<_>>().join("\n")
}
