//! Drawings and findings. Next to each snapshot there are assertions, so that accepting snapshots
//! in bulk cannot hide a mistake.

use pipscribe::draw::{Scene, write_svg, write_text};
use pipscribe::notation::Record;

use crate::support::{self, Run, checked, root};

fn scene(text: &str) -> Scene {
    support::scene(&Record::parse_str(text), None)
}

const STANDARD: &str = r#"[Game "gipf"]
[Variant "standard"]

1. b3 2. c2 *
"#;

#[test]
fn points_are_one_step_apart() {
    let scene = scene(STANDARD);
    let at = |name: &str| scene.place_of(name).unwrap();
    let apart = |left: &str, right: &str| {
        let (left, right) = (at(left), at(right));
        let (x, y) = (f64::from(left.x - right.x), f64::from(left.y - right.y));
        (x * x + y * y).sqrt() / f64::from(pipscribe::draw::UNIT)
    };
    for (left, right) in [
        ("e5", "e6"),
        ("d4", "e5"),
        ("d4", "e4"),
        ("e5", "f4"),
        ("e5", "f5"),
        ("h5", "i5"),
        ("a1", "b1"),
    ] {
        assert!((apart(left, right) - 1.0).abs() < 0.001, "{left} {right}");
    }
    assert!(at("e1").y > at("e9").y && at("a1").x < at("i1").x);
}

#[test]
fn text_and_svg_of_a_position() {
    let scene = scene(STANDARD);
    insta::assert_snapshot!("standard-text", write_text(&scene));
    let svg = write_svg(&scene);
    assert!(svg.contains("<title>GIPF, White to move</title>"));
    assert!(svg.contains(
        "White single piece on b3. White GIPF pieces on b5, e2, h5. Black single piece on c2"
    ));
    insta::assert_snapshot!("standard-svg", svg);
}

#[test]
fn text_and_svg_of_dice() {
    let scene =
        scene("[Game \"pippip\"]\n[Position \"L12.D36./.D54L62./..L31D21/D51... L 135 2\"]\n\n*\n");
    insta::assert_snapshot!("dice-text", write_text(&scene));
    let svg = write_svg(&scene);
    // Light 6 with 2 to the north: 4 west, 3 east, 5 south; the sums of opposite faces are 7.
    assert!(svg.contains("Light 6 on c3, north 2, east 3, south 5, west 4"));
    assert!(svg.contains("Light: 4 points, store 1, 3 and 5. Dark: 7 points, store 2"));
    insta::assert_snapshot!("dice-svg", svg);
}

/// A finding of each kind, in the form for people.
#[test]
fn findings_for_people() {
    let cases = [
        ("gipf/edges/segment-both-colours-mixed.pips", None),
        (
            "gipf/rules/g3-4-line-full-broken.pips",
            Some(("gipf/line-full", "G3.4")),
        ),
        (
            "gipf/rules/g5-2-more-gipf-pieces-broken.pips",
            Some(("gipf/gipf-not-allowed", "G5.2")),
        ),
        (
            "gipf/rules/g4-5-gipf-at-crossing-broken.pips",
            Some(("gipf/row-not-removed", "G4.4")),
        ),
        (
            "gipf/codes/removal-wrong-twice-fails.pips",
            Some(("gipf/removal-wrong", "G4.3")),
        ),
        (
            "gipf/rules/g6-1-turn-after-the-end-broken.pips",
            Some(("turn/after-end", "notation 5")),
        ),
        (
            "pippip/rules/p4-1-lower-converts-broken.pips",
            Some(("pippip/conversion-wrong", "P4.1")),
        ),
        (
            "pippip/codes/impossible-face-fails.pips",
            Some(("pippip/impossible-face", "P2.1")),
        ),
        (
            "pippip/codes/store-must-empty-fails.pips",
            Some(("pippip/store-must-empty", "P3.4")),
        ),
        (
            "pippip/codes/roll-required-fails.pips",
            Some(("pippip/roll-required", "P3.3")),
        ),
        (
            "notation/unclosed-hides-no-record.pips",
            Some(("syntax/unclosed-comment", "notation 1")),
        ),
        (
            "gipf/real/game-b-with-errors.pips",
            Some(("gipf/not-in-line", "G3.1")),
        ),
    ];
    let mut all = String::new();
    for (file, expected) in cases {
        let bytes = std::fs::read(root().join("corpus").join(file)).unwrap();
        let first = checked(&bytes)
            .into_iter()
            .flat_map(|checked| checked.report.findings)
            .next();
        assert_eq!(
            first.map(|finding| (finding.code.id, finding.rule)),
            expected,
            "{file}"
        );
        let path = format!("corpus/{file}");
        all.push_str(&Run::new(&["check", &path]).done().stdout());
    }
    insta::assert_snapshot!(all);
}

#[test]
fn a_board_of_cells() {
    let record = "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"3\"]\n[Surface \"cells\"]\n\n1. c1,c3 2. take \
        3. a1,b2 *\n";
    let scene = scene(record);
    let svg = write_svg(&scene);
    assert!(svg.contains("<title>Pippinzip, seat 2 to move</title>"));
    assert!(
        svg.contains("<desc>Board of 3 by 3. Black stones on a1, b2. White stones on c1, c3. Seat 1: Pip, black. ")
    );
    insta::assert_snapshot!("cells-text", write_text(&scene));
    insta::assert_snapshot!("cells-svg", svg);
}
