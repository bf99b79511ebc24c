//! Drawing of dice: on their square of the board, alone, as pieces in running text and as stored
//! dice in notes.
//!
//! A die is seen from above. Its top has pips ([`pips`]); on the board, a rim around the top shows
//! the numbers of the four sides.

use super::board::{Side, Square};
use super::dice::{Colour, Die, Handedness};
use super::drawing::{square_around, square_centre};
use super::pips::pips;
use super::setup::Setup;
use crate::draw::{
    Anchor, Element, NOTE_LINE, PathStep, Place, Role, Run, Scene, Shape, Tone, UNIT,
};
use crate::games::NamedPiece;

/// Half the width of a die.
pub(super) const DIE_HALF: i32 = UNIT * 39 / 100;
/// The size of the round corners of a die.
const DIE_CUT: i32 = UNIT * 8 / 100;
/// Half the width of the top face, seen from above: 65 % of the die, because the top is what
/// scores.
const TOP_HALF: i32 = DIE_HALF * 65 / 100;
/// The distance from the middle of a die to its side numbers, in the middle of the rim around the
/// top.
const SIDE_NUMBER_DISTANCE: i32 = (DIE_HALF + TOP_HALF) / 2;
/// The distance from the middle of a die to its outer pips.
const PIP_SPACING: i32 = TOP_HALF * 58 / 100;
/// The radius of the pips.
const PIP_RADIUS: i32 = TOP_HALF * 21 / 100;
/// The distance from the middle to the outer pips of a die without side numbers, whose top is as
/// large as the die.
const TOP_ONLY_PIP_SPACING: i32 = UNIT * 21 / 100;
/// The radius of the pips of such a die.
const TOP_ONLY_PIP_RADIUS: i32 = UNIT * 75 / 1000;
/// Maximum number of elements of a die: background, moat, body, top, four numbers, six pips, two
/// texts.
pub(super) const ELEMENTS_OF_DIE: usize = 16;

/// Returns a place shifted towards a side of the board.
fn shifted(place: Place, side: Side, distance: i32) -> Place {
    match side {
        Side::North => Place {
            y: place.y - distance,
            ..place
        },
        Side::East => Place {
            x: place.x + distance,
            ..place
        },
        Side::South => Place {
            y: place.y + distance,
            ..place
        },
        Side::West => Place {
            x: place.x - distance,
            ..place
        },
    }
}

/// Returns the seat whose style a colour has: light dice look like the pieces of seat 1 in other
/// games, even if seat 2 plays them.
pub(super) fn style_seat(colour: Colour) -> u8 {
    match colour {
        Colour::Light => 1,
        Colour::Dark => 2,
    }
}

/// Draws a die from above, with the numbers of its sides in a rim around the top. In text, the
/// letter of its colour is in a corner, and each number has its place on the die, so that it
/// rotates with the board.
pub(super) fn draw_die(scene: &mut Scene, setup: &Setup, square: Square, die: Die) {
    let centre = square_centre(square);
    let name = square.name();
    let seat = style_seat(die.colour());
    let letter = match die.colour() {
        Colour::Light => "L",
        Colour::Dark => "D",
    };
    // Leave the colons of a dark square only at its edges.
    let blank = square_around(centre, UNIT * 36 / 100).to_vec();
    scene.push(Shape::Polygon { corners: blank }, Role::TextOnly, "", " ");
    // A moat separates the die from the colour of its square.
    let body = rounded_square(centre, DIE_HALF, DIE_CUT);
    let tone = if square.is_dark() {
        Tone::Dark
    } else {
        Tone::Light
    };
    scene.push(body.clone(), Role::PieceMoat(tone), name, "");
    scene.push(body, Role::Piece(seat), name, "");
    scene.push(
        rounded_square(centre, TOP_HALF, DIE_CUT / 2),
        Role::PieceLine(seat),
        name,
        "",
    );
    // The sites are in the order of the squares.
    scene.sites.occupy(square.index(), seat);
    let sides = die.sides(setup.handedness);
    for (side, value) in Side::ALL.into_iter().zip(sides) {
        let text = digit(value);
        let place = shifted(centre, side, SIDE_NUMBER_DISTANCE);
        let shape = Shape::label(place, text, Anchor::Middle);
        scene.push(shape, Role::SideNumber(seat), name, text);
    }
    for pip in pips(die.top(), sides) {
        let pip = Place {
            x: centre.x + pip.x * PIP_SPACING,
            y: centre.y + pip.y * PIP_SPACING,
        };
        scene.push(
            Shape::Disc {
                at: pip,
                radius: PIP_RADIUS,
            },
            Role::Pip(seat),
            name,
            "",
        );
    }
    scene.write_alike(centre, Anchor::Middle, digit(die.top()));
    let west = shifted(centre, Side::West, SIDE_NUMBER_DISTANCE);
    let corner = shifted(west, Side::North, SIDE_NUMBER_DISTANCE);
    scene.write_alike(corner, Anchor::Middle, letter);
}

/// Starts a picture of one die, in the middle of the scene.
fn scene_of_one_die() -> Scene {
    let mut scene = Scene {
        margin: UNIT * 44 / 100,
        ..Scene::default()
    };
    scene.add_site("", Place::default(), DIE_HALF);
    scene
}

/// Draws a single die in its orientation.
pub(super) fn die_alone(setup: &Setup, die: Die) -> Scene {
    let mut scene = scene_of_one_die();
    // The middle of this square is the origin.
    if let Some(square) = Square::new(0, 0) {
        draw_die(&mut scene, setup, square, die);
    }
    scene
}

/// Draws the top of a die without an orientation. Its pips are arranged as in print.
pub(super) fn top_alone(colour: Colour, value: u8) -> Scene {
    let mut scene = scene_of_one_die();
    draw_top(&mut scene, colour, value, printed_sides(value));
    scene
}

/// Draws a die from above, with only its top.
fn draw_top(scene: &mut Scene, colour: Colour, value: u8, sides: [u8; 4]) {
    let seat = style_seat(colour);
    scene.draw(
        rounded_square(Place::default(), DIE_HALF, DIE_CUT),
        Role::Piece(seat),
    );
    for pip in pips(value, sides) {
        let place = Place {
            x: pip.x * TOP_ONLY_PIP_SPACING,
            y: pip.y * TOP_ONLY_PIP_SPACING,
        };
        scene.draw(
            Shape::Disc {
                at: place,
                radius: TOP_ONLY_PIP_RADIUS,
            },
            Role::Pip(seat),
        );
    }
}

/// Returns a die by its name, to be shown in running text: `L5`, or `L53` with the number on its
/// north side. So small, it has no side numbers; its pips show how it lies.
pub(super) fn piece_named(name: &str) -> Option<NamedPiece> {
    let letter = name.get(..1)?;
    let digits = name.get(1..)?;
    let colour = match letter {
        "L" => Colour::Light,
        "D" => Colour::Dark,
        _ => return None,
    };
    let shade = if colour == Colour::Light {
        "light"
    } else {
        "dark"
    };
    let numbers: Vec<u8> = digits
        .bytes()
        .map(|digit| digit.wrapping_sub(b'0'))
        .collect();
    let (value, sides, title, file) = match *numbers.as_slice() {
        [value @ 1..=6] => (
            value,
            printed_sides(value),
            format!("{shade} die {value}"),
            format!("{shade}-{value}"),
        ),
        [value, north] => {
            let sides = Die::new(colour, value, north)?.sides(Handedness::Counterclockwise);
            (
                value,
                sides,
                format!("{shade} die {value}, north {north}"),
                format!("{shade}-{value}-{north}"),
            )
        }
        _ => return None,
    };
    let mut scene = Scene {
        title,
        margin: DIE_HALF * 45 / 44,
        ..scene_of_one_die()
    };
    draw_top(&mut scene, colour, value, sides);
    Some(NamedPiece { scene, file })
}

/// Returns the north, east, south and west numbers of a die whose pips are arranged as in print.
///
/// Only 2, 3 and 6 look different when they are rotated. [`pips`] derives their direction from the
/// sides, so 2 and 3 need sides of their own; those of the 6 also serve 1, 4 and 5.
fn printed_sides(value: u8) -> [u8; 4] {
    match value {
        2 => [1, 3, 6, 4],
        3 => [1, 2, 6, 5],
        _ => [2, 3, 5, 4],
    }
}

/// Returns the digit of a die's number.
fn digit(value: u8) -> &'static str {
    const DIGITS: [&str; 7] = ["0", "1", "2", "3", "4", "5", "6"];
    DIGITS.get(usize::from(value)).copied().unwrap_or("?")
}

/// Returns a square with round corners as a path.
fn rounded_square(place: Place, half: i32, cut: i32) -> Shape {
    let near = half - cut;
    // The control points of a quarter circle are 0.55 of its radius from its ends, and so 0.45 of
    // the radius from the corner.
    let bend = half - cut * 45 / 100;
    let on = |x: i32, y: i32| Place {
        x: place.x + x,
        y: place.y + y,
    };
    let steps = vec![
        PathStep::Move(on(-near, -half)),
        PathStep::Line(on(near, -half)),
        PathStep::Curve(on(bend, -half), on(half, -bend), on(half, -near)),
        PathStep::Line(on(half, near)),
        PathStep::Curve(on(half, bend), on(bend, half), on(near, half)),
        PathStep::Line(on(-near, half)),
        PathStep::Curve(on(-bend, half), on(-half, bend), on(-half, near)),
        PathStep::Line(on(-half, -near)),
        PathStep::Curve(on(-half, -bend), on(-bend, -half), on(-near, -half)),
        PathStep::Close,
    ];
    Shape::Path { steps }
}

/// Draws a stored die, as high as a line of text. Records give no orientation for stored dice, so
/// its pips are arranged as in print.
pub(super) fn small_die(seat: u8, value: u8) -> Run {
    let half = UNIT * 18 / 100;
    let place = Place {
        x: UNIT * 21 / 100,
        y: NOTE_LINE / 2,
    };
    let mut elements = vec![Element::bare(
        rounded_square(place, half, half / 5),
        Role::Piece(seat),
    )];
    for pip in pips(value, printed_sides(value)) {
        let spacing = half * 50 / 100;
        let place = Place {
            x: place.x + pip.x * spacing,
            y: place.y + pip.y * spacing,
        };
        elements.push(Element::bare(
            Shape::Disc {
                at: place,
                radius: half * 20 / 100,
            },
            Role::Pip(seat),
        ));
    }
    Run::Drawing {
        elements: elements.into(),
        size: Place {
            x: UNIT * 42 / 100,
            y: NOTE_LINE,
        },
        words: value.to_string(),
    }
}
