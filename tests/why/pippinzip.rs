//! Turns of Pippinzip.

use super::expected::Expected;

const ZIPLINE: &str = r#"[Game "pippinzip"]
[Variant "zipline"]
[Size "5"]"#;

#[test]
fn turns_of_the_auction_and_of_the_play() {
    let expected = [
        Expected {
            tags: ZIPLINE,
            moves: "1. c3",
            steps: &[
                (
                    "Seat 1 places a white stone on c3",
                    &["Z1.1", "Z1.3", "Z3.1"],
                    "5/5/2w2/5/5 1 auction -",
                ),
                (
                    "Seat 2 is next",
                    &["Z5.3", "Z3.4"],
                    "5/5/2w2/5/5 2 auction -",
                ),
            ],
            unsaid: &[],
            fault: None,
        },
        Expected {
            tags: ZIPLINE,
            moves: "1. d4,c3",
            steps: &[
                ("white stones on d4 and c3", &["Z1.1", "Z1.3", "Z3.1"], ""),
                ("", &["Z5.3", "Z3.4"], ""),
            ],
            unsaid: &["`c3,d4`"],
            fault: None,
        },
        Expected {
            tags: ZIPLINE,
            moves: "1. c3 2. take",
            steps: &[
                (
                    "Seat 2 takes and is Zip",
                    &["Z3.1", "Z3.2", "Z3.4"],
                    "5/5/2w2/5/5 2 taker=2 -",
                ),
                ("Seat 1 is next", &["Z3.4"], "5/5/2w2/5/5 1 taker=2 -"),
            ],
            unsaid: &[],
            fault: None,
        },
        Expected {
            tags: ZIPLINE,
            moves: "1. c3 2. take 3. a1,b2",
            steps: &[
                (
                    "Seat 1, Pip, places black stones on a1 and b2",
                    &["Z1.1", "Z1.3", "Z4.1", "Z4.3"],
                    "5/5/2w2/1b3/b4 1 taker=2 -",
                ),
                ("Seat 2 is next", &["Z5.3"], ""),
            ],
            unsaid: &[],
            fault: None,
        },
        // One stone wins: the chain a2, b2, c2 goes from left to right.
        Expected {
            tags: "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"3\"]\n[Position \"3/bb1/3 1 taker=2 -\"]",
            moves: "1. c2",
            steps: &[
                ("black stone on c2", &["Z1.1", "Z1.3", "Z4.1", "Z4.5"], ""),
                (
                    "Pip's stones connect two opposite sides. Result 1-0",
                    &["Z5.3", "Z5.1"],
                    "3/bbb/3 2 taker=2 -",
                ),
            ],
            unsaid: &["because the first wins"],
            fault: None,
        },
        // The second seat of a team may not place its stone next to the first one's.
        Expected {
            tags: "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"5\"]\n[Players \"3\"]",
            moves: "1. take 2. a1 3. c3",
            steps: &[
                (
                    "Seat 3, Pip, places a black stone on c3",
                    &["Z1.1", "Z1.3", "Z4.1", "Z4.6"],
                    "",
                ),
                ("Seat 1 is next", &["Z5.3", "Z4.6"], ""),
            ],
            unsaid: &[],
            fault: None,
        },
        Expected {
            tags: "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"5\"]\n[Players \"3\"]",
            moves: "1. take 2. a1 3. a2",
            steps: &[],
            unsaid: &[],
            fault: Some(("pippinzip/adjacent-pair", "Z4.6", &["Z1.1", "Z1.3", "Z4.1"])),
        },
        Expected {
            tags: ZIPLINE,
            moves: "1. c3 2. take 3. a1,a2",
            steps: &[],
            unsaid: &[],
            fault: Some(("pippinzip/adjacent-pair", "Z4.3", &["Z1.1", "Z1.3", "Z4.1"])),
        },
        Expected {
            tags: ZIPLINE,
            moves: "1. c3 2. c3",
            steps: &[],
            unsaid: &[],
            fault: Some(("pippinzip/occupied", "Z1.3", &["Z1.1"])),
        },
        Expected {
            tags: ZIPLINE,
            moves: "1. c3 2. take 3. take",
            steps: &[],
            unsaid: &[],
            fault: Some(("pippinzip/take-outside-auction", "Z3.1", &[])),
        },
    ];
    expected.iter().for_each(Expected::holds);
}
