//! Random games that a browser plays to their end only by clicks, stored where the browser tests
//! find them.

use crate::support::{assert_committed, random_game};

/// Table of the Pipe Game near the end of a game, so that a browser has a few turns to play.
const LATE: &str = "5@+1+4/W,7@+0-3/S,8@+3+3/W,11@+2+0/E,12@-2+0/N,15@-2-1/E,18@-1-5/W,24@+2-3/S,25@+1-5/S,28@+6-3/S,\
    29@-3-3/N,31@+0+0/E,32@+5-3/N,35@-5-4/E,43@+3-2/W,46@-4-2/W,48@+4-1/E 2 white,black 7,9";

#[test]
fn browser_test_games_are_random_games() {
    let late: &[(&str, &str)] = &[
        ("Game", "pipe"),
        ("Variant", "pipes"),
        ("Position", LATE),
        ("Deck", "twin-works"),
        ("Hand1", "37,2,39"),
        ("Hand2", "4,3,20,47"),
        ("Stock", ""),
    ];
    let setups: [&[(&str, &str)]; 14] = [
        &[("Game", "gipf"), ("Variant", "basic")],
        &[
            ("Game", "gipf"),
            ("Variant", "standard"),
            ("Options", "out=empty"),
        ],
        &[("Game", "gipf"), ("Variant", "tournament")],
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
        &[("Game", "pippinzip"), ("Variant", "zipline"), ("Size", "5")],
        &[
            ("Game", "pippinzip"),
            ("Variant", "freestyle"),
            ("Size", "9"),
        ],
        &[("Game", "pippip")],
        &[
            ("Game", "pippip"),
            ("Options", "dice=cw cap=8 store=roll"),
            ("Colors", "dark,light"),
        ],
        late,
        &[("Game", "pipe"), ("Variant", "pipes")],
        &[
            ("Game", "pipe"),
            ("Variant", "fields"),
            ("Options", "recycle=yes"),
        ],
        &[("Game", "pipe"), ("Variant", "both"), ("Players", "3")],
        &[
            ("Game", "pipe"),
            ("Variant", "both"),
            ("Players", "4"),
            ("Options", "teams=13-24"),
        ],
    ];
    let games = setups.map(|tags| {
        let text = random_game(tags, 22, 500);
        assert!(
            !text.contains("[Result \"*\"]"),
            "a game that does not end: {text}"
        );
        text
    });
    assert_committed("bindings/web/page/test/board/games.pips", &games.join("\n"));
}
