//! Drawing of positions ([`Drawing`]): the board of points or cells, its names, the stones, and the
//! links of the winning chain.
//!
//! Stones are on the *points* at which lines cross or, in another variant, in *cells* between the
//! lines. A *star point* is a small disc that helps to count the lines. The *winning chain* is a
//! row of stones that decides the game, and a *link* joins two stones of it.
//!
//! [`super::position_words`] writes the title, the notes on the seats and the description in words.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use super::Pippinzip;
use super::board::{MAX_SIZE, Point};
use super::position::{Decision, Position, PositionText};
use super::position_words::{describe, note_texts, seat_notes, title};
use super::setup::{Setup, Surface, for_drawing};
use super::stones::Colour;
use super::turn::Turn;
use super::winning_chain::winning_steps;
use crate::draw::{
    Anchor, AxisName, Element, Lang, NOTE_LINE, Note, Place, Role, Scene, Shading, Shape, UNIT,
};
use crate::games::{Context, Drawing, Effects, NamedPiece, UnknownPiece};

/// The radius of a stone.
const STONE_RADIUS: i32 = UNIT * 42 / 100;
/// Columns of text per point; a point is one line high.
const TEXT_COLUMNS: i32 = 3;
/// The radius of the star points.
const STAR_RADIUS: i32 = UNIT * 7 / 100;
/// The distance from the middle of a stone to the start of its links, which leaves room for
/// numbers.
const LINK_START: i32 = UNIT * 27 / 100;

/// Returns the coordinates of a point. The origin is a1.
fn point_place(point: Point) -> Place {
    Place {
        x: i32::from(point.column()) * UNIT,
        y: -i32::from(point.row()) * UNIT,
    }
}

/// Returns the seat whose style a colour has: white stones look like the pieces of seat 1 in other
/// games, even if seat 2 places them.
pub(super) fn style_seat(colour: Colour) -> u8 {
    match colour {
        Colour::White => 1,
        Colour::Black => 2,
    }
}

/// Cached drawings of the empty boards, by surface (points, cells) and size. Each is drawn on first
/// use.
static BOARDS: [[OnceLock<Scene>; MAX_SIZE as usize + 1]; 2] =
    [const { [const { OnceLock::new() }; MAX_SIZE as usize + 1] }; 2];

/// Returns the drawing of an empty board.
fn cached_board(surface: Surface, size: u8) -> Scene {
    let [points, cells] = &BOARDS;
    let boards = match surface {
        Surface::Points => points,
        Surface::Cells => cells,
    };
    let board = boards.get(usize::from(size));
    board.map_or_else(Scene::default, |board| {
        board.get_or_init(|| empty_board(surface, size)).clone()
    })
}

/// Draws an empty board.
fn empty_board(surface: Surface, size: u8) -> Scene {
    let mut scene = Scene {
        margin: UNIT * 52 / 100,
        cells: surface == Surface::Cells,
        shading: match surface {
            Surface::Cells => Shading::Contour,
            Surface::Points => Shading::Tint,
        },
        text_grid: Place {
            x: UNIT / TEXT_COLUMNS,
            y: UNIT,
        },
        ..Scene::default()
    };
    draw_lines(&mut scene, surface, size);
    for step in 0..size {
        let Some(point) = Point::new(step, step, size) else {
            continue;
        };
        let (letter, number) = point.name().split_at(1);
        let centre = point_place(point);
        scene.columns.push(AxisName::new(centre.x, letter));
        scene.rows.push(AxisName::new(centre.y, number));
    }
    for point in Point::all(size) {
        let centre = point_place(point);
        scene.add_site(point.name(), centre, STONE_RADIUS);
        // In text, lines between the points make dots for empty points unnecessary.
        let unicode = if surface == Surface::Cells { "·" } else { "" };
        scene.write(centre, Anchor::Middle, ".", unicode);
    }
    scene.shared()
}

impl Drawing for Pippinzip {
    fn scene_in(setup: &Setup, position: &Position, lang: Lang) -> Scene {
        let size = position.text.stones.size();
        let note_texts = note_texts(setup, position, lang);
        let mut scene = Scene {
            title: title(position, lang),
            words: describe(position, &note_texts, lang),
            notes: seat_notes(setup, position, &note_texts, lang),
            legend: chain_legend(position, lang).into_iter().collect(),
            ..cached_board(setup.surface, size)
        };
        let chain = winning_chain(position);
        for &(from, to) in &chain {
            scene.draw(
                Shape::Line {
                    from: point_place(from),
                    to: point_place(to),
                },
                Role::ChainEdge,
            );
        }
        let stones: u32 = Colour::BOTH
            .iter()
            .map(|&colour| position.text.stones.of_colour(colour).len())
            .sum();
        scene.elements.reserve((stones as usize + chain.len()) * 2);
        // `empty_board` added the sites in the same order.
        for (site, point) in Point::all(size).enumerate() {
            let Some(colour) = position.text.stones.at(point) else {
                continue;
            };
            let (letter, unicode) = match colour {
                Colour::White => ("w", "○"),
                Colour::Black => ("b", "●"),
            };
            let shape = Shape::Disc {
                at: point_place(point),
                radius: STONE_RADIUS,
            };
            let seat = style_seat(colour);
            scene.push_glyphs(shape, Role::Piece(seat), point.name(), letter, unicode);
            scene.sites.occupy(site, seat);
        }
        draw_links(&mut scene, position, &chain);
        scene
    }

    fn is_place(setup: &Setup, name: &str) -> bool {
        Point::all(setup.size).any(|point| point.name() == name)
    }

    fn effects(_setup: &Setup, _before: &Position, turn: &Turn, _after: &Position) -> Effects {
        let placed = match turn {
            Turn::Stones(points) => points.iter().map(ToString::to_string).collect(),
            Turn::Take | Turn::Pass => Vec::new(),
        };
        Effects {
            placed,
            ..Effects::default()
        }
    }

    fn state_for_drawing(setup: &Setup, text: &PositionText) -> Position {
        for_drawing(setup, text)
    }

    fn piece(name: &str, _context: &Context) -> Option<Result<NamedPiece, UnknownPiece>> {
        stone_named(name).map(Ok)
    }
}

/// Returns a stone by its letter in positions, to be shown in running text.
fn stone_named(name: &str) -> Option<NamedPiece> {
    let (colour, title, file) = match name {
        "w" => (Colour::White, "white stone", "white-stone"),
        "b" => (Colour::Black, "black stone", "black-stone"),
        _ => return None,
    };
    let mut scene = Scene {
        title: title.into(),
        // Slightly larger than the stone, because of its outline.
        margin: STONE_RADIUS * 45 / 43,
        ..Scene::default()
    };
    let place = Place::default();
    scene.add_site("", place, STONE_RADIUS);
    scene.draw(
        Shape::Disc {
            at: place,
            radius: STONE_RADIUS,
        },
        Role::Piece(style_seat(colour)),
    );
    Some(NamedPiece {
        scene,
        file: file.to_owned(),
    })
}

/// Returns the steps of the winning chain, each from one stone to the next. Empty if the game is
/// undecided.
pub(super) fn winning_chain(position: &Position) -> BTreeSet<(Point, Point)> {
    let Some(Decision { colour, .. }) = position.decided else {
        return BTreeSet::new();
    };
    let stones = position.decisive(colour);
    winning_steps(&stones, colour, position.text.stones.size())
}

/// Returns the legend for the links of the winning chain.
fn chain_legend(position: &Position, lang: Lang) -> Option<Note> {
    let decision = position.decided?;
    if winning_chain(position).is_empty() {
        return None;
    }
    let seat = style_seat(decision.colour);
    let at = |x: i32| Place {
        x: UNIT * x / 100,
        y: NOTE_LINE / 2,
    };
    let stone = |x: i32| {
        Element::bare(
            Shape::Disc {
                at: at(x),
                radius: UNIT * 14 / 100,
            },
            Role::Piece(seat),
        )
    };
    let link = |from: i32, to: i32, role: Role| {
        Element::bare(
            Shape::Line {
                from: at(from),
                to: at(to),
            },
            role,
        )
    };
    // Two stones, and over them the same link as between the stones of the board.
    let drawn = vec![
        link(16, 46, Role::ChainEdge),
        stone(14),
        stone(48),
        link(16, 46, Role::ChainBody(seat)),
        link(25, 37, Role::Chain(seat)),
    ];
    Some(Note::beside(
        drawn,
        Place {
            x: UNIT * 72 / 100,
            y: NOTE_LINE,
        },
        "=",
        lang.say("winning chain"),
    ))
}

/// Draws the links between the stones of the winning chain, on top of the stones.
fn draw_links(scene: &mut Scene, position: &Position, chain: &BTreeSet<(Point, Point)>) {
    let Some(decision) = position.decided else {
        return;
    };
    let seat = style_seat(decision.colour);
    for role in [Role::ChainBody(seat), Role::Chain(seat)] {
        for (from, to) in chain
            .iter()
            .map(|&(from, to)| (point_place(from), point_place(to)))
        {
            let inward = to.minus(from).at_length(LINK_START);
            scene.draw(
                Shape::Line {
                    from: from.plus(inward),
                    to: to.minus(inward),
                },
                role,
            );
        }
    }
}

/// Draws the lines through the points, or between the cells.
fn draw_lines(scene: &mut Scene, surface: Surface, size: u8) {
    let (lines, shift) = match surface {
        Surface::Points => (i32::from(size), 0),
        Surface::Cells => (i32::from(size) + 1, UNIT / 2),
    };
    let near = -shift;
    let far = (lines - 1) * UNIT - shift;
    for line in 0..lines {
        let place = line * UNIT - shift;
        let across = Shape::Line {
            from: Place { x: near, y: -place },
            to: Place { x: far, y: -place },
        };
        let upward = Shape::Line {
            from: Place { x: place, y: -near },
            to: Place { x: place, y: -far },
        };
        let role = if line == 0 || line == lines - 1 {
            Role::BoardEdge
        } else {
            Role::BoardLine
        };
        // Text has room for lines between points, but not for lines around cells.
        let text = if surface == Surface::Points {
            "─"
        } else {
            ""
        };
        scene.push_glyphs(across, role, "", "", text);
        scene.push_glyphs(upward, role, "", "", text);
    }
    if surface == Surface::Points {
        for (column, row) in star_points(i32::from(size)) {
            let place = Place {
                x: column * UNIT,
                y: -row * UNIT,
            };
            scene.draw(
                Shape::Disc {
                    at: place,
                    radius: STAR_RADIUS,
                },
                Role::Spot,
            );
        }
    }
}

/// Returns the star points of large boards: near the corners, and in the middle if there is one.
fn star_points(size: i32) -> Vec<(i32, i32)> {
    if size < 9 {
        return Vec::new();
    }
    let near = if size < 13 { 2 } else { 3 };
    let ends = [near, size - 1 - near];
    let mut stars: Vec<_> = ends
        .into_iter()
        .flat_map(|column| ends.map(|row| (column, row)))
        .collect();
    if size % 2 == 1 {
        stars.push((size / 2, size / 2));
    }
    stars
}
