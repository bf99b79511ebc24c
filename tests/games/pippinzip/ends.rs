//! How a game ends (Z5).

use pipscribe::games::pippinzip::{
    Colour, FirstOfPair, Phase, Pippinzip, PositionText, Stones, Turn, Variant,
};
use pipscribe::games::{PositionErrorKind, Rules};

use super::{play, setup, turn};

/// The end of a game of 13 × 13 Zipline, from a photograph.
const PHOTOGRAPH: &str = "1bw10/wbb1wb7/1bbw9/1bwwb4bb2/wbb1wb7/bwbbbwb6/1wb3b2b3/2b2w1b5/1wbw2w1bb3/2bb2bw2bbb/bbbbw1b1w1ww1/bwwwb6b1/b12 2 taker=2 -";

#[test]
fn the_photograph_is_a_win_for_pip() {
    let black = "b13 b12 c12 f12 b11 c11 b10 e10 j10 k10 b9 c9 f9 a8 c8 d8 e8 g8 c7 g7 j7 c6 h6 c5 i5 j5 c4 d4 g4 k4 \
        l4 m4 \
                 a3 b3 c3 d3 g3 a2 e2 l2 a1";
    let white = "c13 a12 e12 d11 c10 d10 a9 e9 b8 f8 b7 f6 b5 d5 g5 h4 e3 i3 k3 l3 b2 c2 d2";
    let setup = setup(Variant::Zipline, 2, 13);
    let mut stones = Stones::empty(13);
    for (names, colour) in [(black, Colour::Black), (white, Colour::White)] {
        for name in names.split_ascii_whitespace() {
            let Turn::Stones(names) = turn(name) else {
                panic!("{name}")
            };
            stones.set(names[0].point(13).unwrap(), Some(colour));
        }
    }
    let last = PositionText {
        stones,
        to_move: 2,
        phase: Phase::Taken(2),
        pair: FirstOfPair::Absent,
    };
    let refused = Pippinzip::position(&setup, &last).unwrap_err();
    assert_eq!(refused.kind, PositionErrorKind::Inconsistent);
    assert_eq!(last.to_string(), PHOTOGRAPH);

    // Any stone without which the chain is broken may have been the last one, by itself: 41 black
    // stones are an odd number.
    let mut ends = 0;
    for name in black.split_ascii_whitespace() {
        let Turn::Stones(names) = turn(name) else {
            panic!("{name}")
        };
        let mut before = PositionText { to_move: 1, ..last };
        before.stones.set(names[0].point(13).unwrap(), None);
        let Ok(state) = Pippinzip::position(&setup, &before) else {
            continue;
        };
        let played = Pippinzip::judge(&setup, &state, &turn(name), &[])
            .map_err(|refusal| refusal.fault)
            .unwrap();
        assert_eq!(Pippinzip::position_text(&setup, &played.state), last);
        let verdict = Pippinzip::verdict(&setup, &played.state).unwrap();
        assert_eq!(
            (verdict.standing.to_string().as_str(), verdict.rule),
            ("1-0", "Z5.1")
        );
        for end in ["a1", "b13"] {
            assert!(
                verdict.marks.iter().any(|mark| mark == end),
                "{:?}",
                verdict.marks
            );
        }
        assert!(!verdict.marks.iter().any(|mark| mark == "m4"));
        ends += 1;
    }
    assert!(ends > 5, "{ends}");
}

#[test]
fn resignations() {
    let cases = [
        (Variant::Pipeline, 2, "", "0-1"),
        (Variant::Zipline, 2, "a1", "1-0"),
        (Variant::Zipline, 3, "", "0-1-1"),
        (Variant::Zipline, 3, "a1 b1", "1-1-0"),
        (Variant::Zipline, 3, "take", "1-0-0"),
        (Variant::Freestyle, 3, "take a1", "1-0-0"),
        (Variant::Freestyle, 3, "take a1 b1", "0-1-1"),
        (Variant::Pipeline, 2, "take", "1-0"),
    ];
    for (variant, seats, turns, expected) in cases {
        let setup = setup(variant, seats, 5);
        let state = if turns.is_empty() {
            Pippinzip::start(&setup)
        } else {
            play(&setup, "", turns).unwrap().state
        };
        assert_eq!(
            Pippinzip::resignation(&setup, &state).unwrap().to_string(),
            expected,
            "{turns}"
        );
    }
}
