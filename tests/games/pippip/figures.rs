//! The content of a figure.

use pipscribe::draw::{Role, Shape, write_svg, write_text};
use pipscribe::games::Drawing;
use pipscribe::games::pippip::{Pippip, Setup};

use super::position;
use crate::support::marked_text;

#[test]
fn a_figure_shows_every_number() {
    let setup = Setup::default();
    let state = position("..../..D31./.D41L12L31/..D31. L 35 -");
    let scene = Pippip::scene(&setup, &state);
    let text = write_text(&scene);
    let expected = [
        "         :::::::       :::::::",
        "4    .   :::::::   .   :::::::",
        "         :::::::       :::::::",
        "  :::::::       :D 1  :",
        "3 :::::::   .   :2 3 5:   .",
        "  :::::::       :  6  :",
        "         :D 1  : L 2   :L 1  :",
        "2    .   :5 4 2: 3 1 4 :2 3 5:",
        "         :  6  :   5   :  6  :",
        "  :::::::       :D 1  :",
        "1 :::::::   .   :2 3 5:   .",
        "  :::::::       :  6  :",
        "     a      b      c      d",
        "",
        "Light: 1 point, store 3 and 5",
        "Dark: 10 points, store empty",
        "Light to move",
    ];
    assert_eq!(text.lines().collect::<Vec<_>>(), expected, "\n{text}");
    let svg = write_svg(&scene);
    assert!(svg.contains("<title>Pip•Pip, Light to move</title>"));
    assert!(svg.contains("Light 1 on c2, north 2, east 4, south 5, west 3. "));
    for (name, role) in [("b2", Role::Piece(2)), ("c2", Role::Piece(1))] {
        let die = scene
            .elements
            .iter()
            .filter(|element| element.name == name && element.role == role);
        assert_eq!(die.count(), 1, "{name}");
    }
    let labels = |role: Role, words: &str| {
        let is = |shape: &Shape| matches!(shape, Shape::Label { text, .. } if text == words);
        scene
            .elements
            .iter()
            .filter(|element| element.role == role && is(&element.shape))
            .count()
    };
    let pips = |name: &str, seat: u8| {
        scene
            .elements
            .iter()
            .filter(|element| element.role == Role::Pip(seat) && element.name == name)
            .count()
    };
    assert_eq!(
        (pips("c3", 2), pips("b2", 2), pips("c2", 1), pips("d2", 1)),
        (3, 4, 1, 3)
    );
    // To the north of the dark ones and to the west of the light one.
    assert_eq!(
        (
            labels(Role::SideNumber(2), "1"),
            labels(Role::SideNumber(1), "3")
        ),
        (3, 1)
    );
}

#[test]
fn marks_are_on_their_square() {
    let setup = Setup::default();
    for (name, marked) in [("a1", "::[:]::"), ("c2", "3[1]4"), ("b1", "[.]")] {
        let scene = Pippip::scene(&setup, &position("..../..../..L12./.... L - -"));
        let text = marked_text(&scene, &[name]);
        assert!(text.contains(marked), "{text}");
    }
}
