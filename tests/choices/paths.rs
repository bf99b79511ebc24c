//! The paths of choices are the legal turns, in every game and variant.

use std::collections::BTreeSet;

use pipscribe::draw::Lang;
use pipscribe::prelude::*;
use pipscribe::replay::choices::{NoChoice, choices, path};

use crate::support::{RecordText, SETUPS, random_game, random_game_of, timeline_of};

/// Every turn that choices lead to; `goes` selects the choices to try after earlier choices.
fn leaves(position: &Position, goes: &dyn Fn(&[String], &str) -> bool) -> BTreeSet<String> {
    let (mut found, mut waiting) = (BTreeSet::new(), vec![Vec::new()]);
    while let Some(chosen) = waiting.pop() {
        let step = choices(position, &chosen, Lang::En).unwrap();
        assert!(
            step.turn.is_some() || !step.choices.is_empty() || chosen.is_empty(),
            "a dead end: {chosen:?}"
        );
        found.extend(step.turn);
        let keys: BTreeSet<&str> = step
            .choices
            .iter()
            .map(|choice| choice.key.as_str())
            .collect();
        assert_eq!(
            keys.len(),
            step.choices.len(),
            "keys that stand twice: {chosen:?}"
        );
        let next = step
            .choices
            .iter()
            .filter(|choice| goes(&chosen, &choice.key));
        waiting
            .extend(next.map(|choice| [&chosen[..], std::slice::from_ref(&choice.key)].concat()));
    }
    found
}

fn legal(position: &Position) -> BTreeSet<String> {
    position.legal_turns().into_iter().collect()
}

/// Positions of a random game, a fixed number of turns apart.
fn positions(setup: usize, seed: u64, apart: usize) -> Vec<Position> {
    let text = random_game_of(setup, seed, 400);
    let timeline = timeline_of(&text);
    timeline
        .frames()
        .iter()
        .step_by(apart)
        .map(|frame| frame.position.clone())
        .collect()
}

fn assert_leaves_are_legal(position: &Position) {
    if position.result().is_some() {
        assert_eq!(
            choices(position, &[], Lang::En).unwrap_err(),
            NoChoice::Over
        );
        return;
    }
    let found = leaves(position, &|_, _| true);
    assert_eq!(found, legal(position), "{position:?}");
}

#[test]
fn the_leaves_of_gipf_are_its_legal_turns() {
    for (setup, seed) in (0..3).flat_map(|setup| (0..6).map(move |seed| (setup, seed))) {
        positions(setup, seed, 7)
            .iter()
            .for_each(assert_leaves_are_legal);
    }
}

/// Crossing rows, GIPF pieces of both colours in them, rows of GIPF pieces only, an empty reserve.
#[test]
fn the_leaves_of_gipf_are_its_legal_turns_with_rows_on_the_board() {
    for (variant, position) in [
        ("standard", "wwWw/2B2/3b2/WWWW3/w5/b4/3B w 3,4 2,1 - -"),
        ("standard", "WWWW/wW3/w5/7/6/5/BBBB w 0,4 2,1 - -"),
        ("standard", "wWBw/wW3/w5/w6/6/5/BBBb w 1,4 2,1 - -"),
        ("basic", "wwww/w4/w5/w6/6/5/bbbb w 2,4 0,0 - -"),
        ("tournament", "WWWW/WB3/6/7/6/5/BBBB w 3,4 0,0 wb -"),
        ("tournament", "4/5/6/3W3/6/5/4 b 16,18 0,0 wb b"),
    ] {
        let tags = RecordText::new("gipf")
            .tag("Variant", variant)
            .tag("Position", position)
            .tags();
        let game = LiveGame::start(&tags).unwrap();
        assert_leaves_are_legal(game.position());
        for turn in game.position().legal_turns().iter().step_by(37) {
            assert_path(game.position(), turn);
        }
    }
}

#[test]
fn the_leaves_of_pippinzip_are_its_legal_turns() {
    for (variant, seats) in [
        ("pipeline", 2),
        ("zipline", 2),
        ("zipline", 3),
        ("freestyle", 2),
        ("freestyle", 3),
    ] {
        let tags = [
            ("Game", "pippinzip"),
            ("Variant", variant),
            ("Size", "4"),
            ("Players", &seats.to_string()),
        ];
        for seed in 0..8 {
            let timeline = timeline_of(&random_game(&tags, seed, 99));
            // In the auction, points can be chosen in any order, so a few positions are enough.
            let frames = timeline
                .frames()
                .iter()
                .filter(|frame| frame.number > 3 || frame.number as u64 == seed % 4);
            frames
                .map(|frame| &frame.position)
                .for_each(assert_leaves_are_legal);
        }
    }
}

fn assert_path(position: &Position, turn: &str) {
    let path = path(position, turn).unwrap_or_else(|| panic!("no path to {turn} in {position:?}"));
    let step = choices(position, &path, Lang::En).unwrap();
    assert_eq!(step.turn.as_deref(), Some(turn), "{path:?} in {position:?}");
}

/// With unknown hands, a drawn card can be named, cards can lie far away, and discards can be
/// hidden.
#[test]
fn unlisted_turns_can_be_chosen_too() {
    let tags = "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"twin-works\"]\n";
    let mut game = LiveGame::start(tags).unwrap();
    for turn in [
        "discard:hidden;claim:black",
        "discard:4,3,2,1;claim:white",
        "17@+0+0/E;draw:30",
        "20@+40-3/N",
    ] {
        assert_path(game.position(), turn);
        game.play(turn).unwrap();
    }
    assert_eq!(path(game.position(), "17@+9+9/E"), None);
    assert_eq!(path(game.position(), "resign"), None);
}

/// If there are too few cards, none is offered, because it would lead nowhere.
#[test]
fn too_few_cards_are_not_discarded_one_by_one() {
    let game =
        "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"own\"]\n[Card1 \"B123 W456 LLDDLD\"]\n\n*\n";
    let timeline = timeline_of(game);
    let offered = choices(&timeline.start().unwrap().position, &[], Lang::En)
        .unwrap()
        .choices;
    assert_eq!(
        offered
            .iter()
            .map(|choice| choice.key.as_str())
            .collect::<Vec<_>>(),
        ["hidden"]
    );
}

#[test]
fn invalid_choices_are_reported() {
    let game = LiveGame::start("[Game \"gipf\"]\n[Variant \"basic\"]\n").unwrap();
    let tried = |keys: &[&str]| {
        let keys: Vec<String> = keys.iter().map(|key| (*key).to_owned()).collect();
        choices(game.position(), &keys, Lang::En).map(|step| step.choices.len())
    };
    let refused = |key: &str, at| {
        Err(NoChoice::Key {
            key: key.to_owned(),
            at,
        })
    };
    assert_eq!(tried(&[]), Ok(24));
    assert_eq!(tried(&["b2"]), refused("b2", 0));
    assert_eq!(tried(&["b1", "e5"]), refused("e5", 1));
    assert_eq!(tried(&["b1", "b2", "b2"]), refused("b2", 2));
}

mod slow {
    use super::*;

    /// Every turn of random games of every set-up has its path, and every part of it is among the
    /// offered choices.
    #[test]
    fn every_turn_of_random_games_has_its_path() {
        for (setup, seed) in
            (0..SETUPS.len()).flat_map(|setup| (0..3).map(move |seed| (setup, seed)))
        {
            let text = random_game_of(setup, seed, 60);
            let timeline = timeline_of(&text);
            for pair in timeline.frames().windows(2) {
                let (before, turn) = (&pair[0].position, pair[1].position.turn().unwrap());
                let path = path(before, &turn)
                    .unwrap_or_else(|| panic!("no path to {turn} in {before:?}"));
                for index in 0..path.len() {
                    let step = choices(before, &path[..index], Lang::En).unwrap();
                    assert!(
                        step.choices.iter().any(|choice| choice.key == path[index]),
                        "{turn} in {before:?}"
                    );
                }
                assert_eq!(choices(before, &path, Lang::En).unwrap().turn, Some(turn));
            }
        }
    }

    #[test]
    fn the_leaves_of_pippip_are_its_legal_turns() {
        for (setup, seed) in [3, 7]
            .into_iter()
            .flat_map(|setup| (0..4).map(move |seed| (setup, seed)))
        {
            for position in positions(setup, seed, 5) {
                if position.result().is_some() {
                    continue;
                }
                // The list of legal turns lacks turns that put dice aside, so all possible ones
                // with at most one such die are judged.
                let once = |chosen: &[String], key: &str| {
                    key != "s" || !chosen.iter().any(|key| key == "s")
                };
                let found = leaves(&position, &once);
                let turns = legal(&position);
                let pulled = |turn: &String| format!("*{}", turn.trim_start_matches('*'));
                let placed: BTreeSet<String> = turns
                    .iter()
                    .flat_map(|turn| [turn.clone(), pulled(turn)])
                    .collect();
                let aside = (1..=6)
                    .flat_map(|value| placed.iter().map(move |turn| format!("{value}s;{turn}")));
                let is_legal = |turn: &String| position.play(turn).is_ok();
                let expected: BTreeSet<String> = turns
                    .iter()
                    .cloned()
                    .chain(aside.filter(is_legal))
                    .collect();
                assert_eq!(found, expected, "{position:?}");
            }
        }
    }

    #[test]
    fn the_leaves_of_the_pipe_game_are_its_legal_turns() {
        for setup in 8..12 {
            for position in positions(setup, 0, 14) {
                if position.result().is_some() {
                    continue;
                }
                // Cards can be discarded in any order; other lists have one order.
                let number = |key: &str| key.parse::<u32>().ok();
                let rising = |chosen: &[String], key: &str| match (
                    chosen.last().and_then(|last| number(last)),
                    number(key),
                ) {
                    (Some(last), Some(next)) => last < next,
                    _ => true,
                };
                let found = leaves(&position, &rising);
                assert_eq!(found, legal(&position), "{position:?}");
            }
        }
    }

    #[test]
    fn every_step_has_a_prompt_in_every_language() {
        for (setup, lang) in (0..SETUPS.len()).flat_map(|setup| Lang::ALL.map(|lang| (setup, lang)))
        {
            for position in positions(setup, 1, 11)
                .iter()
                .filter(|position| position.result().is_none())
            {
                let mut chosen = Vec::new();
                loop {
                    let step = choices(position, &chosen, lang).unwrap();
                    assert!(
                        !step.asks.is_empty()
                            && step.choices.iter().all(|choice| !choice.label.is_empty())
                    );
                    let Some(first) = step.choices.into_iter().next_back() else {
                        break;
                    };
                    chosen.push(first.key);
                }
            }
        }
    }
}
