//! Drawing of positions: the board of points or cells, its names, and the stones.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use super::Pippinzip;
use super::board::{MAX_SIZE, Point};
use super::position::{Colour, FirstOfPair, Phase, Position, PositionText};
use super::setup::{Setup, Surface, for_drawing};
use super::turn::Turn;
use super::winning_chain::winning_steps;
use crate::draw::{
    Anchor, AxisName, Element, Lang, NOTE_LINE, Note, Place, Role, Scene, Shading, Shape, UNIT,
    Wording,
};
use crate::games::{Context, Drawing, Effects, NamedPiece, UnknownPiece};

const STONE: i32 = UNIT * 42 / 100;
/// Columns of text per point; a point is one line high.
const TEXT_COLUMNS: i32 = 3;
/// The radius of the star points.
const STAR: i32 = UNIT * 7 / 100;
/// The distance from the middle of a stone to the start of its links, which leaves room for
/// numbers.
const LINK: i32 = UNIT * 27 / 100;

/// Returns the coordinates of a point. The origin is a1.
fn place(point: Point) -> Place {
    Place {
        x: i32::from(point.column()) * UNIT,
        y: -i32::from(point.row()) * UNIT,
    }
}

/// Returns the seat whose style a colour has: white stones look like the pieces of seat 1 in other
/// games, even if seat 2 places them.
fn style_seat(colour: Colour) -> u8 {
    match colour {
        Colour::White => 1,
        Colour::Black => 2,
    }
}

/// Cached drawings of the empty boards, by surface (points, cells) and size. Each is drawn on first
/// use.
static BOARDS: [[OnceLock<Scene>; MAX_SIZE as usize + 1]; 2] =
    [const { [const { OnceLock::new() }; MAX_SIZE as usize + 1] }; 2];

fn board(surface: Surface, size: u8) -> Scene {
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
        let centre = place(point);
        scene.columns.push(AxisName::new(centre.x, letter));
        scene.rows.push(AxisName::new(centre.y, number));
    }
    for point in Point::all(size) {
        let centre = place(point);
        scene.add_site(point.name(), centre, STONE);
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
            words: words(position, &note_texts, lang),
            notes: seat_notes(setup, position, &note_texts, lang),
            legend: chain_legend(position, lang).into_iter().collect(),
            ..board(setup.surface, size)
        };
        let chain = winning_chain(position);
        for &(from, to) in &chain {
            scene.draw(
                Shape::Line {
                    from: place(from),
                    to: place(to),
                },
                Role::ChainEdge,
            );
        }
        let stones: u32 = Colour::BOTH
            .iter()
            .map(|&colour| position.text.stones.of_colour(colour).len())
            .sum();
        scene.elements.reserve((stones as usize + chain.len()) * 2);
        // The sites are in the same order.
        for (number, point) in Point::all(size).enumerate() {
            let Some(colour) = position.text.stones.at(point) else {
                continue;
            };
            let (letter, unicode) = match colour {
                Colour::White => ("w", "○"),
                Colour::Black => ("b", "●"),
            };
            let shape = Shape::Disc {
                at: place(point),
                radius: STONE,
            };
            let seat = style_seat(colour);
            scene.push_glyphs(shape, Role::Piece(seat), point.name(), letter, unicode);
            scene.sites.occupy(number, seat);
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
        named(name).map(Ok)
    }
}

/// Returns a stone by its letter in positions, to be shown in running text.
fn named(name: &str) -> Option<NamedPiece> {
    let (colour, title, file) = match name {
        "w" => (Colour::White, "white stone", "white-stone"),
        "b" => (Colour::Black, "black stone", "black-stone"),
        _ => return None,
    };
    let mut scene = Scene {
        title: title.into(),
        margin: STONE * 45 / 43,
        ..Scene::default()
    };
    let place = Place::default();
    scene.add_site("", place, STONE);
    scene.draw(
        Shape::Disc {
            at: place,
            radius: STONE,
        },
        Role::Piece(style_seat(colour)),
    );
    Some(NamedPiece {
        scene,
        file: file.to_owned(),
    })
}

/// Returns the steps of the winning chain.
fn winning_chain(position: &Position) -> BTreeSet<(Point, Point)> {
    let won = position.decided.map(|decision| decision.colour);
    won.map(|colour| {
        winning_steps(
            &position.decisive(colour),
            colour,
            position.text.stones.size(),
        )
    })
    .unwrap_or_default()
}

/// Returns the legend for the links of the winning chain.
fn chain_legend(position: &Position, lang: Lang) -> Option<Note> {
    let seat = style_seat(
        position
            .decided
            .filter(|_| !winning_chain(position).is_empty())?
            .colour,
    );
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
    let sleeve = link(16, 46, Role::ChainBody(seat));
    let stitch = link(25, 37, Role::Chain(seat));
    let drawn = vec![
        link(16, 46, Role::ChainEdge),
        stone(14),
        stone(48),
        sleeve,
        stitch,
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
        for (from, to) in chain.iter().map(|&(from, to)| (place(from), place(to))) {
            let inward = to.minus(from).at_length(LINK);
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
        for (column, row) in stars(i32::from(size)) {
            let place = Place {
                x: column * UNIT,
                y: -row * UNIT,
            };
            scene.draw(
                Shape::Disc {
                    at: place,
                    radius: STAR,
                },
                Role::Spot,
            );
        }
    }
}

/// Returns the star points of large boards: near the corners, and in the middle if there is one.
fn stars(size: i32) -> Vec<(i32, i32)> {
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

fn title(position: &Position, lang: Lang) -> String {
    match (position.decided, position.text.phase) {
        (None, _) => lang.fill("Pippinzip, seat {0} to move", &[&position.text.to_move]),
        (Some(decision), Phase::Auction) => lang.fill(
            "Pippinzip, won by seat {0} in the auction",
            &[&decision.seat],
        ),
        (Some(decision), Phase::Taken(_)) => {
            lang.fill("Pippinzip, won by {0}", &[&decision.colour.role()])
        }
    }
}

/// Returns the notes, each after a stone of its seat's colour. The note of the winner lists the
/// winning chain for people who cannot see it.
fn seat_notes(setup: &Setup, position: &Position, note_texts: &[String], lang: Lang) -> Vec<Note> {
    let mut all: Vec<Note> = Vec::new();
    let mut is_chain_listed = false;
    for (seat, words) in (1..).zip(note_texts) {
        let (style, wins) = match position.text.phase {
            Phase::Taken(taker) => {
                let colour = setup.colour_of(seat, taker);
                (
                    Some(style_seat(colour)),
                    position
                        .decided
                        .is_some_and(|decision| decision.colour == colour),
                )
            }
            // The first line is about the stones, the second about the seat.
            Phase::Auction if seat == 1 => {
                (Some(style_seat(setup.variant.auction_colour())), false)
            }
            Phase::Auction => (None, position.decided.is_some()),
        };
        let its_turn = match position.text.phase {
            Phase::Taken(_) => seat == position.text.to_move,
            Phase::Auction => style.is_none(),
        };
        let to_move = position.decided.is_none() && its_turn;
        // In images a triangle marks the seat to move.
        let mover = lang.say(", to move");
        let shown = words.strip_suffix(mover);
        let pictured = pictured(setup, position, seat, shown.unwrap_or(words), lang);
        let wording = Wording::new(shown.unwrap_or(words), pictured);
        let mut note = Note::of_seat_worded(style, to_move, wording);
        if shown.is_some() {
            note = note.with_text(mover.to_owned());
        }
        // Only the first seat of a team lists it.
        if wins && !is_chain_listed {
            let points = chain(position).0.join(" ");
            note = note.with_text(lang.fill("{0}: {1}", &[&"", &points]));
            is_chain_listed = true;
        }
        all.push(note);
    }
    all
}

/// Returns the note on a seat in pictures, which says only what the stone does not: the role. A
/// team has two seats of one role.
fn pictured(setup: &Setup, position: &Position, seat: u8, words: &str, lang: Lang) -> String {
    let Phase::Taken(taker) = position.text.phase else {
        return words.to_owned();
    };
    if setup.seats > 2 {
        return words.to_owned();
    }
    let colour = setup.colour_of(seat, taker);
    let has_won = position
        .decided
        .is_some_and(|decision| decision.colour == colour);
    if has_won {
        lang.fill("{0} has won", &[&colour.role()])
    } else {
        colour.role().to_string()
    }
}

/// Describes the restriction of the second seat of a team.
fn pair_in_words(position: &Position, lang: Lang) -> Option<String> {
    match position.text.pair {
        FirstOfPair::Absent => None,
        FirstOfPair::Nothing => Some(
            lang.say("The pair's first member placed nothing")
                .to_owned(),
        ),
        FirstOfPair::Stone(stone) => {
            Some(lang.fill("The pair's first stone lies on {0}", &[&stone]))
        }
    }
}

/// Returns the points of the winning chain, in the order in which they follow each other, and true
/// if it runs from left to right.
fn chain(position: &Position) -> (Vec<&'static str>, bool) {
    let steps = winning_chain(position);
    let beside = |point: Point| {
        let other = move |&(from, to): &(Point, Point)| match point {
            point if point == from => Some(to),
            point if point == to => Some(from),
            _ => None,
        };
        steps.iter().filter_map(other).collect::<Vec<Point>>()
    };
    let points = steps.iter().flat_map(|&(from, to)| [from, to]);
    let ends = points.filter(|&point| beside(point).len() == 1);
    // From the left side to the right, or from the lower side to the upper.
    let size = position.text.stones.size();
    let mut ends: Vec<Point> = ends.collect();
    ends.sort_unstable_by_key(|point| (point.column(), point.row()));
    let is_across = ends.first().is_some_and(|first| first.column() == 0)
        && ends.last().is_some_and(|last| last.column() + 1 == size);
    if !is_across {
        ends.sort_unstable_by_key(|point| (point.row(), point.column()));
    }
    let mut waiting: Vec<Point> = ends.first().copied().into_iter().collect();
    let mut seen: BTreeSet<Point> = BTreeSet::new();
    let mut order = Vec::new();
    while let Some(point) = waiting.pop() {
        if seen.insert(point) {
            order.push(point.name());
            waiting.extend(beside(point).into_iter().rev());
        }
    }
    (order, is_across)
}

/// Describes the seats, and who is to move or has won.
fn note_texts(setup: &Setup, position: &Position, lang: Lang) -> Vec<String> {
    let Phase::Taken(taker) = position.text.phase else {
        let auction = match setup.variant.auction_colour() {
            Colour::White => lang.say("Auction of white stones").to_owned(),
            Colour::Black => lang.say("Auction of black stones").to_owned(),
        };
        let seat = match position.decided {
            Some(decision) => lang.fill("Seat {0} has won", &[&decision.seat]),
            None => lang.fill("Seat {0} to move", &[&position.text.to_move]),
        };
        return vec![auction, seat];
    };
    let note = |seat: u8| {
        let colour = setup.colour_of(seat, taker);
        let state = match position.decided {
            Some(decision) if decision.colour == colour => lang.say(", has won"),
            None if position.text.to_move == seat => lang.say(", to move"),
            _ => "",
        };
        let role = match colour {
            Colour::Black => lang.fill("Seat {0}: Pip, black", &[&seat]),
            Colour::White => lang.fill("Seat {0}: Zip, white", &[&seat]),
        };
        format!("{role}{state}")
    };
    (1..=setup.seats).map(note).collect()
}

/// Describes the position in words.
fn words(position: &Position, note_texts: &[String], lang: Lang) -> String {
    let mut parts = vec![lang.fill("Board of {0} by {0}", &[&position.text.stones.size()])];
    for (colour, name) in [(Colour::Black, "Black"), (Colour::White, "White")] {
        let points: Vec<&str> = position
            .text
            .stones
            .of_colour(colour)
            .iter()
            .map(Point::name)
            .collect();
        match points.as_slice() {
            [] => {}
            [one] => parts.push(lang.fill("{0} stone on {1}", &[&lang.say(name), one])),
            several => {
                parts.push(lang.fill("{0} stones on {1}", &[&lang.say(name), &several.join(", ")]));
            }
        }
    }
    if parts.len() == 1 {
        parts.push(lang.say("The board is empty").to_owned());
    }
    parts.extend(note_texts.iter().cloned());
    parts.extend(pair_in_words(position, lang));
    let (chain, is_across) = chain(position);
    if let (Some(decision), false) = (position.decided, chain.is_empty()) {
        let owner = match decision.colour {
            Colour::White => lang.say("White"),
            Colour::Black => lang.say("Black"),
        };
        let pattern = if is_across {
            "{0}'s winning chain from the left side to the right: {1}"
        } else {
            "{0}'s winning chain from the lower side to the upper: {1}"
        };
        parts.push(lang.fill(pattern, &[&owner, &chain.join(", ")]));
    }
    format!("{}.", parts.join(". "))
}
