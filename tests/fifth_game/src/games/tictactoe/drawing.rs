//! Drawing of positions: the lines between the squares, their names, and the marks as pieces.

use super::board::{Mark, SIDE, Square};
use super::position::Position;
use super::position_words::{note, words};
use super::turn::Turn;
use super::{Setup, Tictactoe};
use crate::draw::{Anchor, AxisName, Lang, Note, Place, Role, Scene, Shape, UNIT};
use crate::games::{Context, Drawing, Effects, NamedPiece, UnknownPiece};

const RADIUS: i32 = UNIT * 36 / 100;
/// Columns of text per square; a square is one line high.
const TEXT_COLUMNS: i32 = 3;

/// Returns the middle of a square. The origin is a1.
fn place(square: Square) -> Place {
    Place {
        x: i32::from(square.column()) * UNIT,
        y: -i32::from(square.row()) * UNIT,
    }
}

fn empty_board() -> Scene {
    let mut scene = Scene {
        margin: UNIT * 52 / 100,
        cells: true,
        text_grid: Place {
            x: UNIT / TEXT_COLUMNS,
            y: UNIT,
        },
        ..Scene::default()
    };
    let near = -UNIT / 2;
    let far = near + i32::from(SIDE) * UNIT;
    for line in 0..=i32::from(SIDE) {
        let at = near + line * UNIT;
        let ends = [
            [Place { x: near, y: -at }, Place { x: far, y: -at }],
            [Place { x: at, y: -near }, Place { x: at, y: -far }],
        ];
        for [from, to] in ends {
            scene.push_glyphs(Shape::Line { from, to }, Role::BoardLine, "", "", "");
        }
    }
    for square in Square::all() {
        let at = place(square);
        let name = square.to_string();
        if square.column() == square.row() {
            let (letter, number) = name.split_at(1);
            scene.columns.push(AxisName::new(at.x, letter.to_owned()));
            scene.rows.push(AxisName::new(at.y, number.to_owned()));
        }
        scene.add_site(name, at, RADIUS);
        scene.write(at, Anchor::Middle, ".", "·");
    }
    scene
}

impl Drawing for Tictactoe {
    fn state_for_drawing(_setup: &Setup, text: &Position) -> Position {
        *text
    }

    fn is_place(_setup: &Setup, name: &str) -> bool {
        Square::named(name).is_some()
    }

    fn effects(_setup: &Setup, _before: &Position, turn: &Turn, _after: &Position) -> Effects {
        Effects {
            placed: vec![turn.to_string()],
            ..Effects::default()
        }
    }

    fn scene_in(_setup: &Setup, position: &Position, _lang: Lang) -> Scene {
        let notes = Mark::BOTH.map(|mark| note(position, mark));
        let is_over = position.full_line().is_some();
        let seat_notes = Mark::BOTH.iter().zip(&notes).map(|(mark, words)| {
            let to_move = !is_over && position.to_move() == *mark;
            Note::of_seat(Some(mark.seat()), to_move, words)
        });
        let mut scene = Scene {
            title: format!("Tic-tac-toe, {}", notes.join(", ")),
            words: words(position, &notes),
            notes: seat_notes.collect(),
            ..empty_board()
        };
        for (number, square) in Square::all().enumerate() {
            let Some(mark) = position.at(square) else {
                continue;
            };
            let (letter, unicode) = match mark {
                Mark::Cross => ("x", "×"),
                Mark::Nought => ("o", "○"),
            };
            let shape = Shape::Disc {
                at: place(square),
                radius: RADIUS,
            };
            let role = Role::Piece(mark.seat());
            scene.push_glyphs(shape, role, square.to_string(), letter, unicode);
            // The sites are in the same order.
            scene.sites.occupy(number, mark.seat());
        }
        scene
    }

    fn piece(name: &str, _context: &Context) -> Option<Result<NamedPiece, UnknownPiece>> {
        let mark = Mark::BOTH
            .into_iter()
            .find(|mark| mark.letter().to_string() == name)?;
        let mut scene = Scene {
            title: mark.name().to_lowercase(),
            margin: RADIUS * 45 / 43,
            ..Scene::default()
        };
        let at = Place::default();
        scene.add_site("", at, RADIUS);
        scene.draw(Shape::Disc { at, radius: RADIUS }, Role::Piece(mark.seat()));
        Some(Ok(NamedPiece {
            file: scene.title.clone(),
            scene,
        }))
    }
}
