//! A position as a scene: the cards, pillars, closed sets; beneath them hands and scores.
//!
//! Cards can lie anywhere, so that stretches without cards are left out of the figure, and of a
//! table that is still too large its middle is shown.

use std::collections::{BTreeMap, BTreeSet};

use super::board::{Heading, Square};
use super::card_drawing::{SmallCard, draw_card, words as card_in_words};
use super::card_text::TEXT_GRID;
use super::effects::picked_up;
use super::hands::Top;
use super::setup::Setup;
use super::state::State;
use super::turn::{Id, Placement, Play};
use crate::draw::{Anchor, AxisName, Element, Note, PathStep, Place, Rect, Role, Run, Scene, Shape, UNIT};

/// The most columns, and rows, of squares in a figure.
const MOST_LINES: i32 = 40;
/// The most cards that are told in words.
const MOST_TOLD: usize = 100;
/// A longer name of a column has no room beside the others.
const SHORT: usize = 6;
const SPOT: i32 = UNIT * 2 / 100;
const PILLAR: i32 = UNIT * 24 / 100;
/// About how wide a digit of a note is.
const DIGIT: i32 = UNIT * 17 / 100;
/// The most cards of a hand that are drawn.
const MOST_HELD: usize = 12;

/// Where the lines of the grid are drawn that have something on them; the others are left out.
struct Lines {
    /// From a coordinate to its place in the figure, from 0.
    places: BTreeMap<i32, i32>,
    /// How many there are, gaps included.
    count: i32,
}

impl Lines {
    /// `covered` and the lines beside them, cut to the middle where there are too many.
    fn of(covered: &BTreeSet<i32>) -> Self {
        let wide: BTreeSet<i32> =
            covered.iter().flat_map(|&line| [line.saturating_sub(1), line, line.saturating_add(1)]).collect();
        let mut places = BTreeMap::new();
        let (mut next, mut last) = (0, None);
        for line in wide {
            // One line stands for all that are left out.
            next += i32::from(last.is_some_and(|last: i32| last.checked_add(1) != Some(line)));
            places.insert(line, next);
            next += 1;
            last = Some(line);
        }
        if next > MOST_LINES {
            let from = (next - MOST_LINES) / 2;
            let shown = places.into_iter().map(|(line, place)| (line, place - from));
            places = shown.filter(|(_, place)| (0..MOST_LINES).contains(place)).collect();
            next = MOST_LINES;
        }
        Self { places, count: next.max(1) }
    }

    /// Whether lines before this one are left out.
    fn begins(&self, line: i32) -> bool {
        line.checked_sub(1).is_none_or(|before| !self.places.contains_key(&before))
    }
}

/// The part of the grid that is drawn.
struct Grid {
    columns: Lines,
    /// From the south on.
    rows: Lines,
}

impl Grid {
    fn of(state: &State) -> Self {
        let (mut columns, mut rows) = (BTreeSet::new(), BTreeSet::new());
        for square in state.table.covered() {
            columns.insert(square.x);
            rows.insert(square.y);
        }
        Self { columns: Lines::of(&columns), rows: Lines::of(&rows) }
    }

    /// The square of the figure: rows count downward, so that y is not above 0.
    fn drawn(&self, square: Square) -> Option<Square> {
        let (column, row) = (self.columns.places.get(&square.x)?, self.rows.places.get(&square.y)?);
        Some(Square { x: *column, y: row + 1 - self.rows.count })
    }

    fn place(&self, square: Square) -> Option<Place> {
        let drawn = self.drawn(square)?;
        Some(Place { x: drawn.x * UNIT, y: -drawn.y * UNIT })
    }

    /// The square that must count as the origin for a square to be drawn where it belongs.
    fn origin_for(&self, square: Square) -> Option<Square> {
        let drawn = self.drawn(square)?;
        Some(Square { x: square.x.checked_sub(drawn.x)?, y: square.y.checked_sub(drawn.y)? })
    }

    /// Whether all of a card is drawn.
    fn shows(&self, placement: &Placement) -> bool {
        let squares = placement.squares().into_iter().flatten();
        squares.filter(|&square| self.drawn(square).is_some()).count() == 2
    }
}

/// Draws a position.
pub(super) fn scene(setup: &Setup, state: &State) -> Scene {
    drawn(setup, state, &closed_cards(setup, state), None)
}

/// Draws a play: the cards as they lay before anything was picked up, those that then were outlined.
pub(super) fn scene_of_play(setup: &Setup, before: &State, play: &Play, after: &State) -> Scene {
    let taken: BTreeSet<Id> = picked_up(before, play, after).into_iter().map(|placement| placement.card).collect();
    let mut table = before.table.clone();
    table.put(play.placement);
    let shown = State { table, ..after.clone() };
    let picked = (!taken.is_empty()).then(|| format!("Outlined, picked up by this turn: {}", listed(taken.iter())));
    drawn(setup, &shown, &taken, picked)
}

fn listed<'a>(cards: impl Iterator<Item = &'a Id>) -> String {
    cards.map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn drawn(setup: &Setup, state: &State, closed: &BTreeSet<Id>, remark: Option<String>) -> Scene {
    let grid = Grid::of(state);
    let cards = state.table.placements();
    let (shown, hidden): (Vec<Placement>, Vec<Placement>) = cards.iter().partition(|card| grid.shows(card));
    let mut notes = notes(setup, state, hidden.len());
    match remark {
        Some(remark) => notes.push(Note::of_words(remark)),
        None if closed.is_empty() => {}
        None => notes.push(Note::of_words(format!("Outlined, parts of closed sets: {}", listed(closed.iter())))),
    }
    let over = state.is_over();
    let title = match over {
        true => "The Very Clever Pipe Game, at its end".to_owned(),
        false => format!("The Very Clever Pipe Game, seat {} to move", state.to_move),
    };
    let words = words(setup, &cards, &notes);
    let mut scene =
        Scene { title, words, margin: UNIT / 2, text_grid: TEXT_GRID, upright_text: true, notes, ..Scene::default() };
    draw_names(&mut scene, &grid);
    draw_empty_squares(&mut scene, state, &grid);
    for placement in &shown {
        draw_placement(&mut scene, setup, placement, &grid);
    }
    // Shades lie upon all fields and beneath all pipes.
    let is_field = |element: &Element| matches!(element.role, Role::Field(_));
    let (mut elements, above): (Vec<Element>, Vec<Element>) =
        Vec::from(std::mem::take(&mut scene.elements)).into_iter().partition(is_field);
    elements.extend(above);
    scene.elements = elements.into();
    for placement in shown.iter().filter(|placement| closed.contains(&placement.card)) {
        draw_closed(&mut scene, placement, &grid);
    }
    scene
}

/// The names of columns and rows.
fn draw_names(scene: &mut Scene, grid: &Grid) {
    for (&line, &place) in &grid.columns.places {
        let name = format!("{line:+}");
        if name.len() <= SHORT || grid.columns.begins(line) {
            scene.columns.push(AxisName { at: place * UNIT, name: name.into() });
        }
    }
    for (&line, &place) in &grid.rows.places {
        scene.rows.push(AxisName { at: (grid.rows.count - 1 - place) * UNIT, name: format!("{line:+}").into() });
    }
}

/// Pillars, and the other empty squares beside cards.
fn draw_empty_squares(scene: &mut Scene, state: &State, grid: &Grid) {
    let drawn = state.table.covered().filter(|&square| grid.drawn(square).is_some());
    let beside = drawn.flat_map(|square| Heading::ALL.into_iter().filter_map(move |side| square.beside(side)));
    let empty: BTreeSet<Square> = beside.filter(|&square| state.table.card_at(square).is_none()).collect();
    for square in empty {
        let Some(at) = grid.place(square) else { continue };
        let is_pillar = state.table.is_pillar(square);
        let (radius, text) = if is_pillar { (PILLAR, "pillar") } else { (SPOT, ".") };
        scene.add_site(square.to_string(), at, UNIT * 40 / 100);
        scene.push(Shape::Disc { at, radius }, Role::Spot, square.to_string(), text);
        if is_pillar {
            // A column, seen from above.
            scene.draw(Shape::Disc { at, radius: PILLAR * 62 / 100 }, Role::Dot);
            // A mark around it shall not hide it.
            scene.add_outline(square.to_string(), Rect { from: at, to: at }.widened(UNIT / 2).corners().to_vec());
        }
    }
}

/// The cards that hold parts of closed sets with an owner.
fn closed_cards(setup: &Setup, state: &State) -> BTreeSet<Id> {
    let all = state.table.placements().into_iter().map(|placement| placement.card);
    let closed = state.laid(setup).closed(all, state.owned());
    closed.into_iter().map(|closed| closed.card).collect()
}

fn draw_placement(scene: &mut Scene, setup: &Setup, placement: &Placement, grid: &Grid) {
    let Some(origin) = grid.origin_for(placement.square) else { return };
    let Some(squares) = placement.squares() else { return };
    if let Some(layout) = setup.deck.card(placement.card) {
        draw_card(scene, layout, placement, origin);
        return;
    }
    for at in squares.into_iter().filter_map(|square| grid.place(square)) {
        let text = format!("{}?", placement.card);
        let shape = Shape::Label { at, text: text.clone().into(), anchor: Anchor::Middle };
        scene.push(shape, Role::Coordinate, "", text);
    }
}

/// The outline of a card of a closed set; text has a word in its second half.
fn draw_closed(scene: &mut Scene, placement: &Placement, grid: &Grid) {
    let name = placement.square.to_string();
    let Some(corners) = scene.outlines.get(name.as_str()) else { return };
    let mut steps: Vec<PathStep> = corners.iter().map(|&at| PathStep::Line(at)).collect();
    if let (Some(step), Some(&first)) = (steps.first_mut(), corners.first()) {
        *step = PathStep::Move(first);
    }
    steps.push(PathStep::Close);
    scene.push(Shape::Path { steps }, Role::Closed, name, "");
    if let Some(at) = placement.squares().and_then(|[_, second]| grid.place(second)) {
        // A column farther left than the middle it leaves the eastern entry alone.
        scene.write(Place { x: at.x - TEXT_GRID.x, ..at }, Anchor::Middle, "closed", "closed");
    }
}

/// What the seats have, and the stock.
fn notes(setup: &Setup, state: &State, hidden: usize) -> Vec<Note> {
    let over = state.is_over();
    let seat_note = |seat: u8| {
        let colour = state.colour(seat).map_or("no colour yet", super::Colour::name);
        let cards = if state.score(seat) == 1 { "card" } else { "cards" };
        let mover = if seat == state.to_move && !over { ", to move" } else { "" };
        let mut runs =
            vec![Run::Words(format!("Seat {seat}: {colour}, {} {cards} picked up{mover}", state.score(seat)))];
        let hand = state.hands.known_cards(seat);
        if state.hands.are_known() && !hand.is_empty() {
            runs.push(Run::Words(", holds ".to_owned()));
            runs.extend(hand_runs(setup, &hand));
        }
        Note { runs }
    };
    let mut notes = Vec::new();
    if state.table.is_empty() {
        notes.push(Note::of_words("The table is empty"));
    }
    notes.extend((1..=setup.seats).map(seat_note));
    if let Top::Card(card) = state.hands.top() {
        let words = format!("Stock: {}, the next is ", state.hands.in_stock());
        let runs = [Run::Words(words)].into_iter().chain(hand_runs(setup, &[card]));
        notes.push(Note { runs: runs.collect() });
    }
    if hidden > 0 {
        notes.push(Note::of_words(format!("Cards that lie outside this figure: {hidden}")));
    }
    notes
}

/// Cards as they are held: each its number, and small beside it what it looks like.
fn hand_runs(setup: &Setup, hand: &[Id]) -> Vec<Run> {
    let mut runs = Vec::new();
    for (at, &card) in hand.iter().enumerate() {
        let comma = if at > 0 { ", " } else { "" };
        let Some(layout) = setup.deck.card(card).filter(|_| at < MOST_HELD) else {
            runs.push(Run::Words(format!("{comma}{card}")));
            continue;
        };
        let number = card.to_string();
        let beside = i32::try_from(number.len()).unwrap_or(1) * DIGIT + DIGIT / 2;
        let SmallCard { elements: card, size } = layout.small();
        let at = Place { x: 0, y: size.y / 2 };
        let label = Shape::Label { at, text: number.clone().into(), anchor: Anchor::Start };
        let mut elements = vec![Element::bare(label, Role::Note)];
        elements.extend(card.iter().map(|element| element.moved(Place { x: beside, y: 0 })));
        // In pictures cards need no commas.
        runs.push(Run::Drawing { elements: Vec::new(), size: Place::default(), words: comma.to_owned() });
        let size = Place { x: beside + size.x + DIGIT * 2, y: size.y };
        runs.push(Run::Drawing { elements, size, words: number });
    }
    runs
}

/// The position in words.
fn words(setup: &Setup, cards: &[Placement], notes: &[Note]) -> String {
    let told = cards.iter().take(MOST_TOLD).map(|placement| {
        let Placement { card, square, heading } = placement;
        let layout = setup.deck.card(*card).map_or_else(|| "not in the deck".to_owned(), card_in_words);
        format!("card {card} on {square} heading {}: {layout}", heading.name())
    });
    let mut parts: Vec<String> = told.collect();
    if let Some(more @ 1..) = cards.len().checked_sub(MOST_TOLD) {
        parts.push(format!("{more} more cards"));
    }
    parts.extend(notes.iter().map(Note::words));
    format!("{}.", parts.join(". "))
}
