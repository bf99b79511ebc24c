//! Tests that no mark looks like a piece or hides another mark, and that legends show marks as the
//! figure does.

use pipscribe::draw::{Annotations, Figure, Mark, Role, Scene, Shape, View};
use pipscribe::notation::Record;

use super::drawn;
use crate::support::{self, Run};

/// A position of GIPF and one of Pippinzip, each with an occupied place and an empty one.
fn scenes() -> [(Scene, &'static str, &'static str); 2] {
    let gipf = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n*\n";
    let stones = "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"9\"]\n\n1. c3 *\n";
    let scene = |text: &str| support::scene(&Record::parse_str(text), None);
    [(scene(gipf), "b2", "e5"), (scene(stones), "c3", "e5")]
}

fn marked(scene: &Scene, marks: &[(Mark, &str)], arrows: &[(&str, &str)]) -> Figure {
    let annotations = Annotations {
        marks: marks
            .iter()
            .map(|(mark, name)| (*mark, (*name).to_owned()))
            .collect(),
        arrows: arrows
            .iter()
            .map(|(from, to)| ((*from).to_owned(), (*to).to_owned()))
            .collect(),
        ..Annotations::default()
    };
    Figure::new(scene.clone(), &annotations, &View::default()).unwrap()
}

#[test]
fn a_letter_hides_no_mark_on_its_point() {
    let marks = [
        "corpus/gipf/real/game-a.pips",
        "--turn",
        "12",
        "--no-last",
        "--mark",
        "circle d4",
        "--mark",
        "label d4 \"A\"",
        "--width",
    ];
    let radius = |svg: &str, class: &str| {
        let (_, group) = svg.split_once(&format!("<g class=\"{class}\"")).unwrap();
        let (_, circle) = group.split_once(" r=\"").unwrap();
        circle.split('"').next().unwrap().parse::<f64>().unwrap()
    };
    for width in ["35mm", "40mm", "60mm"] {
        let svg = drawn(&[&marks[..], &[width]].concat(), "svg");
        assert!(
            radius(&svg, "badge-ground") < radius(&svg, "open-mark"),
            "{width}"
        );
        assert!(svg.contains(">A</text>"), "{width}");
    }
    // Without room, the letter is left out, with a message.
    Run::new(&[&["render", "--format", "svg"], &marks[..], &["22mm"]].concat())
        .done()
        .expect_status(0)
        .expect_stderr("at 22mm letters on the board are left out");
}

#[test]
fn a_refused_mark_is_not_described() {
    let output = Run::new(&[
        "render",
        "corpus/gipf/real/game-a.pips",
        "--mark",
        "circle +0+0",
        "--format",
        "words",
    ])
    .done()
    .expect_status(1)
    .expect_stderr("`+0+0` is not a place in this figure");
    assert!(!output.stdout().contains("circle"), "{}", output.stdout());
}

#[test]
fn every_square_within_the_axes_is_a_place() {
    let words = drawn(
        &[
            "corpus/gallery/pipe.pips",
            "--turn",
            "16",
            "--mark",
            "circle +0+0",
        ],
        "words",
    );
    assert!(
        words.contains("Marked with a circle: column 0 row 0."),
        "{words}"
    );
}

#[test]
fn a_part_of_a_rotated_board_is_that_of_the_board_in_records() {
    let part = [
        "corpus/gipf/real/game-a.pips",
        "--turn",
        "26",
        "--no-notes",
        "--view",
        "c2..f6",
    ];
    let pieces = |rotation: &str| {
        let svg = drawn(&[&part[..], &["--rotate", rotation]].concat(), "svg");
        let groups = svg.split("<g class=\"piece-").skip(1);
        groups
            .map(|group| {
                group
                    .split("</g>")
                    .next()
                    .unwrap()
                    .matches("<circle")
                    .count()
            })
            .sum::<usize>()
    };
    // A rotated window shows at least the pieces of the upright one.
    let upright = pieces("0");
    assert!(upright > 4);
    for rotation in ["60", "120", "180", "240", "300"] {
        assert!(pieces(rotation) >= upright, "{rotation}");
    }
}

#[test]
fn a_circle_goes_around_a_piece() {
    for (scene, piece, empty) in scenes() {
        let site = scene.sites.get(piece).unwrap();
        let figure = marked(&scene, &[(Mark::Circle, piece), (Mark::Circle, empty)], &[]);
        let rings: Vec<_> = figure
            .elements
            .iter()
            .filter(|element| element.role == Role::MarkRing)
            .collect();
        assert_eq!(rings.len(), usize::from(site.piece.is_some()));
        for ring in rings {
            let Shape::Path { steps } = &ring.shape else {
                panic!("{ring:?}")
            };
            let farthest = steps.iter().filter_map(pipscribe::draw::PathStep::end);
            let farthest = farthest.map(|at| at.minus(site.at).length()).max().unwrap();
            assert!(
                farthest > site.radius * 11 / 10,
                "{farthest} {}",
                site.radius
            );
        }
        // The lines of the board end at a mark on an empty place.
        let open = figure
            .elements
            .iter()
            .filter(|element| element.role == Role::OpenMark);
        assert!(open.count() > 0);
    }
}

#[test]
fn other_marks_on_a_piece_are_solid() {
    let [_, (scene, piece, _)] = scenes();
    for mark in [Mark::Square, Mark::Triangle] {
        let figure = marked(&scene, &[(mark, piece)], &[]);
        let solid = figure
            .elements
            .iter()
            .filter(|element| matches!(element.role, Role::MarkFill(_)));
        assert_eq!(solid.count(), 1, "{mark:?}");
    }
}

#[test]
fn no_halo_hides_a_mark() {
    for (scene, piece, empty) in scenes() {
        let figure = marked(&scene, &[], &[(piece, empty), (empty, piece)]);
        let roles: Vec<Role> = figure.elements.iter().map(|element| element.role).collect();
        let first = roles.iter().position(|role| *role == Role::Arrow).unwrap();
        assert!(
            roles[first..]
                .iter()
                .all(|role| !matches!(role, Role::Halo | Role::HaloLine))
        );
        let heads: Vec<_> = figure
            .elements
            .iter()
            .filter(|element| element.role == Role::ArrowHead)
            .collect();
        assert_eq!(heads.len(), 2);
        assert_ne!(heads[0].shape, heads[1].shape);
    }
}

#[test]
fn a_sign_of_the_legend_shows_no_other_mark() {
    let mut view = View::default();
    view.legend = true;
    view.notes = false;
    for (scene, piece, empty) in scenes() {
        let signs = |marks: &[Mark], labels: &[&str], place: &str| {
            let annotations = Annotations {
                marks: marks.iter().map(|mark| (*mark, place.to_owned())).collect(),
                labels: labels
                    .iter()
                    .map(|label| (place.to_owned(), (*label).to_owned()))
                    .collect(),
                ..Annotations::default()
            };
            let mut scene = scene.clone();
            scene.legend.clear();
            Figure::new(scene, &annotations, &view).unwrap().notes
        };
        for place in [piece, empty] {
            for mark in [Mark::Circle, Mark::Square, Mark::Cross, Mark::Triangle] {
                let alone = signs(&[mark], &[], place);
                assert_eq!(alone.len(), 1);
                assert_eq!(signs(&[mark], &["A"], place), alone, "{mark:?} on {place}");
            }
            let both = signs(&[Mark::Circle, Mark::Cross], &["A"], place);
            let each = [
                signs(&[Mark::Circle], &[], place),
                signs(&[Mark::Cross], &[], place),
            ]
            .concat();
            assert_eq!(both, each, "{place}");
        }
    }
}

#[test]
fn a_crop_explains_what_it_shows() {
    let record = |text: &str| support::scene(&Record::parse_str(text), None);
    let scene = record("[Game \"gipf\"]\n[Variant \"standard\"]\n\n*\n");
    let annotations = Annotations {
        last_turn: vec!["b2".into()],
        ..Annotations::default()
    };
    let cropped = |from: &str, to: &str| {
        let mut view = View::default();
        view.legend = true;
        view.notes = false;
        view.crop = Some((from.into(), to.into()));
        let figure = Figure::new(scene.clone(), &annotations, &view).unwrap();
        let said = format!("The figure shows only the part from {from} to {to}.");
        assert!(figure.words.ends_with(&said), "{}", figure.words);
        figure.notes.len()
    };
    assert_eq!(cropped("b2", "c4"), 2);
    assert_eq!(cropped("e5", "f6"), 0);
}
