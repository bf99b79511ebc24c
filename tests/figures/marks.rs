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
        marks: marks.iter().map(|(mark, name)| (*mark, (*name).to_owned())).collect(),
        arrows: arrows.iter().map(|(from, to)| ((*from).to_owned(), (*to).to_owned())).collect(),
        ..Annotations::default()
    };
    Figure::new(scene.clone(), &annotations, &View::default()).unwrap()
}

#[test]
fn a_circle_goes_around_a_piece() {
    for (scene, piece, empty) in scenes() {
        let site = scene.sites.get(piece).unwrap();
        let figure = marked(&scene, &[(Mark::Circle, piece), (Mark::Circle, empty)], &[]);
        let rings: Vec<_> = figure.elements.iter().filter(|element| element.role == Role::MarkRing).collect();
        assert_eq!(rings.len(), usize::from(site.piece.is_some()));
        for ring in rings {
            let Shape::Path { steps } = &ring.shape else { panic!("{ring:?}") };
            let farthest = steps.iter().filter_map(pipscribe::draw::PathStep::end);
            let farthest = farthest.map(|at| at.minus(site.at).length()).max().unwrap();
            assert!(farthest > site.radius * 11 / 10, "{farthest} {}", site.radius);
        }
        // The lines of the board end at a mark on an empty place.
        let open = figure.elements.iter().filter(|element| element.role == Role::OpenMark);
        assert!(open.count() > 0);
    }
}

#[test]
fn other_marks_on_a_piece_are_solid() {
    let [_, (scene, piece, _)] = scenes();
    for mark in [Mark::Square, Mark::Triangle] {
        let figure = marked(&scene, &[(mark, piece)], &[]);
        let solid = figure.elements.iter().filter(|element| matches!(element.role, Role::MarkFill(_)));
        assert_eq!(solid.count(), 1, "{mark:?}");
    }
}

#[test]
fn no_halo_hides_a_mark() {
    for (scene, piece, empty) in scenes() {
        let figure = marked(&scene, &[], &[(piece, empty), (empty, piece)]);
        let roles: Vec<Role> = figure.elements.iter().map(|element| element.role).collect();
        let first = roles.iter().position(|role| *role == Role::Arrow).unwrap();
        assert!(roles[first..].iter().all(|role| !matches!(role, Role::Halo | Role::HaloLine)));
        let heads: Vec<_> = figure.elements.iter().filter(|element| element.role == Role::ArrowHead).collect();
        assert_eq!(heads.len(), 2);
        assert_ne!(heads[0].shape, heads[1].shape);
    }
}
