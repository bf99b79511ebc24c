//! The turns after the auction, of two seats and of teams (Z4).

use pipscribe::games::Rules;
use pipscribe::games::pippinzip::{Pippinzip, Variant};
use pipscribe::notation::Record;

use super::{after, fault, legal, play, setup, text, verdict};
use crate::support::{RecordText, replayed};

#[test]
fn the_number_of_stones_per_turn() {
    let few = |turns| fault(play(&setup(Variant::Freestyle, 2, 5), "", turns));
    assert_eq!(
        fault(play(&setup(Variant::Zipline, 2, 5), "", "a1,b1,c1,d1")),
        ("too-many-stones", "Z3.1", 3)
    );
    assert_eq!(few("c3 take a1"), ("too-few-stones", "Z4.3", 1));
    assert_eq!(few("c3 take a1,b1,c1"), ("too-many-stones", "Z4.3", 2));
    assert_eq!(few("c3 take a1,b1 c1,d1"), ("too-many-stones", "Z4.2", 1));
    let pipeline = setup(Variant::Pipeline, 2, 5);
    assert_eq!(
        fault(play(&pipeline, "", "take a1,b1")),
        ("too-many-stones", "Z4.2", 1)
    );
    assert_eq!(
        fault(play(&pipeline, "", "take a1 b1,c1")),
        ("too-many-stones", "Z4.2", 1)
    );
    let three = setup(Variant::Freestyle, 3, 5);
    assert_eq!(
        fault(play(&three, "", "take a1,b1")),
        ("too-many-stones", "Z4.6", 1)
    );
    assert_eq!(
        fault(play(&three, "", "take a1 b1,c1")),
        ("too-many-stones", "Z4.6", 1)
    );
    assert_eq!(
        fault(play(&three, "", "take a1 b1 c1,d1")),
        ("too-many-stones", "Z4.2", 1)
    );
}

#[test]
fn the_two_stones_of_pip_are_not_neighbours_in_zipline() {
    let zipline = setup(Variant::Zipline, 2, 5);
    for near in ["b3", "d3", "c2", "c4"] {
        let judged = play(&zipline, "", &format!("take c3,{near}"));
        assert_eq!(fault(judged), ("adjacent-pair", "Z4.3", 1), "{near}");
    }
    for far in ["b2", "b4", "d2", "d4", "c5", "a3"] {
        assert!(
            play(&zipline, "", &format!("take c3,{far}")).is_ok(),
            "{far}"
        );
    }
    assert!(play(&setup(Variant::Freestyle, 2, 5), "", "take c3,c4").is_ok());
    // Stones of other turns do not matter.
    assert!(play(&zipline, "", "take c3,e5 a1 c4,a5").is_ok());
}

#[test]
fn the_second_stone_can_be_forfeited() {
    let zipline = setup(Variant::Zipline, 2, 3);
    let from = "w1b/3/b1w 1 taker=2 -";
    let judge = |turns: &str| play(&zipline, from, turns);
    // b2 is next to all remaining points; b1 is not.
    assert_eq!(after(&zipline, from, "b2"), "w1b/1b1/b1w 2 taker=2 -");
    assert_eq!(fault(judge("b2,a2")), ("adjacent-pair", "Z4.3", 1));
    assert_eq!(fault(judge("b1")), ("too-few-stones", "Z4.3", 1));
    assert!(judge("b1,b3").is_ok());
    let freestyle = setup(Variant::Freestyle, 2, 3);
    assert_eq!(
        fault(play(&freestyle, from, "b2")),
        ("too-few-stones", "Z4.3", 1)
    );
}

#[test]
fn a_winning_stone_needs_no_second() {
    for variant in [Variant::Zipline, Variant::Freestyle] {
        let setup = setup(variant, 2, 4);
        let from = "3w/w3/bbb1/w2w 1 taker=2 -";
        let judge = |turns: &str| play(&setup, from, turns);
        assert_eq!(verdict(&setup, judge("d2")), Some(("1-0".into(), "Z5.1")));
        assert_eq!(
            verdict(&setup, judge("d2,a4")),
            Some(("1-0".into(), "Z5.1"))
        );
        assert_eq!(
            verdict(&setup, judge("a4,d2")),
            Some(("1-0".into(), "Z5.1"))
        );
        assert_eq!(judge("d2,a4").unwrap().turn.to_string(), "d2,a4");
        assert_eq!(fault(judge("a4")), ("too-few-stones", "Z4.3", 1));
        // The whole turn still has to be legal.
        assert_eq!(fault(judge("d2,a3")), ("occupied", "Z1.3", 1));
        assert_eq!(fault(judge("d2,d5")), ("off-board", "Z1.1", 1));
        assert_eq!(fault(judge("d2,a4,b4")), ("too-many-stones", "Z4.3", 2));
    }
    let judged = play(
        &setup(Variant::Zipline, 2, 4),
        "3w/w3/bbb1/w2w 1 taker=2 -",
        "d2,d3",
    );
    assert_eq!(fault(judged), ("adjacent-pair", "Z4.3", 1));
}

#[test]
fn three_seats_are_zip_and_a_team() {
    let zipline = setup(Variant::Zipline, 3, 5);
    assert_eq!(
        after(&zipline, "", "take a1"),
        "5/5/5/5/b4 3 taker=1 pair=a1"
    );
    assert_eq!(
        after(&zipline, "", "take a1 c1"),
        "5/5/5/5/b1b2 1 taker=1 -"
    );
    assert_eq!(
        after(&zipline, "", "take a1 c1 e1"),
        "5/5/5/5/b1b1w 2 taker=1 -"
    );
    // The seats after the taker are the team, whichever seat takes.
    assert_eq!(
        after(&zipline, "", "e5 take a1"),
        "4w/5/5/5/b4 1 taker=2 pair=a1"
    );
    assert_eq!(
        after(&zipline, "", "e5 e4 take a1 c1 d1 a2"),
        "4w/4w/5/b4/b1bw1 2 taker=3 pair=a2"
    );
}

#[test]
fn the_stones_of_a_team_are_not_neighbours_in_a_round_of_zipline() {
    let zipline = setup(Variant::Zipline, 3, 5);
    assert_eq!(
        fault(play(&zipline, "", "take a1 a2")),
        ("adjacent-pair", "Z4.6", 0)
    );
    assert!(play(&zipline, "", "take a1 b2").is_ok());
    // Stones of two rounds, and of one round in `freestyle`, may be neighbours.
    assert!(play(&zipline, "", "take a1 c1 e1 a2").is_ok());
    let freestyle = setup(Variant::Freestyle, 3, 5);
    assert_eq!(
        after(&freestyle, "", "take a1"),
        "5/5/5/5/b4 3 taker=1 pair=a1"
    );
    assert!(play(&freestyle, "", "take a1 a2").is_ok());
}

#[test]
fn a_team_wins_and_loses_as_one() {
    let zipline = setup(Variant::Zipline, 3, 3);
    let from = "1bb/w1b/3 3 taker=2 -";
    assert_eq!(
        verdict(&zipline, play(&zipline, from, "c1")),
        Some(("1-0-1".into(), "Z5.1"))
    );
    assert_eq!(after(&zipline, from, "c1"), "1bb/w1b/2b 1 taker=2 pair=c1");
    let from = "1bb/w1b/3 1 taker=2 pair=c2";
    assert_eq!(
        verdict(&zipline, play(&zipline, from, "a3")),
        Some(("1-0-1".into(), "Z5.1"))
    );
    let from = "1w1/w2/1w1 2 taker=2 -";
    assert_eq!(
        verdict(&zipline, play(&zipline, from, "c2")),
        Some(("0-1-0".into(), "Z5.2"))
    );
}

#[test]
fn a_forfeited_stone_of_a_team_is_passed() {
    let zipline = setup(Variant::Zipline, 3, 3);
    let from = "w1b/1b1/b1w 3 taker=1 pair=b2";
    assert_eq!(after(&zipline, from, "pass"), "w1b/1b1/b1w 1 taker=1 -");
    assert_eq!(
        fault(play(&zipline, from, "a2")),
        ("adjacent-pair", "Z4.6", 0)
    );
    assert_eq!(
        legal(
            &zipline,
            &Pippinzip::position(&zipline, &text(from)).unwrap()
        ),
        ["pass"]
    );
    let free = "w1b/1b1/b2 3 taker=1 pair=b2";
    assert_eq!(
        fault(play(&zipline, free, "pass")),
        ("pass-not-allowed", "Z4.6", 0)
    );
    let freestyle = setup(Variant::Freestyle, 3, 3);
    assert_eq!(
        fault(play(&freestyle, from, "pass")),
        ("pass-not-allowed", "Z4.1", 0)
    );
    let two = setup(Variant::Zipline, 2, 3);
    for (turns, rule) in [
        ("pass", "Z3.1"),
        ("a1 pass", "Z3.1"),
        ("take pass", "Z4.1"),
        ("take a1,b2 pass", "Z4.1"),
    ] {
        assert_eq!(
            fault(play(&two, "", turns)),
            ("pass-not-allowed", rule, 0),
            "{turns}"
        );
    }
    assert_eq!(
        fault(play(&zipline, "", "take pass")),
        ("pass-not-allowed", "Z4.1", 0)
    );
}

#[test]
fn the_first_error_of_the_table_is_reported() {
    let zipline = setup(Variant::Zipline, 2, 5);
    let judge = |last: &str| fault(play(&zipline, "", &format!("c3 take {last}")));
    assert_eq!(judge("c3,f9,a1"), ("off-board", "Z1.1", 1));
    assert_eq!(judge("a1,c3,b1"), ("occupied", "Z1.3", 1));
    assert_eq!(judge("a1,a2,a1"), ("occupied", "Z1.3", 2));
    assert_eq!(judge("a1,a2,b3"), ("too-many-stones", "Z4.3", 2));
    assert_eq!(judge("c3"), ("occupied", "Z1.3", 0));
    assert_eq!(judge("a1,a6"), ("off-board", "Z1.1", 1));
    assert_eq!(
        fault(play(&zipline, "", "a1,b1,a1")),
        ("occupied", "Z1.3", 2)
    );
    assert_eq!(
        fault(play(&zipline, "", "take take")),
        ("take-outside-auction", "Z3.1", 0)
    );
}

/// A record of five rows with waivers, replayed: its findings, each with true for an
/// error, and its last turn with the position after it.
fn irregular(variant: &str, seats: u8, moves: &str) -> (Vec<(&'static str, bool)>, String) {
    let text = RecordText::new("pippinzip")
        .tag("Variant", variant)
        .tag("Size", 5)
        .tag("Players", seats)
        .with_moves(moves);
    let replayed = replayed(&Record::parse_str(&text));
    let findings = replayed.report.findings.iter();
    let found = findings.map(|found| (found.code.id, found.is_error()));
    let last = replayed.turns.last();
    let last = last.map(|turn| format!("{} {}", turn.text, turn.position));
    (found.collect(), last.unwrap_or_default())
}

#[test]
fn a_waived_fault_is_a_warning_and_the_turn_is_played() {
    for (variant, moves, code, last) in [
        (
            "zipline",
            "1. d1,c1,b1,a1 {[%irregular pippinzip/too-many-stones]}",
            "pippinzip/too-many-stones",
            "a1,b1,c1,d1 5/5/5/5/wwww1 2 auction -",
        ),
        (
            "zipline",
            "1. take 2. a1 {[%irregular pippinzip/too-few-stones]}",
            "pippinzip/too-few-stones",
            "a1 5/5/5/5/b4 1 taker=1 -",
        ),
        (
            "zipline",
            "1. take 2. a1,a2 {[%irregular pippinzip/adjacent-pair]}",
            "pippinzip/adjacent-pair",
            "a1,a2 5/5/5/b4/b4 1 taker=1 -",
        ),
        (
            "pipeline",
            "1. pass {[%irregular pippinzip/pass-not-allowed]}",
            "pippinzip/pass-not-allowed",
            "pass 5/5/5/5/5 2 auction -",
        ),
    ] {
        let expected = (vec![(code, false)], last.to_owned());
        assert_eq!(irregular(variant, 2, moves), expected, "{moves}");
    }
}

#[test]
fn each_fault_of_a_turn_needs_its_own_waiver() {
    let of = |waivers: &str| irregular("zipline", 2, &format!("1. take 2. a1,a2,c3 {{{waivers}}}"));
    let many = "[%irregular pippinzip/too-many-stones]";
    let near = "[%irregular pippinzip/adjacent-pair]";
    assert_eq!(of(many).0, [("pippinzip/adjacent-pair", true)]);
    assert_eq!(of(near).0, [("pippinzip/too-many-stones", true)]);

    let (found, last) = of(&format!("{many} {near}"));
    assert_eq!(
        found,
        [
            ("pippinzip/adjacent-pair", false),
            ("pippinzip/too-many-stones", false)
        ]
    );
    assert_eq!(last, "a1,a2,c3 5/5/2b2/b4/b4 1 taker=1 -");
}

/// If the first seat of a team passes, the second may place a stone anywhere.
#[test]
fn an_irregular_turn_of_a_team_leaves_the_next_seat_its_turn() {
    let pass = "1. take 2. pass {[%irregular pippinzip/pass-not-allowed]}";
    let many = "1. take 2. c3,a1 {[%irregular pippinzip/too-many-stones]} 3. a2";
    for (moves, last) in [
        (pass, "pass 5/5/5/5/5 3 taker=1 pair=-"),
        (&format!("{pass} 3. a1"), "a1 5/5/5/5/b4 1 taker=1 -"),
        (many, "a2 5/5/2b2/b4/b4 1 taker=1 -"),
    ] {
        assert_eq!(irregular("zipline", 3, moves).1, last, "{moves}");
    }

    let near = "1. take 2. c3 3. a1,c2 {[%irregular pippinzip/too-many-stones]}";
    assert_eq!(
        irregular("zipline", 3, near).0,
        [("pippinzip/adjacent-pair", true)]
    );
}

/// A stone can only be placed on an empty point, and only the auction has a taker.
#[test]
fn some_faults_cannot_be_waived() {
    for (code, moves) in [
        ("pippinzip/occupied", "1. a1 2. a1"),
        ("pippinzip/off-board", "1. a1 2. f1"),
        ("pippinzip/take-outside-auction", "1. take 2. take"),
    ] {
        let moves = format!("{moves} {{[%irregular {code}]}}");
        let found = irregular("zipline", 2, &moves).0;
        assert_eq!(found.first(), Some(&(code, true)), "{moves}");
    }
}
