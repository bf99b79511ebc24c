//! Drawing of positions ([`Drawing`]): the hexagon with its 24 dots, 21 lines and names, the
//! pieces, and the reserves.
//!
//! A *spot* is a place for pieces, and a *dot* a place at the edge of the board from which pieces
//! are pushed. A *GIPF piece* consists of two stacked pieces, and is drawn with a ring. The
//! *reserve* of a seat is what it has beside the board.
//!
//! [`super::position_words`] writes the title, the notes on the seats and the description in words.

use std::sync::LazyLock;

use super::Gipf;
use super::board::{BoardLine, Point, Spot};
use super::effects::effects;
use super::pieces::{Colour, Piece, PieceKind};
use super::position::{Position, PositionText};
use super::position_words::{describe, seat_note, title};
use super::setup::Setup;
use super::turn::Turn;
use crate::draw::{
    Anchor, BoardSymmetry, Element, Lang, NOTE_LINE, Note, Place, Role, Run, Scene, Shape, UNIT,
    Wording,
};
use crate::games::{Context, Drawing, Effects, NamedPiece, UnknownPiece};

/// The distance between columns: half the square root of three.
const COLUMN_WIDTH: i32 = UNIT * 8660 / 10_000;
/// The radius of a piece.
const PIECE_RADIUS: i32 = UNIT * 43 / 100;
/// The radius of the ring of a GIPF piece, which leaves room for a number or a mark inside.
const RING_RADIUS: i32 = UNIT * 31 / 100;
/// The radius of an empty spot.
const SPOT_RADIUS: i32 = UNIT * 5 / 100;
/// The radius of a dot.
const DOT_RADIUS: i32 = UNIT * 11 / 100;
/// The margin around the outermost dots, in which their names are.
const BOARD_MARGIN: i32 = UNIT * 62 / 100;

/// Returns the coordinates of a point. The origin is the centre of the board.
fn point_place(point: Point) -> Place {
    let column = i32::from(point.column()) - 4;
    // For each column of distance from e, a column starts half a step higher. Rows count from 1; e5
    // is the centre.
    let up = (i32::from(point.row()) - 5) * UNIT + column.abs() * UNIT / 2;
    Place {
        x: column * COLUMN_WIDTH,
        y: -up,
    }
}

/// The distance from a dot to the middle of its name.
const DOT_NAME_DISTANCE: i32 = UNIT * 41 / 100;

/// Returns the place of a dot's name: outside the dot, away from the centre.
fn dot_name_place(dot: Point) -> Place {
    let dot_place = point_place(dot);
    dot_place.plus(dot_place.at_length(DOT_NAME_DISTANCE))
}

/// Cached drawing of the empty board, the start of every scene.
static BOARD: LazyLock<Scene> = LazyLock::new(empty_board);

fn empty_board() -> Scene {
    let mut scene = Scene {
        margin: BOARD_MARGIN,
        // Four characters per column of spots. The spots of neighbouring columns are half a step
        // apart, so there are two lines per step.
        text_grid: Place {
            x: COLUMN_WIDTH / 4,
            y: UNIT / 2,
        },
        symmetry: BoardSymmetry::Sixths,
        seats: Colour::BOTH
            .map(|colour| (colour.seat(), colour.name()))
            .to_vec(),
        ..Scene::default()
    };
    for line in BoardLine::all() {
        let [from, to] = line.dots().map(point_place);
        scene.draw(Shape::Line { from, to }, Role::BoardLine);
    }
    for point in Point::all() {
        draw_point(&mut scene, point);
    }
    for dot in Point::all().filter(|point| point.is_dot()) {
        let shape = Shape::label(dot_name_place(dot), dot.name(), Anchor::Middle);
        scene.draw(shape, Role::Coordinate);
    }
    scene.shared()
}

/// Draws an empty point.
fn draw_point(scene: &mut Scene, point: Point) {
    let name = point.name();
    let centre = point_place(point);
    let disc = |radius| Shape::Disc { at: centre, radius };
    if point.is_dot() {
        scene.add_site(name, centre, DOT_RADIUS);
        scene.push(disc(DOT_RADIUS), Role::Dot, name, name);
    } else {
        scene.add_site(name, centre, PIECE_RADIUS);
        scene.push_glyphs(disc(SPOT_RADIUS), Role::Spot, name, ".", "·");
    }
}

impl Drawing for Gipf {
    fn scene_in(_setup: &Setup, position: &Position, lang: Lang) -> Scene {
        let mut scene = Scene {
            title: title(position, lang),
            words: describe(position, lang),
            notes: Colour::BOTH
                .map(|colour| seat_note(position, colour, lang))
                .to_vec(),
            ..BOARD.clone()
        };
        for spot in Spot::all() {
            if let Some(piece) = position.text.pieces.at(spot) {
                draw_piece(&mut scene, spot.point(), piece);
            }
        }
        scene.legend.extend(gipf_legend(&scene, position, lang));
        scene
    }

    fn is_place(_setup: &Setup, name: &str) -> bool {
        Point::named(name).is_some()
    }

    fn is_dot(_setup: &Setup, name: &str) -> bool {
        Point::named(name).is_some_and(Point::is_dot)
    }

    fn effects(_setup: &Setup, before: &Position, turn: &Turn, _after: &Position) -> Effects {
        effects(before, turn)
    }

    fn state_for_drawing(_setup: &Setup, text: &PositionText) -> Position {
        Position {
            text: *text,
            decided: None,
        }
    }

    fn piece(name: &str, _context: &Context) -> Option<Result<NamedPiece, UnknownPiece>> {
        piece_named(name).map(Ok)
    }
}

/// Draws a piece on its point. A GIPF piece has a ring.
fn draw_piece(scene: &mut Scene, point: Point, piece: Piece) {
    let seat = piece.colour.seat();
    let name = point.name();
    let centre = point_place(point);
    let disc = |radius| Shape::Disc { at: centre, radius };
    let (letter, unicode) = match (piece.colour, piece.kind) {
        (Colour::White, PieceKind::Single) => ("w", "○"),
        (Colour::White, PieceKind::Gipf) => ("W", "◎"),
        (Colour::Black, PieceKind::Single) => ("b", "●"),
        (Colour::Black, PieceKind::Gipf) => ("B", "◉"),
    };
    scene.push_glyphs(disc(PIECE_RADIUS), Role::Piece(seat), name, letter, unicode);
    // The sites are in the order of the points.
    scene.sites.occupy(usize::from(point.0), seat);
    if piece.kind.is_gipf() {
        scene.push(disc(RING_RADIUS), Role::PieceRing(seat), name, "");
    }
}

/// Draws a piece without a board.
pub(super) fn piece_alone(colour: Colour, kind: PieceKind) -> Scene {
    let mut scene = Scene {
        margin: PIECE_RADIUS * 115 / 100,
        ..Scene::default()
    };
    let place = Place::default();
    let disc = |radius| Shape::Disc { at: place, radius };
    scene.add_site("", place, PIECE_RADIUS);
    scene.draw(disc(PIECE_RADIUS), Role::Piece(colour.seat()));
    if kind.is_gipf() {
        scene.draw(disc(RING_RADIUS), Role::PieceRing(colour.seat()));
    }
    scene
}

/// Returns a piece by its letter in positions, to be shown in running text.
fn piece_named(name: &str) -> Option<NamedPiece> {
    let (colour, kind, title, file) = match name {
        "w" => (Colour::White, PieceKind::Single, "white piece", "white"),
        "b" => (Colour::Black, PieceKind::Single, "black piece", "black"),
        "W" => (
            Colour::White,
            PieceKind::Gipf,
            "white GIPF piece",
            "white-gipf",
        ),
        "B" => (
            Colour::Black,
            PieceKind::Gipf,
            "black GIPF piece",
            "black-gipf",
        ),
        _ => return None,
    };
    let mut scene = Scene {
        title: title.into(),
        margin: UNIT * 45 / 100,
        ..Scene::default()
    };
    let place = Place::default();
    let disc = |radius| Shape::Disc { at: place, radius };
    scene.add_site("", place, PIECE_RADIUS);
    scene.draw(disc(PIECE_RADIUS), Role::Piece(colour.seat()));
    if kind.is_gipf() {
        // The ring is heavier than on the board because the piece is so small, and it is drawn as
        // filled discs without outlines. A pip contrasts with the pieces of its seat, so the outer
        // disc has the colour of the ring, and the inner one that of the piece.
        let [outer, inner] = match colour {
            Colour::White => [29, 19],
            Colour::Black => [31, 22],
        };
        scene.draw(disc(UNIT * outer / 100), Role::Pip(colour.seat()));
        scene.draw(disc(UNIT * inner / 100), Role::Pip(colour.other().seat()));
    }
    Some(NamedPiece {
        scene,
        file: file.to_owned(),
    })
}

/// Radius of a piece of a drawn reserve.
const SMALL_RADIUS: i32 = UNIT * 8 / 100;
/// Distance between the centres of two pieces of a drawn reserve.
const SMALL_STEP: i32 = UNIT * 19 / 100;

/// Maximum number of drawn pieces of a reserve.
const MAX_DRAWN: u32 = 20;

/// Draws a reserve as a row of small pieces.
pub(super) fn draw_reserve(colour: Colour, count: u32) -> Run {
    let count = i32::try_from(count.min(MAX_DRAWN)).unwrap_or(0);
    let at = |number: i32| Place {
        x: SMALL_STEP * number + SMALL_STEP / 2,
        y: NOTE_LINE / 2,
    };
    let piece = |number| {
        Element::bare(
            Shape::Disc {
                at: at(number),
                radius: SMALL_RADIUS,
            },
            Role::Piece(colour.seat()),
        )
    };
    let elements: Vec<Element> = (0..count).map(piece).collect();
    let gap = if count > 0 { UNIT * 10 / 100 } else { 0 };
    let size = Place {
        x: SMALL_STEP * count + gap,
        y: NOTE_LINE,
    };
    Run::Drawing {
        elements: elements.into(),
        size,
        words: String::new(),
    }
}

/// Returns the legend for the rings of GIPF pieces, with the pieces of the figure.
fn gipf_legend(scene: &Scene, position: &Position, lang: Lang) -> Option<Note> {
    let words = Wording {
        narrow: lang.say("GIPF pieces").to_owned(),
        ..lang.say("GIPF piece, two stacked").into()
    };
    // The first GIPF piece of a colour, by the name of its point.
    let first = |colour: Colour| {
        let pieces = &position.text.pieces;
        let spots = pieces.of_colour(colour).and(pieces.gipf());
        spots.iter().next().map(|spot| spot.point().name())
    };
    match (first(Colour::White), first(Colour::Black)) {
        (Some(white), Some(black)) => scene.signs_at([white, black], "W B", words),
        (white, black) => scene.sign_at(white.or(black)?, "W B", words),
    }
}
