//! Drawing of positions ([`Drawing`]): the cards, pillars and closed sets, with hands and scores
//! below them.
//!
//! [`ShownTable`] lays the squares out in a [`Grid`], writes the words, and draws from bottom to
//! top: names, fields, empty squares, cards, edges of the table, contours of closed sets,
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
    Along, Anchor, AxisName, Element, Lang, Note, Place, Rect, Role, SQUARE_RADIUS, Scene, SetBand,
    Shading, Shape, Site, Tone, UNIT,
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
/// The radius of the outer circle of a pillar, which is a column seen from above.
const PILLAR_RADIUS: i32 = UNIT * 26 / 100;
/// The radius of the inner circle of a pillar.
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

    // Shows the cards before anything is picked up. Those that stay on the table are faded.
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
        let taken = (!taken.is_empty()).then_some(&taken);
        Some(scene_of_table(setup, &shown, taken, lang))
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
    ShownTable::new(setup, state, taken, lang).scene()
}

/// A table, and what its drawing shows of it.
struct ShownTable<'a> {
    setup: &'a Setup,
    state: &'a State,
    /// The cards that the turn picks up; `None` if the drawing shows no turn that picks up cards.
    taken: Option<&'a BTreeSet<Id>>,
    lang: Lang,
    grid: Grid,
    /// All cards on the table.
    cards: Vec<Placement>,
    /// The cards that are drawn.
    shown: Vec<Placement>,
    closed: Vec<ClosedSet>,
    edges: Option<TableEdges>,
}

impl<'a> ShownTable<'a> {
    fn new(
        setup: &'a Setup,
        state: &'a State,
        taken: Option<&'a BTreeSet<Id>>,
        lang: Lang,
    ) -> Self {
        let grid = Grid::from_state(state);
        let cards = state.table.placements();
        let shown = cards.iter().filter(|card| grid.shows(card));
        Self {
            setup,
            state,
            taken,
            lang,
            shown: shown.copied().collect(),
            grid,
            cards,
            closed: state.view(setup).closed_sets(state.owners()),
            edges: TableEdges::new(setup, state),
        }
    }

    /// Draws the table, with its words and its legend.
    fn scene(&self) -> Scene {
        let notes_on_table = self.notes_on_table();
        let picked_up = self.taken.map(|taken| {
            let cards = listed(taken.iter());
            self.lang.fill("Picked up by this turn: {0}", &[&cards])
        });
        let words = self.words(&notes_on_table, picked_up.as_deref());
        let mut notes = closed_sets(&self.closed, self.lang);
        notes.extend(notes_on_table);
        notes.extend(picked_up.map(Note::of_text));

        let covered = self.state.table.covered();
        let places = covered.filter_map(|square| self.grid.place(square));
        let mut scene = Scene {
            title: title(self.setup, self.state, self.lang),
            words,
            margin: UNIT / 2,
            cells: true,
            shading: Shading::Brackets,
            text_grid: TEXT_GRID,
            upright_text: true,
            notes,
            core: Rect::around(places).map(core),
            ..Scene::default()
        };
        self.draw(&mut scene);
        scene.legend = legend(&scene, &self.grid, &self.closed, self.lang);
        scene.cards = cards_by_square(&self.shown);
        scene
    }

    /// Returns the notes on the seats, on the cards that are not drawn, and on the ends of the
    /// table.
    fn notes_on_table(&self) -> Vec<Note> {
        let hidden = self.cards.len() - self.shown.len();
        let mut notes = notes(self.setup, self.state, hidden, self.lang);
        notes.extend(self.edges.as_ref().map(|edges| edges.note(self.lang)));
        notes
    }

    /// Returns the text description.
    fn words(&self, notes_on_table: &[Note], picked_up: Option<&str>) -> String {
        let Self {
            setup, state, lang, ..
        } = *self;
        let mut all = words(setup, state, &self.grid, &self.cards, notes_on_table, lang);
        for set in &self.closed {
            all.push_str(&format!(" {}.", set_by_parts(set, setup, state, lang)));
        }
        if let Some(sentence) = picked_up {
            all.push_str(&format!(" {sentence}."));
        }
        all
    }

    /// Draws the table from bottom to top.
    fn draw(&self, scene: &mut Scene) {
        let Self {
            grid,
            shown,
            closed,
            ..
        } = self;
        scene.elements.reserve(shown.len() * ELEMENTS_OF_CARD);
        draw_names(scene, grid);
        let drawn: Vec<(&Placement, Option<CardOnTable<'_>>)> = shown
            .iter()
            .map(|placement| (placement, card_drawing(self.setup, placement, grid)))
            .collect();
        let known: Vec<&CardOnTable<'_>> =
            drawn.iter().filter_map(|(_, card)| card.as_ref()).collect();
        let sets = SetParts::new(closed, known.iter().copied());
        let is_faded = |card: Id| self.taken.is_some_and(|taken| !taken.contains(&card));
        draw_fields(scene, &sets, closed, &known, grid, &is_faded);
        draw_empty_squares(scene, self.state, grid);
        for (placement, card) in &drawn {
            let before = scene.elements.len();
            match card {
                Some(card) => card.draw_above(&sets, scene),
                None => draw_unknown_card(scene, placement, grid),
            }
            if is_faded(placement.card) {
                scene.elements.fade_above(before);
            }
        }

        if let Some(edges) = &self.edges {
            edges.draw(scene, grid);
        }
        draw_rim_contours(scene, &sets, &known);
        draw_pipes(scene, &sets, &known);
        let cards_of_sets: BTreeSet<Id> = closed.iter().flat_map(ClosedSet::cards).collect();
        let is_of_set = |placement: &&Placement| cards_of_sets.contains(&placement.card);
        write_closed(scene, shown.iter().filter(is_of_set), grid);
    }
}

/// Returns the part of the table that a figure must show, from the rectangle around the middles of
/// the covered squares. A table of one or two columns would be drawn much too large, so that the
/// empty squares beside it are shown.
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
    let mut named = Vec::new();
    for card in cards {
        for square in card.squares().into_iter().flatten() {
            named.push((square.to_string(), card.card));
        }
    }
    named
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
    // Rows count from the south, and coordinates from the north.
    let y_of_row = |place: i32| (grid.rows.count - 1 - place) * UNIT;
    scene.columns.extend(
        grid.columns
            .gaps()
            .map(|place| AxisName::left_out(place * UNIT)),
    );
    scene.rows.extend(
        grid.rows
            .gaps()
            .map(|place| AxisName::left_out(y_of_row(place))),
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
        let name = AxisName::new(y_of_row(place), format!("{line:+}"));
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
            ..Site::empty(centre, SQUARE_RADIUS)
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
        scene.add_site(Square { x, y }.to_string(), place, SQUARE_RADIUS);
        scene.draw(
            Shape::Disc {
                at: place,
                radius: SPOT_RADIUS,
            },
            Role::Spot,
        );
    }
    // Only figures of a series name the lines of an empty table; they count from this one.
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
/// The middle of the drawing in such a sign: left of the middle of the sign, which leaves a gap
/// before the words.
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
