//! Games that a browser plays by clicks only: random ones to their end, stored where its tests find them.

use pipscribe::games::{Context, GameId};
use pipscribe::replay::RandomGame;

use crate::support::assert_committed;

#[test]
fn browser_test_games_are_random_games() {
    let setups: [&[(&str, &str)]; 13] = [
        &[("Game", "gipf"), ("Variant", "basic")],
        &[("Game", "gipf"), ("Variant", "standard"), ("Options", "out=empty")],
        &[("Game", "gipf"), ("Variant", "tournament")],
        &[("Game", "pippinzip"), ("Variant", "pipeline"), ("Size", "5")],
        &[("Game", "pippinzip"), ("Variant", "zipline"), ("Size", "7"), ("Surface", "cells"), ("Players", "3")],
        &[("Game", "pippinzip"), ("Variant", "zipline"), ("Size", "5")],
        &[("Game", "pippinzip"), ("Variant", "freestyle"), ("Size", "9")],
        &[("Game", "pippip")],
        &[("Game", "pippip"), ("Options", "dice=cw cap=8 store=roll"), ("Colors", "dark,light")],
        &[("Game", "pipe"), ("Variant", "pipes")],
        &[("Game", "pipe"), ("Variant", "fields"), ("Options", "recycle=yes")],
        &[("Game", "pipe"), ("Variant", "both"), ("Players", "3")],
        &[("Game", "pipe"), ("Variant", "both"), ("Players", "4"), ("Options", "teams=13-24")],
    ];
    let games = setups.map(|tags| {
        let tags: Vec<_> = tags.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
        let game = RandomGame { tags: &tags, seed: 22, index: 0, most_turns: 500, context: &Context::default() };
        let text = GameId::named(&tags[0].1).unwrap().random(&game).unwrap();
        assert!(!text.contains("[Result \"*\"]"), "a game that does not end: {text}");
        text
    });
    assert_committed("bindings/web/page/test/board/games.pips", &games.join("\n"));
}
