//! Waived turns.

use pipscribe::games::pipe::codes;

use super::{codes_of, record};
use crate::support::{canonical, replayed, report};

#[test]
fn irregular_turns_are_played_if_they_have_a_meaning() {
    let codes = |more: &str, turns: &str| codes_of("pipes", more, turns);
    let black = "[Position \"1@+0+0/E 1 black,white 0,0\"]";
    let stands = |more: &str, turn: &str, code: &str| {
        assert_eq!(codes(more, turn), [code], "{turn}");
        assert_eq!(
            codes(more, &format!("{turn} {{[%irregular {code}]}} 3@+90+90/E")),
            [code],
            "{turn}"
        );
    };
    stands(black, "2@+0+2/S", "pipe/colours-clash");
    stands(black, "2@+2+0/E;x1", "pipe/pickup-wrong");
    let hands = format!("[Hand1 \"2,5\"]\n[Hand2 \"3\"]\n[Stock \"4,6\"]\n{black}");
    stands(&hands, "2@+2+0/E;draw:6", "pipe/draw-wrong");
    stands(&hands, "18@+0+1/E", "pipe/card-not-in-hand");
    stands(
        "",
        "discard:1,2,4;claim:black {a card too few} discard:hidden",
        "pipe/discard-wrong",
    );
    // A card on the table cannot be played or drawn again.
    let again = "1@+5+5/E {[%irregular pipe/card-not-in-hand]}";
    assert_eq!(codes(black, again), ["pipe/card-not-in-hand"]);
    assert!(report(&record("pipes", black, again)).findings[0].is_error());
    // The cards of a waived list are picked up, by the seats that it names.
    let stood = |turn: &str| {
        let more = "[Position \"6@+0+0/E 1 black,white 0,0\"]";
        let record = record(
            "pipes",
            more,
            &format!("{turn} {{[%irregular pipe/pickup-wrong]}} 3@+9+9/E"),
        );
        let replayed = replayed(&record);
        assert_eq!(replayed.report.turns, 2, "{turn}");
        assert!(
            canonical(&record)
                .unwrap()
                .contains(&replayed.turns[0].text)
        );
        let [first, last] = replayed.turns.as_slice() else {
            panic!("two turns")
        };
        format!("{} | {} | {}", first.text, last.text, last.position)
    };
    assert_eq!(
        stood("7@+0+1/E;x7"),
        "7@+0+1/E;x7 | 3@+9+9/E | 3@+9+9/E,6@+0+0/E 1 black,white 1,0"
    );
    assert_eq!(
        stood("7@+0+1/E;x2:6;x7"),
        "7@+0+1/E;x7;x2:6 | 3@+9+9/E | 3@+9+9/E 1 black,white 1,1"
    );
    assert_eq!(
        stood("7@+0+1/E;x7;x6"),
        "7@+0+1/E;x7;x6 | 3@+9+9/E | 3@+9+9/E 1 black,white 2,0"
    );
    // A list that names a card twice, or one that is not on the table, cannot be waived.
    for list in ["x7,7", "x7,99", "x7;x2:7"] {
        let turn = format!("7@+0+1/E;{list} {{[%irregular pipe/pickup-wrong]}}");
        let report = report(&record(
            "pipes",
            "[Position \"6@+0+0/E 1 black,white 0,0\"]",
            &turn,
        ));
        assert_eq!(
            (report.findings[0].code.id, report.is_valid()),
            ("pipe/pickup-wrong", false),
            "{list}"
        );
    }
    // If the named seat does not exist, nobody picks the set up; it is picked up with the next
    // play.
    let later = "7@+0+1/E;x3:6,7 | 3@+9+9/E;x1:6,7 | 3@+9+9/E 1 black,white 2,0";
    assert_eq!(stood("7@+0+1/E;x3:7,6"), later);
}

#[test]
fn irregular_discards_and_draws_change_the_hands() {
    let hands = "[Hand1 \"1,2,3,4,5,6,7,8,9\"]\n[Hand2 \"10,11,12,13,14,15,16,17,18\"]\n[Stock \"19,20,21\"]";
    let texts = |turns: &str| {
        let replayed = replayed(&record("pipes", hands, turns));
        let faults: Vec<_> = replayed
            .report
            .findings
            .iter()
            .filter(|finding| finding.is_error())
            .collect();
        assert!(faults.is_empty(), "{turns}: {faults:?}");
        replayed
            .turns
            .into_iter()
            .skip(2)
            .map(|turn| turn.text)
            .collect::<Vec<_>>()
            .join(" ")
    };
    // Five of the nine cards are held, whichever they are.
    let hidden = "discard:hidden;claim:black {[%irregular pipe/discard-wrong]} discard:10,11,12,13";
    let plays = "1@+0+0/E 14@+9+0/E 2@+18+0/E 15@+27+0/E 19@+36+0/E 16@+45+0/E 3@+54+0/E 17@+63+0/E 4@+72+0/E \
                 18@+81+0/E 5@+90+0/E 20@+99+0/E 21@+108+0/E 1/2-1/2";
    let played = texts(&format!("{hidden} {plays}"));
    assert_eq!(played.matches("draw").count(), 3);
    assert!(
        report(&record("pipes", hands, &format!("{hidden} {plays}")))
            .result
            .is_some()
    );
    // A card drawn out of order leaves the other cards in their places.
    let drawn = "discard:1,2,3,4;claim:black discard:10,11,12,13 5@+0+0/E;draw:21 {[%irregular pipe/draw-wrong]}";
    assert_eq!(
        texts(&format!("{drawn} 14@+9+0/E 21@+18+0/E 15@+27+0/E")),
        "5@+0+0/E;draw:21 14@+9+0/E;draw:19 21@+18+0/E;draw:20 15@+27+0/E"
    );
}

#[test]
fn waivable_codes_agree_with_the_rule_sheet() {
    let standing: Vec<_> = codes::ALL
        .iter()
        .filter(|code| code.can_stand)
        .map(|code| code.id)
        .collect();
    let expected = [
        "card-not-in-hand",
        "colours-clash",
        "discard-wrong",
        "pickup-wrong",
        "draw-wrong",
    ];
    assert_eq!(standing, expected.map(|name| format!("pipe/{name}")));
}
