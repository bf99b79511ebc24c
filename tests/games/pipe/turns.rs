//! Playing a card, changing colours, ends, the set-up, and known and unknown hands (V4, V5).

use super::{codes_of, played, record};
use crate::support::report;

#[test]
fn a_card_need_not_touch_another() {
    let (_, position) = played(
        "pipes",
        "[Position \"1@+0+0/E 1 black,white 0,0\"]",
        "2@-500+999999999/N",
    );
    assert_eq!(position, "1@+0+0/E,2@-500+999999999/N 2 black,white 0,0");
}

#[test]
fn a_cleared_table_lets_colours_change() {
    let cleared = |variant: &str, more: &str, turns: &str| played(variant, more, turns).1;
    let pipes = "[Position \"6@+0+0/E 1 black,white 0,0\"]";
    assert_eq!(cleared("pipes", pipes, "7@+0+1/E"), "- 2 black,white 2,0");
    assert_eq!(
        cleared("pipes", pipes, "7@+0+1/E;keep"),
        "- 2 black,white 2,0"
    );
    assert_eq!(
        cleared("pipes", pipes, "7@+0+1/E;swap"),
        "- 2 white,black 2,0"
    );
    assert_eq!(
        codes_of("pipes", pipes, "7@+0-1/E;keep"),
        ["pipe/swap-not-allowed"]
    );
    assert_eq!(
        codes_of("pipes", pipes, "7@+0+1/E;claim:white,black"),
        ["pipe/claim-wrong"]
    );
    // `keep` changes nothing.
    assert_eq!(played("pipes", pipes, "7@+0+1/E;keep").0, ["7@+0+1/E;x6,7"]);

    let both = "[Players \"3\"]\n[Position \"6@+0+0/E 2 light,black,dark 0,0,0\"]";
    assert_eq!(
        cleared("both", both, "7@+0+1/E;claim:dark,black,white"),
        "- 3 white,dark,black 0,2,0"
    );
    assert_eq!(
        cleared("both", both, "7@+0+1/E;keep"),
        "- 3 light,black,dark 0,2,0"
    );
    for wrong in [
        "black,dark,white",
        "dark,black",
        "dark,dark,white",
        "dark,mauve,white",
        "dark,black,white,light",
    ] {
        let turn = format!("7@+0+1/E;claim:{wrong}");
        assert_eq!(
            codes_of("both", both, &turn),
            ["pipe/claim-wrong"],
            "{wrong}"
        );
    }
    assert_eq!(
        codes_of("both", both, "7@+0+1/E;swap"),
        ["pipe/swap-not-allowed"]
    );
    assert_eq!(
        codes_of("both", both, "3@+0-1/E;claim:dark,black,white"),
        ["pipe/claim-wrong"]
    );
}

#[test]
fn the_last_card_changes_no_colours() {
    let tags =
        "[Hand1 \"7\"]\n[Hand2 \"\"]\n[Stock \"\"]\n[Position \"6@+0+0/E 1 black,white 3,0\"]";
    assert_eq!(
        codes_of("pipes", tags, "7@+0+1/E;swap"),
        ["pipe/swap-not-allowed"]
    );
    assert_eq!(
        codes_of("pipes", tags, "7@+0+1/E;keep"),
        ["pipe/swap-not-allowed"]
    );
    let report = report(&record("pipes", tags, "7@+0+1/E 1-0"));
    assert_eq!(report.score, Some(vec![5, 0]));
    assert_eq!(report.result.unwrap().to_string(), "1-0");
    assert_eq!(
        codes_of("pipes", tags, "7@+0+1/E 2. 3@+0+0/E 1-0"),
        ["turn/after-end"]
    );
}

const FOUR: &str = r#"[Players "4"]
[Hand1 ""]
[Hand2 "7"]
[Hand3 ""]
[Hand4 ""]
[Stock ""]
"#;

#[test]
fn three_and_four_seats_share_what_is_equal() {
    let result = |more: &str| {
        report(&record("both", more, "7@+0+1/E"))
            .result
            .unwrap()
            .to_string()
    };
    let three = "[Players \"3\"]\n[Hand1 \"\"]\n[Hand2 \"7\"]\n[Hand3 \"\"]\n[Stock \"\"]\n";
    let of_three = |scores: &str| {
        result(&format!(
            "{three}[Position \"6@+0+0/E 2 light,black,dark {scores}\"]"
        ))
    };
    assert_eq!(of_three("5,3,4"), "1/2-1/2-0");
    assert_eq!(of_three("5,3,5"), "1/2-1/2-1/2");
    assert_eq!(of_three("6,3,0"), "1-0-0");
    let of_four = |options: &str| {
        let position = "[Position \"6@+0+0/E 2 light,black,dark,white 4,1,2,4\"]";
        result(&format!("{FOUR}{options}{position}"))
    };
    assert_eq!(of_four(""), "1/2-0-0-1/2");
    // 4 and 2 against 3 and 4.
    assert_eq!(of_four("[Options \"teams=13-24\"]\n"), "0-1-0-1");
}

#[test]
fn only_two_sides_may_resign() {
    let resigned = |more: &str| {
        let report = report(&record("both", more, "resign"));
        let codes: Vec<_> = report
            .findings
            .iter()
            .map(|finding| finding.code.id)
            .collect();
        (report.result.map(|result| result.to_string()), codes)
    };
    let no = (None, vec!["turn/not-for-this-game"]);
    let yes = |result: &str| (Some(result.to_owned()), vec!["record/result"]);
    assert_eq!(resigned("[Players \"3\"]"), no);
    assert_eq!(resigned("[Players \"4\"]"), no);
    assert_eq!(resigned(""), yes("0-1"));
    assert_eq!(
        resigned("[Players \"4\"]\n[Options \"teams=13-24\"]"),
        yes("0-1-0-1")
    );
}

#[test]
fn the_setup_goes_seat_by_seat() {
    let (turns, position) = played("pipes", "", "discard:9,3,12,1;claim:white discard:hidden");
    assert_eq!(
        turns,
        ["discard:9,3,12,1;claim:white", "discard:hidden;claim:black"]
    );
    assert_eq!(position, "- 1 white,black 0,0");
    for (turn, code) in [
        ("discard:1,2,3,4", "pipe/claim-wrong"),
        ("discard:1,2,3,4;claim:light", "pipe/claim-wrong"),
        ("discard:1,2,3,4;claim:puce", "pipe/claim-wrong"),
        ("discard:1,2,3;claim:white", "pipe/discard-wrong"),
        ("discard:1,2,3,4,5;claim:white", "pipe/discard-wrong"),
        ("discard:1,2,3,3;claim:white", "pipe/discard-wrong"),
        ("discard:1,2,3,99;claim:white", "pipe/unknown-card"),
        // The first fault in the table comes first.
        ("discard:99,99;claim:light", "pipe/unknown-card"),
        ("discard:1,1;claim:light", "pipe/discard-wrong"),
        ("1@+0+0/E", "pipe/out-of-order"),
        ("99@+0+0/E", "pipe/out-of-order"),
    ] {
        assert_eq!(codes_of("pipes", "", turn), [code], "{turn}");
    }
    assert_eq!(
        codes_of(
            "pipes",
            "",
            "discard:hidden;claim:white discard:hidden;claim:white"
        ),
        ["pipe/claim-wrong"]
    );
    assert_eq!(
        codes_of("both", "", "discard:hidden;claim:white discard:hidden"),
        ["pipe/claim-wrong"]
    );
    let twice = "discard:1,2,3,4;claim:white discard:5,6,7,1";
    assert_eq!(codes_of("pipes", "", twice), ["pipe/card-not-in-hand"]);
    assert_eq!(
        codes_of(
            "pipes",
            "",
            "discard:hidden;claim:white discard:hidden discard:hidden"
        ),
        ["pipe/out-of-order"]
    );
}

#[test]
fn unknown_hands_may_hold_unseen_cards() {
    // Of 21 cards 18 are dealt, and three can be drawn.
    let set_up = "discard:1,2,3,4;claim:black discard:hidden";
    for (turns, codes) in [
        ("5@+0+0/E;draw:6 6@+5+5/E", vec!["pipe/card-not-in-hand"]),
        ("5@+0+0/E;draw:6 7@+5+5/E 6@+9+9/E", vec![]),
        ("5@+0+0/E;draw:5", vec!["pipe/draw-wrong"]),
        ("5@+0+0/E;draw:1", vec!["pipe/draw-wrong"]),
        ("1@+0+0/E", vec!["pipe/card-not-in-hand"]),
        ("5@+0+0/E 5@+5+5/E", vec!["pipe/card-not-in-hand"]),
        ("5@+0+0/E;draw:99", vec!["pipe/unknown-card"]),
        (
            "5@+0+0/E 6@+9+0/E 7@+18+0/E 8@+27+0/E;draw:9",
            vec!["pipe/draw-wrong"],
        ),
    ] {
        assert_eq!(
            codes_of("pipes", "", &format!("{set_up} {turns}")),
            codes,
            "{turns}"
        );
    }
    // Recycled cards can be seen again.
    let recycle = "[Options \"recycle=yes\"]";
    assert_eq!(
        codes_of(
            "pipes",
            recycle,
            &format!("{set_up} 5@+0+0/E;draw:1 6@+5+5/E 1@+9+9/E")
        ),
        [""; 0]
    );
    let both = "discard:1,2,3,4;claim:black discard:5,6,7,1";
    assert_eq!(codes_of("pipes", recycle, both), ["pipe/card-not-in-hand"]);
    let twice = format!("{set_up} 1@+0+0/E 1@+5+5/E");
    assert_eq!(
        codes_of("pipes", recycle, &twice),
        ["pipe/card-not-in-hand"]
    );
}

#[test]
fn known_hands_are_drawn_from_the_stock() {
    let hands = "[Hand1 \"1,2,3,4,5,6,7,8,9\"]\n[Hand2 \"10,11,12,13,14,15,16,17,18\"]\n[Stock \"19,20,21\"]";
    let set_up = "discard:1,2,3,4;claim:black discard:10,11,12,13";
    let (turns, _) = played(
        "pipes",
        hands,
        &format!("{set_up} 5@+0+0/E 14@+9+9/E 19@+20+20/E 15@+30+30/E"),
    );
    let cards: Vec<_> = turns
        .iter()
        .skip(2)
        .map(|turn| turn.split(';').next_back().unwrap())
        .collect();
    assert_eq!(cards, ["draw:19", "draw:20", "draw:21", "15@+30+30/E"]);
    for (turn, code) in [
        ("5@+0+0/E;draw:20", "pipe/draw-wrong"),
        ("10@+0+0/E", "pipe/card-not-in-hand"),
        ("19@+0+0/E", "pipe/card-not-in-hand"),
        ("1@+0+0/E", "pipe/card-not-in-hand"),
    ] {
        assert_eq!(
            codes_of("pipes", hands, &format!("{set_up} {turn}")),
            [code],
            "{turn}"
        );
    }
    assert_eq!(
        codes_of("pipes", hands, "discard:hidden;claim:black"),
        ["pipe/discard-wrong"]
    );
    assert_eq!(
        codes_of("pipes", hands, "discard:1,2,3,10;claim:black"),
        ["pipe/card-not-in-hand"]
    );
    // Recycled discards go under the stock, seat 1's first.
    let recycled = format!("{hands}\n[Options \"recycle=yes\"]");
    let set_up = "discard:4,1,3,2;claim:black discard:13,10,11,12";
    let turns = "5@+0+0/E 14@+9+0/E 6@+20+0/E 15@+30+0/E 7@+40+0/E";
    let (turns, _) = played("pipes", &recycled, &format!("{set_up} {turns}"));
    let draws: Vec<_> = turns
        .iter()
        .skip(2)
        .map(|turn| turn.split(';').next_back().unwrap())
        .collect();
    assert_eq!(draws, ["draw:19", "draw:20", "draw:21", "draw:4", "draw:1"]);
}
