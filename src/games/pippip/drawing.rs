//! Drawing of positions: the squares, each die with the pips of its top and its four side numbers,
//! and the stores.

use std::sync::LazyLock;

use super::Pippip;
use super::board::{SIDE, Side, Square};
use super::comparison::{Facing, facings};
use super::dice::Handedness;
use super::pips::pips;
use super::position::{Colour, Die, PositionText};
use super::rules::{points, scoring};
use super::setup::Setup;
use super::turn::Turn;
use crate::draw::{
    Anchor, AxisName, Comparison, Element, Lang, NOTE_LINE, Note, PathStep, Place, Role, Run,
    Scene, Shading, Shape, Site, Tone, UNIT, Wording,
};
use crate::games::{Context, Drawing, Effects, NamedPiece, UnknownPiece};

/// Half the width of a die.
const HALF: i32 = UNIT * 39 / 100;
/// The size of its cut corners.
const CUT: i32 = UNIT * 8 / 100;
/// Half the width of the top face, seen from above: 65 % of the die, because the top is what
/// scores.
const FACE: i32 = HALF * 65 / 100;
/// The distance from the middle of a die to its side numbers, in the middle of the rim around the
/// top.
const TO_SIDE: i32 = (HALF + FACE) / 2;
/// The distance from the middle of a die to its outer pips, and their radius.
const PIPS_APART: i32 = FACE * 58 / 100;
const PIP: i32 = FACE * 21 / 100;
/// Distance by which dice move to make room for signs next to them.
const STRIP: i32 = UNIT * 75 / 1000;
/// Half the width of the outline around a die.
const AROUND: i32 = UNIT * 43 / 100;
/// Maximum number of elements of a die: background, moat, body, top, four numbers, six pips, two
/// texts.
const ELEMENTS_OF_DIE: usize = 16;
/// Maximum number of stored dice that are drawn. A larger store is shown as numbers.
const MAX_STORED: u32 = 16;
/// Columns and lines of text per square.
const TEXT_SQUARE: Place = Place { x: 7, y: 3 };

/// Returns the middle of a square. The origin is the middle of a1.
fn place(square: Square) -> Place {
    Place {
        x: i32::from(square.column()) * UNIT,
        y: -i32::from(square.rank()) * UNIT,
    }
}

fn moved(place: Place, side: Side, distance: i32) -> Place {
    match side {
        Side::North => Place {
            y: place.y - distance,
            ..place
        },
        Side::East => Place {
            x: place.x + distance,
            ..place
        },
        Side::South => Place {
            y: place.y + distance,
            ..place
        },
        Side::West => Place {
            x: place.x - distance,
            ..place
        },
    }
}

/// Returns the seat whose style a colour has: light dice look like the pieces of seat 1 in other
/// games, even if seat 2 plays them.
fn style_seat(colour: Colour) -> u8 {
    match colour {
        Colour::Light => 1,
        Colour::Dark => 2,
    }
}

/// Cached drawing of the empty board, the start of every scene.
static BOARD: LazyLock<Scene> = LazyLock::new(board);

fn board() -> Scene {
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
        let centre = place(square);
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
            words: words(setup, position, &notes, lang),
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
        named(name).map(Ok)
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
            larger: (placed.to_string(), facing.own, facing.side.name()),
            smaller: (
                facing.square.to_string(),
                facing.number,
                facing.side.opposite().name(),
            ),
            turned: match after.at(facing.square).map(Die::colour) {
                Some(Colour::Dark) => "dark",
                _ => "light",
            },
        })
        .collect()
}

fn title_at_end(position: &PositionText, lang: Lang) -> String {
    let [light, dark] = points(position);
    let winner = match light.cmp(&dark) {
        std::cmp::Ordering::Greater => Colour::Light,
        std::cmp::Ordering::Less => Colour::Dark,
        std::cmp::Ordering::Equal => return lang.say("Pip•Pip, at its end").to_owned(),
    };
    lang.fill("Pip•Pip, won by {0}", &[&lang.say(winner.name())])
}

/// Draws a dark square: hatched, or filled with colons in text.
fn draw_square(scene: &mut Scene, square: Square) {
    let centre = place(square);
    let half = UNIT / 2;
    scene.sites.insert(square.name(), Site::empty(centre, HALF));
    scene.add_outline(square.name(), square_around(centre, AROUND).to_vec());
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

fn square_around(place: Place, half: i32) -> [Place; 4] {
    [(-half, -half), (half, -half), (half, half), (-half, half)].map(|(x, y)| Place {
        x: place.x + x,
        y: place.y + y,
    })
}

/// Draws the edge of the board. The squares need no lines between them, as their colours part them.
fn draw_edge(scene: &mut Scene) {
    let half = UNIT / 2;
    let near = Place { x: -half, y: half };
    let far = Place {
        x: i32::from(SIDE) * UNIT - half,
        y: half,
    };
    let [far_up, near_up] = [far, near].map(|offset| Place {
        y: half - i32::from(SIDE) * UNIT,
        ..offset
    });
    let steps = vec![
        PathStep::Move(near),
        PathStep::Line(far),
        PathStep::Line(far_up),
        PathStep::Line(near_up),
        PathStep::Close,
    ];
    scene.draw(Shape::Path { steps }, Role::CellEdge);
}

/// Draws a die from above, with the numbers of its sides in a rim around the top. In text, the
/// letter of its colour is in a corner, and each number has its place on the die, so that it
/// rotates with the board.
fn draw_die(scene: &mut Scene, setup: &Setup, square: Square, die: Die) {
    let centre = place(square);
    let name = square.name();
    let seat = style_seat(die.colour());
    let letter = match die.colour() {
        Colour::Light => "L",
        Colour::Dark => "D",
    };
    // Leave the colons of a dark square only at its edges.
    let blank = square_around(centre, UNIT * 36 / 100).to_vec();
    scene.push(Shape::Polygon { corners: blank }, Role::TextOnly, "", " ");
    let body = rounded_square(centre, HALF, CUT);
    let tone = if square.is_dark() {
        Tone::Dark
    } else {
        Tone::Light
    };
    scene.push(body.clone(), Role::PieceMoat(tone), name, "");
    scene.push(body, Role::Piece(seat), name, "");
    scene.push(
        rounded_square(centre, FACE, CUT / 2),
        Role::PieceLine(seat),
        name,
        "",
    );
    // The sites are in the order of the squares.
    scene.sites.occupy(square.index(), seat);
    let sides = die.sides(setup.handedness);
    for (side, value) in Side::ALL.into_iter().zip(sides) {
        let text = digit(value);
        let shape = Shape::label(moved(centre, side, TO_SIDE), text, Anchor::Middle);
        scene.push(shape, Role::SideNumber(seat), name, text);
    }
    for pip in pips(die.top(), sides) {
        let pip = Place {
            x: centre.x + pip.x * PIPS_APART,
            y: centre.y + pip.y * PIPS_APART,
        };
        scene.push(
            Shape::Disc {
                at: pip,
                radius: PIP,
            },
            Role::Pip(seat),
            name,
            "",
        );
    }
    scene.write_alike(centre, Anchor::Middle, digit(die.top()));
    let corner = moved(moved(centre, Side::West, TO_SIDE), Side::North, TO_SIDE);
    scene.write_alike(corner, Anchor::Middle, letter);
}

/// Starts a picture of one die, with the square below it.
fn one_square() -> Scene {
    let mut scene = Scene {
        margin: UNIT * 44 / 100,
        ..Scene::default()
    };
    scene.add_site("", Place::default(), HALF);
    scene
}

/// Draws a single die in its orientation.
pub(super) fn die_alone(setup: &Setup, die: Die) -> Scene {
    let mut scene = one_square();
    if let Some(square) = Square::new(0, 0) {
        draw_die(&mut scene, setup, square, die);
    }
    scene
}

/// Draws the top of a die without an orientation. Its pips are arranged as in print.
pub(super) fn top_alone(colour: Colour, value: u8) -> Scene {
    let mut scene = one_square();
    draw_top(&mut scene, colour, value, in_print(value));
    scene
}

/// Draws a die from above, with only its top.
fn draw_top(scene: &mut Scene, colour: Colour, value: u8, sides: [u8; 4]) {
    let seat = style_seat(colour);
    let apart = UNIT * 21 / 100;
    scene.draw(
        rounded_square(Place::default(), HALF, CUT),
        Role::Piece(seat),
    );
    for pip in pips(value, sides) {
        let place = Place {
            x: pip.x * apart,
            y: pip.y * apart,
        };
        scene.draw(
            Shape::Disc {
                at: place,
                radius: UNIT * 75 / 1000,
            },
            Role::Pip(seat),
        );
    }
}

/// Returns a die by its name, to be shown in running text: `L5`, or `L53` with the number on its
/// north side. So small, it has no side numbers; its pips show how it lies.
fn named(name: &str) -> Option<NamedPiece> {
    let letter = name.get(..1)?;
    let digits = name.get(1..)?;
    let colour = match letter {
        "L" => Colour::Light,
        "D" => Colour::Dark,
        _ => return None,
    };
    let shade = if colour == Colour::Light {
        "light"
    } else {
        "dark"
    };
    let numbers: Vec<u8> = digits
        .bytes()
        .map(|digit| digit.wrapping_sub(b'0'))
        .collect();
    let (value, sides, title, file) = match *numbers.as_slice() {
        [value @ 1..=6] => (
            value,
            in_print(value),
            format!("{shade} die {value}"),
            format!("{shade}-{value}"),
        ),
        [value, north] => {
            let sides = Die::new(colour, value, north)?.sides(Handedness::Counterclockwise);
            (
                value,
                sides,
                format!("{shade} die {value}, north {north}"),
                format!("{shade}-{value}-{north}"),
            )
        }
        _ => return None,
    };
    let mut scene = Scene {
        title,
        margin: HALF * 45 / 44,
        ..one_square()
    };
    draw_top(&mut scene, colour, value, sides);
    Some(NamedPiece { scene, file })
}

/// Returns the north, east, south and west numbers of a die whose pips are arranged as in print.
fn in_print(value: u8) -> [u8; 4] {
    match value {
        2 => [1, 3, 6, 4],
        3 => [1, 2, 6, 5],
        _ => [2, 3, 5, 4],
    }
}

/// Returns the digit of a die's number.
fn digit(value: u8) -> &'static str {
    const DIGITS: [&str; 7] = ["0", "1", "2", "3", "4", "5", "6"];
    DIGITS.get(usize::from(value)).copied().unwrap_or("?")
}

/// Returns a square with round corners as a path.
fn rounded_square(place: Place, half: i32, cut: i32) -> Shape {
    let near = half - cut;
    // Control points that approximate a quarter circle.
    let bend = half - cut * 45 / 100;
    let on = |x: i32, y: i32| Place {
        x: place.x + x,
        y: place.y + y,
    };
    let steps = vec![
        PathStep::Move(on(-near, -half)),
        PathStep::Line(on(near, -half)),
        PathStep::Curve(on(bend, -half), on(half, -bend), on(half, -near)),
        PathStep::Line(on(half, near)),
        PathStep::Curve(on(half, bend), on(bend, half), on(near, half)),
        PathStep::Line(on(-near, half)),
        PathStep::Curve(on(-bend, half), on(-half, bend), on(-half, near)),
        PathStep::Line(on(-half, -near)),
        PathStep::Curve(on(-half, -bend), on(-bend, -half), on(-near, -half)),
        PathStep::Close,
    ];
    Shape::Path { steps }
}

/// Draws a stored die, as high as a line of text. Records give no orientation for stored dice, so
/// its pips are arranged as in print.
fn small_die(seat: u8, value: u8) -> Run {
    let half = UNIT * 18 / 100;
    let place = Place {
        x: UNIT * 21 / 100,
        y: NOTE_LINE / 2,
    };
    let mut elements = vec![Element::bare(
        rounded_square(place, half, half / 5),
        Role::Piece(seat),
    )];
    for pip in pips(value, in_print(value)) {
        let apart = half * 50 / 100;
        let place = Place {
            x: place.x + pip.x * apart,
            y: place.y + pip.y * apart,
        };
        elements.push(Element::bare(
            Shape::Disc {
                at: place,
                radius: half * 20 / 100,
            },
            Role::Pip(seat),
        ));
    }
    Run::Drawing {
        elements: elements.into(),
        size: Place {
            x: UNIT * 42 / 100,
            y: NOTE_LINE,
        },
        words: value.to_string(),
    }
}

/// Returns a note on each seat, short enough for the width of the diagram.
fn notes(position: &PositionText, has_ended: bool, lang: Lang) -> Vec<Note> {
    let note = |colour: Colour| {
        let points = points(position)[colour.index()];
        let pattern = if points == 1 {
            "{0}: {1} point, store "
        } else {
            "{0}: {1} points, store "
        };
        let store = position.stores[colour.index()];
        let to_move = position.to_move == colour && !has_ended;
        let name = lang.say(colour.name());
        let mut words = lang.fill(pattern, &[&name, &points]);
        if store.is_empty() {
            words.push_str(lang.say("empty"));
        }
        let others = self::points(position)[colour.other().index()];
        let won = if has_ended && points > others {
            lang.say(", has won")
        } else {
            ""
        };
        let pictured = format!("{name} {points}{won}");
        let mut note = Note::of_seat_worded(None, to_move, Wording::new(words, pictured));
        let runs = &mut note.runs;
        // In images, the dice show the store; an empty store shows nothing.
        if store.is_empty() {
            return note;
        }
        runs.push(Run::Tab);
        runs.push(Run::Worded(Wording::new(
            "",
            format!("{} ", lang.say("store")),
        )));
        if store.len() > MAX_STORED {
            runs.push(Run::Words(store.to_string()));
        } else {
            // In words, the dice are a list.
            let count = store.values().count();
            for (number, value) in store.values().enumerate() {
                let between = match number {
                    0 => "",
                    _ if number + 1 == count => lang.say(" and "),
                    _ => ", ",
                };
                runs.push(Run::only_text(between.to_owned()));
                runs.push(small_die(style_seat(colour), value));
            }
        }
        note
    };
    let mut notes: Vec<Note> = Colour::BOTH.into_iter().map(note).collect();
    if !has_ended {
        notes.push(Note::of_text(
            lang.fill("{0} to move", &[&lang.say(position.to_move.name())]),
        ));
    }
    notes
}

/// Describes the position in words.
fn words(setup: &Setup, position: &PositionText, notes: &[Note], lang: Lang) -> String {
    let mut parts: Vec<String> = Square::all()
        .filter_map(|square| {
            let die = position.at(square)?;
            let [north, east, south, west] = die.sides(setup.handedness);
            let colour = lang.say(die.colour().name());
            let top = die.top();
            Some(lang.fill(
                "{0} {1} on {2}, north {3}, east {4}, south {5}, west {6}",
                &[&colour, &top, &square, &north, &east, &south, &west],
            ))
        })
        .collect();
    if parts.is_empty() {
        parts.push(lang.say("The board is empty").to_owned());
    }
    parts.extend(notes.iter().map(Note::words));
    for colour in Colour::BOTH {
        let squares: Vec<String> = scoring(position, colour)
            .map(|square| square.to_string())
            .collect();
        if !squares.is_empty() {
            parts.push(lang.fill(
                "{0} scores on {1}",
                &[&lang.say(colour.name()), &squares.join(", ")],
            ));
        }
    }
    let dark: Vec<String> = Square::all()
        .filter(|square| square.is_dark())
        .map(|square| square.to_string())
        .collect();
    parts.push(lang.fill("Dark squares: {0}", &[&dark.join(", ")]));
    format!("{}.", parts.join(". "))
}
