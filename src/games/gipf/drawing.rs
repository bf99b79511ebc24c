//! Drawing of positions: the hexagon with its 24 dots, 21 lines and names.

use std::sync::LazyLock;

use super::Gipf;
use super::board::{BoardLine, Point, Spot};
use super::effects::{effects, ends};
use super::position::{Colour, PieceKind, Position, PositionText};
use super::rows::rows;
use super::setup::Setup;
use super::turn::Turn;
use crate::draw::{
    Anchor, BoardSymmetry, Element, Lang, NOTE_LINE, Note, Place, Role, Run, Scene, Shape, UNIT,
    Wording,
};
use crate::games::{Context, Drawing, Effects, NamedPiece, UnknownPiece};

/// The distance between columns: half the square root of three.
const COLUMN: i32 = UNIT * 8660 / 10_000;
const PIECE: i32 = UNIT * 43 / 100;
/// The radius of the ring of a GIPF piece, which leaves room for a number or a mark inside.
const RING: i32 = UNIT * 31 / 100;
const SPOT: i32 = UNIT * 5 / 100;
const DOT: i32 = UNIT * 11 / 100;

/// Returns the coordinates of a point. The origin is the centre of the board.
fn place(point: Point) -> Place {
    let column = i32::from(point.column()) - 4;
    // For each column of distance from e, a column starts half a step higher.
    let up = (i32::from(point.row()) - 5) * UNIT + column.abs() * UNIT / 2;
    Place {
        x: column * COLUMN,
        y: -up,
    }
}

/// The distance from a dot to the middle of its name.
const BESIDE: i32 = UNIT * 41 / 100;

/// Returns the place of a dot's name: outside the dot, away from the centre.
fn beside(dot: Point) -> Place {
    let dot_place = place(dot);
    dot_place.plus(dot_place.at_length(BESIDE))
}

/// Cached drawing of the empty board, the start of every scene.
static BOARD: LazyLock<Scene> = LazyLock::new(board);

fn board() -> Scene {
    let mut scene = Scene {
        margin: UNIT * 62 / 100,
        text_grid: Place {
            x: COLUMN / 4,
            y: UNIT / 2,
        },
        symmetry: BoardSymmetry::Sixths,
        seats: Colour::BOTH
            .map(|colour| (colour.seat(), colour.name()))
            .to_vec(),
        ..Scene::default()
    };
    for line in BoardLine::all() {
        let [from, to] = line.dots().map(place);
        scene.draw(Shape::Line { from, to }, Role::BoardLine);
    }
    for point in Point::all() {
        let name = point.name();
        let centre = place(point);
        match point.spot() {
            Some(_) => {
                scene.add_site(name, centre, PIECE);
                scene.push_glyphs(
                    Shape::Disc {
                        at: centre,
                        radius: SPOT,
                    },
                    Role::Spot,
                    name,
                    ".",
                    "·",
                );
            }
            None => {
                scene.add_site(name, centre, DOT);
                scene.push(
                    Shape::Disc {
                        at: centre,
                        radius: DOT,
                    },
                    Role::Dot,
                    name,
                    name,
                );
            }
        }
    }
    for dot in Point::all().filter(|point| point.is_dot()) {
        let shape = Shape::label(beside(dot), dot.name(), Anchor::Middle);
        scene.draw(shape, Role::Coordinate);
    }
    scene.shared()
}

impl Drawing for Gipf {
    fn scene_in(_setup: &Setup, position: &Position, lang: Lang) -> Scene {
        let mut scene = Scene {
            title: title(position, lang),
            words: words(position, lang),
            notes: Colour::BOTH
                .map(|colour| seat_note(position, colour, lang))
                .to_vec(),
            ..BOARD.clone()
        };
        for spot in Spot::all() {
            let Some(piece) = position.text.pieces.at(spot) else {
                continue;
            };
            let point = spot.point();
            let seat = piece.colour.seat();
            let name = point.name();
            let centre = place(point);
            let (letter, unicode) = match (piece.colour, piece.kind) {
                (Colour::White, PieceKind::Single) => ("w", "○"),
                (Colour::White, PieceKind::Gipf) => ("W", "◎"),
                (Colour::Black, PieceKind::Single) => ("b", "●"),
                (Colour::Black, PieceKind::Gipf) => ("B", "◉"),
            };
            scene.push_glyphs(
                Shape::Disc {
                    at: centre,
                    radius: PIECE,
                },
                Role::Piece(seat),
                name,
                letter,
                unicode,
            );
            // The sites are in the order of the points.
            scene.sites.occupy(usize::from(point.0), seat);
            if piece.kind.is_gipf() {
                scene.push(
                    Shape::Disc {
                        at: centre,
                        radius: RING,
                    },
                    Role::PieceRing(seat),
                    name,
                    "",
                );
            }
        }
        scene.legend.extend(gipf_pieces(&scene, position, lang));
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
        named(name).map(Ok)
    }
}

/// Draws a single piece without a board.
pub(super) fn piece_alone(colour: Colour, kind: PieceKind) -> Scene {
    let mut scene = Scene {
        margin: PIECE * 115 / 100,
        ..Scene::default()
    };
    let place = Place::default();
    scene.add_site("", place, PIECE);
    scene.draw(
        Shape::Disc {
            at: place,
            radius: PIECE,
        },
        Role::Piece(colour.seat()),
    );
    if kind.is_gipf() {
        scene.draw(
            Shape::Disc {
                at: place,
                radius: RING,
            },
            Role::PieceRing(colour.seat()),
        );
    }
    scene
}

/// Returns a piece by its letter in positions, to be shown in running text.
fn named(name: &str) -> Option<NamedPiece> {
    let (seat, kind, title, file) = match name {
        "w" => (1, PieceKind::Single, "white piece", "white"),
        "b" => (2, PieceKind::Single, "black piece", "black"),
        "W" => (1, PieceKind::Gipf, "white GIPF piece", "white-gipf"),
        "B" => (2, PieceKind::Gipf, "black GIPF piece", "black-gipf"),
        _ => return None,
    };
    let mut scene = Scene {
        title: title.into(),
        margin: UNIT * 45 / 100,
        ..Scene::default()
    };
    let place = Place::default();
    scene.add_site("", place, PIECE);
    scene.draw(
        Shape::Disc {
            at: place,
            radius: PIECE,
        },
        Role::Piece(seat),
    );
    if kind.is_gipf() {
        // The ring is heavier than on the board because the piece is so small, and it is drawn as
        // filled discs without outlines.
        let [outer, inner] =
            if seat == 1 { [29, 19] } else { [31, 22] }.map(|radius| UNIT * radius / 100);
        scene.draw(
            Shape::Disc {
                at: place,
                radius: outer,
            },
            Role::Pip(seat),
        );
        scene.draw(
            Shape::Disc {
                at: place,
                radius: inner,
            },
            Role::Pip(3 - seat),
        );
    }
    Some(NamedPiece {
        scene,
        file: file.to_owned(),
    })
}

fn title(position: &Position, lang: Lang) -> String {
    match position.decided {
        Some(decision) => lang.fill("GIPF, won by {0}", &[&lang.say(decision.winner.name())]),
        None => lang.fill(
            "GIPF, {0} to move",
            &[&lang.say(position.text.to_move.name())],
        ),
    }
}

fn is_to_move(position: &Position, colour: Colour) -> bool {
    position.text.to_move == colour && position.decided.is_none()
}

fn seat_note(position: &Position, colour: Colour, lang: Lang) -> Note {
    let words = holding(position, colour, lang);
    let (name, held) = words.split_once(": ").unwrap_or(("", &words));
    let has_won = position
        .decided
        .is_some_and(|decision| decision.winner == colour);
    let won = if has_won { lang.say(", has won") } else { "" };
    let wording = Wording::new(format!("{name}: "), format!("{}{won}", name.trim_end()));
    let mut note = Note::of_seat_worded(None, is_to_move(position, colour), wording);
    let drawn = if position.text.is_unknown[colour.index()] {
        0
    } else {
        position.text.reserve[colour.index()]
    };
    // In images a triangle marks the seat to move.
    let mover = held.strip_suffix(lang.say(", to move"));
    let shown = mover.unwrap_or(held);
    let wording = Wording {
        words: unbroken(shown),
        pictured: unbroken(shown),
        narrow: unbroken(&briefly(shown, position, colour, lang)),
    };
    note.runs.extend([
        Run::Tab,
        reserve(colour, drawn),
        Run::Tab,
        Run::Worded(wording),
    ]);
    if mover.is_some() {
        note.runs
            .push(Run::only_text(lang.say(", to move").to_owned()));
    }
    note
}

/// Returns a short description of the pieces of a seat: the number in its reserve is next to its
/// pieces.
fn briefly(held: &str, position: &Position, colour: Colour, lang: Lang) -> String {
    let mut parts: Vec<String> = held.split(", ").map(str::to_owned).collect();
    if let Some(first) = parts.first_mut() {
        *first = position.text.reserve_text(colour);
    }
    let lost = position.text.lost[colour.index()];
    if let Some(second) = parts.get_mut(1).filter(|_| lost > 0) {
        *second = lang.fill("lost {0}", &[&lost]);
    }
    parts.join(", ")
}

/// Keeps the words between commas on one line.
fn unbroken(words: &str) -> String {
    words
        .split(", ")
        .map(|part| part.replace(' ', "\u{A0}"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Describes the reserve and the rights of a seat.
fn holding(position: &Position, colour: Colour, lang: Lang) -> String {
    let index = colour.index();
    let mut words = lang.fill(
        "{0}: {1} in reserve",
        &[
            &lang.say(colour.name()),
            &position.text.reserve_text(colour),
        ],
    );
    if position.text.lost[index] > 0 {
        words.push_str(&lang.fill(", {0} lost", &[&position.text.lost[index]]));
    }
    if position.text.owes_first[index] {
        words.push_str(lang.say(", owes its first GIPF piece"));
    } else if position.text.may_introduce[index] {
        words.push_str(lang.say(", may introduce GIPF pieces"));
    }
    if is_to_move(position, colour) {
        words.push_str(lang.say(", to move"));
    }
    words
}

/// Radius of a piece of a drawn reserve, and the distance between two of them.
const SMALL: i32 = UNIT * 8 / 100;
const SMALL_STEP: i32 = UNIT * 19 / 100;

/// Maximum number of drawn pieces of a reserve.
const MAX_DRAWN: u32 = 20;

/// Draws a reserve as a row of small pieces.
fn reserve(colour: Colour, count: u32) -> Run {
    let count = i32::try_from(count.min(MAX_DRAWN)).unwrap_or(0);
    let at = |number: i32| Place {
        x: SMALL_STEP * number + SMALL_STEP / 2,
        y: NOTE_LINE / 2,
    };
    let piece = |number| {
        Element::bare(
            Shape::Disc {
                at: at(number),
                radius: SMALL,
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
fn gipf_pieces(scene: &Scene, position: &Position, lang: Lang) -> Option<Note> {
    let words = Wording {
        narrow: lang.say("GIPF pieces").to_owned(),
        ..lang.say("GIPF piece, two stacked").into()
    };
    let first = |colour: Colour| {
        let is_its = |spot: &Spot| {
            position
                .text
                .pieces
                .at(*spot)
                .is_some_and(|piece| piece.kind.is_gipf() && piece.colour == colour)
        };
        Spot::all().find(is_its).map(|spot| spot.point().name())
    };
    match (first(Colour::White), first(Colour::Black)) {
        (Some(white), Some(black)) => scene.signs_at([white, black], "W B", words),
        (white, black) => scene.sign_at(white.or(black)?, "W B", words),
    }
}

/// Describes the position in words.
fn words(position: &Position, lang: Lang) -> String {
    let mut parts = Vec::new();
    for colour in Colour::BOTH {
        for (kind, one, several) in [
            (
                PieceKind::Single,
                "{0} single piece on {1}",
                "{0} single pieces on {1}",
            ),
            (
                PieceKind::Gipf,
                "{0} GIPF piece on {1}",
                "{0} GIPF pieces on {1}",
            ),
        ] {
            let spots: Vec<&str> = Spot::all()
                .filter(|&spot| {
                    position
                        .text
                        .pieces
                        .at(spot)
                        .is_some_and(|piece| piece.colour == colour && piece.kind == kind)
                })
                .map(|spot| spot.point().name())
                .collect();
            match spots.as_slice() {
                [] => {}
                [spot] => parts.push(lang.fill(one, &[&lang.say(colour.name()), spot])),
                spots => {
                    parts.push(lang.fill(several, &[&lang.say(colour.name()), &spots.join(", ")]));
                }
            }
        }
    }
    if parts.is_empty() {
        parts.push(lang.say("The board is empty").to_owned());
    }
    for colour in Colour::BOTH {
        let pattern = "{0}'s row on the board from {1} to {2}";
        let rows = rows(position, colour).filter_map(|row| ends(row.segment));
        parts.extend(
            rows.map(|(from, to)| lang.fill(pattern, &[&lang.say(colour.name()), &from, &to])),
        );
    }
    parts.extend(Colour::BOTH.map(|colour| holding(position, colour, lang)));
    format!("{}.", parts.join(". "))
}
