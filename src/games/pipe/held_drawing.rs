//! The cards of a hand: a grid of small cards, each with its number.

use super::card_drawing::Held;
use super::setup::Setup;
use super::turn::Id;
use crate::draw::{Anchor, Element, Elements, Place, Role, Run, Shape, UNIT};

/// About how wide a digit of a note is.
const DIGIT: i32 = UNIT * 17 / 100;
/// The most cards of a hand that are drawn.
const MOST_HELD: usize = 12;

/// Cards as they are held: each its number, and small beside it what it looks like. All of them are alike wide, so that
/// they stand in columns.
pub(super) fn hand_runs(setup: &Setup, hand: &[Id]) -> Vec<Run> {
    let mut runs = Vec::new();
    let longest = hand.iter().map(|card| card.to_string().len()).max().unwrap_or(1);
    let numbers = i32::try_from(longest).unwrap_or(1) * DIGIT;
    let beside = numbers + DIGIT / 2;
    for (at, &card) in hand.iter().enumerate() {
        let comma = if at > 0 { ", " } else { "" };
        let Some(layout) = setup.deck.card(card).filter(|_| at < MOST_HELD) else {
            runs.push(Run::Words(format!("{comma}{card}")));
            continue;
        };
        let (number, small) = (card.to_string(), layout.small());
        let elements = small.held_as(Held { card, numbers }, || {
            let at = Place { x: numbers, y: small.size.y / 2 };
            let label = Shape::label(at, number.clone(), Anchor::End);
            let mut elements = vec![Element::bare(label, Role::Note)];
            elements.extend(small.elements.iter().map(|element| element.moved(Place { x: beside, y: 0 })));
            elements
        });
        // In pictures cards need no commas.
        runs.push(Run::Drawing { elements: Elements::default(), size: Place::default(), words: comma.to_owned() });
        let size = Place { x: beside + small.size.x + DIGIT * 3 / 2, y: small.size.y };
        runs.push(Run::Drawing { elements, size, words: number });
    }
    runs
}
