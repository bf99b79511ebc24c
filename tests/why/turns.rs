//! Turns of every game against what the rule sheets say of them, by hand: which rules, in which order, which positions.

use super::told;

/// A record, one of its turns, and what there is to tell of it.
struct Expected {
    /// Its tags.
    tags: &'static str,
    /// Its movetext.
    moves: &'static str,
    /// For each step what it says, among other things, the rules in their order, and the position behind it where
    /// that is of interest.
    steps: &'static [(&'static str, &'static [&'static str], &'static str)],
    /// What no step says of itself.
    unsaid: &'static [&'static str],
    /// The code and the rule of the fault, and the rules kept before it.
    fault: Option<(&'static str, &'static str, &'static [&'static str])>,
}

impl Expected {
    fn holds(&self) {
        let Self { tags, moves, steps, unsaid, fault } = self;
        let why = told(&format!("{tags}\n\n{moves} *\n"), None).unwrap();
        let found: Vec<(&str, &[&str])> =
            why.steps().iter().map(|step| (step.did.as_str(), step.rules.as_slice())).collect();
        assert_eq!(found.len(), steps.len(), "{moves}: {found:#?}");
        for (step, (did, rules, position)) in why.steps().iter().zip(*steps) {
            assert!(step.did.contains(did), "{moves}: {did}: {}", step.did);
            assert_eq!(step.rules, *rules, "{moves}: {}", step.did);
            assert!(position.is_empty() || step.position.text() == *position, "{moves}: {}", step.position.text());
        }
        let left_out: Vec<&str> = why.steps().iter().filter_map(|step| step.unsaid.as_deref()).collect();
        assert_eq!(left_out.len(), unsaid.len(), "{moves}: {left_out:#?}");
        for (found, part) in left_out.iter().zip(*unsaid) {
            assert!(found.contains(part), "{moves}: {part}: {found}");
        }
        let stopped = why.fault().map(|fault| (fault.finding.code.id, fault.finding.rule, fault.kept.as_slice()));
        assert_eq!(stopped, *fault, "{moves}");
        assert_eq!(why.is_legal(), fault.is_none());
        assert_eq!(why.canonical().is_some(), fault.is_none());
    }
}

const BASIC: &str = "[Game \"gipf\"]\n[Variant \"basic\"]";
/// White has a row on all of column b.
const ROW: &str = "[Game \"gipf\"]\n[Variant \"basic\"]\n[Position \"wwww/5/6/7/6/5/4 w 5,5 0,0 - -\"]";

#[test]
fn gipf() {
    const TO_EDGE: &[&str] = &["G1.1", "G1.2", "G7.1", "G3.1", "G3.3", "G4.4"];
    let expected = [
        Expected {
            tags: BASIC,
            moves: "1. b3",
            steps: &[
                ("on b3, which is empty", TO_EDGE, "bw1w/5/6/w5b/6/5/b2w w 11,12 0,0 - -"),
                ("Black is next", &["G4.4", "G3"], "bw1w/5/6/w5b/6/5/b2w b 11,12 0,0 - -"),
            ],
            unsaid: &["a2 or a3"],
            fault: None,
        },
        // The piece on b5 stands in the way and moves on.
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
                ("8 are left in reserve", TO_EDGE, "4/5/6/7/6/5/w3 w 8,5 0,0 - -"),
                ("Black is next", &["G4.4", "G3"], "4/5/6/7/6/5/w3 b 8,5 0,0 - -"),
            ],
            unsaid: &["`xb2,b3,b4,b5`", "The dot"],
            fault: None,
        },
        // The removal of Black's last GIPF piece ends the game, and the turn with it.
        Expected {
            tags: "[Game \"gipf\"]\n[Variant \"standard\"]\n[Position \"4/wwwwB/6/7/6/5/W3 w 5,5 0,0 - -\"]",
            moves: "1. xc2,c3,c4,c5,Gc6*",
            steps: &[
                ("Gc6* is captured", &["G4.1", "G4.6", "G4.2", "G4.3"], "4/5/6/7/6/5/W3 w 9,5 0,2 - -"),
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
                    &["G1.1", "G1.2", "G7.1", "G3.1", "G3.3", "G2.2", "G5.3", "G5.1", "G4.4"],
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
            fault: Some(("gipf/gipf-required", "G5.1", &["G1.1", "G1.2", "G7.1", "G3.1", "G3.3"])),
        },
        Expected {
            tags: ROW,
            moves: "1. h2",
            steps: &[],
            unsaid: &[],
            fault: Some(("gipf/row-not-removed", "G4.4", &["G1.1", "G1.2", "G7.1", "G3.1", "G3.3"])),
        },
        Expected {
            tags: "[Game \"gipf\"]\n[Variant \"basic\"]\n[Position \"wbwb/5/6/7/6/5/4 w 5,5 0,0 - -\"]",
            moves: "1. b1-b5",
            steps: &[],
            unsaid: &[],
            fault: Some(("gipf/line-full", "G3.4", &["G1.1", "G1.2", "G3.1"])),
        },
        // The removal was legal; what stands behind it is not.
        Expected {
            tags: ROW,
            moves: "1. xb2,b3,b4,b5;a1-b9",
            steps: &[("go back to the reserve", &["G4.1", "G4.6", "G4.2", "G4.3"], "4/5/6/7/6/5/4 w 9,5 0,0 - -")],
            unsaid: &[],
            fault: Some(("gipf/off-board", "G1.1", &[])),
        },
    ];
    expected.iter().for_each(Expected::holds);
}

#[test]
fn what_a_record_lets_stand_is_told_with_its_rule() {
    let why = told(&format!("{ROW}\n\n1. h2 {{[%irregular gipf/row-not-removed]}} *\n"), None).unwrap();
    let [push, end] = why.steps() else { panic!("{why:?}") };
    assert_eq!(push.rules, ["G1.1", "G1.2", "G7.1", "G3.1", "G3.3"]);
    let stands: Vec<_> = push.irregular.iter().map(|stands| (stands.code.id, stands.rule)).collect();
    assert_eq!(stands, [("gipf/row-not-removed", "G4.4")]);
    assert!(push.irregular[0].message.as_str().contains("b2, b3, b4, b5"));
    assert_eq!((end.rules.as_slice(), end.irregular.len()), (&["G3"][..], 0));
    assert!(why.is_legal());
    // A list of cards that leaves one out.
    let moves = "1. 3@+4+0/E;x2,3 {[%irregular pipe/pickup-wrong]} *";
    let why = told(&format!("{CAPS}\n\n{moves}\n"), None).unwrap();
    let irregular: Vec<_> =
        why.steps().iter().map(|step| (step.did.contains("picks up"), step.irregular.len())).collect();
    assert_eq!(irregular, [(false, 0), (true, 1), (false, 0), (false, 0)]);
    assert_eq!(why.steps()[1].position.text(), "1@+0+0/E 1 black,white 2,0");
}

const ZIPLINE: &str = "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"5\"]";

#[test]
fn pippinzip() {
    let expected = [
        Expected {
            tags: ZIPLINE,
            moves: "1. c3",
            steps: &[
                ("Seat 1 places a white stone on c3", &["Z1.1", "Z1.3", "Z3.1"], "5/5/2w2/5/5 1 auction -"),
                ("Seat 2 is next", &["Z5.3", "Z3.4"], "5/5/2w2/5/5 2 auction -"),
            ],
            unsaid: &[],
            fault: None,
        },
        Expected {
            tags: ZIPLINE,
            moves: "1. d4,c3",
            steps: &[("white stones on d4 and c3", &["Z1.1", "Z1.3", "Z3.1"], ""), ("", &["Z5.3", "Z3.4"], "")],
            unsaid: &["`c3,d4`"],
            fault: None,
        },
        Expected {
            tags: ZIPLINE,
            moves: "1. c3 2. take",
            steps: &[
                ("Seat 2 takes and is Zip", &["Z3.1", "Z3.2", "Z3.4"], "5/5/2w2/5/5 2 taker=2 -"),
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
                ("Pip's stones connect two opposite sides. Result 1-0", &["Z5.3", "Z5.1"], "3/bbb/3 2 taker=2 -"),
            ],
            unsaid: &["as the first wins"],
            fault: None,
        },
        // The second seat of a team may not place its stone beside the first's.
        Expected {
            tags: "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"5\"]\n[Players \"3\"]",
            moves: "1. take 2. a1 3. c3",
            steps: &[
                ("Seat 3, Pip, places a black stone on c3", &["Z1.1", "Z1.3", "Z4.1", "Z4.6"], ""),
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

const PIPPIP: &str = "[Game \"pippip\"]";

#[test]
fn pippip() {
    const PLACED: &[&str] = &["P1.1", "P2.1", "P3.4", "P3.1", "P2.3"];
    let expected = [
        // With 5 on top and 3 to the north the sides of a Western die are 3, 1, 4, 6 clockwise.
        Expected {
            tags: PIPPIP,
            moves: "1. 5@b3/3",
            steps: &[
                ("Light rolls a 5 and places it on b3, 3 to the north", PLACED, "..../.L53../..../.... L - -"),
                ("No die stands beside b3. No die changes colour", &["P4.1", "P4.2"], ""),
                ("Dark is next", &[], "..../.L53../..../.... D - -"),
            ],
            unsaid: &["east 1, south 4 and west 6"],
            fault: None,
        },
        Expected {
            tags: PIPPIP,
            moves: "1. 5s;2s;6@b3/2",
            steps: &[
                ("rolls a 5 and puts it aside", &["P2.1", "P3.2", "P3.4", "P3.1"], "..../..../..../.... L 5 -"),
                ("holds 2 and 5", &["P2.1", "P3.3", "P3.2", "P3.4", "P3.1"], "..../..../..../.... L 25 -"),
                ("rolls a 6", &["P1.1", "P2.1", "P3.3", "P3.4", "P3.1", "P2.3"], "..../.L62../..../.... L 25 -"),
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
                ("pulls a 5 from its store", &["P1.1", "P2.1", "P3.3", "P3.1", "P2.3"], "..../.L53../..../.... L - -"),
                ("", &["P4.1", "P4.2"], ""),
                ("Dark is next", &[], ""),
            ],
            unsaid: &["The other sides"],
            fault: None,
        },
        // The last square: Light has seven dice that show 1 on light squares, Dark its one die on a light square.
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

const PIPES: &str = "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"twin-works\"]";
/// The middle of a row of black pipes is to come.
const CAPS: &str = "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Position \"1@+0+0/E,2@+2+0/E 1 black,white 0,0\"]\n\
    [Deck \"example\"]\n[Card1 \"W1 W2 B3 W4 W5 W6 LLLLLL\"]\n[Card2 \"W1 W2 B36 W4 W5 LLLLLL\"]\n\
    [Card3 \"W1 W2 W3 W4 W5 B6 LLLLLL\"]";

#[test]
fn pipe() {
    const PLACED: &[&str] = &["V2.7", "V4.4", "V5.1", "V5.2"];
    let expected = [
        Expected {
            tags: PIPES,
            moves: "1. discard:hidden;claim:black 2. discard:hidden",
            steps: &[
                ("Seat 2 discards four cards that nobody wrote down and claims white", &["V4.2", "V4.4"], ""),
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
                ("No set that anybody owns is closed", &["V6.1"], "1@+0+0/E 1 black,white 0,0"),
                ("29 cards are left", &["V5"], ""),
                ("Seat 2 is next", &[], "1@+0+0/E 2 black,white 0,0"),
            ],
            unsaid: &["Which card it is"],
            fault: None,
        },
        // Cap, section, cap.
        Expected {
            tags: CAPS,
            moves: "1. 3@+4+0/E",
            steps: &[
                ("meet those of card 2", PLACED, "1@+0+0/E,2@+2+0/E,3@+4+0/E 1 black,white 0,0"),
                (
                    "Seat 1, who owns black, picks up cards 1, 2 and 3",
                    &["V6.1", "V6.2", "V6.4", "V6.6"],
                    "- 1 black,white 3,0",
                ),
                ("The table is cleared, and the colours stay", &["V5.4"], ""),
                ("draws nothing", &["V5"], ""),
                ("Seat 2 is next", &[], "- 2 black,white 3,0"),
            ],
            unsaid: &["`x1,2,3`", "saying nothing keeps them"],
            fault: None,
        },
        Expected {
            tags: CAPS,
            moves: "1. 3@+4+0/E;x1,2,3;swap",
            steps: &[
                ("meet those of card 2", PLACED, ""),
                ("picks up cards 1, 2 and 3", &["V6.1", "V6.2", "V6.4", "V6.6"], "- 1 black,white 3,0"),
                ("seat 1 has white and seat 2 has black", &["V5.4"], "- 1 white,black 3,0"),
                ("draws nothing", &["V5"], ""),
                ("Seat 2 is next", &[], ""),
            ],
            unsaid: &[],
            fault: None,
        },
        // The sets are judged; which of their cards are listed is wrong.
        Expected {
            tags: CAPS,
            moves: "1. 3@+4+0/E;x2,3",
            steps: &[
                ("meet those of card 2", PLACED, ""),
                ("colours stay", &["V6.1", "V6.2", "V6.4", "V6.6", "V5.4"], ""),
            ],
            unsaid: &["saying nothing"],
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

/// What is no turn of the game is held against no rule of it.
#[test]
fn texts_that_are_no_turn_and_turns_behind_the_end() {
    let fault = |text: &str| {
        let why = told(text, None).unwrap();
        let fault = why.fault().unwrap_or_else(|| panic!("{text}"));
        assert!(why.steps().is_empty() && fault.kept.is_empty() && fault.position.is_none());
        fault.finding.code.id
    };
    assert_eq!(fault(&format!("{BASIC}\n\n1. nonsense *\n")), "syntax/token");
    assert_eq!(fault(&format!("{BASIC}\n\n1. take *\n")), "turn/not-for-this-game");
    assert_eq!(fault(&format!("{BASIC}\n\n1. resign 2. b3 0-1\n")), "turn/after-end");
    let why = told(&format!("{BASIC}\n\n1. b3 2. resign 1-0\n"), None).unwrap();
    let [step] = why.steps() else { panic!("{why:?}") };
    assert_eq!(
        (step.did.as_str(), step.rules.as_slice()),
        ("Black resigns. The game is over: 1-0.", &["notation 3"][..])
    );
}
