//! A position as a scene: the board on points or on cells, its names, the stones.

use super::board::Point;
use super::position::{Colour, Phase, Position};
use super::setup::{Setup, Surface};
use crate::draw::{Anchor, AxisName, Note, Place, Role, Scene, Shape, UNIT};

const STONE: i32 = UNIT * 42 / 100;
/// In text a point is this many columns wide and a line high.
const TEXT_COLUMNS: i32 = 3;
/// Where a point is drawn; a1 is the origin.
fn place(point: Point) -> Place {
    Place { x: i32::from(point.column()) * UNIT, y: -i32::from(point.row()) * UNIT }
}

/// White stones look as the pieces of seat 1 do elsewhere, whoever places them.
fn look(colour: Colour) -> u8 {
    match colour {
        Colour::White => 1,
        Colour::Black => 2,
    }
}

/// Draws a position.
pub(super) fn scene(setup: &Setup, position: &Position) -> Scene {
    let size = position.stones.size();
    let notes = notes(setup, position);
    let mut scene = Scene {
        title: title(position),
        words: words(position, &notes),
        margin: UNIT * 52 / 100,
        text_grid: Place { x: UNIT / TEXT_COLUMNS, y: UNIT },
        notes: notes.into_iter().map(Note::of_words).collect(),
        ..Scene::default()
    };
    draw_lines(&mut scene, setup.surface, size);
    for step in 0..size {
        let Some(point) = Point::new(step, step, size) else { continue };
        let (letter, at) = (char::from(b'a' + step).to_string(), place(point));
        scene.columns.push(AxisName { at: at.x, name: letter });
        scene.rows.push(AxisName { at: at.y, name: (step + 1).to_string() });
    }
    for point in Point::all(size) {
        let (at, name) = (place(point), point.to_string());
        scene.add_site(&name, at, STONE);
        match position.stones.at(point) {
            None => scene.write(at, Anchor::Middle, ".", "·"),
            Some(colour) => {
                let unicode = if colour == Colour::White { "○" } else { "●" };
                let (shape, seat) = (Shape::Disc { at, radius: STONE }, look(colour));
                scene.push_glyphs(shape, Role::Piece(seat), &name, &colour.letter().to_string(), unicode);
                scene.occupy(&name, seat);
            }
        }
    }
    scene
}

/// Lines through the points, or between the cells.
fn draw_lines(scene: &mut Scene, surface: Surface, size: u8) {
    let (lines, shift) = match surface {
        Surface::Points => (i32::from(size), 0),
        Surface::Cells => (i32::from(size) + 1, UNIT / 2),
    };
    let (near, far) = (-shift, (lines - 1) * UNIT - shift);
    for line in 0..lines {
        let at = line * UNIT - shift;
        let across = Shape::Line { from: Place { x: near, y: -at }, to: Place { x: far, y: -at } };
        let upward = Shape::Line { from: Place { x: at, y: -near }, to: Place { x: at, y: -far } };
        scene.draw(across, Role::BoardLine);
        scene.draw(upward, Role::BoardLine);
    }
}

fn title(position: &Position) -> String {
    match (position.decided, position.phase) {
        (None, _) => format!("Pippinzip, seat {} to move", position.to_move),
        (Some(decision), Phase::Auction) => format!("Pippinzip, won by seat {} in the auction", decision.seat),
        (Some(decision), Phase::Taken(_)) => format!("Pippinzip, won by {}", decision.colour.role()),
    }
}

/// What the seats are, and who is to move or has won.
fn notes(setup: &Setup, position: &Position) -> Vec<String> {
    let Phase::Taken(taker) = position.phase else {
        let auction = format!("Auction of {} stones", setup.variant.auction_colour().name());
        let seat = match position.decided {
            Some(decision) => format!("Seat {} has won", decision.seat),
            None => format!("Seat {} to move", position.to_move),
        };
        return vec![auction, seat];
    };
    let note = |seat: u8| {
        let colour = setup.colour_of(seat, taker);
        let state = match position.decided {
            Some(decision) if decision.colour == colour => ", has won",
            None if position.to_move == seat => ", to move",
            _ => "",
        };
        format!("Seat {seat}: {}, {}{state}", colour.role(), colour.name())
    };
    (1..=setup.seats).map(note).collect()
}

/// The position in words.
fn words(position: &Position, notes: &[String]) -> String {
    let mut parts = Vec::new();
    for (colour, name) in [(Colour::Black, "Black"), (Colour::White, "White")] {
        let points: Vec<String> = position.stones.of(colour).iter().map(|point| point.to_string()).collect();
        match points.as_slice() {
            [] => {}
            [one] => parts.push(format!("{name} stone on {one}")),
            several => parts.push(format!("{name} stones on {}", several.join(", "))),
        }
    }
    if parts.is_empty() {
        parts.push("The board is empty".to_owned());
    }
    parts.extend(notes.iter().cloned());
    format!("{}.", parts.join("; "))
}
