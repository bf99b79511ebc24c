//! Turns of Pip•Pip.

use super::expected::Expected;

const PIPPIP: &str = "[Game \"pippip\"]";

#[test]
fn rolls_pulls_and_conversions() {
    const PLACED: &[&str] = &["P1.1", "P2.1", "P3.4", "P3.1", "P2.3"];
    let expected = [
        // With 5 on top and 3 to the north the sides of a Western die are 3, 1, 4, 6 clockwise.
        Expected {
            tags: PIPPIP,
            moves: "1. 5@b3/3",
            steps: &[
                (
                    "Light rolls a 5 and places it on b3, 3 to the north",
                    PLACED,
                    "..../.L53../..../.... L - -",
                ),
                (
                    "No die is next to b3. No die changes colour",
                    &["P4.1", "P4.2"],
                    "",
                ),
                ("Dark is next", &[], "..../.L53../..../.... D - -"),
            ],
            unsaid: &["east 1, south 4 and west 6"],
            fault: None,
        },
        Expected {
            tags: PIPPIP,
            moves: "1. 5s;2s;6@b3/2",
            steps: &[
                (
                    "rolls a 5 and puts it aside",
                    &["P2.1", "P3.2", "P3.4", "P3.1"],
                    "..../..../..../.... L 5 -",
                ),
                (
                    "holds 2 and 5",
                    &["P2.1", "P3.3", "P3.2", "P3.4", "P3.1"],
                    "..../..../..../.... L 25 -",
                ),
                (
                    "rolls a 6",
                    &["P1.1", "P2.1", "P3.3", "P3.4", "P3.1", "P2.3"],
                    "..../.L62../..../.... L 25 -",
                ),
                ("", &["P4.1", "P4.2"], ""),
                ("Dark is next", &[], ""),
            ],
            unsaid: &["The other sides"],
            fault: None,
        },
        // The west side of the 6 is 4, against the 1 of the 5.
        Expected {
            tags: PIPPIP,
            moves: "1. 5@b3/3 2. 6@c3/2",
            steps: &[
                ("Dark rolls a 6", PLACED, "..../.L53D62./..../.... D - -"),
                (
                    "west 4 against 1 on b3, converted. The die on b3 becomes dark",
                    &["P2.2", "P4.1", "P4.2"],
                    "..../.D53D62./..../.... D - -",
                ),
                ("Light is next", &[], "..../.D53D62./..../.... L - -"),
            ],
            unsaid: &["The other sides", "`xb3`"],
            fault: None,
        },
        Expected {
            tags: PIPPIP,
            moves: "1. 5s;*5@b3/3",
            steps: &[
                ("puts it aside", &["P2.1", "P3.2", "P3.4", "P3.1"], ""),
                (
                    "pulls a 5 from its store",
                    &["P1.1", "P2.1", "P3.3", "P3.1", "P2.3"],
                    "..../.L53../..../.... L - -",
                ),
                ("", &["P4.1", "P4.2"], ""),
                ("Dark is next", &[], ""),
            ],
            unsaid: &["The other sides"],
            fault: None,
        },
        // The last square: Light has seven dice that show 1 on light squares, Dark its one die on a
        // light square.
        Expected {
            tags: "[Game \"pippip\"]\n\
                [Position \"L12L12L12L12/L12L12L12L12/L12L12L12L12/L12L12L12. D - -\"]",
            moves: "1. 1@d1/2",
            steps: &[
                ("Dark rolls a 1", PLACED, ""),
                ("No die changes colour", &["P2.2", "P4.1", "P4.2"], ""),
                ("Result 1-0, score 7-0", &["P5.1"], ""),
            ],
            unsaid: &["The other sides"],
            fault: None,
        },
        Expected {
            tags: PIPPIP,
            moves: "1. 5@b3/3 2. 6@c3/2;xb2",
            steps: &[("Dark rolls a 6", PLACED, "")],
            unsaid: &["The other sides"],
            fault: Some(("pippip/conversion-wrong", "P4.1", &[])),
        },
        Expected {
            tags: PIPPIP,
            moves: "1. 5@b3/3 2. 6@b3/2",
            steps: &[],
            unsaid: &[],
            fault: Some(("pippip/occupied", "P3.1", &["P1.1"])),
        },
        Expected {
            tags: PIPPIP,
            moves: "1. 5s;*4@b3/2",
            steps: &[("puts it aside", &["P2.1", "P3.2", "P3.4", "P3.1"], "")],
            unsaid: &[],
            fault: Some(("pippip/not-in-store", "P3.1", &["P1.1", "P2.1"])),
        },
    ];
    expected.iter().for_each(Expected::holds);
}
