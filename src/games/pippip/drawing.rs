//! A position as a scene: the squares, each die with its top and its four side numbers, the stores.

use super::board::{SIDE, Side, Square};
use super::position::{Colour, Die, PositionText};
use super::rules::points;
use super::setup::Setup;
use crate::draw::{Anchor, Place, Role, Scene, Shape, UNIT};

/// Half a die.
const HALF: i32 = UNIT * 42 / 100;
/// What is cut off its corners.
const CUT: i32 = UNIT * 9 / 100;
/// From the middle of a die to the numbers of its sides.
const TO_SIDE: i32 = UNIT * 31 / 100;
const SPOT: i32 = UNIT * 3 / 100;
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
    let text_grid = Place { x: UNIT / TEXT_SQUARE.x, y: UNIT / TEXT_SQUARE.y };
    let side = i32::from(SIDE) * UNIT;
    // Whole columns and lines of text, so that every square looks the same.
    let margin = Place { x: text_grid.x * 3, y: text_grid.y };
    let origin = Place { x: -text_grid.x * 3 - margin.x, y: UNIT - side - text_grid.y - margin.y };
    let notes = notes(position, over);
    let below = text_grid.y * (i32::try_from(notes.len()).unwrap_or(0) + 2);
    let mut scene = Scene {
        title,
        words: words(setup, position, &notes),
        origin,
        size: Place { x: side + margin.x * 2, y: side + margin.y + below },
        text_grid,
        elements: Vec::new(),
    };
    let (right, bottom) = (origin.x + scene.size.x, origin.y + scene.size.y);
    let corners =
        vec![origin, Place { x: right, y: origin.y }, Place { x: right, y: bottom }, Place { x: origin.x, y: bottom }];
    scene.push(Shape::Polygon { corners }, Role::Ground, "", "");
    for square in Square::all() {
        draw_square(&mut scene, square);
    }
    draw_frame(&mut scene, margin);
    for square in Square::all() {
        if let Some(die) = position.at(square) {
            draw_die(&mut scene, setup, square, die);
        }
    }
    for (line, text) in (0..).zip(notes) {
        let at = Place { x: -text_grid.x * 3, y: text_grid.y * (line + 4) };
        let shape = Shape::Label { at, text: text.clone(), anchor: Anchor::Start };
        scene.push(shape, Role::Note, "", &text);
    }
    scene
}

/// A dark square is hatched, in text filled with colons.
fn draw_square(scene: &mut Scene, square: Square) {
    let at = place(square);
    let half = UNIT / 2;
    let fill = if square.is_dark() { ":".repeat(TEXT_SQUARE.x as usize) } else { String::new() };
    if square.is_dark() {
        let (left, right, top, bottom) = (at.x - half, at.x + half, at.y - half, at.y + half);
        const LINES: i32 = 6;
        for step in 1..LINES * 2 {
            let reach = UNIT * step / LINES;
            let from = Place { x: left + (reach - UNIT).max(0), y: top + reach.min(UNIT) };
            let to = Place { x: left + reach.min(UNIT), y: top + (reach - UNIT).max(0) };
            debug_assert!(from.x <= right && from.y <= bottom);
            scene.push(Shape::Line { from, to }, Role::Hatch, "", "");
        }
        for side in [Side::North, Side::South] {
            let at = moved(at, side, scene.text_grid.y);
            let shape = Shape::Label { at, text: String::new(), anchor: Anchor::Middle };
            scene.push(shape, Role::TextOnly, "", &fill);
        }
    }
    let text = if fill.is_empty() { "." } else { &fill };
    scene.push(Shape::Disc { at, radius: SPOT }, Role::Spot, &square.to_string(), text);
}

/// The lines between the squares, and the names of columns and ranks.
fn draw_frame(scene: &mut Scene, margin: Place) {
    let half = UNIT / 2;
    let side = i32::from(SIDE) * UNIT;
    for step in 0..=i32::from(SIDE) {
        let (x, y) = (step * UNIT - half, half - step * UNIT);
        let across = Shape::Line { from: Place { x: -half, y }, to: Place { x: side - half, y } };
        let upward = Shape::Line { from: Place { x, y: half }, to: Place { x, y: half - side } };
        scene.push(across, Role::BoardLine, "", "");
        scene.push(upward, Role::BoardLine, "", "");
    }
    for (step, letter) in (0..i32::from(SIDE)).zip('a'..) {
        let column = Place { x: step * UNIT, y: scene.text_grid.y * 2 };
        let rank = Place { x: -half - margin.x / 2, y: -step * UNIT };
        for (at, text) in [(column, letter.to_string()), (rank, (step + 1).to_string())] {
            let shape = Shape::Label { at, text: text.clone(), anchor: Anchor::Middle };
            scene.push(shape, Role::Coordinate, "", &text);
        }
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
