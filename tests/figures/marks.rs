//! Marks: none looks like a piece, none hides another, and legends show them as the figure does.

use pipscribe::draw::{Annotations, Figure, Mark, Role, Scene, Shape, View};
use pipscribe::notation::Record;

use crate::support;

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
    let view = View {
        legend: true,
        notes: false,
        ..View::default()
    };
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
            let legend = Scene {
                legend: Vec::new(),
                ..scene.clone()
            };
            Figure::new(legend, &annotations, &view).unwrap().notes
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
        let view = View {
            legend: true,
            notes: false,
            crop: Some((from.into(), to.into())),
            ..View::default()
        };
        let figure = Figure::new(scene.clone(), &annotations, &view).unwrap();
        let said = format!("The figure shows only the part from {from} to {to}.");
        assert!(figure.words.ends_with(&said), "{}", figure.words);
        figure.notes.len()
    };
    assert_eq!(cropped("b2", "c4"), 2);
    assert_eq!(cropped("e5", "f6"), 0);
}
