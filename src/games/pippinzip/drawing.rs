//! A position as a scene: the board on points or on cells, its names, the stones.

use super::board::Point;
use super::position::{Colour, Phase, Position};
use super::setup::{Setup, Surface};
use crate::draw::{Anchor, Place, Role, Scene, Shape, UNIT};

const STONE: i32 = UNIT * 42 / 100;
/// In text a point is this many columns wide and a line high.
const TEXT_COLUMNS: i32 = 3;
/// What a figure measures at least across, so that the words below a small board have room.
const NARROWEST: i32 = UNIT * 6;
/// From note to note, and to the first; in text each gets a line of its own.
const NOTE_STEP: i32 = UNIT * 3 / 4;
const TO_NOTES: i32 = UNIT * 2;
/// What is left of a1, and above the last row.
const MARGIN: Place = Place { x: UNIT * 5 / 4, y: UNIT };

/// Where a point is drawn; a1 is the origin.
fn place(point: Point) -> Place {
    Place { x: i32::from(point.column()) * UNIT, y: -i32::from(point.row()) * UNIT }
}

/// White stones look as the pieces of seat 1 do elsewhere, whoever places them.
fn look(colour: Colour) -> Role {
    Role::Piece(match colour {
        Colour::White => 1,
        Colour::Black => 2,
    })
}

/// Draws a position.
pub(super) fn scene(setup: &Setup, position: &Position) -> Scene {
    let size = position.stones.size();
    let side = i32::from(size) * UNIT;
    let notes = notes(setup, position);
    let below = TO_NOTES + NOTE_STEP * i32::try_from(notes.len()).unwrap_or(0);
    let origin = Place { x: -MARGIN.x, y: UNIT - side - MARGIN.y };
    let mut scene = Scene {
        title: title(position),
        words: words(position, &notes),
        origin,
        size: Place { x: (side + UNIT).max(NARROWEST), y: below - origin.y },
        text_grid: Place { x: UNIT / TEXT_COLUMNS, y: UNIT },
        elements: Vec::new(),
    };
    let (right, bottom) = (origin.x + scene.size.x, origin.y + scene.size.y);
    let corners =
        vec![origin, Place { x: right, y: origin.y }, Place { x: right, y: bottom }, Place { x: origin.x, y: bottom }];
    scene.push(Shape::Polygon { corners }, Role::Ground, "", "");
    draw_lines(&mut scene, setup.surface, size);
    draw_names(&mut scene, size);
    for point in Point::all(size) {
        // Nothing to be seen: it gives the point its name, and the text forms their dot.
        scene.push(Shape::Disc { at: place(point), radius: 0 }, Role::Spot, &point.to_string(), ".");
    }
    for point in Point::all(size) {
        if let Some(colour) = position.stones.at(point) {
            let shape = Shape::Disc { at: place(point), radius: STONE };
            scene.push(shape, look(colour), &point.to_string(), &colour.letter().to_string());
        }
    }
    for (line, text) in (0..).zip(notes) {
        let at = Place { x: -UNIT, y: TO_NOTES + NOTE_STEP * line };
        scene.push(Shape::Label { at, text: text.clone(), anchor: Anchor::Start }, Role::Note, "", &text);
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
        scene.push(across, Role::BoardLine, "", "");
        scene.push(upward, Role::BoardLine, "", "");
    }
}

/// The letters of the columns below the board, the numbers of the rows on its left.
fn draw_names(scene: &mut Scene, size: u8) {
    for step in 0..size {
        let Some((column, row)) = Point::new(step, 0, size).zip(Point::new(0, step, size)) else { continue };
        let letter = char::from(b'a' + column.column()).to_string();
        let number = (row.row() + 1).to_string();
        let below = Place { y: UNIT, ..place(column) };
        let beside = Place { x: -UNIT, ..place(row) };
        let text = format!("{number:>2}");
        for (at, words, text) in [(below, &letter, &letter), (beside, &number, &text)] {
            let shape = Shape::Label { at, text: words.clone(), anchor: Anchor::Middle };
            scene.push(shape, Role::Coordinate, "", text);
        }
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
