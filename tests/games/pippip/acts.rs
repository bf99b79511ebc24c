//! Rolling, putting aside and pulling, and the stores at the end (P3).

use pipscribe::games::pippip::{Pippip, Setup, StoreRule};
use pipscribe::games::{Detail, PastTurn, Rules};
use pipscribe::notation::Record;

use super::{fault, nearly_full, part, play, play_from, turn, with_store};
use crate::support::report;

#[test]
fn errors_of_the_actions() {
    let turns_and_faults = [
        (
            "0s;5@b3/3",
            "pippip/impossible-face",
            "P2.1",
            part(0, Detail::What),
        ),
        (
            "5s;7s;5@b3/3",
            "pippip/impossible-face",
            "P2.1",
            part(1, Detail::What),
        ),
        ("5@e3/3", "pippip/off-board", "P1.1", part(0, Detail::To)),
        ("5@b5/3", "pippip/off-board", "P1.1", part(0, Detail::To)),
        ("9@b0/9", "pippip/off-board", "P1.1", part(0, Detail::To)),
        (
            "7@b3/3",
            "pippip/impossible-face",
            "P2.1",
            part(0, Detail::What),
        ),
        (
            "5@b3/5",
            "pippip/impossible-face",
            "P2.1",
            part(0, Detail::Facing),
        ),
        (
            "5@b3/2",
            "pippip/impossible-face",
            "P2.1",
            part(0, Detail::Facing),
        ),
        (
            "5@b3/0",
            "pippip/impossible-face",
            "P2.1",
            part(0, Detail::Facing),
        ),
        (
            "*5@b3/3",
            "pippip/not-in-store",
            "P3.1",
            part(0, Detail::What),
        ),
        (
            "*5@b3/2",
            "pippip/impossible-face",
            "P2.1",
            part(0, Detail::Facing),
        ),
        (
            "5s;*6@b3/2",
            "pippip/not-in-store",
            "P3.1",
            part(1, Detail::What),
        ),
        (
            "1s;2s;3s;4s;5@b3/3",
            "pippip/store-full",
            "P3.2",
            part(3, Detail::Whole),
        ),
        (
            "1s;2s;3s;4s;5@e3/3",
            "pippip/store-full",
            "P3.2",
            part(3, Detail::Whole),
        ),
        (
            "1s;2s;3s;5@e3/3;xb3",
            "pippip/off-board",
            "P1.1",
            part(3, Detail::To),
        ),
        (
            "5@b3/3;xb2",
            "pippip/conversion-wrong",
            "P4.1",
            part(1, Detail::Item(0)),
        ),
    ];
    for (text, code, rule, part) in turns_and_faults {
        assert_eq!(
            fault(play(&Setup::default(), &[text])),
            (code, rule, part),
            "{text}"
        );
    }
    assert_eq!(
        fault(play(&Setup::default(), &["5@b3/3", "7@b3/7"])),
        ("pippip/occupied", "P3.1", part(0, Detail::To))
    );
    let roll = with_store(StoreRule::Roll);
    assert_eq!(
        fault(play(&roll, &["5s;*5@b3/3"])),
        ("pippip/roll-required", "P3.3", part(1, Detail::From))
    );
    // The store is checked before the reading of the rule.
    assert_eq!(
        fault(play(&roll, &["5s;*6@b3/2"])),
        ("pippip/not-in-store", "P3.1", part(1, Detail::What))
    );
    assert!(play(&roll, &["5s;6@b3/2", "1@d1/2", "*5@c1/4"]).is_ok());
    let none = Setup {
        cap: 0,
        ..Setup::default()
    };
    assert_eq!(
        fault(play(&none, &["5s;*5@b3/3"])),
        ("pippip/store-full", "P3.2", part(0, Detail::Whole))
    );
}

#[test]
fn an_impossible_die_lists_the_possible_ones() {
    let setup = Setup::default();
    let said = |text: &str| {
        let refusal = play(&setup, &[text]).unwrap_err();
        let said = Pippip::explain(&setup, &refusal, "");
        (said.message, said.help.unwrap())
    };
    let can = "With 5 on top the north face can be 1, 3, 4 or 6.".to_owned();
    assert_eq!(
        said("5@b3/2"),
        (
            "2 is opposite 5: with 5 on top it is below.".into(),
            can.clone()
        )
    );
    assert_eq!(
        said("5@b3/5"),
        (
            "5 is on top, so it cannot be to the north too.".into(),
            can.clone()
        )
    );
    assert_eq!(said("5@b3/8"), ("No die has a face 8.".into(), can));
}

#[test]
fn stores_are_empty_at_the_end() {
    let (turn, roll) = (with_store(StoreRule::Turn), with_store(StoreRule::Roll));
    // Empty squares, light's store, turn, whether legal under `store=turn` and `store=roll`.
    let cases = [
        // r = 1: nothing can stay in the store.
        (1, "-", "6@a1/2", true, true),
        (2, "-", "6@a1/2", true, true),
        (2, "-", "5s;*5@a1/3", true, false),
        (2, "-", "5s;6@a1/2", false, false),
        (2, "5", "*5@a1/3", true, true),
        (2, "5", "6@a1/2", false, false),
        (2, "5", "6s;*6@a1/2", false, false),
        // r = 2
        (3, "-", "5s;6@a1/2", true, true),
        (4, "-", "5s;6@a1/2", true, true),
        (4, "5", "6@a1/2", true, true),
        (4, "5", "6s;*5@a1/3", true, false),
        (4, "5", "6s;6@a1/2", false, false),
        (4, "-", "5s;6s;*5@a1/3", true, false),
        (4, "55", "*5@a1/3", true, true),
        (4, "55", "6@a1/2", false, false),
        (4, "55", "6s;*6@a1/2", false, false),
        // r = 3
        (5, "55", "6@a1/2", true, true),
        (6, "55", "6s;*6@a1/2", true, false),
        (6, "5", "6s;6@a1/2", true, true),
    ];
    for (empty, store, text, by_turn, by_roll) in cases {
        let start = nearly_full(empty, store, "-");
        for (setup, legal) in [(&turn, by_turn), (&roll, by_roll)] {
            assert_eq!(Pippip::position(setup, &start), Ok(start));
            let judged = play_from(setup, start, &[text]);
            assert_eq!(
                judged.is_ok(),
                legal,
                "{empty} {store} {text} {:?}",
                setup.store
            );
        }
    }
    // The other seat places one die fewer if the number is odd.
    for (empty, stores, sound) in [
        (1, ("5", "-"), true),
        (1, ("-", "5"), false),
        (3, ("55", "5"), true),
        (3, ("-", "55"), false),
    ] {
        let start = nearly_full(empty, stores.0, stores.1);
        assert_eq!(Pippip::position(&turn, &start).is_ok(), sound, "{start}");
    }
}

#[test]
fn a_roll_that_cannot_be_placed_reports_the_placements_left() {
    let setup = Setup::default();
    let said = |empty, store, text: &str| {
        let refusal = play_from(&setup, nearly_full(empty, store, "-"), &[text]).unwrap_err();
        assert_eq!(refusal.fault.code.id, "pippip/store-must-empty");
        let said = Pippip::explain(&setup, &refusal, "");
        (said.message, said.help.unwrap_or_default())
    };
    let (message, help) = said(4, "35", "6@a1/2");
    assert!(
        message.starts_with("Light has 2 placements left, this one included, and 2 dice in store"),
        "{message}"
    );
    assert_eq!(help, "Pull `*3` or `*5`.");
    let (message, _) = said(2, "5", "6s;*6@a1/2");
    assert!(
        message.starts_with("Light has 1 placement left, this one, and 1 die in store"),
        "{message}"
    );
    let roll = with_store(StoreRule::Roll);
    let refusal = play_from(&roll, nearly_full(2, "-", "-"), &["5s;6@a1/2"]).unwrap_err();
    let said = Pippip::explain(&roll, &refusal, "");
    assert!(
        said.message
            .contains("1 placement left, this one, and 0 dice in store"),
        "{}",
        said.message
    );
    assert_eq!(said.help.as_deref(), Some("The rolled die must be placed."));
}

#[test]
fn collisions_are_found() {
    let setup = Setup::default();
    let turns = ["5s;1s;6@b3/2", "1@d1/2", "*5@c1/4", "2@a1/1"];
    let culprit = |setup: &Setup, last: &str| {
        let mut states = vec![Pippip::start(setup)];
        for text in turns {
            let played = Pippip::judge(setup, states.last().unwrap(), &turn(text), &[]).unwrap();
            states.push(played.state);
        }
        let refusal = Pippip::judge(setup, states.last().unwrap(), &turn(last), &[]).unwrap_err();
        let ask = Pippip::explain(setup, &refusal, "").culprit?;
        turns.iter().enumerate().rev().find_map(|(index, text)| {
            let turn = turn(text);
            let positions = || [&states[index], &states[index + 1]];
            let moment = PastTurn {
                written: &turn,
                positions: &positions,
                turn: &|| turn.clone(),
            };
            Some((index + 1, ask(&moment)?))
        })
    };
    let found = |last: &str| culprit(&setup, last).map(|(number, _)| number);
    assert_eq!(found("6@d1/2"), Some(2));
    assert_eq!(found("6@b3/2"), Some(1));
    assert_eq!(found("*5@b4/3"), Some(3));
    assert_eq!(found("*6@b4/2"), None);
    assert_eq!(found("1@b1/2;xc1"), Some(3));
    assert_eq!(found("5@b1/1;xb1"), None);
    // One die in store, and three more: the store was not full before this turn.
    assert_eq!(found("1s;1s;1s;6@b4/2"), None);
    let small = Setup { cap: 2, ..setup };
    assert_eq!(culprit(&small, "1s;1s;6@b4/2"), None);
}

#[test]
fn a_full_store_refers_to_the_turn_that_filled_it() {
    let record =
        "[Game \"pippip\"]\n[Options \"cap=1\"]\n\n1. 5s;6@b3/2 2. 1@d1/2 3. 1s;6@b4/2 *\n";
    let report = report(&Record::parse_str(record));
    let finding = &report.findings[0];
    assert_eq!(
        (finding.code.id, finding.turn, finding.related[0].turn),
        ("pippip/store-full", 3, 1)
    );
    assert_eq!(
        finding.related[0].message,
        "with `5s;6@b3/2` Light's store came to hold 1 die"
    );
}

#[test]
fn a_full_store_in_a_turn_that_must_pull_says_so() {
    // Three dice in store and three placements left: the seat may not roll (P3.4).
    let record = "[Game \"pippip\"]\n[Position \"L12D12L12D12/D12L12D12L12/..../..L12D12 L 246 -\"]\n\n1. 1s;1@a1/2 *\n";
    let checked = pipscribe::Checked::from_text(record);
    let finding = &checked.report.findings[0];
    assert_eq!(finding.code.id, "pippip/store-full");
    let help = finding.help.as_deref().unwrap();
    assert!(help.contains("pull `*2` or `*4` or `*6`"), "{help}");
    assert!(!help.contains("must be placed"), "{help}");
}
