//! Drawing of a deck as printable sheets.

use super::board::{Heading, Square};
use super::card_on_table::draw_card;
use super::card_text::TEXT_GRID;
use super::card_words::words;
use super::turn::{Id, Placement};
use crate::decks::{Deck, Layout};
use crate::draw::{Anchor, Lang, Place, Role, Scene, Shape, UNIT};

/// Cards per row.
const CARDS_PER_ROW: usize = 4;
/// Maximum number of cards per sheet, so that a sheet fits on A4.
const CARDS_PER_SHEET: usize = 40;
/// Columns of the grid per card, with the space around it.
const GRID_COLUMNS: i32 = 4;
/// Rows of the grid per card, with the space around it.
const GRID_ROWS: i32 = 2;
/// The distance from the middle of a card to the text below it.
const TEXT_DISTANCE: i32 = UNIT * 68 / 100;
/// The height of a line of text.
const LINE_HEIGHT: i32 = UNIT * 26 / 100;

/// Draws the cards of a deck with their texts, on as many sheets as necessary.
pub fn deck_scenes(deck: &Deck) -> Vec<Scene> {
    let cards: Vec<(Id, &Layout)> = deck.cards().collect();
    let sheets = cards.len().div_ceil(CARDS_PER_SHEET).max(1);
    // Distribute the cards evenly, so that no sheet is almost empty.
    let cards_per_sheet = cards
        .len()
        .div_ceil(sheets)
        .next_multiple_of(CARDS_PER_ROW)
        .max(CARDS_PER_ROW);
    cards
        .chunks(cards_per_sheet)
        .map(|cards| sheet(deck, cards))
        .collect()
}

/// Draws the cards of one sheet.
fn sheet(deck: &Deck, cards: &[(Id, &Layout)]) -> Scene {
    let described = cards
        .iter()
        .map(|(id, layout)| Lang::En.fill("Card {0}: {1}.", &[id, &words(layout, None, Lang::En)]));
    let ends = cards.first().zip(cards.last());
    let range = ends.map_or_else(String::new, |((first, _), (last, _))| {
        format!(", cards {first} to {last}")
    });
    let mut scene = Scene {
        title: format!("The deck {}{range}", deck.name),
        words: described.collect::<Vec<_>>().join(" "),
        margin: UNIT,
        text_grid: TEXT_GRID,
        upright_text: true,
        ..Scene::default()
    };
    for (index, (id, layout)) in cards.iter().enumerate() {
        let steps = |count: usize, size: i32| i32::try_from(count).unwrap_or(0) * size;
        let placement = Placement {
            card: *id,
            square: Square {
                x: steps(index % CARDS_PER_ROW, GRID_COLUMNS),
                y: -steps(index / CARDS_PER_ROW, GRID_ROWS),
            },
            heading: Heading::East,
        };
        draw_card(&mut scene, layout, &placement, Square { x: 0, y: 0 });
        write_text_below(&mut scene, layout, placement.square);
    }
    scene
}

/// Writes the text of a card below it: its pipes and arcs, then the fields that it lists. `square`
/// is the square of its half A.
fn write_text_below(scene: &mut Scene, layout: &Layout, square: Square) {
    let Some(site) = scene.sites.get(&square.to_string()) else {
        return;
    };
    let card = layout.card();
    let arcs: String = card.arcs.iter().map(|colour| colour.letter()).collect();
    let pipes: Vec<String> = card.pipes.iter().map(ToString::to_string).collect();
    let fields: Vec<String> = card.fields.iter().map(ToString::to_string).collect();
    let lines = [format!("{} {arcs}", pipes.join(" ")), fields.join(" ")];
    for (line, text) in (0..).zip(lines).filter(|(_, text)| !text.is_empty()) {
        // The middle of a card is half a step to the right of the middle of its half A.
        let line_place = Place {
            x: site.at.x + UNIT / 2,
            y: site.at.y + TEXT_DISTANCE + line * LINE_HEIGHT,
        };
        scene.draw(
            Shape::label(line_place, text, Anchor::Middle),
            Role::CardNumber,
        );
    }
}
