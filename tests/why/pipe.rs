//! Turns of The Very Clever Pipe Game.

use super::expected::Expected;
use super::reported;

const PIPES: &str = r#"[Game "pipe"]
[Variant "pipes"]
[Deck "twin-works"]"#;
/// A row of black pipes that lacks its middle.
const CAPS: &str = r#"[Game "pipe"]
[Variant "pipes"]
[Position "1@+0+0/E,2@+2+0/E 1 black,white 0,0"]
[Deck "example"]
[Card1 "W1 W2 B3 W4 W5 W6 LLLLLL"]
[Card2 "W1 W2 B36 W4 W5 LLLLLL"]
[Card3 "W1 W2 W3 W4 W5 B6 LLLLLL"]"#;

#[test]
fn first_turns_plays_and_sets() {
    const PLACED: &[&str] = &["V2.7", "V4.4", "V5.1", "V5.2"];
    let expected = [
        Expected {
            tags: PIPES,
            moves: "1. discard:hidden;claim:black 2. discard:hidden",
            steps: &[
                (
                    "Seat 2 discards four cards that the record does not name and claims white",
                    &["V4.2", "V4.4"],
                    "",
                ),
                ("Seat 1 is next", &[], "- 1 black,white 0,0"),
            ],
            unsaid: &["white is the only colour that is left"],
            fault: None,
        },
        // 48 cards, nine to each of two seats: 30 in the stock.
        Expected {
            tags: PIPES,
            moves: "1. discard:hidden;claim:black 2. discard:hidden 3. 1@+0+0/E",
            steps: &[
                ("half B east of it", PLACED, "1@+0+0/E 1 black,white 0,0"),
                (
                    "No set with an owner is closed",
                    &["V6.1"],
                    "1@+0+0/E 1 black,white 0,0",
                ),
                ("29 cards are left", &["V5"], ""),
                ("Seat 2 is next", &[], "1@+0+0/E 2 black,white 0,0"),
            ],
            unsaid: &["The card is not written"],
            fault: None,
        },
        // Cap, section, cap.
        Expected {
            tags: CAPS,
            moves: "1. 3@+4+0/E",
            steps: &[
                (
                    "meet those of card 2",
                    PLACED,
                    "1@+0+0/E,2@+2+0/E,3@+4+0/E 1 black,white 0,0",
                ),
                (
                    "Seat 1 owns black and picks up cards 1, 2 and 3",
                    &["V6.1", "V6.2", "V6.4", "V6.6"],
                    "- 1 black,white 3,0",
                ),
                ("The table is cleared, and the colours stay", &["V5.4"], ""),
                ("draws nothing", &["V5"], ""),
                ("Seat 2 is next", &[], "- 2 black,white 3,0"),
            ],
            unsaid: &["`x1,2,3`", "so they stay"],
            fault: None,
        },
        Expected {
            tags: CAPS,
            moves: "1. 3@+4+0/E;x1,2,3;swap",
            steps: &[
                ("meet those of card 2", PLACED, ""),
                (
                    "picks up cards 1, 2 and 3",
                    &["V6.1", "V6.2", "V6.4", "V6.6"],
                    "- 1 black,white 3,0",
                ),
                (
                    "seat 1 has white and seat 2 has black",
                    &["V5.4"],
                    "- 1 white,black 3,0",
                ),
                ("draws nothing", &["V5"], ""),
                ("Seat 2 is next", &[], ""),
            ],
            unsaid: &[],
            fault: None,
        },
        // The sets are correct, but the list of their cards is wrong.
        Expected {
            tags: CAPS,
            moves: "1. 3@+4+0/E;x2,3",
            steps: &[
                ("meet those of card 2", PLACED, ""),
                (
                    "colours stay",
                    &["V6.1", "V6.2", "V6.4", "V6.6", "V5.4"],
                    "",
                ),
            ],
            unsaid: &["so they stay"],
            fault: Some(("pipe/pickup-wrong", "V8.1", &[])),
        },
        Expected {
            tags: PIPES,
            moves: "1. discard:hidden;claim:black 2. discard:hidden 3. 1@+0+0/E 4. 2@+0+0/E",
            steps: &[],
            unsaid: &[],
            fault: Some(("pipe/square-occupied", "V5.1", &["V2.7", "V4.4"])),
        },
        Expected {
            tags: PIPES,
            moves: "1. discard:hidden;claim:black 2. discard:hidden 3. 1@+0+0/E 4. 1@+5+5/E",
            steps: &[],
            unsaid: &[],
            fault: Some(("pipe/card-not-in-hand", "V4.4", &["V2.7"])),
        },
        Expected {
            tags: PIPES,
            moves: "1. discard:1,2,3;claim:black",
            steps: &[],
            unsaid: &[],
            fault: Some(("pipe/discard-wrong", "V4.2", &["V2.7", "V4.4"])),
        },
        Expected {
            tags: PIPES,
            moves: "1. discard:hidden;claim:light",
            steps: &[],
            unsaid: &[],
            fault: Some(("pipe/claim-wrong", "V4.2", &["V4.4"])),
        },
    ];
    expected.iter().for_each(Expected::holds);
}

#[test]
fn a_waived_list_of_cards_is_explained_with_its_error() {
    let moves = "1. 3@+4+0/E;x2,3 {[%irregular pipe/pickup-wrong]} *";
    let why = reported(&format!("{CAPS}\n\n{moves}\n"), None).unwrap();
    let irregular: Vec<_> = why
        .steps()
        .iter()
        .map(|step| (step.did.contains("picks up"), step.irregular.len()))
        .collect();
    assert_eq!(irregular, [(false, 0), (true, 1), (false, 0), (false, 0)]);
    assert_eq!(why.steps()[1].position.text(), "1@+0+0/E 1 black,white 2,0");
}
