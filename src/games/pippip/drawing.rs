//! Drawing of positions ([`Drawing`]): the board with its squares, and the effects of a turn.
//!
//! [`super::die_drawing`] draws the dice, and [`super::position_words`] writes the notes on the
//! seats and the description in words.

use std::sync::LazyLock;

use super::Pippip;
use super::board::{SIDE, Square};
use super::dice::{Colour, Die};
use super::die_drawing::{DIE_HALF, ELEMENTS_OF_DIE, draw_die, piece_named};
use super::facing_dice::{Facing, facings};
use super::position::PositionText;
use super::position_words::{describe, notes, title_at_end};
use super::setup::Setup;
use super::turn::Turn;
use crate::draw::{
    Anchor, AxisName, ComparedNumber, Comparison, Lang, Place, Role, Scene, Shading, Shape, Site,
    Tone, UNIT, outline_through,
};
use crate::games::{Context, Drawing, Effects, NamedPiece, UnknownPiece};

/// Distance by which dice move to make room for signs next to them.
const STRIP: i32 = UNIT * 75 / 1000;
/// Half the width of the outline around a die.
const OUTLINE_HALF: i32 = UNIT * 43 / 100;
/// Columns and lines of text per square.
const TEXT_SQUARE: Place = Place { x: 7, y: 3 };

/// Returns the middle of a square. The origin is the middle of a1.
pub(super) fn square_centre(square: Square) -> Place {
    Place {
        x: i32::from(square.column()) * UNIT,
        y: -i32::from(square.rank()) * UNIT,
    }
}

/// Cached drawing of the empty board, the start of every scene.
static BOARD: LazyLock<Scene> = LazyLock::new(empty_board);

fn empty_board() -> Scene {
    let mut scene = Scene {
        margin: UNIT * 52 / 100,
        cells: true,
        strip: STRIP,
        shading: Shading::Contour,
        text_grid: Place {
            x: UNIT / TEXT_SQUARE.x,
            y: UNIT / TEXT_SQUARE.y,
        },
        ..Scene::default()
    };
    for square in Square::all() {
        draw_square(&mut scene, square);
    }
    draw_edge(&mut scene);
    for square in (0..SIDE).filter_map(|step| Square::new(step, step)) {
        let (letter, number) = square.name().split_at(1);
        let centre = square_centre(square);
        scene.columns.push(AxisName::new(centre.x, letter));
        scene.rows.push(AxisName::new(centre.y, number));
    }
    scene.shared()
}

impl Drawing for Pippip {
    fn scene_in(setup: &Setup, position: &PositionText, lang: Lang) -> Scene {
        let has_ended = position.is_full();
        let title = if has_ended {
            title_at_end(position, lang)
        } else {
            lang.fill(
                "Pip•Pip, {0} to move",
                &[&lang.say(position.to_move.name())],
            )
        };
        let notes = notes(position, has_ended, lang);
        let mut scene = Scene {
            title,
            words: describe(setup, position, &notes, lang),
            notes,
            ..BOARD.clone()
        };
        scene
            .elements
            .reserve(position.dice.iter().flatten().count() * ELEMENTS_OF_DIE);
        for square in Square::all() {
            if let Some(die) = position.at(square) {
                draw_die(&mut scene, setup, square, die);
            }
        }
        scene
    }

    fn is_place(_setup: &Setup, name: &str) -> bool {
        Square::all().any(|square| square.name() == name)
    }

    fn effects(setup: &Setup, before: &PositionText, turn: &Turn, after: &PositionText) -> Effects {
        let colour = |position: &PositionText, square| position.at(square).map(Die::colour);
        let changed = Square::all().filter(|&square| {
            let [before, after] = [before, after].map(|position| colour(position, square));
            before.is_some() && before != after
        });
        Effects {
            placed: vec![turn.placement.square.to_string()],
            changed: changed.map(|square| square.to_string()).collect(),
            comparisons: comparisons(setup, before, turn, after),
            ..Effects::default()
        }
    }

    fn state_for_drawing(_setup: &Setup, text: &PositionText) -> PositionText {
        *text
    }

    fn piece(name: &str, _context: &Context) -> Option<Result<NamedPiece, UnknownPiece>> {
        piece_named(name).map(Ok)
    }
}

/// Returns the comparisons that converted dice, each between the placed die and a neighbour.
fn comparisons(
    setup: &Setup,
    before: &PositionText,
    turn: &Turn,
    after: &PositionText,
) -> Vec<Comparison> {
    let Some(placed) = turn.placement.square.square() else {
        return Vec::new();
    };
    let is_converted = |facing: &Facing| {
        let colour = |position: &PositionText| position.at(facing.square).map(Die::colour);
        colour(before) != colour(after)
    };
    facings(setup, after, placed)
        .filter(is_converted)
        .map(|facing| Comparison {
            larger: ComparedNumber {
                place: placed.to_string(),
                number: facing.own_number,
                side: facing.side.name(),
            },
            smaller: ComparedNumber {
                place: facing.square.to_string(),
                number: facing.facing_number,
                side: facing.side.opposite().name(),
            },
            turned: match after.at(facing.square).map(Die::colour) {
                Some(Colour::Dark) => "dark",
                _ => "light",
            },
        })
        .collect()
}

/// Draws an empty square. A dark one is hatched, and filled with colons in text.
fn draw_square(scene: &mut Scene, square: Square) {
    let centre = square_centre(square);
    let half = UNIT / 2;
    scene
        .sites
        .insert(square.name(), Site::empty(centre, DIE_HALF));
    scene.add_outline(square.name(), square_around(centre, OUTLINE_HALF).to_vec());
    let shape = Shape::Polygon {
        corners: square_around(centre, half).to_vec(),
    };
    if square.is_dark() {
        scene.push_glyphs(shape, Role::Field(Tone::Dark), "", ":", "░");
    } else {
        scene.draw(shape, Role::Field(Tone::Light));
        scene.write(centre, Anchor::Middle, ".", "·");
    }
}

/// Returns the corners of a square around a place.
pub(super) fn square_around(place: Place, half: i32) -> [Place; 4] {
    [(-half, -half), (half, -half), (half, half), (-half, half)].map(|(x, y)| Place {
        x: place.x + x,
        y: place.y + y,
    })
}

/// Draws the edge of the board. The squares need no lines between them, as their colours part them.
fn draw_edge(scene: &mut Scene) {
    let left = -UNIT / 2;
    let bottom = UNIT / 2;
    let right = left + i32::from(SIDE) * UNIT;
    let top = bottom - i32::from(SIDE) * UNIT;
    let steps = outline_through([
        Place { x: left, y: bottom },
        Place {
            x: right,
            y: bottom,
        },
        Place { x: right, y: top },
        Place { x: left, y: top },
    ]);
    scene.draw(Shape::Path { steps }, Role::CellEdge);
}
