//! Turns of GIPF.

use super::expected::Expected;
use super::reported;

const BASIC: &str = "[Game \"gipf\"]\n[Variant \"basic\"]";
/// White has a row on all of column b.
const ROW: &str = r#"[Game "gipf"]
[Variant "basic"]
[Position "wwww/5/6/7/6/5/4 w 5,5 0,0 - -"]"#;

#[test]
fn pushes_and_removals() {
    const TO_EDGE: &[&str] = &["G1.1", "G1.2", "G7.1", "G3.1", "G3.3", "G4.4"];
    let expected = [
        Expected {
            tags: BASIC,
            moves: "1. b3",
            steps: &[
                (
                    "on b3, which is empty",
                    TO_EDGE,
                    "bw1w/5/6/w5b/6/5/b2w w 11,12 0,0 - -",
                ),
                (
                    "Black is next",
                    &["G4.4", "G3"],
                    "bw1w/5/6/w5b/6/5/b2w b 11,12 0,0 - -",
                ),
            ],
            unsaid: &["a2 or a3"],
            fault: None,
        },
        // The piece on b5 is in the way and moves on.
        Expected {
            tags: BASIC,
            moves: "1. a5-c5",
            steps: &[
                (
                    "b5 to c5",
                    &["G1.1", "G1.2", "G3.1", "G3.4", "G3.2", "G3.3", "G4.4"],
                    "b2w/3w1/6/w5b/6/5/b2w w 11,12 0,0 - -",
                ),
                ("Black is next", &["G4.4", "G3"], ""),
            ],
            unsaid: &[],
            fault: None,
        },
        // A bare `x` before the push.
        Expected {
            tags: ROW,
            moves: "1. x;h2",
            steps: &[
                (
                    "b2, b3, b4 and b5 go back to the reserve, which grows from 5 to 9",
                    &["G4.1", "G4.6", "G7.3", "G4.2", "G4.3"],
                    "4/5/6/7/6/5/4 w 9,5 0,0 - -",
                ),
                (
                    "8 are left in reserve",
                    TO_EDGE,
                    "4/5/6/7/6/5/w3 w 8,5 0,0 - -",
                ),
                (
                    "Black is next",
                    &["G4.4", "G3"],
                    "4/5/6/7/6/5/w3 b 8,5 0,0 - -",
                ),
            ],
            unsaid: &["`xb2,b3,b4,b5`", "The dot"],
            fault: None,
        },
        // The removal of Black's last GIPF piece ends the game and therefore the turn.
        Expected {
            tags: "[Game \"gipf\"]\n[Variant \"standard\"]\n[Position \"4/wwwwB/6/7/6/5/W3 w 5,5 0,0 - -\"]",
            moves: "1. xc2,c3,c4,c5,Gc6*",
            steps: &[
                (
                    "Gc6* is captured",
                    &["G4.1", "G4.6", "G4.2", "G4.3"],
                    "4/5/6/7/6/5/W3 w 9,5 0,2 - -",
                ),
                ("Result 1-0", &["G6.1"], "4/5/6/7/6/5/W3 b 9,5 0,2 - -"),
            ],
            unsaid: &[],
            fault: None,
        },
        // The first push of a tournament brings a GIPF piece, which costs two.
        Expected {
            tags: "[Game \"gipf\"]\n[Variant \"tournament\"]",
            moves: "1. Gb3",
            steps: &[
                (
                    "16 are left in reserve",
                    &[
                        "G1.1", "G1.2", "G7.1", "G3.1", "G3.3", "G2.2", "G5.3", "G5.1", "G4.4",
                    ],
                    "1W2/5/6/7/6/5/4 w 16,18 0,0 wb b",
                ),
                ("Black is next", &["G4.4", "G3"], ""),
            ],
            unsaid: &["The dot"],
            fault: None,
        },
        Expected {
            tags: "[Game \"gipf\"]\n[Variant \"tournament\"]",
            moves: "1. b3",
            steps: &[],
            unsaid: &[],
            fault: Some((
                "gipf/gipf-required",
                "G5.1",
                &["G1.1", "G1.2", "G7.1", "G3.1", "G3.3"],
            )),
        },
        Expected {
            tags: ROW,
            moves: "1. h2",
            steps: &[],
            unsaid: &[],
            fault: Some((
                "gipf/row-not-removed",
                "G4.4",
                &["G1.1", "G1.2", "G7.1", "G3.1", "G3.3"],
            )),
        },
        Expected {
            tags: "[Game \"gipf\"]\n[Variant \"basic\"]\n[Position \"wbwb/5/6/7/6/5/4 w 5,5 0,0 - -\"]",
            moves: "1. b1-b5",
            steps: &[],
            unsaid: &[],
            fault: Some(("gipf/line-full", "G3.4", &["G1.1", "G1.2", "G3.1"])),
        },
        // The removal was legal; the action after it is not.
        Expected {
            tags: ROW,
            moves: "1. xb2,b3,b4,b5;a1-b9",
            steps: &[(
                "go back to the reserve",
                &["G4.1", "G4.6", "G4.2", "G4.3"],
                "4/5/6/7/6/5/4 w 9,5 0,0 - -",
            )],
            unsaid: &[],
            fault: Some(("gipf/off-board", "G1.1", &[])),
        },
    ];
    expected.iter().for_each(Expected::holds);
}

#[test]
fn waived_turns_are_explained_with_their_rule() {
    let why = reported(
        &format!("{ROW}\n\n1. h2 {{[%irregular gipf/row-not-removed]}} *\n"),
        None,
    )
    .unwrap();
    let [push, end] = why.steps() else {
        panic!("{why:?}")
    };
    assert_eq!(push.rules, ["G1.1", "G1.2", "G7.1", "G3.1", "G3.3"]);
    let stands: Vec<_> = push
        .irregular
        .iter()
        .map(|stands| (stands.code.id, stands.rule))
        .collect();
    assert_eq!(stands, [("gipf/row-not-removed", "G4.4")]);
    assert!(
        push.irregular[0]
            .message
            .as_str()
            .contains("b2, b3, b4, b5")
    );
    assert_eq!(
        (end.rules.as_slice(), end.irregular.len()),
        (&["G3"][..], 0)
    );
    assert!(why.is_legal());
}

/// Text that is not a turn of the game is not compared with its rules.
#[test]
fn texts_that_are_not_turns_and_turns_after_the_end() {
    let fault = |text: &str| {
        let why = reported(text, None).unwrap();
        let fault = why.fault().unwrap_or_else(|| panic!("{text}"));
        assert!(why.steps().is_empty() && fault.kept.is_empty() && fault.position.is_none());
        fault.finding.code.id
    };
    assert_eq!(
        fault(&format!("{BASIC}\n\n1. nonsense *\n")),
        "syntax/token"
    );
    assert_eq!(
        fault(&format!("{BASIC}\n\n1. take *\n")),
        "turn/not-for-this-game"
    );
    assert_eq!(
        fault(&format!("{BASIC}\n\n1. resign 2. b3 0-1\n")),
        "turn/after-end"
    );
    let why = reported(&format!("{BASIC}\n\n1. b3 2. resign 1-0\n"), None).unwrap();
    let [step] = why.steps() else {
        panic!("{why:?}")
    };
    assert_eq!(
        (step.did.as_str(), step.rules.as_slice()),
        ("Black resigns. The game is over: 1-0.", &["notation 3"][..])
    );
}
