//! Runs the programs of `examples/`.

#[path = "../../examples/check.rs"]
#[allow(dead_code, reason = "its `main` is for people who run it")]
mod check;
#[path = "../../examples/convert.rs"]
#[allow(dead_code, reason = "its `main` is for people who run it")]
mod convert;
#[path = "../../examples/count.rs"]
#[allow(dead_code, reason = "its `main` is for people who run it")]
mod count;
#[path = "../../examples/draw.rs"]
#[allow(dead_code, reason = "its `main` is for people who run it")]
mod draw;
#[path = "../../examples/final_position.rs"]
#[allow(dead_code, reason = "its `main` is for people who run it")]
mod final_position;
#[path = "../../examples/mcts.rs"]
#[allow(dead_code, reason = "its `main` is for people who run it")]
mod mcts;
#[path = "../../examples/perft.rs"]
#[allow(dead_code, reason = "its `main` is for people who run it")]
mod perft;
#[path = "../../examples/play.rs"]
#[allow(dead_code, reason = "its `main` is for people who run it")]
mod play;
#[path = "../../examples/random.rs"]
#[allow(dead_code, reason = "its `main` is for people who run it")]
mod random;
#[path = "../../examples/random_playouts.rs"]
#[allow(dead_code, reason = "its `main` is for people who run it")]
mod random_playouts;
#[path = "../../examples/table.rs"]
#[allow(dead_code, reason = "its `main` is for people who run it")]
mod table;

use std::collections::BTreeMap;

use pipscribe::games::GameId;
use pipscribe::replay::RandomTurns;
use pipscribe::{Checked, LiveGame};

use crate::support::root;

#[test]
fn codes_are_printed_with_their_places() {
    let bytes = std::fs::read(root().join("corpus/gipf/real/game-b-with-errors.pips")).unwrap();
    assert_eq!(
        check::codes(&bytes),
        "19:8 gipf/not-in-line turn 49\n0 of 1 valid\n"
    );
    assert_eq!(check::codes(b""), "0 of 0 valid\n");
}

#[test]
fn games_are_played_to_their_ends() {
    let games = [
        play::play("[Game \"gipf\"]\n[Variant \"basic\"]\n"),
        play::play("[Game \"pippip\"]\n"),
    ];
    for record in games {
        let checked = Checked::from_text(&record.unwrap());
        assert!(checked.report.is_valid(), "{:?}", checked.report.findings);
        assert!(checked.report.turns > 10);
    }
    let refused = play::play("[Game \"gipf\"]\n").unwrap_err();
    assert_eq!(refused.code.id, "tag/missing");
}

#[test]
fn a_figure_has_its_marks() {
    let svg = draw::figure(draw::RECORD, &draw::MARKS).unwrap();
    for part in ["<svg", "White threatens e5", ">A<"] {
        assert!(svg.contains(part), "{part}: {svg}");
    }
    assert!(draw::figure(draw::RECORD, &["circle nowhere at all <"]).is_err());
    assert!(draw::figure(draw::RECORD, &["sing c3"]).is_err());
}

#[test]
fn codes_of_a_folder_are_counted() {
    let mut counts = BTreeMap::new();
    count::count(&root().join("corpus/gipf/codes"), &mut counts).unwrap();
    let counted: Vec<String> = counts.keys().map(ToString::to_string).collect();
    assert!(
        counted.contains(&"gipf/line-full".to_owned()) && counted.is_sorted(),
        "{counted:?}"
    );
    assert!(count::count(&root().join("corpus/nowhere"), &mut counts).is_err());
}

#[test]
fn games_of_sgf_become_records() {
    let record = convert::converted(convert::GAME.as_bytes()).unwrap();
    assert!(
        record.contains("[Variant \"basic\"]") && record.contains("1. b3 2. a2-c4"),
        "{record}"
    );
    let illegal = convert::converted(convert::GAME.replace("a2-c4", "a2-d4").as_bytes()).unwrap();
    assert!(
        illegal.contains("error[gipf/not-in-line] turn 2: "),
        "{illegal}"
    );
    assert!(convert::converted(b"no game").is_err());
}

#[test]
fn random_games_are_drawn() {
    let tags = "[Game \"gipf\"]\n[Variant \"basic\"]\n";
    let svg = random::last_position(tags, "screen", 1).unwrap();
    assert!(svg.starts_with("<svg"), "{svg}");
    assert_eq!(random::last_position(tags, "screen", 1).unwrap(), svg);
    assert_ne!(random::last_position(tags, "screen", 2).unwrap(), svg);
    let unknown = random::last_position(tags, "scren", 1)
        .unwrap_err()
        .to_string();
    assert!(unknown.contains("screen"), "{unknown}");
    assert!(random::last_position("[Game \"gipf\"]\n", "screen", 1).is_err());
}

/// The second game was lost on time, as only its stated result shows.
#[test]
fn players_are_counted_by_the_result_that_counts() {
    let mut counted = table::Table::new();
    table::count(table::GAMES.as_bytes(), &mut counted).unwrap();
    let expected = [("Ann", (2, 2)), ("Ben", (0, 2))];
    let expected = expected.map(|(player, games)| (player.to_owned(), games));
    assert_eq!(counted, BTreeMap::from(expected));
}

#[test]
fn a_decided_position_is_drawn() {
    let draw = |text| final_position::drawn(GameId::Pippinzip, "zipline", text);
    let won = draw(final_position::WON).unwrap();
    assert!(
        won.ends_with("\n0-1\n") || won.ends_with("\n1-0\n"),
        "{won}"
    );
    let open = draw("3w/w3/bbb1/w2w 1 taker=2 -").unwrap();
    assert!(!open.contains("-0"), "{open}");
}

#[test]
fn playouts_of_all_games_end_or_reach_the_limit() {
    for (id, tags) in random_playouts::SETUPS {
        let game = LiveGame::start(&random_playouts::start(id, tags).unwrap()).unwrap();
        let play = |seed| {
            let mut random = random_playouts::Random(seed);
            random_playouts::playout(game.position(), &mut random).unwrap()
        };
        let last = play(1);
        assert_eq!(last, play(1));
        assert_ne!(&last, game.position(), "{id}");
    }
}

/// Plays games and searches.
mod slow {
    use super::*;

    #[test]
    fn perft_counts_sequences_of_turns() {
        let game = LiveGame::start("[Game \"gipf\"]\n[Variant \"basic\"]\n").unwrap();
        for (depth, count) in [(0, 1), (1, 30), (2, 924), (3, 29_016)] {
            assert_eq!(perft::perft(game.position(), depth).unwrap(), count);
        }
    }

    /// Seats are changed after each game. The same seeds give the same games everywhere.
    #[test]
    fn tree_search_beats_random_turns() {
        let tags = "[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n[Size \"5\"]\n";
        let mut wins = 0;
        for seed in 0..10 {
            let mut game = LiveGame::start(tags).unwrap();
            let mut random = RandomTurns::new(seed);
            let searcher = if seed % 2 == 0 { 1 } else { 2 };
            while game.position().result().is_none() {
                let turn = if game.position().to_move() == searcher {
                    mcts::best_turn(game.position(), 100, &mut random)
                        .unwrap()
                        .unwrap()
                } else {
                    random.next(game.position()).unwrap()
                };
                game.play(&turn).unwrap();
            }
            wins += u32::from(game.position().result().unwrap().winner() == Some(searcher));
        }
        assert!(wins >= 7, "{wins}");
    }
}
