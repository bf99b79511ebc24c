//! Drawing of positions: the cards, pillars and closed sets, with hands and scores below them.
//!
//! Cards can be anywhere, so stretches without cards are left out of the diagram. Of a table that is still too
//! large, only the middle is drawn.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{Display, Write};

use super::Pipe;
use super::board::{Heading, Square};
use super::card_text::TEXT_GRID;
use super::card_words::{CardWords, spoken};
use super::effects::{effects, picked_up};
use super::end::verdict;
use super::hand_drawing::hand_runs;
use super::hands::StockTop;
use super::lying_card::LyingCard;
use super::named_card::card_named;
use super::position::PositionText;
use super::set_drawing::{SetParts, cover_beyond, draw_field_contours, draw_pipes};
use super::sets::ClosedSet;
use super::setup::Setup;
use super::state::State;
use super::table_edges::TableEdges;
use super::turn::{Id, Placement, Turn};
use crate::decks::Colour;
use crate::draw::{
    Along, Anchor, AxisName, Element, Lang, Note, Place, Rect, Role, Run, Scene, SetBand, Shape, Site, Tone, UNIT,
};
use crate::games::{Context, Drawing, Effects, NamedPiece, UnknownPiece};
use crate::notation::Points;

/// Maximum number of columns, and of rows, in a diagram.
const MOST_LINES: i32 = 40;
/// Maximum number of cards in the text description.
const MOST_LISTED: usize = 100;
/// Number of columns from which on a table is shown without the empty squares beside it.
const LEAST_COLUMNS: i32 = 3;
/// Longer column names do not fit side by side.
const SHORT: usize = 6;
/// Estimated number of elements of a card.
const OF_A_CARD: usize = 40;
/// Estimated length of a card's text description.
const OF_A_CARD_IN_WORDS: usize = 300;
const SPOT: i32 = UNIT * 13 / 1000;
/// The radii of the two circles of a pillar, a column seen from above.
const PILLAR: i32 = UNIT * 26 / 100;
const PILLAR_CORE: i32 = UNIT * 15 / 100;

/// Columns or rows of the grid that are drawn. Empty stretches are left out.
pub(super) struct Lines {
    /// The index in the diagram for each coordinate, from 0.
    places: BTreeMap<i32, i32>,
    /// Lines without cards on them or beside them, drawn in place of a gap of one line.
    bare: BTreeSet<i32>,
    /// The number of lines, including gaps.
    pub(super) count: i32,
}

impl Lines {
    /// Selects the covered lines and their neighbours. If there are too many, keeps the middle.
    fn of(covered: &[i32]) -> Self {
        let wide: BTreeSet<i32> =
            covered.iter().flat_map(|&line| [line.saturating_sub(1), line, line.saturating_add(1)]).collect();
        let (mut places, mut bare) = (BTreeMap::new(), BTreeSet::new());
        let (mut next, mut last) = (0, None);
        for line in wide {
            // A gap takes the place of one line. If only one line would be left out, it is drawn instead.
            if let Some(before) = last.and_then(|last: i32| last.checked_add(1)).filter(|before| *before != line) {
                if before.checked_add(1) == Some(line) {
                    places.insert(before, next);
                    bare.insert(before);
                }
                next += 1;
            }
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
        Self { places, bare, count: next.max(1) }
    }

    /// Returns true if lines before this one are left out.
    fn begins(&self, line: i32) -> bool {
        line.checked_sub(1).is_none_or(|before| !self.places.contains_key(&before))
    }

    /// Returns the indices of two lines; the first and last index for `None` and for lines that are not drawn.
    pub(super) fn ends(&self, lines: Option<(i32, i32)>) -> (i32, i32) {
        let place =
            |line: Option<i32>, outside: i32| line.and_then(|line| self.places.get(&line).copied()).unwrap_or(outside);
        (place(lines.map(|(low, _)| low), 0), place(lines.map(|(_, high)| high), self.count - 1))
    }

    /// Returns the indices of the gaps.
    fn gaps(&self) -> impl Iterator<Item = i32> {
        let places: Vec<i32> = self.places.values().copied().collect();
        let gaps: Vec<i32> = places.windows(2).filter(|pair| pair[1] - pair[0] > 1).map(|pair| pair[0] + 1).collect();
        gaps.into_iter()
    }
}

/// An empty square beside a covered one.
struct EmptySquare {
    square: Square,
    is_pillar: bool,
    /// True if half of a card beside it is drawn.
    is_shown: bool,
}

/// The part of the grid that is drawn.
pub(super) struct Grid {
    pub(super) columns: Lines,
    /// From south to north.
    pub(super) rows: Lines,
    /// The empty squares beside all cards, drawn or not, in order.
    empty: Vec<EmptySquare>,
}

impl Grid {
    fn of(state: &State) -> Self {
        let covered: Vec<Square> = state.table.covered().collect();
        let (columns, rows): (Vec<i32>, Vec<i32>) = covered.iter().map(|square| (square.x, square.y)).unzip();
        let mut grid = Self { columns: Lines::of(&columns), rows: Lines::of(&rows), empty: Vec::new() };
        let mut beside: Vec<(Square, bool)> = Vec::new();
        for square in covered {
            let is_shown = grid.drawn(square).is_some();
            for side in Heading::ALL {
                let Some(empty) = square.beside(side).filter(|&beside| !state.table.covers(beside)) else {
                    continue;
                };
                beside.push((empty, is_shown));
            }
        }
        beside.sort_unstable();
        for sides in beside.chunk_by(|(one, _), (other, _)| one == other) {
            // `true` sorts last.
            let (square, is_shown) = sides[sides.len() - 1];
            grid.empty.push(EmptySquare { square, is_pillar: state.table.is_pillar(square), is_shown });
        }
        grid
    }

    fn pillars(&self) -> impl Iterator<Item = Square> {
        self.empty.iter().filter(|empty| empty.is_pillar).map(|empty| empty.square)
    }

    /// Returns the square in the diagram. Rows count downwards, so y is never positive.
    fn drawn(&self, square: Square) -> Option<Square> {
        let (column, row) = (self.columns.places.get(&square.x)?, self.rows.places.get(&square.y)?);
        Some(Square { x: *column, y: row + 1 - self.rows.count })
    }

    fn place(&self, square: Square) -> Option<Place> {
        let drawn = self.drawn(square)?;
        Some(Place { x: drawn.x * UNIT, y: -drawn.y * UNIT })
    }

    /// Returns the origin that puts a square in its place in the diagram.
    fn origin_for(&self, square: Square) -> Option<Square> {
        let drawn = self.drawn(square)?;
        Some(Square { x: square.x.checked_sub(drawn.x)?, y: square.y.checked_sub(drawn.y)? })
    }

    /// Returns true if the whole card is drawn.
    fn shows(&self, placement: &Placement) -> bool {
        let squares = placement.squares().into_iter().flatten();
        squares.filter(|&square| self.drawn(square).is_some()).count() == 2
    }
}

impl Drawing for Pipe {
    fn scene_in(setup: &Setup, state: &State, lang: Lang) -> Scene {
        drawn(setup, state, None, lang)
    }

    fn is_place(_setup: &Setup, name: &str) -> bool {
        Square::named(name).is_some()
    }

    fn effects(_setup: &Setup, before: &State, turn: &Turn, after: &State) -> Effects {
        effects(before, turn, after)
    }

    // The cards before anything was picked up, those that stay on the table faded.
    fn scene_of_turn(setup: &Setup, before: &State, turn: &Turn, after: &State, lang: Lang) -> Option<Scene> {
        let Turn::Play(play) = turn else { return None };
        let taken: BTreeSet<Id> = picked_up(before, play, after).into_iter().map(|placement| placement.card).collect();
        let mut table = before.table.clone();
        table.put(play.placement);
        let shown = State { table, ..after.clone() };
        Some(drawn(setup, &shown, (!taken.is_empty()).then_some(&taken), lang))
    }

    fn state_for_drawing(setup: &Setup, text: &PositionText) -> State {
        State::to_look_at(setup, text)
    }

    fn piece(name: &str, context: &Context) -> Option<Result<NamedPiece, UnknownPiece>> {
        card_named(name, context)
    }
}

fn listed(items: impl Iterator<Item = impl ToString>) -> String {
    items.map(|item| item.to_string()).collect::<Vec<_>>().join(", ")
}

/// Draws a table. If `taken` are the cards that the turn picks up, the others are faded.
fn drawn(setup: &Setup, state: &State, taken: Option<&BTreeSet<Id>>, lang: Lang) -> Scene {
    let grid = Grid::of(state);
    let cards = state.table.placements();
    let (shown, hidden): (Vec<Placement>, Vec<Placement>) = cards.iter().partition(|card| grid.shows(card));
    let closed = state.view(setup).closed_sets(state.owners());
    let mut own_notes = notes(setup, state, hidden.len(), lang);
    let edges = TableEdges::of(setup, state);
    own_notes.extend(edges.as_ref().map(|edges| edges.note(lang)));
    let in_figure = |set: &ClosedSet| Note::of_words(set_in_words(set, lang, Square::to_string));
    let mut notes: Vec<Note> = closed.iter().map(in_figure).collect();
    notes.extend(own_notes.iter().cloned());
    let picked_up = taken.map(|taken| lang.fill("Picked up by this turn: {0}", &[&listed(taken.iter())]));
    notes.extend(picked_up.clone().map(Note::of_text));
    let over = state.is_over();
    let title = match over {
        true => title_at_end(setup, state, lang),
        false => lang.fill("The Very Clever Pipe Game, seat {0} to move", &[&state.to_move]),
    };
    let words = words(setup, state, &grid, &cards, &own_notes, lang);
    let in_words = |square: &Square| spoken(*square, lang).to_string();
    let closed_sets = closed.iter().map(|set| format!(" {}.", set_in_words(set, lang, in_words)));
    let picked_up_in_words = picked_up.iter().map(|said| format!(" {said}."));
    let words = words + &closed_sets.chain(picked_up_in_words).collect::<String>();
    let mut scene = Scene {
        title,
        words,
        margin: UNIT / 2,
        cells: true,
        text_grid: TEXT_GRID,
        upright_text: true,
        notes,
        core: Rect::around(state.table.covered().filter_map(|square| grid.place(square))).map(core),
        ..Scene::default()
    };
    scene.elements.reserve(shown.len() * OF_A_CARD);
    draw_names(&mut scene, &grid);
    let drawn: Vec<(&Placement, Option<LyingCard<'_>>)> =
        shown.iter().map(|placement| (placement, lying(setup, placement, &grid))).collect();
    let known: Vec<&LyingCard<'_>> = drawn.iter().filter_map(|(_, card)| card.as_ref()).collect();
    let sets = SetParts::new(&closed, known.iter().copied());
    let is_faded = |card: Id| taken.is_some_and(|taken| !taken.contains(&card));
    draw_fields(&mut scene, &sets, &closed, &known, &grid, &is_faded);
    draw_empty_squares(&mut scene, state, &grid);
    for (placement, card) in &drawn {
        let before = scene.elements.len();
        match card {
            Some(card) => card.draw_above(&sets, &mut scene),
            None => draw_unknown(&mut scene, placement, &grid),
        }
        if is_faded(placement.card) {
            scene.elements.fade_above(before);
        }
    }
    if let Some(edges) = edges {
        edges.draw(&mut scene, &grid);
    }
    draw_pipes(&mut scene, &sets, &known);
    let parts: BTreeSet<Id> = closed.iter().flat_map(ClosedSet::cards).collect();
    write_closed(&mut scene, shown.iter().filter(|placement| parts.contains(&placement.card)), &grid);
    scene.legend = signs(&scene, &grid, &closed, lang);
    scene.cards = cards_by_square(&shown);
    scene
}

/// Returns the part of the table with all cards. A table of one or two columns would be drawn much too large, so that
/// the empty squares beside it are shown.
fn core(covered: Rect) -> Rect {
    let core = covered.widened(UNIT / 2);
    let beside = if core.size().x < LEAST_COLUMNS * UNIT { UNIT } else { 0 };
    Rect { from: Place { x: core.from.x - beside, ..core.from }, to: Place { x: core.to.x + beside, ..core.to } }
}

/// Returns the cards with the names of their squares.
fn cards_by_square(cards: &[Placement]) -> Vec<(String, Id)> {
    let squares = |card: &Placement| card.squares().into_iter().flatten().collect::<Vec<_>>();
    let named = cards.iter().flat_map(|card| squares(card).into_iter().map(|square| (square.to_string(), card.card)));
    named.collect()
}

fn title_at_end(setup: &Setup, state: &State, lang: Lang) -> String {
    let standing = verdict(setup, state).map(|verdict| verdict.standing.0).unwrap_or_default();
    let winners: Vec<usize> =
        (1..).zip(&standing).filter(|(_, points)| **points == Points::Win).map(|(seat, _)| seat).collect();
    match winners.as_slice() {
        [] => lang.say("The Very Clever Pipe Game, at its end").to_owned(),
        [seat] => lang.fill("The Very Clever Pipe Game, won by seat {0}", &[seat]),
        seats => lang.fill("The Very Clever Pipe Game, won by seats {0}", &[&listed(seats.iter())]),
    }
}

/// Draws the fields of all cards, those of closed sets within a contour.
fn draw_fields(
    scene: &mut Scene,
    sets: &SetParts,
    closed: &[ClosedSet],
    cards: &[&LyingCard<'_>],
    grid: &Grid,
    is_faded: &impl Fn(Id) -> bool,
) {
    let has_fields = closed.iter().any(|set| matches!(set.colour, Colour::Light | Colour::Dark));
    if has_fields {
        cards.iter().for_each(|card| card.draw_set_fields(sets, scene));
        draw_field_contours(scene, sets, cards);
        let empty = grid.empty.iter().filter_map(|empty| Some((empty.square, grid.place(empty.square)?)));
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

/// Describes a closed set: its colour, its cards, and the pillars that close it.
fn set_in_words(set: &ClosedSet, lang: Lang, square: impl Fn(&Square) -> String) -> String {
    let (colour, cards) = (lang.say(set.colour.name()), set.cards());
    let in_list = if cards.len() == 1 { "card {0}" } else { "cards {0}" };
    let cards = lang.fill(in_list, &[&listed(cards.into_iter())]);
    let pillars = listed(set.pillars.iter().map(square));
    let parts = match set.pillars.len() {
        0 => cards,
        1 => lang.fill("{0}, pillar on {1}", &[&cards, &pillars]),
        _ => lang.fill("{0}, pillars on {1}", &[&cards, &pillars]),
    };
    lang.fill("Closed {0} set: {1}", &[&colour, &parts])
}

/// Draws the names of columns and rows.
fn draw_names(scene: &mut Scene, grid: &Grid) {
    scene.columns.extend(grid.columns.gaps().map(|place| AxisName::left_out(place * UNIT)));
    scene.rows.extend(grid.rows.gaps().map(|place| AxisName::left_out((grid.rows.count - 1 - place) * UNIT)));
    for (&line, &place) in &grid.columns.places {
        let name = format!("{line:+}");
        if name.len() <= SHORT || grid.columns.begins(line) {
            let in_text = !grid.columns.bare.contains(&line);
            scene.columns.push(AxisName { in_text, ..AxisName::new(place * UNIT, name) });
        }
    }
    for (&line, &place) in &grid.rows.places {
        let in_text = !grid.rows.bare.contains(&line);
        let name = AxisName::new((grid.rows.count - 1 - place) * UNIT, format!("{line:+}"));
        scene.rows.push(AxisName { in_text, ..name });
    }
    AxisName::sort(&mut scene.columns, true);
    AxisName::sort(&mut scene.rows, false);
}

/// Draws pillars, and the other empty squares beside cards.
fn draw_empty_squares(scene: &mut Scene, state: &State, grid: &Grid) {
    if state.table.is_empty() && !state.in_part {
        draw_bare_table(scene);
    }
    for &EmptySquare { square, is_pillar, .. } in grid.empty.iter().filter(|empty| empty.is_shown) {
        let Some(at) = grid.place(square) else { continue };
        let (radius, text) = if is_pillar { (PILLAR, "pillar") } else { (SPOT, ".") };
        let site = Site { keeps_inside: is_pillar, ..Site::empty(at, UNIT * 40 / 100) };
        scene.sites.insert(square.to_string(), site);
        let role = if is_pillar { Role::Pillar } else { Role::Spot };
        scene.push(Shape::Disc { at, radius }, role, square.to_string(), text);
        if is_pillar {
            let core = Shape::Disc { at, radius: PILLAR_CORE };
            scene.push(core, Role::Pillar, square.to_string(), "");
            // A mark around the pillar must not hide it.
            scene.add_outline(square.to_string(), Rect { from: at, to: at }.widened(UNIT / 2).corners().to_vec());
        }
    }
}

/// Draws the squares around the place of the first card. In text, a message says that the table is empty.
fn draw_bare_table(scene: &mut Scene) {
    for (x, y) in (-2..=2).flat_map(|x| (-1..=1).map(move |y| (x, y))) {
        let at = Place { x: x * UNIT, y: -y * UNIT };
        scene.add_site(Square { x, y }.to_string(), at, UNIT * 40 / 100);
        scene.draw(Shape::Disc { at, radius: SPOT }, Role::Spot);
    }
    let at = Place { x: 0, y: -UNIT * 25 / 100 };
    scene.draw(Shape::label(at, "0, 0", Anchor::Middle), Role::Coordinate);
}

/// Returns the drawing of a card of the deck in its place.
fn lying<'a>(setup: &'a Setup, placement: &'a Placement, grid: &Grid) -> Option<LyingCard<'a>> {
    LyingCard::of(setup.deck.card(placement.card)?, placement, grid.origin_for(placement.square)?)
}

/// Draws a card that the deck does not have.
fn draw_unknown(scene: &mut Scene, placement: &Placement, grid: &Grid) {
    for at in placement.squares().into_iter().flatten().filter_map(|square| grid.place(square)) {
        let text = format!("{}?", placement.card);
        let shape = Shape::label(at, text.clone(), Anchor::Middle);
        scene.push(shape, Role::Coordinate, "", text);
    }
}

/// Returns the legend for pillars and contours, if there are any, with signs cut from the scene.
fn signs(scene: &Scene, grid: &Grid, closed: &[ClosedSet], lang: Lang) -> Vec<Note> {
    let mut signs = Vec::new();
    if let Some(square) = grid.pillars().find(|square| grid.drawn(*square).is_some()) {
        let note = scene.sign_at(&square.to_string(), "pillar", lang.say("pillar").to_owned());
        signs.extend(note);
    }
    let (pipes, fields): (Vec<&ClosedSet>, Vec<&ClosedSet>) =
        closed.iter().partition(|set| matches!(set.colour, Colour::Black | Colour::White));
    let size = Place { x: UNIT * 62 / 100, y: UNIT * 64 / 100 };
    let sign = |drawn: Vec<Element>| Note::beside(drawn, size, "closed", lang.say("closed set"));
    let middle = Place { x: UNIT * 27 / 100, y: UNIT * 32 / 100 };
    if let Some(set) = pipes.first() {
        let end = |x: i32| middle.plus(Place { x: UNIT * x / 100, y: 0 });
        let bands = SetBand::ALL.map(|band| Role::SetBand(band, Along::OwnPipe));
        let body = [Role::SetPipeEdge, Role::SetPipe(tone_of_set(set))];
        let line = |role: Role| Element::bare(Shape::Line { from: end(-10), to: end(10) }, role);
        signs.push(sign(bands.into_iter().chain(body).map(line).collect()));
    }
    if let Some(set) = fields.first() {
        let rect = Rect { from: middle, to: middle }.widened(UNIT * 24 / 100);
        let area = |role: Role| Element::bare(Shape::Polygon { corners: rect.corners().to_vec() }, role);
        let contour = SetBand::ALL.into_iter().flat_map(|band| {
            let sides = sides_of(rect);
            sides.map(move |(from, to)| Element::bare(Shape::Line { from, to }, Role::SetBand(band, Along::Rim)))
        });
        signs.push(sign([area(Role::SetField(tone_of_set(set)))].into_iter().chain(contour).collect()));
    }
    signs
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
    (0..4).map(move |at| (corners[at], corners[(at + 1) % 4]))
}

/// Writes a word into the second half of each card of a closed set, in text.
fn write_closed<'a>(scene: &mut Scene, closed: impl Iterator<Item = &'a Placement>, grid: &Grid) {
    for placement in closed {
        if let Some(at) = placement.squares().and_then(|[_, second]| grid.place(second)) {
            // One column left of the middle, so that the eastern entry stays visible.
            scene.write_alike(Place { x: at.x - TEXT_GRID.x, ..at }, Anchor::Middle, "closed");
        }
    }
}

/// Describes what the seats have, and the stock.
fn notes(setup: &Setup, state: &State, hidden: usize, lang: Lang) -> Vec<Note> {
    let over = state.is_over();
    let seat_note = |seat: u8| {
        let colour = lang.say(state.colour(seat).map_or("no colour yet", Colour::name));
        let score = state.score(seat);
        let said = match score {
            1 => "Seat {0}: {1}, {2} card picked up",
            _ => "Seat {0}: {1}, {2} cards picked up",
        };
        let to_move = seat == state.to_move && !over;
        let mut runs = Note::of_seat(None, to_move, lang.fill(said, &[&seat, &colour, &score])).runs;
        // In images a triangle marks the seat to move.
        runs.extend(to_move.then(|| Run::only_text(lang.say(", to move").to_owned())));
        let hand = state.hands.known_cards(seat);
        if state.hands.are_known() && !hand.is_empty() {
            runs.push(Run::only_text(lang.say(", holds ").to_owned()));
            runs.push(Run::Break);
            runs.extend(hand_runs(&setup.deck, &hand));
        }
        Note { runs }
    };
    let mut notes = Vec::new();
    if state.table.is_empty() && !state.in_part {
        notes.push(Note::of_words(lang.say("The table is empty")));
    }
    notes.extend((1..=setup.seats).map(seat_note));
    if let StockTop::Card(card) = state.hands.top() {
        let words = lang.fill("Stock: {0}, the next is ", &[&state.hands.in_stock()]);
        let runs = [Run::Words(words)].into_iter().chain(hand_runs(&setup.deck, &[card]));
        notes.push(Note { runs: runs.collect() });
    }
    if hidden > 0 {
        notes.push(Note::of_words(lang.fill("Cards that lie outside this figure: {0}", &[&hidden])));
    }
    notes
}

/// Describes the position in words.
fn words(setup: &Setup, state: &State, grid: &Grid, cards: &[Placement], notes: &[Note], lang: Lang) -> String {
    let mut out = String::with_capacity(cards.len().min(MOST_LISTED) * OF_A_CARD_IN_WORDS);
    let mut say = |part: &dyn Display| {
        out.push_str(if out.is_empty() { "" } else { ". " });
        // Writing to a string cannot fail.
        let _ = write!(out, "{part}");
    };
    for placement in cards.iter().take(MOST_LISTED) {
        let Placement { card, square, heading } = placement;
        let mut lies = |looks: &dyn Display| {
            let heading = lang.say(heading.name());
            let square = spoken(*square, lang);
            say(&lang.filled("Card {0} on {1} heading {2}: {3}", &[card, &square, &heading, looks]));
        };
        match setup.deck.card(*card) {
            Some(layout) => lies(&CardWords { layout, lies: Some(placement), lang }),
            None => lies(&lang.say("not in the deck")),
        }
    }
    if let Some(more @ 1..) = cards.len().checked_sub(MOST_LISTED) {
        say(&lang.filled("{0} more cards", &[&more]));
    }
    if grid.pillars().next().is_some() {
        let pillars = listed(grid.pillars().map(|square| spoken(square, lang)));
        say(&lang.filled("Pillars on {0}", &[&pillars]));
    }
    notes.iter().for_each(|note| say(&note.words()));
    let looks = |card: Id| {
        let lies = Placement { card, square: Square { x: 0, y: 0 }, heading: Heading::East };
        Some(CardWords { layout: setup.deck.card(card)?, lies: Some(&lies), lang }.to_string())
    };
    if state.hands.are_known() {
        for seat in 1..=setup.seats {
            for card in state.hands.known_cards(seat).into_iter().take(MOST_LISTED) {
                if let Some(looks) = looks(card) {
                    say(&lang.filled("Held by seat {0}, card {1}: {2}", &[&seat, &card, &looks]));
                }
            }
        }
    }
    if let StockTop::Card(card) = state.hands.top()
        && let Some(looks) = looks(card)
    {
        say(&lang.filled("Next of the stock, card {0}: {1}", &[&card, &looks]));
    }
    // The size of the stock is computed from the table.
    if !state.in_part && !matches!(state.hands.top(), StockTop::Card(_)) {
        say(&lang.filled("Stock: {0}", &[&state.hands.in_stock()]));
    }
    out.push('.');
    out
}
