//! Compares the two derivations of the legal turns, and plays random games.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use pipscribe::draw::write_svg;
use pipscribe::findings::Code;
use pipscribe::games::pippinzip::board::Point;
use pipscribe::games::pippinzip::{
    Colour, FirstOfPair, Name, Phase, Pippinzip, Position, PositionText, Setup, Stones, Turn,
    Variant, codes,
};
use pipscribe::games::{Drawing, Language, Rules, Suggest};
use pipscribe::notation::Record;
use proptest::prelude::*;

use super::{TABLES, legal, setup, turn};
use crate::support::{canonical, cases, legal_turns, marked_text, random_game_numbered, replayed};

/// Small boards of every fullness, in every phase.
fn positions() -> impl Strategy<Value = (Setup, PositionText)> {
    let stone = (0u8..12, any::<bool>());
    (
        0usize..5,
        3u8..=4,
        prop::collection::vec(stone, 16),
        0u8..13,
        1u8..=3,
        0u8..=3,
        any::<prop::sample::Index>(),
    )
        .prop_map(|(table, size, odds, full, to_move, taker, pair)| {
            let (variant, seats) = TABLES[table];
            let setup = setup(variant, seats, size);
            let phase = if taker == 0 {
                Phase::Auction
            } else {
                Phase::Taken((taker - 1) % seats + 1)
            };
            let to_move = (to_move - 1) % seats + 1;
            let mut stones = Stones::empty(size);
            for (point, (odds, white)) in Point::all(size).zip(odds) {
                let colour = match phase {
                    Phase::Auction if variant == Variant::Pipeline => Colour::Black,
                    Phase::Auction => Colour::White,
                    Phase::Taken(_) if white => Colour::White,
                    Phase::Taken(_) => Colour::Black,
                };
                stones.set(point, (odds < full).then_some(colour));
            }
            let black: Vec<Point> = stones.of_colour(Colour::Black).iter().collect();
            let second =
                matches!(phase, Phase::Taken(taker) if seats == 3 && to_move % 3 + 1 == taker);
            let pair = match (second, black.as_slice()) {
                (false, _) => FirstOfPair::Absent,
                (true, []) => FirstOfPair::Nothing,
                (true, black) => FirstOfPair::Stone(Name::from(*pair.get(black))),
            };
            (
                setup,
                PositionText {
                    stones,
                    to_move,
                    phase,
                    pair,
                },
            )
        })
}

/// Every turn that could be legal on a board of that size, legal or not.
fn all_turns(size: u8) -> Vec<Turn> {
    let names: Vec<Name> = Point::all(size).map(Name::from).collect();
    let mut turns = vec![Turn::Take, Turn::Pass];
    for (index, &first) in names.iter().enumerate() {
        turns.push(Turn::Stones(vec![first]));
        for (next, &second) in names.iter().enumerate() {
            turns.push(Turn::Stones(vec![first, second]));
            let thirds = if index < next {
                next + 1..names.len()
            } else {
                0..1
            };
            turns.extend(thirds.map(|third| Turn::Stones(vec![first, second, names[third]])));
        }
    }
    turns
}

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn exactly_the_legal_turns_are_generated((setup, text) in positions()) {
        let Ok(state) = Pippinzip::position(&setup, &text) else { return Ok(()) };
        let listed = legal_turns::<Pippinzip>(&setup, &state);
        let count = listed.len();
        let generated: BTreeMap<String, Position> = listed.into_iter().collect();
        prop_assert_eq!(generated.len(), count, "a turn is generated twice");
        prop_assert!(count > 0, "there is always a legal turn");
        prop_assert_eq!(Pippinzip::count_turns(&setup, &state, &mut 100_000), Some(count as u64));
        let (mut judged, mut scratch) = (BTreeMap::new(), state);
        for turn in all_turns(setup.size) {
            let is_legal = Pippinzip::judge(&setup, &state, &turn, &[]).is_ok();
            prop_assert_eq!(Pippinzip::is_legal(&setup, &state, &mut scratch, &turn), is_legal, "{}", turn);
            if let Ok(played) = Pippinzip::judge(&setup, &state, &turn, &[]) {
                prop_assert!(played.waived.is_empty());
                judged.insert(played.turn.to_string(), played.state);
            }
        }
        prop_assert_eq!(judged, generated);
    }

    #[test]
    fn suggested_turns_are_legal((setup, text) in positions(), written in "[a-d][1-5](,[a-d][1-5]){0,3}") {
        let Ok(state) = Pippinzip::position(&setup, &text) else { return Ok(()) };
        let mut all = legal(&setup, &state);
        let mut meant = Vec::new();
        let _ = Pippinzip::turns_like(&setup, &state, Some(&turn(&written)), &mut |turn: &Turn| {
            assert!(Pippinzip::judge(&setup, &state, turn, &[]).is_ok());
            meant.push(turn.to_string());
            ControlFlow::Continue(())
        });
        all.sort();
        meant.sort();
        prop_assert_eq!(meant, all);
    }

    #[test]
    fn played_turns_are_legal_and_their_positions_valid(
        (setup, text) in positions(), pick in any::<prop::sample::Index>(),
    ) {
        let Ok(state) = Pippinzip::position(&setup, &text) else { return Ok(()) };
        let played = Pippinzip::judge(&setup, &state, &turn(pick.get(&legal(&setup, &state)).as_str()), &[]);
        let Ok(played) = played else { return Err(TestCaseError::fail("a legal turn is judged illegal")) };
        let again = Pippinzip::judge(&setup, &state, &played.turn, &[]).map(|again| (again.turn, again.state));
        prop_assert_eq!(again.ok(), Some((played.turn, played.state)));
        let written = Pippinzip::position_text(&setup, &played.state);
        prop_assert_eq!(Pippinzip::parse_position(&written.to_string()), Ok(written));
        let decided = Pippinzip::verdict(&setup, &played.state).is_some();
        match Pippinzip::position(&setup, &written) {
            Ok(start) => prop_assert!(!decided && start == played.state),
            Err(error) => prop_assert!(decided, "{}: {}", written, error.message),
        }
        prop_assert_eq!(Pippinzip::state_for_drawing(&setup, &written), played.state);
    }

    #[test]
    fn judging_and_explaining_never_panic(
        (setup, text) in positions(),
        other_setup in 0usize..5,
        written in "(take|pass|[a-e][1-6](,[a-e][1-6]){0,4})",
        stands in any::<bool>(),
    ) {
        let (variant, seats) = TABLES[other_setup];
        let setup = Setup { variant, seats, ..setup };
        // This holds for any position, valid or not.
        let state = Pippinzip::state_for_drawing(&setup, &text);
        let waived: &[Code] = if stands { codes::ALL } else { &[] };
        match Pippinzip::judge(&setup, &state, &turn(&written), waived) {
            Ok(played) => {
                prop_assert!(stands || played.waived.is_empty());
                for refusal in &played.waived {
                    prop_assert!(refusal.fault.code.can_stand);
                    prop_assert!(Pippinzip::explain(&setup, refusal, "").message.ends_with('.'));
                }
            }
            Err(refusal) => {
                prop_assert!(!stands || !refusal.fault.code.can_stand);
                let said = Pippinzip::explain(&setup, &refusal, "");
                prop_assert!(said.message.ends_with('.'));
                let parts = Pippinzip::turn_parts(&written).len();
                prop_assert!(refusal.fault.part.action <= parts);
            }
        }
        let scene = Pippinzip::scene(&setup, &state);
        let _ = (marked_text(&scene, &["a1", "z9"]), write_svg(&scene));
    }

    #[test]
    fn positions_round_trip((setup, text) in positions()) {
        prop_assert_eq!(Pippinzip::parse_position(&text.to_string()), Ok(text));
        if let Ok(state) = Pippinzip::position(&setup, &text) {
            prop_assert_eq!(Pippinzip::position_text(&setup, &state), text);
        }
    }
}

/// Forfeited stones must be frequent enough, or the tests above prove little.
#[test]
fn forfeits_and_single_winning_stones_are_covered() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let (mut passes, mut forfeits, mut winners) = (0, 0, 0);
    for _ in 0..4000 {
        let (setup, text) = positions().new_tree(&mut runner).unwrap().current();
        let Ok(state) = Pippinzip::position(&setup, &text) else {
            continue;
        };
        if text.phase == Phase::Auction {
            continue;
        }
        let _ = Pippinzip::legal_turns(&setup, &state, &mut |turn, after| {
            let over = Pippinzip::verdict(&setup, after).is_some();
            match turn {
                Turn::Pass => passes += 1,
                Turn::Stones(names)
                    if names.len() == 1
                        && setup.seats == 2
                        && setup.variant != Variant::Pipeline =>
                {
                    let black = setup.colour_of(
                        text.to_move,
                        if text.phase == Phase::Taken(1) { 1 } else { 2 },
                    );
                    winners += usize::from(black == Colour::Black && over);
                    forfeits += usize::from(black == Colour::Black && !over);
                }
                _ => {}
            }
            ControlFlow::Continue(())
        });
    }
    assert!(
        passes > 2 && forfeits > 2 && winners > 20,
        "{passes} {forfeits} {winners}"
    );
}

mod slow {
    use super::*;

    #[test]
    fn random_games_are_valid_canonical_and_finished() {
        let (mut auctions, mut lone, mut turns_of_19) = (0, 0, 0);
        for (variant, seats) in TABLES {
            for (size, games) in [(3, 20), (4, 20), (7, 10), (19, 2), (26, 1)] {
                let (size_text, seats_text) = (size.to_string(), seats.to_string());
                let tags = [
                    ("Game", "pippinzip"),
                    ("Variant", variant.name()),
                    ("Size", &size_text),
                    ("Players", &seats_text),
                ];
                for index in 0..games {
                    let game = || random_game_numbered(&tags, 5, index, 1000);
                    let text = game();
                    let record = Record::parse_str(&text);
                    let replayed = replayed(&record);
                    assert!(replayed.report.findings.is_empty(), "{text}");
                    assert!(replayed.report.result.is_some(), "{text}");
                    assert_eq!(
                        (game(), canonical(&record)),
                        (text.clone(), Some(text.clone()))
                    );
                    let setup = setup(variant, seats, size);
                    let (last, before) = replayed.turns.split_last().unwrap();
                    for turn in before {
                        let read = Pippinzip::parse_position(&turn.position).unwrap();
                        let state = Pippinzip::position(&setup, &read).unwrap();
                        assert_eq!(
                            Pippinzip::position_text(&setup, &state).to_string(),
                            turn.position
                        );
                        let alone = !turn.text.contains(',') && turn.position.contains("taker");
                        lone += u32::from(alone && variant == Variant::Zipline && seats == 2);
                    }
                    assert!(
                        Pippinzip::position(
                            &setup,
                            &Pippinzip::parse_position(&last.position).unwrap()
                        )
                        .is_err()
                    );
                    auctions += u32::from(last.position.contains("auction"));
                    turns_of_19 += if size == 19 { replayed.turns.len() } else { 0 };
                }
            }
        }
        // Some auctions are won, but most are not; no game fills a large board to the last point.
        assert!((5..80).contains(&auctions), "{auctions}");
        assert!(lone > 0 && turns_of_19 / 10 < 330, "{lone} {turns_of_19}");
    }
}
