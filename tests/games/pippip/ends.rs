//! Waived errors, and how a game ends (P5).

use pipscribe::findings::Code;
use pipscribe::games::pippip::{
    Colour, Die, Pippip, PositionText, Setup, Store, StoreRule, Turn, codes,
};
use pipscribe::games::{RandomPlay, Rules};

use super::{findings, legal, nearly_full, play, play_from, position, turn, with_store};

pub(super) fn stands(
    setup: &Setup,
    start: PositionText,
    text: &str,
    codes: &[Code],
) -> (Vec<&'static str>, Turn, PositionText) {
    let played = Pippip::judge(setup, &start, &turn(text), codes).unwrap();
    let passed = played
        .waived
        .iter()
        .map(|refusal| refusal.fault.code.id)
        .collect();
    (passed, played.turn, played.state)
}

#[test]
fn waived_errors() {
    let setup = Setup::default();
    let all: Vec<Code> = codes::ALL.to_vec();
    let (passed, _, state) = stands(
        &setup,
        Pippip::start(&setup),
        "1s;2s;3s;4s;5s;*5@b3/3",
        &all,
    );
    assert_eq!(passed, ["pippip/store-full", "pippip/store-full"]);
    assert_eq!(state.to_string(), "..../.L53../..../.... D 1234 -");
    let roll = with_store(StoreRule::Roll);
    let (passed, _, state) = stands(&roll, nearly_full(2, "-", "-"), "5s;*5@a1/3", &all);
    assert_eq!(passed, ["pippip/store-must-empty", "pippip/roll-required"]);
    assert_eq!(state.stores, [Store::default(); 2]);
    // Nothing was wrong, so nothing is waived.
    let (passed, ..) = stands(&setup, Pippip::start(&setup), "5@b3/3", &all);
    assert_eq!(passed, [""; 0]);
    let can_stand: Vec<_> = codes::ALL
        .iter()
        .filter(|code| code.can_stand)
        .map(|code| code.id.strip_prefix("pippip/").unwrap())
        .collect();
    assert_eq!(
        can_stand,
        [
            "store-full",
            "store-must-empty",
            "roll-required",
            "conversion-wrong"
        ]
    );
    for text in ["5@e3/3", "5@b3/2", "*5@b3/3"] {
        assert!(
            Pippip::judge(&setup, &Pippip::start(&setup), &turn(text), &all).is_err(),
            "{text}"
        );
    }
}

#[test]
fn a_waived_list_changes_the_listed_dice() {
    let setup = Setup::default();
    let start = position("..../..D31./.D31.L31/..D31. L - -");
    let wrong: &[Code] = &[&codes::CONVERSION_WRONG];
    let (passed, turn, state) = stands(&setup, start, "1@c2/2;xd2,b2", wrong);
    assert_eq!(passed, ["pippip/conversion-wrong"]);
    assert_eq!(turn.to_string(), "1@c2/2;xb2,d2");
    assert_eq!(state.to_string(), "..../..D31./.L31L12D31/..D31. D - -");
    // A missing list claims nothing.
    let (passed, turn, _) = stands(&setup, start, "1@c2/2", wrong);
    assert_eq!((passed, turn.to_string().as_str()), (vec![], "1@c2/2;xc1"));
}

/// The result, the score and the rule of a board that `last` fills.
fn ended(setup: &Setup, text: &str, last: &str) -> (String, Vec<u32>, &'static str) {
    let state = play_from(setup, position(text), &[last]).unwrap().state;
    let verdict = Pippip::verdict(setup, &state).unwrap();
    assert_eq!(legal(setup, &state), [""; 0]);
    assert!(Pippip::random_turn(setup, &state, &mut |_| 0).is_none());
    (
        verdict.standing.to_string(),
        Pippip::score(setup, &state).unwrap(),
        verdict.rule,
    )
}

#[test]
fn the_higher_total_wins_and_equal_totals_draw() {
    let setup = Setup::default();
    let swapped = Setup {
        colours: [Colour::Dark, Colour::Light],
        ..setup
    };
    // Each die is on a square of its colour, except for the dark one on a1.
    let board = "L12D12L12D12/D12L12D12L12/L12D12L12D12/.L12D12L63 D - -";
    let light: u32 = 8 + 5;
    let at_start = position(board);
    assert_eq!(Pippip::verdict(&setup, &at_start), None);
    let dark = 8 - 1;
    let cases = [
        (1, "1-0", "0-1"),
        (5, "1-0", "0-1"),
        (6, "1/2-1/2", "1/2-1/2"),
    ];
    for (top, by_light_first, by_dark_first) in cases {
        let last = (1..=6)
            .filter(|&north| Die::new(Colour::Dark, top, north).is_some())
            .find_map(|north| {
                let played = play_from(&setup, at_start, &[&format!("{top}@a1/{north}")]).unwrap();
                played
                    .turn
                    .converted
                    .is_empty()
                    .then(|| played.turn.to_string())
            });
        let last = last.unwrap();
        let total = dark + u32::from(top);
        let (standing, score, rule) = ended(&setup, board, &last);
        assert_eq!(
            (standing.as_str(), score, rule),
            (by_light_first, vec![light, total], "P5.1")
        );
        let (standing, score, _) = ended(&swapped, board, &last);
        assert_eq!(
            (standing.as_str(), score),
            (by_dark_first, vec![total, light])
        );
    }
}

#[test]
fn a_seat_that_resigns_loses() {
    let setup = Setup {
        colours: [Colour::Dark, Colour::Light],
        ..Setup::default()
    };
    let state = Pippip::start(&setup);
    assert_eq!(
        Pippip::resignation(&setup, &state).unwrap().to_string(),
        "0-1"
    );
    let state = play(&setup, &["5@b3/3"]).unwrap().state;
    assert_eq!(
        Pippip::resignation(&setup, &state).unwrap().to_string(),
        "1-0"
    );
}

#[test]
fn turns_after_the_end_and_scores() {
    let board = "[Game \"pippip\"]\n[Position \"L12D12L12D12/D12L12D12L12/L12D12L12D12/.L12D12L63 D - -\"]\n";
    let movetext = |end: &str| format!("{board}\n1. 6@a1/2 {end}\n");
    assert_eq!(findings(&movetext("*")), ["record/result"]);
    let text = movetext("2. 5@a1/3 *");
    assert_eq!(findings(&text), ["turn/after-end"]);
}
