//! Line widths and font sizes on paper, which do not grow with the figure.

use std::collections::BTreeSet;

use roxmltree::{Document, Node};

use crate::support::Run;

/// Records of the four games, each at a turn with marks of the turn.
const RECORDS: [&[&str]; 4] = [
    &[
        "corpus/gipf/real/game-a.pips",
        "--turn",
        "19",
        "--movement",
        "--legend",
    ],
    &["corpus/gallery/pippinzip.pips", "--legend"],
    &[
        "corpus/gallery/pippip.pips",
        "--turn",
        "11",
        "--movement",
        "--legend",
    ],
    &["corpus/gallery/pipe.pips", "--turn", "11", "--legend"],
];

/// The widest line of each class on paper, in points.
const HEAVIEST: [(&str, f64); 12] = [
    ("board-line", 0.6),
    ("board-edge", 1.0),
    ("cell-edge", 0.75),
    ("dot", 0.6),
    ("piece-1", 1.0),
    ("piece-2", 1.0),
    ("piece-line-1", 0.5),
    ("piece-line-2", 0.5),
    ("arrow", 1.4),
    ("row", 1.1),
    ("mark", 1.2),
    ("last-outline", 1.6),
];

/// Widths of figures, in millimetres.
const WIDTHS: [u32; 5] = [25, 40, 60, 90, 130];

/// The figure in SVG, with the number of points per pixel of its page.
struct OnPaper {
    svg: String,
    points: f64,
}

impl OnPaper {
    fn new(record: &[&str], width: u32) -> Self {
        let width_text = format!("{width}mm");
        let arguments = [
            &["render", "--format", "svg", "--width", &width_text],
            record,
        ]
        .concat();
        let svg = Run::new(&arguments).done().stdout();
        let view = svg.split_once("viewBox=\"0 0 ").unwrap().1;
        let pixels: f64 = view.split(' ').next().unwrap().parse().unwrap();
        Self {
            svg,
            points: f64::from(width) * 72.0 / 25.4 / pixels,
        }
    }

    /// Returns an attribute in points of each group of a class.
    fn points_of(&self, class: &str, attribute: &str) -> Vec<f64> {
        let document = Document::parse(&self.svg).unwrap();
        let groups = document
            .descendants()
            .filter(|node: &Node<'_, '_>| node.attribute("class") == Some(class));
        let length = |node: Node<'_, '_>| node.attribute(attribute)?.parse::<f64>().ok();
        groups
            .filter_map(length)
            .map(|length| length * self.points)
            .collect()
    }
}

#[test]
fn lines_do_not_grow_with_the_figure() {
    let mut seen = BTreeSet::new();
    for record in RECORDS {
        for width in WIDTHS {
            let figure = OnPaper::new(record, width);
            for (class, heaviest) in HEAVIEST {
                for weight in figure.points_of(class, "stroke-width") {
                    assert!(
                        weight <= heaviest + 0.02,
                        "{record:?} at {width} mm: {class} has {weight:.2} pt"
                    );
                    assert!(
                        weight >= 0.37,
                        "{record:?} at {width} mm: {class} has {weight:.2} pt"
                    );
                    seen.insert(class);
                }
            }
        }
    }
    assert_eq!(
        seen,
        HEAVIEST.iter().map(|(class, _)| *class).collect(),
        "the figures have every class"
    );
}

#[test]
fn type_has_one_size_at_every_width() {
    const SIZES: [(&str, f64); 3] = [("note", 7.5), ("caption", 7.5), ("coordinate", 6.5)];
    let mut seen = BTreeSet::new();
    for record in RECORDS {
        let captioned = [record, &["--caption", "A caption"]].concat();
        for width in WIDTHS {
            let figure = OnPaper::new(&captioned, width);
            for (class, size) in SIZES {
                for found in figure.points_of(class, "font-size") {
                    assert!(
                        (found - size).abs() < 0.05,
                        "{record:?} at {width} mm: {class} has {found:.2} pt"
                    );
                    seen.insert(class);
                }
            }
        }
    }
    assert_eq!(
        seen.len(),
        SIZES.len(),
        "the figures have every class: {seen:?}"
    );
}

/// The top of a die scores, so its pips are the largest part. Below 55 mm, the side numbers are
/// left out.
#[test]
fn the_top_of_a_die_comes_first() {
    for (width, has_sides, pip) in [
        (25, false, 0.7),
        (40, false, 1.15),
        (60, true, 1.3),
        (90, true, 2.0),
    ] {
        let figure = OnPaper::new(RECORDS[2], width);
        let document = Document::parse(&figure.svg).unwrap();
        let is_of = |node: &Node<'_, '_>, class: &str| {
            let class_of = node
                .parent()
                .and_then(|parent| parent.attribute("class"))
                .unwrap_or_default();
            class_of.starts_with(class)
        };
        let radius = |node: Node<'_, '_>| node.attribute("r")?.parse::<f64>().ok();
        let pips = document
            .descendants()
            .filter(|node| is_of(node, "pip-"))
            .filter_map(radius);
        // The dice of the stores and of the legend are smaller.
        let largest = pips.fold(0.0, f64::max) * 2.0 * figure.points * 25.4 / 72.0;
        assert!(largest >= pip, "at {width} mm a pip has {largest:.2} mm");
        let sides = document
            .descendants()
            .filter(|node| is_of(node, "side-"))
            .count();
        assert_eq!(sides > 0, has_sides, "at {width} mm");
        let sizes = [1, 2].map(|seat| figure.points_of(&format!("side-{seat}"), "font-size"));
        assert!(
            sizes.concat().iter().all(|size| *size >= 4.49),
            "at {width} mm: {sizes:?}"
        );
    }
}
