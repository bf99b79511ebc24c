//! The content of a figure.

use pipscribe::draw::{Role, Scene, write_svg, write_text};
use pipscribe::games::Drawing;
use pipscribe::games::pippinzip::{Pippinzip, Setup, Surface, Variant};

use super::{play, setup, text};
use crate::support::marked_text;

pub(super) fn scene(setup: &Setup, written: &str) -> Scene {
    Pippinzip::scene(setup, &Pippinzip::state_for_drawing(setup, &text(written)))
}

#[test]
fn figures_show_the_position() {
    let mut zipline = setup(Variant::Zipline, 2, 3);
    let written = "1bw/bb1/3 2 taker=2 -";
    let picture = scene(&zipline, written);
    let expected = [
        "3 .  b  w",
        "2 b  b  .",
        "1 .  .  .",
        "  a  b  c",
        "",
        "Seat 1: Pip, black",
        "Seat 2: Zip, white, to move",
    ];
    assert_eq!(
        write_text(&picture).lines().collect::<Vec<_>>(),
        expected,
        "\n{}",
        write_text(&picture)
    );
    assert_eq!(
        picture.words,
        "Board of 3 by 3. Black stones on a2, b2, b3. White stone on c3. Seat 1: Pip, black. Seat 2: Zip, white, to \
            move."
    );
    let count = |scene: &Scene, role: Role| {
        scene
            .elements
            .iter()
            .filter(|element| element.role == role)
            .count()
    };
    let counts = |scene: &Scene| {
        let names = scene.columns.len() + scene.rows.len();
        let lines = count(scene, Role::BoardLine) + count(scene, Role::BoardEdge);
        [
            count(scene, Role::Piece(1)),
            count(scene, Role::Piece(2)),
            names,
            lines,
            count(scene, Role::BoardEdge),
        ]
    };
    assert_eq!(counts(&picture), [1, 3, 6, 6, 4]);
    // The same board in cells has one more line in each direction, shifted by half a step, and the
    // stones in the same places.
    zipline.surface = Surface::Cells;
    let cells = scene(&zipline, written);
    assert_eq!(counts(&cells), [1, 3, 6, 8, 4]);
    assert_eq!(
        (cells.place_of("b2"), write_text(&cells)),
        (picture.place_of("b2"), write_text(&picture))
    );
    assert!(write_svg(&cells).contains("<title>Pippinzip, seat 2 to move</title>"));
    let won = scene(&zipline, "w2/1w1/2w 1 auction -");
    assert_eq!(won.title, "Pippinzip, won by seat 2 in the auction");
    assert!(
        write_text(&won).contains("Auction of white stones\nSeat 2 has won: a3 b2 c1\n"),
        "{}",
        write_text(&won)
    );
}

#[test]
fn the_largest_board_is_drawn_as_text() {
    let setup = setup(Variant::Pipeline, 2, 26);
    let scene = Pippinzip::scene(&setup, &play(&setup, "", "a1,z26,m13").unwrap().state);
    let text = marked_text(&scene, &["z26", "y26", "a1"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], format!("26  {}. [.][b]", ".  ".repeat(23)));
    assert_eq!(lines[25], format!(" 1 [b] {}.", ".  ".repeat(24)));
    assert!(lines[13].starts_with("13  .  ") && lines[13].matches('b').count() == 1);
    assert!(lines[26].ends_with("x  y  z"));
    assert!(text.contains("Auction of black stones\nSeat 2 to move"));
    assert!(
        scene.words.starts_with(
            "Board of 26 by 26. Black stones on a1, m13, z26. Auction of black stones"
        ),
        "{}",
        scene.words
    );
}
