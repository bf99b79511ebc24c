//! Random games to their ends, fair rolls, and the turns of the start.

use pipscribe::games::pippip::board::Square;
use pipscribe::games::pippip::{Colour, Pippip, Setup, Store};
use pipscribe::games::{RandomPlay, Rules};
use pipscribe::notation::Record;

use super::{legal, nearly_full, setups};
use crate::support::{canonical, random_game_numbered, report};

/// A generator that only needs to differ from game to game.
fn generator(mut seed: u64) -> impl FnMut(u64) -> u64 {
    move |below| {
        seed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = seed;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % below
    }
}

#[test]
fn random_games_end() {
    let (mut asides, mut pulls, mut conversions) = (0, 0, 0);
    for (number, setup) in setups().enumerate() {
        for game in 0..12 {
            let mut choose = generator((number * 1000 + game) as u64);
            let mut state = Pippip::start(&setup);
            let mut turns = Vec::new();
            while let Some(turn) = Pippip::random_turn(&setup, &state, &mut choose) {
                let played = Pippip::judge(&setup, &state, &turn, &[]);
                let played = played.unwrap_or_else(|refusal| {
                    panic!("{turn} in {state}: {}", refusal.fault.code.id)
                });
                assert_eq!(played.turn, turn, "random turns are canonical");
                assert!(turn.put_aside.is_empty() || setup.cap > 0);
                asides += turn.put_aside.len();
                pulls += usize::from(turn.placement.from_store);
                conversions += turn.converted.len();
                state = played.state;
                turns.push(turn);
                assert_eq!(
                    Pippip::position(&setup, &state).is_ok(),
                    turns.len() < 16,
                    "{state}"
                );
            }
            assert_eq!(turns.len(), 16);
            assert_eq!(state.stores, [Store::default(); 2]);
            let verdict = Pippip::verdict(&setup, &state).unwrap();
            let score = Pippip::score(&setup, &state).unwrap();
            let standing = match score[0].cmp(&score[1]) {
                std::cmp::Ordering::Less => "0-1",
                std::cmp::Ordering::Equal => "1/2-1/2",
                std::cmp::Ordering::Greater => "1-0",
            };
            assert_eq!(verdict.standing.to_string(), standing);
            let by_colour = |colour: Colour| -> u32 {
                let own = |square: &Square| square.is_dark() == (colour == Colour::Dark);
                let dice = Square::all()
                    .filter(own)
                    .filter_map(|square| state.at(square));
                dice.filter(|die| die.colour() == colour)
                    .map(|die| u32::from(die.top()))
                    .sum()
            };
            assert_eq!(score, setup.colours.map(by_colour));
        }
    }
    assert!(
        asides > 300 && pulls > 300 && conversions > 1000,
        "{asides} {pulls} {conversions}"
    );
}

/// Every value is rolled equally often, however the dice are used.
#[test]
fn random_rolls_are_fair() {
    let setup = Setup::default();
    let mut choose = generator(7);
    let mut counts = [0_u32; 6];
    for _ in 0..600 {
        let mut state = Pippip::start(&setup);
        while let Some(turn) = Pippip::random_turn(&setup, &state, &mut choose) {
            let placed = (!turn.placement.from_store).then_some(turn.placement.top);
            for value in turn.put_aside.iter().copied().chain(placed) {
                counts[usize::from(value) - 1] += 1;
            }
            state = Pippip::judge(&setup, &state, &turn, &[]).unwrap().state;
        }
    }
    // 9,600 rolls: 1,600 of each, with a standard deviation of 37.
    assert_eq!(counts.iter().sum::<u32>(), 9600);
    assert!(
        counts.iter().all(|count| count.abs_diff(1600) < 150),
        "{counts:?}"
    );
}

#[test]
fn random_records_are_valid_and_canonical() {
    for (index, options) in (0..).zip([
        "store=turn",
        "store=roll",
        "dice=cw cap=8 store=roll",
        "cap=0",
    ]) {
        let tags = [
            ("Game", "pippip"),
            ("Options", options),
            ("Colors", "dark,light"),
        ];
        let game = || random_game_numbered(&tags, 1, index, 100);
        let text = game();
        let record = Record::parse_str(&text);
        let report = report(&record);
        assert!(report.findings.is_empty(), "{text}");
        assert_eq!((report.turns, game()), (16, text.clone()));
        assert_eq!(canonical(&record), Some(text));
    }
}

#[test]
fn legal_turns_of_the_start() {
    let setup = Setup::default();
    let turns = legal(&setup, &Pippip::start(&setup));
    // Six values, 16 squares, four rotations.
    assert_eq!(turns.len(), 6 * 16 * 4);
    assert_eq!(
        turns[..5],
        ["1@a1/2", "1@a1/3", "1@a1/4", "1@a1/5", "1@a2/2"]
    );
    // If there are as many dice in store as remaining placements, only pulls are legal.
    let turns = legal(&setup, &nearly_full(2, "5", "-"));
    assert_eq!(turns.len(), 8);
    assert!(
        turns.iter().all(|turn| turn.starts_with("*5@a")),
        "{turns:?}"
    );
    let turns = legal(&setup, &nearly_full(4, "3", "-"));
    assert_eq!(turns.len(), (6 + 1) * 4 * 4);
}
