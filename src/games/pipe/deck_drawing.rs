//! Drawing of a deck as printable sheets.

use super::board::{Heading, Square};
use super::card_on_table::draw_card;
use super::card_text::TEXT_GRID;
use super::card_words::words;
use super::turn::{Id, Placement};
use crate::decks::{Deck, Layout};
use crate::draw::{Anchor, Lang, Place, Role, Scene, Shape, UNIT};

/// Cards per row and per sheet, so that a sheet fits on A4.
const COLUMNS: usize = 4;
const ON_A_SHEET: usize = 40;
/// Squares of the grid per card.
const COLUMN: i32 = 4;
const ROW: i32 = 2;
/// The distance from the middle of a card to the text below it, and the height of a line.
const BENEATH: i32 = UNIT * 68 / 100;
const LINE: i32 = UNIT * 26 / 100;

/// Draws the cards of a deck with their texts, on as many sheets as necessary.
pub fn deck_scenes(deck: &Deck) -> Vec<Scene> {
    let cards: Vec<(Id, &Layout)> = deck.cards().collect();
    let sheets = cards.len().div_ceil(ON_A_SHEET).max(1);
    // Distribute the cards evenly, so that no sheet is almost empty.
    let each = cards
        .len()
        .div_ceil(sheets)
        .next_multiple_of(COLUMNS)
        .max(COLUMNS);
    cards.chunks(each).map(|cards| sheet(deck, cards)).collect()
}

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
    let origin = Square { x: 0, y: 0 };
    for (index, (id, layout)) in cards.iter().enumerate() {
        let step = |steps: usize, size: i32| i32::try_from(steps).unwrap_or(0) * size;
        let square = Square {
            x: step(index % COLUMNS, COLUMN),
            y: -step(index / COLUMNS, ROW),
        };
        draw_card(
            &mut scene,
            layout,
            &Placement {
                card: *id,
                square,
                heading: Heading::East,
            },
            origin,
        );
        let Some(site) = scene.sites.get(&square.to_string()) else {
            continue;
        };
        let card = layout.card();
        let arcs: String = card.arcs.iter().map(|colour| colour.letter()).collect();
        let pipes: Vec<String> = card.pipes.iter().map(ToString::to_string).collect();
        let fields: Vec<String> = card.fields.iter().map(ToString::to_string).collect();
        let lines = [format!("{} {arcs}", pipes.join(" ")), fields.join(" ")];
        for (line, text) in (0..).zip(lines).filter(|(_, text)| !text.is_empty()) {
            let line_place = Place {
                x: site.at.x + UNIT / 2,
                y: site.at.y + BENEATH + line * LINE,
            };
            scene.draw(
                Shape::label(line_place, text, Anchor::Middle),
                Role::CardNumber,
            );
        }
    }
    scene
}
