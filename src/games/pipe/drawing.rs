//! Drawing of positions: the cards, pillars and closed sets, with hands and scores below them.
//!
//! Cards can be anywhere, so stretches without cards are left out of the diagram. Of a table that is still too
//! large, only the middle is drawn.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{Display, Write};

use super::board::{Heading, Square};
use super::card_drawing::LyingCard;
use super::card_text::TEXT_GRID;
use super::card_words::CardWords;
use super::effects::picked_up;
use super::hand_drawing::hand_runs;
use super::hands::StockTop;
use super::set_border::borders;
use super::setup::Setup;
use super::state::State;
use super::table_edges::TableEdges;
use super::turn::{Id, Placement, Play};
use crate::draw::{Anchor, AxisName, Element, Lang, Note, Place, Rect, Role, Run, Scene, Shape, UNIT};

/// Maximum number of columns, and of rows, in a diagram.
const MOST_LINES: i32 = 40;
/// Maximum number of cards in the text description.
const MOST_TOLD: usize = 100;
/// Longer column names do not fit side by side.
const SHORT: usize = 6;
/// Estimated number of elements of a card.
const OF_A_CARD: usize = 40;
/// Estimated length of a card's text description.
const OF_A_CARD_IN_WORDS: usize = 300;
const SPOT: i32 = UNIT * 2 / 100;
const PILLAR: i32 = UNIT * 24 / 100;

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

/// Draws a position.
pub(super) fn scene(setup: &Setup, state: &State, lang: Lang) -> Scene {
    drawn(setup, state, &closed_cards(setup, state), None, lang)
}

/// Draws a play: the cards before anything was picked up, with the cards picked up outlined.
pub(super) fn scene_of_play(setup: &Setup, before: &State, play: &Play, after: &State, lang: Lang) -> Scene {
    let taken: BTreeSet<Id> = picked_up(before, play, after).into_iter().map(|placement| placement.card).collect();
    let mut table = before.table.clone();
    table.put(play.placement);
    let shown = State { table, ..after.clone() };
    let picked =
        (!taken.is_empty()).then(|| lang.fill("Outlined, picked up by this turn: {0}", &[&listed(taken.iter())]));
    drawn(setup, &shown, &taken, picked, lang)
}

fn listed(items: impl Iterator<Item = impl ToString>) -> String {
    items.map(|item| item.to_string()).collect::<Vec<_>>().join(", ")
}

fn drawn(setup: &Setup, state: &State, closed: &BTreeSet<Id>, remark: Option<String>, lang: Lang) -> Scene {
    let grid = Grid::of(state);
    let cards = state.table.placements();
    let (shown, hidden): (Vec<Placement>, Vec<Placement>) = cards.iter().partition(|card| grid.shows(card));
    let mut notes = notes(setup, state, hidden.len(), lang);
    let edges = TableEdges::of(setup, state);
    notes.extend(edges.as_ref().map(|edges| edges.note(lang)));
    match remark {
        Some(remark) => notes.push(Note::of_words(remark)),
        None if closed.is_empty() => {}
        None => notes.push(Note::of_words(lang.fill("Outlined, parts of closed sets: {0}", &[&listed(closed.iter())]))),
    }
    let over = state.is_over();
    let title = match over {
        true => lang.say("The Very Clever Pipe Game, at its end").to_owned(),
        false => lang.fill("The Very Clever Pipe Game, seat {0} to move", &[&state.to_move]),
    };
    let words = words(setup, state, &grid, &cards, &notes, lang);
    let mut scene = Scene {
        title,
        words,
        margin: UNIT / 2,
        cells: true,
        text_grid: TEXT_GRID,
        upright_text: true,
        notes,
        ..Scene::default()
    };
    scene.legend = signs(&grid, !closed.is_empty(), lang);
    scene.elements.reserve(shown.len() * OF_A_CARD);
    draw_names(&mut scene, &grid);
    let drawn: Vec<(&Placement, Option<LyingCard<'_>>)> =
        shown.iter().map(|placement| (placement, lying(setup, placement, &grid))).collect();
    // Shades are above all fields and below all pipes.
    drawn.iter().filter_map(|(_, card)| card.as_ref()).for_each(|card| card.draw_fields(&mut scene));
    draw_empty_squares(&mut scene, state, &grid);
    for (placement, card) in drawn {
        match card {
            Some(card) => card.draw_above(&mut scene),
            None => draw_unknown(&mut scene, placement, &grid),
        }
    }
    let closed: Vec<&Placement> = shown.iter().filter(|placement| closed.contains(&placement.card)).collect();
    draw_closed(&mut scene, &closed, &grid);
    if let Some(edges) = edges {
        edges.draw(&mut scene, &grid);
    }
    scene
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
    scene.columns.sort_by_key(|name| name.at);
    scene.rows.sort_by_key(|name| -name.at);
}

/// Draws pillars, and the other empty squares beside cards.
fn draw_empty_squares(scene: &mut Scene, state: &State, grid: &Grid) {
    if state.table.is_empty() && !state.in_part {
        draw_bare_table(scene);
    }
    for &EmptySquare { square, is_pillar, .. } in grid.empty.iter().filter(|empty| empty.is_shown) {
        let Some(at) = grid.place(square) else { continue };
        let (radius, text) = if is_pillar { (PILLAR, "pillar") } else { (SPOT, ".") };
        scene.add_site(square.to_string(), at, UNIT * 40 / 100);
        scene.push(Shape::Disc { at, radius }, Role::Spot, square.to_string(), text);
        if is_pillar {
            // A column, seen from above.
            scene.draw(Shape::Disc { at, radius: PILLAR * 62 / 100 }, Role::Dot);
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
    scene.draw(Shape::label(at, Square { x: 0, y: 0 }.to_string(), Anchor::Middle), Role::Coordinate);
}

/// Returns the cards with parts of closed sets that have an owner.
fn closed_cards(setup: &Setup, state: &State) -> BTreeSet<Id> {
    let all = state.table.placements().into_iter().map(|placement| placement.card);
    let closed = state.view(setup).closed(all, state.owners());
    closed.into_iter().map(|closed| closed.card).collect()
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

/// Returns the legend for pillars and borders, if there are any.
fn signs(grid: &Grid, has_border: bool, lang: Lang) -> Vec<Note> {
    let (at, size) =
        (Place { x: UNIT * 24 / 100, y: UNIT * 23 / 100 }, Place { x: UNIT * 62 / 100, y: UNIT * 46 / 100 });
    let mut signs = Vec::new();
    if grid.pillars().any(|square| grid.drawn(square).is_some()) {
        let disc = |radius: i32, role: Role| Element::bare(Shape::Disc { at, radius }, role);
        let drawn = vec![disc(PILLAR * 70 / 100, Role::Spot), disc(PILLAR * 43 / 100, Role::Dot)];
        signs.push(Note::beside(drawn, size, "pillar", lang.say("pillar")));
    }
    if has_border {
        let border = borders(&BTreeSet::from([Place::default()])).into_iter().map(|steps| {
            let small = |corner: Place| Place { x: at.x + corner.x * 38 / 100, y: at.y + corner.y * 38 / 100 };
            Element::bare(Shape::Path { steps }.mapped(&small), Role::Closed)
        });
        signs.push(Note::beside(border.collect(), size, "closed", lang.say("part of a closed set")));
    }
    signs
}

/// Draws the borders around the cards of closed sets. In text, a word is written into the second half of each
/// card.
fn draw_closed(scene: &mut Scene, closed: &[&Placement], grid: &Grid) {
    let squares = closed.iter().filter_map(|placement| placement.squares()).flatten();
    let drawn: BTreeSet<Place> = squares.filter_map(|square| grid.place(square)).collect();
    for steps in borders(&drawn) {
        scene.draw(Shape::Path { steps }, Role::Closed);
    }
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
        let colour = lang.say(state.colour(seat).map_or("no colour yet", super::Colour::name));
        let score = state.score(seat);
        let said = match score {
            1 => "Seat {0}: {1}, {2} card picked up",
            _ => "Seat {0}: {1}, {2} cards picked up",
        };
        let mover = if seat == state.to_move && !over { lang.say(", to move") } else { "" };
        let mut runs = vec![Run::Words(format!("{}{mover}", lang.fill(said, &[&seat, &colour, &score])))];
        let hand = state.hands.known_cards(seat);
        if state.hands.are_known() && !hand.is_empty() {
            runs.push(Run::Words(lang.say(", holds ").to_owned()));
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
    let mut out = String::with_capacity(cards.len().min(MOST_TOLD) * OF_A_CARD_IN_WORDS);
    let mut say = |part: &dyn Display| {
        out.push_str(if out.is_empty() { "" } else { ". " });
        // Writing to a string cannot fail.
        let _ = write!(out, "{part}");
    };
    for placement in cards.iter().take(MOST_TOLD) {
        let Placement { card, square, heading } = placement;
        let mut lies = |looks: &dyn Display| {
            let heading = lang.say(heading.name());
            say(&lang.filled("card {0} on {1} heading {2}: {3}", &[card, square, &heading, looks]));
        };
        match setup.deck.card(*card) {
            Some(layout) => lies(&CardWords { layout, lies: Some(placement), lang }),
            None => lies(&lang.say("not in the deck")),
        }
    }
    if let Some(more @ 1..) = cards.len().checked_sub(MOST_TOLD) {
        say(&lang.filled("{0} more cards", &[&more]));
    }
    if grid.pillars().next().is_some() {
        say(&lang.filled("Pillars on {0}", &[&listed(grid.pillars())]));
    }
    notes.iter().for_each(|note| say(&note.words()));
    // The size of the stock is computed from the table.
    if !state.in_part && !matches!(state.hands.top(), StockTop::Card(_)) {
        say(&lang.filled("Stock: {0}", &[&state.hands.in_stock()]));
    }
    out.push('.');
    out
}
