//! The examples of the notation (P6), and the dice that a die converts (P4).

use pipscribe::games::pippip::{Colour, Die, Handedness, Pippip, PositionText, Setup};
use pipscribe::games::{Detail, Rules};

use super::{at, fault, part, play, play_from, position};

#[test]
fn positions_agree_with_the_rule_sheet() {
    let light = Setup::default();
    assert_eq!(
        Pippip::start(&light).to_string(),
        "..../..../..../.... L - -"
    );
    let dark = Setup {
        colours: [Colour::Dark, Colour::Light],
        ..light
    };
    assert_eq!(
        Pippip::start(&dark).to_string(),
        "..../..../..../.... D - -"
    );
    let after = play(&light, &["5@b3/3"]).unwrap().state;
    assert_eq!(after.to_string(), "..../.L53../..../.... D - -");
    assert_eq!(
        (
            Pippip::to_move(&light, &after),
            Pippip::to_move(&dark, &after)
        ),
        (2, 1)
    );
    assert_eq!(
        (
            Pippip::seat_name(&dark, 1).as_str(),
            Pippip::seat_name(&dark, 2).as_str()
        ),
        ("Dark", "Light")
    );
}

#[test]
fn turns_agree_with_the_rule_sheet() {
    let setup = Setup::default();
    let played = play(&setup, &["5s;2s;6@b3/2"]).unwrap();
    assert_eq!(played.state.to_string(), "..../.L62../..../.... D 25 -");
    let played = play(&setup, &["5s;2s;6@b3/2", "1@d4/2", "*5@c1/4"]).unwrap();
    assert_eq!(played.state.to_string(), "...D12/.L62../..../..L54. D 2 -");
    // The pulled die may be the one that was just put aside.
    let played = play(&setup, &["5s;*5@c1/4"]).unwrap();
    assert_eq!(played.state.to_string(), "..../..../..../..L54. D - -");
}

/// Light `theirs` on b3, then dark on `square`; the sides are those of western dice.
fn after_two(theirs: &str, mine: &str) -> (String, PositionText) {
    let played = play(&Setup::default(), &[theirs, mine]).unwrap();
    (played.turn.to_string(), played.state)
}

#[test]
fn the_greater_number_converts() {
    // b3 shows 5 to the south, b2 shows 6 to the north.
    let (text, state) = after_two("1@b3/2", "4@b2/6");
    assert_eq!(text, "4@b2/6;xb3");
    // Top and rotation stay.
    assert_eq!(at(&state, "b3"), Die::new(Colour::Dark, 1, 2));
    assert_eq!(at(&state, "b2"), Die::new(Colour::Dark, 4, 6));
    // Equal and smaller numbers convert nothing, and only the sides count, not the tops.
    for mine in ["4@b2/5", "6@b2/5", "6@b2/3", "6@b2/4"] {
        let (text, state) = after_two("1@b3/2", mine);
        assert_eq!(
            (text.as_str(), at(&state, "b3")),
            (mine, Die::new(Colour::Light, 1, 2))
        );
    }
}

#[test]
fn each_side_faces_its_own_neighbour() {
    // c2 lies between b2, d2, c1 and c3; a western 1 with 2 to the north has 4 east, 5 south, 3
    // west. A western 3 with 1 to the north has 5 east, 6 south, 2 west: c3 shows 6, d2 2, c1 1, b2
    // 5.
    let text = "..../..D31./.D31.D31/..D31. L - -";
    let played = play_from(&Setup::default(), position(text), &["1@c2/2"]).unwrap();
    assert_eq!(played.turn.to_string(), "1@c2/2;xc1,d2");
    // With clockwise dice east and west are exchanged: 2 north, 3 east, 5 south, 4 west; and d2
    // shows 5 to the west, b2 shows 2 to the east.
    let setup = Setup {
        handedness: Handedness::Clockwise,
        ..Setup::default()
    };
    assert_eq!(
        play_from(&setup, position(text), &["1@c2/2"])
            .unwrap()
            .turn
            .to_string(),
        "1@c2/2;xb2,c1"
    );
}

#[test]
fn own_dice_and_distant_dice_keep_their_colour() {
    let setup = Setup::default();
    // The 6 to the north of b2 faces a 5 of its own colour; c3 touches b2 only at a corner.
    let start = position("..../.L12D12./..../.... L - -");
    let played = play_from(&setup, start, &["4@b2/6"]).unwrap();
    assert_eq!(played.turn.to_string(), "4@b2/6");
    // No chain: b4 shows 5 to the south and b3 shows 6 to it, but b3 is only converted.
    let start = position(".D12../.D46../..../.... L - -");
    let played = play_from(&setup, start, &["4@b2/6"]).unwrap();
    assert_eq!(played.turn.to_string(), "4@b2/6;xb3");
    assert_eq!(at(&played.state, "b4"), Die::new(Colour::Dark, 1, 2));
    // The placed die is never converted, however low it is.
    let start = position("..../.D31../..../.... L - -");
    let played = play_from(&setup, start, &["4@b2/1"]).unwrap();
    assert_eq!(
        (played.turn.to_string().as_str(), at(&played.state, "b2")),
        ("4@b2/1", Die::new(Colour::Light, 4, 1))
    );
}

#[test]
fn lists_are_checked_in_any_order() {
    let setup = Setup::default();
    let start = position("..../..D31./.D31.D31/..D31. L - -");
    let judge = |list: &str| play_from(&setup, start, &[&format!("1@c2/2;x{list}")]);
    assert_eq!(judge("d2,c1").unwrap().turn.to_string(), "1@c2/2;xc1,d2");
    let wrong = [
        ("c1", "P4.1", Detail::Whole),
        ("c1,d2,c3", "P4.1", Detail::Item(2)),
        ("b2,c1,d2", "P4.1", Detail::Item(0)),
        ("c1,c1,d2", "P6.2", Detail::Item(1)),
        ("c1,d2,c1", "P6.2", Detail::Item(2)),
        ("c1,e2,d2", "P6.2", Detail::Item(1)),
        ("c1,c2,d2", "P4.2", Detail::Item(1)),
        ("c1,d2,a1", "P4.1", Detail::Item(2)),
    ];
    for (list, rule, detail) in wrong {
        assert_eq!(
            fault(judge(list)),
            ("pippip/conversion-wrong", rule, part(1, detail)),
            "{list}"
        );
    }
}

#[test]
fn a_wrong_list_shows_the_numbers_of_every_neighbour() {
    let setup = Setup::default();
    let start = position("..../..D31./.D31.L31/..D31. L - -");
    let refusal = play_from(&setup, start, &["1@c2/2;xb2"]).unwrap_err();
    let said = Pippip::explain(&setup, &refusal, "");
    assert_eq!(said.message, "3 is below 5, so b2 is not converted.");
    let help = said.help.unwrap();
    for words in [
        "north 2 against 6 on c3, not converted",
        "east 4 against 2 on d2, the same colour",
        "south 5 against 1 on c1, converted",
        "west 3 against 5 on b2, not converted",
        "The list is `xc1`.",
    ] {
        assert!(help.contains(words), "{help}");
    }
    assert_eq!(said.marks, ["c2", "b2"]);
    // The board of the finding has the placed die, and no conversions yet.
    assert_eq!(
        refusal.at.to_string(),
        "..../..D31./.D31L12L31/..D31. L - -"
    );
}
