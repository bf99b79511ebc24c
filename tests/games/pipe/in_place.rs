//! Compares turns played in place, as in the fast check, with turns judged on copies, also for the
//! same games elsewhere on the grid. Copies stay unchanged.

use pipscribe::games::pipe::board::Square;
use pipscribe::games::pipe::{Pipe, PositionText, RecycleRule, Setup, State, Turn};
use pipscribe::games::{Language, NoObserver, RandomPlay, Rules};
use proptest::prelude::*;

use super::random::{Numbers, judge, random_setup, random_text};
use super::whole_table::{due, picked_up};
use crate::support::cases;

/// Offsets at which the same game is also played: within a tile of the grid, where four tiles meet,
/// across several tiles, and as far away as possible.
const ELSEWHERE: &[(i32, i32)] = &[
    (1, 0),
    (-3, 5),
    (16, -16),
    (8, -64),
    (-1_000, 123_456_789),
    (999_999_800, -999_999_800),
];

fn moved(square: Square, (east, north): (i32, i32)) -> Square {
    Square {
        x: square.x + east,
        y: square.y + north,
    }
}

/// The turn with or without its optional parts, elsewhere.
fn written(turn: &Turn, by: (i32, i32), bare: bool, keeps_draws: bool) -> Turn {
    let mut turn = turn.clone();
    if let Turn::Play(play) = &mut turn {
        play.placement.square = moved(play.placement.square, by);
        if bare {
            play.pick_ups.clear();
            // A shuffled discard must be named.
            play.draw = play.draw.filter(|_| keeps_draws);
        }
    }
    turn
}

fn text_elsewhere(setup: &Setup, state: &State, by: (i32, i32)) -> PositionText {
    let mut text = Pipe::position_text(setup, state);
    text.table
        .iter_mut()
        .for_each(|placement| placement.square = moved(placement.square, by));
    text
}

proptest! {
    #![proptest_config(cases(120))]

    #[test]
    fn a_game_played_in_place_is_the_game_played_on_copies(seed in any::<u64>(), known in any::<bool>()) {
        let mut numbers = Numbers(seed);
        let setup = random_setup(&mut numbers, known);
        let by = ELSEWHERE[numbers.below(ELSEWHERE.len())];
        let mut on_copies = Pipe::start(&setup);
        let (mut in_place, mut elsewhere) = (on_copies.clone(), on_copies.clone());
        let mut kept: Vec<(State, String)> = Vec::new();
        let mut scores = vec![0; usize::from(setup.seats)];
        for _ in 0..90 {
            let text = Pipe::position_text(&setup, &in_place).to_string();
            kept.push((in_place.clone(), text));
            // Most of these variations cannot be played.
            for _ in 0..3 {
                let Ok(turn) = Pipe::parse_turn(&random_text(&mut numbers, &setup, &on_copies)) else { continue };
                let mut after = in_place.clone();
                let silent = Pipe::play(&setup, &mut after, &turn, &mut NoObserver).ok().map(|()| after);
                prop_assert_eq!(silent, judge(&setup, &on_copies, &turn).map(|played| played.state), "{}", turn);
            }
            let mut choose = |limit| u64::try_from(numbers.below(usize::try_from(limit).unwrap())).unwrap();
            let Some(turn) = Pipe::random_turn(&setup, &on_copies, &mut choose) else { break };
            let played = judge(&setup, &on_copies, &turn).unwrap();
            for (seat, cards) in picked_up(&played.turn, on_copies.to_move) {
                scores[usize::from(seat) - 1] += u32::try_from(cards.len()).unwrap();
            }
            if let Turn::Play(play) = &turn {
                prop_assert_eq!(picked_up(&played.turn, on_copies.to_move), due(&setup, &on_copies, play.placement));
            }
            for (state, by) in [(&mut in_place, (0, 0)), (&mut elsewhere, by)] {
                let turn = written(&turn, by, numbers.below(2) == 0, setup.recycle == RecycleRule::Shuffled);
                prop_assert!(Pipe::play(&setup, state, &turn, &mut NoObserver).is_ok(), "{}", turn);
            }
            on_copies = played.state;
            prop_assert_eq!(&in_place, &on_copies);
            prop_assert_eq!(Pipe::position_text(&setup, &elsewhere), text_elsewhere(&setup, &on_copies, by));
            prop_assert_eq!(Pipe::score(&setup, &on_copies), Some(scores.clone()));
            prop_assert_eq!(Pipe::verdict(&setup, &in_place), Pipe::verdict(&setup, &elsewhere));
        }
        for (state, text) in kept {
            prop_assert_eq!(Pipe::position_text(&setup, &state).to_string(), text);
            prop_assert!(state.table.covered().all(|square| state.table.card_at(square).is_some()));
            prop_assert_eq!(state.table.covered().count(), state.table.len() * 2);
        }
    }
}
