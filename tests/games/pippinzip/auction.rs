//! The auction (Z2, Z3).

use pipscribe::games::Rules;
use pipscribe::games::pippinzip::{Pippinzip, Variant};

use super::{after, play, setup, verdict};

#[test]
fn the_auction_goes_round_until_a_seat_takes() {
    let zipline = setup(Variant::Zipline, 2, 5);
    assert_eq!(
        Pippinzip::start(&zipline).text().to_string(),
        "5/5/5/5/5 1 auction -"
    );
    assert_eq!(
        after(&zipline, "", "c3,a1,b5"),
        "1w3/5/2w2/5/w4 2 auction -"
    );
    assert_eq!(
        after(&zipline, "", "c3 d4 take"),
        "5/3w1/2w2/5/5 2 taker=1 -"
    );
    assert_eq!(after(&zipline, "", "take"), "5/5/5/5/5 2 taker=1 -");
    let pipeline = setup(Variant::Pipeline, 2, 5);
    assert_eq!(
        after(&pipeline, "", "c3,a1 take"),
        "5/5/2b2/5/b4 1 taker=2 -"
    );
    let three = setup(Variant::Freestyle, 3, 5);
    assert_eq!(
        after(&three, "", "a1 b1 c1 d1 take"),
        "5/5/5/5/wwww1 3 taker=2 -"
    );
}

#[test]
fn stones_of_an_auction_turn_are_sorted() {
    let setup = setup(Variant::Freestyle, 2, 12);
    let written = |turns: &str| play(&setup, "", turns).unwrap().turn.to_string();
    assert_eq!(written("c10,a3,c9"), "a3,c9,c10");
    assert_eq!(written("b1,a12"), "a12,b1");
    // After the auction, their order is the order of play.
    assert_eq!(written("take c10,a3"), "c10,a3");
}

#[test]
fn the_taker_gets_the_role_of_the_table() {
    // Seat 2 takes. The list has the colours that seats 1 and 2 then place.
    for (variant, one, two) in [
        (Variant::Pipeline, "w4", "b4"),
        (Variant::Zipline, "b3b", "w4"),
        (Variant::Freestyle, "b3b", "w4"),
    ] {
        let setup = setup(variant, 2, 5);
        let first = if variant == Variant::Pipeline {
            "a1"
        } else {
            "a1,e1"
        };
        let position = after(&setup, "", &format!("c3 take {first}"));
        assert!(
            position.ends_with(&format!("/{one} 2 taker=2 -")),
            "{position}"
        );
        let position = after(&setup, "", &format!("c3 take {first} a2"));
        assert!(position.contains(&format!("/{two}/{one} ")), "{position}");
    }
}

#[test]
fn an_auction_can_be_won() {
    let goals = [
        (Variant::Pipeline, "a1,b1 c1"),
        (Variant::Zipline, "a1,b2 c3"),
        (Variant::Freestyle, "a1,b2 c3"),
    ];
    for (variant, turns) in goals {
        let setup = setup(variant, 2, 3);
        assert_eq!(
            verdict(&setup, play(&setup, "", turns)),
            Some(("0-1".into(), "Z3.3"))
        );
    }
    // The turn is judged as a whole, and the seat is the only winner.
    let three = setup(Variant::Zipline, 3, 3);
    assert_eq!(
        verdict(&three, play(&three, "", "a1,c3,b2")),
        Some(("1-0-0".into(), "Z3.3"))
    );
    assert_eq!(
        verdict(&three, play(&three, "", "a1 b2 c3")),
        Some(("0-0-1".into(), "Z3.3"))
    );
    assert_eq!(after(&three, "", "a1 b2 c3"), "2w/1w1/w2 1 auction -");
    // A row of white stones is not a goal, nor is a black diagonal.
    assert_eq!(verdict(&three, play(&three, "", "a1,b1,c1")), None);
    let pipeline = setup(Variant::Pipeline, 2, 3);
    assert_eq!(verdict(&pipeline, play(&pipeline, "", "a1,b2,c3")), None);
}
