//! Drawing of positions ([`Drawing`]): the cards, pillars and closed sets, with hands and scores
//! below them.
//!
//! [`scene_of_table`] lays the squares out in a [`Grid`], writes the words, and draws from bottom
//! to top: names, fields, empty squares, cards, edges of the table, contours of closed sets,
//! legend. Cards are drawn by [`super::card_on_table`], closed sets by [`super::set_drawing`], and
//! the words are in [`super::position_words`].

use std::collections::BTreeSet;

use super::Pipe;
use super::board::Square;
use super::card_on_table::CardOnTable;
use super::card_text::TEXT_GRID;
use super::drawn_grid::{EmptySquare, Grid};
use super::effects::{effects, picked_up};
use super::named_card::card_named;
use super::position::PositionText;
use super::position_words::{closed_sets, listed, notes, set_by_parts, title, words};
use super::set_drawing::{
    SetParts, cover_beyond, draw_field_contours, draw_pipes, draw_rim_contours,
};
use super::sets::ClosedSet;
use super::setup::Setup;
use super::state::State;
use super::table_edges::TableEdges;
use super::turn::{Id, Placement, Turn};
use crate::decks::Colour;
use crate::draw::{
    Along, Anchor, AxisName, Element, Lang, Note, Place, Rect, Role, Scene, SetBand, Shading,
    Shape, Site, Tone, UNIT,
};
use crate::games::{Context, Drawing, Effects, NamedPiece, UnknownPiece};

/// Number of columns from which on a table is shown without the empty squares beside it.
const LEAST_COLUMNS: i32 = 3;
/// The length of column names that fit side by side. Longer ones are written only where a stretch
/// of columns begins.
const SHORT_NAME: usize = 6;
/// Estimated number of elements of a card.
const ELEMENTS_OF_CARD: usize = 40;
/// The radius of the spot in the middle of an empty square.
const SPOT_RADIUS: i32 = UNIT * 13 / 1000;
/// The radii of the two circles of a pillar, a column seen from above.
const PILLAR_RADIUS: i32 = UNIT * 26 / 100;
const PILLAR_CORE_RADIUS: i32 = UNIT * 15 / 100;

impl Drawing for Pipe {
    fn scene_in(setup: &Setup, state: &State, lang: Lang) -> Scene {
        scene_of_table(setup, state, None, lang)
    }

    fn is_place(_setup: &Setup, name: &str) -> bool {
        Square::named(name).is_some()
    }

    fn effects(_setup: &Setup, before: &State, turn: &Turn, after: &State) -> Effects {
        effects(before, turn, after)
    }

    // The cards before anything was picked up, those that stay on the table faded.
    fn scene_of_turn(
        setup: &Setup,
        before: &State,
        turn: &Turn,
        after: &State,
        lang: Lang,
    ) -> Option<Scene> {
        let Turn::Play(play) = turn else { return None };
        let taken: BTreeSet<Id> = picked_up(before, play, after)
            .into_iter()
            .map(|placement| placement.card)
            .collect();
        let mut table = before.table.clone();
        table.put(play.placement);
        let shown = State {
            table,
            ..after.clone()
        };
        Some(scene_of_table(
            setup,
            &shown,
            (!taken.is_empty()).then_some(&taken),
            lang,
        ))
    }

    fn state_for_drawing(setup: &Setup, text: &PositionText) -> State {
        State::for_drawing(setup, text)
    }

    fn piece(name: &str, context: &Context) -> Option<Result<NamedPiece, UnknownPiece>> {
        card_named(name, context)
    }
}

/// Draws a table. If `taken` are the cards that the turn picks up, the others are faded.
fn scene_of_table(setup: &Setup, state: &State, taken: Option<&BTreeSet<Id>>, lang: Lang) -> Scene {
    let grid = Grid::from_state(state);
    let cards = state.table.placements();
    let (shown, hidden): (Vec<Placement>, Vec<Placement>) =
        cards.iter().partition(|card| grid.shows(card));
    let closed = state.view(setup).closed_sets(state.owners());
    let mut own_notes = notes(setup, state, hidden.len(), lang);
    let edges = TableEdges::new(setup, state);
    own_notes.extend(edges.as_ref().map(|edges| edges.note(lang)));
    let mut notes = closed_sets(&closed, lang);
    notes.extend(own_notes.iter().cloned());
    let picked_up =
        taken.map(|taken| lang.fill("Picked up by this turn: {0}", &[&listed(taken.iter())]));
    notes.extend(picked_up.clone().map(Note::of_text));
    let words = words(setup, state, &grid, &cards, &own_notes, lang);
    let closed_sets = closed
        .iter()
        .map(|set| format!(" {}.", set_by_parts(set, setup, state, lang)));
    let picked_up_in_words = picked_up.iter().map(|sentence| format!(" {sentence}."));
    let words = words + &closed_sets.chain(picked_up_in_words).collect::<String>();
    let mut scene = Scene {
        title: title(setup, state, lang),
        words,
        margin: UNIT / 2,
        cells: true,
        shading: Shading::Brackets,
        text_grid: TEXT_GRID,
        upright_text: true,
        notes,
        core: Rect::around(
            state
                .table
                .covered()
                .filter_map(|square| grid.place(square)),
        )
        .map(core),
        ..Scene::default()
    };
    scene.elements.reserve(shown.len() * ELEMENTS_OF_CARD);
    draw_names(&mut scene, &grid);
    let drawn: Vec<(&Placement, Option<CardOnTable<'_>>)> = shown
        .iter()
        .map(|placement| (placement, card_drawing(setup, placement, &grid)))
        .collect();
    let known: Vec<&CardOnTable<'_>> = drawn.iter().filter_map(|(_, card)| card.as_ref()).collect();
    let sets = SetParts::new(&closed, known.iter().copied());
    let is_faded = |card: Id| taken.is_some_and(|taken| !taken.contains(&card));
    draw_fields(&mut scene, &sets, &closed, &known, &grid, &is_faded);
    draw_empty_squares(&mut scene, state, &grid);
    for (placement, card) in &drawn {
        let before = scene.elements.len();
        match card {
            Some(card) => card.draw_above(&sets, &mut scene),
            None => draw_unknown_card(&mut scene, placement, &grid),
        }
        if is_faded(placement.card) {
            scene.elements.fade_above(before);
        }
    }
    if let Some(edges) = edges {
        edges.draw(&mut scene, &grid);
    }
    draw_rim_contours(&mut scene, &sets, &known);
    draw_pipes(&mut scene, &sets, &known);
    let parts: BTreeSet<Id> = closed.iter().flat_map(ClosedSet::cards).collect();
    write_closed(
        &mut scene,
        shown
            .iter()
            .filter(|placement| parts.contains(&placement.card)),
        &grid,
    );
    scene.legend = legend(&scene, &grid, &closed, lang);
    scene.cards = cards_by_square(&shown);
    scene
}

/// Returns the part of the table with all cards. A table of one or two columns would be drawn much
/// too large, so that the empty squares beside it are shown.
fn core(covered: Rect) -> Rect {
    let core = covered.widened(UNIT / 2);
    let beside = if core.size().x < LEAST_COLUMNS * UNIT {
        UNIT
    } else {
        0
    };
    Rect {
        from: Place {
            x: core.from.x - beside,
            ..core.from
        },
        to: Place {
            x: core.to.x + beside,
            ..core.to
        },
    }
}

/// Returns the cards with the names of their squares.
fn cards_by_square(cards: &[Placement]) -> Vec<(String, Id)> {
    let squares = |card: &Placement| card.squares().into_iter().flatten().collect::<Vec<_>>();
    let named = cards.iter().flat_map(|card| {
        squares(card)
            .into_iter()
            .map(|square| (square.to_string(), card.card))
    });
    named.collect()
}

/// Draws the fields of all cards, those of closed sets within a contour.
fn draw_fields(
    scene: &mut Scene,
    sets: &SetParts,
    closed: &[ClosedSet],
    cards: &[&CardOnTable<'_>],
    grid: &Grid,
    is_faded: &impl Fn(Id) -> bool,
) {
    let has_fields = closed
        .iter()
        .any(|set| matches!(set.colour, Colour::Light | Colour::Dark));
    if has_fields {
        for card in cards {
            card.draw_set_fields(sets, scene);
        }
        draw_field_contours(scene, sets, cards);
        let empty = grid
            .empty
            .iter()
            .filter_map(|empty| Some((empty.square, grid.place(empty.square)?)));
        cover_beyond(scene, closed, &empty.collect(), cards);
    }
    for card in cards {
        let before = scene.elements.len();
        if has_fields {
            card.draw_other_fields(sets, scene);
        } else {
            card.draw_fields(scene);
        }
        if is_faded(card.card()) {
            scene.elements.fade_above(before);
        }
    }
}

/// Draws the names of columns and rows.
fn draw_names(scene: &mut Scene, grid: &Grid) {
    scene.columns.extend(
        grid.columns
            .gaps()
            .map(|place| AxisName::left_out(place * UNIT)),
    );
    scene.rows.extend(
        grid.rows
            .gaps()
            .map(|place| AxisName::left_out((grid.rows.count - 1 - place) * UNIT)),
    );
    for (&line, &place) in &grid.columns.places {
        let name = format!("{line:+}");
        if name.len() <= SHORT_NAME || grid.columns.begins(line) {
            let in_text = !grid.columns.bare.contains(&line);
            scene.columns.push(AxisName {
                in_text,
                ..AxisName::new(place * UNIT, name)
            });
        }
    }
    for (&line, &place) in &grid.rows.places {
        let in_text = !grid.rows.bare.contains(&line);
        let name = AxisName::new((grid.rows.count - 1 - place) * UNIT, format!("{line:+}"));
        scene.rows.push(AxisName { in_text, ..name });
    }
    AxisName::sort_columns(&mut scene.columns);
    AxisName::sort_rows(&mut scene.rows);
}

/// Draws pillars, and the other empty squares beside cards.
fn draw_empty_squares(scene: &mut Scene, state: &State, grid: &Grid) {
    if state.table.is_empty() && !state.in_part {
        draw_bare_table(scene);
    }
    for &EmptySquare {
        square, is_pillar, ..
    } in grid.empty.iter().filter(|empty| empty.is_shown)
    {
        let Some(centre) = grid.place(square) else {
            continue;
        };
        let (radius, text) = if is_pillar {
            (PILLAR_RADIUS, "pillar")
        } else {
            (SPOT_RADIUS, ".")
        };
        let site = Site {
            keeps_inside: is_pillar,
            ..Site::empty(centre, UNIT * 40 / 100)
        };
        scene.sites.insert(square.to_string(), site);
        let role = if is_pillar { Role::Pillar } else { Role::Spot };
        scene.push(
            Shape::Disc { at: centre, radius },
            role,
            square.to_string(),
            text,
        );
        if is_pillar {
            let core = Shape::Disc {
                at: centre,
                radius: PILLAR_CORE_RADIUS,
            };
            scene.push(core, Role::Pillar, square.to_string(), "");
            // A mark around the pillar must not hide it.
            scene.add_outline(
                square.to_string(),
                Rect {
                    from: centre,
                    to: centre,
                }
                .widened(UNIT / 2)
                .corners()
                .to_vec(),
            );
        }
    }
}

/// Draws the squares around the place of the first card. A note says that the table is empty.
fn draw_bare_table(scene: &mut Scene) {
    for (x, y) in (-2..=2).flat_map(|x| (-1..=1).map(move |y| (x, y))) {
        let place = Place {
            x: x * UNIT,
            y: -y * UNIT,
        };
        scene.add_site(Square { x, y }.to_string(), place, UNIT * 40 / 100);
        scene.draw(
            Shape::Disc {
                at: place,
                radius: SPOT_RADIUS,
            },
            Role::Spot,
        );
    }
    // Figures of a series name the lines, from this one on.
    for names in [&mut scene.columns, &mut scene.rows] {
        names.push(AxisName {
            in_text: false,
            in_picture: false,
            ..AxisName::new(0, "+0")
        });
    }
    scene.core = Rect::around(scene.sites.values().map(|site| site.at))
        .map(|places| places.widened(UNIT / 2));
}

/// Returns the drawing of a card of the deck in its place.
fn card_drawing<'a>(
    setup: &'a Setup,
    placement: &'a Placement,
    grid: &Grid,
) -> Option<CardOnTable<'a>> {
    CardOnTable::new(
        setup.deck.card(placement.card)?,
        placement,
        grid.origin_for(placement.square)?,
    )
}

/// Draws a card that the deck does not have.
fn draw_unknown_card(scene: &mut Scene, placement: &Placement, grid: &Grid) {
    for centre in placement
        .squares()
        .into_iter()
        .flatten()
        .filter_map(|square| grid.place(square))
    {
        let text = format!("{}?", placement.card);
        let shape = Shape::label(centre, text.clone(), Anchor::Middle);
        scene.push(shape, Role::Coordinate, "", text);
    }
}

/// The size of the signs of closed sets in the legend.
const SIGN_SIZE: Place = Place {
    x: UNIT * 62 / 100,
    y: UNIT * 64 / 100,
};
/// The middle of the drawing in such a sign.
const SIGN_MIDDLE: Place = Place {
    x: UNIT * 27 / 100,
    y: UNIT * 32 / 100,
};

/// Returns the legend for pillars and contours, if there are any, with signs cut from the scene.
fn legend(scene: &Scene, grid: &Grid, closed: &[ClosedSet], lang: Lang) -> Vec<Note> {
    let mut signs = Vec::new();
    if let Some(square) = grid.pillars().find(|square| grid.drawn(*square).is_some()) {
        let note = scene.sign_at(&square.to_string(), "", lang.say("pillar"));
        signs.extend(note);
    }
    let (pipes, fields): (Vec<&ClosedSet>, Vec<&ClosedSet>) = closed
        .iter()
        .partition(|set| matches!(set.colour, Colour::Black | Colour::White));
    let sign = |drawn: Vec<Element>| Note::beside(drawn, SIGN_SIZE, "", lang.say("closed set"));
    if let Some(set) = pipes.first() {
        signs.push(sign(sign_of_pipes(set)));
    }
    if let Some(set) = fields.first() {
        signs.push(sign(sign_of_fields(set)));
    }
    signs
}

/// Draws the sign of closed sets of pipes: a short piece of pipe with the bands of its contour.
fn sign_of_pipes(set: &ClosedSet) -> Vec<Element> {
    let end = |x: i32| {
        SIGN_MIDDLE.plus(Place {
            x: UNIT * x / 100,
            y: 0,
        })
    };
    let bands = SetBand::ALL.map(|band| Role::SetBand(band, Along::OwnPipe));
    let body = [Role::SetPipeEdge, Role::SetPipe(tone_of_set(set))];
    let line = |role: Role| {
        Element::bare(
            Shape::Line {
                from: end(-10),
                to: end(10),
            },
            role,
        )
    };
    bands.into_iter().chain(body).map(line).collect()
}

/// Draws the sign of closed sets of fields: a square with the contour along its rim.
fn sign_of_fields(set: &ClosedSet) -> Vec<Element> {
    let rect = Rect {
        from: SIGN_MIDDLE,
        to: SIGN_MIDDLE,
    }
    .widened(UNIT * 24 / 100);
    let area = |role: Role| {
        Element::bare(
            Shape::Polygon {
                corners: rect.corners().to_vec(),
            },
            role,
        )
    };
    let contour = SetBand::ALL.into_iter().flat_map(|band| {
        let sides = sides_of(rect);
        sides.map(move |(from, to)| {
            Element::bare(Shape::Line { from, to }, Role::SetBand(band, Along::Rim))
        })
    });
    [area(Role::SetField(tone_of_set(set)))]
        .into_iter()
        .chain(contour)
        .collect()
}

fn tone_of_set(set: &ClosedSet) -> Tone {
    match set.colour {
        Colour::White | Colour::Light => Tone::Light,
        Colour::Black | Colour::Dark => Tone::Dark,
    }
}

/// Returns the sides of a rectangle.
fn sides_of(rect: Rect) -> impl Iterator<Item = (Place, Place)> {
    let corners = rect.corners();
    (0..4).map(move |index| (corners[index], corners[(index + 1) % 4]))
}

/// Writes a word into the second half of each card of a closed set, in text.
fn write_closed<'a>(scene: &mut Scene, closed: impl Iterator<Item = &'a Placement>, grid: &Grid) {
    for placement in closed {
        if let Some(centre) = placement
            .squares()
            .and_then(|[_, second]| grid.place(second))
        {
            // One column left of the middle, so that the eastern entry stays visible.
            scene.write_alike(
                Place {
                    x: centre.x - TEXT_GRID.x,
                    ..centre
                },
                Anchor::Middle,
                "closed",
            );
        }
    }
}
