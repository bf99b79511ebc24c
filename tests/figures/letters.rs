//! Text in SVG, TikZ and Typst is drawn in the reader's fonts: if something begins after a text,
//! its width is limited.

use roxmltree::{Document, Node};

use super::drawn;
use crate::support::Run;

/// Figures whose notes have cards, dice and remarks in columns between texts, and texts as long as
/// the figure is wide.
const FIGURES: [&[&str]; 20] = [
    &["corpus/gallery/pipe.pips", "--turn", "0"],
    &[
        "corpus/gallery/pipe.pips",
        "--turn",
        "12",
        "--movement",
        "--legend",
    ],
    &[
        "corpus/gallery/pipe.pips",
        "--turn",
        "22",
        "--width",
        "60mm",
        "--lang",
        "de",
    ],
    &["corpus/gallery/pippip.pips", "--turn", "5"],
    &[
        "corpus/gallery/pippip.pips",
        "--turn",
        "7",
        "--lang",
        "fr",
        "--width",
        "40mm",
    ],
    &[
        "corpus/gipf/real/game-a.pips",
        "--from",
        "1",
        "--turn",
        "37",
        "--lang",
        "nl",
    ],
    &["corpus/gipf/real/game-a.pips", "--turn", "0"],
    &["corpus/gipf/real/game-a.pips", "--turn", "6"],
    &[
        "corpus/gipf/real/game-a.pips",
        "--turn",
        "12",
        "--width",
        "90mm",
    ],
    &["corpus/gipf/real/game-a.pips", "--turn", "19", "--legend"],
    &[
        "corpus/gipf/real/game-a.pips",
        "--turn",
        "26",
        "--lang",
        "fr",
    ],
    &[
        "corpus/gipf/real/game-a.pips",
        "--turn",
        "30",
        "--lang",
        "de",
    ],
    &[
        "corpus/gipf/real/game-a.pips",
        "--turn",
        "34",
        "--width",
        "60mm",
    ],
    &["corpus/gallery/pippip.pips", "--turn", "4"],
    &["corpus/gallery/pippip.pips", "--turn", "6"],
    &["corpus/gallery/pippip.pips", "--turn", "9", "--lang", "nl"],
    &["corpus/gallery/pippip.pips", "--turn", "10"],
    &["corpus/gallery/pippip.pips", "--turn", "8"],
    &[
        "corpus/gallery/pippip.pips",
        "--turn",
        "11",
        "--width",
        "60mm",
    ],
    &[
        "corpus/gallery/pippinzip.pips",
        "--caption",
        "A caption that is so long that it takes up two lines below the figure",
    ],
];

fn number(node: Node<'_, '_>, name: &str) -> Option<f64> {
    node.attribute(name)?.parse().ok()
}

/// The numbers of a text, in order.
fn numbers(text: &str) -> Vec<f64> {
    let pieces = text.split(|letter: char| !(letter.is_ascii_digit() || "-.".contains(letter)));
    pieces.filter_map(|piece| piece.parse().ok()).collect()
}

/// The smallest and the largest of its coordinates, horizontally and vertically.
fn extent(shape: Node<'_, '_>) -> Option<[f64; 4]> {
    let points = match shape.tag_name().name() {
        "circle" => {
            let [x, y, r] = ["cx", "cy", "r"].map(|name| number(shape, name).unwrap());
            vec![x - r, y - r, x + r, y + r]
        }
        "line" => ["x1", "y1", "x2", "y2"]
            .map(|name| number(shape, name).unwrap())
            .to_vec(),
        "polygon" => numbers(shape.attribute("points")?),
        "path" => numbers(shape.attribute("d")?),
        _ => return None,
    };
    let of = |odd: usize| points.iter().copied().skip(odd).step_by(2);
    let least = |odd| of(odd).fold(f64::MAX, f64::min);
    let most = |odd| of(odd).fold(f64::MIN, f64::max);
    Some([least(0), least(1), most(0), most(1)])
}

#[test]
fn text_ends_before_drawings() {
    let mut before_drawings = 0;
    for arguments in FIGURES {
        let svg = drawn(arguments, "svg");
        let document = Document::parse(&svg).unwrap();
        let root = document.root_element();
        // The drawing on the page itself, without its background, because a cropped board has its
        // own coordinates.
        let groups = || {
            root.children().filter(|node| {
                node.attribute("class")
                    .is_some_and(|class| class != "ground")
            })
        };
        let shapes: Vec<[f64; 4]> = groups()
            .flat_map(|group| group.children())
            .filter_map(extent)
            .collect();
        let is_words =
            |group: &Node<'_, '_>| matches!(group.attribute("class"), Some("note" | "caption"));
        let texts = || {
            groups()
                .filter(is_words)
                .flat_map(|group| group.children())
                .filter(Node::is_element)
        };
        let places: Vec<[f64; 2]> = texts()
            .map(|text| ["x", "y"].map(|name| number(text, name).unwrap()))
            .collect();
        for text in texts().filter(|text| text.attribute("text-anchor").is_none()) {
            let [x, y] = ["x", "y"].map(|name| number(text, name).unwrap());
            // Digits and capitals are on the baseline, and so are drawings.
            let in_line = |shape: &&[f64; 4]| shape[0] > x && shape[1] < y && shape[3] > y - 5.0;
            let drawing = shapes
                .iter()
                .filter(in_line)
                .map(|shape| shape[0])
                .fold(f64::MAX, f64::min);
            let words = places
                .iter()
                .filter(|place| place[1] == y && place[0] > x)
                .map(|place| place[0]);
            let next = words.fold(drawing, f64::min);
            if next < f64::MAX {
                let room = number(text, "textLength").unwrap_or(f64::MAX);
                assert!(
                    x + room <= next + 0.01,
                    "{arguments:?}: {:?} runs into what is at {next}",
                    text.text()
                );
                before_drawings += 1;
            }
        }
        for text in texts().filter(|text| text.has_attribute("textLength")) {
            assert_eq!(
                text.attribute("lengthAdjust"),
                Some("spacingAndGlyphs"),
                "letters do not fall apart"
            );
        }
    }
    assert!(before_drawings > 25, "{before_drawings}");
}

#[test]
fn text_stays_on_the_page_in_wider_fonts() {
    // Both lines come near the edge of the page.
    let svg = drawn(&["corpus/gipf/real/game-a.pips", "--turn", "0"], "svg");
    let (_, words) = svg.split_once(" textLength=\"").unwrap();
    assert!(words.contains(">18\u{a0}in\u{a0}reserve,"), "{words}");
    // The width of text that spans the whole page is not limited.
    let svg = drawn(&["corpus/gallery/pippinzip.pips", "--turn", "14"], "svg");
    assert!(!svg.contains("textLength"), "{svg}");
}

/// A letter on the piece that the last turn placed replaces the dot that marks the piece; the dot
/// is drawn beside it.
#[test]
fn a_label_is_not_hidden_by_the_dot_of_the_last_turn() {
    for (tags, moves, place, other) in [
        (
            "[Game \"gipf\"]\n[Variant \"standard\"]",
            "1. b3",
            "b3",
            "b5",
        ),
        (
            "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"5\"]",
            "1. c3",
            "c3",
            "a1",
        ),
    ] {
        let record = format!("{tags}\n\n{moves} *\n");
        let dots = |place: &str| {
            let label = format!("label {place} \"A\"");
            let output = Run::new(&["render", "--format", "svg", "--mark", &label, "-"])
                .stdin(&record)
                .done();
            assert!(output.status.success(), "{}", output.stderr());
            let svg = output.stdout();
            let count = |class: &str| svg.matches(&format!("<g class=\"{class}\"")).count();
            (count("last-1") + count("last-2"), count("last-dot"))
        };
        assert_eq!((dots(place), dots(other)), ((0, 1), (1, 0)), "{place}");
    }
}

/// The labels of a die are next to each other or on separate lines.
#[test]
fn two_labels_of_a_die_are_both_seen() {
    for texts in [
        ["A", "B"],
        ["a long label", "another one"],
        ["A", "a long label"],
        ["a long label", "A"],
    ] {
        let marks = texts.map(|text| format!("label d1 \"{text}\""));
        let record = "corpus/gallery/pippip.pips";
        let svg = drawn(
            &[
                record, "--turn", "11", "--mark", &marks[0], "--mark", &marks[1],
            ],
            "svg",
        );
        let document = Document::parse(&svg).unwrap();
        let place = |wanted: &str| {
            let text = document
                .descendants()
                .find(|node| node.tag_name().name() == "text" && node.text() == Some(wanted));
            ["x", "y"].map(|name| number(text.unwrap(), name).unwrap())
        };
        let [[x, y], [other_x, other_y]] = texts.map(place);
        assert!(
            (x - other_x).abs().max((y - other_y).abs()) > 7.0,
            "{texts:?}: {x} {y}, {other_x} {other_y}"
        );
    }
}

/// Text on a label background has a colour that is unreadable outside it.
#[test]
fn label_backgrounds_are_as_wide_as_their_text() {
    for (record, place) in [("corpus/gipf/real/game-a.pips", "b3")] {
        let marks = [
            format!("label {place} \"a long label\""),
            format!("label {place} \"another one\""),
        ];
        let svg = drawn(
            &[
                record, "--turn", "11", "--mark", &marks[0], "--mark", &marks[1],
            ],
            "svg",
        );
        let document = Document::parse(&svg).unwrap();
        let of = |class: &'static str| {
            let groups = document
                .descendants()
                .filter(move |node| node.attribute("class") == Some(class));
            groups
                .flat_map(|group| group.children())
                .filter(Node::is_element)
        };
        let plates: Vec<[f64; 4]> = of("plate").filter_map(extent).collect();
        let labels: Vec<Node<'_, '_>> = of("plate-number")
            .filter(|text| text.text().is_some_and(|text| text.len() > 3))
            .collect();
        assert!(!labels.is_empty(), "{record}");
        for text in labels {
            let ([x, y], room) = (
                ["x", "y"].map(|name| number(text, name).unwrap()),
                number(text, "textLength").unwrap(),
            );
            let holds = |plate: &[f64; 4]| {
                plate[0] < x - room / 2.0
                    && x + room / 2.0 < plate[2]
                    && plate[1] < y
                    && y < plate[3]
            };
            assert!(plates.iter().any(holds), "{record}: {:?}", text.text());
        }
    }
    assert!(
        drawn(
            &[
                "corpus/gallery/pippip.pips",
                "--turn",
                "11",
                "--mark",
                "label d1 \"a long label\""
            ],
            "svg"
        )
        .contains(">a long label</text>")
    );
}

mod slow {
    use super::*;

    #[test]
    fn other_formats_keep_the_space_too() {
        for arguments in FIGURES {
            let svg = drawn(arguments, "svg");
            let kept = svg.matches(" textLength=").count();
            let tikz = drawn(arguments, "tikz");
            assert_eq!(tikz.matches("{\\pipsfit{").count(), kept, "{arguments:?}");
            assert_eq!(
                tikz.matches("\\providecommand*\\pipsfit[2]").count(),
                usize::from(kept > 0),
                "{arguments:?}"
            );
            // LaTeX sets the caption, which limits its own width, so nothing else has to.
            if arguments.contains(&"--caption") {
                continue;
            }
            let board = svg.split("<g class=\"caption\"").next().unwrap();
            let typst = drawn(arguments, "typst");
            let calls = typst.lines().filter(|line| line.starts_with("  words("));
            assert_eq!(
                calls.filter(|call| call.contains(", room: ")).count(),
                board.matches(" textLength=").count()
            );
        }
    }
}
