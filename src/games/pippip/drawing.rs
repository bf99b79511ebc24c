//! A position as a scene: the squares, each die with its top and its four side numbers, the stores.

use super::board::{SIDE, Side, Square};
use super::position::{Colour, Die, PositionText};
use super::rules::points;
use super::setup::Setup;
use crate::draw::{Anchor, AxisName, Note, Place, Role, Scene, Shape, Tone, UNIT};

/// Half a die.
const HALF: i32 = UNIT * 42 / 100;
/// What is cut off its corners.
const CUT: i32 = UNIT * 9 / 100;
/// From the middle of a die to the numbers of its sides.
const TO_SIDE: i32 = UNIT * 31 / 100;
/// In text a square is this many columns wide and lines high.
const TEXT_SQUARE: Place = Place { x: 7, y: 3 };

/// The middle of a square; that of a1 is the origin.
fn place(square: Square) -> Place {
    Place { x: i32::from(square.column()) * UNIT, y: -i32::from(square.rank()) * UNIT }
}

fn moved(at: Place, side: Side, distance: i32) -> Place {
    match side {
        Side::North => Place { y: at.y - distance, ..at },
        Side::East => Place { x: at.x + distance, ..at },
        Side::South => Place { y: at.y + distance, ..at },
        Side::West => Place { x: at.x - distance, ..at },
    }
}

/// Light dice look as the pieces of seat 1 do elsewhere, whoever plays them.
fn look(colour: Colour) -> u8 {
    match colour {
        Colour::Light => 1,
        Colour::Dark => 2,
    }
}

/// Draws a position.
pub(super) fn scene(setup: &Setup, position: &PositionText) -> Scene {
    let over = position.dice.iter().all(Option::is_some);
    let title = if over {
        "Pip•Pip, at its end".to_owned()
    } else {
        format!("Pip•Pip, {} to move", position.to_move.name())
    };
    let notes = notes(position, over);
    let mut scene = Scene {
        title,
        words: words(setup, position, &notes),
        margin: UNIT * 52 / 100,
        text_grid: Place { x: UNIT / TEXT_SQUARE.x, y: UNIT / TEXT_SQUARE.y },
        notes: notes.into_iter().map(Note::of_words).collect(),
        ..Scene::default()
    };
    for square in Square::all() {
        draw_square(&mut scene, square);
    }
    draw_lines(&mut scene);
    for (step, letter) in (0..i32::from(SIDE)).zip('a'..) {
        scene.columns.push(AxisName { at: step * UNIT, name: letter.to_string() });
        scene.rows.push(AxisName { at: -step * UNIT, name: (step + 1).to_string() });
    }
    for square in Square::all() {
        if let Some(die) = position.at(square) {
            draw_die(&mut scene, setup, square, die);
        }
    }
    scene
}

/// A dark square is hatched, in text filled with colons.
fn draw_square(scene: &mut Scene, square: Square) {
    let at = place(square);
    let half = UNIT / 2;
    scene.add_site(&square.to_string(), at, HALF);
    if square.is_dark() {
        let corners = [(-half, -half), (half, -half), (half, half), (-half, half)];
        let corners = corners.map(|(x, y)| Place { x: at.x + x, y: at.y + y }).to_vec();
        scene.draw(Shape::Polygon { corners }, Role::Field(Tone::Dark));
        let (plain, unicode) = (":".repeat(TEXT_SQUARE.x as usize), "░".repeat(TEXT_SQUARE.x as usize));
        for line in [-1, 0, 1] {
            let at = Place { y: at.y + scene.text_grid.y * line, ..at };
            scene.write(at, Anchor::Middle, &plain, &unicode);
        }
    } else {
        scene.write(at, Anchor::Middle, ".", "·");
    }
}

/// The lines between the squares.
fn draw_lines(scene: &mut Scene) {
    let half = UNIT / 2;
    let side = i32::from(SIDE) * UNIT;
    for step in 0..=i32::from(SIDE) {
        let (x, y) = (step * UNIT - half, half - step * UNIT);
        let across = Shape::Line { from: Place { x: -half, y }, to: Place { x: side - half, y } };
        let upward = Shape::Line { from: Place { x, y: half }, to: Place { x, y: half - side } };
        let role = if step == 0 || step == i32::from(SIDE) { Role::BoardEdge } else { Role::BoardLine };
        scene.draw(across, role);
        scene.draw(upward, role);
    }
}

/// A die: in text its colour's letter, the north number; west, top, east; south.
fn draw_die(scene: &mut Scene, setup: &Setup, square: Square, die: Die) {
    let at = place(square);
    let name = square.to_string();
    let (near, far) = (HALF - CUT, HALF);
    let corners = [(near, far), (far, near), (far, -near), (near, -far), (-near, -far), (-far, -near), (-far, near)];
    let corners = corners.into_iter().chain([(-near, far)]);
    let corners = corners.map(|(x, y)| Place { x: at.x + x, y: at.y + y }).collect();
    let seat = look(die.colour);
    scene.push(Shape::Polygon { corners }, Role::Piece(seat), &name, "");
    scene.occupy(&name, seat);
    let mut number = |at: Place, role: Role, number: u8, text: &str| {
        scene.push(Shape::Label { at, text: number.to_string(), anchor: Anchor::Middle }, role, "", text);
    };
    let sides = die.sides(setup.handedness);
    let [north, east, south, west] = sides;
    for (side, value) in Side::ALL.into_iter().zip(sides) {
        let text = match side {
            Side::North => format!("{} {north}  ", die.colour.letter()),
            Side::South => format!("  {south}  "),
            Side::East | Side::West => String::new(),
        };
        number(moved(at, side, TO_SIDE), Role::SideNumber(seat), value, &text);
    }
    number(at, Role::Top(seat), die.top(), &format!("{west} {} {east}", die.top()));
}

/// What the seats have, short enough for the figure's width.
fn notes(position: &PositionText, over: bool) -> Vec<String> {
    let note = |colour: Colour| {
        let points = points(position, colour);
        let noun = if points == 1 { "point" } else { "points" };
        let store = position.stores[colour.index()];
        let store = if store.is_empty() { "empty".to_owned() } else { store.to_string() };
        format!("{}: {points} {noun}, store {store}", colour.name())
    };
    let mut notes: Vec<String> = Colour::BOTH.into_iter().map(note).collect();
    if !over {
        notes.push(format!("{} to move", position.to_move.name()));
    }
    notes
}

/// The position in words.
fn words(setup: &Setup, position: &PositionText, notes: &[String]) -> String {
    let mut parts: Vec<String> = Square::all()
        .filter_map(|square| {
            let die = position.at(square)?;
            let [north, east, south, west] = die.sides(setup.handedness);
            let (colour, top) = (die.colour.name(), die.top());
            Some(format!("{colour} {top} on {square}, north {north}, east {east}, south {south}, west {west}"))
        })
        .collect();
    if parts.is_empty() {
        parts.push("The board is empty".to_owned());
    }
    parts.extend(notes.iter().cloned());
    format!("{}.", parts.join("; "))
}
